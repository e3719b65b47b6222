"""Triz: views and drawings, as the table of functions wants them."""
from tileengine._core.state cimport State
from tileengine._core.view cimport Art, View

cdef int triz_polygon(int place, float* xy) noexcept nogil
cdef void triz_draw(int place, int piece, int rotation, Art* art) noexcept nogil
cdef void triz_view(const State* s, View* v) noexcept nogil
