"""Legal moves of Triominos: the sets of tiles that fit each cell, each joined with the rack of the seat to move.

Paragraphs of docs/rules/triominos.md are cited as T6.1. This file plays nothing and knows no search.
"""
from libc.stdint cimport uint32_t, uint64_t, uint8_t
from libc.string cimport memcpy
from tileengine._core.action cimport (DRAW, PASS, PLACE, Filter, action_make, action_plain, filter_kind, filter_piece,
                                      filter_place)
from tileengine._core.codes cimport ANY, NO_PIECE, NO_PLACE
from tileengine._core.random cimport Fast, fast_below
from tileengine._core.state cimport State
from tileengine._core.parts.triominos_table cimport (CELLS, MAX_DRAWS, PHASE_OPEN, ROTATION, TILES, VOLUNTARY_DRAW,
                                                     Body, __builtin_ctzll, __builtin_popcountll, bit, pool_count)


cdef uint64_t playable(const State* s) noexcept nogil:
    """Tiles the seat to move can place."""
    cdef const Body* b = <const Body*>s.body
    return 0 if s.over else b.hands[s.turn] & b.open


cdef bint may_draw(const State* s, bint can_place) noexcept nogil:
    """T6.1, T6.3."""
    cdef const Body* b = <const Body*>s.body
    return (not s.over and s.phase != PHASE_OPEN and (not can_place or s.options[VOLUNTARY_DRAW])
            and pool_count(s) > 0 and (s.options[MAX_DRAWS] == 0 or b.drawn_turn < s.options[MAX_DRAWS]))


cdef bint may_pass(const State* s, bint can_place) noexcept nogil:
    return not s.over and not can_place and pool_count(s) == 0     # T6.4


cdef int legal(const State* s, const Filter* f, uint32_t* out, int capacity) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef uint64_t hand = playable(s)
    cdef bint can_place = hand != 0
    cdef uint32_t found[6 * CELLS]
    cdef uint32_t action
    cdef uint64_t tiles
    cdef int count = 0
    cdef int i, j, piece
    if f.piece != ANY:
        hand = hand & bit(f.piece) if 0 <= f.piece < TILES else 0
    if hand and filter_kind(f, PLACE):
        for i in range(b.cells_count):
            tiles = b.fits[i] & hand
            if not tiles or not filter_place(f, b.cells[i]):
                continue
            while tiles:
                piece = __builtin_ctzll(tiles)
                tiles &= tiles - 1
                action = action_make(PLACE, b.cells[i], piece, ROTATION[b.sides[i]][piece], 0)
                j = count       # few moves are legal: keep them sorted as they come
                while j > 0 and found[j - 1] > action:
                    found[j] = found[j - 1]
                    j -= 1
                found[j] = action
                count += 1
        if count > capacity:
            count = capacity
        memcpy(out, found, count * sizeof(uint32_t))
    if filter_place(f, NO_PLACE) and filter_piece(f, NO_PIECE) and count < capacity:
        if filter_kind(f, DRAW) and may_draw(s, can_place):
            out[count] = action_plain(DRAW)
            count += 1
        elif filter_kind(f, PASS) and may_pass(s, can_place):
            out[count] = action_plain(PASS)
            count += 1
    return count


cdef int count_legal(const State* s, const Filter* f) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef uint64_t hand = playable(s)
    cdef bint can_place = hand != 0
    cdef int count = 0
    cdef int i
    if f.piece != ANY:
        hand = hand & bit(f.piece) if 0 <= f.piece < TILES else 0
    if hand and filter_kind(f, PLACE):
        for i in range(b.cells_count):
            if b.fits[i] & hand and filter_place(f, b.cells[i]):
                count += __builtin_popcountll(b.fits[i] & hand)
    if filter_place(f, NO_PLACE) and filter_piece(f, NO_PIECE):
        count += filter_kind(f, DRAW) and may_draw(s, can_place)
        count += filter_kind(f, PASS) and may_pass(s, can_place)
    return count


cdef uint32_t sample(const State* s, Fast* fast) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef uint64_t hand = playable(s)
    cdef uint64_t tiles
    cdef uint8_t hits[CELLS]
    cdef int hits_count = 0
    cdef int count = 0
    cdef int i, piece, wanted
    if s.over:
        return 0
    if not hand:
        return action_plain(DRAW if may_draw(s, False) else PASS)
    for i in range(b.cells_count):
        tiles = b.fits[i] & hand
        if tiles:
            hits[hits_count] = <uint8_t>i
            hits_count += 1
            count += __builtin_popcountll(tiles)
    wanted = <int>fast_below(fast, count + may_draw(s, True))
    for i in range(hits_count):
        tiles = b.fits[hits[i]] & hand
        while tiles:
            if wanted == 0:
                piece = __builtin_ctzll(tiles)
                return action_make(PLACE, b.cells[hits[i]], piece, ROTATION[b.sides[hits[i]]][piece], 0)
            tiles &= tiles - 1
            wanted -= 1
    return action_plain(DRAW)
