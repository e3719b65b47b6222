"""What a position of Triple Peaks promises; see triple_peaks_judge.pyx."""
from libc.stdint cimport int16_t, uint8_t
from tileengine._core.state cimport State
from tileengine._core.parts.triple_peaks_tableau cimport RANKS

# What the nets look at. "Unseen" are the covered cards and the stock: it is known which they are, not where they lie.
# A "run" is one of open (face-up) cards alone, its "points" are those of a run that begins anew. "Expected" is a mean
# over the unseen cards: what it would be if such a card lay on the waste.
cdef enum:
    CARDS_LEFT              # cards in the tableau
    STOCK_LEFT              # cards in the stock
    OPEN
    APEXES_LEFT             # cards by row, from the top
    ROW2_LEFT
    ROW3_LEFT
    ROW4_LEFT
    TRIANGLE_LEAST          # cards by triangle, fewest first
    TRIANGLE_MIDDLE
    TRIANGLE_MOST
    COVERED                 # face-down cards
    HALF_COVERED            # of these, under one card only
    RUN_NOW                 # cards played since the last stock card
    RUN_SQUARED
    RUN_TIMES_CARDS
    RUN_AND_STOCK           # a run that a stock card would end
    SCORE                   # up to 40 points: what the stock can cost
    SCORE_LOW               # up to 5 points
    STOCK_PRICE             # what the whole stock costs at most
    STOCK_FREE              # stock cards that cost nothing, as the score is 0 by then
    STOCK_FREE_NOW          # stock cards when the next one is not fully paid
    STOCK_FEW               # at most three stock cards
    STOCK_NONE
    CARDS_FEW               # fewer than ten cards
    CARDS_A_STOCK           # cards for each stock card
    CARDS_TIMES_STOCK
    LENGTH                  # of the longest run from the waste
    LENGTH_POINTS           # what it brings, the run so far counted
    LENGTH_TIMES_RUN
    REACH                   # worth of the best run from the waste, with what it uncovers
    REACH_TIMES_RUN
    PLAYABLE                # open cards that go on the waste
    PLAYABLE_ANY
    EXPECTED_POINTS
    EXPECTED_ROOT           # root of the mean square of the points
    EXPECTED_LENGTH
    EXPECTED_REACH
    EXPECTED_STOCK          # expected points, a stock card
    BEST_POINTS             # most points that an unseen card can begin
    GOOD_RANKS              # ranks of unseen cards that begin 10 points or more
    GREAT_RANKS             # 21 points or more
    DEAD                    # chance that an unseen card lets nothing be played
    DEAD_TIMES_STOCK
    OPEN_RANKS              # different ranks among open cards
    OPEN_NEIGHBOURS         # of these, with the next rank up among them
    NEXT                    # chance that an unseen card goes on the waste
    NEXT_TIMES_RUN
    FREED                   # sum over open cards: chance that an unseen card lets it be played
    FREED_TIMES_STOCK
    STRANDED                # open cards that at most one unseen card lets be played
    OPEN_AT                 # open cards so many ranks from the waste, 0 to 6, either way
    UNSEEN_AT = OPEN_AT + 7     # and unseen ones
    FEATURES = UNSEEN_AT + 7

cdef enum:
    HIDDEN = 48             # units of a net's hidden layer
    SCALE = 2048            # a stored weight of so much is 1

# A net: features, one hidden layer of leaky rectifiers, one value.
ctypedef struct Net:
    float inward[FEATURES][HIDDEN]
    float bias[HIDDEN]
    float outward[HIDDEN]
    float base

cdef enum:
    NET_SIZE = (FEATURES + 2) * HIDDEN + 1      # numbers of a Net

# What does not change with the card on the waste.
ctypedef struct Sight:
    uint8_t open_count[RANKS]   # open cards of each rank
    uint8_t unseen[RANKS]       # unseen cards of each rank
    uint8_t length[RANKS]       # the longest run that begins beside each rank
    float reach[RANKS]          # the worth of the best run that does
    int unseen_total

cdef int longest(uint8_t* count, int rank) noexcept nogil
cdef void sight_fill(const State* s, Sight* sight) noexcept nogil
cdef void features_fill(const State* s, const Sight* sight, float* x) noexcept nogil
cdef void net_read(const int16_t* weights, Net* net) noexcept nogil
cdef float net_value(const Net* net, const float* x, float* hidden) noexcept nogil
cdef bint evaluate(const State* s, double* scores, double* wins) noexcept nogil
