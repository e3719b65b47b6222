"""The board of Tantrix as its rules, its forms and its drawing share it; see tantrix_board.pyx."""
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memmove
from tileengine._core.ops cimport Reason
from tileengine._core.state cimport State

cdef extern from *:
    """
    /* What a side adds to a place: N, NE, SE, S, SW, NW. */
    static inline int tantrix_step(int side) {
        static const int steps[6] = {-1, 127, 128, 1, -127, -128};
        return steps[side];
    }
    /* Bit 0 of each tile's six bits in a hand of at most ten. */
    #define TANTRIX_EACH 0x0041041041041041ULL
    """
    int step "tantrix_step"(int side) noexcept nogil
    const uint64_t EACH "TANTRIX_EACH"
    int ctz "__builtin_ctzll"(unsigned long long) noexcept nogil

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
    uint32_t low, high          # derived: bounds of the laid cells, a byte each: r, q and 192 - q - r (X5.8)
    uint8_t index[256]          # derived: hash of a place -> 1 + node, 0 for none
    uint8_t nodes
    uint8_t laid_count
    uint8_t open_count
    uint8_t forced_count
    uint8_t laid[TILES]         # nodes of laid tiles, by ascending place; so are the next two
    uint8_t open_[NODES]        # empty cells beside one or two tiles (in a puzzle: beside any number)
    uint8_t forced[NODES]       # empty cells beside three tiles or more (X4.1)
    uint8_t hand[SEATS][PUZZLE]     # ascending
    uint8_t hand_count[SEATS]
    uint8_t order[ORDER]        # lots if they are returned, then the tiles as they are drawn
    uint8_t order_count
    uint8_t next                # index in `order` of the next tile to draw
    uint8_t tiles               # in the game
    uint8_t puzzle              # X7.2

# One walk along the links of a colour: the laid nodes in order, entered and left by which sides.
ctypedef struct Path:
    int count
    bint closed
    uint8_t node[TILES]
    int8_t enter[TILES]
    int8_t leave[TILES]

cdef uint8_t LINK[TILES][4][2]          # the two sides a colour joins, unturned; 0xFF: not on this tile
cdef uint8_t TURNS[TILES][5]            # by 1 + colour: bit r set when the tile turned r shows it on side 0
cdef uint32_t TURNED[TILES * 8]         # by tile << 3 | rotation: 4 bits a side, 1 + colour
cdef uint8_t PERMUTATION[IMAGES][4]
cdef uint16_t IMAGE[2][IMAGES][TILES]   # mirrored?, colours renamed: tile << 3 | turn of what a tile becomes
cdef uint8_t PRINTED[PUZZLE]

cdef void body_init(const State* s, Body* b) noexcept nogil
cdef void lay(Body* b, int place, int tile, int rotation) noexcept nogil
cdef bint fills_one(const Body* b, int seat) noexcept nogil
cdef bint moves_freely(const Body* b, int seat) noexcept nogil
cdef bint beside_forced(const Body* b, int place, Reason* reason) noexcept nogil
cdef int beside(const Body* b, int node, int side) noexcept nogil
cdef int joined(const Body* b, int node, int colour, int end) noexcept nogil
cdef void longest(const Body* b, int colour, Path* line, Path* loop) noexcept nogil
cdef bint solves(const State* s, const Body* b) noexcept nogil

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

cdef inline void remove(uint8_t* nodes, uint8_t* count, int node) noexcept nogil:
    cdef int i = 0
    while nodes[i] != node:
        i += 1
    count[0] -= 1
    memmove(nodes + i, nodes + i + 1, count[0] - i)

cdef inline uint32_t packed(int place) noexcept nogil:
    """r, q and 192 - q - r, a byte each from the lowest, all in 8..120."""
    cdef uint32_t q = place >> 7
    cdef uint32_t r = place & 127
    return (192 - q - r) << 16 | q << 8 | r

cdef inline int beyond(const Body* b, int place) noexcept nogil:
    """How many of the six bounds of the laid tiles a cell lies beyond; 3 for the first tile."""
    cdef uint32_t v = packed(place)
    cdef uint32_t under = ~((v | 0x808080) - b.low) & 0x808080
    cdef uint32_t over = ~((b.high | 0x808080) - v) & 0x808080
    return <int>((((under >> 7) + (over >> 7)) * 0x010101 >> 16) & 0xFF)

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
        turned = turned << side & (63 << side & 63) * EACH | turned >> 6 - side & (63 >> 6 - side) * EACH
        if wanted < 8:
            chosen &= turned
        elif limits:
            chosen &= ~turned
    return chosen

cdef inline bint free_of_sides(const Body* b, int node) noexcept nogil:
    """X5.2 and X5.3 in one: three minus the tiles beside a cell is how many bounds it must push out (X5.8)."""
    return beyond(b, b.place[node]) == 3 - <int>(b.cell[node] >> 24)

cdef inline int ones(uint64_t x) noexcept nogil:
    x -= x >> 1 & <uint64_t>0x5555555555555555ULL
    x = (x & <uint64_t>0x3333333333333333ULL) + (x >> 2 & <uint64_t>0x3333333333333333ULL)
    x = x + (x >> 4) & <uint64_t>0x0F0F0F0F0F0F0F0FULL
    return <int>(x * <uint64_t>0x0101010101010101ULL >> 56)

cdef inline int lots_of(const State* s) noexcept nogil:
    """How many entries of the dealt order are lots that went back (X2.1)."""
    return s.seats if s.options[START_TILE] and not s.options[DISCOVERY] else 0

cdef inline int colour_of(const State* s, int seat) noexcept nogil:
    if s.options[DISCOVERY]:
        return PRINTED[s.options[DISCOVERY_TILES] - 1]
    return s.options[COLOUR + (seat & 1 if s.options[DOUBLES] else seat)]     # X7.1

cdef inline bint on_board(int place) noexcept nogil:
    """A cell some tile of some game can lie on (X2.6)."""
    cdef int q = (place >> 7) - 64
    cdef int r = (place & 127) - 64
    return -REACH <= q <= REACH and -REACH <= r <= REACH and -REACH <= q + r <= REACH
