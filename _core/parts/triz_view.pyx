"""Triz: what a person sees - cells, jewels, zones, open sites, and the groups of jewels with their outlines.

One unit is the side of an arm. Corner e of the jewel at E is numbered anticlockwise from the middle of the cross;
edge e runs from corner e to the next. Rules are cited by paragraph of docs/rules/triz.md. This file decides nothing.
"""
from libc.math cimport NAN
from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libc.string cimport memset
from tileengine._core.action cimport Filter
from tileengine._core.codes cimport ANY, NO_PLACE, VIEWER_ALL
from tileengine._core.ops cimport GameOps
from tileengine._core.registry cimport ops_by_id
from tileengine._core.state cimport State
from tileengine._core.parts.triz_board cimport (BY_LOOK, Body, FIELD_SIZE, FLIP, JEWELS, Jewels, LOOK, SIDE, STEP,
                                                STRIDE, TRIPLES, TRIPLES_DEALT, TYPES, colour_at, empty_sites,
                                                jewels_join, root, seat_colours, seat_triples, sees_hand, triz_fits,
                                                triz_low)
from tileengine._core.view cimport (Art, View, art_point, art_stroke, view_counter, view_feature, view_item, view_mark,
                                    view_piece, view_point, view_zone)

cdef double[5] CORNER_X = [0.0, 0.5, 1.5, 1.5, 0.5]
cdef double[5] CORNER_Y = [0.0, -0.5, -0.5, 0.5, 0.5]


cdef void corner(int place, int position, int e, double* x, double* y) noexcept nogil:
    cdef double cx = 0
    cdef double cy = 0
    if place != NO_PLACE:       # Z2.1
        cx = 2 * (place >> 5) - (place & 31)
        cy = (place >> 5) + 2 * (place & 31)
    if position == 0:
        x[0] = cx + CORNER_X[e]
        y[0] = cy + CORNER_Y[e]
    elif position == 1:
        x[0] = cx - CORNER_Y[e]
        y[0] = cy + CORNER_X[e]
    elif position == 2:
        x[0] = cx - CORNER_X[e]
        y[0] = cy - CORNER_Y[e]
    else:
        x[0] = cx + CORNER_Y[e]
        y[0] = cy - CORNER_X[e]


cdef int triz_polygon(int place, float* xy) noexcept nogil:
    cdef int position, e
    cdef double x, y
    if place < 0 or (place >> 5) >= SIDE or (place & 31) >= SIDE:
        return 0
    for position in range(4):
        for e in range(3):
            corner(place, position, e + 1, &x, &y)
            xy[2 * (3 * position + e)] = <float>x
            xy[2 * (3 * position + e) + 1] = <float>y
    return 12


cdef void triz_draw(int place, int piece, int rotation, Art* art) noexcept nogil:
    cdef int position, e
    cdef double x, y
    if piece < 0 or piece >= TYPES or rotation < 0 or rotation >= 8:
        return
    for position in range(4):
        art_stroke(art, colour_at(LOOK[piece][rotation], position), True)
        for e in range(5):
            corner(place, position, e, &x, &y)
            art_point(art, x, y)


cdef bint cross(const Body* b, int* cell, int* position, int* e) noexcept nogil:
    """Goes to the other side of an edge if a jewel of the same colour lies there (Z2.3); says whether it did."""
    cdef int i = position[0]
    cdef int to = cell[0]
    cdef int other, edge
    if e[0] == 0:
        other, edge = i + 3, 4
    elif e[0] == 4:
        other, edge = i + 1, 0
    elif e[0] == 1:
        to += STEP[(i + 3) & 3]
        other, edge = i + 1, 2
    elif e[0] == 2:
        to += STEP[i]
        other, edge = i + 3, 1
    else:
        to += STEP[i]
        other, edge = i + 2, 3
    if b.look[to] == 0 or colour_at(b.look[to], other) != colour_at(b.look[cell[0]], i):
        return False
    cell[0] = to
    position[0] = other & 3
    e[0] = edge
    return True


cdef void outline(const State* s, const Jewels* j, int jewel, uint8_t* walked, View* v) noexcept nogil:
    """Adds the closed lines round a group that begin at a jewel and have not been walked yet, group on the left."""
    cdef const Body* b = <const Body*>s.body
    cdef int first, cell, position, e, at
    cdef double x, y
    for first in range(5):
        cell = j.cell[jewel >> 2]
        position = jewel & 3
        e = first
        if walked[jewel] >> e & 1 or cross(b, &cell, &position, &e):
            continue
        if v.features[v.features_count - 1].points_count:
            view_point(v, NAN, NAN)
        at = jewel
        while not walked[at] >> e & 1:
            walked[at] |= <uint8_t>(1 << e)
            corner(cell - STRIDE, position, e, &x, &y)
            view_point(v, x, y)
            e = (e + 1) % 5
            while cross(b, &cell, &position, &e):
                e = (e + 1) % 5
            at = j.number[cell] + position


cdef void view_groups(const State* s, View* v) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef Jewels j
    cdef uint8_t walked[JEWELS]
    cdef int i, k, seat, colour, owner
    jewels_join(s, &j)
    memset(walked, 0, JEWELS)
    for i in range(4 * j.count):
        if j.parent[i] != i:
            continue
        colour = colour_at(b.look[j.cell[i >> 2]], i)
        owner = ANY
        for seat in range(s.seats):
            if seat_colours(s, seat) >> colour & 1:
                owner = seat
        view_feature(v, b"group", owner, colour, j.size[i], True)
        for k in range(i, 4 * j.count):
            if root(&j, k) == i:
                view_item(v, j.cell[k >> 2] - STRIDE, k & 3, -1)
                outline(s, &j, k, walked, v)


cdef void view_open(const State* s, View* v) noexcept nogil:
    """Marks where the seat to move can lay something, or for who does not know its hand where some piece fits."""
    cdef const GameOps* ops = ops_by_id(s.game)
    cdef Filter f
    cdef uint8_t by_piece[TYPES]
    cdef int a, place, value
    cdef uint32_t columns
    cdef bint known = sees_hand(s, s.turn)
    f.kind = f.piece = ANY
    for a in range(s.options[FIELD_SIZE]):
        columns = empty_sites(s, a)
        while columns:
            place = a * STRIDE + triz_low(columns)
            columns &= columns - 1
            if known:
                f.place = place
                value = ops.count_legal(s, &f)
            else:
                value = triz_fits(s, place, by_piece)
            if value:
                view_mark(v, b"open", place, s.turn if known else ANY, value)


cdef int distinct_bits(int mask) noexcept nogil:
    cdef int n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


cdef void triz_view(const State* s, View* v) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef const uint16_t* piece_of = BY_LOOK[s.options[FLIP]]
    cdef int zone, seat, a, i, place, found, mask
    cdef uint32_t columns
    cdef int n = 0
    zone = view_zone(v, b"board", ANY, b.laid, False)
    for a in range(s.options[FIELD_SIZE]):
        columns = b.rows[a + 1]
        while columns:
            place = a * STRIDE + triz_low(columns)
            columns &= columns - 1
            found = piece_of[b.look[place + STRIDE]] - 1
            view_piece(v, zone, found >> 3, place, found & 7, n)
            n += 1
    for seat in range(s.seats):
        zone = view_zone(v, b"hand", seat, b.hand_size[seat], not sees_hand(s, seat))
        for i in range(b.hand_size[seat]):
            view_piece(v, zone, b.hand[seat][i] if sees_hand(s, seat) else -1, NO_PLACE, 0, i)
    zone = view_zone(v, b"stock", ANY, b.total - b.drawn, s.viewer != VIEWER_ALL)
    if s.viewer == VIEWER_ALL:
        for i in range(b.drawn, b.total):
            view_piece(v, zone, b.order[i], NO_PLACE, 0, i - b.drawn)
    if s.options[TRIPLES_DEALT]:
        for seat in range(s.seats):
            mask = b.triples & seat_triples(s, seat)
            zone = view_zone(v, b"triples", seat, distinct_bits(mask), False)
            n = 0
            for i in range(12):
                if mask >> i & 1:
                    view_piece(v, zone, TRIPLES + i, NO_PLACE, 0, n)
                    n += 1
        for seat in range(s.seats):
            zone = view_zone(v, b"discard", seat, b.discard_size[seat], not sees_hand(s, seat))
            for i in range(b.discard_size[seat]):
                view_piece(v, zone, b.discard[seat][i] if sees_hand(s, seat) else -1, NO_PLACE, 0, i)
    view_counter(v, b"laid", ANY, b.laid)
    view_counter(v, b"stock", ANY, b.total - b.drawn)
    view_counter(v, b"passes", ANY, b.passes)
    if not s.over:
        view_open(s, v)
    view_groups(s, v)
