"""How good a placement of Tantrix looks at first sight: the lines it makes longer, its own against the others'.

It knows no turn order, no hand and no search.
"""
from libc.stdint cimport uint32_t
from tileengine._core.action cimport action_piece, action_place, action_rotation
from tileengine._core.parts.tantrix_board cimport LINK, OCCUPIED, Body, colour_of, find, joined, step
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
