"""Why a move of Tantrix is refused, or what forces it: the paragraph, the spaces and the numbers that it is about.

Paragraphs of docs/rules/tantrix.md are cited as X5.3; X5.9 gives the order of reasons. This file changes nothing.
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset
from tileengine._core.action cimport PLACE, action_extra, action_kind, action_piece, action_place, action_rotation
from tileengine._core.codes cimport GAME_OVER, ILLEGAL_MOVE, MALFORMED_MOVE, OK
from tileengine._core.ops cimport Reason, reason_clear, reason_number, reason_place, reason_say
from tileengine._core.state cimport State
from tileengine._core.parts.tantrix_board cimport (FREE, OCCUPIED, SHOWN, TILES, TURNED, Body, base_of, beside_forced,
                                                   find, fit, free_of_sides, on_board, restricted, step)


cdef void chain(const Body* b, int place, Reason* reason) noexcept nogil:
    """X5.3, X5.4: runs the closure as written and names the space it gives a fourth tile, then those filled on the way.

    Lowest place first. It never leaves the bounds of the tiles (X5.8), and this runs for refusals only.
    """
    cdef uint8_t full[16384]
    cdef uint16_t filled[SHOWN]
    cdef int shown = 0
    cdef int low_q = min(<int>(b.low >> 8 & 255), place >> 7)
    cdef int low_r = min(<int>(b.low & 255), place & 127)
    cdef int high_q = max(<int>(b.high >> 8 & 255), place >> 7)
    cdef int high_r = max(<int>(b.high & 255), place & 127)
    cdef int i, q, r, at, near, third, side
    memset(full, 0, sizeof(full))
    for i in range(b.laid_count):
        full[b.place[b.laid[i]]] = 1
    full[place] = 1
    while True:
        third = -1
        for q in range(low_q, high_q + 1):
            for r in range(low_r, high_r + 1):
                at = q << 7 | r
                if full[at]:
                    continue
                near = 0
                for side in range(6):
                    near += full[at + step(side)]
                if near > 3:
                    reason_place(reason, at)
                    for i in range(shown):
                        reason_place(reason, filled[i])
                    return
                if near == 3 and third < 0:
                    third = at
        if third < 0:
            return
        full[third] = 1
        if shown < SHOWN:
            filled[shown] = <uint16_t>third
            shown += 1


cdef bint makes_triple(const Body* b, int place, uint32_t colours, Reason* reason) noexcept nogil:
    """X5.1: would an empty cell beside the place have three links of one colour? Names those cells and colours."""
    cdef bint found = False
    cdef uint32_t cell, asked, colour
    cdef int side, other, i, like
    for side in range(6):
        other = find(b, place + step(side))
        if other < 0 or b.cell[other] & <uint32_t>OCCUPIED:
            continue
        cell = b.cell[other]
        colour = colours >> 4 * side & 15
        like = 1
        for i in range(6):
            asked = cell >> 4 * i & 15
            like += asked == colour
        if like >= 3:
            reason_place(reason, b.place[other])
            reason_number(reason, colour - 1)
            found = True
    return found


cdef int refuse(Reason* reason, const char* paragraph, const char* text) noexcept nogil:
    reason_say(reason, paragraph, text)
    return ILLEGAL_MOVE


cdef int refuse_place(const State* s, const Body* b, int place, int node, uint32_t colours,
                      Reason* reason) noexcept nogil:
    """Why a tile of the hand may not lie on a place turned so that it shows `colours` (X5.9: the order of reasons)."""
    cdef uint32_t asked
    cdef int side, i
    reason_place(reason, place)
    if node < 0 or b.laid_count == 0:
        return refuse(reason, b"X3.4", b"The tile does not touch the tiles on the table."
                      if b.laid_count else b"The first tile lies on (0,0).")
    if b.cell[node] & <uint32_t>OCCUPIED:
        return refuse(reason, b"X3.4", b"There is a tile on this space already.")
    if s.phase != FREE and b.cell[node] >> 24 < 3:
        reason.places_count = 0
        for i in range(b.forced_count):
            if fillable(s, b, b.forced[i]):
                reason_place(reason, b.place[b.forced[i]])
        return refuse(reason, b"X3.1", b"The forced spaces that a tile of the hand fits have to be filled first.")
    if s.phase == FREE and restricted(b) and b.cell[node] >> 24 < 3 and not free_of_sides(b, node):
        reason.places_count = 0
        if beside_forced(b, place, reason):
            return refuse(reason, b"X5.2", b"No fourth tile may lie beside a forced space.")
        chain(b, place, reason)
        return refuse(reason, b"X5.3", b"No tile may lie along a controlled side: the first space would get a fourth "
                      b"tile once the others are filled.")
    for side in range(6):
        asked = b.cell[node] >> 4 * side & 15
        if 0 < asked < 8 and asked != (colours >> 4 * side & 15):
            reason_place(reason, place + step(side))
            reason_number(reason, side)
    if reason.numbers_count:
        return refuse(reason, b"X3.4", b"Touching sides have to match; the numbers are the sides that do not.")
    reason.places_count = 0
    makes_triple(b, place, colours, reason)
    return refuse(reason, b"X5.1", b"A space would be left with three links of one colour; the numbers are colours.")


cdef bint fillable(const State* s, const Body* b, int node) noexcept nogil:
    cdef uint64_t base[5]
    cdef uint64_t hand = base_of(b.hand[s.turn], b.hand_count[s.turn], base)
    return fit(base, hand, b.cell[node], restricted(b)) != 0


cdef int explain(const State* s, uint32_t action, Reason* reason) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef uint64_t base[5]
    cdef int place = action_place(action)
    cdef uint8_t tile = <uint8_t>action_piece(action)
    cdef int rotation = action_rotation(action)
    cdef int node, i
    if reason != NULL:
        reason_clear(reason)
    if (action_kind(action) != PLACE or action_extra(action) or rotation >= 6 or tile >= TILES
            or place >= 1 << 14 or not on_board(place)):
        return MALFORMED_MOVE
    if s.over:
        return GAME_OVER
    i = 0
    while i < b.hand_count[s.turn] and b.hand[s.turn][i] != tile:
        i += 1
    if i == b.hand_count[s.turn]:
        return refuse(reason, b"X2.5", b"The tile is not in the hand of the seat to move.")
    node = find(b, place)
    if node >= 0 and not b.cell[node] & <uint32_t>OCCUPIED:
        base_of(&tile, 1, base)
        if (fit(base, <uint64_t>1 << rotation, b.cell[node], restricted(b))
                and (b.cell[node] >> 24 >= 3 if s.phase != FREE else not restricted(b) or free_of_sides(b, node))):
            if reason != NULL and s.phase != FREE:
                reason_say(reason, b"X3.1", b"A forced space that a tile of the hand fits has to be filled first.")
                reason_place(reason, place)
            return OK
    if reason == NULL:
        return ILLEGAL_MOVE
    return refuse_place(s, b, place, node, TURNED[tile << 3 | rotation], reason)
