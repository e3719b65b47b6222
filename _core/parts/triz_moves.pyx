"""Legal moves of Triz: lists, counts and samples of them, straight from the board, and whether there is any.

All come from one table of what each piece shows each way round (MATCHES), so that many pieces are tried on a site at
once. Rules are cited by paragraph of docs/rules/triz.md. This file plays nothing.
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from tileengine._core.action cimport (LAY_TRIPLE, PASS, PLACE, Filter, action_make, action_plain, filter_kind,
                                      filter_piece)
from tileengine._core.codes cimport ANY, NO_PIECE, NO_PLACE
from tileengine._core.random cimport Fast, fast_below, fast_next
from tileengine._core.state cimport State
from tileengine._core.parts.triz_board cimport (Body, CONTACT, FIELD_SIZE, FLIP, MATCHES, MATCH_RULE, NO_TYPE, Need,
                                                ONES, ORIENTATIONS, ROWS, SIDE, STRIDE, TRIES, TRIPLES, WORDS,
                                                empty_sites, enough, fit, fits_somewhere, need_fill, seat_triples,
                                                touching, triz_low)

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
    uint64_t rows[WORDS][ROWS]


cdef inline void wide_fill(Wide* wide, const Lay* lay, int rule) noexcept nogil:
    cdef const uint32_t* low
    cdef const uint32_t* high
    cdef int row, word, i
    for word in range(WORDS):
        i = 2 * word
        low = MATCHES[rule][lay.piece[i] if i < lay.count else NO_TYPE]
        high = MATCHES[rule][lay.piece[i + 1] if i + 1 < lay.count else NO_TYPE]
        for row in range(ROWS):
            wide.rows[word][row] = low[row] | <uint64_t>high[row] << 32
        wide.mask[word] = lay.mask[i] if i < lay.count else 0
        if i + 1 < lay.count:
            wide.mask[word] |= <uint64_t>lay.mask[i + 1] << 32


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
    cdef uint64_t sum[WORDS]
    cdef int i, word
    cdef Need need
    # Nearly always there is one group only; then the four sides are added up without a question.
    if (((east == 0) | (east == most)) & ((north == 0) | (north == most))
            & ((west == 0) | (west == most)) & ((south == 0) | (south == most))):
        east = CONTACT[0][b.look[cell + STRIDE]]
        north = CONTACT[1][b.look[cell + 1]]
        west = CONTACT[2][b.look[cell - STRIDE]]
        south = CONTACT[3][b.look[cell - 1]]
        for word in range(WORDS):
            row = wide.rows[word]
            if rule == 0:
                ok[word] = wide.mask[word] & enough(row[east] + row[north] + row[west] + row[south], 0)
            else:
                ok[word] = wide.mask[word] & enough(row[east] | row[north] | row[west] | row[south], 1)
        return
    need_fill(s, cell, &need)
    for word in range(WORDS):
        ok[word] = wide.mask[word]
        sum[word] = 0
    for i in range(need.count):
        for word in range(WORDS):
            row = wide.rows[word]
            sum[word] = sum[word] + row[need.row[i]] if rule == 0 else sum[word] | row[need.row[i]]
        if need.label[i + 1] != need.label[i]:
            for word in range(WORDS):
                ok[word] &= enough(sum[word], rule)
                sum[word] = 0


cdef inline int wide_count(const uint64_t* ok) noexcept nogil:
    """How many orientations of all pieces together."""
    cdef uint64_t sum = ok[0] + ok[1] + ok[2]       # at most 3 a nibble
    sum = (sum & <uint64_t>0x0F0F0F0F0F0F0F0F) + (sum >> 4 & <uint64_t>0x0F0F0F0F0F0F0F0F)
    return <int>((sum * <uint64_t>0x0101010101010101) >> 56)


cdef inline void lay_add(Lay* lay, int flip, int piece) noexcept nogil:
    cdef int n = ORIENTATIONS[flip][piece]
    lay.piece[lay.count] = <uint8_t>piece
    lay.orientations[lay.count] = <uint8_t>n
    lay.mask[lay.count] = ONES if n == 8 else 0x1111
    lay.turns += n
    lay.count += 1


cdef int triz_distinct(const uint8_t* hand, int size) noexcept nogil:
    """How many different pieces a hand holds."""
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
    lay.discards = triz_distinct(hand, size)     # Z6.2, Z6.3
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


cdef bint triz_can_lay(const State* s) noexcept nogil:
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
    if n == 0 and wants_pass(f) and not triz_can_lay(s):
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
    return 1 if n == 0 and wants_pass(f) and not triz_can_lay(s) else n


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
