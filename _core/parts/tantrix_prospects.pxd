"""What a position of Tantrix promises; see tantrix_prospects.pyx."""
from libc.stdint cimport int32_t
from tileengine._core.ops cimport ProspectDef
from tileengine._core.state cimport State

cdef enum:
    OPEN_ENDS, CONTINUATIONS, HELD, LINE_NEXT, LOOP_NEXT, LOOP_GAP, PROSPECTS_COUNT

cdef ProspectDef PROSPECTS[PROSPECTS_COUNT]

cdef void prospects_fill(const State* seen, const State* s, int seat, int32_t* values) noexcept nogil
