"""How good a move of Triominos looks at first sight: its points, the bridge or hexagon it makes, going out.

It knows no search, and of the racks only what the rules have put into the state.
"""
from libc.stdint cimport uint32_t, uint64_t
from tileengine._core.action cimport DRAW, PLACE, action_kind, action_piece, action_place
from tileengine._core.parts.triominos_table cimport (ALL_ROUND, BRIDGE_RULE, CORNER, PHASE_OPEN, RING, SUM, Body,
                                                     pool_count, slot_of, total)
from tileengine._core.snapshot cimport snapshot_hash
from tileengine._core.state cimport State


cdef int shape_points(const State* s, int place, int piece) noexcept nogil:
    """What T5.2 and T5.3 give for a placement, without making it."""
    cdef const Body* b = <const Body*>s.body
    cdef int kind = place & 1
    cdef int hexagons = 0
    cdef int shared = 0
    cdef bint touching = True
    cdef int k, ring
    for k in range(3):
        ring = b.points[slot_of(b, (place >> 1) + CORNER[kind][k])] & ALL_ROUND
        touching = touching and ring != 0
        shared += ring >> (RING[kind][k] + 1) % 6 & 1
        hexagons += (ring | 1 << RING[kind][k]) == ALL_ROUND
    if hexagons:
        return 40 + 10 * hexagons
    return 40 if touching and (shared == 1 or s.options[BRIDGE_RULE]) else 0


cdef double rate(const State* s, uint32_t action) noexcept nogil:
    """The points of a placement; a draw costs its price and the value of the tile that comes."""
    cdef const Body* b = <const Body*>s.body
    if action_kind(action) == PLACE:
        return (SUM[action_piece(action)] + shape_points(s, action_place(action), action_piece(action))
                + (25.0 if b.sizes[s.turn] == 1 else 0.0))
    return -12.0 if action_kind(action) == DRAW else 0.0


cdef int round_number(const State* s) noexcept nogil:
    return (<const Body*>s.body).round


cdef bint settled(const State* s) noexcept nogil:
    """With an empty pool, what one of two seats does not see is the other's rack."""
    return s.seats == 2 and s.phase != PHASE_OPEN and pool_count(s) == 0


cdef inline uint64_t mixed(uint64_t word) noexcept nogil:
    word *= <uint64_t>0xBF58476D1CE4E5B9ULL
    word ^= word >> 29
    word *= <uint64_t>0x94D049BB133111EBULL
    return word ^ word >> 32


cdef uint64_t key(const State* s) noexcept nogil:
    """GameOps.key: tiles and cells whatever their order, racks, totals, whose turn."""
    cdef const Body* b = <const Body*>s.body
    cdef uint64_t words[14]
    cdef int seat, i
    words[0] = s.turn | <uint64_t>s.phase << 8 | <uint64_t>b.drawn << 16 | <uint64_t>b.drawn_turn << 24
    words[1] = 0
    for i in range(b.layout_count):
        words[1] += mixed((b.layout[i] & 0x1FFFFF) + 1)     # place and tile; the rotation follows (T3.3)
    for seat in range(s.seats):
        words[2 + 2 * seat] = b.hands[seat]
        words[3 + 2 * seat] = <uint64_t>total(b, seat)
    return snapshot_hash(<const unsigned char*>words, 8 * (2 + 2 * s.seats))
