"""The messages of tileengine/v1/position.proto and ListMovesResponse, written straight from states.

The only core file that knows field numbers. A test holds them against the descriptors, and every message against
the generated classes byte for byte. Anything else the service says is built with the generated classes.
"""
from libc.math cimport isnan
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset
from tileengine import errors
from tileengine._core.action cimport Filter
from tileengine._core.codes cimport (ACTIONS_MAX, NO_PLACE, PARTS_MAX, SNAPSHOT_MAX, TEXT_MAX, TOO_LARGE, VERTICES_MAX,
                                     VIEWER_ALL, VIEWER_PUBLIC)
from tileengine._core.notation cimport action_write
from tileengine._core.ops cimport GameOps
from tileengine._core.position cimport Position, require_known
from tileengine._core.snapshot cimport snapshot_hash, snapshot_write
from tileengine._core.state cimport STATE_WORDS, State, state_copy
from tileengine._core.view cimport Art, View, art_clear, view_clear
from tileengine._core.wire cimport (Buffer, buffer_open, buffer_room, buffer_take, message_close, message_open,
                                    put_bytes, put_fixed64, put_float, put_sint, put_text, put_uint, put_uint_always,
                                    put_varint, zigzag)

FIELDS = {
    "PositionState": {"position": 1, "info": 2},
    "PositionInfo": {"game": 1, "seats": 2, "ply": 3, "turn": 4, "phase": 5, "over": 6, "end": 7, "viewer": 8,
                     "hash": 9, "canonical_id": 10, "totals": 11},
    "Viewer": {"sight": 1, "seat": 2},
    "ListMovesResponse": {"total": 1, "moves": 2, "next_after": 3},
    "MoveList": {"action": 1, "kind": 2, "place": 3, "piece": 4, "rotation": 5, "extra": 6, "gain": 7,
                 "notation": 8},
    "ViewPositionResponse": {"view": 1},
    "View": {"zones": 1, "pieces": 2, "counters": 3, "marks": 4, "features": 5, "cells": 6, "box": 7},
    "Zone": {"name": 1, "seat": 2, "hidden": 3, "size": 4},
    "Piece": {"zone": 1, "piece": 2, "name": 3, "place": 4, "rotation": 5, "index": 6, "strokes": 7, "labels": 8},
    "Counter": {"name": 1, "seat": 2, "value": 3},
    "Mark": {"name": 1, "seat": 2, "place": 3, "value": 4},
    "Feature": {"name": 1, "seat": 2, "colour": 3, "value": 4, "closed": 5, "items": 6, "polylines": 7},
    "FeatureItem": {"place": 1, "a": 2, "b": 3},
    "Polyline": {"xy": 1},
    "Cell": {"place": 1, "name": 2, "polygon": 3, "centre_x": 4, "centre_y": 5},
    "Stroke": {"colour": 1, "filled": 2, "xy": 3},
    "Label": {"x": 1, "y": 2, "text": 3},
    "BoundingBox": {"min_x": 1, "min_y": 2, "max_x": 3, "max_y": 4},
}
"""The field numbers written below, by message; the descriptor test reads them."""


# -- positions -----------------------------------------------------------------------------------------------------

cdef void put_state(Buffer* b, const GameOps* ops, const State* s) noexcept nogil:
    """The fields of PositionState."""
    cdef uint8_t data[SNAPSHOT_MAX]
    cdef int64_t parts[PARTS_MAX]
    cdef int count = snapshot_write(s, data)
    cdef uint64_t hash_value = snapshot_hash(data, count)
    cdef size_t info, inner
    cdef int seat
    put_bytes(b, 1, data, count)
    info = message_open(b, 2)
    put_uint(b, 1, s.game)
    put_uint(b, 2, s.seats)
    put_uint(b, 3, s.ply)
    put_uint(b, 4, s.turn)
    put_text(b, 5, ops.phases[s.phase])
    put_uint(b, 6, s.over != 0)
    put_text(b, 7, ops.ends[s.over])
    inner = message_open(b, 8)
    if s.viewer == VIEWER_PUBLIC:
        put_uint(b, 1, 1)
    elif s.viewer != VIEWER_ALL:
        put_uint(b, 1, 2)
        put_uint(b, 2, s.viewer)
    message_close(b, inner)
    put_fixed64(b, 9, hash_value)
    if ops.canonical != NULL:
        hash_value = snapshot_hash(data, ops.canonical(s, data))
    put_fixed64(b, 10, hash_value)
    inner = message_open(b, 11)
    for seat in range(s.seats):
        memset(parts, 0, sizeof(parts))
        put_varint(b, zigzag(ops.score(s, seat, parts)))
    message_close(b, inner)
    message_close(b, info)


def position_state(Position position not None):
    """An encoded PositionState."""
    cdef Buffer b
    buffer_open(&b)
    put_state(&b, position.ops, position.s)
    return buffer_take(&b)


# -- moves ---------------------------------------------------------------------------------------------------------

cdef void put_gains(Buffer* b, const GameOps* ops, const State* s, const uint32_t* moves, int count) noexcept nogil:
    cdef uint64_t words[STATE_WORDS]
    cdef State* after = <State*>words
    cdef int64_t parts[PARTS_MAX]
    cdef int64_t before = ops.score(s, s.turn, parts)
    cdef int i
    cdef size_t mark = message_open(b, 7)
    for i in range(count):
        state_copy(after, s, ops.state_size)
        ops.apply(after, moves[i])
        put_varint(b, zigzag(ops.score(after, s.turn, parts) - before))
    message_close(b, mark)


cdef void put_column(Buffer* b, int field, const uint32_t* moves, int count, int shift, uint32_t mask) noexcept nogil:
    """One packed column: the bits (move >> shift) & mask of each move."""
    cdef size_t mark = message_open(b, field)
    cdef uint8_t* at
    cdef uint32_t value
    cdef int i
    cdef size_t n = 0
    at = buffer_room(b, <size_t>count * 5)
    if at != NULL:
        for i in range(count):
            value = (moves[i] >> shift) & mask
            while value >= 128:
                at[n] = <uint8_t>(value | 128)
                value >>= 7
                n += 1
            at[n] = <uint8_t>value
            n += 1
        b.size += n
    message_close(b, mark)


cdef void put_moves(Buffer* b, const GameOps* ops, const State* s, const uint32_t* moves, int count, bint with_gain,
                    bint with_notation) noexcept nogil:
    """The fields of MoveList."""
    cdef char text[3 * TEXT_MAX]
    cdef int i
    if count == 0:
        return
    put_column(b, 1, moves, count, 0, 0xFFFFFFFF)
    put_column(b, 2, moves, count, 29, 7)
    put_column(b, 3, moves, count, 14, 0x7FFF)
    put_column(b, 4, moves, count, 7, 0x7F)
    put_column(b, 5, moves, count, 3, 0xF)
    put_column(b, 6, moves, count, 0, 7)
    if with_gain:
        put_gains(b, ops, s, moves, count)
    if with_notation:
        for i in range(count):
            put_bytes(b, 8, text, action_write(ops, moves[i], text))


def list_moves(Position position not None, int kind, int place, int piece, uint32_t limit, uint32_t after,
               bint count_only, bint with_gain, bint with_notation):
    """An encoded ListMovesResponse; -1 for any kind, place or piece. Raises HiddenInformation, TooLarge."""
    cdef const GameOps* ops = position.ops
    cdef const State* s = position.s
    cdef Filter f
    cdef uint32_t* moves = NULL
    cdef int total, count, first
    cdef size_t mark
    cdef Buffer b
    require_known(position)
    if limit > ACTIONS_MAX:
        raise errors.make(TOO_LARGE, f"limit must be in 0..{ACTIONS_MAX}", field="limit")
    f.kind = kind
    f.place = place
    f.piece = piece
    buffer_open(&b)
    if count_only:
        put_uint(&b, 1, ops.count_legal(s, &f))
        return buffer_take(&b)
    total = ops.count_legal(s, &f) if limit < <uint32_t>ops.actions_max or after else ops.actions_max
    count = min(total, ops.actions_max) if after else <int>min(<uint32_t>total, limit)
    moves = <uint32_t*>malloc((count + 1) * sizeof(uint32_t))
    if moves == NULL:
        raise MemoryError()
    with nogil:
        count = ops.legal(s, &f, moves, count)
        if limit >= <uint32_t>ops.actions_max and not after:
            total = count
        first = 0
        while after and first < count and moves[first] <= after:
            first += 1
        if <uint32_t>(count - first) > limit:
            count = first + <int>limit
        put_uint(&b, 1, total)
        mark = message_open(&b, 2)
        put_moves(&b, ops, s, moves + first, count - first, with_gain, with_notation)
        message_close(&b, mark)
        if count > first and (count < total):
            put_uint(&b, 3, moves[count - 1])
        free(moves)
    return buffer_take(&b)


def move_gain(Position position not None, uint32_t action):
    """What a legal action adds to its mover's running total at once, in points."""
    cdef uint64_t words[STATE_WORDS]
    cdef State* after = <State*>words
    cdef int64_t parts[PARTS_MAX]
    state_copy(after, position.s, position.ops.state_size)
    position.ops.apply(after, action)
    return (position.ops.score(after, position.s.turn, parts)
            - position.ops.score(position.s, position.s.turn, parts))


# -- views ---------------------------------------------------------------------------------------------------------

cdef void put_floats(Buffer* b, int field, const float* values, int count) noexcept nogil:
    put_bytes(b, field, values, count * sizeof(float))


cdef void put_piece(Buffer* b, const GameOps* ops, const View* v, int index, bint geometry) noexcept nogil:
    cdef char text[TEXT_MAX]
    cdef Art art
    cdef size_t mark, inner
    cdef int i
    cdef int piece = v.pieces[index].piece
    cdef int place = <int>v.pieces[index].place
    mark = message_open(b, 2)
    put_uint(b, 1, v.pieces[index].zone)
    if piece >= 0:
        put_uint_always(b, 2, piece)
        put_bytes(b, 3, text, ops.piece_write(piece, text))
    if place != NO_PLACE:
        put_uint_always(b, 4, place)
    put_uint(b, 5, v.pieces[index].rotation)
    put_uint(b, 6, v.pieces[index].index)
    if geometry and piece >= 0:
        art_clear(&art)
        ops.draw(place, piece, v.pieces[index].rotation, &art)
        for i in range(art.strokes_count):
            inner = message_open(b, 7)
            if art.strokes[i].colour >= 0:
                put_uint_always(b, 1, art.strokes[i].colour)
            put_uint(b, 2, art.strokes[i].filled)
            put_floats(b, 3, art.points + 2 * art.strokes[i].start, 2 * art.strokes[i].count)
            message_close(b, inner)
        for i in range(art.labels_count):
            inner = message_open(b, 8)
            put_float(b, 1, art.labels[i].x)
            put_float(b, 2, art.labels[i].y)
            put_text(b, 3, art.labels[i].text)
            message_close(b, inner)
    message_close(b, mark)


cdef void put_feature(Buffer* b, const View* v, int index, bint geometry) noexcept nogil:
    cdef size_t mark = message_open(b, 5)
    cdef size_t inner
    cdef int i, start, end
    put_text(b, 1, v.features[index].name)
    if v.features[index].seat >= 0:
        put_uint_always(b, 2, v.features[index].seat)
    if v.features[index].colour >= 0:
        put_uint_always(b, 3, v.features[index].colour)
    put_sint(b, 4, v.features[index].value)
    put_uint(b, 5, v.features[index].closed)
    for i in range(v.features[index].items_start, v.features[index].items_start + v.features[index].items_count):
        inner = message_open(b, 6)
        put_uint(b, 1, v.items[i].place)
        put_sint(b, 2, v.items[i].a)
        put_sint(b, 3, v.items[i].b)
        message_close(b, inner)
    if geometry:
        start = v.features[index].points_start
        end = start + v.features[index].points_count
        i = start
        while start < end:
            if i == end or isnan(v.points[2 * i]):
                if i > start:
                    inner = message_open(b, 7)
                    put_floats(b, 1, v.points + 2 * start, 2 * (i - start))
                    message_close(b, inner)
                start = i + 1
            i += 1
    message_close(b, mark)


cdef void put_cells(Buffer* b, const GameOps* ops, const View* v, uint8_t* seen) noexcept nogil:
    """The cells of every place the view names, ascending, and the box around them; seen: one byte per place."""
    cdef char text[TEXT_MAX]
    cdef float xy[2 * VERTICES_MAX]
    cdef float box[4]
    cdef double sum_x, sum_y
    cdef size_t mark
    cdef int place, i, n
    cdef bint any_cell = False
    memset(seen, 0, NO_PLACE + 1)
    for i in range(v.pieces_count):
        seen[v.pieces[i].place] = 1
    for i in range(v.marks_count):
        seen[v.marks[i].place] = 1
    for i in range(v.items_count):
        seen[v.items[i].place] = 1
    for place in range(NO_PLACE):
        if not seen[place]:
            continue
        n = ops.polygon(place, xy)
        mark = message_open(b, 6)
        put_uint(b, 1, place)
        put_bytes(b, 2, text, ops.place_write(place, text))
        put_floats(b, 3, xy, 2 * n)
        sum_x = sum_y = 0
        for i in range(n):
            sum_x += xy[2 * i]
            sum_y += xy[2 * i + 1]
            if not any_cell:
                box[0] = box[2] = xy[0]
                box[1] = box[3] = xy[1]
                any_cell = True
            box[0] = min(box[0], xy[2 * i])
            box[1] = min(box[1], xy[2 * i + 1])
            box[2] = max(box[2], xy[2 * i])
            box[3] = max(box[3], xy[2 * i + 1])
        if n:
            put_float(b, 4, <float>(sum_x / n))
            put_float(b, 5, <float>(sum_y / n))
        message_close(b, mark)
    if any_cell:
        mark = message_open(b, 7)
        put_float(b, 1, box[0])
        put_float(b, 2, box[1])
        put_float(b, 3, box[2])
        put_float(b, 4, box[3])
        message_close(b, mark)


cdef void put_view(Buffer* b, const GameOps* ops, const View* v, bint geometry, uint8_t* seen) noexcept nogil:
    """The fields of View."""
    cdef size_t mark
    cdef int i
    for i in range(v.zones_count):
        mark = message_open(b, 1)
        put_text(b, 1, v.zones[i].name)
        if v.zones[i].owner >= 0:
            put_uint_always(b, 2, v.zones[i].owner)
        put_uint(b, 3, v.zones[i].hidden)
        put_uint(b, 4, v.zones[i].size)
        message_close(b, mark)
    for i in range(v.pieces_count):
        put_piece(b, ops, v, i, geometry)
    for i in range(v.counters_count):
        mark = message_open(b, 3)
        put_text(b, 1, v.counters[i].name)
        if v.counters[i].seat >= 0:
            put_uint_always(b, 2, v.counters[i].seat)
        put_sint(b, 3, v.counters[i].value)
        message_close(b, mark)
    for i in range(v.marks_count):
        mark = message_open(b, 4)
        put_text(b, 1, v.marks[i].name)
        if v.marks[i].seat >= 0:
            put_uint_always(b, 2, v.marks[i].seat)
        put_uint(b, 3, v.marks[i].place)
        put_sint(b, 4, v.marks[i].value)
        message_close(b, mark)
    for i in range(v.features_count):
        put_feature(b, v, i, geometry)
    if geometry:
        put_cells(b, ops, v, seen)


def view_position(Position position not None, bint geometry):
    """An encoded ViewPositionResponse: what the position's viewer sees."""
    cdef Buffer b
    cdef size_t mark
    cdef View* v = <View*>malloc(sizeof(View))
    cdef uint8_t* seen = <uint8_t*>malloc(NO_PLACE + 1)
    if v == NULL or seen == NULL:
        free(v)
        free(seen)
        raise MemoryError()
    buffer_open(&b)
    with nogil:
        view_clear(v)
        position.ops.view(position.s, v)
        mark = message_open(&b, 1)
        put_view(&b, position.ops, v, geometry, seen)
        message_close(&b, mark)
        free(v)
        free(seen)
    return buffer_take(&b)
