"""What is hidden in Tantrix; see tantrix_hidden.pyx."""
from libc.stdint cimport uint8_t
from tileengine._core.random cimport Fast
from tileengine._core.state cimport State

cdef void observe(State* s) noexcept nogil
cdef void resample(State* s, Fast* fast) noexcept nogil
cdef int unseen(const State* s, uint8_t* by_piece) noexcept nogil
cdef int fits(const State* s, int place, uint8_t* by_piece) noexcept nogil
