"""Views and prospects as Python values; see viewing.pyx."""
from tileengine._core.ops cimport GameOps
from tileengine._core.state cimport State

cdef dict view_dict(const GameOps* ops, const State* s, bint geometry)
cdef dict prospects_dict(const GameOps* ops, const State* seen, const State* s, int seat)
