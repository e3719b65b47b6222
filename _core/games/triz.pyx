"""Triz: cross-shaped pieces with four jewels each, laid so that enough neighbouring colours match.

The board is two byte arrays over a padded grid (what each piece shows, and which group it belongs to) and one bit
mask a row. What a site asks of a piece is the sum of up to four table rows, one for each neighbour: eight counts of
four bits, one for each orientation, so that one addition judges a piece in all orientations at once. Lists, counts
and samples come straight from the board; nothing but the groups is carried from move to move. Rules are cited by
paragraph of docs/rules/triz.md. This file knows no other game, no bytes but its body's, no clock and no wire.
"""
from libc.math cimport NAN
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset
from tileengine._core.action cimport (LAY_TRIPLE, PASS, PLACE, Filter, action_extra, action_kind, action_make,
                                      action_piece, action_place, action_plain, action_rotation, filter_kind,
                                      filter_piece)
from tileengine._core.codes cimport (ANY, BAD_ORDER, CORRUPT_POSITION, GAME_OVER, ILLEGAL_MOVE, MALFORMED_MOVE,
                                     NO_PIECE, NO_PLACE, OK, SNAPSHOT_MAX, TRUNCATED, VIEWER_ALL)
from tileengine._core.ops cimport (HIDDEN_HANDS, HIDDEN_STOCK, OPTION_BOOL, OPTION_CHOICE, OPTION_INT, GameOps,
                                   OptionDef, PresetDef, Reason, reason_clear, reason_number, reason_place,
                                   reason_say)
from tileengine._core.random cimport Draw, Fast, draw_shuffle, fast_below, fast_next, fast_shuffle
from tileengine._core.registry cimport register
from tileengine._core.state cimport STATE_WORDS, State
from tileengine._core.view cimport (Art, View, art_point, art_stroke, view_counter, view_feature, view_item, view_mark,
                                    view_piece, view_point, view_zone)

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
    TYPES_WIDE = 56     # a table row, padded
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
    ROWS = 65           # of MATCHES: side, two jewels; the last for a side with no neighbour
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
cdef struct Need:
    int count
    uint8_t label[5]            # the group of each neighbour; a 0 ends the list
    uint8_t side[4]
    uint8_t row[4]              # of MATCHES

# Pieces that a seat may lay with one kind of move.
cdef struct Lay:
    int kind
    int count
    int turns                   # orientations of all of them together
    int discards                # ways to choose the discard; 1 when there is none to choose
    uint8_t piece[6]
    uint8_t orientations[6]     # 4 or 8
    uint32_t mask[6]            # lowest bit of each nibble that is an orientation

# A Lay's part of MATCHES, two pieces a word.
cdef struct Wide:
    uint64_t mask[WORDS]
    uint64_t rows[ROWS][WORDS]

# The jewels on the field joined into groups (Z2.3); jewel 4k + position of the k-th piece in order of places.
cdef struct Jewels:
    int count
    uint16_t cell[PIECES]
    uint16_t number[CELLS]
    uint16_t parent[JEWELS]
    uint16_t size[JEWELS]

cdef int[4] STEP = [STRIDE, 1, -STRIDE, -1]     # Z2.1: cell of the neighbour on side d

cdef uint8_t RING[TYPES]                # as written, two bits a position
cdef uint8_t LOOK[TYPES][8]             # by orientation k | m << 2 (Z1.3)
cdef uint8_t ORIENTATIONS[2][TYPES]     # by flip: different looks, always the lowest orientation numbers
cdef uint16_t BY_LOOK[2][256]           # by flip: 1 + (piece << 3 | orientation), 0: no piece looks so
cdef uint8_t COPIES[3][2][TYPES]        # by piece set and flip (Z1.4, Z1.5)
cdef uint8_t CONTACT[4][256]            # by side and the neighbour's look: row of MATCHES
# By match rule: eight counts of four bits, one for each orientation (jewels rule: eight sets of positions).
cdef uint32_t MATCHES[2][ROWS][TYPES_WIDE]
cdef uint8_t RECOLOUR[24][4]            # the renamings of the colours
cdef uint8_t RECOLOURED[24][256]        # a look after it
cdef uint8_t RENAMES[3][2][24]          # whether a piece set is the same after it


# -- tables ------------------------------------------------------------------------------------------------------------

cdef inline int colour_at(int look, int position) noexcept nogil:
    return (look >> (2 * (position & 3))) & 3


cdef int ring_look(int p, int q, int r, int t) noexcept nogil:
    return p | q << 2 | r << 4 | t << 6


cdef void make_rings() noexcept:
    """Piece ids: four colours 0..5, a,a,b,c 6..29, a,b,a,c 30..41, a,a,a,b 42..53, each in the order of its letters."""
    cdef int a, b, c, at = 0
    for b in range(1, 4):
        for c in range(1, 4):
            if b != c:
                RING[at] = ring_look(0, b, c, 6 - b - c)
                at += 1
    for a in range(4):
        for b in range(4):
            for c in range(4):
                if a != b and a != c and b != c:
                    RING[at] = ring_look(a, a, b, c)
                    at += 1
    for a in range(4):
        for b in range(4):
            for c in range(b + 1, 4):
                if a != b and a != c:
                    RING[at] = ring_look(a, b, a, c)
                    at += 1
    for a in range(4):
        for b in range(4):
            if a != b:
                RING[at] = ring_look(a, a, a, b)
                at += 1


cdef void make_looks() noexcept:
    cdef int piece, k, i, flip, shown
    for piece in range(TYPES):
        for k in range(8):
            shown = 0
            for i in range(4):
                if k & 4:
                    shown |= colour_at(RING[piece], 3 - ((i - k) & 3)) << (2 * i)
                else:
                    shown |= colour_at(RING[piece], i - k) << (2 * i)
            LOOK[piece][k] = shown
    for flip in range(2):
        for piece in range(TYPES):
            # With flips the smaller of two mirror images stands for both (Z1.3).
            for k in range(8 if flip else 4):
                if BY_LOOK[flip][LOOK[piece][k]] == 0:
                    BY_LOOK[flip][LOOK[piece][k]] = 1 + (piece << 3 | k)
                    ORIENTATIONS[flip][piece] += 1


cdef void make_sets() noexcept:
    cdef int[3] three = [6, 5, 5]
    cdef int piece, flip, two
    for flip in range(2):
        for piece in range(TYPES):
            if ORIENTATIONS[flip][piece] == 0:
                continue
            COPIES[2][flip][piece] = 1
            for two in range(2):
                if piece >= TRIPLES or (piece >= DOUBLES and (flip or piece < 30)):
                    COPIES[two][flip][piece] = 1
    for piece in range(3):  # rings 0, 1, 2 and their mirror images 5, 3, 4
        COPIES[0][1][piece] = 12
        COPIES[1][1][piece] = three[piece]
        COPIES[1][0][piece] = 3
    for piece in range(DOUBLES):
        COPIES[0][0][piece] = 6
    COPIES[1][0][5] = 3
    COPIES[1][0][3] = COPIES[1][0][4] = 2


cdef void make_matches() noexcept:
    cdef int side, x, y, piece, k, row, own, after
    for side in range(4):
        for x in range(256):
            CONTACT[side][x] = side << 4 | colour_at(x, side + 2) << 2 | colour_at(x, side + 3)
        CONTACT[side][0] = ROWS - 1
        for x in range(4):
            for y in range(4):
                row = side << 4 | x << 2 | y
                for piece in range(TYPES):
                    for k in range(8):
                        own = colour_at(LOOK[piece][k], side)
                        after = colour_at(LOOK[piece][k], side + 1)
                        # Z2.3: own side meets both jewels, the next position only the first.
                        MATCHES[0][row][piece] |= <uint32_t>((own == x) + (own == y) + (after == x)) << (4 * k)
                        MATCHES[1][row][piece] |= <uint32_t>((own == x or own == y) << side
                                                             | (after == x) << ((side + 1) & 3)) << (4 * k)


cdef void make_renamings() noexcept:
    cdef int at = 0
    cdef int a, b, c, i, look, shown, which, flip, piece
    for a in range(4):
        for b in range(4):
            for c in range(4):
                if a != b and a != c and b != c:
                    RECOLOUR[at][0] = a
                    RECOLOUR[at][1] = b
                    RECOLOUR[at][2] = c
                    RECOLOUR[at][3] = 6 - a - b - c
                    at += 1
    for at in range(24):
        for look in range(256):
            shown = 0
            for i in range(4):
                shown |= RECOLOUR[at][colour_at(look, i)] << (2 * i)
            RECOLOURED[at][look] = shown
        for which in range(3):
            for flip in range(2):
                RENAMES[which][flip][at] = 1
                for piece in range(TYPES):
                    if COPIES[which][flip][piece] and (
                            COPIES[which][flip][recoloured(flip, at, piece)] != COPIES[which][flip][piece]):
                        RENAMES[which][flip][at] = 0


cdef inline int recoloured(int flip, int renaming, int piece) noexcept nogil:
    return (BY_LOOK[flip][RECOLOURED[renaming][RING[piece]]] - 1) >> 3


# -- options and deal --------------------------------------------------------------------------------------------------

cdef inline bint two_colours(const int32_t* options) noexcept nogil:
    return options[SCORING] == TWO_COLOUR_PRODUCT or options[SCORING] == TWO_COLOUR_SUM


cdef int triz_check_options(const int32_t* options, int seats) noexcept nogil:
    cdef int used = 4 if two_colours(options) else seats
    cdef int i, j
    if two_colours(options) and seats != 2:     # Z5.2
        return 1 + SCORING
    if options[SCORING] >= SUM2 and seats == 2:     # Z5.3
        return 1 + SCORING
    for i in range(used):
        for j in range(i):
            if options[COLOUR + i] == options[COLOUR + j]:
                return 1 + COLOUR + i
    return 0


cdef int seat_colours(const State* s, int seat) noexcept nogil:
    """The colours a seat plays for, as bits; with two each, seat 0 has the first and the third option's (Z5.2)."""
    cdef int mask = 1 << s.options[COLOUR + seat]
    if two_colours(s.options):
        mask |= 1 << s.options[COLOUR + seat + 2]
    return mask


cdef int seat_triples(const State* s, int seat) noexcept nogil:
    """The triples dealt to a seat (Z6.1), as bits of Body.triples."""
    cdef int colours = seat_colours(s, seat)
    cdef int mask = 0
    cdef int i
    if s.options[TRIPLES_DEALT]:
        for i in range(4):
            if colours >> i & 1:
                mask |= 7 << (3 * i)
    return mask


cdef int dealt_triples(const State* s) noexcept nogil:
    cdef int mask = 0
    cdef int seat
    for seat in range(s.seats):
        mask |= seat_triples(s, seat)
    return mask


cdef inline const uint8_t* copies(const State* s) noexcept nogil:
    return COPIES[s.options[PIECE_SET]][s.options[FLIP]]


cdef int shuffled_pieces(const State* s, uint8_t* by_piece) noexcept nogil:
    """Counts the pieces of the dealt order: all but the triples that lie on the table; returns how many."""
    cdef int table = dealt_triples(s)
    cdef int piece
    cdef int total = 0
    memcpy(by_piece, copies(s), TYPES)
    for piece in range(TRIPLES, TYPES):
        by_piece[piece] -= table >> (piece - TRIPLES) & 1
    for piece in range(TYPES):
        total += by_piece[piece]
    return total


cdef int triz_shuffle(const State* s, Draw* draw, uint8_t* order) noexcept nogil:
    cdef uint8_t by_piece[TYPES]
    cdef int piece, i
    cdef int at = 0
    shuffled_pieces(s, by_piece)
    for piece in range(TYPES):
        for i in range(by_piece[piece]):
            order[at] = <uint8_t>piece
            at += 1
    draw_shuffle(draw, order, at)
    return at


cdef inline bint arrangement(const State* s, const uint8_t* order, int count) noexcept nogil:
    cdef uint8_t by_piece[TYPES]
    cdef int i
    if count != shuffled_pieces(s, by_piece):
        return False
    for i in range(count):
        if order[i] >= TYPES or by_piece[order[i]] == 0:
            return False
        by_piece[order[i]] -= 1
    return True


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


cdef int triz_deal(State* s, const uint8_t* order, int count) noexcept nogil:
    cdef Body* b = <Body*>s.body
    cdef int seat, i
    if not arrangement(s, order, count):
        return BAD_ORDER
    memcpy(b.order, order, count)
    b.total = <uint8_t>count
    b.triples = <uint16_t>dealt_triples(s)      # Z6.1
    for seat in range(s.seats):     # Z4.1: five at a time
        for i in range(HAND):
            pile_add(b.hand[seat], &b.hand_size[seat], order[b.drawn])
            b.drawn += 1
    b.in_hands = b.drawn
    return OK


cdef int triz_order(const State* s, uint8_t* order) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    if s.viewer != VIEWER_ALL:
        return 0
    memcpy(order, b.order, b.total)
    return b.total


# -- what fits where ---------------------------------------------------------------------------------------------------

cdef inline bint on_field(const State* s, int place) noexcept nogil:
    return 0 <= place and (place >> 5) < s.options[FIELD_SIZE] and (place & 31) < s.options[FIELD_SIZE]


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
            sum += MATCHES[0][need.row[i]][piece]
        else:
            sum |= MATCHES[1][need.row[i]][piece]
        if need.label[i + 1] != need.label[i]:
            ok &= <uint32_t>enough(sum, rule)
            sum = 0
    return ok


cdef inline void wide_fill(Wide* wide, const Lay* lay, int rule) noexcept nogil:
    cdef int row, i, shift
    memset(wide, 0, sizeof(Wide))
    for i in range(lay.count):
        shift = 32 * (i & 1)
        wide.mask[i >> 1] |= <uint64_t>lay.mask[i] << shift
        for row in range(ROWS - 1):
            wide.rows[row][i >> 1] |= <uint64_t>MATCHES[rule][row][lay.piece[i]] << shift


cdef inline void wide_fit(const State* s, const Wide* wide, int cell, uint64_t* ok) noexcept nogil:
    """fit() for all pieces of a Lay at once, masked."""
    cdef const Body* b = <const Body*>s.body
    cdef int rule = s.options[MATCH_RULE]
    cdef uint8_t east = b.group[cell + STRIDE]
    cdef uint8_t north = b.group[cell + 1]
    cdef uint8_t west = b.group[cell - STRIDE]
    cdef uint8_t south = b.group[cell - 1]
    cdef uint8_t most = max(max(east, north), max(west, south))
    cdef const uint64_t* row
    cdef const uint64_t* row1
    cdef const uint64_t* row2
    cdef const uint64_t* row3
    cdef uint64_t sum[WORDS]
    cdef int i, word
    cdef Need need
    # Nearly always there is one group only; then the four sides are added up without a question.
    if (((east == 0) | (east == most)) & ((north == 0) | (north == most))
            & ((west == 0) | (west == most)) & ((south == 0) | (south == most))):
        row = wide.rows[CONTACT[0][b.look[cell + STRIDE]]]
        row1 = wide.rows[CONTACT[1][b.look[cell + 1]]]
        row2 = wide.rows[CONTACT[2][b.look[cell - STRIDE]]]
        row3 = wide.rows[CONTACT[3][b.look[cell - 1]]]
        if rule == 0:
            for word in range(WORDS):
                ok[word] = wide.mask[word] & enough(row[word] + row1[word] + row2[word] + row3[word], 0)
        else:
            for word in range(WORDS):
                ok[word] = wide.mask[word] & enough(row[word] | row1[word] | row2[word] | row3[word], 1)
        return
    need_fill(s, cell, &need)
    for word in range(WORDS):
        ok[word] = wide.mask[word]
        sum[word] = 0
    for i in range(need.count):
        row = wide.rows[need.row[i]]
        for word in range(WORDS):
            sum[word] = sum[word] + row[word] if rule == 0 else sum[word] | row[word]
        if need.label[i + 1] != need.label[i]:
            for word in range(WORDS):
                ok[word] &= enough(sum[word], rule)
                sum[word] = 0


cdef inline int wide_count(const uint64_t* ok) noexcept nogil:
    """How many orientations of all pieces together."""
    cdef uint64_t sum = ok[0] + ok[1] + ok[2]       # at most 3 a nibble
    sum = (sum & <uint64_t>0x0F0F0F0F0F0F0F0F) + (sum >> 4 & <uint64_t>0x0F0F0F0F0F0F0F0F)
    return <int>((sum * <uint64_t>0x0101010101010101) >> 56)


cdef inline uint32_t empty_sites(const State* s, int a) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    return ~b.rows[a + 1] & ((<uint32_t>1 << s.options[FIELD_SIZE]) - 1)


cdef inline uint32_t touching(const Body* b, int a) noexcept nogil:
    """The columns of row a that have a piece beside them; the others accept anything (Z3.1)."""
    return b.rows[a] | b.rows[a + 2] | b.rows[a + 1] << 1 | b.rows[a + 1] >> 1


cdef bint fits_somewhere(const State* s, int piece) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef int flip = s.options[FLIP]
    cdef uint32_t mask = ONES if ORIENTATIONS[flip][piece] == 8 else 0x1111
    cdef Need need
    cdef uint32_t columns
    cdef int a
    for a in range(s.options[FIELD_SIZE]):
        if empty_sites(s, a) & ~touching(b, a):
            return True
    for a in range(s.options[FIELD_SIZE]):
        columns = empty_sites(s, a)
        while columns:
            need_fill(s, (a + 1) * STRIDE + triz_low(columns), &need)
            if fit(&need, s.options[MATCH_RULE], piece) & mask:
                return True
            columns &= columns - 1
    return False


# -- legal moves -------------------------------------------------------------------------------------------------------

cdef inline void lay_add(Lay* lay, int flip, int piece) noexcept nogil:
    cdef int n = ORIENTATIONS[flip][piece]
    lay.piece[lay.count] = <uint8_t>piece
    lay.orientations[lay.count] = <uint8_t>n
    lay.mask[lay.count] = ONES if n == 8 else 0x1111
    lay.turns += n
    lay.count += 1


cdef inline int distinct(const uint8_t* hand, int size) noexcept nogil:
    cdef int n = 0
    cdef int i
    for i in range(size):
        n += i == 0 or hand[i] != hand[i - 1]
    return n


cdef inline void lay_fill(const State* s, const Filter* f, int kind, Lay* lay) noexcept nogil:
    """The pieces the seat to move may lay: of its hand (PLACE), or of its triples on the table (LAY_TRIPLE)."""
    cdef const Body* b = <const Body*>s.body
    cdef const uint8_t* hand = b.hand[s.turn]
    cdef int size = b.hand_size[s.turn]
    cdef int i, mask
    lay.kind = kind
    lay.count = lay.turns = 0
    lay.discards = 1
    if not filter_kind(f, kind) or size == 0:
        return
    if kind == PLACE:
        for i in range(size):
            if (i == 0 or hand[i] != hand[i - 1]) and filter_piece(f, hand[i]):
                lay_add(lay, s.options[FLIP], hand[i])
        return
    if b.triples == 0:
        return
    mask = b.triples & seat_triples(s, s.turn)
    lay.discards = distinct(hand, size)     # Z6.2, Z6.3
    for i in range(12):
        if mask >> i & 1 and filter_piece(f, TRIPLES + i):
            lay_add(lay, s.options[FLIP], TRIPLES + i)


cdef inline uint32_t columns_of(const State* s, const Filter* f, int a) noexcept nogil:
    """The empty sites of row a that a filter lets through."""
    if f.place == ANY:
        return empty_sites(s, a)
    if f.place < 0 or f.place >> 5 != a:
        return 0
    return empty_sites(s, a) & <uint32_t>1 << (f.place & 31)


cdef int list_kind(const State* s, const Filter* f, const Lay* lay, uint32_t* out, int n,
                   int capacity) noexcept nogil:
    """Appends the moves of one kind; returns the new length of the list."""
    cdef const Body* b = <const Body*>s.body
    cdef int dealt = lay.kind == LAY_TRIPLE
    cdef uint32_t anything[240]     # what a site with no neighbour accepts: at most 6 * 8 * 5 tails
    cdef int tails = 0
    cdef int a, column, i, k, extra, m
    cdef uint32_t columns, alone, head, tail, turns
    cdef uint64_t ok[WORDS]
    cdef Wide wide
    if lay.count == 0:
        return n
    wide_fill(&wide, lay, s.options[MATCH_RULE])
    for i in range(lay.count):
        for k in range(lay.orientations[i]):
            for extra in range(lay.discards):
                anything[tails] = <uint32_t>lay.piece[i] << 7 | k << 3 | (extra + dealt)
                tails += 1
    for a in range(s.options[FIELD_SIZE]):
        columns = columns_of(s, f, a)
        alone = ~touching(b, a)
        while columns:
            column = triz_low(columns)
            columns &= columns - 1
            head = <uint32_t>lay.kind << 29 | <uint32_t>(a * STRIDE + column) << 14
            if alone >> column & 1:
                m = tails if tails <= capacity - n else capacity - n
                for i in range(m):
                    out[n + i] = head | anything[i]
                n += m
                continue
            wide_fit(s, &wide, (a + 1) * STRIDE + column, ok)
            for i in range(lay.count):
                tail = head | <uint32_t>lay.piece[i] << 7
                turns = <uint32_t>(ok[i >> 1] >> (32 * (i & 1)))
                while turns:
                    k = triz_low(turns) >> 2
                    turns &= turns - 1
                    for extra in range(lay.discards):
                        if n >= capacity:
                            return n
                        out[n] = tail | k << 3 | (extra + dealt)
                        n += 1
    return n


cdef int count_kind(const State* s, const Filter* f, const Lay* lay, uint16_t* by_site) noexcept nogil:
    """How many moves list_kind appends; by_site (may be NULL) gets the count of each row and column."""
    cdef const Body* b = <const Body*>s.body
    cdef int total = 0
    cdef int a, column, here
    cdef uint32_t columns, alone
    cdef uint64_t ok[WORDS]
    cdef Wide wide
    if lay.count == 0:
        return 0
    wide_fill(&wide, lay, s.options[MATCH_RULE])
    for a in range(s.options[FIELD_SIZE]):
        columns = columns_of(s, f, a)
        alone = ~touching(b, a)
        while columns:
            column = triz_low(columns)
            columns &= columns - 1
            if alone >> column & 1:
                here = lay.turns
            else:
                wide_fit(s, &wide, (a + 1) * STRIDE + column, ok)
                here = wide_count(ok)
            total += here
            if by_site != NULL:
                by_site[a * STRIDE + column] = <uint16_t>here
    return total * lay.discards


cdef bint can_lay(const State* s) noexcept nogil:
    """Whether the seat to move can lay anything at all (Z4.2)."""
    cdef const Body* b = <const Body*>s.body
    cdef int i, mask
    if b.hand_size[s.turn] == 0:
        return False
    for i in range(b.hand_size[s.turn]):
        if (i == 0 or b.hand[s.turn][i] != b.hand[s.turn][i - 1]) and fits_somewhere(s, b.hand[s.turn][i]):
            return True
    mask = b.triples & seat_triples(s, s.turn)
    for i in range(12):
        if mask >> i & 1 and fits_somewhere(s, TRIPLES + i):
            return True
    return False


cdef inline bint wants_pass(const Filter* f) noexcept nogil:
    return (filter_kind(f, PASS) and (f.place == ANY or f.place == NO_PLACE)
            and (f.piece == ANY or f.piece == NO_PIECE))


cdef int triz_legal(const State* s, const Filter* f, uint32_t* out, int capacity) noexcept nogil:
    cdef Lay lay
    cdef int n = 0
    if s.over or capacity <= 0:
        return 0
    lay_fill(s, f, PLACE, &lay)
    n = list_kind(s, f, &lay, out, 0, capacity)
    if n == 0 and wants_pass(f) and not can_lay(s):
        out[0] = action_plain(PASS)
        return 1
    lay_fill(s, f, LAY_TRIPLE, &lay)
    return list_kind(s, f, &lay, out, n, capacity)


cdef int triz_count(const State* s, const Filter* f) noexcept nogil:
    cdef Lay lay
    cdef int n
    if s.over:
        return 0
    lay_fill(s, f, PLACE, &lay)
    n = count_kind(s, f, &lay, NULL)
    lay_fill(s, f, LAY_TRIPLE, &lay)
    n += count_kind(s, f, &lay, NULL)
    return 1 if n == 0 and wants_pass(f) and not can_lay(s) else n


cdef inline uint32_t nth(const State* s, const Lay* lay, int place, int piece, int k, int extra) noexcept nogil:
    return action_make(lay.kind, place, lay.piece[piece], k, extra + (lay.kind == LAY_TRIPLE))


cdef uint32_t pick(const State* s, const Lay* lay, const uint16_t* by_site, int r) noexcept nogil:
    """The r-th move of one kind in the order of sites, by_site being what count_kind left."""
    cdef int n = s.options[FIELD_SIZE]
    cdef int extra = r % lay.discards
    cdef int a, column, i
    cdef uint32_t columns, ok
    cdef Need need
    r //= lay.discards
    for a in range(n):
        columns = empty_sites(s, a)
        while columns:
            column = triz_low(columns)
            columns &= columns - 1
            if r >= by_site[a * STRIDE + column]:
                r -= by_site[a * STRIDE + column]
                continue
            need_fill(s, (a + 1) * STRIDE + column, &need)
            for i in range(lay.count):
                ok = fit(&need, s.options[MATCH_RULE], lay.piece[i]) & lay.mask[i]
                while ok:
                    if r == 0:
                        return nth(s, lay, a * STRIDE + column, i, triz_low(ok) >> 2, extra)
                    r -= 1
                    ok &= ok - 1
    return 0


cdef uint32_t triz_sample(const State* s, Fast* fast) noexcept nogil:
    """Guesses moves until one is legal, which is uniform; after TRIES misses it counts the moves of each site."""
    cdef const Body* b = <const Body*>s.body
    cdef Lay lays[2]
    cdef Lay* lay
    cdef Filter f
    cdef Need need
    cdef uint16_t by_site[2][SIDE * STRIDE]
    cdef uint64_t word
    cdef uint32_t n = <uint32_t>s.options[FIELD_SIZE]
    cdef int entries, first, total, r, i, a, column, extra
    if s.over:
        return 0
    f.kind = f.place = f.piece = ANY
    lay_fill(s, &f, PLACE, &lays[0])
    lay_fill(s, &f, LAY_TRIPLE, &lays[1])
    first = lays[0].turns
    entries = first + lays[1].turns * lays[1].discards
    if entries == 0:
        return action_plain(PASS)
    for i in range(TRIES):
        word = fast_next(fast)
        a = <int>(((word >> 32) * n) >> 32)
        column = <int>(((word & <uint64_t>0xFFFFFFFF) * n) >> 32)
        if b.rows[a + 1] >> column & 1:
            continue
        r = <int>fast_below(fast, <uint32_t>entries)
        lay = &lays[0]
        if r >= first:
            lay = &lays[1]
            r -= first
        extra = r % lay.discards
        r //= lay.discards
        i = 0
        while r >= lay.orientations[i]:
            r -= lay.orientations[i]
            i += 1
        need_fill(s, (a + 1) * STRIDE + column, &need)
        if fit(&need, s.options[MATCH_RULE], lay.piece[i]) >> (4 * r) & 1:
            return nth(s, lay, a * STRIDE + column, i, r, extra)
    first = count_kind(s, &f, &lays[0], by_site[0])
    total = first + count_kind(s, &f, &lays[1], by_site[1])
    if total == 0:
        return action_plain(PASS)
    r = <int>fast_below(fast, <uint32_t>total)
    if r < first:
        return pick(s, &lays[0], by_site[0], r)
    return pick(s, &lays[1], by_site[1], r - first)


# -- play --------------------------------------------------------------------------------------------------------------

cdef inline void put(State* s, int cell, int look) noexcept nogil:
    """Lays a piece and joins the groups it touches (Z3.4)."""
    cdef Body* b = <Body*>s.body
    cdef int last = (s.options[FIELD_SIZE] + 1) * STRIDE
    cdef uint8_t label, other
    cdef int side, i
    b.laid += 1
    b.look[cell] = <uint8_t>look
    b.rows[cell >> 5] |= <uint32_t>1 << (cell & 31)
    label = b.laid      # a label no other group ever had
    for side in range(4):
        other = b.group[cell + STEP[side]]
        if other != 0 and other < label:
            label = other
    b.group[cell] = label
    for side in range(4):
        other = b.group[cell + STEP[side]]
        if other != 0 and other != label:
            for i in range(STRIDE, last):
                b.group[i] = label if b.group[i] == other else b.group[i]


cdef inline int nth_distinct(const uint8_t* hand, int size, int extra) noexcept nogil:
    """The extra-th different piece of a hand, counted from 1; -1 if there are fewer."""
    cdef int i
    for i in range(size):
        if i == 0 or hand[i] != hand[i - 1]:
            extra -= 1
            if extra == 0:
                return hand[i]
    return -1


cdef void triz_apply(State* s, uint32_t action) noexcept nogil:
    cdef Body* b = <Body*>s.body
    cdef int seat = s.turn
    cdef int piece = action_piece(action)
    if action_kind(action) == PASS:
        b.passes += 1
    else:
        b.passes = 0
        put(s, action_place(action) + STRIDE, LOOK[piece][action_rotation(action)])
        if action_kind(action) == LAY_TRIPLE:
            b.triples &= <uint16_t>~(1 << (piece - TRIPLES))
            piece = nth_distinct(b.hand[seat], b.hand_size[seat], action_extra(action))
            pile_add(b.discard[seat], &b.discard_size[seat], piece)     # Z6.2: no piece is drawn for it
            pile_remove(b.hand[seat], &b.hand_size[seat], piece)
            b.in_hands -= 1
        else:
            pile_remove(b.hand[seat], &b.hand_size[seat], piece)
            if b.drawn < b.total:       # Z4.1
                pile_add(b.hand[seat], &b.hand_size[seat], b.order[b.drawn])
                b.drawn += 1
            else:
                b.in_hands -= 1
    s.turn = 0 if seat + 1 == s.seats else seat + 1
    if b.in_hands == 0:     # Z5.1, Z6.3
        s.over = HANDS_EMPTY
    elif b.passes == s.seats:   # Z4.2
        s.over = ALL_PASSED


cdef void explain_misfit(const State* s, int cell, int piece, int k, const Need* need, Reason* reason) noexcept nogil:
    """Names the first group that lacks matches, its pieces here and the contacts that do match."""
    cdef int rule = s.options[MATCH_RULE]
    cdef int start = 0
    cdef int i, j, have, side, own, after, row
    cdef int groups = 0
    cdef uint32_t sum = 0
    cdef const Body* b = <const Body*>s.body
    for i in range(need.count):
        groups += need.label[i + 1] != need.label[i]
    for i in range(need.count):
        sum = sum | MATCHES[1][need.row[i]][piece] if rule else sum + MATCHES[0][need.row[i]][piece]
        if need.label[i + 1] == need.label[i]:
            continue
        if not enough(sum, rule) >> (4 * k) & 1:
            have = <int>(sum >> (4 * k) & 15)
            if rule:
                have = (have & 1) + (have >> 1 & 1) + (have >> 2 & 1) + (have >> 3)
                reason_say(reason, b"Z3.5", b"fewer than two jewels of the piece match the group on these sites; "
                           b"numbers: matching jewels, jewels needed, then for each neighbour its matching contacts")
            elif groups == 1:
                reason_say(reason, b"Z3.2", b"fewer than two neighbouring colours match the group on these sites; "
                           b"numbers: matches, matches needed, then for each neighbour its matching contacts")
            else:
                reason_say(reason, b"Z3.3", b"fewer than two neighbouring colours match one of the groups it touches;"
                           b" numbers: matches, matches needed, then for each neighbour its matching contacts")
            reason_place(reason, cell - STRIDE)
            reason_number(reason, have)
            reason_number(reason, NEEDED)
            for j in range(start, i + 1):
                side = need.side[j]
                own = colour_at(LOOK[piece][k], side)
                after = colour_at(LOOK[piece][k], side + 1)
                row = need.row[j]
                reason_place(reason, cell + STEP[side] - STRIDE)
                reason_number(reason, (own == (row >> 2 & 3)) | (own == (row & 3)) << 1 | (after == (row >> 2 & 3)) << 2)
            return
        sum = 0
        start = i + 1


cdef int explain_pass(const State* s, Reason* reason) noexcept nogil:
    cdef Filter f
    cdef uint32_t one
    if not can_lay(s):
        reason_say(reason, b"Z4.2", b"no piece of the hand can be laid anywhere, so the seat has to pass")
        return OK
    if reason != NULL:
        f.kind = f.place = f.piece = ANY
        triz_legal(s, &f, &one, 1)
        reason_say(reason, b"Z4.2", b"a seat that can lay a piece has to; it could lay one here")
        reason_place(reason, action_place(one))
    return ILLEGAL_MOVE


cdef int triz_explain(const State* s, uint32_t action, Reason* reason) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef int kind = action_kind(action)
    cdef int place = action_place(action)
    cdef int piece = action_piece(action)
    cdef int k = action_rotation(action)
    cdef int extra = action_extra(action)
    cdef int seat = s.turn
    cdef int i
    cdef bint held = False
    cdef Need need
    if reason != NULL:
        reason_clear(reason)
    if kind == PASS:
        if action != action_plain(PASS):
            return MALFORMED_MOVE
        return GAME_OVER if s.over else explain_pass(s, reason)
    if kind != PLACE and kind != LAY_TRIPLE:
        return MALFORMED_MOVE
    if (place >> 5) >= SIDE or (place & 31) >= SIDE or piece >= TYPES or k >= 8 or (k >= 4 and LOOK[piece][k] in (
            LOOK[piece][0], LOOK[piece][1], LOOK[piece][2], LOOK[piece][3])):
        return MALFORMED_MOVE       # a second number for a move that looks the same (Z1.3) is no move either
    if (extra != 0) if kind == PLACE else (extra == 0 or extra > HAND or piece < TRIPLES):
        return MALFORMED_MOVE
    if s.over:
        return GAME_OVER
    if kind == PLACE:
        for i in range(b.hand_size[seat]):
            held |= b.hand[seat][i] == piece
        if not held:
            reason_say(reason, b"Z4.1", b"the piece is not in the hand of the seat to move")
            return ILLEGAL_MOVE
    else:
        if not b.triples & seat_triples(s, seat) & 1 << (piece - TRIPLES):
            reason_say(reason, b"Z6.2", b"the triple does not lie on the table before the seat to move")
            return ILLEGAL_MOVE
        if nth_distinct(b.hand[seat], b.hand_size[seat], extra) < 0:
            reason_say(reason, b"Z6.2", b"the hand has no such piece to discard; numbers: different pieces in it")
            reason_number(reason, distinct(b.hand[seat], b.hand_size[seat]))
            return ILLEGAL_MOVE
    if k >= 4 and not s.options[FLIP]:
        reason_say(reason, b"Z1.5", b"pieces may not be turned over")
        return ILLEGAL_MOVE
    if not on_field(s, place):
        reason_say(reason, b"Z2.2", b"the site is outside the field; numbers: sites on a side of the field")
        reason_place(reason, place)
        reason_number(reason, s.options[FIELD_SIZE])
        return ILLEGAL_MOVE
    if b.look[place + STRIDE]:
        reason_say(reason, b"Z3.6", b"a piece lies there already")
        reason_place(reason, place)
        return ILLEGAL_MOVE
    need_fill(s, place + STRIDE, &need)
    if fit(&need, s.options[MATCH_RULE], piece) >> (4 * k) & 1:
        return OK
    if reason != NULL:
        explain_misfit(s, place + STRIDE, piece, k, &need, reason)
    return ILLEGAL_MOVE


# -- jewels and scores -------------------------------------------------------------------------------------------------

cdef inline int root(Jewels* j, int i) noexcept nogil:
    while j.parent[i] != i:
        j.parent[i] = j.parent[j.parent[i]]
        i = j.parent[i]
    return i


cdef inline void join(Jewels* j, int i, int k) noexcept nogil:
    """Joins two groups under the smaller number."""
    cdef int swap
    i = root(j, i)
    k = root(j, k)
    if i == k:
        return
    if i > k:
        swap = i
        i = k
        k = swap
    j.parent[k] = <uint16_t>i
    j.size[i] += j.size[k]


cdef void jewels_join(const State* s, Jewels* j) noexcept nogil:
    """Finds the groups of contiguous jewels of one colour (Z2.3, Z5.1)."""
    cdef const Body* b = <const Body*>s.body
    cdef int a, cell, side, i, k, n = 0
    cdef int mine, other
    cdef uint32_t columns
    for a in range(s.options[FIELD_SIZE]):
        columns = b.rows[a + 1]
        while columns:
            cell = (a + 1) * STRIDE + triz_low(columns)
            columns &= columns - 1
            j.cell[n] = <uint16_t>cell
            j.number[cell] = <uint16_t>(4 * n)
            for i in range(4 * n, 4 * n + 4):
                j.parent[i] = <uint16_t>i
                j.size[i] = 1
            mine = b.look[cell]
            for i in range(4):
                if colour_at(mine, i) == colour_at(mine, i + 1):
                    join(j, 4 * n + i, 4 * n + ((i + 1) & 3))
            for side in range(2, 4):    # the neighbours that come before this one
                other = b.look[cell + STEP[side]]
                if other == 0:
                    continue
                k = j.number[cell + STEP[side]]
                if colour_at(mine, side) == colour_at(other, side + 2):
                    join(j, 4 * n + side, k + ((side + 2) & 3))
                if colour_at(mine, side) == colour_at(other, side + 3):
                    join(j, 4 * n + side, k + ((side + 3) & 3))
                if colour_at(mine, side + 1) == colour_at(other, side + 2):
                    join(j, 4 * n + ((side + 1) & 3), k + ((side + 2) & 3))
            n += 1
    j.count = n


cdef void largest_groups(const State* s, const Jewels* j, int colour, int64_t* three) noexcept nogil:
    """The sizes of the three largest groups of a colour; 0 for a missing one (Z5.1)."""
    cdef const Body* b = <const Body*>s.body
    cdef int i, k
    cdef int64_t size, swap
    three[0] = three[1] = three[2] = 0
    for i in range(4 * j.count):
        if j.parent[i] != i or colour_at(b.look[j.cell[i >> 2]], i) != colour:
            continue
        size = j.size[i]
        for k in range(3):
            if size > three[k]:
                swap = three[k]
                three[k] = size
                size = swap


cdef int64_t seat_score(const State* s, const Jewels* j, int seat, int64_t* parts) noexcept nogil:
    cdef int scoring = s.options[SCORING]
    cdef int64_t one[3]
    cdef int64_t other[3]
    largest_groups(s, j, s.options[COLOUR + seat], one)
    other[0] = 0
    if two_colours(s.options):
        largest_groups(s, j, s.options[COLOUR + seat + 2], other)
    parts[0] = one[0]
    parts[1] = one[1] if scoring >= SUM2 else 0
    parts[2] = one[2] if scoring == SUM3 or scoring == PRODUCT3 else 0
    parts[3] = other[0]
    if scoring == LARGEST:
        return one[0]
    if scoring == TWO_COLOUR_PRODUCT:
        return one[0] * other[0]
    if scoring == TWO_COLOUR_SUM:
        return one[0] + other[0]
    if scoring == PRODUCT2:
        return one[0] * one[1]
    if scoring == PRODUCT3:
        return one[0] * one[1] * one[2]
    return one[0] + one[1] + (one[2] if scoring == SUM3 else 0)


cdef int64_t triz_score(const State* s, int seat, int64_t* parts) noexcept nogil:
    cdef Jewels j
    jewels_join(s, &j)
    return seat_score(s, &j, seat, parts)


cdef void triz_outcome(const State* s, int8_t* results) noexcept nogil:
    cdef Jewels j
    cdef int64_t totals[SEATS]
    cdef int64_t parts[4]
    cdef int64_t best = -1
    cdef int seat, winners = 0
    jewels_join(s, &j)
    for seat in range(s.seats):
        totals[seat] = seat_score(s, &j, seat, parts)
        if totals[seat] > best:
            best = totals[seat]
            winners = 0
        winners += totals[seat] == best
    for seat in range(s.seats):     # Z5.1: a shared win is nobody's alone
        results[seat] = <int8_t>((2 if winners == 1 else 1) if totals[seat] == best else 0)


# -- hidden information ------------------------------------------------------------------------------------------------

cdef inline bint sees_hand(const State* s, int seat) noexcept nogil:
    return s.viewer == VIEWER_ALL or s.viewer == seat


cdef void triz_observe(State* s) noexcept nogil:
    cdef Body* b = <Body*>s.body
    cdef int seat
    memset(b.order, 0xFF, b.total)
    for seat in range(s.seats):
        if not sees_hand(s, seat):
            memset(b.hand[seat], 0xFF, b.hand_size[seat])
            memset(b.discard[seat], 0xFF, b.discard_size[seat])


cdef int seen_pieces(const State* s, uint8_t* by_piece) noexcept nogil:
    """Counts every piece the viewer sees, the stock apart; returns how many."""
    cdef const Body* b = <const Body*>s.body
    cdef const uint16_t* piece_of = BY_LOOK[s.options[FLIP]]
    cdef int a, seat, i
    cdef int total = 0
    cdef uint32_t columns
    memset(by_piece, 0, TYPES)
    for a in range(s.options[FIELD_SIZE]):
        columns = b.rows[a + 1]
        while columns:
            by_piece[(piece_of[b.look[(a + 1) * STRIDE + triz_low(columns)]] - 1) >> 3] += 1
            columns &= columns - 1
    total = b.laid
    for i in range(12):
        if b.triples >> i & 1:
            by_piece[TRIPLES + i] += 1
            total += 1
    for seat in range(s.seats):
        if sees_hand(s, seat):
            for i in range(b.hand_size[seat]):
                by_piece[b.hand[seat][i]] += 1
            for i in range(b.discard_size[seat]):
                by_piece[b.discard[seat][i]] += 1
            total += b.hand_size[seat] + b.discard_size[seat]
    return total


cdef int triz_unseen(const State* s, uint8_t* by_piece) noexcept nogil:
    cdef uint8_t seen[TYPES]
    cdef int piece
    cdef int total = 0
    memset(by_piece, 0, TYPES)
    if s.viewer == VIEWER_ALL:
        return 0
    seen_pieces(s, seen)
    for piece in range(TYPES):
        by_piece[piece] = copies(s)[piece] - seen[piece]
        total += by_piece[piece]
    return total


cdef inline bint has_passed(const State* s, int seat) noexcept nogil:
    """Whether a seat passed since the last piece was laid: its hand fits nowhere as the field lies (Z4.2)."""
    cdef const Body* b = <const Body*>s.body
    return (s.turn - seat + s.seats - 1) % s.seats < b.passes


cdef int split_misfits(const State* s, uint8_t* pool, int count) noexcept nogil:
    """Moves the pieces that fit nowhere to the front of a pool; returns how many there are."""
    cdef int8_t fits[TYPES]
    cdef int i, n = 0
    cdef uint8_t piece
    memset(fits, -1, TYPES)
    for i in range(count):
        piece = pool[i]
        if fits[piece] < 0:
            fits[piece] = fits_somewhere(s, piece)
        if not fits[piece]:
            pool[i] = pool[n]
            pool[n] = piece
            n += 1
    return n


cdef int pool_fill(const State* s, uint8_t* pool) noexcept nogil:
    cdef uint8_t by_piece[TYPES]
    cdef int piece, i, n = 0
    triz_unseen(s, by_piece)
    for piece in range(TYPES):
        for i in range(by_piece[piece]):
            pool[n] = <uint8_t>piece
            n += 1
    return n


cdef void triz_resample(State* s, Fast* fast) noexcept nogil:
    """Seats that have just passed get pieces that fit nowhere; what passes further back told is not kept (Z8.6)."""
    cdef Body* b = <Body*>s.body
    cdef uint8_t pool[PIECES]
    cdef uint8_t by_piece[TYPES]
    cdef int table = dealt_triples(s)
    cdef int count = pool_fill(s, pool)
    cdef int at = 0
    cdef int after, seat, i, piece, misfits
    cdef uint8_t size
    if b.passes:
        misfits = split_misfits(s, pool, count)
        fast_shuffle(fast, pool, misfits)
    for after in range(2):      # the seats that have just passed first, the others from all that is left
        if after:
            fast_shuffle(fast, pool + at, count - at)
        for seat in range(s.seats):
            if sees_hand(s, seat):
                continue
            size = 0
            if has_passed(s, seat) != after:
                for i in range(b.hand_size[seat]):
                    pile_add(b.hand[seat], &size, pool[at])
                    at += 1
            size = 0
            if after:
                for i in range(b.discard_size[seat]):
                    pile_add(b.discard[seat], &size, pool[at])
                    at += 1
    memcpy(b.order + b.drawn, pool + at, b.total - b.drawn)
    # Any order of what has been drawn would do: it decides nothing any more.
    s.viewer = VIEWER_ALL
    seen_pieces(s, by_piece)
    at = 0
    for piece in range(TYPES):
        if piece >= TRIPLES and table >> (piece - TRIPLES) & 1:
            continue
        for i in range(by_piece[piece]):
            b.order[at] = <uint8_t>piece
            at += 1
    fast_shuffle(fast, b.order, at)


# -- playing well ------------------------------------------------------------------------------------------------------

cdef inline bint visit(const Body* b, int cell, int laid_cell, int laid_look, int position, int colour, uint8_t* seen,
                       uint16_t* stack, int* top) noexcept nogil:
    """Puts a jewel of the colour on the stack unless it was seen before."""
    cdef int look = laid_look if cell == laid_cell else b.look[cell]
    position &= 3
    if look == 0 or colour_at(look, position) != colour or seen[cell] >> position & 1:
        return False
    seen[cell] |= <uint8_t>(1 << position)
    stack[top[0]] = <uint16_t>(cell << 2 | position)
    top[0] += 1
    return True


cdef int group_made(const Body* b, int cell, int look, int colour) noexcept nogil:
    """Size of the largest group of a colour (Z5.1) that a piece laid on an empty cell would belong to; 0: none."""
    cdef uint8_t seen[CELLS]
    cdef uint16_t stack[JEWELS]
    cdef int best = 0
    cdef int start, side, at, i, size, other
    cdef int top = 0
    memset(seen, 0, sizeof(seen))
    for start in range(4):
        if not visit(b, cell, cell, look, start, colour, seen, stack, &top):
            continue
        size = 0
        while top:
            top -= 1
            at = stack[top] >> 2
            i = stack[top] & 3
            size += 1
            visit(b, at, cell, look, i + 1, colour, seen, stack, &top)
            visit(b, at, cell, look, i + 3, colour, seen, stack, &top)
            # Z2.3: position i meets two jewels across side i and one across side i - 1.
            other = at + STEP[i]
            visit(b, other, cell, look, i + 2, colour, seen, stack, &top)
            visit(b, other, cell, look, i + 3, colour, seen, stack, &top)
            side = (i + 3) & 3
            visit(b, at + STEP[side], cell, look, side + 2, colour, seen, stack, &top)
        best = max(best, size)
    return best


cdef double triz_rate(const State* s, uint32_t action) noexcept nogil:
    """The largest group it makes or joins in an own colour, less half of that in the others' colours."""
    cdef const Body* b = <const Body*>s.body
    cdef int cell = action_place(action) + STRIDE
    cdef double value = 0
    cdef double theirs = 0
    cdef int own, others, colour, seat, look
    if action_kind(action) == PASS:
        return 0
    own = seat_colours(s, s.turn)
    others = 0
    for seat in range(s.seats):
        others |= seat_colours(s, seat)
    others &= ~own
    look = LOOK[action_piece(action)][action_rotation(action)]
    for colour in range(4):
        if own >> colour & 1:
            value += group_made(b, cell, look, colour)
        elif others >> colour & 1:
            theirs = max(theirs, <double>group_made(b, cell, look, colour))
    return value - 0.5 * theirs


# -- bytes -------------------------------------------------------------------------------------------------------------
# drawn, passes, triples (2), then for each seat its hand's size; hands; discards (as many as the seat laid triples);
# a bit for each site, rows of whole bytes; the look of each piece in the order of places; the dealt order unless observed.

cdef int triz_write(const State* s, uint8_t* out) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef int width = (s.options[FIELD_SIZE] + 7) >> 3
    cdef int at = 4
    cdef int seat, a, i
    cdef uint32_t columns
    out[0] = b.drawn
    out[1] = b.passes
    memcpy(out + 2, &b.triples, 2)
    memcpy(out + at, b.hand_size, s.seats)
    at += s.seats
    for seat in range(s.seats):
        memcpy(out + at, b.hand[seat], b.hand_size[seat])
        at += b.hand_size[seat]
    for seat in range(s.seats):
        memcpy(out + at, b.discard[seat], b.discard_size[seat])
        at += b.discard_size[seat]
    for a in range(s.options[FIELD_SIZE]):
        for i in range(width):
            out[at + i] = <uint8_t>(b.rows[a + 1] >> (8 * i))
        at += width
    for a in range(s.options[FIELD_SIZE]):
        columns = b.rows[a + 1]
        while columns:
            out[at] = b.look[(a + 1) * STRIDE + triz_low(columns)]
            at += 1
            columns &= columns - 1
    if s.viewer == VIEWER_ALL:
        memcpy(out + at, b.order, b.total)
        at += b.total
    return at


cdef bint read_pile(const uint8_t* data, int count, bint visible, uint8_t* pile) noexcept nogil:
    cdef int i
    for i in range(count):
        pile[i] = data[i]
        if (data[i] >= TYPES or (i > 0 and data[i] < data[i - 1])) if visible else data[i] != 0xFF:
            return False
    return True


cdef int read_field(State* s, const uint8_t* data, int count, int* laid_shuffled) noexcept nogil:
    """Reads the bits and looks, and joins the groups; returns the bytes used, or -1."""
    cdef Body* b = <Body*>s.body
    cdef const uint16_t* piece_of = BY_LOOK[s.options[FLIP]]
    cdef uint8_t parent[PIECES + 1]
    cdef int n = s.options[FIELD_SIZE]
    cdef int width = (n + 7) >> 3
    cdef int table = dealt_triples(s)
    cdef int at = n * width
    cdef int a, i, cell, one, other, piece, seen = 0
    cdef uint32_t columns
    if count < at:
        return -1
    for a in range(n):
        columns = 0
        for i in range(width):
            columns |= <uint32_t>data[a * width + i] << (8 * i)
        if columns >> n:
            return -1
        b.rows[a + 1] = columns
        while columns:
            cell = (a + 1) * STRIDE + triz_low(columns)
            columns &= columns - 1
            if at >= count or b.laid >= PIECES or piece_of[data[at]] == 0:
                return -1
            piece = (piece_of[data[at]] - 1) >> 3
            if piece >= TRIPLES and table >> (piece - TRIPLES) & 1:
                if b.triples >> (piece - TRIPLES) & 1 or seen >> (piece - TRIPLES) & 1:
                    return -1       # it lies on the table, or twice on the field
                seen |= 1 << (piece - TRIPLES)
            else:
                laid_shuffled[0] += 1
            b.look[cell] = data[at]
            at += 1
            b.laid += 1
            one = b.laid
            parent[one] = <uint8_t>one
            for i in range(2, 4):
                other = b.group[cell + STEP[i]]
                if other == 0:
                    continue
                while parent[other] != other:
                    other = parent[other]
                if other < one:
                    parent[one] = <uint8_t>other
                    one = other
                else:
                    parent[other] = <uint8_t>one
            b.group[cell] = <uint8_t>one
    if (seen | b.triples) != table:
        return -1
    for i in range(1, b.laid + 1):
        parent[i] = parent[parent[i]]       # parents come before their children
    for a in range(n):
        columns = b.rows[a + 1]
        while columns:
            cell = (a + 1) * STRIDE + triz_low(columns)
            columns &= columns - 1
            b.group[cell] = parent[b.group[cell]]
    return at


cdef bint conserved(const State* s) noexcept nogil:
    """No piece shows more often than the set has it; in a full position the dealt order adds up with the rest."""
    cdef const Body* b = <const Body*>s.body
    cdef uint8_t seen[TYPES]
    cdef int table = dealt_triples(s)
    cdef int piece, i
    seen_pieces(s, seen)
    if s.viewer != VIEWER_ALL:
        for piece in range(TYPES):
            if seen[piece] > copies(s)[piece]:
                return False
        return True
    for i in range(b.total):
        if b.order[i] >= TYPES:
            return False
        if i >= b.drawn:
            seen[b.order[i]] += 1
    for piece in range(TYPES):
        if seen[piece] != copies(s)[piece]:
            return False
    for i in range(b.total):    # now the order itself, all of which is in seen
        piece = b.order[i]
        if seen[piece] == 0 or (piece >= TRIPLES and table >> (piece - TRIPLES) & 1):
            return False
        seen[piece] -= 1
    return True


cdef bint passes_hold(const State* s) noexcept nogil:
    """Whoever has just passed had to (Z4.2), as far as this viewer can tell."""
    cdef const Body* b = <const Body*>s.body
    cdef uint8_t pool[PIECES]
    cdef int hidden = 0
    cdef int seat, i, mask
    for seat in range(s.seats):
        if not has_passed(s, seat) or b.hand_size[seat] == 0:
            continue
        mask = b.triples & seat_triples(s, seat)
        for i in range(12):
            if mask >> i & 1 and fits_somewhere(s, TRIPLES + i):
                return False
        if not sees_hand(s, seat):
            hidden += b.hand_size[seat]
            continue
        for i in range(b.hand_size[seat]):
            if fits_somewhere(s, b.hand[seat][i]):
                return False
    return hidden == 0 or split_misfits(s, pool, pool_fill(s, pool)) >= hidden


cdef int triz_read(State* s, const uint8_t* data, int count) noexcept nogil:
    cdef Body* b = <Body*>s.body
    cdef uint8_t by_piece[TYPES]
    cdef int table = dealt_triples(s)
    cdef int at = 4 + s.seats
    cdef int out = 0
    cdef int seat, used, mine, over
    if count < at:
        return TRUNCATED
    b.total = <uint8_t>shuffled_pieces(s, by_piece)
    b.drawn = data[0]
    b.passes = data[1]
    memcpy(&b.triples, data + 2, 2)
    if b.drawn > b.total or b.drawn < HAND * s.seats or b.passes > s.seats or b.triples & ~table:
        return CORRUPT_POSITION
    for seat in range(s.seats):
        # Z6.2: each triple laid cost a hand piece, so the discards need no count of their own.
        mine = (table & ~b.triples) & seat_triples(s, seat)
        while mine:
            mine &= mine - 1
            b.discard_size[seat] += 1
        b.hand_size[seat] = data[4 + seat]
        used = b.hand_size[seat] + b.discard_size[seat]
        if used > HAND or (used < HAND and b.drawn < b.total):
            return CORRUPT_POSITION
        b.in_hands += b.hand_size[seat]
        out += used
    if count < at + out:
        return TRUNCATED
    for seat in range(s.seats):
        if not read_pile(data + at, b.hand_size[seat], sees_hand(s, seat), b.hand[seat]):
            return CORRUPT_POSITION
        at += b.hand_size[seat]
    for seat in range(s.seats):
        if not read_pile(data + at, b.discard_size[seat], sees_hand(s, seat), b.discard[seat]):
            return CORRUPT_POSITION
        at += b.discard_size[seat]
    used = read_field(s, data + at, count - at, &out)
    if used < 0 or out != b.drawn:
        return CORRUPT_POSITION
    at += used
    if s.viewer == VIEWER_ALL:
        if count != at + b.total:
            return TRUNCATED
        memcpy(b.order, data + at, b.total)
    else:
        if count != at:
            return TRUNCATED
        memset(b.order, 0xFF, b.total)
    over = HANDS_EMPTY if b.in_hands == 0 else (ALL_PASSED if b.passes == s.seats else RUNNING)
    # Every ply lays a piece or passes, and hands the turn on.
    if (s.over != over or (over == HANDS_EMPTY and b.passes) or s.ply % s.seats != s.turn
            or s.ply < <uint32_t>(b.laid + b.passes)):
        return CORRUPT_POSITION
    if not conserved(s) or (b.passes and not passes_hold(s)):
        return CORRUPT_POSITION
    return OK


cdef int triz_check(const State* s) noexcept nogil:
    """Writes the position, reads it again and compares what was derived."""
    cdef const Body* b = <const Body*>s.body
    cdef uint8_t data[SNAPSHOT_MAX]
    cdef uint64_t words[STATE_WORDS]
    cdef State* again = <State*>words
    cdef Body* c = <Body*>again.body
    cdef uint8_t label[256]
    cdef int i
    memset(words, 0, sizeof(State) + sizeof(Body))
    memcpy(again, s, sizeof(State) - sizeof(uint64_t))
    if triz_read(again, data, triz_write(s, data)) != OK:
        return CORRUPT_POSITION
    memset(label, 0, 256)
    for i in range(CELLS):      # labels may differ, the groups they name may not
        if (b.group[i] == 0) != (c.group[i] == 0):
            return CORRUPT_POSITION
        if label[c.group[i]] == 0:
            label[c.group[i]] = b.group[i]
        if label[c.group[i]] != b.group[i]:
            return CORRUPT_POSITION
    memset(label, 0, 256)
    for i in range(CELLS):
        if label[b.group[i]] == 0:
            label[b.group[i]] = c.group[i]
        if label[b.group[i]] != c.group[i]:
            return CORRUPT_POSITION
    memcpy(c.group, b.group, CELLS)
    return OK if memcmp(b, c, sizeof(Body)) == 0 else CORRUPT_POSITION


# -- notation ----------------------------------------------------------------------------------------------------------

cdef char[4] LETTERS = b"RYGB"


cdef int triz_piece_write(int piece, char* out) noexcept nogil:
    cdef int i
    if piece < 0 or piece >= TYPES:
        return 0
    for i in range(4):
        out[i] = LETTERS[colour_at(RING[piece], i)]
    return 4


cdef int triz_piece_parse(const char* text, int count) noexcept nogil:
    cdef char name[4]
    cdef int piece
    if count == 4:
        for piece in range(TYPES):
            triz_piece_write(piece, name)
            if memcmp(name, text, 4) == 0:
                return piece
    return -1


cdef int number_write(int number, char* out) noexcept nogil:
    if number >= 10:
        out[0] = c'1'       # 18 is the largest
        out[1] = <char>(48 + number - 10)
        return 2
    out[0] = <char>(48 + number)
    return 1


cdef int triz_place_write(int place, char* out) noexcept nogil:
    cdef int n = 1
    if place < 0 or (place >> 5) >= SIDE or (place & 31) >= SIDE:
        return 0
    out[0] = c'('
    n += number_write(place >> 5, out + n)
    out[n] = c','
    n += 1
    n += number_write(place & 31, out + n)
    out[n] = c')'
    return n + 1


cdef int triz_place_parse(const char* text, int count) noexcept nogil:
    """Compares with every site's name: exact, and nothing to get wrong."""
    cdef char name[8]
    cdef int a, column, n
    if 5 <= count <= 7:
        for a in range(SIDE):
            for column in range(SIDE):
                n = triz_place_write(a * STRIDE + column, name)
                if n == count and memcmp(name, text, n) == 0:
                    return a * STRIDE + column
    return -1


# -- drawing -----------------------------------------------------------------------------------------------------------
# One unit is the side of an arm. Corner e of the jewel at E, anticlockwise from the middle of the cross; edge e runs
# from corner e to the next.

cdef double[5] CORNER_X = [0.0, 0.5, 1.5, 1.5, 0.5]
cdef double[5] CORNER_Y = [0.0, -0.5, -0.5, 0.5, 0.5]


cdef void corner(int place, int position, int e, double* x, double* y) noexcept nogil:
    cdef double cx = 0
    cdef double cy = 0
    if place != NO_PLACE:       # Z2.1
        cx = 2 * (place >> 5) - (place & 31)
        cy = (place >> 5) + 2 * (place & 31)
    if position == 0:
        x[0] = cx + CORNER_X[e]
        y[0] = cy + CORNER_Y[e]
    elif position == 1:
        x[0] = cx - CORNER_Y[e]
        y[0] = cy + CORNER_X[e]
    elif position == 2:
        x[0] = cx - CORNER_X[e]
        y[0] = cy - CORNER_Y[e]
    else:
        x[0] = cx + CORNER_Y[e]
        y[0] = cy - CORNER_X[e]


cdef int triz_polygon(int place, float* xy) noexcept nogil:
    cdef int position, e
    cdef double x, y
    if place < 0 or (place >> 5) >= SIDE or (place & 31) >= SIDE:
        return 0
    for position in range(4):
        for e in range(3):
            corner(place, position, e + 1, &x, &y)
            xy[2 * (3 * position + e)] = <float>x
            xy[2 * (3 * position + e) + 1] = <float>y
    return 12


cdef void triz_draw(int place, int piece, int rotation, Art* art) noexcept nogil:
    cdef int position, e
    cdef double x, y
    if piece < 0 or piece >= TYPES or rotation < 0 or rotation >= 8:
        return
    for position in range(4):
        art_stroke(art, colour_at(LOOK[piece][rotation], position), True)
        for e in range(5):
            corner(place, position, e, &x, &y)
            art_point(art, x, y)


cdef bint cross(const Body* b, int* cell, int* position, int* e) noexcept nogil:
    """Goes to the other side of an edge if a jewel of the same colour lies there (Z2.3); says whether it did."""
    cdef int i = position[0]
    cdef int to = cell[0]
    cdef int other, edge
    if e[0] == 0:
        other, edge = i + 3, 4
    elif e[0] == 4:
        other, edge = i + 1, 0
    elif e[0] == 1:
        to += STEP[(i + 3) & 3]
        other, edge = i + 1, 2
    elif e[0] == 2:
        to += STEP[i]
        other, edge = i + 3, 1
    else:
        to += STEP[i]
        other, edge = i + 2, 3
    if b.look[to] == 0 or colour_at(b.look[to], other) != colour_at(b.look[cell[0]], i):
        return False
    cell[0] = to
    position[0] = other & 3
    e[0] = edge
    return True


cdef void outline(const State* s, const Jewels* j, int jewel, uint8_t* walked, View* v) noexcept nogil:
    """Adds the closed lines round a group that begin at a jewel and have not been walked yet, group on the left."""
    cdef const Body* b = <const Body*>s.body
    cdef int first, cell, position, e, at
    cdef double x, y
    for first in range(5):
        cell = j.cell[jewel >> 2]
        position = jewel & 3
        e = first
        if walked[jewel] >> e & 1 or cross(b, &cell, &position, &e):
            continue
        if v.features[v.features_count - 1].points_count:
            view_point(v, NAN, NAN)
        at = jewel
        while not walked[at] >> e & 1:
            walked[at] |= <uint8_t>(1 << e)
            corner(cell - STRIDE, position, e, &x, &y)
            view_point(v, x, y)
            e = (e + 1) % 5
            while cross(b, &cell, &position, &e):
                e = (e + 1) % 5
            at = j.number[cell] + position


cdef void view_groups(const State* s, View* v) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef Jewels j
    cdef uint8_t walked[JEWELS]
    cdef int i, k, seat, colour, owner
    jewels_join(s, &j)
    memset(walked, 0, JEWELS)
    for i in range(4 * j.count):
        if j.parent[i] != i:
            continue
        colour = colour_at(b.look[j.cell[i >> 2]], i)
        owner = ANY
        for seat in range(s.seats):
            if seat_colours(s, seat) >> colour & 1:
                owner = seat
        view_feature(v, b"group", owner, colour, j.size[i], True)
        for k in range(i, 4 * j.count):
            if root(&j, k) == i:
                view_item(v, j.cell[k >> 2] - STRIDE, k & 3, -1)
                outline(s, &j, k, walked, v)


cdef void view_open(const State* s, View* v) noexcept nogil:
    """Marks where the seat to move can lay something, or for who does not know its hand where some piece fits."""
    cdef Lay lays[2]
    cdef Filter f
    cdef uint8_t by_piece[TYPES]
    cdef int a, place, value
    cdef uint32_t columns
    cdef bint known = sees_hand(s, s.turn)
    f.kind = f.piece = ANY
    lay_fill(s, &f, PLACE, &lays[0])
    lay_fill(s, &f, LAY_TRIPLE, &lays[1])
    for a in range(s.options[FIELD_SIZE]):
        columns = empty_sites(s, a)
        while columns:
            place = a * STRIDE + triz_low(columns)
            columns &= columns - 1
            if known:
                f.place = place
                value = count_kind(s, &f, &lays[0], NULL) + count_kind(s, &f, &lays[1], NULL)
            else:
                value = triz_fits(s, place, by_piece)
            if value:
                view_mark(v, b"open", place, s.turn if known else ANY, value)


cdef void triz_view(const State* s, View* v) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef const uint16_t* piece_of = BY_LOOK[s.options[FLIP]]
    cdef int zone, seat, a, i, place, found, mask
    cdef uint32_t columns
    cdef int n = 0
    zone = view_zone(v, b"board", ANY, b.laid, False)
    for a in range(s.options[FIELD_SIZE]):
        columns = b.rows[a + 1]
        while columns:
            place = a * STRIDE + triz_low(columns)
            columns &= columns - 1
            found = piece_of[b.look[place + STRIDE]] - 1
            view_piece(v, zone, found >> 3, place, found & 7, n)
            n += 1
    for seat in range(s.seats):
        zone = view_zone(v, b"hand", seat, b.hand_size[seat], not sees_hand(s, seat))
        for i in range(b.hand_size[seat]):
            view_piece(v, zone, b.hand[seat][i] if sees_hand(s, seat) else -1, NO_PLACE, 0, i)
    zone = view_zone(v, b"stock", ANY, b.total - b.drawn, s.viewer != VIEWER_ALL)
    if s.viewer == VIEWER_ALL:
        for i in range(b.drawn, b.total):
            view_piece(v, zone, b.order[i], NO_PLACE, 0, i - b.drawn)
    if s.options[TRIPLES_DEALT]:
        for seat in range(s.seats):
            mask = b.triples & seat_triples(s, seat)
            zone = view_zone(v, b"triples", seat, distinct_bits(mask), False)
            n = 0
            for i in range(12):
                if mask >> i & 1:
                    view_piece(v, zone, TRIPLES + i, NO_PLACE, 0, n)
                    n += 1
        for seat in range(s.seats):
            zone = view_zone(v, b"discard", seat, b.discard_size[seat], not sees_hand(s, seat))
            for i in range(b.discard_size[seat]):
                view_piece(v, zone, b.discard[seat][i] if sees_hand(s, seat) else -1, NO_PLACE, 0, i)
    view_counter(v, b"laid", ANY, b.laid)
    view_counter(v, b"stock", ANY, b.total - b.drawn)
    view_counter(v, b"passes", ANY, b.passes)
    if not s.over:
        view_open(s, v)
    view_groups(s, v)


cdef int distinct_bits(int mask) noexcept nogil:
    cdef int n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


# -- for players -------------------------------------------------------------------------------------------------------

cdef int triz_fits(const State* s, int place, uint8_t* by_piece) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef int n = 0
    cdef int piece
    cdef uint32_t mask
    cdef Need need
    memset(by_piece, 0, TYPES)
    if not on_field(s, place) or b.look[place + STRIDE]:
        return 0
    need_fill(s, place + STRIDE, &need)
    for piece in range(TYPES):
        mask = ONES if ORIENTATIONS[s.options[FLIP]][piece] == 8 else 0x1111
        if copies(s)[piece] and fit(&need, s.options[MATCH_RULE], piece) & mask:
            by_piece[piece] = 1
            n += 1
    return n


cdef int seats_renamed(const State* s, int renaming) noexcept nogil:
    """The colours of all seats after a renaming, four bits a seat."""
    cdef int seat, i, colours
    cdef int result = 0
    for seat in range(s.seats):
        colours = seat_colours(s, seat)
        for i in range(4):
            if colours >> i & 1:
                result |= 1 << (4 * seat + RECOLOUR[renaming][i])
    return result


cdef int renamed_pile(const uint8_t* pile, int count, int flip, int renaming, bint sorted_pile,
                      uint8_t* out) noexcept nogil:
    cdef uint8_t size = 0
    cdef int i, piece
    for i in range(count):
        piece = pile[i] if pile[i] == 0xFF else recoloured(flip, renaming, pile[i])
        if sorted_pile:
            pile_add(out, &size, piece)
        else:
            out[i] = <uint8_t>piece
    return count


cdef int canonical_form(const State* s, int renaming, int quarter, uint8_t* out) noexcept nogil:
    """The position with colours renamed and the field turned by quarters: what decides how the game goes on."""
    cdef const Body* b = <const Body*>s.body
    cdef int n = s.options[FIELD_SIZE]
    cdef int flip = s.options[FLIP]
    cdef int at, seat, i, a, column, look, swap
    cdef int triples = 0
    for i in range(6):      # the options that are not colours
        out[i] = <uint8_t>s.options[i]
    out[6] = s.seats
    out[7] = s.turn
    out[8] = s.viewer
    out[9] = b.passes
    out[10] = b.drawn
    for i in range(12):
        if b.triples >> i & 1:
            triples |= 1 << (recoloured(flip, renaming, TRIPLES + i) - TRIPLES)
    out[11] = <uint8_t>triples
    out[12] = <uint8_t>(triples >> 8)
    at = 13
    memcpy(out + at, b.hand_size, SEATS)
    memcpy(out + at + SEATS, b.discard_size, SEATS)
    at += 2 * SEATS
    for seat in range(s.seats):
        at += renamed_pile(b.hand[seat], b.hand_size[seat], flip, renaming, True, out + at)
        at += renamed_pile(b.discard[seat], b.discard_size[seat], flip, renaming, True, out + at)
    memset(out + at, 0, n * n)
    for i in range(n * n):
        a = i // n
        column = i % n
        look = b.look[(a + 1) * STRIDE + column]
        if look == 0:
            continue
        look = RECOLOURED[renaming][look]
        for _ in range(quarter):    # Z8.7: (a, b) goes to (n - 1 - b, a) and position i to i + 1
            swap = a
            a = n - 1 - column
            column = swap
            look = (look << 2 | look >> 6) & 0xFF
        out[at + a * n + column] = <uint8_t>look
    at += n * n
    if s.viewer == VIEWER_ALL:
        at += renamed_pile(b.order + b.drawn, b.total - b.drawn, flip, renaming, False, out + at)
    return at


cdef int triz_canonical(const State* s, uint8_t* out) noexcept nogil:
    """The least form over the renamings that the piece set allows and that give the seats the least colours."""
    cdef const uint8_t* allowed = RENAMES[s.options[PIECE_SET]][s.options[FLIP]]
    cdef uint8_t form[SNAPSHOT_MAX]
    cdef int least = -1
    cdef int renaming, quarter, colours
    cdef int count = 0
    for renaming in range(24):
        if allowed[renaming]:
            colours = seats_renamed(s, renaming)
            if least < 0 or colours < least:
                least = colours
    for renaming in range(24):
        if not allowed[renaming] or seats_renamed(s, renaming) != least:
            continue
        for quarter in range(4):
            if count == 0:
                count = canonical_form(s, renaming, quarter, out)
                continue
            canonical_form(s, renaming, quarter, form)
            if memcmp(form, out, count) < 0:
                memcpy(out, form, count)
    out[count] = <uint8_t>least
    out[count + 1] = <uint8_t>(least >> 8)
    return count + 2


# -- table -------------------------------------------------------------------------------------------------------------

cdef OptionDef[10] OPTIONS = [
    OptionDef(b"piece_set", OPTION_CHOICE, 0, 2, 0, b"listed total52 complete", b"Z1.4",
              b"which pieces are played with"),
    OptionDef(b"flip", OPTION_BOOL, 0, 1, 1, NULL, b"Z1.5", b"pieces may be turned over"),
    OptionDef(b"field_size", OPTION_INT, 8, 19, 12, NULL, b"Z2.2", b"sites on a side of the field"),
    OptionDef(b"match_rule", OPTION_CHOICE, 0, 1, 0, b"contacts jewels", b"Z3.5",
              b"what has to match twice: contacts, or jewels of the new piece"),
    OptionDef(b"scoring", OPTION_CHOICE, 0, 6, 0,
              b"largest two_colour_product two_colour_sum sum2 sum3 product2 product3", b"Z5.4",
              b"how the sizes of the groups make the score"),
    OptionDef(b"triples_dealt", OPTION_BOOL, 0, 1, 0, NULL, b"Z6.1",
              b"each seat begins with the triples of its colours face up"),
    OptionDef(b"colour_0", OPTION_CHOICE, 0, 3, 0, b"red yellow green blue", b"Z4.1", b"the colour of seat 0"),
    OptionDef(b"colour_1", OPTION_CHOICE, 0, 3, 1, b"red yellow green blue", b"Z4.1", b"the colour of seat 1"),
    OptionDef(b"colour_2", OPTION_CHOICE, 0, 3, 2, b"red yellow green blue", b"Z4.1",
              b"the colour of seat 2, or the second colour of seat 0"),
    OptionDef(b"colour_3", OPTION_CHOICE, 0, 3, 3, b"red yellow green blue", b"Z4.1",
              b"the colour of seat 3, or the second colour of seat 1"),
]
cdef PresetDef[5] PRESETS = [
    PresetDef(b"two_colours", b"scoring=two_colour_product", b"two seats, two colours each, multiplied"),
    PresetDef(b"triples", b"triples_dealt=true", b"the three triples of one's colour lie ready"),
    PresetDef(b"two_colours_triples", b"scoring=two_colour_sum triples_dealt=true",
              b"two seats with six triples each"),
    PresetDef(b"one_sided", b"piece_set=complete flip=false", b"every one-sided piece once, none turned over"),
    PresetDef(b"wide", b"field_size=19", b"a field on which nobody can be stuck"),
]
cdef const char** PHASES = ["place"]
cdef const char** ENDS = ["running", "hands_empty", "all_passed"]
cdef const char** PARTS = ["largest", "second", "third", "other_colour"]
cdef const char** COLOURS = ["red", "yellow", "green", "blue"]

cdef GameOps OPS

make_rings()
make_looks()
make_sets()
make_matches()
make_renamings()

memset(&OPS, 0, sizeof(OPS))
OPS.id = 3
OPS.slug = b"triz"
OPS.title = b"Triz"
OPS.rules_version = 1
OPS.seats_min = 2
OPS.seats_max = SEATS
OPS.seats_default = 2
OPS.body_size = sizeof(Body)
# 361 sites: five different hand pieces in eight orientations, and six triples in four with five discards (Z8.4).
OPS.actions_max = SIDE * SIDE * (HAND * 8 + 6 * 4 * HAND)
# At most three passes before each piece, and four at the end (Z8.5).
OPS.plies_max = PIECES * SEATS + SEATS
OPS.pieces_count = TYPES
OPS.hidden = HIDDEN_STOCK | HIDDEN_HANDS
OPS.zero_sum = False
OPS.options = OPTIONS
OPS.options_count = 10
OPS.presets = PRESETS
OPS.presets_count = 5
OPS.phases = PHASES
OPS.phases_count = 1
OPS.ends = ENDS
OPS.ends_count = 3
OPS.parts = PARTS
OPS.parts_count = 4
OPS.colours = COLOURS
OPS.colours_count = 4
OPS.check_options = triz_check_options
OPS.shuffle = triz_shuffle
OPS.deal = triz_deal
OPS.order = triz_order
OPS.legal = triz_legal
OPS.count_legal = triz_count
OPS.sample = triz_sample
OPS.apply = triz_apply
OPS.explain = triz_explain
OPS.score = triz_score
OPS.outcome = triz_outcome
OPS.observe = triz_observe
OPS.resample = triz_resample
OPS.write = triz_write
OPS.read = triz_read
OPS.check = triz_check
OPS.piece_write = triz_piece_write
OPS.piece_parse = triz_piece_parse
OPS.place_write = triz_place_write
OPS.place_parse = triz_place_parse
OPS.view = triz_view
OPS.polygon = triz_polygon
OPS.draw = triz_draw
OPS.canonical = triz_canonical
OPS.fits = triz_fits
OPS.unseen = triz_unseen
OPS.margin = 10
OPS.rate = triz_rate
register(&OPS)
