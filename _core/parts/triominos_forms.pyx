"""Triominos: notation, drawing, the canonical form, and which tiles are unseen or fit.

Rules: docs/rules/triominos.md, T13. It reads positions and changes none.
"""
from libc.stdint cimport int64_t, uint32_t, uint64_t, uint8_t
from libc.stdio cimport snprintf
from libc.string cimport memcmp, memcpy
from tileengine._core.codes cimport NO_PLACE, TEXT_MAX, VIEWER_ALL
from tileengine._core.state cimport State
from tileengine._core.parts.triominos_table cimport (ALL, ALL_ROUND, CORNER, OPTIONS, ORIGIN, POINTS, REACH, TILES,
                                                     TRIPLES, VALUES, Body, __builtin_ctzll, __builtin_popcountll, bit,
                                                     cell_find, lots_count, place_exists, pool_count, shown, total)
from tileengine._core.view cimport (Art, View, art_clear, art_label, art_point, art_stroke, view_counter, view_feature,
                                    view_item, view_mark, view_piece, view_point, view_zone)

# -- notation --------------------------------------------------------------------------------------------------------

cdef int piece_write(int piece, char* out) noexcept nogil:
    cdef int k
    for k in range(3):
        out[2 * k] = <char>(48 + VALUES[piece][k])
        out[2 * k + 1] = c'-'
    out[5] = 0
    return 5


cdef int piece_parse(const char* text, int count) noexcept nogil:
    cdef char name[TEXT_MAX]
    cdef int piece
    if count != 5:
        return -1
    for piece in range(TILES):
        piece_write(piece, name)
        if memcmp(name, text, 5) == 0:
            return piece
    return -1


cdef int place_write(int place, char* out) noexcept nogil:
    if not place_exists(place):
        return 0
    return snprintf(out, TEXT_MAX, "%c(%d,%d)", c'D' if place & 1 else c'U', (place >> 8) - 64,
                    (place >> 1 & 127) - 64)


cdef int place_parse(const char* text, int count) noexcept nogil:
    cdef char again[TEXT_MAX]
    cdef int numbers[2]
    cdef int i, at, place
    cdef bint minus
    if count < 6 or count > 10 or (text[0] != c'U' and text[0] != c'D'):
        return -1
    at = 1
    for i in range(2):
        at += 1
        minus = at < count and text[at] == c'-'
        at += minus
        numbers[i] = 0
        while at < count and c'0' <= text[at] <= c'9':
            numbers[i] = 10 * numbers[i] + text[at] - c'0'
            at += 1
        if numbers[i] > REACH:
            return -1
        if minus:
            numbers[i] = -numbers[i]
    place = (numbers[0] + 64) << 8 | (numbers[1] + 64) << 1 | (text[0] == c'D')
    # What is not written back the same (a missing comma, "-0", "007") was no notation.
    if place_write(place, again) != count or memcmp(again, text, count) != 0:
        return -1
    return place


# -- drawing ---------------------------------------------------------------------------------------------------------

cdef inline double key_x(int key) noexcept nogil:
    return (key >> 7) - 64 + ((key & 127) - 64) * 0.5


cdef inline double key_y(int key) noexcept nogil:
    return ((key & 127) - 64) * 0.8660254037844386


cdef int polygon(int place, float* xy) noexcept nogil:
    cdef int k, key
    if not place_exists(place):
        return 0
    for k in range(3):
        key = (place >> 1) + CORNER[place & 1][2 - k]
        xy[2 * k] = <float>key_x(key)
        xy[2 * k + 1] = <float>key_y(key)
    return 3


cdef void draw(int place, int piece, int rotation, Art* art) noexcept nogil:
    cdef double x[3]
    cdef double y[3]
    cdef double middle_x = 0
    cdef double middle_y = 0
    cdef bint loose = not place_exists(place)
    cdef char text[2]
    cdef int k, key, stroke
    if loose:
        place = ORIGIN
    for k in range(3):
        key = (place >> 1) + CORNER[place & 1][k]
        x[k] = key_x(key)
        y[k] = key_y(key)
        middle_x += x[k] / 3
        middle_y += y[k] / 3
    if loose:
        for k in range(3):
            x[k] -= middle_x
            y[k] -= middle_y
        middle_x = middle_y = 0
    art_clear(art)
    for stroke in range(2):     # the face, then its edge
        art_stroke(art, stroke, stroke == 0)
        for k in range(3 + stroke):
            art_point(art, middle_x + 0.96 * (x[k % 3] - middle_x), middle_y + 0.96 * (y[k % 3] - middle_y))
    text[1] = 0
    for k in range(3):
        text[0] = <char>(48 + VALUES[piece][k + rotation])
        art_label(art, middle_x + 0.56 * (x[k] - middle_x), middle_y + 0.56 * (y[k] - middle_y), text)


cdef void view_hexagon(View* v, int key) noexcept nogil:
    """A closed hexagon round a lattice point: its six cells and its outline."""
    cdef int around[6]
    cdef int i
    around[:] = [128, 1, -127, -128, -1, 127]       # neighbours of a lattice point, anticlockwise
    view_feature(v, "hexagon", -1, 2, 50, True)
    view_item(v, key << 1, -1, -1)
    view_item(v, (key - 128) << 1 | 1, -1, -1)
    view_item(v, (key - 128) << 1, -1, -1)
    view_item(v, (key - 129) << 1 | 1, -1, -1)
    view_item(v, (key - 1) << 1, -1, -1)
    view_item(v, (key - 1) << 1 | 1, -1, -1)
    for i in range(6):
        view_point(v, key_x(key + around[i]), key_y(key + around[i]))


cdef void view(const State* s, View* v) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef uint64_t rest
    cdef int i, seat, zone, count
    zone = view_zone(v, "board", -1, b.layout_count, False)
    for i in range(b.layout_count):
        view_piece(v, zone, b.layout[i] >> 15 & 63, b.layout[i] & 0x7FFF, b.layout[i] >> 24, i)
        if i == b.layout_count - 1:
            view_mark(v, "last", b.layout[i] & 0x7FFF, b.layout[i] >> 21 & 7, 0)
    for seat in range(s.seats):
        zone = view_zone(v, "hand", seat, b.sizes[seat], not shown(s, seat))
        rest = b.hands[seat]
        for i in range(b.sizes[seat]):
            if shown(s, seat):
                view_piece(v, zone, __builtin_ctzll(rest), NO_PLACE, 0, i)
                rest &= rest - 1
            else:
                view_piece(v, zone, -1, NO_PLACE, 0, i)
    zone = view_zone(v, "stock", -1, pool_count(s), s.viewer != VIEWER_ALL)
    if s.viewer == VIEWER_ALL:
        for i in range(pool_count(s)):
            view_piece(v, zone, b.order[lots_count(s) + TILES - pool_count(s) + i], NO_PLACE, 0, i)
    view_counter(v, "round", -1, b.round)
    view_counter(v, "stock", -1, pool_count(s))
    view_counter(v, "drawn", -1, b.drawn_turn)
    view_counter(v, "starter", -1, b.starter)
    for seat in range(s.seats):
        view_counter(v, "total", seat, total(b, seat))
        view_counter(v, "hand", seat, b.sizes[seat])
    if not s.over:
        for i in range(b.cells_count):      # the value is the number of tiles not yet laid that fit
            count = __builtin_popcountll(b.fits[i] & ~b.laid) if b.layout_count else TILES
            view_mark(v, "open" if count else "dead", b.cells[i], -1, count)
    for i in range(POINTS):
        if b.keys[i] and b.points[i] & ALL_ROUND == ALL_ROUND:
            view_hexagon(v, b.keys[i])


# -- symmetry and odds -----------------------------------------------------------------------------------------------

cdef void layout_turned(const Body* b, int sixths, uint32_t* out) noexcept nogil:
    """The layout turned by sixths of a full turn, moved to the corner of the plane, sorted."""
    cdef int x, y, kind, rotation, piece, i, j, _, old
    cdef int xs[TILES]
    cdef int ys[TILES]
    cdef int rest[TILES]
    cdef int low_x = 1000
    cdef int low_y = 1000
    cdef uint32_t entry
    for i in range(b.layout_count):
        x = <int>(b.layout[i] >> 8 & 127) - 64
        y = <int>(b.layout[i] >> 1 & 127) - 64
        kind = b.layout[i] & 1
        piece = b.layout[i] >> 15 & 63
        rotation = b.layout[i] >> 24
        for _ in range(sixths):      # U(x,y) -> D(-y-1,x+y), corners kept; D(x,y) -> U(-y-1,x+y+1), corners k+1 -> k
            old = x
            x = -y - 1
            y = old + y + kind
            rotation = (rotation + kind) % 3
            kind = 1 - kind
        xs[i] = x
        ys[i] = y
        rest[i] = kind << 8 | piece << 2 | (0 if bit(piece) & TRIPLES else rotation)
        low_x = min(low_x, x)
        low_y = min(low_y, y)
    for i in range(b.layout_count):
        entry = <uint32_t>((xs[i] - low_x) << 16 | (ys[i] - low_y) << 9 | rest[i])
        j = i
        while j > 0 and out[j - 1] > entry:
            out[j] = out[j - 1]
            j -= 1
        out[j] = entry


cdef int canonical(const State* s, uint8_t* out) noexcept nogil:
    """The layout in the least of its six turnings, and all that bears on what may follow (T13.5)."""
    cdef const Body* b = <const Body*>s.body
    cdef uint32_t best[TILES]
    cdef uint32_t tried[TILES]
    cdef int sixths, i
    cdef int at = 0
    cdef int pool = pool_count(s)
    cdef int64_t points
    layout_turned(b, 0, best)
    for sixths in range(1, 6):
        layout_turned(b, sixths, tried)
        for i in range(b.layout_count):
            if tried[i] != best[i]:
                if tried[i] < best[i]:
                    memcpy(best, tried, sizeof(tried))
                break
    out[0] = s.seats
    out[1] = s.turn
    out[2] = s.phase
    out[3] = s.over
    out[4] = s.viewer
    out[5] = b.round
    out[6] = b.drawn_turn
    out[7] = b.layout_count
    at = 8
    memcpy(out + at, s.options, 4 * OPTIONS)
    at += 4 * OPTIONS
    memcpy(out + at, s.stream.key, 32)
    memcpy(out + at + 32, &s.stream.block, 8)
    at += 40
    for i in range(s.seats):
        points = total(b, i)
        memcpy(out + at, &points, 8)
        memcpy(out + at + 8, &b.hands[i], 8)
        out[at + 16] = b.sizes[i]
        at += 17
    memcpy(out + at, b.order + lots_count(s) + TILES - pool, pool)
    at += pool
    memcpy(out + at, best, 4 * b.layout_count)
    return at + 4 * b.layout_count


cdef int fits(const State* s, int place, uint8_t* by_piece) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef int at = cell_find(b, place)
    cdef uint64_t tiles = 0
    cdef int piece
    if at >= 0:
        tiles = b.fits[at] & ~b.laid if b.layout_count else ALL
    for piece in range(TILES):
        by_piece[piece] = <uint8_t>(tiles >> piece & 1)
    return __builtin_popcountll(tiles)


cdef int unseen(const State* s, uint8_t* by_piece) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef uint64_t tiles = 0 if s.viewer == VIEWER_ALL else ALL & ~b.laid
    cdef int i
    for i in range(s.seats):
        tiles &= ~b.hands[i]
    for i in range(TILES):
        by_piece[i] = <uint8_t>(tiles >> i & 1)
    return __builtin_popcountll(tiles)
