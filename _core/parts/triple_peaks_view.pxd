"""Views and drawing of Triple Peaks; see triple_peaks_view.pyx."""
from tileengine._core.state cimport State
from tileengine._core.view cimport Art, View

cdef void view(const State* s, View* v) noexcept nogil
cdef int polygon(int place, float* xy) noexcept nogil
cdef void draw_card(int place, int piece, int rotation, Art* art) noexcept nogil
