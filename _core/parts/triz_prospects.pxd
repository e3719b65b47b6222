"""What a position of Triz promises; see triz_prospects.pyx."""
from libc.stdint cimport int32_t
from tileengine._core.ops cimport ProspectDef
from tileengine._core.state cimport State

cdef enum:
    LARGEST_NEXT, OTHER_COLOUR_NEXT, GROWTH_SITES, GROWTH_PIECES, PROSPECTS_COUNT

cdef ProspectDef PROSPECTS[PROSPECTS_COUNT]

cdef void triz_prospects_fill(const State* seen, const State* s, int seat, int32_t* values) noexcept nogil
