"""Triz: makes the tables of triz_board.pxd, and answers what needs the whole board: what fits, which jewels join.

What a site asks of a piece is the sum of up to four entries of MATCHES, one for each neighbour: eight counts of four
bits, one for each orientation, so that one addition judges a piece in all its orientations at once. Rules are cited
by paragraph of docs/rules/triz.md. This file knows no moves, no bytes and no drawing.
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libc.string cimport memcpy, memset
from tileengine._core.state cimport State

STEP[:] = [STRIDE, 1, -STRIDE, -1]


# -- tables ------------------------------------------------------------------------------------------------------------

cdef int ring_look(int p, int q, int r, int t) noexcept nogil:
    return p | q << 2 | r << 4 | t << 6


cdef void make_rings() noexcept:
    """Piece ids: four colours 0..5, a,a,b,c 6..29, a,b,a,c 30..41, a,a,a,b 42..53, each in the order of its letters."""
    cdef int a, b, c, at = 0
    for b in range(1, 4):
        for c in range(1, 4):
            if b != c:
                RING[at] = ring_look(0, b, c, 6 - b - c)
                at += 1
    for a in range(4):
        for b in range(4):
            for c in range(4):
                if a != b and a != c and b != c:
                    RING[at] = ring_look(a, a, b, c)
                    at += 1
    for a in range(4):
        for b in range(4):
            for c in range(b + 1, 4):
                if a != b and a != c:
                    RING[at] = ring_look(a, b, a, c)
                    at += 1
    for a in range(4):
        for b in range(4):
            if a != b:
                RING[at] = ring_look(a, a, a, b)
                at += 1


cdef void make_looks() noexcept:
    cdef int piece, k, i, flip, shown
    for piece in range(TYPES):
        for k in range(8):
            shown = 0
            for i in range(4):
                if k & 4:
                    shown |= colour_at(RING[piece], 3 - ((i - k) & 3)) << (2 * i)
                else:
                    shown |= colour_at(RING[piece], i - k) << (2 * i)
            LOOK[piece][k] = shown
    for flip in range(2):
        for piece in range(TYPES):
            # With flips the smaller of two mirror images stands for both (Z1.3).
            for k in range(8 if flip else 4):
                if BY_LOOK[flip][LOOK[piece][k]] == 0:
                    BY_LOOK[flip][LOOK[piece][k]] = 1 + (piece << 3 | k)
                    ORIENTATIONS[flip][piece] += 1


cdef void make_sets() noexcept:
    cdef int[3] three = [6, 5, 5]
    cdef int piece, flip, two
    for flip in range(2):
        for piece in range(TYPES):
            if ORIENTATIONS[flip][piece] == 0:
                continue
            COPIES[2][flip][piece] = 1
            for two in range(2):
                if piece >= TRIPLES or (piece >= DOUBLES and (flip or piece < 30)):
                    COPIES[two][flip][piece] = 1
    for piece in range(3):  # rings 0, 1, 2 and their mirror images 5, 3, 4
        COPIES[0][1][piece] = 12
        COPIES[1][1][piece] = three[piece]
        COPIES[1][0][piece] = 3
    for piece in range(DOUBLES):
        COPIES[0][0][piece] = 6
    COPIES[1][0][5] = 3
    COPIES[1][0][3] = COPIES[1][0][4] = 2


cdef void make_matches() noexcept:
    cdef int side, x, y, piece, k, row, own, after
    for side in range(4):
        for x in range(256):
            CONTACT[side][x] = side << 4 | colour_at(x, side + 2) << 2 | colour_at(x, side + 3)
        CONTACT[side][0] = ROWS - 1
        for x in range(4):
            for y in range(4):
                row = side << 4 | x << 2 | y
                for piece in range(TYPES):
                    for k in range(8):
                        own = colour_at(LOOK[piece][k], side)
                        after = colour_at(LOOK[piece][k], side + 1)
                        # Z2.3: own side meets both jewels, the next position only the first.
                        MATCHES[0][piece][row] |= <uint32_t>((own == x) + (own == y) + (after == x)) << (4 * k)
                        MATCHES[1][piece][row] |= <uint32_t>((own == x or own == y) << side
                                                             | (after == x) << ((side + 1) & 3)) << (4 * k)


cdef void make_renamings() noexcept:
    cdef int at = 0
    cdef int a, b, c, i, look, shown, which, flip, piece
    for a in range(4):
        for b in range(4):
            for c in range(4):
                if a != b and a != c and b != c:
                    RECOLOUR[at][0] = a
                    RECOLOUR[at][1] = b
                    RECOLOUR[at][2] = c
                    RECOLOUR[at][3] = 6 - a - b - c
                    at += 1
    for at in range(24):
        for look in range(256):
            shown = 0
            for i in range(4):
                shown |= RECOLOUR[at][colour_at(look, i)] << (2 * i)
            RECOLOURED[at][look] = shown
        for which in range(3):
            for flip in range(2):
                RENAMES[which][flip][at] = 1
                for piece in range(TYPES):
                    if COPIES[which][flip][piece] and (
                            COPIES[which][flip][recoloured(flip, at, piece)] != COPIES[which][flip][piece]):
                        RENAMES[which][flip][at] = 0


make_rings()
make_looks()
make_sets()
make_matches()
make_renamings()


# -- pieces ------------------------------------------------------------------------------------------------------------

cdef int dealt_triples(const State* s) noexcept nogil:
    cdef int mask = 0
    cdef int seat
    for seat in range(s.seats):
        mask |= seat_triples(s, seat)
    return mask


cdef int shuffled_pieces(const State* s, uint8_t* by_piece) noexcept nogil:
    """Counts the pieces of the dealt order: all but the triples that lie on the table; returns how many."""
    cdef int table = dealt_triples(s)
    cdef int piece
    cdef int total = 0
    memcpy(by_piece, copies(s), TYPES)
    for piece in range(TRIPLES, TYPES):
        by_piece[piece] -= table >> (piece - TRIPLES) & 1
    for piece in range(TYPES):
        total += by_piece[piece]
    return total


cdef bint fits_somewhere(const State* s, int piece) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef int flip = s.options[FLIP]
    cdef uint32_t mask = ONES if ORIENTATIONS[flip][piece] == 8 else 0x1111
    cdef Need need
    cdef uint32_t columns
    cdef int a
    for a in range(s.options[FIELD_SIZE]):
        if empty_sites(s, a) & ~touching(b, a):
            return True
    for a in range(s.options[FIELD_SIZE]):
        columns = empty_sites(s, a)
        while columns:
            need_fill(s, (a + 1) * STRIDE + triz_low(columns), &need)
            if fit(&need, s.options[MATCH_RULE], piece) & mask:
                return True
            columns &= columns - 1
    return False


cdef int triz_fits(const State* s, int place, uint8_t* by_piece) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef int n = 0
    cdef int piece
    cdef uint32_t mask
    cdef Need need
    memset(by_piece, 0, TYPES)
    if not on_field(s, place) or b.look[place + STRIDE]:
        return 0
    need_fill(s, place + STRIDE, &need)
    for piece in range(TYPES):
        mask = ONES if ORIENTATIONS[s.options[FLIP]][piece] == 8 else 0x1111
        if copies(s)[piece] and fit(&need, s.options[MATCH_RULE], piece) & mask:
            by_piece[piece] = 1
            n += 1
    return n


# -- jewels ------------------------------------------------------------------------------------------------------------

cdef inline void join(Jewels* j, int i, int k) noexcept nogil:
    """Joins two groups under the smaller number."""
    cdef int swap
    i = root(j, i)
    k = root(j, k)
    if i == k:
        return
    if i > k:
        swap = i
        i = k
        k = swap
    j.parent[k] = <uint16_t>i
    j.size[i] += j.size[k]


cdef void jewels_join(const State* s, Jewels* j) noexcept nogil:
    """Finds the groups of contiguous jewels of one colour (Z2.3, Z5.1)."""
    cdef const Body* b = <const Body*>s.body
    cdef int a, cell, side, i, k, n = 0
    cdef int mine, other
    cdef uint32_t columns
    for a in range(s.options[FIELD_SIZE]):
        columns = b.rows[a + 1]
        while columns:
            cell = (a + 1) * STRIDE + triz_low(columns)
            columns &= columns - 1
            j.cell[n] = <uint16_t>cell
            j.number[cell] = <uint16_t>(4 * n)
            for i in range(4 * n, 4 * n + 4):
                j.parent[i] = <uint16_t>i
                j.size[i] = 1
            mine = b.look[cell]
            for i in range(4):
                if colour_at(mine, i) == colour_at(mine, i + 1):
                    join(j, 4 * n + i, 4 * n + ((i + 1) & 3))
            for side in range(2, 4):    # the neighbours that come before this one
                other = b.look[cell + STEP[side]]
                if other == 0:
                    continue
                k = j.number[cell + STEP[side]]
                if colour_at(mine, side) == colour_at(other, side + 2):
                    join(j, 4 * n + side, k + ((side + 2) & 3))
                if colour_at(mine, side) == colour_at(other, side + 3):
                    join(j, 4 * n + side, k + ((side + 3) & 3))
                if colour_at(mine, side + 1) == colour_at(other, side + 2):
                    join(j, 4 * n + ((side + 1) & 3), k + ((side + 2) & 3))
            n += 1
    j.count = n
