"""Triz as bytes and as text; see triz_forms.pyx."""
from libc.stdint cimport uint8_t
from tileengine._core.state cimport State

cdef int triz_write(const State* s, uint8_t* out) noexcept nogil
cdef int triz_read(State* s, const uint8_t* data, int count) noexcept nogil
cdef int triz_check(const State* s) noexcept nogil
cdef int triz_piece_write(int piece, char* out) noexcept nogil
cdef int triz_piece_parse(const char* text, int count) noexcept nogil
cdef int triz_place_write(int place, char* out) noexcept nogil
cdef int triz_place_parse(const char* text, int count) noexcept nogil
cdef int triz_canonical(const State* s, uint8_t* out) noexcept nogil
