"""What is hidden in Triz; see triz_hidden.pyx."""
from libc.stdint cimport uint8_t
from tileengine._core.random cimport Fast
from tileengine._core.state cimport State

cdef int seen_pieces(const State* s, uint8_t* by_piece) noexcept nogil
cdef bint has_passed(const State* s, int seat) noexcept nogil
cdef int split_misfits(const State* s, uint8_t* pool, int count) noexcept nogil
cdef int pool_fill(const State* s, uint8_t* pool) noexcept nogil
cdef void triz_observe(State* s) noexcept nogil
cdef void triz_resample(State* s, Fast* fast) noexcept nogil
cdef int triz_unseen(const State* s, uint8_t* by_piece) noexcept nogil
