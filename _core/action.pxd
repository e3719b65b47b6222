"""How a move is packed into 32 bits, the same way in every game.

    31..29 kind   28..14 place   13..7 piece   6..3 rotation   2..0 extra

Kind is never 0, so action 0 means "none". Ascending numbers are the canonical order of every list: by kind,
then place, piece, rotation, extra. A field a kind does not use holds NO_PLACE, NO_PIECE or 0, so that every
move has exactly one number. What a place, a piece or a rotation means is each game's own affair.
"""
from libc.stdint cimport uint32_t
from tileengine._core.codes cimport ANY, NO_PIECE, NO_PLACE

cpdef enum Kind:
    NO_ACTION = 0
    PLACE = 1       # lay a piece on a place
    TAKE = 2        # take the piece that lies on a place
    DRAW = 3        # draw (turn up) one piece from the stock
    PASS = 4        # end the turn without placing
    LAY_TRIPLE = 5  # Triz Z6.2: lay a face-up triple and discard (extra) a piece of the hand

# What a caller asks for; ANY (-1) in a field restricts nothing.
ctypedef struct Filter:
    int kind
    int place
    int piece

cdef inline uint32_t action_make(uint32_t kind, uint32_t place, uint32_t piece, uint32_t rotation,
                                 uint32_t extra) noexcept nogil:
    return (kind << 29) | (place << 14) | (piece << 7) | (rotation << 3) | extra

cdef inline uint32_t action_plain(uint32_t kind) noexcept nogil:
    """A move that is nothing but its kind: DRAW or PASS."""
    return action_make(kind, NO_PLACE, NO_PIECE, 0, 0)

cdef inline int action_kind(uint32_t a) noexcept nogil:
    return <int>(a >> 29)

cdef inline int action_place(uint32_t a) noexcept nogil:
    return <int>((a >> 14) & 0x7FFF)

cdef inline int action_piece(uint32_t a) noexcept nogil:
    return <int>((a >> 7) & 0x7F)

cdef inline int action_rotation(uint32_t a) noexcept nogil:
    return <int>((a >> 3) & 0xF)

cdef inline int action_extra(uint32_t a) noexcept nogil:
    return <int>(a & 7)

cdef inline bint filter_kind(const Filter* f, int kind) noexcept nogil:
    return f.kind == ANY or f.kind == kind

cdef inline bint filter_place(const Filter* f, int place) noexcept nogil:
    return f.place == ANY or f.place == place

cdef inline bint filter_piece(const Filter* f, int piece) noexcept nogil:
    return f.piece == ANY or f.piece == piece
