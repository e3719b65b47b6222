"""How good a placement of Tantrix looks; see tantrix_play.pyx."""
from libc.stdint cimport uint32_t
from tileengine._core.parts.tantrix_board cimport Body
from tileengine._core.state cimport State

cdef int run_on(const Body* b, int colour, int place, int side, int* end) noexcept nogil
cdef double rate(const State* s, uint32_t action) noexcept nogil
