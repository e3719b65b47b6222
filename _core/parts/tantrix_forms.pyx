"""Tantrix as bytes and as text: the body of a snapshot, its canonical form, and the names of tiles and places.

A body is the laid tiles by ascending place (count; place, tile and rotation in three bytes each), each seat's hand
(count; tiles) and the dealt order, UNKNOWN where it is erased. Reading trusts nothing: what it accepts is connected,
matches, keeps the restrictions while tiles are in the bag, and encodes to the same bytes. This file plays no moves.
"""
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset
from tileengine._core.codes cimport CORRUPT_POSITION, OK, TRUNCATED, VIEWER_ALL
from tileengine._core.state cimport State
from tileengine._core.parts.tantrix_board cimport (DEADLOCK, DISCOVERY, DOUBLES, FINISHED, FREE, HAND, IMAGE, IMAGES,
                                                   KNOWN, NODES, OCCUPIED, ORIGIN, PERMUTATION, PUZZLE, REACH, RUNNING,
                                                   SOLVED, TILES, TURNED, UNKNOWN, UNSOLVED, Body, body_init,
                                                   colour_of, fills_one, find, lay, lots_of, moves_freely, on_board,
                                                   restricted, solves, step)


cdef int write(const State* s, uint8_t* out) noexcept nogil:
    """Laid tiles (count; place, tile and rotation in three bytes each), each seat's hand (count; tiles), the order."""
    cdef const Body* b = <const Body*>s.body
    cdef uint32_t word
    cdef int at = 1
    cdef int i
    out[0] = b.laid_count
    for i in range(b.laid_count):
        word = <uint32_t>b.place[b.laid[i]] << 9 | (b.cell[b.laid[i]] & 511)
        out[at] = <uint8_t>word
        out[at + 1] = <uint8_t>(word >> 8)
        out[at + 2] = <uint8_t>(word >> 16)
        at += 3
    for i in range(s.seats):
        out[at] = b.hand_count[i]
        memcpy(out + at + 1, b.hand[i], b.hand_count[i])
        at += 1 + b.hand_count[i]
    memcpy(out + at, b.order, b.order_count)
    return at + b.order_count


cdef bint order_right(const State* s, const Body* b, uint64_t drawn) noexcept nogil:
    """Are lots, drawn tiles and bag what hands and table say? A viewer knows all but the bag."""
    cdef uint64_t seen = 0
    cdef int lots = lots_of(s)
    cdef int i
    for i in range(b.order_count):
        if i == lots:
            seen = 0
        if i == b.next and seen != drawn:
            return False
        if i >= b.next and s.viewer != VIEWER_ALL:
            if b.order[i] != UNKNOWN:
                return False
            continue
        if b.order[i] >= b.tiles or seen >> b.order[i] & 1 or (b.puzzle and b.order[i] != i):
            return False
        seen |= <uint64_t>1 << b.order[i]
    return b.next < b.order_count or seen == drawn


cdef inline int root(uint8_t* parent, int node) noexcept nogil:
    while parent[node] != node:
        parent[node] = parent[parent[node]]
        node = parent[node]
    return node


cdef bint board_right(const Body* b) noexcept nogil:
    """Connected, all touching sides equal and, while tiles are in the bag, the restrictions kept (X3.4, X5.1, X5.8)."""
    cdef uint8_t parent[NODES]
    cdef uint32_t cell, colours, asked, like
    cdef int parts = b.laid_count
    cdef int pairs = 0
    cdef int node, other, here, there, side, i, j
    for i in range(b.nodes):
        parent[i] = <uint8_t>i
    for i in range(b.laid_count):
        node = b.laid[i]
        colours = TURNED[b.cell[node] & 511]
        for side in range(3):       # each touching pair once
            other = find(b, b.place[node] + step(side))
            cell = b.cell[other]
            if not cell & <uint32_t>OCCUPIED:
                continue
            if (TURNED[cell & 511] >> 4 * (side + 3) ^ colours >> 4 * side) & 15:
                return False
            pairs += 1
            here = root(parent, node)
            there = root(parent, other)
            parts -= here != there
            parent[there] = <uint8_t>here
    if parts != 1:
        return False
    if not restricted(b):
        return True
    for i in range(b.forced_count):
        cell = b.cell[b.forced[i]]
        for asked in range(1, 5):
            like = 0
            for j in range(6):
                like += (cell >> 4 * j & 15) == asked
            if like >= 3:
                return False
    cell = b.high - b.low
    return 3 * b.laid_count - pairs == <int>((cell & 255) + (cell >> 8 & 255) + (cell >> 16)) + 3


cdef bint phase_right(const State* s, const Body* b) noexcept nogil:
    """Does what is left to do agree with turn, phase and end?"""
    if b.laid_count == b.tiles:
        if b.puzzle:
            return s.phase == FREE and s.over == (SOLVED if solves(s, b) else UNSOLVED)
        return s.phase == FREE and s.over == FINISHED
    if b.hand_count[s.turn] == 0:
        return False
    if s.phase != FREE:
        return s.over == RUNNING and b.laid_count > 0 and fills_one(b, s.turn)
    if fills_one(b, s.turn):
        return False
    if moves_freely(b, s.turn):
        return s.over == RUNNING
    return s.over == (UNSOLVED if b.puzzle else DEADLOCK)


cdef int read(State* s, const uint8_t* data, int count) noexcept nogil:
    cdef Body* b = <Body*>s.body
    cdef uint64_t seen = 0
    cdef uint32_t word
    cdef uint32_t last = 0
    cdef int at = 1
    cdef int held = 0
    cdef int i, _i, j, tile, place
    body_init(s, b)
    if count < 1 or data[0] > b.tiles or count < 1 + 3 * data[0]:
        return TRUNCATED
    if data[0] != s.ply:
        return CORRUPT_POSITION
    for _i in range(data[0]):
        word = data[at] | <uint32_t>data[at + 1] << 8 | <uint32_t>data[at + 2] << 16
        at += 3
        place = <int>(word >> 9)
        tile = <int>(word >> 3 & 63)
        if (place <= <int>last or place >= 1 << 14 or not on_board(place) or tile >= b.tiles or (word & 7) >= 6
                or seen >> tile & 1 or b.nodes > KNOWN):
            return CORRUPT_POSITION
        last = <uint32_t>place
        seen |= <uint64_t>1 << tile
        lay(b, place, tile, <int>(word & 7))
    if b.laid_count and not b.cell[find(b, ORIGIN)] & <uint32_t>OCCUPIED:
        return CORRUPT_POSITION
    for i in range(s.seats):
        if at >= count or data[at] > (PUZZLE if b.puzzle else HAND) or count - at - 1 < data[at]:
            return TRUNCATED
        b.hand_count[i] = data[at]
        held += data[at]
        for j in range(data[at]):
            tile = data[at + 1 + j]
            if tile >= b.tiles or seen >> tile & 1 or (j > 0 and tile < data[at + j]):
                return CORRUPT_POSITION
            seen |= <uint64_t>1 << tile
            b.hand[i][j] = <uint8_t>tile
        at += 1 + data[at]
    if count - at != b.order_count:
        return TRUNCATED
    memcpy(b.order, data + at, b.order_count)
    b.next = <uint8_t>(b.order_count - (b.tiles - b.laid_count - held))
    if not order_right(s, b, seen):
        return CORRUPT_POSITION
    for i in range(s.seats):
        if restricted(b) and b.hand_count[i] != HAND:
            return CORRUPT_POSITION
    if (b.laid_count and not board_right(b)) or not phase_right(s, b):
        return CORRUPT_POSITION
    return OK


cdef int check(const State* s) noexcept nogil:
    """Lays the tiles anew in the order of their places: nodes are numbered otherwise, all else has to be the same."""
    cdef const Body* b = <const Body*>s.body
    cdef Body fresh
    cdef int i, node
    memset(&fresh, 0, sizeof(fresh))
    body_init(s, &fresh)
    for i in range(b.laid_count):
        lay(&fresh, b.place[b.laid[i]], <int>(b.cell[b.laid[i]] >> 3 & 63), <int>(b.cell[b.laid[i]] & 7))
    if (fresh.nodes != b.nodes or fresh.open_count != b.open_count or fresh.forced_count != b.forced_count
            or fresh.low != b.low or fresh.high != b.high):
        return CORRUPT_POSITION
    for i in range(b.nodes):
        node = find(&fresh, b.place[i])
        if node < 0 or fresh.cell[node] != b.cell[i] or find(b, b.place[i]) != i:
            return CORRUPT_POSITION
    for i in range(b.open_count):
        if fresh.place[fresh.open_[i]] != b.place[b.open_[i]]:
            return CORRUPT_POSITION
    for i in range(b.forced_count):
        if fresh.place[fresh.forced[i]] != b.place[b.forced[i]]:
            return CORRUPT_POSITION
    if (b.laid_count and not board_right(b)) or not phase_right(s, b):
        return CORRUPT_POSITION
    return OK


cdef void board_image(const Body* b, int renaming, int mirror, int turn, uint32_t* words) noexcept nogil:
    """The laid tiles after a renaming of colours, a mirror and a turn, moved to least q and r 0, ascending."""
    cdef int low_q = 1 << 20
    cdef int low_r = 1 << 20
    cdef int i, _k, q, r, hold, tile, rotation
    for i in range(b.laid_count):
        q = (b.place[b.laid[i]] >> 7) - 64
        r = (b.place[b.laid[i]] & 127) - 64
        rotation = <int>(b.cell[b.laid[i]] & 7)
        if mirror:
            r += q
            q = -q
            rotation = 6 - rotation
        for _k in range(turn):
            hold = -r
            r += q
            q = hold
        low_q = min(low_q, q)
        low_r = min(low_r, r)
        tile = IMAGE[mirror][renaming][b.cell[b.laid[i]] >> 3 & 63]
        words[i] = <uint32_t>((q + 256) << 19 | (r + 256) << 9 | (tile & ~7) | ((tile & 7) + rotation + turn) % 6)
    for i in range(b.laid_count):
        words[i] -= <uint32_t>((low_q + 256) << 19 | (low_r + 256) << 9)
    sort_words(words, b.laid_count)


cdef int form_write(const State* s, int renaming, int mirror, const uint32_t* words, uint8_t* out) noexcept nogil:
    """One image as bytes: what the rules go on from, seats from the one to move."""
    cdef const Body* b = <const Body*>s.body
    cdef int size = 6
    cdef int i, j, seat
    out[0] = s.seats
    out[1] = <uint8_t>(s.options[DOUBLES] | s.options[DISCOVERY] << 1)
    out[2] = s.phase
    out[3] = s.over
    out[4] = s.viewer == VIEWER_ALL
    out[5] = b.laid_count
    for i in range(b.laid_count):
        for j in range(4):
            out[size + j] = <uint8_t>(words[i] >> 24 - 8 * j)
        size += 4
    for i in range(s.seats):
        seat = (s.turn + i) % s.seats
        out[size] = b.hand_count[seat]
        for j in range(b.hand_count[seat]):
            out[size + 1 + j] = <uint8_t>(IMAGE[mirror][renaming][b.hand[seat][j]] >> 3)
        sort_tiles(out + size + 1, b.hand_count[seat])
        size += 1 + b.hand_count[seat]
    for i in range(b.next, b.order_count):
        out[size] = UNKNOWN if b.order[i] == UNKNOWN else <uint8_t>(IMAGE[mirror][renaming][b.order[i]] >> 3)
        size += 1
    return size


cdef int canonical(const State* s, uint8_t* out) noexcept nogil:
    """The least of all images (X1.4): the table turned or mirrored, moved, and colours renamed.

    Seats are numbered from the one to move and their colours renamed with them; only colours nobody plays are free.
    """
    cdef const Body* b = <const Body*>s.body
    cdef uint8_t form[512]
    cdef uint32_t words[TILES]
    cdef int colours = 1 if b.puzzle else 2 if s.options[DOUBLES] else s.seats
    cdef int size = 0
    cdef int renaming, mirror, turn, i, kept
    for renaming in range(IMAGES):
        kept = 0
        for i in range(colours):
            kept += PERMUTATION[renaming][colour_of(s, (s.turn + i) % s.seats)] == i
        if kept != colours:
            continue
        for mirror in range(2):
            for turn in range(6 if b.laid_count else 1):
                board_image(b, renaming, mirror, turn, words)
                i = form_write(s, renaming, mirror, words, form)
                if size == 0 or memcmp(form, out, i) < 0:
                    size = i
                    memcpy(out, form, size)
    return size


cdef void sort_words(uint32_t* words, int count) noexcept nogil:
    cdef uint32_t word
    cdef int i, j
    for i in range(1, count):
        word = words[i]
        j = i
        while j > 0 and words[j - 1] > word:
            words[j] = words[j - 1]
            j -= 1
        words[j] = word


cdef void sort_tiles(uint8_t* tiles, int count) noexcept nogil:
    cdef uint8_t tile
    cdef int i, j
    for i in range(1, count):
        tile = tiles[i]
        j = i
        while j > 0 and tiles[j - 1] > tile:
            tiles[j] = tiles[j - 1]
            j -= 1
        tiles[j] = tile


cdef int number_write(int number, char* out) noexcept nogil:
    """A number of at most two digits, with its sign if negative."""
    cdef int at = 0
    if number < 0:
        out[0] = c'-'
        number = -number
        at = 1
    if number >= 10:
        out[at] = <char>(48 + number // 10)
        at += 1
    out[at] = <char>(48 + number % 10)
    return at + 1


cdef int number_parse(const char* text, int count, int* at) noexcept nogil:
    """The number at text[at], moving on; 1000 when there is none. Texts are compared with number_write afterwards."""
    cdef bint minus = at[0] < count and text[at[0]] == c'-'
    cdef int number = 0
    cdef int digits = 0
    at[0] += minus
    while at[0] < count and digits < 2 and c'0' <= text[at[0]] <= c'9':
        number = 10 * number + text[at[0]] - 48
        at[0] += 1
        digits += 1
    return 1000 if digits == 0 else -number if minus else number


cdef int piece_write(int piece, char* out) noexcept nogil:
    return number_write(piece + 1, out)


cdef int piece_parse(const char* text, int count) noexcept nogil:
    cdef char again[4]
    cdef int at = 0
    cdef int number = number_parse(text, count, &at)
    if not 1 <= number <= TILES or at != count or number_write(number, again) != count:
        return -1
    return number - 1


cdef int place_write(int place, char* out) noexcept nogil:
    cdef int at
    if not 0 <= place < 1 << 14 or not on_board(place):
        return 0
    out[0] = c'('
    at = 1 + number_write((place >> 7) - 64, out + 1)
    out[at] = c','
    at += 1 + number_write((place & 127) - 64, out + at + 1)
    out[at] = c')'
    return at + 1


cdef int place_parse(const char* text, int count) noexcept nogil:
    cdef char again[16]
    cdef int at = 1
    cdef int q, r, place
    if not 5 <= count <= 9 or text[0] != c'(':
        return -1
    q = number_parse(text, count, &at)
    if at >= count or text[at] != c',':
        return -1
    at += 1
    r = number_parse(text, count, &at)
    if not (-REACH <= q <= REACH and -REACH <= r <= REACH):
        return -1
    place = (q + 64) << 7 | (r + 64)
    if place_write(place, again) != count or memcmp(again, text, count) != 0:
        return -1
    return place
