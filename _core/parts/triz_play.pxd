"""How good a move of Triz looks; see triz_play.pyx."""
from libc.stdint cimport uint32_t
from tileengine._core.parts.triz_board cimport Body
from tileengine._core.state cimport State

cdef int group_made(const Body* b, int cell, int look, int colour) noexcept nogil
cdef double triz_rate(const State* s, uint32_t action) noexcept nogil
cdef bint triz_settled(const State* s) noexcept nogil
