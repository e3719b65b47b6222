"""What a position of Triple Peaks promises; see triple_peaks_prospects.pyx."""
from libc.stdint cimport int32_t
from tileengine._core.ops cimport ProspectDef
from tileengine._core.state cimport State

cdef enum:
    COVERED, NEARLY_OPEN, PLAYABLE, RUN_IN_SIGHT, STOCK_LEFT, PROSPECTS_COUNT

cdef ProspectDef PROSPECTS[PROSPECTS_COUNT]

cdef void prospects_fill(const State* seen, const State* s, int seat, int32_t* values) noexcept nogil
