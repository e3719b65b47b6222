"""Playouts: quick moves to the end of the deal, or so far, and what the place they led to is worth to each seat.

Works over any game; what makes playouts good is the game's own `rollout`, `rate` and `evaluate`. It knows no tree.
"""
from libc.math cimport fabs
from libc.stdint cimport int8_t, int64_t, uint32_t
from libc.string cimport memset
from tileengine._core.codes cimport PARTS_MAX, SEATS_MAX
from tileengine._core.random cimport fast_next


cdef uint32_t quick_move(const GameOps* ops, const State* s, Fast* fast, int tries) noexcept nogil:
    """The game's own quick move, else the best rated of a few random ones; the game must not be over."""
    cdef uint32_t action, best
    cdef double rating, best_rating
    cdef int _try
    if ops.rollout != NULL:
        return ops.rollout(s, fast)
    best = ops.sample(s, fast)
    if ops.rate == NULL or tries < 2:
        return best
    best_rating = ops.rate(s, best)
    for _try in range(tries - 1):
        action = ops.sample(s, fast)
        if action == best:
            continue
        rating = ops.rate(s, action)
        if rating > best_rating:
            best = action
            best_rating = rating
    return best


cdef void playout(const GameOps* ops, State* s, Fast* fast, int round, int horizon, int tries,
                  uint32_t noise) noexcept nogil:
    """Plays quick moves until the game or the deal is over, at most `horizon` of them (TO_THE_END: no limit).

    noise: of 2**32 moves so many are uniformly random instead.
    """
    while horizon != 0 and not s.over and round_of(ops, s) == round:
        ops.apply(s, ops.sample(s, fast) if fast_next(fast) >> 32 < noise else quick_move(ops, s, fast, tries))
        s.ply += 1
        horizon -= 1


cdef inline double squashed(double margin, double scale) noexcept nogil:
    """0..1, one half at 0. Only +, * and /, so that every machine computes the same."""
    return 0.5 + 0.5 * margin / (fabs(margin) + scale)


cdef bint scores_of(const GameOps* ops, const State* s, int round, double* scores, double* wins) noexcept nogil:
    """Per seat the final score; of a game that goes on what `evaluate` expects, else the score so far.

    True when `evaluate` said so: then it may also have said how likely each seat wins, else wins[0] is -1.
    """
    cdef int64_t parts[PARTS_MAX]
    cdef int seat
    if not s.over and round_of(ops, s) == round and ops.evaluate != NULL and ops.evaluate(s, scores, wins):
        return True
    wins[0] = -1
    for seat in range(s.seats):
        memset(parts, 0, sizeof(parts))
        scores[seat] = <double>ops.score(s, seat, parts)
    return False


cdef double lead_of(const double* scores, int seats, int seat) noexcept nogil:
    """A seat's score less the best other seat's; of a single seat its score."""
    cdef double best = -1e18
    cdef int other
    if seats == 1:
        return scores[0]
    for other in range(seats):
        if other != seat and scores[other] > best:
            best = scores[other]
    return scores[seat] - best


cdef bint judge(const GameOps* ops, const State* s, int round, const Aim* aim, Result* result) noexcept nogil:
    """Scores, wins and utilities; True when they are what `evaluate` expects.

    Utility: aim.win * win + (1 - aim.win) * margin. The margin part is a seat's lead over the best other seat, squashed
    into 0..1; of a single seat it is its score in units of aim.scale, so that its mean is the mean score. An unfinished
    game counts as what `evaluate` expects (else as the score so far), and its win part, where `evaluate` has no
    opinion, as the squashed lead; a single seat has then not won, unless its deal has ended.
    """
    cdef int8_t outcome[SEATS_MAX]
    cdef double wins[SEATS_MAX]
    cdef double lead
    cdef int seat
    cdef bint expected = scores_of(ops, s, round, result.score, wins)
    if s.over:
        ops.outcome(s, outcome)
    for seat in range(s.seats):
        lead = lead_of(result.score, s.seats, seat)
        lead = lead / aim.scale if s.seats == 1 else squashed(lead, aim.scale)
        if s.over:
            result.win[seat] = 0.5 * outcome[seat]
        elif wins[0] >= 0:
            result.win[seat] = wins[seat]
        else:
            result.win[seat] = lead if s.seats > 1 else <double>(round_of(ops, s) != round)
        result.utility[seat] = aim.win * result.win[seat] + (1 - aim.win) * lead
    return expected


cdef void blend(const Result* expected, double trust, int seats, Result* result) noexcept nogil:
    """Moves a playout's result towards what was expected before it: 0 not at all, 1 all the way."""
    cdef int seat
    for seat in range(seats):
        result.score[seat] += trust * (expected.score[seat] - result.score[seat])
        result.win[seat] += trust * (expected.win[seat] - result.win[seat])
        result.utility[seat] += trust * (expected.utility[seat] - result.utility[seat])
