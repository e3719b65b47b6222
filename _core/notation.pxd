"""Texts of moves; see notation.pyx."""
from libc.stdint cimport uint32_t
from tileengine._core.ops cimport GameOps

cdef int action_write(const GameOps* ops, uint32_t action, char* out) noexcept nogil
cdef uint32_t action_parse(const GameOps* ops, str text) except 0
