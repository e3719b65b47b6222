"""The most points a round of Triple Peaks can bring; see peaks_score.pyx."""
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from tileengine._core.games.triple_peaks cimport PEAKS_RANKS, PEAKS_SLOTS, PEAKS_STOCK
from tileengine._core.solve.peaks_deal cimport Deal, Line
from tileengine._core.solve.peaks_graph cimport GRAPH_WORDS, TABLEAUS

cdef enum:
    RUNS_MAX = 131072   # unfinished runs that are kept at once
    RANK_ROW = 16       # a tableau's row in `longest`: 13 ranks, padded for the machine

# A run that has led to a tableau and goes on: points so far, cards in it, rank on the waste.
ctypedef struct Run:
    int32_t points
    uint32_t next       # index of another run at the same tableau, 0: none
    uint8_t length
    uint8_t waste

# Memory of the search; zeroed once when it is made, never between searches.
ctypedef struct ScoreSpace:
    int32_t best[PEAKS_STOCK + 1][TABLEAUS]     # most points there, by stock cards turned; below 0 by far: not reached
    int32_t worth[PEAKS_RANKS][TABLEAUS]        # most that came there with this rank, prices of stock cards added back
    uint8_t length[PEAKS_RANKS][TABLEAUS]       # and the length of that run
    uint8_t longest[TABLEAUS][RANK_ROW]     # cards of the longest run that can begin there, by rank on the waste
    int8_t latest[TABLEAUS][RANK_ROW]       # most stock cards turned from which the tableau can be cleared; -1: none
    uint8_t widest[TABLEAUS]        # and of the longest that can begin there or further on, on any rank
    # Most that so many later runs bring with n cards, none longer than w, prices paid: [runs][n][w].
    int32_t later[PEAKS_STOCK + 1][PEAKS_SLOTS + 1][PEAKS_SLOTS + 1]
    int32_t points      # most points anywhere so far, and where
    int points_drawn
    int points_tableau
    uint64_t todo[GRAPH_WORDS]      # tableaus to go on from in this layer
    uint64_t starts[GRAPH_WORDS]    # those on which its stock card is worth trying
    uint32_t head[TABLEAUS]         # first run of a tableau, 0: none
    Run runs[RUNS_MAX]              # [0] is no run
    uint32_t fresh                  # runs[fresh ..] have not been used
    uint32_t free_head              # used and free again
    uint32_t search
    uint32_t tried_in[TABLEAUS]
    uint16_t tried[TABLEAUS]        # while walking back: ranks that led nowhere

ctypedef struct Best:
    int32_t gain        # points over those of the start
    bint proved         # False: the budget ended first, and there may be more
    Line line           # the way there

cdef void score_best(ScoreSpace* space, const Deal* d, int64_t budget, int64_t* nodes, Best* best) noexcept nogil
