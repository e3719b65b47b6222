"""Legal moves of Triz; see triz_moves.pyx."""
from libc.stdint cimport uint8_t, uint32_t
from tileengine._core.action cimport Filter
from tileengine._core.random cimport Fast
from tileengine._core.state cimport State

cdef bint triz_can_lay(const State* s) noexcept nogil
cdef int triz_distinct(const uint8_t* hand, int size) noexcept nogil
cdef int triz_legal(const State* s, const Filter* f, uint32_t* out, int capacity) noexcept nogil
cdef int triz_count(const State* s, const Filter* f) noexcept nogil
cdef uint32_t triz_sample(const State* s, Fast* fast) noexcept nogil
