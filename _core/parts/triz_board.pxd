"""Triz: the board - the body of a state, the tables, and what fits where. See triz_board.pyx.

The small functions are inline here because every list, count, sample and check runs through them.
"""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from tileengine._core.codes cimport VIEWER_ALL
from tileengine._core.state cimport State

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static int triz_low(unsigned int x) { unsigned long at; _BitScanForward(&at, x); return (int)at; }
    #else
    static inline int triz_low(unsigned int x) { return __builtin_ctz(x); }
    #endif
    """
    int triz_low(uint32_t x) nogil      # index of the lowest set bit; x is not 0

cdef enum:
    TYPES = 54          # different rings when mirror images differ; piece ids
    NO_TYPE = TYPES     # a piece that matches nothing
    DOUBLES = 6         # first ring with one colour twice
    TRIPLES = 42        # first ring with one colour three times; three for each colour
    PIECES = 72
    HAND = 5            # Z4.1
    SEATS = 4
    SIDE = 19           # largest field
    STRIDE = 32         # place = a * STRIDE + b; its cell is place + STRIDE, so that every site has four neighbours
    CELLS = 672
    JEWELS = 4 * PIECES
    NEEDED = 2          # Z3.2
    TRIES = 32          # guesses of sample() before it counts
    ROWS = 65           # contacts: side and the two jewels beside it; the last for a side with no neighbour
    WORDS = 3           # 64-bit words that judge the pieces of a Lay together, two pieces a word
    ONES = 0x11111111

cdef enum:  # options, in their order
    PIECE_SET = 0
    FLIP = 1
    FIELD_SIZE = 2
    MATCH_RULE = 3
    SCORING = 4
    TRIPLES_DEALT = 5
    COLOUR = 6

cdef enum:  # values of `scoring`
    LARGEST = 0
    TWO_COLOUR_PRODUCT = 1
    TWO_COLOUR_SUM = 2
    SUM2 = 3
    SUM3 = 4
    PRODUCT2 = 5
    PRODUCT3 = 6

cdef enum:  # values of State.over
    RUNNING = 0
    HANDS_EMPTY = 1
    ALL_PASSED = 2

ctypedef struct Body:
    uint32_t rows[SIDE + 2]     # bit b of rows[a + 1]: a piece lies on (a, b)
    uint8_t look[CELLS]         # the jewels shown, two bits a position, E lowest; 0 (no piece is all red): empty
    uint8_t group[CELLS]        # derived: label of the group the piece belongs to (Z3.4); 0: empty
    uint8_t order[PIECES]       # the dealt order; 0xFF when observed
    uint8_t hand[SEATS][HAND]   # ascending; 0xFF when hidden
    uint8_t discard[SEATS][HAND]    # Z6.3; ascending; 0xFF when hidden
    uint8_t hand_size[SEATS]
    uint8_t discard_size[SEATS]
    uint16_t triples            # bit i: triple TRIPLES + i lies face up on the table (Z6.1)
    uint8_t total               # pieces in the dealt order
    uint8_t drawn               # how many of them have left the stock
    uint8_t laid                # pieces on the field
    uint8_t in_hands            # derived: sum of hand_size
    uint8_t passes              # passes in a row up to now (Z4.2)

# What the neighbours of a site ask, sorted by group.
ctypedef struct Need:
    int count
    uint8_t label[5]            # the group of each neighbour; a 0 ends the list
    uint8_t side[4]
    uint8_t row[4]              # contact, the last index of MATCHES

# The jewels on the field joined into groups (Z2.3); jewel 4k + position of the k-th piece in order of places.
ctypedef struct Jewels:
    int count
    uint16_t cell[PIECES]
    uint16_t number[CELLS]
    uint16_t parent[JEWELS]
    uint16_t size[JEWELS]

# Made once by triz_board.pyx.
cdef int STEP[4]                        # Z2.1: from a cell to its neighbour on side d
cdef uint8_t RING[TYPES]                # as written, two bits a position
cdef uint8_t LOOK[TYPES][8]             # by orientation k | m << 2 (Z1.3)
cdef uint8_t ORIENTATIONS[2][TYPES]     # by flip: different looks, always the lowest orientation numbers
cdef uint16_t BY_LOOK[2][256]           # by flip: 1 + (piece << 3 | orientation), 0: no piece looks so
cdef uint8_t COPIES[3][2][TYPES]        # by piece set and flip (Z1.4, Z1.5)
cdef uint8_t CONTACT[4][256]            # by side and the neighbour's look: last index of MATCHES
# By match rule, piece and contact: for each of eight orientations four bits, the number of matches or (jewels rule)
# the set of positions that match.
cdef uint32_t MATCHES[2][TYPES + 1][ROWS]
cdef uint8_t RECOLOUR[24][4]            # the renamings of the colours
cdef uint8_t RECOLOURED[24][256]        # a look after it
cdef uint8_t RENAMES[3][2][24]          # whether a piece set is the same after it

cdef int dealt_triples(const State* s) noexcept nogil
cdef int shuffled_pieces(const State* s, uint8_t* by_piece) noexcept nogil
cdef bint fits_somewhere(const State* s, int piece) noexcept nogil
cdef int triz_fits(const State* s, int place, uint8_t* by_piece) noexcept nogil
cdef void jewels_join(const State* s, Jewels* j) noexcept nogil

cdef inline int colour_at(int look, int position) noexcept nogil:
    return (look >> (2 * (position & 3))) & 3

cdef inline int recoloured(int flip, int renaming, int piece) noexcept nogil:
    return (BY_LOOK[flip][RECOLOURED[renaming][RING[piece]]] - 1) >> 3

cdef inline bint two_colours(const int32_t* options) noexcept nogil:
    return options[SCORING] == TWO_COLOUR_PRODUCT or options[SCORING] == TWO_COLOUR_SUM

cdef inline int seat_colours(const State* s, int seat) noexcept nogil:
    """The colours a seat plays for, as bits; with two each, seat 0 has the first and the third option's (Z5.2)."""
    cdef int mask = 1 << s.options[COLOUR + seat]
    if two_colours(s.options):
        mask |= 1 << s.options[COLOUR + seat + 2]
    return mask

cdef inline int seat_triples(const State* s, int seat) noexcept nogil:
    """The triples dealt to a seat (Z6.1), as bits of Body.triples."""
    cdef int colours = seat_colours(s, seat)
    cdef int mask = 0
    cdef int i
    if s.options[TRIPLES_DEALT]:
        for i in range(4):
            if colours >> i & 1:
                mask |= 7 << (3 * i)
    return mask

cdef inline const uint8_t* copies(const State* s) noexcept nogil:
    return COPIES[s.options[PIECE_SET]][s.options[FLIP]]

cdef inline bint sees_hand(const State* s, int seat) noexcept nogil:
    return s.viewer == VIEWER_ALL or s.viewer == seat

cdef inline bint on_field(const State* s, int place) noexcept nogil:
    return 0 <= place and (place >> 5) < s.options[FIELD_SIZE] and (place & 31) < s.options[FIELD_SIZE]

cdef inline uint32_t empty_sites(const State* s, int a) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    return ~b.rows[a + 1] & ((<uint32_t>1 << s.options[FIELD_SIZE]) - 1)

cdef inline uint32_t touching(const Body* b, int a) noexcept nogil:
    """The columns of row a that have a piece beside them; the others accept anything (Z3.1)."""
    return b.rows[a] | b.rows[a + 2] | b.rows[a + 1] << 1 | b.rows[a + 1] >> 1

cdef inline void need_fill(const State* s, int cell, Need* need) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef int side, i, n = 0
    cdef uint8_t label
    for side in range(4):
        label = b.group[cell + STEP[side]]
        if label == 0:
            continue
        i = n
        while i > 0 and need.label[i - 1] > label:
            need.label[i] = need.label[i - 1]
            need.row[i] = need.row[i - 1]
            need.side[i] = need.side[i - 1]
            i -= 1
        need.label[i] = label
        need.side[i] = <uint8_t>side
        need.row[i] = CONTACT[side][b.look[cell + STEP[side]]]
        n += 1
    need.label[n] = 0
    need.count = n

cdef inline uint64_t enough(uint64_t counts, int rule) noexcept nogil:
    """The orientations with at least two matches (Z3.4) or two matching jewels (Z3.5), as lowest bits of nibbles."""
    cdef uint64_t pairs, either
    if rule == 0:
        return (counts >> 1 | counts >> 2 | counts >> 3) & <uint64_t>0x1111111111111111
    pairs = counts & counts >> 1 & <uint64_t>0x5555555555555555
    either = (counts | counts >> 1) & <uint64_t>0x5555555555555555
    return (pairs | pairs >> 2 | (either & either >> 2)) & <uint64_t>0x1111111111111111

cdef inline uint32_t fit(const Need* need, int rule, int piece) noexcept nogil:
    """The orientations in which a piece satisfies every group the site touches (Z3.1-Z3.4)."""
    cdef uint32_t ok = ONES
    cdef uint32_t sum = 0
    cdef int i
    for i in range(need.count):
        if rule == 0:
            sum += MATCHES[0][piece][need.row[i]]
        else:
            sum |= MATCHES[1][piece][need.row[i]]
        if need.label[i + 1] != need.label[i]:
            ok &= <uint32_t>enough(sum, rule)
            sum = 0
    return ok

cdef inline int root(Jewels* j, int i) noexcept nogil:
    while j.parent[i] != i:
        j.parent[i] = j.parent[j.parent[i]]
        i = j.parent[i]
    return i

cdef inline void pile_add(uint8_t* pile, uint8_t* size, int piece) noexcept nogil:
    """Keeps a hand or a pile of discards ascending."""
    cdef int i = size[0]
    while i > 0 and pile[i - 1] > piece:
        pile[i] = pile[i - 1]
        i -= 1
    pile[i] = <uint8_t>piece
    size[0] += 1

cdef inline void pile_remove(uint8_t* pile, uint8_t* size, int piece) noexcept nogil:
    cdef int i = 0
    while pile[i] != piece:
        i += 1
    size[0] -= 1
    while i < size[0]:
        pile[i] = pile[i + 1]
        i += 1
    pile[i] = 0
