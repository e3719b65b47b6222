"""Notation, drawing, canonical form and odds of Triominos: functions of its table of operations."""
from libc.stdint cimport uint8_t
from tileengine._core.state cimport State
from tileengine._core.view cimport Art, View

cdef int piece_write(int piece, char* out) noexcept nogil
cdef int piece_parse(const char* text, int count) noexcept nogil
cdef int place_write(int place, char* out) noexcept nogil
cdef int place_parse(const char* text, int count) noexcept nogil
cdef int polygon(int place, float* xy) noexcept nogil
cdef void draw(int place, int piece, int rotation, Art* art) noexcept nogil
cdef void view(const State* s, View* v) noexcept nogil
cdef int canonical(const State* s, uint8_t* out) noexcept nogil
cdef int fits(const State* s, int place, uint8_t* by_piece) noexcept nogil
cdef int unseen(const State* s, uint8_t* by_piece) noexcept nogil
