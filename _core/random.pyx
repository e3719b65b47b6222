"""Random numbers: one stream for deals that nobody can predict, one fast generator for playouts.

Stream (frozen): ChaCha20 as in RFC 8439, key = the 256-bit seed, nonce = the game's slug (first 12 bytes,
zero padded), block counter from 0. Each shuffle opens the stream at a fresh block and reads 32-bit words in
order. A number below n is (word * n) >> 32, the word being thrown away when its low half is below
2**32 mod n (Lemire's exact method). A shuffle is Fisher-Yates from the last place down. What a seat sees of a deal says
nothing about what is hidden or about later rounds, which a plain generator could not promise.

Fast (frozen): SplitMix64. Playouts, samples and determinisations use it; it never deals a real game.

This file knows no game.
"""
from libc.stdint cimport uint8_t, uint32_t, uint64_t


cdef inline uint32_t rotl(uint32_t x, int n) noexcept nogil:
    return (x << n) | (x >> (32 - n))


cdef inline void quarter(uint32_t* x, int a, int b, int c, int d) noexcept nogil:
    x[a] += x[b]
    x[d] = rotl(x[d] ^ x[a], 16)
    x[c] += x[d]
    x[b] = rotl(x[b] ^ x[c], 12)
    x[a] += x[b]
    x[d] = rotl(x[d] ^ x[a], 8)
    x[c] += x[d]
    x[b] = rotl(x[b] ^ x[c], 7)


cdef void chacha20_block(const uint32_t* key, uint32_t counter, const uint32_t* nonce, uint32_t* out) noexcept nogil:
    cdef uint32_t start[16]
    cdef int i, _round
    start[0] = 0x61707865
    start[1] = 0x3320646E
    start[2] = 0x79622D32
    start[3] = 0x6B206574
    for i in range(8):
        start[4 + i] = key[i]
    start[12] = counter
    for i in range(3):
        start[13 + i] = nonce[i]
    for i in range(16):
        out[i] = start[i]
    for _round in range(10):
        quarter(out, 0, 4, 8, 12)
        quarter(out, 1, 5, 9, 13)
        quarter(out, 2, 6, 10, 14)
        quarter(out, 3, 7, 11, 15)
        quarter(out, 0, 5, 10, 15)
        quarter(out, 1, 6, 11, 12)
        quarter(out, 2, 7, 8, 13)
        quarter(out, 3, 4, 9, 14)
    for i in range(16):
        out[i] += start[i]


cdef void draw_open(Draw* d, Stream* stream) noexcept nogil:
    d.stream = stream
    d.used = 16


cdef uint32_t draw_below(Draw* d, uint32_t n) noexcept nogil:
    """A number in 0..n-1 without bias, from the next words of the stream; n >= 1."""
    cdef uint32_t threshold = (<uint32_t>(0 - n)) % n
    cdef uint64_t product
    while True:
        if d.used == 16:
            chacha20_block(d.stream.key, <uint32_t>d.stream.block, d.stream.nonce, d.words)
            d.stream.block += 1
            d.used = 0
        product = <uint64_t>d.words[d.used] * n
        d.used += 1
        if <uint32_t>product >= threshold:
            return <uint32_t>(product >> 32)


cdef void draw_shuffle(Draw* d, uint8_t* pieces, int count) noexcept nogil:
    """Fisher-Yates from the last place down."""
    cdef int i, j
    cdef uint8_t piece
    for i in range(count - 1, 0, -1):
        j = <int>draw_below(d, <uint32_t>(i + 1))
        piece = pieces[i]
        pieces[i] = pieces[j]
        pieces[j] = piece


def chacha20(bytes key not None, int counter, bytes nonce not None):
    """One 64-byte ChaCha20 block (RFC 8439, 2.3), for the known-answer tests.

    key: 32 bytes; counter: 0..2**32-1; nonce: 12 bytes. Raises ValueError for other lengths.
    """
    if len(key) != 32 or len(nonce) != 12:
        raise ValueError("key must be 32 bytes and nonce 12 bytes")
    cdef uint32_t k[8]
    cdef uint32_t n[3]
    cdef uint32_t out[16]
    cdef int i
    for i in range(8):
        k[i] = int.from_bytes(key[4 * i:4 * i + 4], "little")
    for i in range(3):
        n[i] = int.from_bytes(nonce[4 * i:4 * i + 4], "little")
    chacha20_block(k, counter, n, out)
    return b"".join(int(out[i]).to_bytes(4, "little") for i in range(16))


def stream_numbers(bytes key not None, bytes nonce not None, list bounds not None):
    """The numbers a freshly opened stream gives for the bounds in order, for the known-answer tests."""
    if len(key) != 32 or len(nonce) != 12:
        raise ValueError("key must be 32 bytes and nonce 12 bytes")
    cdef Stream s
    cdef Draw d
    cdef int i
    for i in range(8):
        s.key[i] = int.from_bytes(key[4 * i:4 * i + 4], "little")
    for i in range(3):
        s.nonce[i] = int.from_bytes(nonce[4 * i:4 * i + 4], "little")
    s.spare = 0
    s.block = 0
    draw_open(&d, &s)
    return [draw_below(&d, n) for n in bounds]


def splitmix64(uint64_t seed, int count):
    """The first `count` numbers of the fast generator, for the known-answer tests."""
    cdef Fast f
    f.state = seed
    return [fast_next(&f) for _ in range(count)]
