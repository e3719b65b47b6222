"""A small writer of protobuf's wire format; see wire.pyx."""
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t

ctypedef struct Buffer:
    uint8_t* data
    size_t size
    size_t capacity
    bint failed         # memory ran out; everything written after is dropped

cdef void buffer_open(Buffer* b) noexcept nogil
cdef void buffer_close(Buffer* b) noexcept nogil
cdef bytes buffer_take(Buffer* b)
cdef uint8_t* buffer_room(Buffer* b, size_t count) noexcept nogil
cdef void put_varint(Buffer* b, uint64_t value) noexcept nogil
cdef void put_uint(Buffer* b, int field, uint64_t value) noexcept nogil
cdef void put_uint_always(Buffer* b, int field, uint64_t value) noexcept nogil
cdef void put_sint(Buffer* b, int field, int64_t value) noexcept nogil
cdef void put_fixed64(Buffer* b, int field, uint64_t value) noexcept nogil
cdef void put_float(Buffer* b, int field, float value) noexcept nogil
cdef void put_bytes(Buffer* b, int field, const void* data, size_t count) noexcept nogil
cdef void put_text(Buffer* b, int field, const char* text) noexcept nogil
cdef size_t message_open(Buffer* b, int field) noexcept nogil
cdef void message_close(Buffer* b, size_t mark) noexcept nogil

cdef inline uint64_t zigzag(int64_t value) noexcept nogil:
    """How sint32 and sint64 are written: small whatever the sign."""
    return (<uint64_t>value << 1) ^ <uint64_t>(value >> 63)
