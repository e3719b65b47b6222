"""What a person sees of a position, in one flat form for all games, and the small functions that fill it.

A View is five bounded lists. Names are static C strings of the game, so nothing is allocated and nothing is
freed. A list that is full drops what follows and sets `overflow`, which the laws forbid. This file knows no game.

Distances are in cell units: each game says on its page how long a side is. x grows to the right, y upwards.
"""
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t

cdef enum:
    VIEW_ZONES = 32
    VIEW_PIECES = 192
    VIEW_COUNTERS = 64
    VIEW_MARKS = 2048
    VIEW_FEATURES = 512
    VIEW_ITEMS = 2048
    VIEW_POINTS = 6144
    ART_STROKES = 8
    ART_POINTS = 96
    ART_LABELS = 4

# A place where pieces lie: "board", "hand" of a seat, "stock", "waste". `size` is public even when the pieces are not.
ctypedef struct Zone:
    const char* name
    int8_t owner        # seat, or -1
    uint8_t hidden      # 1: this viewer does not see which pieces lie here
    uint16_t size

ctypedef struct ViewPiece:
    uint16_t zone       # index into zones
    int16_t piece       # piece id, or -1 when it is face down
    uint8_t rotation
    uint8_t index       # position within the zone, 0 first
    uint32_t place      # where it lies on the board, NO_PLACE elsewhere

# A public number: "round", "stock", "passes". seat -1: of the table.
ctypedef struct Counter:
    const char* name
    int8_t seat
    int64_t value

# Something true of one place: "open" (a piece could go here), "forced", "controlled", "covered".
ctypedef struct Mark:
    const char* name
    int8_t seat
    uint32_t place
    int32_t value

# One step of a feature: a place with up to two sides or jewels (Tantrix: edge in, edge out; Triz: jewel).
ctypedef struct Item:
    uint32_t place
    int8_t a
    int8_t b

# A thing made of several places: "line", "loop", "group". Its polyline(s) are points[points_start ...]; a NaN
# pair parts two polylines.
ctypedef struct Feature:
    const char* name
    int8_t seat
    int8_t colour       # index into GameOps.colours, or -1
    uint8_t closed      # 1: the polylines are closed (outline, loop)
    int32_t value
    uint16_t items_start
    uint16_t items_count
    uint16_t points_start
    uint16_t points_count

ctypedef struct View:
    int zones_count
    int pieces_count
    int counters_count
    int marks_count
    int features_count
    int items_count
    int points_count
    int overflow
    Zone zones[VIEW_ZONES]
    ViewPiece pieces[VIEW_PIECES]
    Counter counters[VIEW_COUNTERS]
    Mark marks[VIEW_MARKS]
    Feature features[VIEW_FEATURES]
    Item items[VIEW_ITEMS]
    float points[2 * VIEW_POINTS]

# How a piece is drawn: lines or filled shapes and labels.
ctypedef struct Stroke:
    int8_t colour       # index into GameOps.colours, or -1
    uint8_t filled      # 1: a closed, filled shape; 0: an open line
    uint16_t start      # first point
    uint16_t count

ctypedef struct Label:
    float x
    float y
    char text[8]

ctypedef struct Art:
    int strokes_count
    int points_count
    int labels_count
    Stroke strokes[ART_STROKES]
    float points[2 * ART_POINTS]
    Label labels[ART_LABELS]

cdef inline void view_clear(View* v) noexcept nogil:
    v.zones_count = v.pieces_count = v.counters_count = v.marks_count = 0
    v.features_count = v.items_count = v.points_count = v.overflow = 0

cdef inline int view_zone(View* v, const char* name, int owner, int size, bint hidden) noexcept nogil:
    """Adds a zone and returns its index, for view_piece."""
    cdef Zone* z
    if v.zones_count >= VIEW_ZONES:
        v.overflow = 1
        return 0
    z = &v.zones[v.zones_count]
    z.name = name
    z.owner = <int8_t>owner
    z.size = <uint16_t>size
    z.hidden = <uint8_t>hidden
    v.zones_count += 1
    return v.zones_count - 1

cdef inline void view_piece(View* v, int zone, int piece, int place, int rotation, int index) noexcept nogil:
    cdef ViewPiece* p
    if v.pieces_count >= VIEW_PIECES:
        v.overflow = 1
        return
    p = &v.pieces[v.pieces_count]
    p.zone = <uint16_t>zone
    p.piece = <int16_t>piece
    p.place = <uint32_t>place
    p.rotation = <uint8_t>rotation
    p.index = <uint8_t>index
    v.pieces_count += 1

cdef inline void view_counter(View* v, const char* name, int seat, int64_t value) noexcept nogil:
    cdef Counter* c
    if v.counters_count >= VIEW_COUNTERS:
        v.overflow = 1
        return
    c = &v.counters[v.counters_count]
    c.name = name
    c.seat = <int8_t>seat
    c.value = value
    v.counters_count += 1

cdef inline void view_mark(View* v, const char* name, int place, int seat, int value) noexcept nogil:
    cdef Mark* m
    if v.marks_count >= VIEW_MARKS:
        v.overflow = 1
        return
    m = &v.marks[v.marks_count]
    m.name = name
    m.place = <uint32_t>place
    m.seat = <int8_t>seat
    m.value = value
    v.marks_count += 1

cdef inline void view_feature(View* v, const char* name, int seat, int colour, int value, bint closed) noexcept nogil:
    """Opens a feature; the items and points added next belong to it."""
    cdef Feature* f
    if v.features_count >= VIEW_FEATURES:
        v.overflow = 1
        return
    f = &v.features[v.features_count]
    f.name = name
    f.seat = <int8_t>seat
    f.colour = <int8_t>colour
    f.closed = <uint8_t>closed
    f.value = value
    f.items_start = <uint16_t>v.items_count
    f.items_count = 0
    f.points_start = <uint16_t>v.points_count
    f.points_count = 0
    v.features_count += 1

cdef inline void view_item(View* v, int place, int a, int b) noexcept nogil:
    if v.items_count >= VIEW_ITEMS or v.features_count == 0:
        v.overflow = 1
        return
    v.items[v.items_count].place = <uint32_t>place
    v.items[v.items_count].a = <int8_t>a
    v.items[v.items_count].b = <int8_t>b
    v.items_count += 1
    v.features[v.features_count - 1].items_count += 1

cdef inline void view_point(View* v, double x, double y) noexcept nogil:
    if v.points_count >= VIEW_POINTS or v.features_count == 0:
        v.overflow = 1
        return
    v.points[2 * v.points_count] = <float>x
    v.points[2 * v.points_count + 1] = <float>y
    v.points_count += 1
    v.features[v.features_count - 1].points_count += 1

cdef inline void art_clear(Art* a) noexcept nogil:
    a.strokes_count = a.points_count = a.labels_count = 0

cdef inline void art_stroke(Art* a, int colour, bint filled) noexcept nogil:
    """Opens a stroke; the points added next belong to it."""
    if a.strokes_count >= ART_STROKES:
        return
    a.strokes[a.strokes_count].colour = <int8_t>colour
    a.strokes[a.strokes_count].filled = <uint8_t>filled
    a.strokes[a.strokes_count].start = <uint16_t>a.points_count
    a.strokes[a.strokes_count].count = 0
    a.strokes_count += 1

cdef inline void art_point(Art* a, double x, double y) noexcept nogil:
    if a.points_count >= ART_POINTS or a.strokes_count == 0:
        return
    a.points[2 * a.points_count] = <float>x
    a.points[2 * a.points_count + 1] = <float>y
    a.points_count += 1
    a.strokes[a.strokes_count - 1].count += 1

cdef inline void art_label(Art* a, double x, double y, const char* text) noexcept nogil:
    """Adds a label of at most 7 bytes."""
    cdef int i = 0
    if a.labels_count >= ART_LABELS:
        return
    a.labels[a.labels_count].x = <float>x
    a.labels[a.labels_count].y = <float>y
    while i < 7 and text[i] != 0:
        a.labels[a.labels_count].text[i] = text[i]
        i += 1
    a.labels[a.labels_count].text[i] = 0
    a.labels_count += 1
