"""What is hidden in Triz, hands and stock: erased for who may not see it, filled anew, and counted.

Rules are cited by paragraph of docs/rules/triz.md. This file knows no bytes and plays nothing.
"""
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t
from libc.string cimport memcpy, memset
from tileengine._core.codes cimport VIEWER_ALL
from tileengine._core.random cimport Fast, fast_shuffle
from tileengine._core.state cimport State
from tileengine._core.parts.triz_board cimport (BY_LOOK, Body, FIELD_SIZE, FLIP, PIECES, STRIDE, TRIPLES, TYPES, copies,
                                                dealt_triples, fits_somewhere, pile_add, sees_hand, triz_low)


cdef void triz_observe(State* s) noexcept nogil:
    cdef Body* b = <Body*>s.body
    cdef int seat
    memset(b.order, 0xFF, b.total)
    for seat in range(s.seats):
        if not sees_hand(s, seat):
            memset(b.hand[seat], 0xFF, b.hand_size[seat])
            memset(b.discard[seat], 0xFF, b.discard_size[seat])


cdef int seen_pieces(const State* s, uint8_t* by_piece) noexcept nogil:
    """Counts every piece the viewer sees, the stock apart; returns how many."""
    cdef const Body* b = <const Body*>s.body
    cdef const uint16_t* piece_of = BY_LOOK[s.options[FLIP]]
    cdef int a, seat, i
    cdef int total = 0
    cdef uint32_t columns
    memset(by_piece, 0, TYPES)
    for a in range(s.options[FIELD_SIZE]):
        columns = b.rows[a + 1]
        while columns:
            by_piece[(piece_of[b.look[(a + 1) * STRIDE + triz_low(columns)]] - 1) >> 3] += 1
            columns &= columns - 1
    total = b.laid
    for i in range(12):
        if b.triples >> i & 1:
            by_piece[TRIPLES + i] += 1
            total += 1
    for seat in range(s.seats):
        if sees_hand(s, seat):
            for i in range(b.hand_size[seat]):
                by_piece[b.hand[seat][i]] += 1
            for i in range(b.discard_size[seat]):
                by_piece[b.discard[seat][i]] += 1
            total += b.hand_size[seat] + b.discard_size[seat]
    return total


cdef int triz_unseen(const State* s, uint8_t* by_piece) noexcept nogil:
    cdef uint8_t seen[TYPES]
    cdef int piece
    cdef int total = 0
    memset(by_piece, 0, TYPES)
    if s.viewer == VIEWER_ALL:
        return 0
    seen_pieces(s, seen)
    for piece in range(TYPES):
        by_piece[piece] = copies(s)[piece] - seen[piece]
        total += by_piece[piece]
    return total


cdef bint has_passed(const State* s, int seat) noexcept nogil:
    """Whether a seat passed since the last piece was laid: its hand fits nowhere as the field lies (Z4.2)."""
    cdef const Body* b = <const Body*>s.body
    return (s.turn - seat + s.seats - 1) % s.seats < b.passes


cdef int split_misfits(const State* s, uint8_t* pool, int count) noexcept nogil:
    """Moves the pieces that fit nowhere to the front of a pool; returns how many there are."""
    cdef int8_t fits[TYPES]
    cdef int i, n = 0
    cdef uint8_t piece
    memset(fits, -1, TYPES)
    for i in range(count):
        piece = pool[i]
        if fits[piece] < 0:
            fits[piece] = fits_somewhere(s, piece)
        if not fits[piece]:
            pool[i] = pool[n]
            pool[n] = piece
            n += 1
    return n


cdef int pool_fill(const State* s, uint8_t* pool) noexcept nogil:
    cdef uint8_t by_piece[TYPES]
    cdef int piece, n = 0
    triz_unseen(s, by_piece)
    for piece in range(TYPES):
        for _ in range(by_piece[piece]):
            pool[n] = <uint8_t>piece
            n += 1
    return n


cdef void triz_resample(State* s, Fast* fast) noexcept nogil:
    """Seats that have just passed get pieces that fit nowhere; what passes further back told is not kept (Z8.6)."""
    cdef Body* b = <Body*>s.body
    cdef uint8_t pool[PIECES]
    cdef uint8_t by_piece[TYPES]
    cdef int table = dealt_triples(s)
    cdef int count = pool_fill(s, pool)
    cdef int at = 0
    cdef int after, seat, piece, misfits
    cdef uint8_t size
    if b.passes:
        misfits = split_misfits(s, pool, count)
        fast_shuffle(fast, pool, misfits)
    for after in range(2):      # the seats that have just passed first, the others from all that is left
        if after:
            fast_shuffle(fast, pool + at, count - at)
        for seat in range(s.seats):
            if sees_hand(s, seat):
                continue
            size = 0
            if has_passed(s, seat) != after:
                for _ in range(b.hand_size[seat]):
                    pile_add(b.hand[seat], &size, pool[at])
                    at += 1
            size = 0
            if after:
                for _ in range(b.discard_size[seat]):
                    pile_add(b.discard[seat], &size, pool[at])
                    at += 1
    memcpy(b.order + b.drawn, pool + at, b.total - b.drawn)
    # Any order of what has been drawn would do: it decides nothing any more.
    s.viewer = VIEWER_ALL
    seen_pieces(s, by_piece)
    at = 0
    for piece in range(TYPES):
        if piece >= TRIPLES and table >> (piece - TRIPLES) & 1:
            continue
        for _ in range(by_piece[piece]):
            b.order[at] = <uint8_t>piece
            at += 1
    fast_shuffle(fast, b.order, at)
