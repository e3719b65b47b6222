"""What a position of Triominos promises beyond its score: where a seat can place, and where that makes a shape.

What a seat holds is its rack if the viewer knows it, without what was drawn since the position was seen; else it may be
any tile that lies out of sight. What phases and passes tell about a rack (T9.3) is not used.
"""
from libc.stdint cimport int32_t, uint64_t
from tileengine._core.ops cimport ProspectDef
from tileengine._core.state cimport State
from tileengine._core.parts.triominos_play cimport shape_points
from tileengine._core.parts.triominos_table cimport (ALL, Body, __builtin_ctzll, __builtin_popcountll, bit, hand_value,
                                                     lots_count, rack_size, shown)

PROSPECTS[PLACEMENTS] = ProspectDef(
    b"placements", b"moves", b"Ways to place a tile of the seat's rack; known for a rack that the viewer knows.")
PROSPECTS[OPEN_CELLS] = ProspectDef(
    b"open_cells", b"cells", b"Cells where a tile fits that the seat holds or, its rack unknown, may hold.")
PROSPECTS[BRIDGE_CHANCES] = ProspectDef(
    b"bridge_chances", b"cells", b"Of these, the cells where such a tile makes a bridge.")
PROSPECTS[HEXAGON_CHANCES] = ProspectDef(
    b"hexagon_chances", b"cells", b"Of these, the cells where such a tile closes a hexagon.")
PROSPECTS[RACK_POINTS] = ProspectDef(
    b"rack_points", b"points", b"Sum of the numbers on the seat's rack; known for a rack that the viewer knows.")


cdef uint64_t drawn_since(const State* seen, const State* s) noexcept nogil:
    """The tiles that the seat to move at `seen` has drawn since."""
    cdef const Body* b = <const Body*>s.body
    cdef const Body* before = <const Body*>seen.body
    cdef int first = lots_count(s) + s.seats * rack_size(s.seats)
    cdef uint64_t tiles = 0
    cdef int i
    for i in range(before.drawn, b.drawn):
        tiles |= bit(b.order[first + i])
    return tiles


cdef uint64_t unseen_tiles(const State* seen) noexcept nogil:
    cdef const Body* b = <const Body*>seen.body
    cdef uint64_t tiles = ALL & ~b.laid
    cdef int i
    for i in range(seen.seats):
        if shown(seen, i):
            tiles &= ~b.hands[i]
    return tiles


cdef void prospects_fill(const State* seen, const State* s, int seat, int32_t* values) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef const Body* before = <const Body*>seen.body
    cdef uint64_t tiles, here
    cdef bint known
    cdef int i, points
    for i in range(PROSPECTS_COUNT):
        values[i] = -1
    if s.over or b.round != before.round:
        return
    if shown(seen, seat):
        tiles = b.hands[seat] & ~drawn_since(seen, s)
        known = True
    else:
        tiles = unseen_tiles(seen)
        known = __builtin_popcountll(tiles) == b.sizes[seat]    # all that is out of sight
    values[OPEN_CELLS] = values[BRIDGE_CHANCES] = values[HEXAGON_CHANCES] = 0
    if known:
        values[PLACEMENTS] = 0
        if __builtin_popcountll(tiles) == b.sizes[seat]:
            values[RACK_POINTS] = hand_value(tiles)
    if b.layout_count == 0:     # T2.6: one cell, and the opener's alone
        if seat == s.turn:
            values[OPEN_CELLS] = 1
            if known:
                values[PLACEMENTS] = __builtin_popcountll(b.fits[0] & tiles)
        return
    for i in range(b.cells_count):
        here = b.fits[i] & tiles
        if here == 0:
            continue
        if known:
            values[PLACEMENTS] += __builtin_popcountll(here)
        values[OPEN_CELLS] += 1
        points = shape_points(s, b.cells[i], __builtin_ctzll(here))
        values[BRIDGE_CHANCES] += points == 40      # T5.2, T5.3: whatever tile it is
        values[HEXAGON_CHANCES] += points > 40
