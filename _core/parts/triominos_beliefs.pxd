"""What play tells of the racks of Triominos; see triominos_beliefs.pyx."""
from tileengine._core.state cimport State

cdef void believe(const State* s, double* odds) noexcept nogil
