"""A position as bytes: a direct snapshot, so that restoring one does not grow with the length of the game.

    0  2  "TE"                      12  1  turn                    20  4n  options, int32
    2  1  format version (1)        13  1  phase                   +   32  stream key: zero unless viewer is 255
    3  1  game id                   14  1  over                    +   8   stream block: the same
    4  2  rules version             15  1  viewer                  +   b   the body, as the game writes it
    6  1  seats                     16  2  body length b           +   4   checksum of all before it
    7  1  number of options n       18  2  zero
    8  4  ply

All numbers are little-endian. The checksum is the low half of the 64-bit position hash. Every byte is checked on
the way in: what decodes is a position the rules can go on from, and encodes to the same bytes.
This file knows no game and no Python.
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from tileengine._core.codes cimport (BAD_CHECKSUM, BAD_OPTION, BAD_SEATS, CORRUPT_POSITION, FOREIGN_FORMAT,
                                     FOREIGN_RULES, NOT_A_POSITION, OK, TRUNCATED, UNKNOWN_GAME, VIEWER_ALL,
                                     VIEWER_PUBLIC)
from tileengine._core.ops cimport GameOps
from tileengine._core.registry cimport ops_by_id
from tileengine._core.state cimport TILEENGINE_DEBUG, State

cdef enum:
    FORMAT = 1
    HEAD = 20
    STREAM = 40
    TAIL = 4


cdef uint64_t snapshot_hash(const uint8_t* data, int count) noexcept nogil:
    """A 64-bit hash, eight bytes a step (multiply and fold); frozen with the format."""
    cdef uint64_t h = <uint64_t>0x9E3779B97F4A7C15ULL ^ <uint64_t>count
    cdef uint64_t word
    cdef int i = 0
    while i + 8 <= count:
        memcpy(&word, data + i, 8)
        h = (h ^ word) * <uint64_t>0xBF58476D1CE4E5B9ULL
        h ^= h >> 29
        i += 8
    word = 0
    memcpy(&word, data + i, count - i)
    h = (h ^ word) * <uint64_t>0xBF58476D1CE4E5B9ULL
    h ^= h >> 32
    h *= <uint64_t>0x94D049BB133111EBULL
    return h ^ (h >> 29)


cdef int snapshot_write(const State* s, uint8_t* out) noexcept nogil:
    """Writes at most SNAPSHOT_MAX bytes and returns how many."""
    cdef const GameOps* ops = ops_by_id(s.game)
    cdef int at = HEAD + 4 * ops.options_count
    cdef int body
    cdef uint16_t half
    cdef uint32_t sum
    out[0] = 84
    out[1] = 69
    out[2] = FORMAT
    out[3] = <uint8_t>s.game
    half = <uint16_t>ops.rules_version
    memcpy(out + 4, &half, 2)
    out[6] = s.seats
    out[7] = <uint8_t>ops.options_count
    memcpy(out + 8, &s.ply, 4)
    out[12] = s.turn
    out[13] = s.phase
    out[14] = s.over
    out[15] = s.viewer
    memset(out + 18, 0, 2)
    memcpy(out + HEAD, s.options, 4 * ops.options_count)
    memcpy(out + at, s.stream.key, 32)
    memcpy(out + at + 32, &s.stream.block, 8)
    at += STREAM
    body = ops.write(s, out + at)
    half = <uint16_t>body
    memcpy(out + 16, &half, 2)
    at += body
    sum = <uint32_t>snapshot_hash(out, at)
    memcpy(out + at, &sum, TAIL)
    return at + TAIL


cdef int snapshot_read(State* s, const uint8_t* data, int count, int* size) noexcept nogil:
    """Fills s (STATE_WORDS long) from bytes nobody vouches for; *size is set to the game's state size."""
    cdef const GameOps* ops
    cdef uint16_t rules, body
    cdef uint32_t sum
    cdef int at, i, code
    size[0] = 0
    if count < 2 or data[0] != 84 or data[1] != 69:
        return NOT_A_POSITION if count >= 2 else TRUNCATED
    if count < HEAD:
        return TRUNCATED
    if data[2] != FORMAT:
        return FOREIGN_FORMAT
    ops = ops_by_id(data[3])
    if ops == NULL:
        return UNKNOWN_GAME
    memcpy(&rules, data + 4, 2)
    if rules != ops.rules_version:
        return FOREIGN_RULES
    memcpy(&body, data + 16, 2)
    at = HEAD + 4 * ops.options_count + STREAM
    if count != at + body + TAIL:
        return TRUNCATED
    memcpy(&sum, data + count - TAIL, TAIL)
    if sum != <uint32_t>snapshot_hash(data, count - TAIL):
        return BAD_CHECKSUM
    memset(s, 0, ops.state_size)
    s.game = data[3]
    s.seats = data[6]
    memcpy(&s.ply, data + 8, 4)
    s.turn = data[12]
    s.phase = data[13]
    s.over = data[14]
    s.viewer = data[15]
    if data[7] != ops.options_count or data[18] != 0 or data[19] != 0:
        return CORRUPT_POSITION
    if s.seats < ops.seats_min or s.seats > ops.seats_max:
        return BAD_SEATS
    if (s.turn >= s.seats or s.phase >= ops.phases_count or s.over >= ops.ends_count
            or s.ply > <uint32_t>ops.plies_max
            or (s.viewer >= s.seats and s.viewer != VIEWER_ALL and s.viewer != VIEWER_PUBLIC)):
        return CORRUPT_POSITION
    memcpy(s.options, data + HEAD, 4 * ops.options_count)
    for i in range(ops.options_count):
        if s.options[i] < ops.options[i].low or s.options[i] > ops.options[i].high:
            return BAD_OPTION
    if ops.check_options(s.options, s.seats) != 0:
        return BAD_OPTION
    nonce_set(s, ops)
    memcpy(s.stream.key, data + at - STREAM, 32)
    memcpy(&s.stream.block, data + at - 8, 8)
    if s.viewer != VIEWER_ALL:
        if s.stream.block != 0:
            return CORRUPT_POSITION
        for i in range(8):
            if s.stream.key[i] != 0:
                return CORRUPT_POSITION
    code = ops.read(s, data + at, body)
    if TILEENGINE_DEBUG and code == OK:
        code = ops.check(s)
    size[0] = ops.state_size
    return code


cdef void nonce_set(State* s, const GameOps* ops) noexcept nogil:
    """The stream's nonce is the slug's first 12 bytes, zero padded."""
    cdef uint8_t nonce[12]
    cdef int i = 0
    memset(nonce, 0, 12)
    while i < 12 and ops.slug[i] != 0:
        nonce[i] = <uint8_t>ops.slug[i]
        i += 1
    memcpy(s.stream.nonce, nonce, 12)
