"""Why a move of Triominos is refused; see triominos_reasons.pyx."""
from libc.stdint cimport uint32_t
from tileengine._core.ops cimport Reason
from tileengine._core.state cimport State

cdef int explain(const State* s, uint32_t action, Reason* r) noexcept nogil
