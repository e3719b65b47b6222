"""Triz: observed forms, bytes, notation and the canonical form, as the table of functions wants them."""
from libc.stdint cimport uint8_t
from tileengine._core.random cimport Fast
from tileengine._core.state cimport State

cdef void triz_observe(State* s) noexcept nogil
cdef void triz_resample(State* s, Fast* fast) noexcept nogil
cdef int triz_unseen(const State* s, uint8_t* by_piece) noexcept nogil
cdef int triz_write(const State* s, uint8_t* out) noexcept nogil
cdef int triz_read(State* s, const uint8_t* data, int count) noexcept nogil
cdef int triz_check(const State* s) noexcept nogil
cdef int triz_piece_write(int piece, char* out) noexcept nogil
cdef int triz_piece_parse(const char* text, int count) noexcept nogil
cdef int triz_place_write(int place, char* out) noexcept nogil
cdef int triz_place_parse(const char* text, int count) noexcept nogil
cdef int triz_canonical(const State* s, uint8_t* out) noexcept nogil
