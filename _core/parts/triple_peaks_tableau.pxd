"""Triple Peaks: the tableau - the body of a state, the tables, and what covers what. See triple_peaks_tableau.pyx.

The small functions are inline here because every list, count, sample and move runs through them.
"""
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t
from tileengine._core.action cimport TAKE, action_make
from tileengine._core.state cimport State

cdef extern from *:
    int ctz "__builtin_ctz"(unsigned int) noexcept nogil
    int popcount "__builtin_popcount"(unsigned int) noexcept nogil

cdef enum:
    CARDS = 52          # card = 4 * rank + suit; rank 0 is the ace, suits are clubs, diamonds, hearts, spades
    RANKS = 13
    SLOTS = 28
    UPPER = 18          # the slots above the bottom row, the only ones that can be covered
    STOCK = 23
    APEXES = 0x7
    FULL = 0x0FFFFFFF   # every slot
    LINK_LEFT = 21      # the bottom card that the left and the middle triangle share
    LINK_RIGHT = 24
    ROUNDS_MAX = 1000   # P3.7
    UNKNOWN = 0xFF      # in `order`: a card the viewer has not seen
    STANDARD = 0        # option multiplier
    FLOOR_ZERO = 0      # option score_floor
    RUNNING = 0
    CLEARED = 1
    STUCK = 2

cdef enum:
    SCORE_FLOOR = 0     # indexes of the options
    MULTIPLIER = 1
    PROGRESSIVE = 2

ctypedef struct Body:
    int64_t total           # points so far, all rounds
    int32_t stock_points    # the part of them that stock cards cost, 0 or less
    uint32_t present        # slots whose card has not been played
    uint32_t open_cards     # derived: present and uncovered, that is face up
    uint32_t playable       # derived: open, and one rank from the waste; 0 when over
    uint32_t near[RANKS]    # derived: slots dealt a card (known to the viewer) one rank from this one
    uint16_t round          # 1 in the first round
    uint8_t drawn           # stock cards turned in this round
    uint8_t run             # cards played since the last stock card
    uint8_t top             # index into `order` of the card on top of the waste
    uint8_t order[CARDS]    # slots 0..27, first waste card, stock in the order it is turned; UNKNOWN if erased

# What may come free when a card leaves: up to two cards beneath it, and what covers each of them.
ctypedef struct Beneath:
    uint32_t bit[2]
    uint32_t cover[2]

# Made once by triple_peaks_tableau.pyx.
cdef uint32_t COVER[SLOTS]          # the two slots that cover a slot, 0 in the bottom row (P1.3)
cdef Beneath BENEATH[SLOTS]
cdef int8_t PEAK[3][2][10]          # the slots of a triangle, row by row, as they are and mirrored
cdef int64_t POINTS[3][SLOTS + 1]   # by option multiplier: the k-th card of a run (P3.1, P3.4)
cdef int64_t RUN[3][SLOTS + 1]      # and the sum over a run of k cards
cdef int64_t BONUS[3]               # a cleared triangle, and once more the whole board (P3.2)
cdef float CENTRE[SLOTS][2]

cdef uint32_t uncovered(uint32_t present) noexcept nogil
cdef int half_covered(const Body* b) noexcept nogil
cdef void near_fill(const uint8_t* order, uint32_t* near) noexcept nogil
cdef int64_t score(const State* s, int seat, int64_t* parts) noexcept nogil

cdef inline int rank_of(int card) noexcept nogil:
    return card >> 2

cdef inline bint is_hidden(const Body* b, int index) noexcept nogil:
    """True for an index of `order` that no viewer has seen: a covered card, or one still in the stock."""
    if index < SLOTS:
        return (b.present & ~b.open_cards) >> index & 1
    return index > SLOTS + b.drawn

cdef inline void playable_fill(Body* b) noexcept nogil:
    b.playable = b.open_cards & b.near[rank_of(b.order[b.top])]

cdef inline uint32_t take_of(const Body* b, int slot) noexcept nogil:
    return action_make(TAKE, <uint32_t>slot, b.order[slot], 0, 0)
