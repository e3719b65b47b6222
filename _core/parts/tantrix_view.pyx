"""What a person sees of Tantrix: zones, marks, each seat's best line or loop, and how tiles are drawn (X12).

It reads a position and decides nothing.
"""
from libc.math cimport cos, sin, sqrt
from libc.stdint cimport uint64_t
from libc.string cimport memcpy
from tileengine._core.codes cimport NO_PLACE, VIEWER_ALL
from tileengine._core.state cimport State
from tileengine._core.parts.tantrix_board cimport (ARC, FREE, LINK, Body, Path, base_of, beside_forced, colour_of, fit,
                                                   free_of_sides, longest, on_board, ones, restricted)
from tileengine._core.parts.tantrix_forms cimport piece_write
from tileengine._core.view cimport (Art, View, art_label, art_point, art_stroke, view_counter, view_feature, view_item,
                                    view_mark, view_piece, view_point, view_zone)

cdef double ROOT3 = sqrt(3.0)
cdef double PI = 3.141592653589793


cdef inline void centre(int place, double* x, double* y) noexcept nogil:
    """Of a cell, sides one unit long, N upwards."""
    cdef int q = (place >> 7) - 64
    cdef int r = (place & 127) - 64
    x[0] = 1.5 * q
    y[0] = -ROOT3 * (r + 0.5 * q)


cdef int arc(int a, int b, double* xy) noexcept nogil:
    """A link from the middle of side a to that of side b round the origin: a line, or ARC points of a circle."""
    cdef double mid[2][2]
    cdef double hub[2]
    cdef double angle, reach, t, from_a, from_b
    cdef int gap = (b - a + 6) % 6
    cdef int i
    for i in range(2):
        angle = PI / 2 - PI / 3 * (b if i else a)
        mid[i][0] = ROOT3 / 2 * cos(angle)
        mid[i][1] = ROOT3 / 2 * sin(angle)
    if gap == 3:
        memcpy(xy, mid, sizeof(mid))
        return 2
    # Round the corner between two neighbouring sides, or round the centre of the cell between two others.
    angle = PI / 2 - PI / 6 * (a + b + (6 if a - b > 3 or b - a > 3 else 0))   # the side half-way between
    reach = 1.0 if gap == 1 or gap == 5 else ROOT3
    hub[0] = reach * cos(angle)
    hub[1] = reach * sin(angle)
    angle = 2 * PI / 3 if gap == 1 or gap == 5 else PI / 3
    for i in range(ARC):
        t = <double>i / (ARC - 1)
        from_a = sin((1 - t) * angle) / sin(angle)
        from_b = sin(t * angle) / sin(angle)
        xy[2 * i] = hub[0] + from_a * (mid[0][0] - hub[0]) + from_b * (mid[1][0] - hub[0])
        xy[2 * i + 1] = hub[1] + from_a * (mid[0][1] - hub[1]) + from_b * (mid[1][1] - hub[1])
    return ARC


cdef int polygon(int place, float* xy) noexcept nogil:
    cdef double x = 0
    cdef double y = 0
    cdef int i
    if not 0 <= place < 1 << 14 or not on_board(place):
        return 0
    centre(place, &x, &y)
    for i in range(6):
        xy[2 * i] = <float>(x + cos(PI / 3 * i))
        xy[2 * i + 1] = <float>(y + sin(PI / 3 * i))
    return 6


cdef void draw_tile(int place, int piece, int rotation, Art* art) noexcept nogil:
    cdef double xy[2 * ARC]
    cdef double x = 0
    cdef double y = 0
    cdef char text[4]
    cdef int colour, count, i
    if place != NO_PLACE:
        centre(place, &x, &y)
    for colour in range(4):
        if LINK[piece][colour][0] == 0xFF:
            continue
        art_stroke(art, colour, False)
        count = arc((LINK[piece][colour][0] + rotation) % 6, (LINK[piece][colour][1] + rotation) % 6, xy)
        for i in range(count):
            art_point(art, x + xy[2 * i], y + xy[2 * i + 1])
    text[piece_write(piece, text)] = 0
    art_label(art, x, y, text)


cdef void view_path(const Body* b, View* v, const char* name, int seat, int colour, int value,
                    const Path* path) noexcept nogil:
    """A line or loop: its tiles in order with the sides it enters and leaves by, and one polyline through them."""
    cdef double xy[2 * ARC]
    cdef double x = 0
    cdef double y = 0
    cdef int i, j, count, place
    view_feature(v, name, seat, colour, value, path.closed)
    for i in range(path.count):
        place = b.place[path.node[i]]
        view_item(v, place, path.enter[i], path.leave[i])
        centre(place, &x, &y)
        count = arc(path.enter[i], path.leave[i], xy)
        for j in range(0 if i == 0 and not path.closed else 1, count):      # neighbours share a point
            view_point(v, x + xy[2 * j], y + xy[2 * j + 1])


cdef void view(const State* s, View* v) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef Path line, loop
    cdef uint64_t base[5]
    cdef uint64_t hand = base_of(b.hand[s.turn], b.hand_count[s.turn], base)
    cdef int i, j, zone, node, place
    zone = view_zone(v, b"board", -1, b.laid_count, False)
    for i in range(b.laid_count):
        node = b.laid[i]
        view_piece(v, zone, b.cell[node] >> 3 & 63, b.place[node], b.cell[node] & 7, i)
    for i in range(s.seats):
        zone = view_zone(v, b"hand", i, b.hand_count[i], False)
        for j in range(b.hand_count[i]):
            view_piece(v, zone, b.hand[i][j], NO_PLACE, 0, j)
    zone = view_zone(v, b"bag", -1, b.order_count - b.next, s.viewer != VIEWER_ALL)
    if s.viewer == VIEWER_ALL:
        for i in range(b.next, b.order_count):
            view_piece(v, zone, b.order[i], NO_PLACE, 0, i - b.next)
    view_counter(v, b"bag", -1, b.order_count - b.next)
    for i in range(b.forced_count if not s.over else 0):
        place = b.place[b.forced[i]]
        view_mark(v, b"forced", place, -1, b.cell[b.forced[i]] >> 24)
        j = ones(fit(base, hand, b.cell[b.forced[i]], restricted(b))) if s.phase != FREE else 0
        if j:
            view_mark(v, b"open", place, s.turn, j)
    for i in range(b.open_count if not s.over else 0):
        place = b.place[b.open_[i]]
        if restricted(b) and not free_of_sides(b, b.open_[i]):
            view_mark(v, b"beside_forced" if beside_forced(b, place, NULL) else b"controlled", place, -1, 0)
        elif s.phase == FREE:
            view_mark(v, b"open", place, s.turn, ones(fit(base, hand, b.cell[b.open_[i]], restricted(b))))
    for i in range(s.seats):
        longest(b, colour_of(s, i), &line, &loop)
        if 2 * loop.count >= line.count and loop.count:
            view_path(b, v, b"loop", i, colour_of(s, i), 2 * loop.count, &loop)
        elif line.count:
            view_path(b, v, b"line", i, colour_of(s, i), line.count, &line)
