"""Encoding and decoding of positions; see snapshot.pyx."""
from libc.stdint cimport uint8_t, uint64_t
from tileengine._core.ops cimport GameOps
from tileengine._core.state cimport State

cdef int snapshot_write(const State* s, uint8_t* out) noexcept nogil
cdef int snapshot_read(State* s, const uint8_t* data, int count, int* size) noexcept nogil
cdef uint64_t snapshot_hash(const uint8_t* data, int count) noexcept nogil
cdef void nonce_set(State* s, const GameOps* ops) noexcept nogil
