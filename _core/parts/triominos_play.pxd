"""How good a move of Triominos looks; see triominos_play.pyx."""
from libc.stdint cimport uint32_t, uint64_t
from tileengine._core.state cimport State

cdef int shape_points(const State* s, int place, int piece) noexcept nogil
cdef double rate(const State* s, uint32_t action) noexcept nogil
cdef int round_number(const State* s) noexcept nogil
cdef bint settled(const State* s) noexcept nogil
cdef uint64_t key(const State* s) noexcept nogil
