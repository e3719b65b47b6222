"""How good a move of Triz looks at first sight: the groups of jewels it makes or joins. It knows no search."""
from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libc.string cimport memset
from tileengine._core.action cimport PASS, action_kind, action_piece, action_place, action_rotation
from tileengine._core.parts.triz_board cimport (CELLS, JEWELS, LOOK, STEP, STRIDE, Body, colour_at, seat_colours)
from tileengine._core.state cimport State


cdef inline bint visit(const Body* b, int cell, int laid_cell, int laid_look, int position, int colour, uint8_t* seen,
                       uint16_t* stack, int* top) noexcept nogil:
    """Puts a jewel of the colour on the stack unless it was seen before."""
    cdef int look = laid_look if cell == laid_cell else b.look[cell]
    position &= 3
    if look == 0 or colour_at(look, position) != colour or seen[cell] >> position & 1:
        return False
    seen[cell] |= <uint8_t>(1 << position)
    stack[top[0]] = <uint16_t>(cell << 2 | position)
    top[0] += 1
    return True


cdef int group_made(const Body* b, int cell, int look, int colour) noexcept nogil:
    """Size of the largest group of a colour (Z5.1) that a piece laid on an empty cell would belong to; 0: none."""
    cdef uint8_t seen[CELLS]
    cdef uint16_t stack[JEWELS]
    cdef int best = 0
    cdef int start, side, at, i, size, other
    cdef int top = 0
    memset(seen, 0, sizeof(seen))
    for start in range(4):
        if not visit(b, cell, cell, look, start, colour, seen, stack, &top):
            continue
        size = 0
        while top:
            top -= 1
            at = stack[top] >> 2
            i = stack[top] & 3
            size += 1
            visit(b, at, cell, look, i + 1, colour, seen, stack, &top)
            visit(b, at, cell, look, i + 3, colour, seen, stack, &top)
            # Z2.3: position i meets two jewels across side i and one across side i - 1.
            other = at + STEP[i]
            visit(b, other, cell, look, i + 2, colour, seen, stack, &top)
            visit(b, other, cell, look, i + 3, colour, seen, stack, &top)
            side = (i + 3) & 3
            visit(b, at + STEP[side], cell, look, side + 2, colour, seen, stack, &top)
        best = max(best, size)
    return best


cdef double triz_rate(const State* s, uint32_t action) noexcept nogil:
    """The largest group it makes or joins in an own colour, less half of that in the others' colours."""
    cdef const Body* b = <const Body*>s.body
    cdef int cell = action_place(action) + STRIDE
    cdef double value = 0
    cdef double theirs = 0
    cdef int own, others, colour, seat, look
    if action_kind(action) == PASS:
        return 0
    own = seat_colours(s, s.turn)
    others = 0
    for seat in range(s.seats):
        others |= seat_colours(s, seat)
    others &= ~own
    look = LOOK[action_piece(action)][action_rotation(action)]
    for colour in range(4):
        if own >> colour & 1:
            value += group_made(b, cell, look, colour)
        elif others >> colour & 1:
            theirs = max(theirs, <double>group_made(b, cell, look, colour))
    return value - 0.5 * theirs


cdef bint triz_settled(const State* s) noexcept nogil:
    """Without a stock, one of two seats does not see the other's hand, and what that seat discarded (Z6.3)."""
    cdef const Body* b = <const Body*>s.body
    cdef int other = 1 - s.turn
    return s.seats == 2 and b.drawn == b.total and (b.hand_size[other] == 0 or b.discard_size[other] == 0)
