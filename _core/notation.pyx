"""Moves as text, written once for all games; games only spell their pieces and places.

PIECE@PLACE or PIECE@PLACE/ROTATION or PIECE@PLACE/ROTATION~EXTRA for kinds that lay a piece, with a leading "="
for LAY_TRIPLE and "-" for TAKE; "draw" and "pass" for the two kinds that are nothing but their kind. A rotation
or an extra of 0 is not written.

Reading is the exact inverse of writing: what reads writes the same text again. This file knows no game.
"""
from libc.stdint cimport uint32_t
from libc.string cimport memcpy
from tileengine import errors
from tileengine._core.action cimport (DRAW, LAY_TRIPLE, PASS, PLACE, TAKE, action_extra, action_kind, action_make,
                                      action_piece, action_place, action_plain, action_rotation)
from tileengine._core.codes cimport BAD_TEXT, TEXT_MAX
from tileengine._core.ops cimport GameOps


cdef int action_write(const GameOps* ops, uint32_t action, char* out) noexcept nogil:
    """Writes the notation without NUL (at most 3 * TEXT_MAX); returns its length, or -1 for no move of this game."""
    cdef int kind = action_kind(action)
    cdef int at = 0
    cdef int n
    cdef int rotation = action_rotation(action)
    if kind == DRAW or kind == PASS:
        if action != action_plain(kind):
            return -1
        memcpy(out, b"draw" if kind == DRAW else b"pass", 4)
        return 4
    if kind != PLACE and kind != TAKE and kind != LAY_TRIPLE:
        return -1
    if kind == TAKE:
        out[at] = c'-'
        at += 1
    elif kind == LAY_TRIPLE:
        out[at] = c'='
        at += 1
    if action_piece(action) >= ops.pieces_count:
        return -1
    at += ops.piece_write(action_piece(action), out + at)
    out[at] = c'@'
    at += 1
    n = ops.place_write(action_place(action), out + at)
    if n <= 0:
        return -1
    at += n
    if rotation:
        out[at] = c'/'
        at += 1
        if rotation >= 10:
            out[at] = c'1'
            at += 1
        out[at] = <char>(48 + rotation % 10)
        at += 1
    if action_extra(action):
        out[at] = c'~'
        out[at + 1] = <char>(48 + action_extra(action))
        at += 2
    return at


cdef uint32_t action_parse(const GameOps* ops, str text) except 0:
    """The action of a notation; raises BadText."""
    cdef uint32_t action = 0
    cdef int kind = PLACE
    cdef int piece, place, n
    cdef char out[3 * TEXT_MAX]
    fault = errors.make(BAD_TEXT, f"{text[:80]!r} is not a move of {ops.slug.decode()}", field="notation")
    if len(text) > 2 * TEXT_MAX or not text.isascii():
        raise fault
    if text == "draw":
        return action_plain(DRAW)
    if text == "pass":
        return action_plain(PASS)
    rest = text
    if rest.startswith("-"):
        kind, rest = TAKE, rest[1:]
    elif rest.startswith("="):
        kind, rest = LAY_TRIPLE, rest[1:]
    rest, _, extra = rest.partition("~")
    rest, _, rotation = rest.partition("/")
    name, _, where = rest.rpartition("@")
    raw = name.encode()
    piece = ops.piece_parse(raw, <int>len(raw))
    raw = where.encode()
    place = ops.place_parse(raw, <int>len(raw))
    if (piece < 0 or place < 0 or not (rotation or "0").isdigit() or not (extra or "0").isdigit()
            or int(rotation or 0) > 15 or int(extra or 0) > 7):
        raise fault
    action = action_make(kind, place, piece, int(rotation or 0), int(extra or 0))
    n = action_write(ops, action, out)
    if n < 0 or out[:n].decode() != text:
        raise fault
    return action
