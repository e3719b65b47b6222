"""What the groups of Triz promise; see triz_judge.pyx."""
from tileengine._core.state cimport State

cdef void triz_evaluate(const State* s, double* scores) noexcept nogil
