"""Why a move of Tantrix is refused; see tantrix_reasons.pyx."""
from libc.stdint cimport uint32_t
from tileengine._core.ops cimport Reason
from tileengine._core.state cimport State

cdef int explain(const State* s, uint32_t action, Reason* reason) noexcept nogil
