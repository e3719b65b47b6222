"""How good a placement of Tantrix looks; see tantrix_play.pyx."""
from libc.stdint cimport uint32_t
from tileengine._core.state cimport State

cdef double rate(const State* s, uint32_t action) noexcept nogil
