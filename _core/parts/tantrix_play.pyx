"""How good a placement of Tantrix looks at first sight: the lines it makes longer, its own against the others'.

And with an empty bag, how long the tiles left can make a line at most. It knows no turn order and no search.
"""
from libc.stdint cimport int8_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset
from tileengine._core.action cimport action_piece, action_place, action_rotation
from tileengine._core.parts.tantrix_board cimport (FREE, LINK, NODES, OCCUPIED, SEATS, TILES, Body, base_of, colour_of,
                                                   find, fit, joined, restricted, step)
from tileengine._core.state cimport State


cdef int run_on(const Body* b, int colour, int place, int side, int* end) noexcept nogil:
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

# The laid tiles by where they lie, for quick walks; indexes here are (q - q of the origin) << 6 | r - r of the origin.
ctypedef struct Map:
    int origin              # a place to the left of and below all tiles
    int8_t node[64 * 64]    # number of the laid tile, -1: none
    uint16_t at[TILES]      # by number: its index
    uint16_t turned[TILES]  # tile << 3 | rotation

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


cdef int NEAR[6]        # what a side adds to an index of Map.node
NEAR[:] = [-1, 63, 64, 1, -63, -64]


cdef void map_fill(const Body* b, Map* m) noexcept nogil:
    cdef int i, at
    m.origin = <int>((b.low >> 8 & 255) - 1) << 7 | <int>((b.low & 255) - 1)
    memset(m.node, 0xFF, sizeof(m.node))
    for i in range(b.laid_count):
        at = b.place[b.laid[i]] - m.origin      # no borrow: neither q nor r is below the origin's
        m.at[i] = <uint16_t>((at >> 7) << 6 | (at & 127))
        m.node[m.at[i]] = <int8_t>i
        m.turned[i] = <uint16_t>(b.cell[b.laid[i]] & 511)


cdef inline int link_end(const Map* m, int i, int colour, int end) noexcept nogil:
    """The side where a laid tile's link of a colour, which it has, ends."""
    cdef int side = LINK[m.turned[i] >> 3][colour][end] + (m.turned[i] & 7)
    return side if side < 6 else side - 6


cdef inline uint16_t place_of(const Map* m, int at) noexcept nogil:
    return <uint16_t>(m.origin + ((at >> 6) << 7) + (at & 63))


cdef int walk(const Map* m, int colour, int i, int side, uint8_t* done, int* end) noexcept nogil:
    """Marks the tiles of a line, from one of them on out by a side; *end: the cell it leads to, or a loop's start."""
    cdef int start = i
    cdef int count = 0
    cdef int enter
    while True:
        done[i] = 1
        count += 1
        end[0] = m.at[i] + NEAR[side]
        i = m.node[end[0]]
        if i < 0 or i == start:
            return count
        enter = side + 3 if side < 3 else side - 3
        side = link_end(m, i, colour, 0)
        if side == enter:
            side = link_end(m, i, colour, 1)


cdef void lines_fill(const Map* m, int count, int colour, Lines* lines) noexcept nogil:
    """The lines of a colour among `count` laid tiles."""
    cdef uint8_t done[TILES]
    cdef uint8_t inner[TILES]       # with tiles at both ends: of lines, or of loops
    cdef int inner_count = 0
    cdef int i, first, second, length
    cdef int end = 0
    memset(done, 0, sizeof(done))
    lines.count = lines.line = lines.loop = 0
    for i in range(count):
        if done[i] or LINK[m.turned[i] >> 3][colour][0] == 0xFF:
            continue
        first = link_end(m, i, colour, 0)
        second = link_end(m, i, colour, 1)
        if m.node[m.at[i] + NEAR[first]] >= 0:
            if m.node[m.at[i] + NEAR[second]] >= 0:
                inner[inner_count] = <uint8_t>i
                inner_count += 1
                continue
            length = first
            first = second
            second = length
        length = walk(m, colour, i, second, done, &end)
        lines.line = max(lines.line, length)
        lines.length[lines.count] = <uint8_t>length
        lines.end[lines.count][0] = place_of(m, m.at[i] + NEAR[first])
        lines.end[lines.count][1] = place_of(m, end)
        lines.count += 1
    for i in range(inner_count):
        if not done[inner[i]]:
            length = walk(m, colour, inner[i], link_end(m, inner[i], colour, 0), done, &end)
            lines.loop = max(lines.loop, length)


cdef inline int gap(int place, int other) noexcept nogil:
    """Tiles it takes at least to lead a line from one cell to another, both included."""
    cdef int q = (place >> 7) - (other >> 7)
    cdef int r = (place & 127) - (other & 127)
    return 1 + max(max(q, -q), max(max(r, -r), max(q + r, -q - r)))


cdef int joined_most(const Lines* lines, uint64_t used, int start, int end, int sum, int left, int most) noexcept nogil:
    """The most points of a line that goes on from `end` with `left` tiles yet, or `most` if that is more.

    `start` is its other end. Each line it joins takes one tile at least.
    """
    cdef int i, k, cost
    if 2 * (sum + left * (1 + lines.line)) <= most:
        return most
    most = max(most, sum + left)
    if gap(start, end) <= left:
        most = max(most, 2 * (sum + left))
    for i in range(lines.count):
        if used >> i & 1:
            continue
        for k in range(2):
            cost = gap(end, lines.end[i][k])
            if cost <= left:
                most = joined_most(lines, used | <uint64_t>1 << i, start, lines.end[i][1 - k],
                                   sum + cost + lines.length[i], left - cost, most)
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
                most = joined_most(lines, <uint64_t>1 << i, lines.end[i][1 - k], lines.end[i][k], lines.length[i],
                                   left, most)
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


cdef inline int64_t points_of(const Lines* lines) noexcept nogil:
    return max(lines.line, 2 * lines.loop)


cdef void ends_fill(const Body* b, const Lines* lines, uint8_t* joins, uint8_t* closes) noexcept nogil:
    """By empty cell: tiles of all lines that end there, which one tile joins (X3.4), and of a line that it closes."""
    cdef int i, k
    cdef int node = 0
    memset(joins, 0, NODES)
    memset(closes, 0, NODES)
    for i in range(lines.count):
        for k in range(2):
            node = find(b, lines.end[i][k])
            joins[node] += lines.length[i]
        if lines.end[i][0] == lines.end[i][1]:
            closes[node] = lines.length[i]


cdef void last_tile(const State* s, const Lines* lines, int64_t* points) noexcept nogil:
    """The scores of two seats when the seat to move has laid the last tile as its lead wants it."""
    cdef Body* b = <Body*>s.body        # not const only so that `nodes` may choose a list
    cdef uint8_t* nodes = &b.open_[0] if s.phase == FREE else &b.forced[0]
    cdef int total = b.open_count if s.phase == FREE else b.forced_count
    cdef int own = s.turn
    cdef int tile = b.hand[own][0]
    cdef int64_t after[2]
    cdef uint64_t base[5]
    cdef uint64_t hand = base_of(b.hand[own], 1, base)
    cdef uint8_t joins[2][NODES]
    cdef uint8_t closes[2][NODES]
    cdef bint linked[2]
    cdef bint found = False
    cdef int i, seat, node, made
    for seat in range(2):
        linked[seat] = LINK[tile][colour_of(s, seat)][0] != 0xFF
        if linked[seat]:
            ends_fill(b, &lines[seat], joins[seat], closes[seat])
    for i in range(total):
        node = nodes[i]
        if fit(base, hand, b.cell[node], False) == 0:
            continue
        for seat in range(2):
            after[seat] = points_of(&lines[seat])
            if linked[seat]:
                made = 2 * closes[seat][node] + 2 if closes[seat][node] else joins[seat][node] + 1
                after[seat] = max(after[seat], <int64_t>made)
        if not found or after[own] - after[1 - own] > points[own] - points[1 - own]:
            found = True
            points[0] = after[0]
            points[1] = after[1]


cdef void bounds(const State* s, int64_t* low, int64_t* high) noexcept nogil:
    """A score never falls: a line grows, or becomes a loop, which counts twice. Of one tile left it is exact."""
    cdef const Body* b = <const Body*>s.body
    cdef Map m
    cdef Lines lines[SEATS]
    cdef int total = 0
    cdef int seat, other, i, colour, left
    map_fill(b, &m)
    for seat in range(s.seats):
        lines_fill(&m, b.laid_count, colour_of(s, seat), &lines[seat])
        low[seat] = high[seat] = points_of(&lines[seat])
        total += b.hand_count[seat]
    if s.over:
        return
    if total == 1 and s.seats == 2:
        last_tile(s, lines, low)
        high[0] = low[0]
        high[1] = low[1]
        return
    for seat in range(s.seats):
        colour = colour_of(s, seat)
        left = 0
        for other in range(s.seats):
            for i in range(b.hand_count[other]):
                left += LINK[b.hand[other][i]][colour][0] != 0xFF
        if left:
            high[seat] = max(low[seat], <int64_t>most_points(&lines[seat], left))
