"""How good a move of Triz looks; see triz_play.pyx."""
from libc.stdint cimport uint32_t
from tileengine._core.state cimport State

cdef double triz_rate(const State* s, uint32_t action) noexcept nogil
cdef bint triz_settled(const State* s) noexcept nogil
