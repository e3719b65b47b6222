"""A small writer of protobuf's wire format (proto3): varints, fixed numbers, texts, nested messages.

It writes what the generated classes would: fields in ascending order, defaults left out unless presence is
explicit, numbers packed. It knows no message; messages.pyx does.
"""
from cpython.bytes cimport PyBytes_FromStringAndSize
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memmove, strlen

cdef enum:
    VARINT = 0
    FIXED64 = 1
    BYTES = 2
    FIXED32 = 5
    FIRST_CAPACITY = 1024


cdef void buffer_open(Buffer* b) noexcept nogil:
    b.data = NULL
    b.size = b.capacity = 0
    b.failed = False


cdef void buffer_close(Buffer* b) noexcept nogil:
    free(b.data)
    b.data = NULL


cdef bytes buffer_take(Buffer* b):
    """What was written, and the buffer is closed."""
    try:
        if b.failed:
            raise MemoryError()
        return PyBytes_FromStringAndSize(<char*>b.data, <Py_ssize_t>b.size)
    finally:
        buffer_close(b)


cdef uint8_t* buffer_room(Buffer* b, size_t count) noexcept nogil:
    """Where `count` more bytes may be written (the caller then adds to b.size), or NULL."""
    cdef size_t capacity
    cdef void* data
    if b.size + count > b.capacity:
        capacity = b.capacity * 2 if b.capacity else FIRST_CAPACITY
        while capacity < b.size + count:
            capacity *= 2
        data = realloc(b.data, capacity)
        if data == NULL:
            b.failed = True
            return NULL
        b.data = <uint8_t*>data
        b.capacity = capacity
    return b.data + b.size


cdef void put_varint(Buffer* b, uint64_t value) noexcept nogil:
    cdef uint8_t* at = buffer_room(b, 10)
    cdef int n = 0
    if at == NULL:
        return
    while value >= 128:
        at[n] = <uint8_t>(value | 128)
        value >>= 7
        n += 1
    at[n] = <uint8_t>value
    b.size += n + 1


cdef inline void put_tag(Buffer* b, int field, int form) noexcept nogil:
    put_varint(b, <uint64_t>(field << 3 | form))


cdef void put_uint(Buffer* b, int field, uint64_t value) noexcept nogil:
    """uint32, uint64, bool, enum: left out when 0."""
    if value:
        put_tag(b, field, VARINT)
        put_varint(b, value)


cdef void put_uint_always(Buffer* b, int field, uint64_t value) noexcept nogil:
    """An optional number that is set, 0 included."""
    put_tag(b, field, VARINT)
    put_varint(b, value)


cdef void put_sint(Buffer* b, int field, int64_t value) noexcept nogil:
    """sint32, sint64 (zigzag): left out when 0."""
    if value:
        put_tag(b, field, VARINT)
        put_varint(b, zigzag(value))


cdef void put_fixed64(Buffer* b, int field, uint64_t value) noexcept nogil:
    cdef uint8_t* at
    if value:
        put_tag(b, field, FIXED64)
        at = buffer_room(b, 8)
        if at != NULL:
            memcpy(at, &value, 8)
            b.size += 8


cdef void put_float(Buffer* b, int field, float value) noexcept nogil:
    cdef uint8_t* at
    cdef uint32_t bits
    memcpy(&bits, &value, 4)
    if bits:  # -0.0 is written, as the generated classes do
        put_tag(b, field, FIXED32)
        at = buffer_room(b, 4)
        if at != NULL:
            memcpy(at, &value, 4)
            b.size += 4


cdef void put_bytes(Buffer* b, int field, const void* data, size_t count) noexcept nogil:
    """bytes, string, a packed field or an encoded message: left out when empty."""
    cdef uint8_t* at
    if count == 0:
        return
    put_tag(b, field, BYTES)
    put_varint(b, count)
    at = buffer_room(b, count)
    if at != NULL:
        memcpy(at, data, count)
        b.size += count


cdef void put_text(Buffer* b, int field, const char* text) noexcept nogil:
    put_bytes(b, field, text, strlen(text))


cdef size_t message_open(Buffer* b, int field) noexcept nogil:
    """Begins a nested message or packed field; what is put next belongs to it until message_close(mark)."""
    cdef uint8_t* at
    put_tag(b, field, BYTES)
    at = buffer_room(b, 1)
    if at != NULL:
        at[0] = 0
        b.size += 1
    return b.size


cdef void message_close(Buffer* b, size_t mark) noexcept nogil:
    """Writes the length before what came after `mark`, moving it when the length takes more than one byte."""
    cdef size_t length, more
    cdef uint8_t* start
    cdef int n = 0
    if b.failed:
        return
    length = b.size - mark
    more = 0
    while length >> (7 * (more + 1)):
        more += 1
    if more:
        if buffer_room(b, more) == NULL:
            return
        memmove(b.data + mark + more, b.data + mark, length)
        b.size += more
    start = b.data + mark - 1
    while length >= 128:
        start[n] = <uint8_t>(length | 128)
        length >>= 7
        n += 1
    start[n] = <uint8_t>length
