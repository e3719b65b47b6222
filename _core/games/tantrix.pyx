"""Tantrix: 56 hexagonal tiles with coloured links, laid so that touching sides match; the longest line or loop counts.

The rules are docs/rules/tantrix.md; its paragraphs are cited as X5.4. Known cells, laid and empty ones beside them,
are nodes found by a small hash of their place; an empty node carries what its six sides ask for, so that the tiles of
a whole hand that fit it are two or three ANDs. The closure of X5.4 is never run in play: it always ends in the
hexagon that bounds the laid tiles, so six bounds and a sum decide it (X5.8). This file knows no clock, no other game
and not in which order the tiles were laid.
"""
from libc.math cimport cos, sin, sqrt
from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memmove, memset
from tileengine._core.action cimport (PLACE, Filter, action_extra, action_kind, action_make, action_piece,
                                      action_place, action_rotation, filter_kind)
from tileengine._core.codes cimport (ANY, BAD_ORDER, CORRUPT_POSITION, GAME_OVER, ILLEGAL_MOVE, MALFORMED_MOVE, OK,
                                     NO_PLACE, TRUNCATED, VIEWER_ALL)
from tileengine._core.ops cimport (HIDDEN_STOCK, OPTION_BOOL, OPTION_CHOICE, OPTION_INT, GameOps, OptionDef, PresetDef,
                                   Reason, reason_clear, reason_number, reason_place, reason_say)
from tileengine._core.random cimport Draw, Fast, draw_shuffle, fast_below, fast_shuffle
from tileengine._core.registry cimport register
from tileengine._core.state cimport State
from tileengine._core.view cimport (Art, View, art_label, art_point, art_stroke, view_counter, view_feature, view_item,
                                    view_mark, view_piece, view_point, view_zone)

cdef extern from *:
    int ctz "__builtin_ctzll"(unsigned long long) noexcept nogil

# -- facts -------------------------------------------------------------------------------------------------------------

cdef enum:
    TILES = 56
    SEATS = 4
    HAND = 6
    PUZZLE = 10         # most tiles of a discovery puzzle (X7.2), and the largest hand of all
    KNOWN = 172         # 56 tiles and at most 2 * 56 + 4 empty cells beside them (X2.6)
    NODES = 180         # and room for one more tile while decoded bytes may be anything
    ORDER = 60          # lots and tiles
    ORIGIN = 64 << 7 | 64
    REACH = 55          # no tile lies farther from the first
    UNKNOWN = 0xFF      # in `order`: a tile still in the bag, erased
    OCCUPIED = 0x80000000
    SIDES = 0xFFFFFF    # of Body.cell
    SHOWN = 7           # spaces of a chain that a reason has room for, after the first
    ARC = 7             # points of a curved link
    IMAGES = 24         # permutations of four colours
    TRIED = 6           # random moves that a quick move is chosen from

cdef enum:              # phases
    FORCED_BEFORE = 0
    FREE = 1
    FORCED_AFTER = 2

cdef enum:              # ends
    RUNNING = 0
    FINISHED = 1
    DEADLOCK = 2
    SOLVED = 3
    UNSOLVED = 4

cdef enum:              # indexes of the options
    START_TILE = 0
    DOUBLES = 1
    DISCOVERY = 2
    DISCOVERY_TILES = 3
    COLOUR = 4          # of seat 0; the other seats' follow

ctypedef struct Body:
    # By node. An empty cell: 4 bits a side (0 nothing, 1 + colour asked for by a laid tile, 8 + 1 + colour ruled out
    # by X5.1), bits 24..26 the number of laid tiles beside it. A laid tile: OCCUPIED | tile << 3 | rotation.
    uint32_t cell[NODES]
    uint16_t place[NODES]
    uint32_t low, high          # derived: bounds of the laid cells, a byte each: q, r and their complement (X5.8)
    uint8_t index[256]          # derived: hash of a place -> 1 + node, 0 for none
    uint8_t nodes
    uint8_t laid_count
    uint8_t open_count
    uint8_t forced_count
    uint8_t laid[TILES]         # nodes of laid tiles, by ascending place; so are the next two
    uint8_t open_[NODES]         # empty cells beside one or two tiles (in a puzzle: beside any number)
    uint8_t forced[NODES]        # empty cells beside three tiles or more (X4.1)
    uint8_t hand[SEATS][PUZZLE]     # ascending
    uint8_t hand_count[SEATS]
    uint8_t order[ORDER]        # lots if they are returned, then the tiles as they are drawn
    uint8_t order_count
    uint8_t next                # index in `order` of the next tile to draw
    uint8_t tiles               # in the game
    uint8_t puzzle              # X7.2

# Edges clockwise from the side the tile list starts with (X1.1).
_TILES = (
    "RYYBRB BYYBRR YRRBBY RYBYRB RBBRYY YRBYBR RBBYRY YBBRYR RYBRBY BYYRBR YRRBYB BRRYBY YRRYBB RYYBBR "
    "RGGRYY YRRYGG RYYGRG GYYRGR YRRGYG GRRYGY YGGRRY GYYGRR GYYRRG BGGBRR BGGRRB GRRGBB GRRBGB RGGBBR "
    "BRRGBG RBBRGG YGGRYR GRYGYR RGGYRY RGYRYG YGRYRG BGGRBR RBBGRG GBBRGR GRBGBR BRGBGR RGGBRB RBGRGB "
    "BYYGGB YBGYGB BGGYYB YGGBYB YGGYBB BGGBYY GYYGBB BYGBGY GBYGYB BGGYBY BYYGBG GYYBGB YBBGYG GBBYGY").split()
_PRINTED = "YYYRRBBBYR"         # the colour printed on tiles 1..10 (X7.2)

cdef uint8_t COLOURS_OF[TILES][6]       # 1 + colour of each side, unturned
cdef uint8_t LINK[TILES][4][2]          # the two sides a colour joins, unturned; 0xFF: not on this tile
cdef uint8_t TURNS[TILES][5]            # by 1 + colour: bit r set when the tile turned r shows it on side 0
cdef uint32_t TURNED[TILES * 8]         # by tile << 3 | rotation: 4 bits a side, 1 + colour
cdef uint64_t LEFT[6]                   # masks to turn all rotations of a hand at once
cdef uint64_t RIGHT[6]
cdef int STEP[6]                        # what a side adds to a place, N NE SE S SW NW
cdef uint8_t PERMUTATION[IMAGES][4]
cdef uint16_t IMAGE[2][IMAGES][TILES]   # mirrored?, colours renamed: tile << 3 | turn of what a tile becomes
cdef uint8_t PRINTED[PUZZLE]


cdef int tables_fill() except -1:
    cdef int tile, side, colour, r, i, m, other
    cdef int q_step[6]
    cdef int r_step[6]
    q_step[:] = [0, 1, 1, 0, -1, -1]
    r_step[:] = [-1, -1, 0, 1, 1, 0]
    for side in range(6):
        STEP[side] = q_step[side] * 128 + r_step[side]
        LEFT[side] = RIGHT[side] = 0
        for i in range(PUZZLE):
            LEFT[side] |= <uint64_t>((63 << side) & 63) << 6 * i
            RIGHT[side] |= <uint64_t>(63 >> (6 - side)) << 6 * i
    memset(LINK, 0xFF, sizeof(LINK))
    for tile in range(TILES):
        for side in range(6):
            colour = "RYGB".index(_TILES[tile][side])
            COLOURS_OF[tile][side] = <uint8_t>(1 + colour)
            LINK[tile][colour][LINK[tile][colour][0] != 0xFF] = <uint8_t>side
        for r in range(6):
            for side in range(6):
                colour = COLOURS_OF[tile][(side + 6 - r) % 6]
                TURNED[tile << 3 | r] |= <uint32_t>colour << 4 * side
                if side == 0:
                    TURNS[tile][colour] |= <uint8_t>(1 << r)
    for i in range(PUZZLE):
        PRINTED[i] = <uint8_t>"RYGB".index(_PRINTED[i])
    i = 0
    for a in range(4):
        for b in range(4):
            for c in range(4):
                if a != b and a != c and b != c:
                    PERMUTATION[i][:] = [a, b, c, 6 - a - b - c]
                    i += 1
    turned = {}
    for tile in range(TILES):
        for r in range(6):
            turned[tuple([COLOURS_OF[tile][(side + 6 - r) % 6] for side in range(6)])] = tile << 3 | r
    for m in range(2):
        for i in range(IMAGES):
            for tile in range(TILES):
                sides = []
                for side in range(6):
                    other = COLOURS_OF[tile][(6 - side) % 6 if m else side]
                    sides.append(1 + PERMUTATION[i][other - 1])
                IMAGE[m][i][tile] = <uint16_t>turned[tuple(sides)]    # X1.3: every image of a tile is a tile
    return 0


# -- the board ---------------------------------------------------------------------------------------------------------

cdef inline int spot(int place) noexcept nogil:
    """Where a place is looked for first: no two cells of a patch 13 wide share a spot."""
    return ((place >> 7) * 19 + (place & 127)) & 255


cdef inline int find(const Body* b, int place) noexcept nogil:
    """The node of a place, or -1."""
    cdef int at = spot(place)
    while b.index[at] != 0:
        if b.place[b.index[at] - 1] == place:
            return b.index[at] - 1
        at = (at + 1) & 255
    return -1


cdef inline int create(Body* b, int place) noexcept nogil:
    cdef int at = spot(place)
    while b.index[at] != 0:
        at = (at + 1) & 255
    b.place[b.nodes] = <uint16_t>place
    b.cell[b.nodes] = 0
    b.nodes += 1
    b.index[at] = b.nodes
    return b.nodes - 1


cdef inline void insert(const Body* b, uint8_t* nodes, uint8_t* count, int node) noexcept nogil:
    cdef int i = count[0]
    while i > 0 and b.place[nodes[i - 1]] > b.place[node]:
        nodes[i] = nodes[i - 1]
        i -= 1
    nodes[i] = <uint8_t>node
    count[0] += 1


cdef inline void remove(uint8_t* nodes, uint8_t* count, int node) noexcept nogil:
    cdef int i = 0
    while nodes[i] != node:
        i += 1
    count[0] -= 1
    memmove(nodes + i, nodes + i + 1, count[0] - i)


cdef inline uint32_t packed(int place) noexcept nogil:
    """q, r and 192 - q - r, a byte each, all in 8..120."""
    cdef uint32_t q = place >> 7
    cdef uint32_t r = place & 127
    return (192 - q - r) << 16 | q << 8 | r


cdef inline int beyond(const Body* b, int place) noexcept nogil:
    """How many of the six bounds of the laid tiles a cell lies beyond; 3 for the first tile."""
    cdef uint32_t v = packed(place)
    cdef uint32_t under = ~((v | 0x808080) - b.low) & 0x808080
    cdef uint32_t over = ~((b.high | 0x808080) - v) & 0x808080
    return <int>((((under >> 7) + (over >> 7)) * 0x010101 >> 16) & 0xFF)


cdef inline void bounds_grow(Body* b, int place) noexcept nogil:
    cdef uint32_t v = packed(place)
    cdef uint32_t mask
    cdef int i
    if b.laid_count == 0:
        b.low = b.high = v
        return
    for i in range(3):
        mask = <uint32_t>0xFF << 8 * i
        if v & mask < b.low & mask:
            b.low = (b.low & ~mask) | (v & mask)
        if v & mask > b.high & mask:
            b.high = (b.high & ~mask) | (v & mask)


cdef inline int pair(uint32_t cell) noexcept nogil:
    """The first of two neighbouring sides (clockwise) that ask for one colour, -1 for none."""
    cdef int i
    cdef uint32_t here, after
    for i in range(6):
        here = cell >> 4 * i & 15
        after = cell >> 4 * ((i + 1) % 6) & 15
        if 0 < here < 8 and here == after:
            return i
    return -1


cdef void rule_out(Body* b, int node, int first, bint on) noexcept nogil:
    """X5.1: beside an empty cell with two like sides, a third like side is ruled out (or, on = 0, no longer).

    Only the two cells next along can give it that side before the endgame (X5.5), and both lie beside a laid tile.
    """
    cdef uint32_t value = (b.cell[node] >> 4 * first & 15) | 8 if on else 0
    cdef int side, other, back, k
    for k in range(2):
        side = (first + 5) % 6 if k else (first + 2) % 6
        other = find(b, b.place[node] + STEP[side])
        if other >= 0 and not b.cell[other] & <uint32_t>OCCUPIED:
            back = (side + 3) % 6
            b.cell[other] = (b.cell[other] & ~(<uint32_t>15 << 4 * back)) | value << 4 * back


cdef void lay(Body* b, int place, int tile, int rotation) noexcept nogil:
    """Puts a tile on a place and brings everything derived from the board up to date, in any order of tiles."""
    cdef uint32_t colours = TURNED[tile << 3 | rotation]
    cdef uint32_t cell
    cdef int pairs[6]
    cdef int node = find(b, place)
    cdef int count = 0
    cdef int side, back, other, near, i
    if node < 0:
        node = create(b, place)
    elif b.cell[node] >> 24 >= 3 and not b.puzzle:
        remove(b.forced, &b.forced_count, node)
    else:
        remove(b.open_, &b.open_count, node)
    b.cell[node] = <uint32_t>OCCUPIED | <uint32_t>(tile << 3 | rotation)
    bounds_grow(b, place)
    insert(b, b.laid, &b.laid_count, node)
    for side in range(6):
        back = (side + 3) % 6
        other = find(b, place + STEP[side])
        if other < 0:
            other = create(b, place + STEP[side])
            insert(b, b.open_, &b.open_count, other)
        cell = b.cell[other]
        if cell & <uint32_t>OCCUPIED:
            continue
        near = (cell >> 24) + 1
        if near == 3:
            i = pair(cell)
            if i >= 0:
                rule_out(b, other, i, False)
            if not b.puzzle:
                remove(b.open_, &b.open_count, other)
                insert(b, b.forced, &b.forced_count, other)
        cell = b.cell[other]
        b.cell[other] = ((cell & ~(<uint32_t>15 << 4 * back)) | (colours >> 4 * side & 15) << 4 * back) + (1 << 24)
        if near == 2 and pair(b.cell[other]) >= 0:
            pairs[count] = other
            count += 1
    for i in range(count):      # now that every cell beside the tile is known
        rule_out(b, pairs[i], pair(b.cell[pairs[i]]), True)


# -- hands and what fits -----------------------------------------------------------------------------------------------

cdef inline bint restricted(const Body* b) noexcept nogil:
    """X5.7: the restrictions hold while a tile is left in the bag."""
    return b.next < b.order_count


cdef inline uint64_t base_of(const uint8_t* hand, int count, uint64_t* base) noexcept nogil:
    """base[1 + c]: six bits a tile of the hand, the rotations that show colour c on side 0. Returns all bits."""
    cdef const uint8_t* turns
    cdef int i
    base[1] = base[2] = base[3] = base[4] = 0
    for i in range(count):
        turns = TURNS[hand[i]]
        base[1] |= <uint64_t>turns[1] << 6 * i
        base[2] |= <uint64_t>turns[2] << 6 * i
        base[3] |= <uint64_t>turns[3] << 6 * i
        base[4] |= <uint64_t>turns[4] << 6 * i
    return (<uint64_t>1 << 6 * count) - 1


cdef inline uint64_t fit(const uint64_t* base, uint64_t chosen, uint32_t cell, bint limits) noexcept nogil:
    """The bits of `chosen` that match a cell's sides (X3.4) and, with limits, what X5.1 rules out there."""
    cdef uint32_t sides = cell & <uint32_t>SIDES
    cdef uint32_t wanted
    cdef uint64_t turned
    cdef int shift, side
    while sides and chosen:
        shift = ctz(sides) & ~3
        side = shift >> 2
        wanted = sides >> shift & 15
        sides &= ~(<uint32_t>15 << shift)
        turned = base[wanted & 7]
        turned = (turned << side & LEFT[side]) | (turned >> (6 - side) & RIGHT[side])
        if wanted < 8:
            chosen &= turned
        elif limits:
            chosen &= ~turned
    return chosen


cdef inline bint free_of_sides(const Body* b, int node) noexcept nogil:
    """X5.2 and X5.3 in one: three minus the tiles beside a cell is how many bounds it must push out (X5.8)."""
    return beyond(b, b.place[node]) == 3 - <int>(b.cell[node] >> 24)


cdef inline bint fills_one(const Body* b, int seat) noexcept nogil:
    """Can the seat fill a forced space?"""
    cdef uint64_t base[5]
    cdef uint64_t hand
    cdef int i
    if b.forced_count == 0:
        return False
    hand = base_of(b.hand[seat], b.hand_count[seat], base)
    for i in range(b.forced_count):
        if fit(base, hand, b.cell[b.forced[i]], restricted(b)):
            return True
    return False


cdef inline bint moves_freely(const Body* b, int seat) noexcept nogil:
    """Has the seat a free move?"""
    cdef uint64_t base[5]
    cdef uint64_t hand = base_of(b.hand[seat], b.hand_count[seat], base)
    cdef bint limits = restricted(b)
    cdef int i
    for i in range(b.open_count):
        if (not limits or free_of_sides(b, b.open_[i])) and fit(base, hand, b.cell[b.open_[i]], limits):
            return True
    return False


cdef int gather(const State* s, const Filter* f, uint16_t* places, uint64_t* masks) noexcept nogil:
    """Cells where the seat to move may place, ascending, and which bits of its hand go there; returns how many."""
    cdef Body* b = <Body*>s.body        # not const only so that `nodes` may choose a list
    cdef const uint8_t* hand = b.hand[s.turn]
    cdef uint64_t base[5]
    cdef uint64_t chosen, mask
    cdef bint limits = restricted(b)
    cdef bint free = s.phase == FREE
    cdef uint8_t* nodes = &b.open_[0] if s.phase == FREE else &b.forced[0]
    cdef int total = b.open_count if free else b.forced_count
    cdef int count = 0
    cdef int i, node
    if s.over or not filter_kind(f, PLACE):
        return 0
    chosen = base_of(hand, b.hand_count[s.turn], base)
    if f.piece != ANY:
        for i in range(b.hand_count[s.turn]):
            if hand[i] != f.piece:
                chosen &= ~(<uint64_t>63 << 6 * i)
    for i in range(total):
        node = nodes[i]
        if f.place != ANY and f.place != b.place[node]:
            continue
        if limits and free and not free_of_sides(b, node):
            continue
        mask = fit(base, chosen, b.cell[node], limits)
        places[count] = b.place[node]
        masks[count] = mask
        count += mask != 0
    return count


cdef inline int ones(uint64_t x) noexcept nogil:
    x -= x >> 1 & <uint64_t>0x5555555555555555ULL
    x = (x & <uint64_t>0x3333333333333333ULL) + (x >> 2 & <uint64_t>0x3333333333333333ULL)
    x = x + (x >> 4) & <uint64_t>0x0F0F0F0F0F0F0F0FULL
    return <int>(x * <uint64_t>0x0101010101010101ULL >> 56)


cdef inline uint32_t action_of(const uint8_t* hand, int place, int bit) noexcept nogil:
    return action_make(PLACE, place, hand[bit // 6], bit % 6, 0)


cdef int legal(const State* s, const Filter* f, uint32_t* out, int capacity) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef uint16_t places[NODES]
    cdef uint64_t masks[NODES]
    cdef uint64_t mask
    cdef int cells = gather(s, f, places, masks)
    cdef int count = 0
    cdef int i
    for i in range(cells):
        mask = masks[i]
        while mask:
            if count == capacity:
                return count
            out[count] = action_of(b.hand[s.turn], places[i], ctz(mask))
            count += 1
            mask &= mask - 1
    return count


cdef int count_legal(const State* s, const Filter* f) noexcept nogil:
    cdef uint16_t places[NODES]
    cdef uint64_t masks[NODES]
    cdef int cells = gather(s, f, places, masks)
    cdef int count = 0
    cdef int i
    for i in range(cells):
        count += ones(masks[i])
    return count


cdef uint32_t sample(const State* s, Fast* fast) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef Filter f
    cdef uint16_t places[NODES]
    cdef uint64_t masks[NODES]
    cdef uint64_t mask
    cdef int cells, total, i, n
    f.kind = f.place = f.piece = ANY
    cells = gather(s, &f, places, masks)
    if cells == 0:
        return 0
    total = 0
    for i in range(cells):
        total += ones(masks[i])
    n = <int>fast_below(fast, <uint32_t>total)
    i = 0
    while n >= ones(masks[i]):
        n -= ones(masks[i])
        i += 1
    mask = masks[i]
    while n > 0:
        mask &= mask - 1
        n -= 1
    return action_of(b.hand[s.turn], places[i], ctz(mask))


# -- dealing and playing -----------------------------------------------------------------------------------------------

cdef int check_options(const int32_t* options, int seats) noexcept nogil:
    cdef int i, j
    if options[DISCOVERY] != (seats == 1):      # X7.2
        return 1 + DISCOVERY
    if options[DOUBLES] and seats != 4:         # X7.1
        return 1 + DOUBLES
    for i in range(0 if options[DISCOVERY] else 2 if options[DOUBLES] else seats):
        for j in range(i):
            if options[COLOUR + i] == options[COLOUR + j]:  # X2.2
                return 1 + COLOUR + i
    return 0


cdef inline int lots_of(const State* s) noexcept nogil:
    """How many entries of the dealt order are lots that went back (X2.1)."""
    return s.seats if s.options[START_TILE] and not s.options[DISCOVERY] else 0


cdef int shuffle(const State* s, Draw* draw, uint8_t* order) noexcept nogil:
    cdef int lots = lots_of(s)
    cdef int i
    if s.options[DISCOVERY]:
        for i in range(s.options[DISCOVERY_TILES]):
            order[i] = <uint8_t>i
        return s.options[DISCOVERY_TILES]
    for i in range(TILES):
        order[i] = <uint8_t>i
    if lots:
        draw_shuffle(draw, order, TILES)
        for i in range(TILES):
            order[lots + i] = <uint8_t>i
    draw_shuffle(draw, order + lots, TILES)
    return lots + TILES


cdef inline void body_init(const State* s, Body* b) noexcept nogil:
    """An empty board; the origin is the one cell to play on."""
    b.puzzle = <uint8_t>s.options[DISCOVERY]
    b.tiles = <uint8_t>(s.options[DISCOVERY_TILES] if b.puzzle else TILES)
    b.order_count = <uint8_t>(lots_of(s) + b.tiles)
    b.low = b.high = 0x7F7F7F
    insert(b, b.open_, &b.open_count, create(b, ORIGIN))


cdef inline void take(Body* b, int seat) noexcept nogil:
    """Draws the next tile into a hand, which stays sorted."""
    cdef uint8_t* hand = b.hand[seat]
    cdef uint8_t tile = b.order[b.next]
    cdef int i = b.hand_count[seat]
    while i > 0 and hand[i - 1] > tile:
        hand[i] = hand[i - 1]
        i -= 1
    hand[i] = tile
    b.hand_count[seat] += 1
    b.next += 1


cdef int deal(State* s, const uint8_t* order, int count) noexcept nogil:
    cdef Body* b = <Body*>s.body
    cdef int lots = lots_of(s)
    cdef uint64_t seen = 0
    cdef int i, j, own
    body_init(s, b)
    if count != b.order_count:
        return BAD_ORDER
    for i in range(count):
        if i == lots:
            seen = 0
        if order[i] >= b.tiles or seen >> order[i] & 1 or (b.puzzle and order[i] != i):
            return BAD_ORDER
        seen |= <uint64_t>1 << order[i]
    memcpy(b.order, order, count)
    s.phase = FREE
    b.next = <uint8_t>lots
    if b.puzzle:
        for i in range(count):
            take(b, 0)
        return OK
    for i in range(s.seats):        # X2.1: the highest lot starts
        if order[i] > order[s.turn]:
            s.turn = <uint8_t>i
    own = 0 if lots else 1          # X2.1: kept lots come first, one a seat
    for i in range(own * s.seats):
        take(b, i)
    for i in range(s.seats):
        for j in range(HAND - own):
            take(b, i)
    return OK


cdef int order_get(const State* s, uint8_t* order) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    if s.viewer != VIEWER_ALL:
        return 0
    memcpy(order, b.order, b.order_count)
    return b.order_count


cdef inline int seat_after(const State* s, const Body* b, int seat) noexcept nogil:
    """The next seat that has tiles (X6.1); one exists."""
    while True:
        seat = (seat + 1) % s.seats
        if b.hand_count[seat]:
            return seat


cdef void settle(State* s, const Body* b, int seat, int phase) noexcept nogil:
    """From a phase that may be empty on to the next decision, or to the end (X3.1, X6.1, X6.2)."""
    if b.laid_count == b.tiles:
        s.turn = <uint8_t>((seat + 1) % s.seats)
        s.phase = FREE
        s.over = FINISHED
        return
    while True:
        if phase == FREE and b.hand_count[seat]:
            if not moves_freely(b, seat):
                s.over = DEADLOCK
            break
        if phase != FREE and fills_one(b, seat):
            break
        if phase == FORCED_BEFORE:
            phase = FREE
        else:       # the turn ends, also when the hand ran out before the free move (X3.4)
            seat = seat_after(s, b, seat)
            phase = FORCED_BEFORE
    s.turn = <uint8_t>seat
    s.phase = <uint8_t>phase


cdef void settle_puzzle(State* s, const Body* b) noexcept nogil:
    """X7.2: on until no tile is left, or none fits."""
    s.phase = FREE
    if b.hand_count[0]:
        if not moves_freely(b, 0):
            s.over = UNSOLVED
    else:
        s.over = SOLVED if solves(s, b) else UNSOLVED


cdef void apply(State* s, uint32_t action) noexcept nogil:
    cdef Body* b = <Body*>s.body
    cdef int seat = s.turn
    remove(b.hand[seat], &b.hand_count[seat], action_piece(action))
    lay(b, action_place(action), action_piece(action), action_rotation(action))
    if restricted(b):
        take(b, seat)       # X3.2
    if b.puzzle:
        settle_puzzle(s, b)
    else:
        settle(s, b, seat, FORCED_AFTER if s.phase == FREE else s.phase)


# -- why not -----------------------------------------------------------------------------------------------------------

cdef inline bint on_board(int place) noexcept nogil:
    """A cell some tile of some game can lie on (X2.6)."""
    cdef int q = (place >> 7) - 64
    cdef int r = (place & 127) - 64
    return -REACH <= q <= REACH and -REACH <= r <= REACH and -REACH <= q + r <= REACH


cdef bint beside_forced(const Body* b, int place, Reason* reason) noexcept nogil:
    """X5.2: is a cell beside a space that has three tiles already? Names those spaces."""
    cdef bint found = False
    cdef int side, other
    for side in range(6):
        other = find(b, place + STEP[side])
        if other >= 0 and 3 <= b.cell[other] >> 24 < 8:
            reason_place(reason, b.place[other])
            found = True
    return found


cdef void chain(const Body* b, int place, Reason* reason) noexcept nogil:
    """X5.3, X5.4: runs the closure as written and names the space it gives a fourth tile, then those filled on the way.

    Lowest place first. The grid covers every cell a tile can be near, and this runs for refusals only.
    """
    cdef uint8_t full[16384]
    cdef uint16_t filled[SHOWN]
    cdef int shown = 0
    cdef int i, q, r, at, near, third, side
    memset(full, 0, sizeof(full))
    for i in range(b.laid_count):
        full[b.place[b.laid[i]]] = 1
    full[place] = 1
    while True:
        third = -1
        for q in range(64 - REACH, 65 + REACH):
            for r in range(64 - REACH, 65 + REACH):
                at = q << 7 | r
                if full[at]:
                    continue
                near = 0
                for side in range(6):
                    near += full[at + STEP[side]]
                if near > 3:
                    reason_place(reason, at)
                    for i in range(shown):
                        reason_place(reason, filled[i])
                    return
                if near == 3 and third < 0:
                    third = at
        if third < 0:
            return
        full[third] = 1
        if shown < SHOWN:
            filled[shown] = <uint16_t>third
            shown += 1


cdef bint makes_triple(const Body* b, int place, uint32_t colours, Reason* reason) noexcept nogil:
    """X5.1: would an empty cell beside the place have three links of one colour? Names those cells and colours."""
    cdef bint found = False
    cdef uint32_t cell, asked, colour
    cdef int side, other, i, like
    for side in range(6):
        other = find(b, place + STEP[side])
        if other < 0 or b.cell[other] & <uint32_t>OCCUPIED:
            continue
        cell = b.cell[other]
        colour = colours >> 4 * side & 15
        like = 1
        for i in range(6):
            asked = cell >> 4 * i & 15
            like += asked == colour
        if like >= 3:
            reason_place(reason, b.place[other])
            reason_number(reason, colour - 1)
            found = True
    return found


cdef int refuse(Reason* reason, const char* paragraph, const char* text) noexcept nogil:
    reason_say(reason, paragraph, text)
    return ILLEGAL_MOVE


cdef int refuse_place(const State* s, const Body* b, int place, int node, uint32_t colours, Reason* reason) noexcept nogil:
    """Why a tile of the hand may not lie on a place turned so that it shows `colours` (X5.9: the order of reasons)."""
    cdef uint32_t asked
    cdef int side, i
    reason_place(reason, place)
    if node < 0 or b.laid_count == 0:
        return refuse(reason, b"X3.4", b"The tile does not touch the tiles on the table."
                      if b.laid_count else b"The first tile lies on (0,0).")
    if b.cell[node] & <uint32_t>OCCUPIED:
        return refuse(reason, b"X3.4", b"There is a tile on this space already.")
    if s.phase != FREE and b.cell[node] >> 24 < 3:
        reason.places_count = 0
        for i in range(b.forced_count):
            if fillable(s, b, b.forced[i]):
                reason_place(reason, b.place[b.forced[i]])
        return refuse(reason, b"X3.1", b"The forced spaces that a tile of the hand fits have to be filled first.")
    if s.phase == FREE and restricted(b) and b.cell[node] >> 24 < 3 and not free_of_sides(b, node):
        reason.places_count = 0
        if beside_forced(b, place, reason):
            return refuse(reason, b"X5.2", b"No fourth tile may lie beside a forced space.")
        chain(b, place, reason)
        return refuse(reason, b"X5.3", b"No tile may lie along a controlled side: the first space would get a fourth "
                      b"tile once the others are filled.")
    for side in range(6):
        asked = b.cell[node] >> 4 * side & 15
        if 0 < asked < 8 and asked != (colours >> 4 * side & 15):
            reason_place(reason, place + STEP[side])
            reason_number(reason, side)
    if reason.numbers_count:
        return refuse(reason, b"X3.4", b"Touching sides have to match; the numbers are the sides that do not.")
    reason.places_count = 0
    makes_triple(b, place, colours, reason)
    return refuse(reason, b"X5.1", b"A space would be left with three links of one colour; the numbers are colours.")


cdef bint fillable(const State* s, const Body* b, int node) noexcept nogil:
    cdef uint64_t base[5]
    cdef uint64_t hand = base_of(b.hand[s.turn], b.hand_count[s.turn], base)
    return fit(base, hand, b.cell[node], restricted(b)) != 0


cdef int explain(const State* s, uint32_t action, Reason* reason) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef uint64_t base[5]
    cdef int place = action_place(action)
    cdef uint8_t tile = <uint8_t>action_piece(action)
    cdef int rotation = action_rotation(action)
    cdef int node, i
    if reason != NULL:
        reason_clear(reason)
    if (action_kind(action) != PLACE or action_extra(action) or rotation >= 6 or tile >= TILES
            or place >= 1 << 14 or not on_board(place)):
        return MALFORMED_MOVE
    if s.over:
        return GAME_OVER
    i = 0
    while i < b.hand_count[s.turn] and b.hand[s.turn][i] != tile:
        i += 1
    if i == b.hand_count[s.turn]:
        return refuse(reason, b"X2.5", b"The tile is not in the hand of the seat to move.")
    node = find(b, place)
    if node >= 0 and not b.cell[node] & <uint32_t>OCCUPIED:
        base_of(&tile, 1, base)
        if (fit(base, <uint64_t>1 << rotation, b.cell[node], restricted(b))
                and (b.cell[node] >> 24 >= 3 if s.phase != FREE else not restricted(b) or free_of_sides(b, node))):
            if reason != NULL and s.phase != FREE:
                reason_say(reason, b"X3.1", b"A forced space that a tile of the hand fits has to be filled first.")
                reason_place(reason, place)
            return OK
    if reason == NULL:
        return ILLEGAL_MOVE
    return refuse_place(s, b, place, node, TURNED[tile << 3 | rotation], reason)


# -- lines, loops and the end ------------------------------------------------------------------------------------------

# One walk along the links of a colour: the laid nodes in order, entered and left by which sides.
ctypedef struct Path:
    int count
    bint closed
    uint8_t node[TILES]
    int8_t enter[TILES]
    int8_t leave[TILES]


cdef inline int beside(const Body* b, int node, int side) noexcept nogil:
    """The laid node beside a laid node, or -1."""
    cdef int other = find(b, b.place[node] + STEP[side])
    return other if other >= 0 and b.cell[other] & <uint32_t>OCCUPIED else -1


cdef inline int joined(const Body* b, int node, int colour, int end) noexcept nogil:
    """The side where a laid tile's link of a colour ends (end 0 or 1), or -1."""
    cdef int turned = <int>(b.cell[node] & 511)
    cdef int side = LINK[turned >> 3][colour][end]
    return -1 if side == 0xFF else (side + (turned & 7)) % 6


cdef void follow(const Body* b, int colour, int node, int enter, Path* path) noexcept nogil:
    """The path that enters a node by a side, up to its end or back to its start."""
    cdef int first = node
    cdef int leave
    path.count = 0
    path.closed = False
    while True:
        leave = joined(b, node, colour, 0)
        if leave == enter:
            leave = joined(b, node, colour, 1)
        path.node[path.count] = <uint8_t>node
        path.enter[path.count] = <int8_t>enter
        path.leave[path.count] = <int8_t>leave
        path.count += 1
        node = beside(b, node, leave)
        if node < 0:
            return
        if node == first:
            path.closed = True
            return
        enter = (leave + 3) % 6


cdef void longest(const Body* b, int colour, Path* line, Path* loop) noexcept nogil:
    """The longest line and the longest loop of a colour; of equal ones the one with the lowest place at an end."""
    cdef uint8_t done[NODES]
    cdef Path path
    cdef int i, j, k, node, side
    cdef bint ends
    line.count = loop.count = 0
    memset(done, 0, sizeof(done))
    for k in range(2):      # lines from their ends first; what is left are loops
        for i in range(b.laid_count):
            node = b.laid[i]
            side = joined(b, node, colour, 0)
            if done[node] or side < 0:
                continue
            if k == 0 and beside(b, node, side) >= 0:
                side = joined(b, node, colour, 1)
                if beside(b, node, side) >= 0:
                    continue
            follow(b, colour, node, side, &path)
            for j in range(path.count):
                done[path.node[j]] = 1
            if path.closed and path.count > loop.count:
                loop[0] = path
            elif not path.closed and path.count > line.count:
                line[0] = path


cdef inline int colour_of(const State* s, int seat) noexcept nogil:
    if s.options[DISCOVERY]:
        return PRINTED[s.options[DISCOVERY_TILES] - 1]
    return s.options[COLOUR + (seat & 1 if s.options[DOUBLES] else seat)]     # X7.1


cdef int64_t score(const State* s, int seat, int64_t* parts) noexcept nogil:
    cdef Path line, loop
    longest(<const Body*>s.body, colour_of(s, seat), &line, &loop)
    parts[0] = line.count
    parts[1] = 2 * loop.count
    return parts[0] if parts[0] > parts[1] else parts[1]


cdef bint solves(const State* s, const Body* b) noexcept nogil:
    """X7.2: one loop through all tiles, and no hole: tiles - touching pairs + touching triples is 1."""
    cdef Path line, loop
    cdef int holes = b.laid_count
    cdef int i, side
    longest(b, colour_of(s, 0), &line, &loop)
    for i in range(b.laid_count):
        for side in range(3):
            if beside(b, b.laid[i], side) >= 0:
                holes -= 1
                holes += side < 2 and beside(b, b.laid[i], side + 1) >= 0   # each triple once, from its first tile
    return loop.count == b.tiles and holes == 1


cdef void outcome(const State* s, int8_t* results) noexcept nogil:
    cdef int64_t parts[2]
    cdef int64_t points[SEATS]
    cdef int64_t best = -1
    cdef int leaders = 0
    cdef int i
    if s.options[DISCOVERY]:
        results[0] = 2 if s.over == SOLVED else 0
        return
    for i in range(s.seats):
        points[i] = score(s, i, parts)
        if points[i] > best:
            best = points[i]
            leaders = 0
        leaders += points[i] == best
    if s.options[DOUBLES]:
        leaders //= 2
    for i in range(s.seats):
        if s.over == DEADLOCK:
            results[i] = 1      # X6.2
        else:
            results[i] = 0 if points[i] < best else 2 if leaders == 1 else 1     # X6.4


# -- hidden information ------------------------------------------------------------------------------------------------

cdef uint64_t unknown_tiles(const Body* b) noexcept nogil:
    """Bits of the tiles that are neither on the table nor in a hand: those in the bag."""
    cdef uint64_t rest = (<uint64_t>1 << b.tiles) - 1
    cdef int i, j
    for i in range(b.laid_count):
        rest &= ~(<uint64_t>1 << (b.cell[b.laid[i]] >> 3 & 63))
    for i in range(SEATS):
        for j in range(b.hand_count[i]):
            rest &= ~(<uint64_t>1 << b.hand[i][j])
    return rest


cdef void observe(State* s) noexcept nogil:
    """What was drawn was drawn openly (X2.1); only what is still in the bag is erased."""
    cdef Body* b = <Body*>s.body
    memset(b.order + b.next, UNKNOWN, b.order_count - b.next)


cdef void resample(State* s, Fast* fast) noexcept nogil:
    cdef Body* b = <Body*>s.body
    cdef uint64_t rest = unknown_tiles(b)
    cdef int count = 0
    while rest:
        b.order[b.next + count] = <uint8_t>ctz(rest)
        rest &= rest - 1
        count += 1
    fast_shuffle(fast, b.order + b.next, count)


cdef int unseen(const State* s, uint8_t* by_piece) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef uint64_t rest = unknown_tiles(b) if s.viewer != VIEWER_ALL else 0
    cdef int count = 0
    memset(by_piece, 0, TILES)
    while rest:
        by_piece[ctz(rest)] = 1
        rest &= rest - 1
        count += 1
    return count


cdef int fits(const State* s, int place, uint8_t* by_piece) noexcept nogil:
    """X3.4 and X5, for every tile that is not on the table yet, whoever has it and whatever the phase."""
    cdef const Body* b = <const Body*>s.body
    cdef uint64_t base[5]
    cdef uint64_t rest = ((<uint64_t>1 << b.tiles) - 1)
    cdef int node = find(b, place)
    cdef int count = 0
    cdef int i
    cdef uint8_t tile
    memset(by_piece, 0, TILES)
    if node < 0 or b.cell[node] & <uint32_t>OCCUPIED or (restricted(b) and not free_of_sides(b, node)):
        return 0
    for i in range(b.laid_count):
        rest &= ~(<uint64_t>1 << (b.cell[b.laid[i]] >> 3 & 63))
    while rest:
        tile = <uint8_t>ctz(rest)
        rest &= rest - 1
        by_piece[tile] = fit(base, base_of(&tile, 1, base), b.cell[node], restricted(b)) != 0
        count += by_piece[tile]
    return count


# -- playing well ------------------------------------------------------------------------------------------------------

cdef inline int run_on(const Body* b, int colour, int place, int side, int* end) noexcept nogil:
    """Tiles of the line of a colour that begins across a side of an empty cell; *end is the place it leads to."""
    cdef int count = 0
    cdef int node, enter, leave
    end[0] = place + STEP[side]
    while True:
        node = find(b, end[0])
        if node < 0 or not b.cell[node] & <uint32_t>OCCUPIED:
            return count
        enter = (side + 3) % 6
        side = joined(b, node, colour, 0)
        if side == enter:
            side = joined(b, node, colour, 1)
        count += 1
        end[0] = b.place[node] + STEP[side]
        if end[0] == place:
            return count


cdef inline double line_worth(double length) noexcept nogil:
    """Long lines count more than twice what their halves count, so that joining pays."""
    return 0.12 * length * length


cdef double line_gain(const Body* b, int colour, int place, int tile, int rotation) noexcept nogil:
    """What a tile laid on an empty cell adds to the lines of a colour."""
    cdef int sides[2]
    cdef int counts[2]
    cdef int end = 0
    cdef int k
    if LINK[tile][colour][0] == 0xFF:
        return 0
    for k in range(2):
        sides[k] = (LINK[tile][colour][k] + rotation) % 6
        counts[k] = run_on(b, colour, place, sides[k], &end)
        if counts[k] and end == place:      # a loop
            return line_worth(2.0 * (counts[k] + 1)) - line_worth(counts[k])
    return line_worth(counts[0] + counts[1] + 1) - line_worth(counts[0]) - line_worth(counts[1])


cdef inline double place_rate(const State* s, int place, int tile, int rotation) noexcept nogil:
    """Own lines gained, less half of what the others gain."""
    cdef const Body* b = <const Body*>s.body
    cdef int own = colour_of(s, s.turn)
    cdef double value = line_gain(b, own, place, tile, rotation)
    cdef int seat, other
    for seat in range(s.seats):
        other = colour_of(s, seat)
        if other != own:
            value -= 0.5 * line_gain(b, other, place, tile, rotation)
    return value


cdef double rate(const State* s, uint32_t action) noexcept nogil:
    return place_rate(s, action_place(action), action_piece(action), action_rotation(action))


cdef uint32_t rollout(const State* s, Fast* fast) noexcept nogil:
    """The best rated of a few random moves."""
    cdef const Body* b = <const Body*>s.body
    cdef Filter f
    cdef uint16_t places[NODES]
    cdef uint64_t masks[NODES]
    cdef uint64_t mask
    cdef int cells, total, i, k, n
    cdef uint32_t action
    cdef uint32_t best = 0
    cdef double value
    cdef double best_value = -1e9
    f.kind = f.place = f.piece = ANY
    cells = gather(s, &f, places, masks)
    total = 0
    for i in range(cells):
        total += ones(masks[i])
    for k in range(min(TRIED, total)):
        n = <int>fast_below(fast, <uint32_t>total)
        i = 0
        while n >= ones(masks[i]):
            n -= ones(masks[i])
            i += 1
        mask = masks[i]
        while n > 0:
            mask &= mask - 1
            n -= 1
        action = action_of(b.hand[s.turn], places[i], ctz(mask))
        value = rate(s, action)
        if value > best_value:
            best = action
            best_value = value
    return best


# -- forms -------------------------------------------------------------------------------------------------------------

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


cdef bint board_right(const Body* b) noexcept nogil:
    """Connected, all touching sides equal and, while tiles are in the bag, the restrictions kept (X3.4, X5.1, X5.8)."""
    cdef uint8_t reached[NODES]
    cdef uint8_t queue[TILES]
    cdef uint32_t cell, colours, asked, like
    cdef int head = 0
    cdef int count = 1
    cdef int pairs = 0
    cdef int node, other, side, i, j
    memset(reached, 0, sizeof(reached))
    queue[0] = b.laid[0]
    reached[queue[0]] = 1
    while head < count:
        node = queue[head]
        head += 1
        colours = TURNED[b.cell[node] & 511]
        for side in range(6):
            other = find(b, b.place[node] + STEP[side])
            cell = b.cell[other]
            if cell & <uint32_t>OCCUPIED:
                if (TURNED[cell & 511] >> 4 * ((side + 3) % 6) ^ colours >> 4 * side) & 15:
                    return False
                pairs += 1
                if not reached[other]:
                    reached[other] = 1
                    queue[count] = <uint8_t>other
                    count += 1
    if count != b.laid_count:
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
    return 3 * count - pairs // 2 == <int>((cell & 255) + (cell >> 8 & 255) + (cell >> 16)) + 3


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
    cdef int i, j, tile, place
    body_init(s, b)
    if count < 1 or data[0] > b.tiles or count < 1 + 3 * data[0]:
        return TRUNCATED
    if data[0] != s.ply:
        return CORRUPT_POSITION
    for i in range(data[0]):
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


cdef int canonical(const State* s, uint8_t* out) noexcept nogil:
    """The least of all images (X1.4): the table turned or mirrored, moved, and colours renamed.

    Seats are numbered from the one to move and their colours renamed with them; only colours nobody plays are free.
    """
    cdef const Body* b = <const Body*>s.body
    cdef uint8_t form[512]
    cdef uint32_t words[TILES]
    cdef uint8_t tiles[PUZZLE]
    cdef int colours = 1 if b.puzzle else 2 if s.options[DOUBLES] else s.seats
    cdef int best = 0
    cdef int size = 0
    cdef int i, j, k, mirror, turn, seat, q, r, hold, low_q, low_r, image
    cdef uint32_t word
    for i in range(IMAGES):
        k = 0
        for j in range(colours):
            k += PERMUTATION[i][colour_of(s, (s.turn + j) % s.seats)] == j
        if k != colours:
            continue
        for mirror in range(2):
            for turn in range(6 if b.laid_count else 1):
                low_q = low_r = 1 << 20
                for j in range(b.laid_count):
                    q = (b.place[b.laid[j]] >> 7) - 64
                    r = (b.place[b.laid[j]] & 127) - 64
                    if mirror:
                        r, q = q + r, -q
                    for k in range(turn):
                        hold = -r
                        r, q = q + r, hold
                    low_q = min(low_q, q)
                    low_r = min(low_r, r)
                    image = IMAGE[mirror][i][b.cell[b.laid[j]] >> 3 & 63]
                    k = (6 - <int>(b.cell[b.laid[j]] & 7)) if mirror else <int>(b.cell[b.laid[j]] & 7)
                    words[j] = <uint32_t>(((q + 256) << 10 | (r + 256)) << 9) | <uint32_t>(
                        (image & ~7) | ((image & 7) + k + turn) % 6)
                for j in range(b.laid_count):
                    words[j] -= <uint32_t>((low_q + 256) << 19 | (low_r + 256) << 9)
                sort_words(words, b.laid_count)
                form[0] = s.seats
                form[1] = <uint8_t>(s.options[DOUBLES] | s.options[DISCOVERY] << 1)
                form[2] = s.phase
                form[3] = s.over
                form[4] = s.viewer == VIEWER_ALL
                form[5] = b.laid_count
                size = 6
                for j in range(b.laid_count):
                    word = words[j]
                    for k in range(4):
                        form[size + k] = <uint8_t>(word >> 24 - 8 * k)
                    size += 4
                for j in range(s.seats):
                    seat = (s.turn + j) % s.seats
                    form[size] = b.hand_count[seat]
                    size += 1
                    for k in range(b.hand_count[seat]):
                        tiles[k] = IMAGE[mirror][i][b.hand[seat][k]] >> 3
                    sort_tiles(tiles, b.hand_count[seat])
                    memcpy(form + size, tiles, b.hand_count[seat])
                    size += b.hand_count[seat]
                for j in range(b.next, b.order_count):
                    form[size] = UNKNOWN if b.order[j] == UNKNOWN else IMAGE[mirror][i][b.order[j]] >> 3
                    size += 1
                if best == 0 or memcmp(form, out, size) < 0:
                    memcpy(out, form, size)
                    best = 1
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


# -- drawing -----------------------------------------------------------------------------------------------------------

cdef double ROOT3 = sqrt(3.0)
cdef double PI = 3.141592653589793


cdef inline void centre(int place, double* x, double* y) noexcept nogil:
    """Of a cell, sides one unit long, N upwards."""
    cdef int q = (place >> 7) - 64
    cdef int r = (place & 127) - 64
    x[0] = 1.5 * q
    y[0] = -ROOT3 * (r + 0.5 * q)


cdef int arc(int a, int b, double* xy) noexcept nogil:
    """A link from the middle of side a to that of side b round the origin: a line, or ARC points of a circle."""
    cdef double mid[2][2]
    cdef double hub[2]
    cdef double angle, reach, t, from_a, from_b
    cdef int gap = (b - a + 6) % 6
    cdef int i
    for i in range(2):
        angle = PI / 2 - PI / 3 * (b if i else a)
        mid[i][0] = ROOT3 / 2 * cos(angle)
        mid[i][1] = ROOT3 / 2 * sin(angle)
    if gap == 3:
        memcpy(xy, mid, sizeof(mid))
        return 2
    # Round the corner between two neighbouring sides, or round the centre of the cell between two others.
    angle = PI / 2 - PI / 6 * (a + b + (6 if gap > 3 else 0))
    reach = 1.0 if gap == 1 or gap == 5 else ROOT3
    hub[0] = reach * cos(angle)
    hub[1] = reach * sin(angle)
    angle = 2 * PI / 3 if gap == 1 or gap == 5 else PI / 3
    for i in range(ARC):
        t = <double>i / (ARC - 1)
        from_a = sin((1 - t) * angle) / sin(angle)
        from_b = sin(t * angle) / sin(angle)
        xy[2 * i] = hub[0] + from_a * (mid[0][0] - hub[0]) + from_b * (mid[1][0] - hub[0])
        xy[2 * i + 1] = hub[1] + from_a * (mid[0][1] - hub[1]) + from_b * (mid[1][1] - hub[1])
    return ARC


cdef int polygon(int place, float* xy) noexcept nogil:
    cdef double x = 0
    cdef double y = 0
    cdef int i
    if not 0 <= place < 1 << 14 or not on_board(place):
        return 0
    centre(place, &x, &y)
    for i in range(6):
        xy[2 * i] = <float>(x + cos(PI / 3 * i))
        xy[2 * i + 1] = <float>(y + sin(PI / 3 * i))
    return 6


cdef void draw_tile(int place, int piece, int rotation, Art* art) noexcept nogil:
    cdef double xy[2 * ARC]
    cdef double x = 0
    cdef double y = 0
    cdef char text[4]
    cdef int colour, count, i
    if place != NO_PLACE:
        centre(place, &x, &y)
    for colour in range(4):
        if LINK[piece][colour][0] == 0xFF:
            continue
        art_stroke(art, colour, False)
        count = arc((LINK[piece][colour][0] + rotation) % 6, (LINK[piece][colour][1] + rotation) % 6, xy)
        for i in range(count):
            art_point(art, x + xy[2 * i], y + xy[2 * i + 1])
    text[piece_write(piece, text)] = 0
    art_label(art, x, y, text)


cdef void view_path(const Body* b, View* v, const char* name, int seat, int colour, int value, const Path* path) noexcept nogil:
    """A line or loop: its tiles in order with the sides it enters and leaves by, and one polyline through them."""
    cdef double xy[2 * ARC]
    cdef double x = 0
    cdef double y = 0
    cdef int i, j, count, place
    view_feature(v, name, seat, colour, value, path.closed)
    for i in range(path.count):
        place = b.place[path.node[i]]
        view_item(v, place, path.enter[i], path.leave[i])
        centre(place, &x, &y)
        count = arc(path.enter[i], path.leave[i], xy)
        for j in range(0 if i == 0 and not path.closed else 1, count):      # neighbours share a point
            view_point(v, x + xy[2 * j], y + xy[2 * j + 1])


cdef void view(const State* s, View* v) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef Filter f
    cdef Path line, loop
    cdef int i, j, zone, node, place
    zone = view_zone(v, b"board", -1, b.laid_count, False)
    for i in range(b.laid_count):
        node = b.laid[i]
        view_piece(v, zone, b.cell[node] >> 3 & 63, b.place[node], b.cell[node] & 7, i)
    for i in range(s.seats):
        zone = view_zone(v, b"hand", i, b.hand_count[i], False)
        for j in range(b.hand_count[i]):
            view_piece(v, zone, b.hand[i][j], NO_PLACE, 0, j)
    zone = view_zone(v, b"bag", -1, b.order_count - b.next, s.viewer != VIEWER_ALL)
    if s.viewer == VIEWER_ALL:
        for i in range(b.next, b.order_count):
            view_piece(v, zone, b.order[i], NO_PLACE, 0, i - b.next)
    view_counter(v, b"bag", -1, b.order_count - b.next)
    f.kind = f.piece = ANY
    for i in range(b.forced_count if not s.over else 0):
        place = b.place[b.forced[i]]
        view_mark(v, b"forced", place, -1, b.cell[b.forced[i]] >> 24)
        f.place = place
        j = count_legal(s, &f) if s.phase != FREE else 0
        if j:
            view_mark(v, b"open", place, s.turn, j)
    for i in range(b.open_count if not s.over else 0):
        place = b.place[b.open_[i]]
        if restricted(b) and not free_of_sides(b, b.open_[i]):
            view_mark(v, b"beside_forced" if beside_forced(b, place, NULL) else b"controlled", place, -1, 0)
        elif s.phase == FREE:
            f.place = place
            view_mark(v, b"open", place, s.turn, count_legal(s, &f))
    for i in range(s.seats):
        longest(b, colour_of(s, i), &line, &loop)
        if 2 * loop.count >= line.count and loop.count:
            view_path(b, v, b"loop", i, colour_of(s, i), 2 * loop.count, &loop)
        elif line.count:
            view_path(b, v, b"line", i, colour_of(s, i), line.count, &line)


# -- the table ---------------------------------------------------------------------------------------------------------

cdef OptionDef OPTIONS[8]
cdef PresetDef PRESETS[5]
cdef const char* PHASES[3]
cdef const char* ENDS[5]
cdef const char* PARTS[2]
cdef const char* COLOURS[4]
cdef GameOps OPS


cdef void option_fill(int index, const char* name, int kind, int low, int high, int default, const char* choices,
                      const char* paragraph, const char* meaning) noexcept:
    OPTIONS[index].name = name
    OPTIONS[index].kind = kind
    OPTIONS[index].low = low
    OPTIONS[index].high = high
    OPTIONS[index].default = default
    OPTIONS[index].choices = choices
    OPTIONS[index].paragraph = paragraph
    OPTIONS[index].meaning = meaning


cdef void preset_fill(int index, const char* name, const char* settings, const char* meaning) noexcept:
    PRESETS[index].name = name
    PRESETS[index].settings = settings
    PRESETS[index].meaning = meaning


tables_fill()
option_fill(START_TILE, b"start_tile", OPTION_CHOICE, 0, 1, 0, b"keep return", b"X2.1",
            b"Whether the tile drawn for the start stays in the hand or goes back into the bag.")
option_fill(DOUBLES, b"doubles", OPTION_BOOL, 0, 1, 0, NULL, b"X7.1",
            b"Four seats, two teams: seats 0 and 2 share the colour of seat 0, seats 1 and 3 that of seat 1.")
option_fill(DISCOVERY, b"discovery", OPTION_BOOL, 0, 1, 0, NULL, b"X7.2",
            b"The puzzle for one seat: one loop through all of the first tiles.")
option_fill(DISCOVERY_TILES, b"discovery_tiles", OPTION_INT, 3, PUZZLE, PUZZLE, NULL, b"X7.2",
            b"How many tiles the puzzle has; without effect outside it.")
option_fill(COLOUR, b"colour_0", OPTION_CHOICE, 0, 3, 0, b"red yellow green blue", b"X2.2", b"The colour of seat 0.")
option_fill(COLOUR + 1, b"colour_1", OPTION_CHOICE, 0, 3, 1, b"red yellow green blue", b"X2.2", b"The colour of seat 1.")
option_fill(COLOUR + 2, b"colour_2", OPTION_CHOICE, 0, 3, 2, b"red yellow green blue", b"X2.2",
            b"The colour of seat 2; without effect with fewer seats or in doubles.")
option_fill(COLOUR + 3, b"colour_3", OPTION_CHOICE, 0, 3, 3, b"red yellow green blue", b"X2.2",
            b"The colour of seat 3; without effect with fewer seats or in doubles.")
preset_fill(0, b"standard", b"start_tile=keep", b"Hands of six, the start tile among them.")
preset_fill(1, b"tournament", b"start_tile=return", b"The start tiles go back before the hands are drawn.")
preset_fill(2, b"doubles", b"doubles=true", b"Two against two.")
preset_fill(3, b"discovery", b"discovery=true discovery_tiles=10", b"The puzzle with ten tiles.")
preset_fill(4, b"discovery_3", b"discovery=true discovery_tiles=3", b"The smallest puzzle.")
PHASES[FORCED_BEFORE], PHASES[FREE], PHASES[FORCED_AFTER] = b"forced_before", b"free", b"forced_after"
ENDS[RUNNING], ENDS[FINISHED], ENDS[DEADLOCK] = b"running", b"finished", b"deadlock"
ENDS[SOLVED], ENDS[UNSOLVED] = b"solved", b"unsolved"
PARTS[0], PARTS[1] = b"line", b"loop"
COLOURS[0], COLOURS[1], COLOURS[2], COLOURS[3] = b"red", b"yellow", b"green", b"blue"

OPS.id = 2
OPS.slug = b"tantrix"
OPS.title = b"Tantrix"
OPS.rules_version = 1
OPS.seats_min, OPS.seats_max, OPS.seats_default = 1, SEATS, 2
OPS.body_size = sizeof(Body)
OPS.actions_max = 1248      # X2.6: six tiles, two rotations each, 104 cells beside 50 tiles
OPS.plies_max = TILES
OPS.pieces_count = TILES
OPS.hidden = HIDDEN_STOCK
OPS.zero_sum = False        # three can tie, a team wins together, a puzzle has no opponent
OPS.options, OPS.options_count = OPTIONS, 8
OPS.presets, OPS.presets_count = PRESETS, 5
OPS.phases, OPS.phases_count = PHASES, 3
OPS.ends, OPS.ends_count = ENDS, 5
OPS.parts, OPS.parts_count = PARTS, 2
OPS.colours, OPS.colours_count = COLOURS, 4
OPS.check_options = check_options
OPS.shuffle = shuffle
OPS.deal = deal
OPS.order = order_get
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
OPS.draw = draw_tile
OPS.canonical = canonical
OPS.fits = fits
OPS.unseen = unseen
OPS.margin = 6
OPS.rate = rate
OPS.rollout = rollout
register(&OPS)
