"""Triple Peaks: observed forms, bytes, canonical form and notation, as its table of operations wants them."""
from libc.stdint cimport uint8_t
from tileengine._core.random cimport Fast
from tileengine._core.state cimport State

cdef void observe(State* s) noexcept nogil
cdef int unseen(const State* s, uint8_t* by_piece) noexcept nogil
cdef void resample(State* s, Fast* fast) noexcept nogil
cdef int fits(const State* s, int place, uint8_t* by_piece) noexcept nogil
cdef int write(const State* s, uint8_t* out) noexcept nogil
cdef int read(State* s, const uint8_t* data, int count) noexcept nogil
cdef int check(const State* s) noexcept nogil
cdef int canonical(const State* s, uint8_t* out) noexcept nogil
cdef int piece_write(int piece, char* out) noexcept nogil
cdef int piece_parse(const char* text, int count) noexcept nogil
cdef int place_write(int place, char* out) noexcept nogil
cdef int place_parse(const char* text, int count) noexcept nogil
