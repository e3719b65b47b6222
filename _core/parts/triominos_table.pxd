"""The table of a game of Triominos: the state's body, the tables of tiles and cells, and what looks things up in them.

The parts of the game share this: games/triominos.pyx (the rules), triominos_bytes.pyx and triominos_forms.pyx.
"""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy
from tileengine._core.codes cimport SEATS_MAX, VIEWER_ALL
from tileengine._core.state cimport State

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

# What a placement did, judged before the tile lay there (T5.4).
ctypedef struct Shape:
    int shared          # sides shared with laid tiles
    int hexagons        # closed by it
    bint touching       # all three corners touched laid tiles

# Tables, filled once when the module is imported.
cdef uint64_t ALL                   # all tiles
cdef uint64_t TRIPLES
cdef uint8_t VALUES[TILES][5]       # the corners, the first two again behind them
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
cdef int RING[2][4]                 # bit of the cell in the ring of a corner; its neighbour across edge k has the next

cdef int hand_value(uint64_t hand) noexcept nogil
cdef int64_t total(const Body* b, int seat) noexcept nogil
cdef int opener(const Body* b, int seats) noexcept nogil
cdef uint64_t openings(uint64_t hand, int start) noexcept nogil
cdef void open_table(State* s) noexcept nogil
cdef bint lots_valid(const State* s, const uint8_t* order) noexcept nogil
cdef int lots_winner(const State* s, const uint8_t* order) noexcept nogil
cdef void lay(Body* b, int at, int piece, int rotation, int seat, Shape* shape) noexcept nogil
cdef int game_end(const State* s) noexcept nogil


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
