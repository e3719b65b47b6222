"""A round of Triple Peaks with suits forgotten, as the searches walk it."""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from tileengine._core.games.triple_peaks cimport PEAKS_CARDS, PEAKS_RANKS, PEAKS_SLOTS, PEAKS_STOCK, PeaksRound

cdef enum:
    LINE_MAX = 52       # moves of one round, at most 28 + 23, and one to spare
    DRAWN = 0xFF        # in a line: a stock card; else the slot that was played

# A way through a round. Filled from the start or, where the search walks back, reversed at the end.
ctypedef struct Line:
    int count
    uint8_t moves[LINE_MAX]

ctypedef struct Deal:
    uint32_t near[PEAKS_RANKS]      # slots whose card is one rank from this one
    uint8_t slot_rank[PEAKS_SLOTS]
    uint8_t stock_rank[PEAKS_STOCK + 1]     # by stock cards turned; [0] is the first waste card
    uint8_t below[PEAKS_RANKS]      # neighbours of a rank on the closed circle (P2.1)
    uint8_t above[PEAKS_RANKS]
    int tableau                     # where the search starts: tableau, stock cards turned, rank on the waste, run
    int drawn
    int waste
    int run
    int32_t runs[PEAKS_SLOTS + 1]   # points of a run of k cards
    int32_t points[PEAKS_SLOTS + 1]     # of its k-th card
    int32_t bonus
    int32_t price                   # of a stock card
    int32_t total                   # points so far that the floor may matter to, else 0
    bint floor_zero

cdef void deal_fill(Deal* d, const PeaksRound* r) noexcept nogil
cdef void line_reverse(Line* line) noexcept nogil

cdef inline void line_add(Line* line, int move) noexcept nogil:
    line.moves[line.count] = <uint8_t>move
    line.count += 1
