"""What is hidden in Tantrix, the order of the bag: erased, filled anew, counted, and which unseen tiles fit a space.

Paragraphs of docs/rules/tantrix.md are cited as X2.1. This file knows no bytes and plays nothing.
"""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset
from tileengine._core.codes cimport VIEWER_ALL
from tileengine._core.random cimport Fast, fast_shuffle
from tileengine._core.state cimport State
from tileengine._core.parts.tantrix_board cimport (OCCUPIED, SEATS, TILES, UNKNOWN, Body, base_of, ctz, find, fit,
                                                   free_of_sides, restricted)


cdef uint64_t unknown_tiles(const Body* b) noexcept nogil:
    """Bits of the tiles that are neither on the table nor in a hand: those in the bag."""
    cdef uint64_t rest = (<uint64_t>1 << b.tiles) - 1
    cdef int i, j
    for i in range(b.laid_count):
        rest &= ~(<uint64_t>1 << (b.cell[b.laid[i]] >> 3 & 63))
    for i in range(SEATS):
        for j in range(b.hand_count[i]):
            rest &= ~(<uint64_t>1 << b.hand[i][j])
    return rest


cdef void observe(State* s) noexcept nogil:
    """What was drawn was drawn openly (X2.1); only what is still in the bag is erased."""
    cdef Body* b = <Body*>s.body
    memset(b.order + b.next, UNKNOWN, b.order_count - b.next)


cdef void resample(State* s, Fast* fast) noexcept nogil:
    cdef Body* b = <Body*>s.body
    cdef uint64_t rest = unknown_tiles(b)
    cdef int count = 0
    while rest:
        b.order[b.next + count] = <uint8_t>ctz(rest)
        rest &= rest - 1
        count += 1
    fast_shuffle(fast, b.order + b.next, count)


cdef int unseen(const State* s, uint8_t* by_piece) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef uint64_t rest = unknown_tiles(b) if s.viewer != VIEWER_ALL else 0
    cdef int count = 0
    memset(by_piece, 0, TILES)
    while rest:
        by_piece[ctz(rest)] = 1
        rest &= rest - 1
        count += 1
    return count


cdef int fits(const State* s, int place, uint8_t* by_piece) noexcept nogil:
    """X3.4 and X5, for every tile that is not on the table yet, whoever has it and whatever the phase."""
    cdef const Body* b = <const Body*>s.body
    cdef uint64_t base[5]
    cdef uint64_t rest = ((<uint64_t>1 << b.tiles) - 1)
    cdef int node = find(b, place)
    cdef int count = 0
    cdef int i
    cdef uint8_t tile
    memset(by_piece, 0, TILES)
    if node < 0 or b.cell[node] & <uint32_t>OCCUPIED or (restricted(b) and not free_of_sides(b, node)):
        return 0
    for i in range(b.laid_count):
        rest &= ~(<uint64_t>1 << (b.cell[b.laid[i]] >> 3 & 63))
    while rest:
        tile = <uint8_t>ctz(rest)
        rest &= rest - 1
        by_piece[tile] = fit(base, base_of(&tile, 1, base), b.cell[node], restricted(b)) != 0
        count += by_piece[tile]
    return count
