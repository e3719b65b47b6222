"""How even is a deal? Random games from one position, over any game, and what they bring each seat.

Every move is drawn by lot among the legal ones; what is hidden is as it was dealt. It knows no game and no threshold.
"""
from libc.math cimport sqrt
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memset

from tileengine import errors
from tileengine._core.codes cimport HIDDEN_INFORMATION, PARTS_MAX, SEATS_MAX, VIEWER_ALL
from tileengine._core.ops cimport GameOps
from tileengine._core.position cimport Position
from tileengine._core.random cimport Fast, fast_next
from tileengine._core.state cimport STATE_WORDS, State, state_copy


def seat_scores(Position position not None, uint64_t seed, int games):
    """Plays `games` (1 or more) random games to their end: ([mean score of each seat], deviation of one score).

    The deviation is the seats' own, pooled: how much the score of one seat scatters from game to game. The same
    arguments give the same numbers. Raises HiddenInformation for an observed position.
    """
    cdef const GameOps* ops = position.ops
    cdef uint64_t words[STATE_WORDS]
    cdef State* s = <State*>words
    cdef int64_t parts[PARTS_MAX]
    cdef double total[SEATS_MAX]
    cdef double squares = 0
    cdef double spread = 0
    cdef double score
    cdef int seats = position.s.seats
    cdef Fast fast
    cdef int _game, seat
    if position.s.viewer != VIEWER_ALL:
        raise errors.make(HIDDEN_INFORMATION, "an observed position can't be played on; resample it first",
                          field="position")
    if games < 1:
        raise ValueError("games must be 1 or more")
    fast.state = seed
    fast_next(&fast)
    memset(total, 0, sizeof(total))
    with nogil:
        for _game in range(games):
            state_copy(s, position.s, ops.state_size)
            while not s.over:
                ops.apply(s, ops.sample(s, &fast))
                s.ply += 1
            for seat in range(seats):
                memset(parts, 0, sizeof(parts))
                score = <double>ops.score(s, seat, parts)
                total[seat] += score
                squares += score * score
    for seat in range(seats):
        spread += total[seat] * total[seat] / games
    return [total[seat] / games for seat in range(seats)], sqrt(max((squares - spread) / (games * seats), 0.0))
