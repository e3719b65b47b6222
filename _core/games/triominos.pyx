"""Triominos: 56 triangles with a number at each corner, laid side to side; racks and pool are hidden.

Rules: docs/rules/triominos.md; paragraphs are cited as T3.2. The layout is kept as one record for each lattice point
that a tile touches (its number and which of the six cells around it are covered) in a small hash table, and as a list
of the empty cells beside a laid tile, each with the set of tiles that fit it. Sets of tiles are 56-bit masks, so the
legal moves are that list, each mask joined with the seat's rack.

It knows nothing of Python objects, of bytes outside its own body, or of how a match is run.
"""
from libc.math cimport NAN
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdio cimport snprintf
from libc.string cimport memcmp, memcpy, memset
from tileengine._core.action cimport (DRAW, PASS, PLACE, Filter, action_extra, action_kind, action_make, action_piece,
                                      action_place, action_plain, action_rotation, filter_kind, filter_piece,
                                      filter_place)
from tileengine._core.codes cimport (ANY, BAD_ORDER, CORRUPT_POSITION, GAME_OVER, ILLEGAL_MOVE, MALFORMED_MOVE,
                                     NO_PIECE, NO_PLACE, OK, SEATS_MAX, SNAPSHOT_MAX, TEXT_MAX, TRUNCATED, VIEWER_ALL)
from tileengine._core.ops cimport (HIDDEN_HANDS, HIDDEN_STOCK, OPTION_BOOL, OPTION_CHOICE, OPTION_INT, GameOps,
                                   OptionDef, PresetDef, Reason, reason_clear, reason_number, reason_place, reason_say)
from tileengine._core.random cimport Draw, Fast, draw_below, draw_open, draw_shuffle, fast_below, fast_shuffle
from tileengine._core.registry cimport register
from tileengine._core.state cimport STATE_WORDS, State
from tileengine._core.view cimport (Art, View, art_clear, art_label, art_point, art_stroke, view_counter, view_feature,
                                    view_item, view_mark, view_piece, view_point, view_zone)

cdef extern from *:
    int __builtin_popcountll(unsigned long long) noexcept nogil
    int __builtin_ctzll(unsigned long long) noexcept nogil

cdef enum:
    TILES = 56
    CELLS = 64                      # empty cells beside the layout; 56 tiles in a tree have at most 58 (T4)
    POINTS = 128                    # slots for lattice points; a layout touches at most 58
    ROUNDS_MAX = 50                 # T8.4
    REACH = 55                      # no coordinate is larger (T4)
    ORIGIN = (64 << 8) | (64 << 1)  # U(0,0)
    OPENING = 108                   # the "side" of the opening cell: every tile lies there at rotation 0
    ALL_ROUND = 63                  # all six cells round a lattice point are covered

cdef enum:  # options, in the order of State.options
    START, OPENING_BONUS, OPENING_ZERO_TOTAL, BRIDGE_RULE, VOLUNTARY_DRAW, FAIL_PENALTY, EMPTY_PASS_PENALTY
    MAX_DRAWS, BLOCKED, TARGET, ROUNDS, OPTIONS

cdef enum:  # values of `start`
    HIGHEST_TRIPLE, DRAW_LOTS, RANDOM

cdef enum:  # values of `blocked`
    SUM_MINUS_OWN, PAIRWISE, EACH_LOSES_OWN

cdef enum:  # State.phase
    PHASE_OPEN, PHASE_TURN, PHASE_DRAWING, PHASES

cdef enum:  # State.over
    RUNNING, END_TARGET, END_ROUNDS, END_CAP, ENDS

cdef enum:  # parts of the score
    TILE_POINTS, OPENING_POINTS, BRIDGES, HEXAGONS, DRAWS, FAILURES, PASSES, OUT, RACKS, BLOCKED_POINTS, PARTS

ctypedef struct Body:
    uint64_t hands[SEATS_MAX]       # 0 where hidden
    uint64_t laid                   # tiles on the table
    uint64_t open                   # tiles that fit somewhere: the union of fits
    uint64_t fits[CELLS]            # tiles that fit each empty cell, laid ones included
    int32_t parts[SEATS_MAX][PARTS]
    uint32_t layout[TILES]          # in the order laid: place | piece << 15 | seat << 21 | rotation << 24
    uint16_t cells[CELLS]           # the empty cells that share a side with a laid tile, in no order
    uint16_t missing[CELLS]         # key of the corner without a number, 0 when all three have one
    uint16_t keys[POINTS]           # lattice points touched by a tile; 0: free slot
    uint16_t points[POINTS]         # covered cells round the point (bits 0..5) | number << 8
    uint8_t sides[CELLS]            # 3 * (6 * a + b) + k: corners k, k + 1 of the cell show a, b; the third is k + 2
    uint8_t order[64]               # as dealt: lots, then the tiles; 0xFF where hidden
    uint8_t sizes[SEATS_MAX]        # tiles on each rack
    uint8_t layout_count
    uint8_t cells_count
    uint8_t drawn                   # tiles drawn from the pool
    uint8_t drawn_turn              # of these, in the running turn
    uint8_t round                   # 1 first
    uint8_t starter

# -- tables, filled once when the module is imported -----------------------------------------------------------------

cdef uint64_t ALL = (<uint64_t>1 << TILES) - 1
cdef uint64_t TRIPLES = 0
cdef uint8_t VALUES[TILES][5]         # the corners, the first two again behind them
cdef uint8_t SUM[TILES]
cdef uint8_t TRIPLE[6]              # tile of a-a-a
cdef uint64_t FIT2[36]              # tiles with a, b at two corners in clockwise order, at 6 * a + b
cdef uint64_t FIT3[36][6]           # the same with c at the third corner: one tile or none (T1.2)
cdef uint8_t ROTATION[OPENING + 1][TILES]
# By kind (0 up, 1 down) and corner or edge. A lattice point's key is (x + 64) << 7 | (y + 64), a cell's place is the
# key of (x, y) doubled, plus the kind (T4).
cdef int CORNER[2][3]               # key of a corner, less the cell's key
cdef int ACROSS[2][3]               # key of the neighbour across an edge, less the cell's key
cdef int BACK[2][3]                 # the edge under which that neighbour sees it
cdef int RING[2][4]                 # the cell's bit in the ring of a corner; the neighbour across edge k is the next bit

CORNER[0][:] = [0, 1, 128]
CORNER[1][:] = [128, 1, 129]
ACROSS[0][:] = [-128, 0, -1]
ACROSS[1][:] = [0, 1, 128]
BACK[0][:] = [2, 0, 1]
BACK[1][:] = [1, 2, 0]
RING[0][:] = [0, 4, 2, 0]
RING[1][:] = [1, 5, 3, 1]


cdef void fill_tables() noexcept:
    global TRIPLES
    cdef int a, b, c, j, k, pair
    cdef int t = 0
    for a in range(6):
        for b in range(a, 6):
            for c in range(b, 6):
                VALUES[t][:] = [a, b, c, a, b]
                SUM[t] = <uint8_t>(a + b + c)
                if a == c:
                    TRIPLE[a] = <uint8_t>t
                    TRIPLES |= <uint64_t>1 << t
                for j in range(3):
                    pair = 6 * VALUES[t][j] + VALUES[t][j + 1]
                    FIT2[pair] |= <uint64_t>1 << t
                    FIT3[pair][VALUES[t][j + 2]] |= <uint64_t>1 << t
                    for k in range(3):  # a triple looks the same in every rotation and has only rotation 0
                        ROTATION[3 * pair + k][t] = 0 if a == c else <uint8_t>((j + 3 - k) % 3)
                t += 1

fill_tables()


# -- small things --------------------------------------------------------------------------------------------------

cdef inline uint64_t bit(int piece) noexcept nogil:
    return <uint64_t>1 << piece


cdef inline int lots_count(const State* s) noexcept nogil:
    """Entries of the dealt order before the tiles (T2.7)."""
    return s.seats if s.options[START] == DRAW_LOTS else 1 if s.options[START] == RANDOM else 0


cdef inline int rack_size(int seats) noexcept nogil:
    return 9 if seats == 2 else 7 if seats <= 4 else 6     # T2.1


cdef inline int pool_count(const State* s) noexcept nogil:
    return TILES - s.seats * rack_size(s.seats) - (<const Body*>s.body).drawn


cdef inline bint shown(const State* s, int seat) noexcept nogil:
    """Whether the viewer sees a seat's rack; at the end of the game all racks lie open (T9.2)."""
    return s.viewer == VIEWER_ALL or s.viewer == seat or s.over


cdef inline bint place_exists(int place) noexcept nogil:
    return (64 - REACH <= place >> 8 <= 64 + REACH) and (64 - REACH <= (place >> 1 & 127) <= 64 + REACH)


cdef inline int slot_of(const Body* b, uint32_t key) noexcept nogil:
    """The slot that holds a lattice point, or the free slot where it would go."""
    cdef uint32_t slot = (key * <uint32_t>0x9E3779B1) >> 25
    while b.keys[slot] != key and b.keys[slot] != 0:
        slot = (slot + 1) & (POINTS - 1)
    return <int>slot


cdef inline int find(const uint16_t* entries, int start, int end, int key) noexcept nogil:
    """Index of the first entry from `start` on that is `key`, or -1. Entries behind `end` are 0, key is not.

    Four entries a step: adding 0x7FFF to 15 bits carries into the sixteenth unless they are zero.
    """
    cdef uint64_t pattern = <uint64_t>key * <uint64_t>0x0001000100010001
    cdef uint64_t low = <uint64_t>0x7FFF7FFF7FFF7FFF
    cdef uint64_t word
    cdef int i = start & ~3
    while i < end:
        memcpy(&word, entries + i, 8)
        word ^= pattern
        word = ~(((word & low) + low) | word | low)     # the top bit of each entry that is equal
        if i < start:
            word &= ~<uint64_t>0 << 16 * (start - i)
        if word:
            return i + (__builtin_ctzll(word) >> 4)
        i += 4
    return -1


cdef inline int cell_find(const Body* b, int place) noexcept nogil:
    """Index of an empty cell beside the layout, or -1."""
    return find(b.cells, 0, b.cells_count, place)


cdef inline uint64_t fits_union(const Body* b) noexcept nogil:
    cdef uint64_t tiles = 0
    cdef int i
    for i in range(CELLS):
        tiles |= b.fits[i]
    return tiles


cdef int hand_value(uint64_t hand) noexcept nogil:
    cdef int value = 0
    while hand:
        value += SUM[__builtin_ctzll(hand)]
        hand &= hand - 1
    return value


cdef int64_t total(const Body* b, int seat) noexcept nogil:
    cdef int64_t points = 0
    cdef int i
    for i in range(PARTS):
        points += b.parts[seat][i]
    return points


# -- deal and opening ------------------------------------------------------------------------------------------------

cdef int opener(const Body* b, int seats) noexcept nogil:
    """The seat that opens when the highest triple starts (T2.2, T2.3)."""
    cdef int number, seat
    cdef int best = 0
    cdef uint64_t rank, hand
    cdef uint64_t highest = 0
    for number in range(5, -1, -1):
        for seat in range(seats):
            if b.hands[seat] & bit(TRIPLE[number]):
                return seat
    for seat in range(seats):
        # T2.3: four bits count the tiles of each sum, so that comparing numbers compares the sorted sums.
        rank = 0
        hand = b.hands[seat]
        while hand:
            rank += <uint64_t>1 << 4 * SUM[__builtin_ctzll(hand)]
            hand &= hand - 1
        if rank > highest:
            highest = rank
            best = seat
    return best


cdef uint64_t openings(uint64_t hand, int start) noexcept nogil:
    """The tiles of the opener's hand that may open (T2.6)."""
    cdef int number
    cdef int best
    if start != HIGHEST_TRIPLE:
        return hand
    for number in range(5, -1, -1):
        if hand & bit(TRIPLE[number]):
            return bit(TRIPLE[number]) | (hand & bit(TRIPLE[0]))    # T2.5
    if not hand:
        return 0
    best = __builtin_ctzll(hand)
    while hand:
        if SUM[__builtin_ctzll(hand)] > SUM[best]:
            best = __builtin_ctzll(hand)
        hand &= hand - 1
    return bit(best)


cdef void open_table(State* s) noexcept nogil:
    """The empty table: one cell, where the tiles that may open fit."""
    cdef Body* b = <Body*>s.body
    b.cells_count = 1
    b.cells[0] = ORIGIN
    b.sides[0] = OPENING
    b.open = b.fits[0] = openings(b.hands[b.starter], s.options[START])


cdef int check_options(const int32_t* options, int seats) noexcept nogil:
    return 0


cdef int shuffle(const State* s, Draw* draw, uint8_t* order) noexcept nogil:
    cdef int lots = lots_count(s)
    cdef int i
    cdef uint8_t tiles[TILES]
    for i in range(TILES):
        tiles[i] = <uint8_t>i
    if s.options[START] == RANDOM:
        order[0] = <uint8_t>draw_below(draw, s.seats)
    elif lots:
        draw_shuffle(draw, tiles, TILES)    # T2.7: the lots are tiles, which go back before the deal
        memcpy(order, tiles, lots)
        for i in range(TILES):
            tiles[i] = <uint8_t>i
    draw_shuffle(draw, tiles, TILES)
    memcpy(order + lots, tiles, TILES)
    return lots + TILES


cdef bint lots_valid(const State* s, const uint8_t* order) noexcept nogil:
    cdef uint64_t seen = 0
    cdef int i
    if s.options[START] == RANDOM:
        return order[0] < s.seats
    for i in range(lots_count(s)):
        if order[i] >= TILES or seen & bit(order[i]):
            return False
        seen |= bit(order[i])
    return True


cdef int lots_winner(const State* s, const uint8_t* order) noexcept nogil:
    cdef int seat
    cdef int best = 0
    if s.options[START] == RANDOM:
        return order[0]
    for seat in range(1, s.seats):
        # T2.7: equal sums are settled by the tiles themselves, never by the seats
        if SUM[order[seat]] * TILES + order[seat] > SUM[order[best]] * TILES + order[best]:
            best = seat
    return best


cdef int deal(State* s, const uint8_t* order, int count) noexcept nogil:
    cdef Body* b = <Body*>s.body
    cdef int lots = lots_count(s)
    cdef int size = rack_size(s.seats)
    cdef uint64_t seen = 0
    cdef int i
    if count != lots + TILES or not lots_valid(s, order):
        return BAD_ORDER
    for i in range(lots, count):
        if order[i] >= TILES:
            return BAD_ORDER
        seen |= bit(order[i])
    if seen != ALL:
        return BAD_ORDER
    memcpy(b.order, order, count)
    b.round += 1
    for i in range(s.seats * size):
        b.hands[i / size] |= bit(order[lots + i])
    for i in range(s.seats):
        b.sizes[i] = <uint8_t>size
    b.starter = <uint8_t>(lots_winner(s, order) if lots else opener(b, s.seats))
    s.turn = b.starter
    s.phase = PHASE_OPEN
    open_table(s)
    return OK


cdef int order(const State* s, uint8_t* out) noexcept nogil:
    cdef int count = lots_count(s) + TILES
    if s.viewer != VIEWER_ALL:
        return 0
    memcpy(out, (<const Body*>s.body).order, count)
    return count


# -- legal moves -----------------------------------------------------------------------------------------------------

cdef inline uint64_t playable(const State* s) noexcept nogil:
    """Tiles the seat to move can place."""
    cdef const Body* b = <const Body*>s.body
    return 0 if s.over else b.hands[s.turn] & b.open


cdef inline bint may_draw(const State* s, bint can_place) noexcept nogil:
    """T6.1, T6.3."""
    cdef const Body* b = <const Body*>s.body
    return (not s.over and s.phase != PHASE_OPEN and (not can_place or s.options[VOLUNTARY_DRAW])
            and pool_count(s) > 0 and (s.options[MAX_DRAWS] == 0 or b.drawn_turn < s.options[MAX_DRAWS]))


cdef inline bint may_pass(const State* s, bint can_place) noexcept nogil:
    return not s.over and not can_place and pool_count(s) == 0     # T6.4


cdef int legal(const State* s, const Filter* f, uint32_t* out, int capacity) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef uint64_t hand = playable(s)
    cdef bint can_place = hand != 0
    cdef uint32_t found[6 * CELLS]
    cdef uint32_t action
    cdef uint64_t tiles
    cdef int count = 0
    cdef int i, j, piece
    if f.piece != ANY:
        hand = hand & bit(f.piece) if 0 <= f.piece < TILES else 0
    if hand and filter_kind(f, PLACE):
        for i in range(b.cells_count):
            tiles = b.fits[i] & hand
            if not tiles or not filter_place(f, b.cells[i]):
                continue
            while tiles:
                piece = __builtin_ctzll(tiles)
                tiles &= tiles - 1
                action = action_make(PLACE, b.cells[i], piece, ROTATION[b.sides[i]][piece], 0)
                j = count       # few moves are legal: keep them sorted as they come
                while j > 0 and found[j - 1] > action:
                    found[j] = found[j - 1]
                    j -= 1
                found[j] = action
                count += 1
        if count > capacity:
            count = capacity
        memcpy(out, found, count * sizeof(uint32_t))
    if filter_place(f, NO_PLACE) and filter_piece(f, NO_PIECE) and count < capacity:
        if filter_kind(f, DRAW) and may_draw(s, can_place):
            out[count] = action_plain(DRAW)
            count += 1
        elif filter_kind(f, PASS) and may_pass(s, can_place):
            out[count] = action_plain(PASS)
            count += 1
    return count


cdef int count_legal(const State* s, const Filter* f) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef uint64_t hand = playable(s)
    cdef bint can_place = hand != 0
    cdef int count = 0
    cdef int i
    if f.piece != ANY:
        hand = hand & bit(f.piece) if 0 <= f.piece < TILES else 0
    if hand and filter_kind(f, PLACE):
        for i in range(b.cells_count):
            if b.fits[i] & hand and filter_place(f, b.cells[i]):
                count += __builtin_popcountll(b.fits[i] & hand)
    if filter_place(f, NO_PLACE) and filter_piece(f, NO_PIECE):
        count += filter_kind(f, DRAW) and may_draw(s, can_place)
        count += filter_kind(f, PASS) and may_pass(s, can_place)
    return count


cdef uint32_t sample(const State* s, Fast* fast) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef uint64_t hand = playable(s)
    cdef uint64_t tiles
    cdef uint8_t hits[CELLS]
    cdef int hits_count = 0
    cdef int count = 0
    cdef int i, piece, wanted
    if s.over:
        return 0
    if not hand:
        return action_plain(DRAW if may_draw(s, False) else PASS)
    for i in range(b.cells_count):
        tiles = b.fits[i] & hand
        if tiles:
            hits[hits_count] = <uint8_t>i
            hits_count += 1
            count += __builtin_popcountll(tiles)
    wanted = <int>fast_below(fast, count + may_draw(s, True))
    for i in range(hits_count):
        tiles = b.fits[hits[i]] & hand
        while tiles:
            if wanted == 0:
                piece = __builtin_ctzll(tiles)
                return action_make(PLACE, b.cells[hits[i]], piece, ROTATION[b.sides[hits[i]]][piece], 0)
            tiles &= tiles - 1
            wanted -= 1
    return action_plain(DRAW)


# -- playing ---------------------------------------------------------------------------------------------------------

# What a placement did, judged before the tile lay there (T5.4).
ctypedef struct Shape:
    int shared          # sides shared with laid tiles
    int hexagons        # closed by it
    bint touching       # all three corners touched laid tiles


cdef void lay(Body* b, int at, int piece, int rotation, int seat, Shape* shape) noexcept nogil:
    """Lays a tile on the empty cell with index `at`; the union `open` is the caller's to renew."""
    cdef int place = b.cells[at]
    cdef int kind = place & 1
    cdef int base = place >> 1
    cdef int slots[3]
    cdef int rings[4]       # as they were; the first again at the end, as with values
    cdef int values[4]
    cdef int k, i, ring, other, back, key, pair, last
    shape.shared = shape.hexagons = 0
    shape.touching = True
    last = b.cells_count - 1
    b.cells[at] = b.cells[last]
    b.missing[at] = b.missing[last]
    b.sides[at] = b.sides[last]
    b.fits[at] = b.fits[last]
    b.cells[last] = b.missing[last] = 0     # what is behind the end stays zero, so that equal positions are equal bytes
    b.sides[last] = 0
    b.fits[last] = 0
    b.cells_count = <uint8_t>last
    for k in range(3):
        key = base + CORNER[kind][k]
        values[k] = VALUES[piece][k + rotation]
        slots[k] = slot_of(b, key)
        ring = b.points[slots[k]] & ALL_ROUND
        if ring == 0:
            b.keys[slots[k]] = <uint16_t>key
            shape.touching = False
            i = find(b.missing, 0, last, key)
            while i >= 0:                   # cells that waited for this corner's number
                b.missing[i] = 0
                b.fits[i] = FIT3[b.sides[i] / 3][values[k]]
                i = find(b.missing, i + 1, last, key)
        rings[k] = ring | ring << 6         # twice round, so that shifts need no modulus
        ring |= 1 << RING[kind][k]
        shape.hexagons += ring == ALL_ROUND
        b.points[slots[k]] = <uint16_t>(ring | values[k] << 8)
    rings[3] = rings[0]
    values[3] = values[0]
    for k in range(3):
        if rings[k] >> (RING[kind][k] + 1) & 1:
            shape.shared += 1
            continue
        # The neighbour across edge k is empty. It is listed already if one of its two other neighbours is covered.
        if (rings[k] >> (RING[kind][k] + 2) | rings[k + 1] >> (RING[kind][k + 1] + 4)) & 1:
            continue
        other = base + ACROSS[kind][k]
        back = BACK[kind][k]
        pair = 6 * values[k + 1] + values[k]
        key = other + CORNER[1 - kind][(back + 2) % 3]
        i = slot_of(b, key)
        last = b.cells_count
        b.cells[last] = <uint16_t>(other << 1 | (1 - kind))
        b.sides[last] = <uint8_t>(3 * pair + back)
        if b.keys[i]:
            b.fits[last] = FIT3[pair][b.points[i] >> 8]
        else:
            b.missing[last] = <uint16_t>key
            b.fits[last] = FIT2[pair]
        b.cells_count = <uint8_t>(last + 1)
    b.layout[b.layout_count] = <uint32_t>(place | piece << 15 | seat << 21 | rotation << 24)
    b.layout_count += 1
    b.laid |= bit(piece)


cdef int game_end(const State* s) noexcept nogil:
    """How the game ends when the current round is over; RUNNING if another round follows (T8)."""
    cdef const Body* b = <const Body*>s.body
    cdef int seat
    if s.options[ROUNDS]:
        return END_ROUNDS if b.round >= s.options[ROUNDS] else RUNNING
    for seat in range(s.seats):
        if total(b, seat) >= s.options[TARGET]:
            return END_TARGET
    return END_CAP if b.round >= ROUNDS_MAX else RUNNING


cdef void round_end(State* s) noexcept nogil:
    cdef Body* b = <Body*>s.body
    cdef Body fresh
    cdef Draw draw
    cdef uint8_t dealt[64]
    cdef int count
    s.over = <uint8_t>game_end(s)
    if s.over:
        return
    memset(&fresh, 0, sizeof(Body))
    memcpy(fresh.parts, b.parts, sizeof(b.parts))
    fresh.round = b.round
    b[0] = fresh
    draw_open(&draw, &s.stream)
    count = shuffle(s, &draw, dealt)
    deal(s, dealt, count)


cdef void score_out(State* s, int seat) noexcept nogil:
    """T7.2."""
    cdef Body* b = <Body*>s.body
    cdef int i
    b.parts[seat][OUT] += 25
    for i in range(s.seats):
        b.parts[seat][RACKS] += hand_value(b.hands[i])


cdef void score_blocked(State* s) noexcept nogil:
    """T7.3."""
    cdef Body* b = <Body*>s.body
    cdef int values[SEATS_MAX]
    cdef int seat
    cdef int sum = 0
    cdef int lowest = 1000
    for seat in range(s.seats):
        values[seat] = hand_value(b.hands[seat])
        sum += values[seat]
        lowest = min(lowest, values[seat])
    for seat in range(s.seats):
        if s.options[BLOCKED] == EACH_LOSES_OWN:
            b.parts[seat][BLOCKED_POINTS] -= values[seat]
        elif values[seat] == lowest:
            b.parts[seat][BLOCKED_POINTS] += sum - lowest * (2 if s.options[BLOCKED] == SUM_MINUS_OWN else s.seats)


cdef inline void turn_end(State* s) noexcept nogil:
    s.turn = <uint8_t>(s.turn + 1 if s.turn + 1 < s.seats else 0)
    s.phase = PHASE_TURN
    (<Body*>s.body).drawn_turn = 0


cdef void apply_place(State* s, uint32_t action) noexcept nogil:
    cdef Body* b = <Body*>s.body
    cdef int piece = action_piece(action)
    cdef int seat = s.turn
    cdef int32_t* parts = b.parts[seat]
    cdef Shape shape
    lay(b, cell_find(b, action_place(action)), piece, action_rotation(action), seat, &shape)
    b.open = fits_union(b)
    b.hands[seat] ^= bit(piece)
    b.sizes[seat] -= 1
    parts[TILE_POINTS] += SUM[piece]                    # T5.1
    if shape.hexagons:
        parts[HEXAGONS] += 40 + 10 * shape.hexagons     # T5.2
    elif shape.touching and (shape.shared == 1 or s.options[BRIDGE_RULE]):
        parts[BRIDGES] += 40                            # T5.3
    elif s.phase == PHASE_OPEN and s.options[START] == HIGHEST_TRIPLE and bit(piece) & TRIPLES:
        parts[OPENING_POINTS] += s.options[OPENING_BONUS] if piece else s.options[OPENING_ZERO_TOTAL]   # T2.4
    turn_end(s)
    if b.sizes[seat] == 0:
        score_out(s, seat)
        round_end(s)


cdef void apply(State* s, uint32_t action) noexcept nogil:
    cdef Body* b = <Body*>s.body
    cdef int kind = action_kind(action)
    cdef int piece
    cdef int round = b.round
    if kind == PLACE:
        apply_place(s, action)
    elif kind == DRAW:
        piece = b.order[lots_count(s) + s.seats * rack_size(s.seats) + b.drawn]
        b.drawn += 1
        b.drawn_turn += 1
        b.hands[s.turn] |= bit(piece)
        b.sizes[s.turn] += 1
        b.parts[s.turn][DRAWS] -= 5                     # T6.1
        s.phase = PHASE_DRAWING
        if b.drawn_turn == s.options[MAX_DRAWS] and not b.hands[s.turn] & b.open:
            b.parts[s.turn][FAILURES] -= s.options[FAIL_PENALTY]    # T6.2
            turn_end(s)
    else:
        b.parts[s.turn][PASSES] -= s.options[EMPTY_PASS_PENALTY]    # T6.4
        turn_end(s)
    # T7.1. With the pool empty, all tiles that do not lie on the table are on racks.
    if b.round == round and not s.over and pool_count(s) == 0 and not b.open & ~b.laid:
        if s.phase == PHASE_DRAWING:
            turn_end(s)
        score_blocked(s)
        round_end(s)


# -- explaining ------------------------------------------------------------------------------------------------------

cdef void reason_fits(const State* s, Reason* r, uint64_t tiles) noexcept nogil:
    """The cells where one of the tiles fits."""
    cdef const Body* b = <const Body*>s.body
    cdef int i
    for i in range(b.cells_count):
        if b.fits[i] & tiles:
            reason_place(r, b.cells[i])


cdef int explain_opening(const State* s, int place, int piece, Reason* r) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    if b.open & bit(piece):
        reason_say(r, "T2.6", "the opening tile lies at U(0,0) and is not turned")
        reason_place(r, ORIGIN)
        return ILLEGAL_MOVE
    if b.open & TRIPLES:
        reason_say(r, "T2.2", "the highest triple opens")
    else:
        reason_say(r, "T2.3", "nobody holds a triple, so the tile with the highest sum opens")
        reason_number(r, SUM[piece])
        reason_number(r, SUM[__builtin_ctzll(b.open)])
    reason_place(r, ORIGIN)
    return ILLEGAL_MOVE


cdef int explain_misfit(const State* s, int place, int piece, int rotation, Reason* r) noexcept nogil:
    """Why a tile of the hand does not lie on a place."""
    cdef const Body* b = <const Body*>s.body
    cdef int kind = place & 1
    cdef int base = place >> 1
    cdef int points[3]      # 0 where the corner touches nothing
    cdef int shown_value[3]
    cdef int k, n
    cdef int at = cell_find(b, place)
    cdef bint side = False
    for k in range(3):
        points[k] = b.points[slot_of(b, base + CORNER[kind][k])]
        shown_value[k] = VALUES[piece][k + rotation]
    reason_place(r, place)
    if points[0] >> RING[kind][0] & 1:
        reason_say(r, "T3.3", "the cell is covered")
        return ILLEGAL_MOVE
    if at < 0:
        if (points[0] | points[1] | points[2]) & ALL_ROUND:
            reason_say(r, "T3.1", "the cell touches the layout with a corner only; a tile needs a whole side")
        else:
            reason_say(r, "T3.1", "the cell has no laid tile beside it")
        return ILLEGAL_MOVE
    for k in range(3):
        n = (k + 1) % 3
        if (points[k] >> (RING[kind][k] + 1) % 6 & 1 and shown_value[k] == points[k] >> 8
                and shown_value[n] == points[n] >> 8):
            side = True
    for k in range(3):
        n = (k + 1) % 3
        if points[k] and shown_value[k] != points[k] >> 8:
            reason_number(r, k)
            reason_number(r, shown_value[k])
            reason_number(r, points[k] >> 8)
        if points[k] >> (RING[kind][k] + 1) % 6 & 1 and (
                shown_value[k] != points[k] >> 8 or shown_value[n] != points[n] >> 8):
            reason_place(r, (base + ACROSS[kind][k]) << 1 | (1 - kind))
    if side:
        reason_say(r, "T3.2", "a corner that touches a laid tile shows another number (corner, shown, needed)")
    else:
        reason_say(r, "T3.1", "no side matches a neighbour's two numbers (corner, shown, needed)")
    return ILLEGAL_MOVE


cdef int explain_place(const State* s, uint32_t action, Reason* r) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef int place = action_place(action)
    cdef int piece = action_piece(action)
    cdef int rotation = action_rotation(action)
    cdef int at
    cdef Filter any_move
    if (piece >= TILES or not place_exists(place) or rotation > 2 or action_extra(action)
            or (rotation and bit(piece) & TRIPLES)):
        return MALFORMED_MOVE
    if s.over:
        return GAME_OVER
    at = cell_find(b, place)
    if (at < 0 or not b.fits[at] & b.hands[s.turn] & bit(piece) or ROTATION[b.sides[at]][piece] != rotation):
        if not b.hands[s.turn] & bit(piece):
            reason_say(r, "T3.1", "the tile is not on the seat's rack")
            return ILLEGAL_MOVE
        if s.phase == PHASE_OPEN:
            return explain_opening(s, place, piece, r)
        return explain_misfit(s, place, piece, rotation, r)
    if r == NULL:
        return OK
    any_move.kind = any_move.place = any_move.piece = ANY
    if count_legal(s, &any_move) == 1:
        if s.phase == PHASE_OPEN and s.options[START] == HIGHEST_TRIPLE:
            reason_say(r, "T2.6", "this tile has to open the round")
        elif s.phase == PHASE_DRAWING:
            reason_say(r, "T6.1", "the drawn tile fits here only and is played at once")
        else:
            reason_say(r, "T6.3", "no other tile and no other cell fit, and who can place may not draw")
    return OK


cdef int explain(const State* s, uint32_t action, Reason* r) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef int kind = action_kind(action)
    cdef uint64_t tiles
    if r != NULL:
        reason_clear(r)
    if kind == PLACE:
        return explain_place(s, action, r)
    if (kind != DRAW and kind != PASS) or action != action_plain(kind):
        return MALFORMED_MOVE
    if s.over:
        return GAME_OVER
    tiles = playable(s)
    if may_draw(s, tiles != 0) if kind == DRAW else may_pass(s, tiles != 0):
        if not tiles and kind == DRAW:
            reason_say(r, "T6.1", "no tile of the rack fits, so the seat draws")
        elif kind == PASS:
            reason_say(r, "T6.4", "no tile of the rack fits and the pool is empty")
        return OK
    if s.phase == PHASE_OPEN:
        reason_say(r, "T2.6", "the round has to be opened with a tile")
        reason_place(r, ORIGIN)
    elif kind == PASS and tiles:
        reason_say(r, "T6.4", "only a seat that cannot place may pass")
        reason_fits(s, r, tiles)
    elif kind == PASS:
        reason_say(r, "T6.1", "the pool is not empty: who cannot place draws")
        reason_number(r, pool_count(s))
    elif tiles and not s.options[VOLUNTARY_DRAW]:
        reason_say(r, "T6.3", "only a seat that cannot place may draw")
        reason_fits(s, r, tiles)
    elif pool_count(s) == 0:
        reason_say(r, "T6.4", "the pool is empty")
    else:
        reason_say(r, "T6.1", "no more tiles may be drawn in this turn")
        reason_number(r, b.drawn_turn)
    return ILLEGAL_MOVE


cdef int64_t score(const State* s, int seat, int64_t* parts) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef int i
    for i in range(PARTS):
        parts[i] = b.parts[seat][i]
    return total(b, seat)


cdef void outcome(const State* s, int8_t* results) noexcept nogil:
    """T8.2."""
    cdef const Body* b = <const Body*>s.body
    cdef int64_t best = total(b, 0)
    cdef int winners = 0
    cdef int seat
    for seat in range(1, s.seats):
        best = max(best, total(b, seat))
    for seat in range(s.seats):
        winners += total(b, seat) == best
    for seat in range(s.seats):
        results[seat] = 0 if total(b, seat) != best else 2 if winners == 1 else 1


# -- hidden information ------------------------------------------------------------------------------------------------

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


cdef void resample(State* s, Fast* fast) noexcept nogil:
    cdef Body* b = <Body*>s.body
    cdef uint8_t hidden[TILES]
    cdef uint8_t tiles[TILES]
    cdef uint8_t own[TILES]
    cdef bint seen[SEATS_MAX]
    cdef uint64_t free_tiles = ALL & ~b.laid
    cdef uint64_t barred = 0
    cdef uint64_t rest
    cdef bint opening = s.phase == PHASE_OPEN and s.options[START] == HIGHEST_TRIPLE
    cdef bint strict = b.drawn_turn > 0 and not s.options[VOLUNTARY_DRAW]
    cdef bint spent = b.drawn_turn > 0 and b.drawn_turn == s.options[MAX_DRAWS]
    cdef int size = rack_size(s.seats)
    cdef int hidden_count = 0
    cdef int last = -1              # the tile drawn last in the running turn
    cdef int i, j, k, n, seat, tries, at, first, extra
    for seat in range(s.seats):
        seen[seat] = shown(s, seat)
        if seen[seat]:
            free_tiles &= ~b.hands[seat]
    while free_tiles:
        hidden[hidden_count] = <uint8_t>__builtin_ctzll(free_tiles)
        free_tiles &= free_tiles - 1
        hidden_count += 1
    if opening and seen[b.starter]:
        barred = outranking(b.hands[b.starter])
    for tries in range(20000):
        n = hidden_count
        memcpy(tiles, hidden, n)
        fast_shuffle(fast, tiles, n)
        for i in range(s.seats):
            seat = (s.turn + i) % s.seats
            if seen[seat]:
                continue
            b.hands[seat] = 0
            for j in range(b.sizes[seat]):
                rest = barred
                if strict and seat == s.turn:
                    # T6.1: what was on the rack before the last draw does not fit; with no draw left that one does
                    rest = b.open if j < b.sizes[seat] - 1 else ~b.open if spent else 0
                last = take(tiles, &n, rest) if seat == s.turn else last
                b.hands[seat] |= bit(last) if seat == s.turn else bit(take(tiles, &n, rest))
        if opening and opener(b, s.seats) != b.starter or spent and not b.hands[s.turn] & b.open:
            continue
        break
    if seen[s.turn]:
        rest = b.hands[s.turn] & b.open if strict and b.hands[s.turn] & b.open else b.hands[s.turn]
        if rest:
            for i in range(<int>fast_below(fast, __builtin_popcountll(rest))):
                rest &= rest - 1
            last = __builtin_ctzll(rest)
    # A dealt order that leads here: each seat was dealt or drew what it holds and what it laid, the opening tile was
    # dealt, and the last tile of a running draw came last.
    at = lots_count(s)
    extra = at + s.seats * size
    memcpy(b.order + extra + b.drawn, tiles, n)
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


# -- bytes -------------------------------------------------------------------------------------------------------------
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


# -- notation ------------------------------------------------------------------------------------------------------------

cdef int piece_write(int piece, char* out) noexcept nogil:
    cdef int k
    for k in range(3):
        out[2 * k] = <char>(48 + VALUES[piece][k])
        out[2 * k + 1] = c'-'
    out[5] = 0
    return 5


cdef int piece_parse(const char* text, int count) noexcept nogil:
    cdef char name[TEXT_MAX]
    cdef int piece
    if count != 5:
        return -1
    for piece in range(TILES):
        piece_write(piece, name)
        if memcmp(name, text, 5) == 0:
            return piece
    return -1


cdef int place_write(int place, char* out) noexcept nogil:
    if not place_exists(place):
        return 0
    return snprintf(out, TEXT_MAX, "%c(%d,%d)", c'D' if place & 1 else c'U', (place >> 8) - 64,
                    (place >> 1 & 127) - 64)


cdef int place_parse(const char* text, int count) noexcept nogil:
    cdef char again[TEXT_MAX]
    cdef int numbers[2]
    cdef int i, at, place
    cdef bint minus
    if count < 6 or count > 10 or (text[0] != c'U' and text[0] != c'D'):
        return -1
    at = 1
    for i in range(2):
        at += 1
        minus = at < count and text[at] == c'-'
        at += minus
        numbers[i] = 0
        while at < count and c'0' <= text[at] <= c'9':
            numbers[i] = 10 * numbers[i] + text[at] - c'0'
            at += 1
        if numbers[i] > REACH:
            return -1
        if minus:
            numbers[i] = -numbers[i]
    place = (numbers[0] + 64) << 8 | (numbers[1] + 64) << 1 | (text[0] == c'D')
    # What is not written back the same (a missing comma, "-0", "007") was no notation.
    if place_write(place, again) != count or memcmp(again, text, count) != 0:
        return -1
    return place


# -- drawing -------------------------------------------------------------------------------------------------------------

cdef inline double key_x(int key) noexcept nogil:
    return (key >> 7) - 64 + ((key & 127) - 64) * 0.5


cdef inline double key_y(int key) noexcept nogil:
    return ((key & 127) - 64) * 0.8660254037844386


cdef int polygon(int place, float* xy) noexcept nogil:
    cdef int k, key
    if not place_exists(place):
        return 0
    for k in range(3):
        key = (place >> 1) + CORNER[place & 1][2 - k]
        xy[2 * k] = <float>key_x(key)
        xy[2 * k + 1] = <float>key_y(key)
    return 3


cdef void draw(int place, int piece, int rotation, Art* art) noexcept nogil:
    cdef double x[3]
    cdef double y[3]
    cdef double middle_x = 0
    cdef double middle_y = 0
    cdef bint loose = not place_exists(place)
    cdef char text[2]
    cdef int k, key, stroke
    if loose:
        place = ORIGIN
    for k in range(3):
        key = (place >> 1) + CORNER[place & 1][k]
        x[k] = key_x(key)
        y[k] = key_y(key)
        middle_x += x[k] / 3
        middle_y += y[k] / 3
    if loose:
        for k in range(3):
            x[k] -= middle_x
            y[k] -= middle_y
        middle_x = middle_y = 0
    art_clear(art)
    for stroke in range(2):     # the face, then its edge
        art_stroke(art, stroke, stroke == 0)
        for k in range(3 + stroke):
            art_point(art, middle_x + 0.96 * (x[k % 3] - middle_x), middle_y + 0.96 * (y[k % 3] - middle_y))
    text[1] = 0
    for k in range(3):
        text[0] = <char>(48 + VALUES[piece][k + rotation])
        art_label(art, middle_x + 0.56 * (x[k] - middle_x), middle_y + 0.56 * (y[k] - middle_y), text)


cdef void view_hexagon(View* v, int key) noexcept nogil:
    """A closed hexagon round a lattice point: its six cells and its outline."""
    cdef int around[6]
    cdef int i
    around[:] = [128, 1, -127, -128, -1, 127]       # neighbours of a lattice point, anticlockwise
    view_feature(v, "hexagon", -1, 2, 50, True)
    view_item(v, key << 1, -1, -1)
    view_item(v, (key - 128) << 1 | 1, -1, -1)
    view_item(v, (key - 128) << 1, -1, -1)
    view_item(v, (key - 129) << 1 | 1, -1, -1)
    view_item(v, (key - 1) << 1, -1, -1)
    view_item(v, (key - 1) << 1 | 1, -1, -1)
    for i in range(6):
        view_point(v, key_x(key + around[i]), key_y(key + around[i]))


cdef void view(const State* s, View* v) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef uint64_t rest
    cdef int i, seat, zone, count
    zone = view_zone(v, "board", -1, b.layout_count, False)
    for i in range(b.layout_count):
        view_piece(v, zone, b.layout[i] >> 15 & 63, b.layout[i] & 0x7FFF, b.layout[i] >> 24, i)
        if i == b.layout_count - 1:
            view_mark(v, "last", b.layout[i] & 0x7FFF, b.layout[i] >> 21 & 7, 0)
    for seat in range(s.seats):
        zone = view_zone(v, "hand", seat, b.sizes[seat], not shown(s, seat))
        rest = b.hands[seat]
        for i in range(b.sizes[seat]):
            if shown(s, seat):
                view_piece(v, zone, __builtin_ctzll(rest), NO_PLACE, 0, i)
                rest &= rest - 1
            else:
                view_piece(v, zone, -1, NO_PLACE, 0, i)
    zone = view_zone(v, "stock", -1, pool_count(s), s.viewer != VIEWER_ALL)
    if s.viewer == VIEWER_ALL:
        for i in range(pool_count(s)):
            view_piece(v, zone, b.order[lots_count(s) + TILES - pool_count(s) + i], NO_PLACE, 0, i)
    view_counter(v, "round", -1, b.round)
    view_counter(v, "stock", -1, pool_count(s))
    view_counter(v, "drawn", -1, b.drawn_turn)
    view_counter(v, "starter", -1, b.starter)
    for seat in range(s.seats):
        view_counter(v, "total", seat, total(b, seat))
        view_counter(v, "hand", seat, b.sizes[seat])
    if not s.over:
        for i in range(b.cells_count):      # the value is the number of tiles not yet laid that fit
            count = __builtin_popcountll(b.fits[i] & ~b.laid) if b.layout_count else TILES
            view_mark(v, "open" if count else "dead", b.cells[i], -1, count)
    for i in range(POINTS):
        if b.keys[i] and b.points[i] & ALL_ROUND == ALL_ROUND:
            view_hexagon(v, b.keys[i])


# -- symmetry and odds -----------------------------------------------------------------------------------------------------

cdef void layout_turned(const Body* b, int sixths, uint32_t* out) noexcept nogil:
    """The layout turned by sixths of a full turn, moved to the corner of the plane, sorted."""
    cdef int x, y, kind, rotation, piece, i, j, turn, old
    cdef int xs[TILES]
    cdef int ys[TILES]
    cdef int rest[TILES]
    cdef int low_x = 1000
    cdef int low_y = 1000
    cdef uint32_t entry
    for i in range(b.layout_count):
        x = <int>(b.layout[i] >> 8 & 127) - 64
        y = <int>(b.layout[i] >> 1 & 127) - 64
        kind = b.layout[i] & 1
        piece = b.layout[i] >> 15 & 63
        rotation = b.layout[i] >> 24
        for turn in range(sixths):      # U(x,y) -> D(-y-1,x+y), corners kept; D(x,y) -> U(-y-1,x+y+1), corners k+1 -> k
            old = x
            x = -y - 1
            y = old + y + kind
            rotation = (rotation + kind) % 3
            kind = 1 - kind
        xs[i] = x
        ys[i] = y
        rest[i] = kind << 8 | piece << 2 | (0 if bit(piece) & TRIPLES else rotation)
        low_x = min(low_x, x)
        low_y = min(low_y, y)
    for i in range(b.layout_count):
        entry = <uint32_t>((xs[i] - low_x) << 16 | (ys[i] - low_y) << 9 | rest[i])
        j = i
        while j > 0 and out[j - 1] > entry:
            out[j] = out[j - 1]
            j -= 1
        out[j] = entry


cdef int canonical(const State* s, uint8_t* out) noexcept nogil:
    """The layout in the least of its six turnings, and all that bears on what may follow (N5 of the page)."""
    cdef const Body* b = <const Body*>s.body
    cdef uint32_t best[TILES]
    cdef uint32_t tried[TILES]
    cdef int sixths, i
    cdef int at = 0
    cdef int pool = pool_count(s)
    cdef int64_t points
    layout_turned(b, 0, best)
    for sixths in range(1, 6):
        layout_turned(b, sixths, tried)
        for i in range(b.layout_count):
            if tried[i] != best[i]:
                if tried[i] < best[i]:
                    memcpy(best, tried, sizeof(tried))
                break
    out[0] = s.seats
    out[1] = s.turn
    out[2] = s.phase
    out[3] = s.over
    out[4] = s.viewer
    out[5] = b.round
    out[6] = b.drawn_turn
    out[7] = b.layout_count
    at = 8
    memcpy(out + at, s.options, 4 * OPTIONS)
    at += 4 * OPTIONS
    memcpy(out + at, s.stream.key, 32)
    memcpy(out + at + 32, &s.stream.block, 8)
    at += 40
    for i in range(s.seats):
        points = total(b, i)
        memcpy(out + at, &points, 8)
        memcpy(out + at + 8, &b.hands[i], 8)
        out[at + 16] = b.sizes[i]
        at += 17
    memcpy(out + at, b.order + lots_count(s) + TILES - pool, pool)
    at += pool
    memcpy(out + at, best, 4 * b.layout_count)
    return at + 4 * b.layout_count


cdef int fits(const State* s, int place, uint8_t* by_piece) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef int at = cell_find(b, place)
    cdef uint64_t tiles = 0
    cdef int piece
    if at >= 0:
        tiles = b.fits[at] & ~b.laid if b.layout_count else ALL
    for piece in range(TILES):
        by_piece[piece] = <uint8_t>(tiles >> piece & 1)
    return __builtin_popcountll(tiles)


cdef int unseen(const State* s, uint8_t* by_piece) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef uint64_t tiles = 0 if s.viewer == VIEWER_ALL else ALL & ~b.laid
    cdef int i
    for i in range(s.seats):
        tiles &= ~b.hands[i]
    for i in range(TILES):
        by_piece[i] = <uint8_t>(tiles >> i & 1)
    return __builtin_popcountll(tiles)


# -- playing well ----------------------------------------------------------------------------------------------------------

cdef int shape_points(const State* s, int place, int piece) noexcept nogil:
    """What T5.2 and T5.3 give for a placement, without making it."""
    cdef const Body* b = <const Body*>s.body
    cdef int kind = place & 1
    cdef int hexagons = 0
    cdef int shared = 0
    cdef bint touching = True
    cdef int k, ring
    for k in range(3):
        ring = b.points[slot_of(b, (place >> 1) + CORNER[kind][k])] & ALL_ROUND
        touching = touching and ring != 0
        shared += ring >> (RING[kind][k] + 1) % 6 & 1
        hexagons += (ring | 1 << RING[kind][k]) == ALL_ROUND
    if hexagons:
        return 40 + 10 * hexagons
    return 40 if touching and (shared == 1 or s.options[BRIDGE_RULE]) else 0


cdef double rate(const State* s, uint32_t action) noexcept nogil:
    """The points of a placement; a draw costs its price and the value of the tile that comes."""
    cdef const Body* b = <const Body*>s.body
    if action_kind(action) == PLACE:
        return (SUM[action_piece(action)] + shape_points(s, action_place(action), action_piece(action))
                + (25.0 if b.sizes[s.turn] == 1 else 0.0))
    return -12.0 if action_kind(action) == DRAW else 0.0


cdef uint32_t rollout(const State* s, Fast* fast) noexcept nogil:
    """The placement that scores most, ties and near ties at random; a draw only when nothing fits."""
    cdef const Body* b = <const Body*>s.body
    cdef uint64_t hand = playable(s)
    cdef uint64_t tiles
    cdef int i, piece, value
    cdef int best = -1
    cdef int best_cell = 0
    cdef int best_piece = 0
    if not hand:
        return action_plain(DRAW if may_draw(s, False) else PASS)
    for i in range(b.cells_count):
        tiles = b.fits[i] & hand
        while tiles:
            piece = __builtin_ctzll(tiles)
            tiles &= tiles - 1
            value = SUM[piece] + shape_points(s, b.cells[i], piece)
            value = (value << 8) + <int>fast_below(fast, 1024)
            if value > best:
                best = value
                best_cell = i
                best_piece = piece
    return action_make(PLACE, b.cells[best_cell], best_piece, ROTATION[b.sides[best_cell]][best_piece], 0)


cdef int round_number(const State* s) noexcept nogil:
    return (<const Body*>s.body).round


# -- facts -----------------------------------------------------------------------------------------------------------------

cdef OptionDef OPTION_TABLE[OPTIONS]
cdef PresetDef PRESET_TABLE[4]
cdef const char* PHASE_NAMES[PHASES]
cdef const char* END_NAMES[ENDS]
cdef const char* PART_NAMES[PARTS]
cdef const char* COLOUR_NAMES[3]
cdef GameOps OPS


cdef void option_set(int index, const char* name, int kind, int low, int high, int default, const char* choices,
                     const char* paragraph, const char* meaning) noexcept:
    cdef OptionDef* o = &OPTION_TABLE[index]
    o.name = name
    o.kind = kind
    o.low = low
    o.high = high
    o.default = default
    o.choices = choices
    o.paragraph = paragraph
    o.meaning = meaning


cdef void preset_set(int index, const char* name, const char* settings, const char* meaning) noexcept:
    PRESET_TABLE[index].name = name
    PRESET_TABLE[index].settings = settings
    PRESET_TABLE[index].meaning = meaning

option_set(START, "start", OPTION_CHOICE, 0, 2, HIGHEST_TRIPLE, "highest_triple draw_lots random", "T2.2",
           "who opens: the highest triple, the highest lot, or a seat at random")
option_set(OPENING_BONUS, "opening_bonus", OPTION_INT, 0, 100, 10, NULL, "T2.4",
           "points added when a triple opens")
option_set(OPENING_ZERO_TOTAL, "opening_zero_total", OPTION_INT, 0, 100, 40, NULL, "T2.4",
           "points in all when 0-0-0 opens")
option_set(BRIDGE_RULE, "bridge_rule", OPTION_CHOICE, 0, 1, 0, "strict three_corners", "T5.3",
           "what counts as a bridge")
option_set(VOLUNTARY_DRAW, "voluntary_draw", OPTION_BOOL, 0, 1, 0, NULL, "T6.3",
           "a player who can place may draw")
option_set(FAIL_PENALTY, "fail_penalty", OPTION_INT, 0, 100, 0, NULL, "T6.2",
           "points lost besides the draws when all draws of a turn fail")
option_set(EMPTY_PASS_PENALTY, "empty_pass_penalty", OPTION_INT, 0, 100, 0, NULL, "T6.4",
           "points lost by a pass with an empty pool")
option_set(MAX_DRAWS, "max_draws", OPTION_INT, 0, 9, 3, NULL, "T6.1",
           "tiles drawn in one turn at most; 0 for no cap")
option_set(BLOCKED, "blocked", OPTION_CHOICE, 0, 2, SUM_MINUS_OWN, "sum_minus_own pairwise each_loses_own", "T7.3",
           "what a blocked round scores")
option_set(TARGET, "target", OPTION_INT, 1, 1000, 400, NULL, "T8.1",
           "the game ends after the round in which a player has this many points")
option_set(ROUNDS, "rounds", OPTION_INT, 0, ROUNDS_MAX, 0, NULL, "T8.1",
           "play exactly this many rounds; 0 to play to the target")
preset_set(0, "travel", "target=400", "the travel edition: all defaults")
preset_set(1, "classic", "voluntary_draw=true fail_penalty=10", "draw at will; 25 in all for three failed draws")
preset_set(2, "pressman", "bridge_rule=three_corners max_draws=0", "three touching corners are a bridge; no draw cap")
preset_set(3, "short", "target=200", "a short game")
PHASE_NAMES[:] = ["open", "turn", "drawing"]
END_NAMES[:] = ["running", "target", "rounds", "round_cap"]
PART_NAMES[:] = ["tiles", "opening", "bridges", "hexagons", "draws", "failures", "passes", "out", "racks", "blocked"]
COLOUR_NAMES[:] = ["face", "edge", "hexagon"]

OPS.id = 4
OPS.slug = "triominos"
OPS.title = "Triominos"
OPS.rules_version = 1
OPS.seats_min = 2
OPS.seats_max = 6
OPS.seats_default = 2
OPS.body_size = sizeof(Body)
OPS.actions_max = 6 * CELLS     # a cell beside the layout has at most six fitting tiles; one more for a draw
# T8.4: a round has at most 56 placements and 38 draws; before each placement at most five seats pass.
OPS.plies_max = ROUNDS_MAX * (TILES + 38 + 5 * TILES)
OPS.pieces_count = TILES
OPS.hidden = HIDDEN_STOCK | HIDDEN_HANDS
OPS.zero_sum = False
OPS.options = OPTION_TABLE
OPS.options_count = OPTIONS
OPS.presets = PRESET_TABLE
OPS.presets_count = 4
OPS.phases = PHASE_NAMES
OPS.phases_count = PHASES
OPS.ends = END_NAMES
OPS.ends_count = ENDS
OPS.parts = PART_NAMES
OPS.parts_count = PARTS
OPS.colours = COLOUR_NAMES
OPS.colours_count = 3
OPS.check_options = check_options
OPS.shuffle = shuffle
OPS.deal = deal
OPS.order = order
OPS.legal = legal
OPS.count_legal = count_legal
OPS.sample = sample
OPS.apply = apply
OPS.explain = explain
OPS.score = score
OPS.outcome = outcome
OPS.observe = observe
OPS.resample = resample
OPS.write = write
OPS.read = read
OPS.check = check
OPS.piece_write = piece_write
OPS.piece_parse = piece_parse
OPS.place_write = place_write
OPS.place_parse = place_parse
OPS.view = view
OPS.polygon = polygon
OPS.draw = draw
OPS.canonical = canonical
OPS.fits = fits
OPS.unseen = unseen
OPS.margin = 60
OPS.rate = rate
OPS.rollout = rollout
OPS.round = round_number
register(&OPS)
