"""The board of Tantrix: tiles, laid cells and the empty ones beside them, what fits there, lines and loops.

Known cells are nodes found by a small hash of their place; an empty node carries what its six sides ask for, so that
the tiles of a whole hand that fit it are two or three ANDs. The closure of X5.4 is never run in play: it always ends in
the hexagon that bounds the laid tiles, so six bounds and a sum decide it (X5.8). This file knows neither turns nor
phases, and not in which order the tiles were laid. Functions that every move needs are inline in tantrix_board.pxd.
"""
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset
from tileengine._core.ops cimport Reason, reason_place
from tileengine._core.state cimport State

# Edges clockwise from the side the tile list starts with (X1.1).
_TILES = (
    "RYYBRB BYYBRR YRRBBY RYBYRB RBBRYY YRBYBR RBBYRY YBBRYR RYBRBY BYYRBR YRRBYB BRRYBY YRRYBB RYYBBR "
    "RGGRYY YRRYGG RYYGRG GYYRGR YRRGYG GRRYGY YGGRRY GYYGRR GYYRRG BGGBRR BGGRRB GRRGBB GRRBGB RGGBBR "
    "BRRGBG RBBRGG YGGRYR GRYGYR RGGYRY RGYRYG YGRYRG BGGRBR RBBGRG GBBRGR GRBGBR BRGBGR RGGBRB RBGRGB "
    "BYYGGB YBGYGB BGGYYB YGGBYB YGGYBB BGGBYY GYYGBB BYGBGY GBYGYB BGGYBY BYYGBG GYYBGB YBBGYG GBBYGY").split()
_PRINTED = "YYYRRBBBYR"         # the colour printed on tiles 1..10 (X7.2)

cdef uint8_t COLOURS_OF[TILES][6]       # 1 + colour of each side, unturned


cdef int tables_fill() except -1:
    cdef int tile, side, colour, r, i, m, other
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


# -- laying tiles ------------------------------------------------------------------------------------------------------

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


cdef void body_init(const State* s, Body* b) noexcept nogil:
    """An empty board; the origin is the one cell to play on."""
    b.puzzle = <uint8_t>s.options[DISCOVERY]
    b.tiles = <uint8_t>(s.options[DISCOVERY_TILES] if b.puzzle else TILES)
    b.order_count = <uint8_t>(lots_of(s) + b.tiles)
    b.low = b.high = 0x7F7F7F
    insert(b, b.open_, &b.open_count, create(b, ORIGIN))


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
    cdef uint32_t sides = cell & <uint32_t>SIDES
    cdef uint32_t differ = sides ^ ((sides >> 4 | sides << 20) & <uint32_t>SIDES)
    cdef uint32_t found
    differ |= differ >> 1
    differ |= differ >> 2
    found = (sides | sides >> 1 | sides >> 2) & ~(sides >> 3) & ~differ & 0x111111     # asked for, and the same
    return ctz(found) >> 2 if found else -1


cdef void rule_out(Body* b, int node, int first, bint on) noexcept nogil:
    """X5.1: beside an empty cell with two like sides, a third like side is ruled out (or, on = 0, no longer).

    Only the two cells next along can give it that side before the endgame (X5.5), and both lie beside a laid tile.
    """
    cdef uint32_t value = (b.cell[node] >> 4 * first & 15) | 8 if on else 0
    cdef int side, other, back, k
    for k in range(2):
        side = (first + 5) % 6 if k else (first + 2) % 6
        other = find(b, b.place[node] + step(side))
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
        other = find(b, place + step(side))
        if other < 0:
            other = create(b, place + step(side))
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


# -- what fits ---------------------------------------------------------------------------------------------------------

cdef bint fills_one(const Body* b, int seat) noexcept nogil:
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


cdef bint moves_freely(const Body* b, int seat) noexcept nogil:
    """Has the seat a free move?"""
    cdef uint64_t base[5]
    cdef uint64_t hand = base_of(b.hand[seat], b.hand_count[seat], base)
    cdef bint limits = restricted(b)
    cdef int i
    for i in range(b.open_count):
        if (not limits or free_of_sides(b, b.open_[i])) and fit(base, hand, b.cell[b.open_[i]], limits):
            return True
    return False


cdef bint beside_forced(const Body* b, int place, Reason* reason) noexcept nogil:
    """X5.2: is a cell beside a space that has three tiles already? Names those spaces."""
    cdef bint found = False
    cdef int side, other
    for side in range(6):
        other = find(b, place + step(side))
        if other >= 0 and 3 <= b.cell[other] >> 24 < 8:
            reason_place(reason, b.place[other])
            found = True
    return found


# -- lines and loops ---------------------------------------------------------------------------------------------------

cdef int beside(const Body* b, int node, int side) noexcept nogil:
    """The laid node beside a laid node, or -1."""
    cdef int other = find(b, b.place[node] + step(side))
    return other if other >= 0 and b.cell[other] & <uint32_t>OCCUPIED else -1


cdef int joined(const Body* b, int node, int colour, int end) noexcept nogil:
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


tables_fill()
