"""Triominos: what a seat may see, worlds that agree with it, and the body in bytes.

Rules: docs/rules/triominos.md, T9. Reading lays all tiles again, so what decodes is a table the rules allow. It knows
nothing of moves.
"""
from libc.stdint cimport uint32_t, uint64_t, uint8_t
from libc.string cimport memcmp, memcpy, memset
from tileengine._core.codes cimport CORRUPT_POSITION, OK, SEATS_MAX, SNAPSHOT_MAX, TRUNCATED, VIEWER_ALL
from tileengine._core.random cimport Fast, fast_below, fast_next, fast_shuffle
from tileengine._core.state cimport STATE_WORDS, State
from tileengine._core.parts.triominos_table cimport (ALL, DRAWS, HIGHEST_TRIPLE, MAX_DRAWS, OPENING, ORIGIN, PARTS,
                                                     PHASE_DRAWING, PHASE_OPEN, PHASE_TURN, ROTATION, ROUNDS,
                                                     ROUNDS_MAX, RUNNING, START, SUM, TILES, TILE_POINTS, TRIPLE,
                                                     TRIPLES, VOLUNTARY_DRAW, Body, Shape, __builtin_ctzll,
                                                     __builtin_popcountll, bit, cell_find, fits_union, game_end, lay,
                                                     lots_count, lots_valid, lots_winner, open_table, opener, openings,
                                                     pool_count, rack_size, shown)

cdef enum:
    TRIES = 20000   # deals tried until one agrees with who opens; one in some ten does

# -- hidden information ----------------------------------------------------------------------------------------------

cdef void observe(State* s) noexcept nogil:
    cdef Body* b = <Body*>s.body
    cdef int seat
    memset(b.order + lots_count(s), 0xFF, TILES)
    for seat in range(s.seats):
        if not shown(s, seat):
            b.hands[seat] = 0
    if s.phase == PHASE_OPEN:
        open_table(s)       # which tiles may open tells of the opener's rack


cdef int take(uint8_t* tiles, int* count, uint64_t barred) noexcept nogil:
    """Takes the first tile that is not barred out of a list (the first of all if there is none)."""
    cdef int i, piece
    cdef int at = 0
    for i in range(count[0]):
        if not bit(tiles[i]) & barred:
            at = i
            break
    piece = tiles[at]
    count[0] -= 1
    for i in range(at, count[0]):
        tiles[i] = tiles[i + 1]
    return piece


cdef int take_likely(uint8_t* tiles, int* count, const double* odds, Fast* fast) noexcept nogil:
    """Takes a tile out of a list by lot, each as likely as its odds say."""
    cdef double sum = 0
    cdef int at = 0
    cdef int i, piece
    for i in range(count[0]):
        sum += odds[tiles[i]]
    sum *= <double>(fast_next(fast) >> 11) / <double>(<uint64_t>1 << 53)
    while at < count[0] - 1 and sum >= odds[tiles[at]]:
        sum -= odds[tiles[at]]
        at += 1
    piece = tiles[at]
    count[0] -= 1
    tiles[at] = tiles[count[0]]
    return piece


cdef uint64_t outranking(uint64_t hand) noexcept nogil:
    """Tiles with which another seat would have opened instead of the holder of this hand (T2.2, T2.3)."""
    cdef uint64_t first = openings(hand, HIGHEST_TRIPLE)
    cdef uint64_t tiles = 0
    cdef int top = 63 - 1
    cdef int piece
    while not first & bit(top):
        top -= 1
    for piece in range(TILES):
        if bit(piece) & TRIPLES:
            if not first & TRIPLES or piece > top:
                tiles |= bit(piece)
        elif not first & TRIPLES and SUM[piece] > SUM[top]:
            tiles |= bit(piece)
    return tiles


cdef int racks_fill(State* s, Fast* fast, uint8_t* tiles, int* count, const double* odds) noexcept nogil:
    """Deals hidden racks anew, leaves the pool in `tiles`, and returns the tile drawn last in the running turn.

    odds: of the tiles, a seat, for racks whose seats do not move; NULL: all alike.
    """
    cdef Body* b = <Body*>s.body
    cdef uint8_t hidden[TILES]
    cdef bint seen[SEATS_MAX]
    cdef uint64_t rest = ALL & ~b.laid
    cdef uint64_t barred = 0
    cdef bint opening = s.phase == PHASE_OPEN and s.options[START] == HIGHEST_TRIPLE
    cdef bint strict = b.drawn_turn > 0 and not s.options[VOLUNTARY_DRAW]
    cdef bint spent = b.drawn_turn > 0 and b.drawn_turn == s.options[MAX_DRAWS]
    cdef int hidden_count = 0
    cdef int last = -1
    cdef int i, j, seat, piece, _
    for seat in range(s.seats):
        seen[seat] = shown(s, seat)
        if seen[seat]:
            rest &= ~b.hands[seat]
    while rest:
        hidden[hidden_count] = <uint8_t>__builtin_ctzll(rest)
        rest &= rest - 1
        hidden_count += 1
    if opening and seen[b.starter]:
        barred = outranking(b.hands[b.starter])
    for _ in range(TRIES):
        count[0] = hidden_count
        memcpy(tiles, hidden, hidden_count)
        fast_shuffle(fast, tiles, hidden_count)
        for i in range(s.seats):
            seat = (s.turn + i) % s.seats
            if seen[seat]:
                continue
            b.hands[seat] = 0
            for j in range(b.sizes[seat]):
                if odds != NULL and seat != s.turn:
                    b.hands[seat] |= bit(take_likely(tiles, count, odds + seat * TILES, fast))
                    continue
                rest = barred
                if strict and seat == s.turn:
                    # T6.1: what was on the rack before the last draw does not fit; with no draw left that one does
                    rest = b.open if j < b.sizes[seat] - 1 else ~b.open if spent else 0
                piece = take(tiles, count, rest)
                b.hands[seat] |= bit(piece)
                if seat == s.turn:
                    last = piece
        if opening and opener(b, s.seats) != b.starter or spent and not b.hands[s.turn] & b.open:
            continue
        break
    if seen[s.turn] and b.drawn_turn:
        rest = b.hands[s.turn]
        if strict and rest & b.open:
            rest &= b.open
        for _ in range(<int>fast_below(fast, __builtin_popcountll(rest))):
            rest &= rest - 1
        last = __builtin_ctzll(rest)
    return last


cdef void imagine(State* s, Fast* fast, const double* odds) noexcept nogil:
    """Fills the racks (T9.3, or by odds), then writes a dealt order that leads there.

    In that order each seat was dealt or drew what it holds and what it laid; the opening tile was dealt, and the last
    tile of a running draw came last.
    """
    cdef Body* b = <Body*>s.body
    cdef uint8_t pool[TILES]
    cdef uint8_t own[TILES]
    cdef uint64_t rest
    cdef int size = rack_size(s.seats)
    cdef int at = lots_count(s)
    cdef int extra = at + s.seats * size
    cdef int pool_left = 0
    cdef int last = racks_fill(s, fast, pool, &pool_left, NULL if s.phase == PHASE_OPEN else odds)
    cdef int i, j, k, seat, first
    memcpy(b.order + extra + b.drawn, pool, pool_left)
    for i in range(s.seats):
        seat = (s.turn + 1 + i) % s.seats
        rest = b.hands[seat]
        first = -1
        for j in range(b.layout_count):
            if b.layout[j] >> 21 & 7 == <uint32_t>seat:
                rest |= bit(b.layout[j] >> 15 & 63)
        if b.layout_count and seat == b.starter:
            first = b.layout[0] >> 15 & 63
            rest ^= bit(first)
        if seat == s.turn and b.drawn_turn:
            rest ^= bit(last)
        k = 0
        while rest:
            own[k] = <uint8_t>__builtin_ctzll(rest)
            rest &= rest - 1
            k += 1
        fast_shuffle(fast, own, k)
        if first >= 0:
            own[k] = own[0]
            own[0] = <uint8_t>first
            k += 1
        if seat == s.turn and b.drawn_turn:
            own[k] = <uint8_t>last
            k += 1
        memcpy(b.order + at + seat * size, own, size)
        memcpy(b.order + extra, own + size, k - size)
        extra += k - size
    if s.phase == PHASE_OPEN:
        open_table(s)


cdef void resample(State* s, Fast* fast) noexcept nogil:
    """T9.3."""
    imagine(s, fast, NULL)


# -- bytes -----------------------------------------------------------------------------------------------------------
#
#   0  1  round               5  k   lots                      then, for each tile laid, in order, 3 bytes:
#   1  1  starter             .  56  tiles as dealt            place | piece << 15 | seat << 21
#   2  1  drawn               .  40  per seat: parts, int32
#   3  1  drawn in this turn  .   8  per seat: rack size, then the rack's tiles as bits (7 bytes)
#   4  1  tiles laid
#
# Hidden entries are 0xFF. The rotation of a tile follows from its cell (T3.3).

cdef int write(const State* s, uint8_t* out) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef int count = lots_count(s) + TILES
    cdef int at, i
    out[0] = b.round
    out[1] = b.starter
    out[2] = b.drawn
    out[3] = b.drawn_turn
    out[4] = b.layout_count
    memcpy(out + 5, b.order, count)
    at = 5 + count
    for i in range(s.seats):
        memcpy(out + at, b.parts[i], 4 * PARTS)
        at += 4 * PARTS
        out[at] = b.sizes[i]
        if shown(s, i):
            memcpy(out + at + 1, &b.hands[i], 7)
        else:
            memset(out + at + 1, 0xFF, 7)
        at += 8
    for i in range(b.layout_count):
        memcpy(out + at, &b.layout[i], 4)
        out[at + 2] &= 0xFF
        at += 3
    return at


cdef bint read_order(State* s, const uint8_t* data) noexcept nogil:
    """Lots and dealt tiles; all tiles 0xFF in an observed position."""
    cdef Body* b = <Body*>s.body
    cdef int lots = lots_count(s)
    cdef uint64_t seen = 0
    cdef int i
    memcpy(b.order, data, lots + TILES)
    if not lots_valid(s, data) or (lots and lots_winner(s, data) != b.starter):
        return False
    for i in range(lots, lots + TILES):
        if s.viewer != VIEWER_ALL:
            if data[i] != 0xFF:
                return False
        elif data[i] < TILES:
            seen |= bit(data[i])
    return s.viewer != VIEWER_ALL or seen == ALL


cdef bint read_layout(State* s, const uint8_t* data, int count) noexcept nogil:
    """Lays the tiles again; each has to fit where it lies."""
    cdef Body* b = <Body*>s.body
    cdef Shape shape
    cdef uint32_t entry
    cdef int i, at, piece, seat
    if count:
        b.cells_count = 1
        b.cells[0] = ORIGIN
        b.sides[0] = OPENING
        b.fits[0] = ALL
    for i in range(count):
        entry = data[3 * i] | <uint32_t>data[3 * i + 1] << 8 | <uint32_t>data[3 * i + 2] << 16
        piece = entry >> 15 & 63
        seat = entry >> 21
        at = cell_find(b, entry & 0x7FFF)
        if at < 0 or piece >= TILES or seat >= s.seats or not b.fits[at] & bit(piece) & ~b.laid:
            return False
        if i == 0 and seat != b.starter:
            return False
        lay(b, at, piece, ROTATION[b.sides[at]][piece], seat, &shape)
    b.open = fits_union(b)
    return True


cdef bint tally(const State* s) noexcept nogil:
    """Tiles are where the dealt order, the draws and the layout put them, and were counted."""
    cdef const Body* b = <const Body*>s.body
    cdef int size = rack_size(s.seats)
    cdef int lots = lots_count(s)
    cdef int laid_by[SEATS_MAX]
    cdef int points_by[SEATS_MAX]
    cdef uint64_t owned[SEATS_MAX]
    cdef uint64_t racks = 0
    cdef int drawn = 0
    cdef int i, seat, piece, draws
    for seat in range(s.seats):
        laid_by[seat] = points_by[seat] = 0
        owned[seat] = b.hands[seat]
        if b.hands[seat] & (racks | b.laid | ~ALL):
            return False
        racks |= b.hands[seat]
        if shown(s, seat) and __builtin_popcountll(b.hands[seat]) != b.sizes[seat]:
            return False
    for i in range(b.layout_count):
        seat = b.layout[i] >> 21 & 7
        piece = b.layout[i] >> 15 & 63
        laid_by[seat] += 1
        points_by[seat] += SUM[piece]
        owned[seat] |= bit(piece)
    for seat in range(s.seats):
        draws = b.sizes[seat] + laid_by[seat] - size
        drawn += draws
        if draws < 0 or (seat == s.turn and draws < b.drawn_turn):
            return False
        if (b.parts[seat][TILE_POINTS] < points_by[seat] or b.parts[seat][DRAWS] > -5 * draws
                or (b.round == 1 and (b.parts[seat][TILE_POINTS] != points_by[seat]
                                      or b.parts[seat][DRAWS] != -5 * draws))):
            return False
        for i in range(PARTS):
            if not -1000000 < b.parts[seat][i] < 1000000:
                return False
    if drawn != b.drawn or s.ply < <uint32_t>(b.layout_count + b.drawn):
        return False
    if s.viewer != VIEWER_ALL:
        return True
    for i in range(s.seats * size):
        if not owned[i / size] & bit(b.order[lots + i]):
            return False
    for i in range(s.seats * size, TILES):
        if ((racks | b.laid) >> b.order[lots + i] & 1) != (i < s.seats * size + b.drawn):
            return False
    return True


cdef bint coherent(State* s) noexcept nogil:
    """Phase, end and what the seat to move may do agree with the table."""
    cdef Body* b = <Body*>s.body
    cdef bint over = False
    cdef uint64_t hand = b.hands[s.turn]
    cdef uint64_t hidden = ALL & ~b.laid
    cdef int seat
    if b.layout_count == 0:
        if s.phase != PHASE_OPEN or s.over or s.turn != b.starter or b.drawn:
            return False
        open_table(s)
        if s.options[START] != HIGHEST_TRIPLE:
            return True
        if s.viewer == VIEWER_ALL:
            return opener(b, s.seats) == b.starter
        for seat in range(s.seats):
            hidden &= ~b.hands[seat]
        if hand:    # the opener looks: the others were dealt nothing better
            return __builtin_popcountll(hidden & ~outranking(hand)) >= (s.seats - 1) * rack_size(s.seats)
        return hidden & bit(TRIPLE[5]) != 0     # somebody else holds the highest triple, or all of them might be
    if s.phase != (PHASE_DRAWING if b.drawn_turn else PHASE_TURN):
        return False
    for seat in range(s.seats):
        over |= b.sizes[seat] == 0
    over |= pool_count(s) == 0 and not b.open & ~b.laid
    if s.over != (game_end(s) if over else RUNNING) or over != (s.over != 0):
        return False
    if b.drawn_turn:
        if s.over or (s.options[MAX_DRAWS] and b.drawn_turn > s.options[MAX_DRAWS]):
            return False
        if shown(s, s.turn):
            if b.drawn_turn == s.options[MAX_DRAWS] and not hand & b.open:
                return False
            if not s.options[VOLUNTARY_DRAW] and __builtin_popcountll(hand & b.open) > 1:
                return False
        else:
            for seat in range(s.seats):
                hidden &= ~b.hands[seat]
            if b.drawn_turn == s.options[MAX_DRAWS] and not hidden & b.open:
                return False
            if not s.options[VOLUNTARY_DRAW] and __builtin_popcountll(hidden & ~b.open) < b.sizes[s.turn] - 1:
                return False
    return True


cdef int read(State* s, const uint8_t* data, int count) noexcept nogil:
    cdef Body* b = <Body*>s.body
    cdef int at, i
    cdef int total_count = 5 + lots_count(s) + TILES + s.seats * (4 * PARTS + 8)
    cdef uint64_t hidden = 0
    if count < 5 or data[4] > TILES or count != total_count + 3 * data[4]:
        return TRUNCATED
    b.round = data[0]
    b.starter = data[1]
    b.drawn = data[2]
    b.drawn_turn = data[3]
    if (b.round < 1 or b.round > (s.options[ROUNDS] if s.options[ROUNDS] else ROUNDS_MAX) or b.starter >= s.seats
            or pool_count(s) < 0 or b.drawn_turn > b.drawn or not read_order(s, data + 5)):
        return CORRUPT_POSITION
    at = 5 + lots_count(s) + TILES
    for i in range(s.seats):
        memcpy(b.parts[i], data + at, 4 * PARTS)
        at += 4 * PARTS
        b.sizes[i] = data[at]
        memcpy(&b.hands[i], data + at + 1, 7)
        if not shown(s, i):
            hidden = b.hands[i]
            b.hands[i] = 0
            if hidden != ALL or b.sizes[i] > TILES:
                return CORRUPT_POSITION
        at += 8
    if not read_layout(s, data + at, data[4]) or not tally(s) or not coherent(s):
        return CORRUPT_POSITION
    return OK


cdef int check(const State* s) noexcept nogil:
    """Reads the written body back and compares everything, derived data included."""
    cdef uint64_t words[STATE_WORDS]
    cdef uint8_t data[SNAPSHOT_MAX]
    cdef State* again = <State*>words
    cdef int code
    memcpy(again, s, <char*>s.body - <char*>s)
    memset(again.body, 0, sizeof(Body))
    code = read(again, data, write(s, data))
    if code != OK:
        return code
    return OK if memcmp(again.body, s.body, sizeof(Body)) == 0 else CORRUPT_POSITION
