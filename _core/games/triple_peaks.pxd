"""One round of Triple Peaks as the solver needs it: cards, layout, prices. The body itself stays the game's own."""
from libc.stdint cimport int64_t, uint8_t, uint32_t
from tileengine._core.ops cimport GameOps
from tileengine._core.state cimport State

cdef enum:
    PEAKS_CARDS = 52
    PEAKS_SLOTS = 28
    PEAKS_STOCK = 23
    PEAKS_RANKS = 13
    PEAKS_APEXES = 0x7

# The round a position is in. `cards` is the dealt order: slots, first waste card, stock; a card's rank is card >> 2.
ctypedef struct PeaksRound:
    int64_t total           # points so far, earlier rounds included
    const int64_t* runs     # points of a whole run of k cards, k in 0..28
    int64_t bonus           # for each triangle, and once more for the tableau
    int stock_price         # what a stock card costs, 5 or 0
    bint floor_zero         # the score never falls below zero
    uint32_t present        # slots whose card is still there
    uint8_t cards[PEAKS_CARDS]
    uint8_t drawn           # stock cards turned
    uint8_t run             # cards played since the last of them
    uint8_t waste           # card on top of the waste

cdef const GameOps* peaks_ops() noexcept nogil
# The slots that cover each slot, as masks.
cdef const uint32_t* peaks_covers() noexcept nogil
# OK, or HIDDEN_INFORMATION when cards have been erased.
cdef int peaks_round(const State* s, PeaksRound* out) noexcept nogil
