"""Loops to measure: whole random games, copies, restores, and the behaviour signature. The clock is the caller's.

Every loop runs without the GIL on one thread, over any game, and is decided by its arguments alone.
"""
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset
from tileengine._core.action cimport Filter
from tileengine._core.codes cimport ANY, ORDER_MAX, PARTS_MAX, SNAPSHOT_MAX, VIEWER_ALL
from tileengine._core.ops cimport GameOps
from tileengine._core.position cimport Position
from tileengine._core.random cimport Draw, Fast, draw_open, fast_below, fast_next
from tileengine._core.snapshot cimport snapshot_hash, snapshot_read, snapshot_write
from tileengine._core.state cimport STATE_WORDS, State, state_copy


cdef void deal_again(State* s, const State* template, const GameOps* ops, uint64_t seed) noexcept nogil:
    """A fresh deal under the template's options and seats, from a seed of 64 bits."""
    cdef uint8_t order[ORDER_MAX]
    cdef Draw draw
    cdef int count
    memset(s, 0, ops.state_size)
    s.options = template.options
    s.game = template.game
    s.seats = template.seats
    s.viewer = VIEWER_ALL
    s.stream.nonce = template.stream.nonce
    s.stream.key[0] = <uint32_t>seed
    s.stream.key[1] = <uint32_t>(seed >> 32)
    draw_open(&draw, &s.stream)
    count = ops.shuffle(s, &draw, order)
    ops.deal(s, order, count)


def playouts(Position template not None, uint64_t seed, int games, *, bint listing=True, int plies_max=0):
    """Plays random games to their end: (moves played, legal moves listed, games ended).

    template: any position; its game, seats and options are used. listing: pick from the full legal list, else by
    sampling without one. plies_max: cut a game after so many moves; 0 never.
    """
    cdef const GameOps* ops = template.ops
    cdef uint64_t words[STATE_WORDS]
    cdef State* s = <State*>words
    cdef Filter any_move
    cdef Fast fast
    cdef uint64_t moves = 0, listed = 0, ended = 0
    cdef int i, count
    cdef uint32_t* out = <uint32_t*>malloc(ops.actions_max * sizeof(uint32_t))
    if out == NULL:
        raise MemoryError()
    any_move.kind = any_move.place = any_move.piece = ANY
    fast.state = seed
    with nogil:
        for i in range(games):
            deal_again(s, template.s, ops, seed + <uint64_t>i)
            while not s.over and (plies_max == 0 or s.ply < <uint32_t>plies_max):
                if listing:
                    count = ops.legal(s, &any_move, out, ops.actions_max)
                    listed += <uint64_t>count
                    ops.apply(s, out[fast_below(&fast, <uint32_t>count)])
                else:
                    ops.apply(s, ops.sample(s, &fast))
                s.ply += 1
                moves += 1
            ended += s.over != 0
        free(out)
    return moves, listed, ended


def copies(Position position not None, int count):
    """Copies a position `count` times within the core, each from the copy before."""
    cdef uint64_t words[2 * STATE_WORDS]
    cdef State* a = <State*>words
    cdef State* b = <State*>(words + STATE_WORDS)
    cdef int i
    cdef size_t size = position.ops.state_size
    with nogil:
        state_copy(a, position.s, size)
        for i in range(count):
            a.ply = <uint32_t>i  # so that no compiler may drop a copy
            state_copy(b, a, size)
            a, b = b, a
    return a.ply


def lists(Position position not None, int count):
    """Builds the full legal list of a position `count` times; returns the moves listed in all."""
    cdef const GameOps* ops = position.ops
    cdef Filter any_move
    cdef uint64_t listed = 0
    cdef int _turn
    cdef uint32_t* out = <uint32_t*>malloc(ops.actions_max * sizeof(uint32_t))
    if out == NULL:
        raise MemoryError()
    any_move.kind = any_move.place = any_move.piece = ANY
    with nogil:
        for _turn in range(count):
            listed += <uint64_t>ops.legal(position.s, &any_move, out, ops.actions_max)
        free(out)
    return listed


def samples(Position position not None, uint64_t seed, int count):
    """Draws a random legal move `count` times without a list; returns a checksum."""
    cdef Fast fast
    cdef uint64_t total = 0
    cdef int _turn
    fast.state = seed
    with nogil:
        for _turn in range(count):
            total += position.ops.sample(position.s, &fast)
    return total


def restores(bytes data not None, int count):
    """Decodes an encoded position `count` times within the core; returns how often it succeeded."""
    cdef uint64_t words[STATE_WORDS]
    cdef const uint8_t* raw = data
    cdef int size, _turn
    cdef int length = <int>len(data)
    cdef int good = 0
    with nogil:
        for _turn in range(count):
            good += snapshot_read(<State*>words, raw, length, &size) == 0
    return good


def signature(Position template not None, uint64_t seed, int games, int plies_max):
    """A 64-bit number that changes when behaviour does: deals, legal lists, scores and bytes along random games."""
    cdef const GameOps* ops = template.ops
    cdef uint64_t words[STATE_WORDS]
    cdef State* s = <State*>words
    cdef uint8_t data[SNAPSHOT_MAX]
    cdef int64_t parts[PARTS_MAX]
    cdef Filter any_move
    cdef Fast fast
    cdef uint64_t folded = 0
    cdef int i, count, seat
    cdef uint32_t* out = <uint32_t*>malloc(ops.actions_max * sizeof(uint32_t))
    if out == NULL:
        raise MemoryError()
    any_move.kind = any_move.place = any_move.piece = ANY
    fast.state = seed
    with nogil:
        for i in range(games):
            deal_again(s, template.s, ops, seed + <uint64_t>i)
            while s.ply < <uint32_t>plies_max:
                count = ops.legal(s, &any_move, out, ops.actions_max)
                folded = fold(folded, snapshot_hash(<uint8_t*>out, count * 4))
                folded = fold(folded, snapshot_hash(data, snapshot_write(s, data)))
                for seat in range(s.seats):
                    memset(parts, 0, sizeof(parts))
                    folded = fold(folded, <uint64_t>ops.score(s, seat, parts))
                if s.over:
                    break
                ops.apply(s, out[fast_below(&fast, <uint32_t>count)])
                s.ply += 1
        free(out)
    return folded


cdef inline uint64_t fold(uint64_t folded, uint64_t value) noexcept nogil:
    cdef Fast f
    f.state = folded ^ value
    return fast_next(&f)
