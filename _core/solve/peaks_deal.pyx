"""A round of Triple Peaks prepared for the searches: ranks instead of cards, tableaus by number, points in 32 bits.

No price of all 23 stock cards exceeds 115 points, so that a total above that never meets the floor: it is cut down to
115, which keeps every number small, and the caller adds to its own total what a line gains.
"""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libc.string cimport memset
from tileengine._core.solve.peaks_graph cimport tableau_number

cdef void deal_fill(Deal* d, const PeaksRound* r) noexcept nogil:
    cdef uint32_t by_rank[PEAKS_RANKS]
    cdef int i
    cdef int64_t prices = r.stock_price * PEAKS_STOCK
    memset(by_rank, 0, sizeof(by_rank))
    for i in range(PEAKS_SLOTS):
        d.slot_rank[i] = r.cards[i] >> 2
        by_rank[d.slot_rank[i]] |= <uint32_t>1 << i
    for i in range(PEAKS_RANKS):
        d.below[i] = <uint8_t>((i + PEAKS_RANKS - 1) % PEAKS_RANKS)
        d.above[i] = <uint8_t>((i + 1) % PEAKS_RANKS)
    for i in range(PEAKS_RANKS):
        d.near[i] = by_rank[d.below[i]] | by_rank[d.above[i]]
    for i in range(PEAKS_STOCK + 1):
        d.stock_rank[i] = r.cards[PEAKS_SLOTS + i] >> 2
    d.tableau = tableau_number(r.present)
    d.drawn = r.drawn
    d.waste = r.waste >> 2
    d.run = r.run
    for i in range(PEAKS_SLOTS + 1):
        d.runs[i] = <int32_t>r.runs[i]
        d.points[i] = <int32_t>(r.runs[i] - r.runs[i - 1]) if i else 0
    d.bonus = <int32_t>r.bonus
    d.price = r.stock_price
    d.floor_zero = r.floor_zero
    d.total = <int32_t>min(r.total, prices) if r.floor_zero else 0


cdef void line_reverse(Line* line) noexcept nogil:
    cdef int i
    cdef uint8_t move
    for i in range(line.count // 2):
        move = line.moves[i]
        line.moves[i] = line.moves[line.count - 1 - i]
        line.moves[line.count - 1 - i] = move
