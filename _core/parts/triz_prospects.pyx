"""What a position of Triz promises beyond its score: where the largest group of a seat's colour can grow, and by what.

What a seat can lay are its triples on the table and its hand if the viewer sees it, without the piece that was drawn
since the position was seen; else any piece that lies out of sight. What passes tell of a hand (Z8.6) is not used.
"""
from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.string cimport memset
from tileengine._core.ops cimport ProspectDef
from tileengine._core.state cimport State
from tileengine._core.parts.triz_board cimport (COLOUR, FIELD_SIZE, FLIP, LOOK, MATCH_RULE, ONES, ORIENTATIONS, STEP,
                                                STRIDE, TRIPLES, TYPES, Body, Jewels, Need, colour_at, empty_sites,
                                                fit, jewels_join, need_fill, seat_triples, sees_hand, touching,
                                                triz_low, two_colours)
from tileengine._core.parts.triz_hidden cimport triz_unseen
from tileengine._core.parts.triz_play cimport group_made

PROSPECTS[LARGEST_NEXT] = ProspectDef(
    b"largest_next", b"jewels",
    b"The largest group of the seat's first colour that there can be after one more piece of the seat's.")
PROSPECTS[OTHER_COLOUR_NEXT] = ProspectDef(
    b"other_colour_next", b"jewels", b"The same of its second colour; 0 where a seat has one colour.")
PROSPECTS[GROWTH_SITES] = ProspectDef(
    b"growth_sites", b"sites", b"Sites where the seat could make the largest group of a colour of its own larger.")
PROSPECTS[GROWTH_PIECES] = ProspectDef(
    b"growth_pieces", b"pieces", b"Different pieces that the seat holds, or may hold, that fit there and do so.")


cdef void may_lay(const State* seen, const State* s, int seat, uint8_t* by_piece) noexcept nogil:
    """Marks the pieces that the seat can lay as far as the viewer knows."""
    cdef const Body* b = <const Body*>s.body
    cdef const Body* before = <const Body*>seen.body
    cdef int mask = b.triples & seat_triples(s, seat)
    cdef int i
    memset(by_piece, 0, TYPES)
    if b.hand_size[seat] == 0:      # Z6.3
        return
    if sees_hand(seen, seat):
        for i in range(b.hand_size[seat]):
            by_piece[b.hand[seat][i]] += 1
        if seat == seen.turn:
            for i in range(before.drawn, b.drawn):
                by_piece[b.order[i]] -= 1
    else:
        triz_unseen(seen, by_piece)
    for i in range(12):
        by_piece[TRIPLES + i] += mask >> i & 1


cdef inline bint beside_colour(const Body* b, int cell, int colour) noexcept nogil:
    """Whether a jewel of the colour would meet a piece on this cell (Z2.3)."""
    cdef int side, look
    for side in range(4):
        look = b.look[cell + STEP[side]]
        if look and (colour_at(look, side + 2) == colour or colour_at(look, side + 3) == colour):
            return True
    return False


# One colour of a seat: the largest group now and after one more piece, and the pieces that make it larger.
cdef struct Growth:
    int colour
    int largest
    int most
    uint8_t* pieces


cdef bint site_grows(const State* s, int cell, const uint8_t* by_piece, Growth* g) noexcept nogil:
    """What the marked pieces make of a colour on a site; whether one makes its largest group larger."""
    cdef const Body* b = <const Body*>s.body
    cdef int made[16]       # by the positions that show the colour; the other jewels don't matter
    cdef bint grows = False
    cdef uint32_t turns
    cdef int piece, k, i, shape, look
    cdef Need need
    memset(made, 0, sizeof(made))
    need_fill(s, cell, &need)
    for piece in range(TYPES):
        if by_piece[piece] == 0:
            continue
        turns = fit(&need, s.options[MATCH_RULE], piece)
        turns &= <uint32_t>ONES if ORIENTATIONS[s.options[FLIP]][piece] == 8 else <uint32_t>0x1111
        while turns:
            k = triz_low(turns) >> 2
            turns &= turns - 1
            look = LOOK[piece][k]
            shape = 0
            for i in range(4):
                shape |= (colour_at(look, i) == g.colour) << i
            if shape == 0:
                continue
            if made[shape] == 0:
                made[shape] = group_made(b, cell, look, g.colour)
            g.most = max(g.most, made[shape])
            if made[shape] > g.largest:
                g.pieces[piece] = 1
                grows = True
    return grows


cdef void triz_prospects_fill(const State* seen, const State* s, int seat, int32_t* values) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef Growth growth[2]
    cdef Growth* g
    cdef uint8_t by_piece[TYPES]
    cdef uint8_t pieces[TYPES]
    cdef Jewels j
    cdef int colours = 2 if two_colours(s.options) else 1
    cdef int lone = -1      # what one site without neighbours gives, they all give
    cdef int a, i, k, cell
    cdef bint grows
    cdef uint32_t columns, beside
    for i in range(PROSPECTS_COUNT):
        values[i] = -1 if s.over else 0
    if s.over:
        return
    may_lay(seen, s, seat, by_piece)
    memset(pieces, 0, TYPES)
    jewels_join(s, &j)
    for k in range(colours):
        g = &growth[k]
        g.colour = s.options[COLOUR + seat + 2 * k]
        g.pieces = pieces
        g.largest = 0
        for i in range(4 * j.count):
            if j.parent[i] == i and colour_at(b.look[j.cell[i >> 2]], i) == g.colour:
                g.largest = max(g.largest, j.size[i])
        g.most = g.largest
    for a in range(s.options[FIELD_SIZE]):
        columns = empty_sites(s, a)
        beside = touching(b, a)
        while columns:
            i = triz_low(columns)
            columns &= columns - 1
            cell = (a + 1) * STRIDE + i
            if not beside >> i & 1 and lone >= 0:
                values[GROWTH_SITES] += lone
                continue
            grows = False
            for k in range(colours):
                # A piece by itself makes a group of three at most.
                if growth[k].largest < 3 or beside_colour(b, cell, growth[k].colour):
                    grows |= site_grows(s, cell, by_piece, &growth[k])
            if not beside >> i & 1:
                lone = grows
            values[GROWTH_SITES] += grows
    values[LARGEST_NEXT] = growth[0].most
    if colours == 2:
        values[OTHER_COLOUR_NEXT] = growth[1].most
    for i in range(TYPES):
        values[GROWTH_PIECES] += pieces[i]
