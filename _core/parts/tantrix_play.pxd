"""How good a placement of Tantrix looks, and what is left to gain; see tantrix_play.pyx."""
from libc.stdint cimport int64_t, uint32_t
from tileengine._core.parts.tantrix_board cimport Body
from tileengine._core.state cimport State

cdef int run_on(const Body* b, int colour, int place, int side, int* end) noexcept nogil
cdef double rate(const State* s, uint32_t action) noexcept nogil
cdef bint settled(const State* s) noexcept nogil
cdef void bounds(const State* s, int64_t* low, int64_t* high) noexcept nogil
