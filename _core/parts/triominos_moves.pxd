"""Legal moves of Triominos; see triominos_moves.pyx."""
from libc.stdint cimport uint32_t, uint64_t
from tileengine._core.action cimport Filter
from tileengine._core.random cimport Fast
from tileengine._core.state cimport State

cdef uint64_t playable(const State* s) noexcept nogil
cdef bint may_draw(const State* s, bint can_place) noexcept nogil
cdef bint may_pass(const State* s, bint can_place) noexcept nogil
cdef int legal(const State* s, const Filter* f, uint32_t* out, int capacity) noexcept nogil
cdef int count_legal(const State* s, const Filter* f) noexcept nogil
cdef uint32_t sample(const State* s, Fast* fast) noexcept nogil
