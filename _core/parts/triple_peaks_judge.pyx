"""What a position of Triple Peaks promises: points still to come and the chance to clear, as two small nets judge it.

The nets learnt from playing (triple_peaks_learn.pyx). They look at what everybody sees: open cards, the waste, and
which cards are still unseen - those are counted as what is left of the deck, so that no face-down card is ever looked
at. Sums run in a fixed order, so every machine finds the same.
"""
from libc.math cimport sqrt
from libc.stdint cimport int16_t, uint8_t, uint32_t
from libc.string cimport memset
from tileengine._core.position cimport Position
from tileengine._core.state cimport State
from tileengine._core.parts.triple_peaks_play cimport take_rate
from tileengine._core.parts.triple_peaks_score_net cimport score_count, score_weights
from tileengine._core.parts.triple_peaks_tableau cimport (APEXES, FLOOR_ZERO, FULL, MULTIPLIER, PEAK, Body, RANKS,
                                                          SCORE_FLOOR, SLOTS, STANDARD, STOCK, ctz, half_covered,
                                                          popcount, rank_of)
from tileengine._core.parts.triple_peaks_win_net cimport win_count, win_weights

cdef enum:
    ROW2 = 0x3F << 3        # slots by row
    ROW3 = 0x1FF << 9
    ROW4 = 0x3FF << 18
    REACH_SEEN = 6          # cards of a run that `reach` looks ahead

cdef uint8_t UP[RANKS]      # the neighbours of a rank (P2.1)
cdef uint8_t DOWN[RANKS]
cdef uint32_t TRIANGLE[3]
cdef uint8_t APART[RANKS][RANKS]    # how many ranks lie between two, the shorter way


cdef void tables_fill() noexcept:
    cdef int i, j, k
    for i in range(RANKS):
        UP[i] = <uint8_t>((i + 1) % RANKS)
        DOWN[i] = <uint8_t>((i + RANKS - 1) % RANKS)
        for j in range(RANKS):
            k = abs(i - j)
            APART[i][j] = <uint8_t>min(k, RANKS - k)
    for k in range(3):
        TRIANGLE[k] = 0
        for i in range(10):
            TRIANGLE[k] |= <uint32_t>1 << PEAK[k][0][i]


# -- runs of open cards ------------------------------------------------------------------------------------------------

cdef int walk(uint8_t* count, int rank, int most) noexcept nogil:
    """Cards of the longest run that begins beside a rank; `most`: it can't be longer."""
    cdef int best = 0
    cdef int k, beside, length
    for k in range(2):
        beside = DOWN[rank] if k else UP[rank]
        if count[beside]:
            count[beside] -= 1
            length = 1 + walk(count, beside, most - 1)
            count[beside] += 1
            if length > best:
                best = length
                if best >= most:
                    break
    return best


cdef int longest(uint8_t* count, int rank) noexcept nogil:
    """As `walk`, with the bound; count: open cards of each rank, the same again afterwards.

    Steps go to odd and even ranks in turn, as far as ranks follow without a gap. Ten open cards, the most there can
    be, never close the ring of ranks.
    """
    cdef int sums[2]
    cdef int turn = 1
    cdef int at = UP[rank]
    sums[0] = count[rank]
    sums[1] = 0
    while count[at] and at != rank:
        sums[turn] += count[at]
        turn ^= 1
        at = UP[at]
    turn = 1
    at = DOWN[rank]
    while count[at] and at != rank:
        sums[turn] += count[at]
        turn ^= 1
        at = DOWN[at]
    if sums[1] == 0:
        return 0
    return walk(count, rank, min(2 * sums[1], 2 * sums[0] + 1))


# -- features ----------------------------------------------------------------------------------------------------------

cdef void sight_fill(const State* s, Sight* sight) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef uint32_t left
    cdef int i, rank
    cdef float worth
    memset(sight, 0, sizeof(Sight))
    memset(sight.unseen, 4, RANKS)
    sight.unseen_total = popcount(b.present & ~b.open_cards) + STOCK - b.drawn
    left = FULL & ~(b.present & ~b.open_cards)
    while left:
        i = ctz(left)
        sight.unseen[rank_of(b.order[i])] -= 1
        left &= left - 1
    for i in range(SLOTS, SLOTS + b.drawn + 1):
        sight.unseen[rank_of(b.order[i])] -= 1
    left = b.open_cards
    while left:
        i = ctz(left)
        rank = rank_of(b.order[i])
        sight.open_count[rank] += 1
        worth = <float>take_rate(b, b.present, b.open_cards, i, REACH_SEEN)
        sight.reach[UP[rank]] = max(sight.reach[UP[rank]], worth)
        sight.reach[DOWN[rank]] = max(sight.reach[DOWN[rank]], worth)
        left &= left - 1
    for rank in range(RANKS):
        sight.length[rank] = <uint8_t>longest(sight.open_count, rank)


cdef inline void tableau_features(const Body* b, float* x) noexcept nogil:
    cdef int n[3]
    cdef int i, k, swap
    x[CARDS_LEFT] = popcount(b.present) / <float>28
    x[OPEN] = popcount(b.open_cards) / <float>10
    x[APEXES_LEFT] = popcount(b.present & APEXES) / <float>3
    x[ROW2_LEFT] = popcount(b.present & ROW2) / <float>6
    x[ROW3_LEFT] = popcount(b.present & ROW3) / <float>9
    x[ROW4_LEFT] = popcount(b.present & ROW4) / <float>10
    for i in range(3):
        n[i] = popcount(b.present & TRIANGLE[i])
        for k in range(i, 0, -1):
            if n[k] < n[k - 1]:
                swap = n[k]
                n[k] = n[k - 1]
                n[k - 1] = swap
    x[TRIANGLE_LEAST] = n[0] / <float>10
    x[TRIANGLE_MIDDLE] = n[1] / <float>10
    x[TRIANGLE_MOST] = n[2] / <float>10
    x[COVERED] = popcount(b.present & ~b.open_cards) / <float>18
    x[HALF_COVERED] = half_covered(b) / <float>6


cdef inline void stock_features(const State* s, float* x) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef int cards = popcount(b.present)
    cdef int stock = STOCK - b.drawn
    cdef int run = b.run
    cdef int total = 200        # more than the stock can cost: without a floor it is never free (P3.3)
    if s.options[SCORE_FLOOR] == FLOOR_ZERO:
        total = <int>min(b.total, <long long>200)
    x[STOCK_LEFT] = stock / <float>23
    x[RUN_NOW] = run / <float>10
    x[RUN_SQUARED] = run * run / <float>100
    x[RUN_TIMES_CARDS] = run * cards / <float>100
    x[RUN_AND_STOCK] = stock > 0 and run > 0
    x[SCORE] = min(total, 40) / <float>40
    x[SCORE_LOW] = min(total, 5) / <float>5
    x[STOCK_PRICE] = min(total, 5 * stock) / <float>60
    x[STOCK_FREE] = max(stock - (total + 4) // 5, 0) / <float>23
    x[STOCK_FREE_NOW] = stock / <float>23 if total < 5 else <float>0
    x[STOCK_FEW] = stock <= 3
    x[STOCK_NONE] = stock == 0
    x[CARDS_FEW] = cards < 10
    x[CARDS_A_STOCK] = cards / (3 * (stock + <float>3))
    x[CARDS_TIMES_STOCK] = cards * stock / <float>644


cdef inline void rank_features(const Body* b, const Sight* sight, float* x) noexcept nogil:
    cdef int stock = STOCK - b.drawn
    cdef int run = b.run
    cdef int top = rank_of(b.order[b.top])
    cdef int length = sight.length[top]
    cdef int beside, points, rank
    cdef int weighted = 0       # sums over the unseen cards
    cdef int squared = 0
    cdef int lengths = 0
    cdef int dead = 0
    cdef int freed = 0
    cdef int most = 0
    cdef float reach = 0
    cdef float share = 1 / <float>sight.unseen_total if sight.unseen_total else <float>0
    for rank in range(RANKS):
        points = sight.length[rank] * (sight.length[rank] + 1) // 2
        weighted += sight.unseen[rank] * points
        squared += sight.unseen[rank] * points * points
        lengths += sight.unseen[rank] * sight.length[rank]
        reach += sight.unseen[rank] * sight.reach[rank]
        if sight.unseen[rank]:
            most = max(most, points)
            x[GOOD_RANKS] += points >= 10
            x[GREAT_RANKS] += points >= 21
            if points == 0:
                dead += sight.unseen[rank]
        if sight.open_count[rank]:
            beside = sight.unseen[UP[rank]] + sight.unseen[DOWN[rank]]
            freed += sight.open_count[rank] * beside
            x[STRANDED] += sight.open_count[rank] * (beside <= 1)
            x[OPEN_RANKS] += 1 / <float>8
            x[OPEN_NEIGHBOURS] += (sight.open_count[UP[rank]] > 0) / <float>6
            x[OPEN_AT + APART[top][rank]] += sight.open_count[rank] / <float>2
        x[UNSEEN_AT + APART[top][rank]] += sight.unseen[rank] / <float>6
    x[GOOD_RANKS] /= 13
    x[GREAT_RANKS] /= 13
    x[LENGTH] = length / <float>10
    x[LENGTH_POINTS] = (length * run + length * (length + 1) // 2) / <float>50
    x[LENGTH_TIMES_RUN] = length * run / <float>30
    x[REACH] = sight.reach[top] / 15
    x[REACH_TIMES_RUN] = sight.reach[top] * run / 60
    points = sight.open_count[UP[top]] + sight.open_count[DOWN[top]]
    x[PLAYABLE] = points / <float>4
    x[PLAYABLE_ANY] = points > 0
    x[EXPECTED_POINTS] = weighted * share / 10
    x[EXPECTED_ROOT] = <float>sqrt(squared * share) / 15
    x[EXPECTED_LENGTH] = lengths * share / 4
    x[EXPECTED_REACH] = reach * share / 10
    x[EXPECTED_STOCK] = x[EXPECTED_POINTS] * stock / 23
    x[BEST_POINTS] = most / <float>30
    x[DEAD] = dead * share
    x[DEAD_TIMES_STOCK] = x[DEAD] * stock / 23
    x[NEXT] = 4 * share * (sight.unseen[UP[top]] + sight.unseen[DOWN[top]])
    x[NEXT_TIMES_RUN] = x[NEXT] * run / 4
    x[FREED] = freed * share
    x[FREED_TIMES_STOCK] = x[FREED] * stock / 23


cdef void features_fill(const State* s, const Sight* sight, float* x) noexcept nogil:
    """Each between 0 and about 1."""
    cdef const Body* b = <const Body*>s.body
    memset(x, 0, FEATURES * sizeof(float))
    tableau_features(b, x)
    stock_features(s, x)
    rank_features(b, sight, x)


# -- nets --------------------------------------------------------------------------------------------------------------

cdef void net_read(const int16_t* weights, Net* net) noexcept nogil:
    """Stored weights are the net's numbers as they lie in memory, in units of 1 / SCALE."""
    cdef float* w = <float*>net
    cdef int i
    for i in range(NET_SIZE):
        w[i] = weights[i] / <float>SCALE


cdef float net_value(const Net* net, const float* x, float* hidden) noexcept nogil:
    """hidden: HIDDEN places for what the hidden layer says."""
    cdef float sums[4]
    cdef float value
    cdef int i, k
    for k in range(HIDDEN):
        hidden[k] = net.bias[k]
    for i in range(FEATURES):
        value = x[i]
        if value != 0:
            for k in range(HIDDEN):
                hidden[k] += value * net.inward[i][k]
    for k in range(HIDDEN):
        hidden[k] = max(hidden[k], <float>0.01 * hidden[k])
    sums[0] = sums[1] = sums[2] = sums[3] = 0
    for i in range(0, HIDDEN, 4):
        for k in range(4):
            sums[k] += hidden[i + k] * net.outward[i + k]
    return net.base + ((sums[0] + sums[1]) + (sums[2] + sums[3]))


cdef Net SCORE_NET       # its value: points to come, in units of 40
cdef Net WIN_NET         # its value: the chance to clear
cdef bint ready = False  # both are there, for these features


cdef bint evaluate(const State* s, double* scores, double* wins) noexcept nogil:
    """GameOps.evaluate. Where points double along a run nothing has been learnt, and it has no opinion."""
    cdef const Body* b = <const Body*>s.body
    cdef Sight sight
    cdef float x[FEATURES]
    cdef float hidden[HIDDEN]
    if s.options[MULTIPLIER] != STANDARD or not ready:
        return False
    sight_fill(s, &sight)
    features_fill(s, &sight, x)
    scores[0] = b.total + 40.0 * net_value(&SCORE_NET, x, hidden)
    wins[0] = min(max(<double>net_value(&WIN_NET, x, hidden), 0.0), 1.0)
    return True


# -- for tests and the command that learns -----------------------------------------------------------------------------

def features(Position position not None):
    """What the nets look at, in the order of the table in triple_peaks_judge.pxd."""
    cdef Sight sight
    cdef float x[FEATURES]
    sight_fill(position.s, &sight)
    features_fill(position.s, &sight, x)
    return [x[i] for i in range(FEATURES)]


tables_fill()
ready = score_count() == NET_SIZE and win_count() == NET_SIZE
if ready:
    net_read(score_weights(), &SCORE_NET)
    net_read(win_weights(), &WIN_NET)
