"""What a seat may see of a game of Triominos, and its body in bytes: functions of its table of operations."""
from libc.stdint cimport uint64_t, uint8_t
from tileengine._core.random cimport Fast
from tileengine._core.state cimport State

cdef void observe(State* s) noexcept nogil
cdef void resample(State* s, Fast* fast) noexcept nogil
cdef void imagine(State* s, Fast* fast, const double* odds) noexcept nogil
cdef uint64_t outranking(uint64_t hand) noexcept nogil
cdef int write(const State* s, uint8_t* out) noexcept nogil
cdef int read(State* s, const uint8_t* data, int count) noexcept nogil
cdef int check(const State* s) noexcept nogil
