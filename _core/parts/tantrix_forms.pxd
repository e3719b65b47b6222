"""Tantrix as bytes and as text; see tantrix_forms.pyx."""
from libc.stdint cimport uint8_t
from tileengine._core.state cimport State

cdef int write(const State* s, uint8_t* out) noexcept nogil
cdef int read(State* s, const uint8_t* data, int count) noexcept nogil
cdef int check(const State* s) noexcept nogil
cdef int canonical(const State* s, uint8_t* out) noexcept nogil
cdef int piece_write(int piece, char* out) noexcept nogil
cdef int piece_parse(const char* text, int count) noexcept nogil
cdef int place_write(int place, char* out) noexcept nogil
cdef int place_parse(const char* text, int count) noexcept nogil
