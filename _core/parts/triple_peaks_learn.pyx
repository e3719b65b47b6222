"""How the judge of Triple Peaks learns: it plays against the deck, one move ahead, and corrects itself after each game.

TD(lambda): the value of each position of a game moves towards what came of it, mixed with the values of the positions
that followed. A move is judged by the mean over the cards that it may turn up. The standard game only. The arguments
decide everything: no clock, one stream of random numbers, floats in a fixed order. The command is
tileengine/arena/learn.py.
"""
from libc.math cimport sqrt
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset
from tileengine._core.action cimport DRAW, Filter, action_kind
from tileengine._core.codes cimport ANY, VIEWER_ALL
from tileengine._core.games.triple_peaks cimport peaks_ops
from tileengine._core.ops cimport GameOps
from tileengine._core.random cimport Fast, fast_below, fast_next, fast_shuffle
from tileengine._core.state cimport STATE_WORDS, State, state_copy
from tileengine._core.parts.triple_peaks_judge cimport (FEATURES, HIDDEN, NET_SIZE, Net, SCALE, Sight, features_fill,
                                                        net_value, sight_fill)
from tileengine._core.parts.triple_peaks_tableau cimport (Body, CARDS, CLEARED, RANKS, STOCK, ctz, near_fill,
                                                          playable_fill)

cdef enum:
    PLIES_MAX = 51          # 28 cards and 23 stock cards
    MOVES_MAX = 9
    SAMPLES = 4             # cards that a card played is judged by while learning

cdef float UNIT = 40        # points that a value of 1 of the net for points stands for
cdef float ERROR_MAX = 2    # a surprise counts for so much at most

ctypedef struct Pupil:
    const GameOps* ops
    Net net
    Fast fast
    float point             # what a point is worth
    float prize             # what clearing is worth beside its points
    float rate              # step of the correction
    float trace             # lambda: how much what came in the end counts beside the next position's value
    float explore           # share of random moves

# One position of a game that was played.
ctypedef struct Moment:
    float x[FEATURES]
    float hidden[HIDDEN]
    float value
    float reward            # of the move made there


cdef inline float fraction(Fast* fast) noexcept nogil:
    return <float>((fast_next(fast) >> 40) / 16777216.0)


cdef void deal(Pupil* p, State* s) noexcept nogil:
    cdef uint8_t order[CARDS]
    cdef int i
    memset(s, 0, p.ops.state_size)
    s.seats = 1
    s.viewer = VIEWER_ALL
    for i in range(CARDS):
        order[i] = <uint8_t>i
    fast_shuffle(&p.fast, order, CARDS)
    p.ops.deal(s, order, CARDS)


# -- judging a move ----------------------------------------------------------------------------------------------------

cdef float seen_value(const Pupil* p, const State* s, const Sight* sight) noexcept nogil:
    cdef float x[FEATURES]
    cdef float hidden[HIDDEN]
    features_fill(s, sight, x)
    return net_value(&p.net, x, hidden)


cdef float state_value(const Pupil* p, const State* s) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef Sight sight
    if b.present == 0:
        return p.prize
    if b.playable == 0 and b.drawn == STOCK:
        return 0
    sight_fill(s, &sight)
    return seen_value(p, s, &sight)


cdef int pick_unseen(Fast* fast, const Sight* sight) noexcept nogil:
    cdef int at = <int>fast_below(fast, <uint32_t>sight.unseen_total)
    cdef int rank = 0
    while at >= sight.unseen[rank]:
        at -= sight.unseen[rank]
        rank += 1
    return rank


cdef float draw_value(const Pupil* p, State* s, const Sight* before) noexcept nogil:
    """The mean over all cards that may come up; s: after the move. The open cards stay, so what was seen does too."""
    cdef Body* b = <Body*>s.body
    cdef Sight sight = before[0]
    cdef float total = 0
    cdef int rank
    sight.unseen_total -= 1
    for rank in range(RANKS):
        if before.unseen[rank] == 0:
            continue
        b.order[b.top] = <uint8_t>(4 * rank)
        playable_fill(b)
        if b.playable == 0 and b.drawn == STOCK:
            continue
        sight.unseen[rank] -= 1
        total += before.unseen[rank] * seen_value(p, s, &sight)
        sight.unseen[rank] += 1
    return total / before.unseen_total


cdef float take_value(Pupil* p, State* s, const Sight* before, uint32_t fresh, int samples) noexcept nogil:
    """The mean over cards that may come up: `samples` of them, 0: all; s: after the move."""
    cdef Body* b = <Body*>s.body
    cdef Sight left = before[0]
    cdef float total = 0
    cdef int rank, i
    cdef int weight = 0
    cdef int count = samples if samples else RANKS
    for i in range(count):
        rank = pick_unseen(&p.fast, before) if samples else i
        if before.unseen[rank] == 0:
            continue
        b.order[ctz(fresh)] = <uint8_t>(4 * rank)
        if fresh & (fresh - 1):
            left.unseen[rank] -= 1
            left.unseen_total = before.unseen_total - 1
            b.order[ctz(fresh & (fresh - 1))] = <uint8_t>(4 * pick_unseen(&p.fast, &left))
            left.unseen[rank] += 1
        near_fill(b.order, b.near)
        playable_fill(b)
        total += (1 if samples else before.unseen[rank]) * state_value(p, s)
        weight += 1 if samples else before.unseen[rank]
    return total / weight


cdef float move_value(Pupil* p, const State* s, const Sight* sight, uint32_t action, int samples) noexcept nogil:
    cdef uint64_t words[STATE_WORDS]
    cdef State* after = <State*>words
    cdef const Body* b = <const Body*>s.body
    cdef Body* a = <Body*>after.body
    cdef uint32_t fresh
    cdef float reward
    state_copy(after, s, p.ops.state_size)
    p.ops.apply(after, action)
    reward = (a.total - b.total) * p.point
    fresh = a.open_cards & ~b.open_cards
    if action_kind(action) == DRAW:
        return reward + draw_value(p, after, sight)
    if fresh:
        return reward + take_value(p, after, sight, fresh, samples)
    return reward + state_value(p, after)


cdef uint32_t choose(Pupil* p, const State* s, const Sight* sight, int samples) noexcept nogil:
    cdef uint32_t moves[MOVES_MAX]
    cdef Filter any_move
    cdef float value, best_value = 0
    cdef int best = 0
    cdef int count, i
    any_move.kind = any_move.place = any_move.piece = ANY
    count = p.ops.legal(s, &any_move, moves, MOVES_MAX)
    if count == 1:
        return moves[0]
    if fraction(&p.fast) < p.explore:
        return moves[fast_below(&p.fast, <uint32_t>count)]
    for i in range(count):
        value = move_value(p, s, sight, moves[i], samples)
        if i == 0 or value > best_value:
            best = i
            best_value = value
    return moves[best]


# -- learning ----------------------------------------------------------------------------------------------------------

cdef void correct(Pupil* p, const Moment* m, float target) noexcept nogil:
    """One step of gradient descent on the squared error."""
    cdef Net* net = &p.net
    cdef float pull[HIDDEN]
    cdef float error = min(max(target - m.value, -ERROR_MAX), ERROR_MAX) * p.rate
    cdef float x
    cdef int i, k
    net.base += error
    for k in range(HIDDEN):
        pull[k] = error * net.outward[k] * (<float>1 if m.hidden[k] > 0 else <float>0.01)
        net.outward[k] += error * m.hidden[k]
        net.bias[k] += pull[k]
    for i in range(FEATURES):
        x = m.x[i]
        if x != 0:
            for k in range(HIDDEN):
                net.inward[i][k] += x * pull[k]


cdef void play_and_learn(Pupil* p, Moment* moments) noexcept nogil:
    cdef uint64_t words[STATE_WORDS]
    cdef State* s = <State*>words
    cdef Body* b = <Body*>s.body
    cdef Sight sight
    cdef Moment* m
    cdef float follows, came
    cdef long long before
    cdef uint32_t action
    cdef int i
    cdef int count = 0
    deal(p, s)
    while not s.over:
        m = &moments[count]
        count += 1
        sight_fill(s, &sight)
        features_fill(s, &sight, m.x)
        action = choose(p, s, &sight, SAMPLES)
        before = b.total
        p.ops.apply(s, action)
        m.reward = (b.total - before) * p.point
    came = p.prize if s.over == CLEARED else 0
    follows = came
    for i in range(count - 1, -1, -1):
        m = &moments[i]
        m.value = net_value(&p.net, m.x, m.hidden)
        came = m.reward + p.trace * came + (1 - p.trace) * follows
        follows = m.value
        correct(p, m, came)


cdef void aims_fill(Pupil* p, bint wins, float lure) noexcept nogil:
    """What a game is played for. The lure is the other aim's share: who plays for one alone rarely meets the other."""
    p.point = (lure if wins else 1) / UNIT
    p.prize = 1 if wins else lure


cdef class Learner:
    """A net that learns by playing.

    wins: it learns the chance to clear, else the points to come. games: how many it is going to play; steps get
    smaller and random moves fewer towards the end. seed: 0..2**64-1. rate: step of a correction, above 0, at most 1;
    -1: the usual. trace: lambda, 0..1: how much what came in the end counts beside the next position's value. explore:
    share of random moves at the beginning, 0..1. lure: what the other aim counts at first, -1: the usual. Raises
    ValueError.
    """
    cdef Pupil p
    cdef Moment moments[PLIES_MAX]
    cdef readonly int games
    cdef readonly int done
    cdef readonly bint wins
    cdef float rate, explore, lure

    def __cinit__(self, *, bint wins, int games, uint64_t seed=0, float rate=-1, float trace=0.6,
                  float explore=0.05, float lure=-1):
        cdef Pupil* p = &self.p
        cdef int i, k
        if rate == -1:
            rate = <float>0.02 if wins else <float>0.003    # chances are smaller than points, and so are errors
        if games < 1 or not (0 < rate <= 1 and 0 <= trace <= 1 and 0 <= explore <= 1):
            raise ValueError("games must be 1 or more, rate above 0, and no share above 1")
        self.games, self.wins, self.rate, self.explore = games, wins, rate, explore
        self.lure = lure if lure >= 0 else (0.15 if wins else 0.75)
        p.ops = peaks_ops()
        p.fast.state = seed
        p.trace = trace
        for k in range(HIDDEN):
            for i in range(FEATURES):
                p.net.inward[i][k] = (fraction(&p.fast) - <float>0.5) / 2
            p.net.outward[k] = (fraction(&p.fast) - <float>0.5) * <float>0.4

    def learn(self, int games):
        """Plays so many games more, up to the number it was made for; returns how many it did."""
        cdef float left
        cdef int _game
        games = min(games, self.games - self.done)
        with nogil:
            for _game in range(games):
                left = 1 - self.done / <float>self.games
                self.p.rate = self.rate * (left + <float>0.03)
                self.p.explore = self.explore * left
                aims_fill(&self.p, self.wins, self.lure * max(2 * left - 1, <float>0))
                play_and_learn(&self.p, self.moments)
                self.done += 1
        return games

    def measure(self, int deals, uint64_t seed):
        """Plays deals without learning, as well as it can: mean points, their standard error, share cleared."""
        cdef Pupil p = self.p
        cdef uint64_t words[STATE_WORDS]
        cdef State* s = <State*>words
        cdef Sight sight
        cdef double points
        cdef double total = 0
        cdef double squares = 0
        cdef int cleared = 0
        cdef int i
        p.explore = 0
        aims_fill(&p, self.wins, 0)
        with nogil:
            for i in range(deals):
                p.fast.state = seed + <uint64_t>i * <uint64_t>0xD1342543DE82EF95ULL
                deal(&p, s)
                while not s.over:
                    sight_fill(s, &sight)
                    p.ops.apply(s, choose(&p, s, &sight, 0))
                points = <double>(<Body*>s.body).total
                total += points
                squares += points * points
                cleared += s.over == CLEARED
        total /= deals
        return total, sqrt(max(squares / deals - total * total, 0.0) / deals), cleared / <double>deals

    def weights(self):
        """The net as whole numbers, in the order of net_read. Raises OverflowError where one does not fit."""
        cdef const float* w = <const float*>&self.p.net
        cdef int i
        found = [round(w[i] * SCALE) for i in range(NET_SIZE)]
        if max(map(abs, found)) > 32767:
            raise OverflowError("a weight has run away: learn with a smaller rate")
        return found

    def load(self, weights):
        """Goes on from a net that `weights` gave."""
        cdef float* w = <float*>&self.p.net
        cdef int i
        if len(weights) != NET_SIZE:
            raise ValueError("a net of another size")
        for i in range(len(weights)):
            w[i] = <float>weights[i] / SCALE
