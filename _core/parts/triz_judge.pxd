"""What the groups of Triz promise; see triz_judge.pyx."""
from tileengine._core.state cimport State

cdef bint triz_evaluate(const State* s, double* scores, double* wins) noexcept nogil
