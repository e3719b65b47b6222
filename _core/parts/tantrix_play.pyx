"""How good a placement of Tantrix looks at first sight: the lines it makes longer, its own against the others'.

And with an empty bag, how long the tiles left can make a line at most. It knows no turn order and no search.
"""
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset
from tileengine._core.action cimport action_piece, action_place, action_rotation
from tileengine._core.parts.tantrix_board cimport (LINK, NODES, OCCUPIED, TILES, Body, beside, colour_of, find, joined,
                                                   restricted, step)
from tileengine._core.state cimport State


cdef inline int run_on(const Body* b, int colour, int place, int side, int* end) noexcept nogil:
    """Tiles of the line of a colour that begins across a side of an empty cell; *end is the place it leads to."""
    cdef int count = 0
    cdef int node, enter
    end[0] = place + step(side)
    while True:
        node = find(b, end[0])
        if node < 0 or not b.cell[node] & <uint32_t>OCCUPIED:
            return count
        enter = (side + 3) % 6
        side = joined(b, node, colour, 0)
        if side == enter:
            side = joined(b, node, colour, 1)
        count += 1
        end[0] = b.place[node] + step(side)
        if end[0] == place:
            return count


cdef inline double line_worth(double length) noexcept nogil:
    """Long lines count more than twice what their halves count, so that joining pays."""
    return 0.12 * length * length


cdef double line_gain(const Body* b, int colour, int place, int tile, int rotation) noexcept nogil:
    """What a tile laid on an empty cell adds to the lines of a colour."""
    cdef int sides[2]
    cdef int counts[2]
    cdef int end = 0
    cdef int k
    if LINK[tile][colour][0] == 0xFF:
        return 0
    for k in range(2):
        sides[k] = (LINK[tile][colour][k] + rotation) % 6
        counts[k] = run_on(b, colour, place, sides[k], &end)
        if counts[k] and end == place:      # a loop
            return line_worth(2.0 * (counts[k] + 1)) - line_worth(counts[k])
    return line_worth(counts[0] + counts[1] + 1) - line_worth(counts[0]) - line_worth(counts[1])


cdef inline double place_rate(const State* s, int place, int tile, int rotation) noexcept nogil:
    """Own lines gained, less half of what the others gain."""
    cdef const Body* b = <const Body*>s.body
    cdef int own = colour_of(s, s.turn)
    cdef double value = line_gain(b, own, place, tile, rotation)
    cdef int seat, other
    for seat in range(s.seats):
        other = colour_of(s, seat)
        if other != own:
            value -= 0.5 * line_gain(b, other, place, tile, rotation)
    return value


cdef double rate(const State* s, uint32_t action) noexcept nogil:
    """GameOps.rate."""
    return place_rate(s, action_place(action), action_piece(action), action_rotation(action))


# -- with an empty bag -------------------------------------------------------------------------------------------------

cdef enum:
    EXACT_GAPS = 3      # with more tiles left than this, any lines are taken to be near enough to be joined

# The lines of one colour.
ctypedef struct Lines:
    int count
    int line                # tiles of the longest line
    int loop                # and of the longest loop
    uint8_t length[TILES]
    uint16_t end[TILES][2]  # the empty cells its two ends lead to


cdef bint settled(const State* s) noexcept nogil:
    """Hands lie open (X2.1), so all is known once the bag is empty."""
    return not restricted(<const Body*>s.body)


cdef inline int way_out(const Body* b, int node, int enter, int colour) noexcept nogil:
    cdef int side = joined(b, node, colour, 0)
    return joined(b, node, colour, 1) if side == enter else side


cdef void lines_fill(const Body* b, int colour, Lines* lines) noexcept nogil:
    cdef uint8_t done[NODES]
    cdef int i, k, node, start, side, count, first, second
    memset(done, 0, sizeof(done))
    lines.count = lines.line = lines.loop = 0
    for k in range(2):      # lines from their ends first; what is left are loops
        for i in range(b.laid_count):
            node = start = b.laid[i]
            first = joined(b, node, colour, 0)
            if done[node] or first < 0:
                continue
            side = second = joined(b, node, colour, 1)
            if k == 0 and beside(b, node, first) >= 0:
                if beside(b, node, second) >= 0:
                    continue
                side = first
                first = second
            count = 0
            while True:
                done[node] = 1
                count += 1
                second = node
                node = beside(b, node, side)
                if node < 0 or node == start:
                    break
                side = way_out(b, node, (side + 3) % 6, colour)
            if k:
                lines.loop = max(lines.loop, count)
                continue
            lines.line = max(lines.line, count)
            lines.length[lines.count] = <uint8_t>count
            lines.end[lines.count][0] = <uint16_t>(b.place[start] + step(first))
            lines.end[lines.count][1] = <uint16_t>(b.place[second] + step(side))
            lines.count += 1


cdef inline int gap(int place, int other) noexcept nogil:
    """Tiles it takes at least to lead a line from one cell to another, both included."""
    cdef int q = (place >> 7) - (other >> 7)
    cdef int r = (place & 127) - (other & 127)
    return 1 + max(max(q, -q), max(max(r, -r), max(q + r, -q - r)))


cdef int joined_most(const Lines* lines, uint64_t used, int start, int end, int sum, int left) noexcept nogil:
    """The most points of a line that goes on from `end`, with `left` tiles yet; `start` is its other end."""
    cdef int most = sum + left
    cdef int i, k, cost
    if gap(start, end) <= left:
        most *= 2
    for i in range(lines.count):
        if used >> i & 1:
            continue
        for k in range(2):
            cost = gap(end, lines.end[i][k])
            if cost <= left:
                most = max(most, joined_most(lines, used | <uint64_t>1 << i, start, lines.end[i][1 - k],
                                             sum + cost + lines.length[i], left - cost))
    return most


cdef int most_points(const Lines* lines, int left) noexcept nogil:
    """No less than the points of any line or loop that `left` more tiles can make."""
    cdef uint8_t longest[TILES]
    cdef int most = 2 * left if left >= 3 else left
    cdef int sum = left
    cdef int count = 0
    cdef int i, j, k
    if left <= EXACT_GAPS:
        for i in range(lines.count):
            for k in range(2):
                most = max(most, joined_most(lines, <uint64_t>1 << i, lines.end[i][1 - k], lines.end[i][k],
                                             lines.length[i], left))
        return most
    for i in range(lines.count):    # a line joins one line more than it takes tiles, a loop as many
        j = count if count <= left else left
        if count > left and longest[j] >= lines.length[i]:
            continue
        while j > 0 and longest[j - 1] < lines.length[i]:
            longest[j] = longest[j - 1]
            j -= 1
        longest[j] = lines.length[i]
        count = min(count + 1, left + 1)
    for i in range(count):
        sum += longest[i]
        if i < left:
            most = max(most, 2 * sum)
    return max(most, sum)


cdef void bounds(const State* s, int64_t* low, int64_t* high) noexcept nogil:
    """A score never falls: a line grows, or becomes a loop, which counts twice."""
    cdef const Body* b = <const Body*>s.body
    cdef Lines lines
    cdef int seat, other, i, colour, left
    for seat in range(s.seats):
        colour = colour_of(s, seat)
        left = 0
        for other in range(s.seats):
            for i in range(b.hand_count[other]):
                left += LINK[b.hand[other][i]][colour][0] != 0xFF
        lines_fill(b, colour, &lines)
        low[seat] = max(lines.line, 2 * lines.loop)
        high[seat] = low[seat]
        if left:
            high[seat] = max(low[seat], <int64_t>most_points(&lines, left))
