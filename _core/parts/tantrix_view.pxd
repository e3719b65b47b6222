"""What a person sees of Tantrix; see tantrix_view.pyx."""
from tileengine._core.state cimport State
from tileengine._core.view cimport Art, View

cdef int polygon(int place, float* xy) noexcept nogil
cdef void draw_tile(int place, int piece, int rotation, Art* art) noexcept nogil
cdef void view(const State* s, View* v) noexcept nogil
