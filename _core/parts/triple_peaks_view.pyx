"""Triple Peaks: what a person sees - the tableau, the waste, counters, marks, and the drawing of a card.

One unit is the width of a card. This file decides nothing.
"""
from libc.stdint cimport int8_t
from tileengine._core.codes cimport NO_PLACE
from tileengine._core.state cimport State
from tileengine._core.view cimport (Art, View, art_label, art_point, art_stroke, view_counter, view_mark, view_piece,
                                    view_zone)
from tileengine._core.parts.triple_peaks_forms cimport piece_write
from tileengine._core.parts.triple_peaks_tableau cimport (Body, CARDS, CENTRE, COVER, MULTIPLIER, POINTS, SLOTS,
                                                          STOCK, is_hidden, popcount)

cdef double HALF_WIDTH = 0.5
cdef double HALF_HEIGHT = 0.7


cdef void view(const State* s, View* v) noexcept nogil:
    """Face-down cards are face down for everybody, whoever the position was observed for (P5.2)."""
    cdef const Body* b = <const Body*>s.body
    cdef int tableau = view_zone(v, b"tableau", -1, popcount(b.present), False)
    cdef int waste = view_zone(v, b"waste", -1, 1 + b.drawn + SLOTS - popcount(b.present), False)
    cdef int slot
    cdef int index = 0
    view_zone(v, b"stock", -1, STOCK - b.drawn, True)
    for slot in range(SLOTS):
        if b.present >> slot & 1:
            view_piece(v, tableau, -1 if is_hidden(b, slot) else <int>b.order[slot], slot, 0, index)
            index += 1
    view_piece(v, waste, b.order[b.top], NO_PLACE, 0, v.zones[waste].size - 1)
    view_counter(v, b"round", -1, b.round)
    view_counter(v, b"run", -1, b.run)
    view_counter(v, b"stock", -1, STOCK - b.drawn)
    view_counter(v, b"next_card", -1, 0 if b.present == 0 else POINTS[s.options[MULTIPLIER]][b.run + 1])
    for slot in range(SLOTS):
        if b.playable >> slot & 1:
            view_mark(v, b"open", slot, -1, 0)
        elif is_hidden(b, slot):
            view_mark(v, b"covered", slot, -1, popcount(COVER[slot] & b.present))


cdef int polygon(int place, float* xy) noexcept nogil:
    cdef int i
    if not 0 <= place < SLOTS:
        return 0
    for i in range(4):      # anticlockwise from the lower left
        xy[2 * i] = <float>(CENTRE[place][0] + (HALF_WIDTH if i == 1 or i == 2 else -HALF_WIDTH))
        xy[2 * i + 1] = <float>(CENTRE[place][1] + (HALF_HEIGHT if i >= 2 else -HALF_HEIGHT))
    return 4


cdef int8_t OUTLINES[4][64]     # suit symbols in hundredths of a unit around their middle: length, then x, y pairs


cdef void outlines_fill():
    # Right halves from the bottom to the top, x and y in turn; the left halves mirror them.
    halves = (
        (9, -31, 4, -20, 3, -9, 9, -14, 16, -15, 23, -12, 28, -4, 27, 4, 22, 9, 15, 10, 9, 8, 12, 15, 11, 23, 6, 29,
         0, 31),                                                                            # clubs
        (0, -32, 24, 0, 0, 32),                                                             # diamonds
        (0, -31, 14, -13, 26, 3, 30, 12, 29, 21, 23, 28, 15, 30, 7, 27, 0, 19),             # hearts
        (10, -31, 5, -22, 3, -12, 8, -17, 16, -19, 24, -16, 29, -9, 29, 0, 25, 9, 13, 20, 0, 32),   # spades
    )
    for suit, half in enumerate(halves):
        right = [(half[i], half[i + 1]) for i in range(0, len(half), 2)]
        left = [(-x, y) for x, y in reversed(right) if x]
        for i, (x, y) in enumerate(right + left):
            OUTLINES[<int>suit][1 + 2 * <int>i] = x
            OUTLINES[<int>suit][2 + 2 * <int>i] = y
        OUTLINES[<int>suit][0] = len(right) + len(left)


cdef void draw_card(int place, int piece, int rotation, Art* art) noexcept nogil:
    cdef bint placed = 0 <= place < SLOTS
    cdef double x = CENTRE[place][0] if placed else 0.0
    cdef double y = CENTRE[place][1] if placed else 0.0
    cdef char name[3]
    cdef const int8_t* outline
    cdef int i
    if not 0 <= piece < CARDS:
        return
    art_stroke(art, -1, True)
    art_point(art, x - HALF_WIDTH, y - HALF_HEIGHT)
    art_point(art, x + HALF_WIDTH, y - HALF_HEIGHT)
    art_point(art, x + HALF_WIDTH, y + HALF_HEIGHT)
    art_point(art, x - HALF_WIDTH, y + HALF_HEIGHT)
    outline = OUTLINES[piece & 3]
    art_stroke(art, 0 if 1 <= (piece & 3) <= 2 else 1, True)
    for i in range(outline[0]):
        art_point(art, x + 0.01 * outline[1 + 2 * i], y - 0.3 + 0.01 * outline[2 + 2 * i])
    name[piece_write(piece, name)] = 0
    art_label(art, x, y + 0.35, name)


outlines_fill()
