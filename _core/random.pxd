"""The two random generators; see random.pyx for what is frozen and why there are two."""
from libc.stdint cimport uint8_t, uint32_t, uint64_t

ctypedef struct Stream:
    uint32_t key[8]     # 256-bit seed, little-endian words
    uint32_t nonce[3]   # the game's slug, so that two games never share a stream
    uint32_t spare
    uint64_t block      # next ChaCha20 block to use

# A Stream opened for drawing: words of the current block are handed out, the rest is dropped at the end.
ctypedef struct Draw:
    Stream* stream
    uint32_t words[16]
    int used

ctypedef struct Fast:
    uint64_t state

cdef void chacha20_block(const uint32_t* key, uint32_t counter, const uint32_t* nonce, uint32_t* out) noexcept nogil
cdef void draw_open(Draw* d, Stream* stream) noexcept nogil
cdef uint32_t draw_below(Draw* d, uint32_t n) noexcept nogil
cdef void draw_shuffle(Draw* d, uint8_t* pieces, int count) noexcept nogil

cdef inline uint64_t fast_next(Fast* f) noexcept nogil:
    """SplitMix64."""
    f.state += <uint64_t>0x9E3779B97F4A7C15ULL
    cdef uint64_t z = f.state
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9ULL
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EBULL
    return z ^ (z >> 31)

cdef inline uint32_t fast_below(Fast* f, uint32_t n) noexcept nogil:
    """A number in 0..n-1; the bias is below n / 2**32, which no playout can notice."""
    return <uint32_t>(((fast_next(f) >> 32) * n) >> 32)

cdef inline void fast_shuffle(Fast* f, uint8_t* pieces, int count) noexcept nogil:
    cdef int i, j
    cdef uint8_t piece
    for i in range(count - 1, 0, -1):
        j = <int>fast_below(f, <uint32_t>(i + 1))
        piece = pieces[i]
        pieces[i] = pieces[j]
        pieces[j] = piece
