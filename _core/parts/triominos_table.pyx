"""The table of a game of Triominos: filling its tables, laying tiles, and what decides who opens and when it ends.

Rules: docs/rules/triominos.md. The layout is kept as one record for each lattice point that a tile touches (its number
and which of the six cells around it are covered) in a small hash table, and as a list of the empty cells beside a laid
tile, each with the set of tiles that fit it. It knows nothing of moves, turns or bytes.
"""
from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t, uint8_t
from tileengine._core.state cimport State

ALL = (<uint64_t>1 << TILES) - 1
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
