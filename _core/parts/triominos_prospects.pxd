"""What a position of Triominos promises; see triominos_prospects.pyx."""
from libc.stdint cimport int32_t
from tileengine._core.ops cimport ProspectDef
from tileengine._core.state cimport State

cdef enum:
    PLACEMENTS, OPEN_CELLS, BRIDGE_CHANCES, HEXAGON_CHANCES, RACK_POINTS, PROSPECTS_COUNT

cdef ProspectDef PROSPECTS[PROSPECTS_COUNT]

cdef void prospects_fill(const State* seen, const State* s, int seat, int32_t* values) noexcept nogil
