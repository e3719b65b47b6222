"""How good a move of Triominos looks; see triominos_play.pyx."""
from libc.stdint cimport uint32_t
from tileengine._core.state cimport State

cdef int shape_points(const State* s, int place, int piece) noexcept nogil
cdef double rate(const State* s, uint32_t action) noexcept nogil
cdef int round_number(const State* s) noexcept nogil
