"""Why a move of Triominos is refused, or what forces it: the paragraph, the cells and the numbers that it is about.

Paragraphs of docs/rules/triominos.md are cited as T3.2. This file changes nothing.
"""
from libc.stdint cimport uint32_t, uint64_t
from tileengine._core.action cimport (DRAW, PASS, PLACE, Filter, action_extra, action_kind, action_piece, action_place,
                                      action_plain, action_rotation)
from tileengine._core.codes cimport ANY, GAME_OVER, ILLEGAL_MOVE, MALFORMED_MOVE, OK
from tileengine._core.ops cimport Reason, reason_clear, reason_number, reason_place, reason_say
from tileengine._core.state cimport State
from tileengine._core.parts.triominos_moves cimport count_legal, may_draw, may_pass, playable
from tileengine._core.parts.triominos_table cimport (ACROSS, ALL_ROUND, CORNER, HIGHEST_TRIPLE, ORIGIN, PHASE_DRAWING,
                                                     PHASE_OPEN, RING, ROTATION, START, SUM, TILES, TRIPLES, VALUES,
                                                     VOLUNTARY_DRAW, Body, __builtin_ctzll, bit, cell_find,
                                                     place_exists, pool_count, slot_of)


cdef void reason_fits(const State* s, Reason* r, uint64_t tiles) noexcept nogil:
    """The cells where one of the tiles fits."""
    cdef const Body* b = <const Body*>s.body
    cdef int i
    for i in range(b.cells_count):
        if b.fits[i] & tiles:
            reason_place(r, b.cells[i])


cdef int explain_opening(const State* s, int place, int piece, Reason* r) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    if b.open & bit(piece):
        reason_say(r, "T2.6", "the opening tile lies at U(0,0) and is not turned")
        reason_place(r, ORIGIN)
        return ILLEGAL_MOVE
    if b.open & TRIPLES:
        reason_say(r, "T2.2", "the highest triple opens")
    else:
        reason_say(r, "T2.3", "nobody holds a triple, so the tile with the highest sum opens")
        reason_number(r, SUM[piece])
        reason_number(r, SUM[__builtin_ctzll(b.open)])
    reason_place(r, ORIGIN)
    return ILLEGAL_MOVE


cdef int explain_misfit(const State* s, int place, int piece, int rotation, Reason* r) noexcept nogil:
    """Why a tile of the hand does not lie on a place."""
    cdef const Body* b = <const Body*>s.body
    cdef int kind = place & 1
    cdef int base = place >> 1
    cdef int points[3]      # 0 where the corner touches nothing
    cdef int shown_value[3]
    cdef int k, n
    cdef int at = cell_find(b, place)
    cdef bint side = False
    for k in range(3):
        points[k] = b.points[slot_of(b, base + CORNER[kind][k])]
        shown_value[k] = VALUES[piece][k + rotation]
    reason_place(r, place)
    if points[0] >> RING[kind][0] & 1:
        reason_say(r, "T3.3", "the cell is covered")
        return ILLEGAL_MOVE
    if at < 0:
        if (points[0] | points[1] | points[2]) & ALL_ROUND:
            reason_say(r, "T3.1", "the cell touches the layout with a corner only; a tile needs a whole side")
        else:
            reason_say(r, "T3.1", "the cell has no laid tile beside it")
        return ILLEGAL_MOVE
    for k in range(3):
        n = (k + 1) % 3
        if (points[k] >> (RING[kind][k] + 1) % 6 & 1 and shown_value[k] == points[k] >> 8
                and shown_value[n] == points[n] >> 8):
            side = True
    for k in range(3):
        n = (k + 1) % 3
        if points[k] and shown_value[k] != points[k] >> 8:
            reason_number(r, k)
            reason_number(r, shown_value[k])
            reason_number(r, points[k] >> 8)
        if points[k] >> (RING[kind][k] + 1) % 6 & 1 and (
                shown_value[k] != points[k] >> 8 or shown_value[n] != points[n] >> 8):
            reason_place(r, (base + ACROSS[kind][k]) << 1 | (1 - kind))
    if side:
        reason_say(r, "T3.2", "a corner that touches a laid tile shows another number (corner, shown, needed)")
    else:
        reason_say(r, "T3.1", "no side matches a neighbour's two numbers (corner, shown, needed)")
    return ILLEGAL_MOVE


cdef int explain_place(const State* s, uint32_t action, Reason* r) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef int place = action_place(action)
    cdef int piece = action_piece(action)
    cdef int rotation = action_rotation(action)
    cdef int at
    cdef Filter any_move
    if (piece >= TILES or not place_exists(place) or rotation > 2 or action_extra(action)
            or (rotation and bit(piece) & TRIPLES)):
        return MALFORMED_MOVE
    if s.over:
        return GAME_OVER
    at = cell_find(b, place)
    if (at < 0 or not b.fits[at] & b.hands[s.turn] & bit(piece) or ROTATION[b.sides[at]][piece] != rotation):
        if not b.hands[s.turn] & bit(piece):
            reason_say(r, "T3.1", "the tile is not on the seat's rack")
            return ILLEGAL_MOVE
        if s.phase == PHASE_OPEN:
            return explain_opening(s, place, piece, r)
        return explain_misfit(s, place, piece, rotation, r)
    if r == NULL:
        return OK
    any_move.kind = any_move.place = any_move.piece = ANY
    if count_legal(s, &any_move) == 1:
        if s.phase == PHASE_OPEN and s.options[START] == HIGHEST_TRIPLE:
            reason_say(r, "T2.6", "this tile has to open the round")
        elif s.phase == PHASE_DRAWING:
            reason_say(r, "T6.1", "the drawn tile fits here only and is played at once")
        else:
            reason_say(r, "T6.3", "no other tile and no other cell fit, and who can place may not draw")
    return OK


cdef int explain(const State* s, uint32_t action, Reason* r) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef int kind = action_kind(action)
    cdef uint64_t tiles
    if r != NULL:
        reason_clear(r)
    if kind == PLACE:
        return explain_place(s, action, r)
    if (kind != DRAW and kind != PASS) or action != action_plain(kind):
        return MALFORMED_MOVE
    if s.over:
        return GAME_OVER
    tiles = playable(s)
    if may_draw(s, tiles != 0) if kind == DRAW else may_pass(s, tiles != 0):
        if not tiles and kind == DRAW:
            reason_say(r, "T6.1", "no tile of the rack fits, so the seat draws")
        elif kind == PASS:
            reason_say(r, "T6.4", "no tile of the rack fits and the pool is empty")
        return OK
    if s.phase == PHASE_OPEN:
        reason_say(r, "T2.6", "the round has to be opened with a tile")
        reason_place(r, ORIGIN)
    elif kind == PASS and tiles:
        reason_say(r, "T6.4", "only a seat that cannot place may pass")
        reason_fits(s, r, tiles)
    elif kind == PASS:
        reason_say(r, "T6.1", "the pool is not empty: who cannot place draws")
        reason_number(r, pool_count(s))
    elif tiles and not s.options[VOLUNTARY_DRAW]:
        reason_say(r, "T6.3", "only a seat that cannot place may draw")
        reason_fits(s, r, tiles)
    elif pool_count(s) == 0:
        reason_say(r, "T6.4", "the pool is empty")
    else:
        reason_say(r, "T6.1", "no more tiles may be drawn in this turn")
        reason_number(r, b.drawn_turn)
    return ILLEGAL_MOVE
