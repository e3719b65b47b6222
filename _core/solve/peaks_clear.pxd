"""Whether a round of Triple Peaks can be cleared, and in how few moves; see peaks_clear.pyx."""
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from tileengine._core.solve.peaks_deal cimport LINE_MAX, Deal, Line
from tileengine._core.solve.peaks_graph cimport GRAPH_WORDS, TABLEAUS

cdef enum:
    RANK_ROW = 16       # a tableau's row in `earliest`: 13 ranks, padded for the machine

# What one step of the depth-first search has still to try.
ctypedef struct Frame:
    uint32_t left       # slots
    uint16_t tableau
    uint8_t drawn       # stock cards turned on the way here
    uint8_t turned      # and since then, as the next step
    uint8_t move        # the one that led here

# Memory of the searches; zeroed once when it is made, never between searches.
ctypedef struct ClearSpace:
    uint32_t search     # number of the current search
    uint32_t seen_in[TABLEAUS]      # the last search that touched a tableau's row
    uint8_t earliest[TABLEAUS * RANK_ROW]   # fewest stock cards turned with this rank on the waste; 255: never
    uint64_t reached[GRAPH_WORDS]
    Frame frames[LINE_MAX + 1]

# 1 cleared (line holds how), 0 impossible, -1 not decided within `budget` nodes, which `nodes` counts.
cdef int clear_find(ClearSpace* space, const Deal* d, int64_t budget, int64_t* nodes, Line* line) noexcept nogil
cdef int clear_shortest(ClearSpace* space, const Deal* d, int64_t budget, int64_t* nodes, Line* line) noexcept nogil
