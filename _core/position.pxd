"""The class Position as other core rooms see it; see position.pyx."""
from tileengine._core.ops cimport GameOps
from tileengine._core.state cimport State

cdef class Position:
    cdef State* s
    cdef const GameOps* ops

cdef Position position_empty(const GameOps* ops)
cdef Position position_read(const unsigned char* data, int count)
cdef Position position_step(Position before, unsigned int action)
cdef void require_known(Position p) except *
