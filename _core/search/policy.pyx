"""One-ply players: the greedy one that others are measured against, and the game's own quick move. No tree here.

Also what else the search asks a game, one answer at a time: ratings, expectations, beliefs, worlds drawn by them.
"""
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy
from tileengine import errors
from tileengine._core.action cimport Filter
from tileengine._core.codes cimport ANY, GAME_OVER, SEATS_MAX, VIEWER_ALL
from tileengine._core.ops cimport GameOps
from tileengine._core.position cimport Position
from tileengine._core.random cimport Fast, fast_below, fast_next
from tileengine._core.search.playout cimport lead_of, quick_move, round_of, scores_of
from tileengine._core.state cimport STATE_WORDS, State, state_copy

cdef enum:
    NO_ROUND = -1       # no deal has this number: scores as they stand


cdef Position world_of(Position position, uint64_t seed):
    if position.s.over:
        raise errors.make(GAME_OVER, "the game is over: there is no move to choose")
    return position.observe(position.turn).resample(seed)


def greedy(Position position not None, uint64_t seed, bint promises=False):
    """The legal move after which the mover leads by most at once, of equal ones a random one.

    promises: the lead is counted in what the game's `evaluate` expects, not in the score so far. What is hidden from
    the mover is filled in at random first. Raises GameOver, HiddenInformation.
    """
    cdef Position world = world_of(position, seed)
    cdef const GameOps* ops = world.ops
    cdef uint64_t words[STATE_WORDS]
    cdef State* s = <State*>words
    cdef Filter any_move
    cdef Fast fast
    cdef uint32_t* moves = <uint32_t*>malloc(ops.actions_max * sizeof(uint32_t))
    cdef uint32_t best = 0
    cdef double lead, best_lead = 0
    cdef double scores[SEATS_MAX]
    cdef double wins[SEATS_MAX]
    cdef int round = round_of(ops, world.s)
    cdef int count, i
    cdef int equal = 0
    if moves == NULL:
        raise MemoryError()
    any_move.kind = any_move.place = any_move.piece = ANY
    fast.state = seed
    with nogil:
        count = ops.legal(world.s, &any_move, moves, ops.actions_max)
        for i in range(count):
            state_copy(s, world.s, ops.state_size)
            ops.apply(s, moves[i])
            scores_of(ops, s, round if promises else NO_ROUND, scores, wins)
            lead = lead_of(scores, s.seats, world.s.turn)
            if equal == 0 or lead > best_lead:
                best = moves[i]
                best_lead = lead
                equal = 1
            elif lead == best_lead:
                equal += 1
                if fast_below(&fast, <uint32_t>equal) == 0:
                    best = moves[i]
        free(moves)
    return best


def quick(Position position not None, uint64_t seed, int tries=4):
    """The move a playout would make: the game's own quick move, else the best rated of `tries` random ones."""
    cdef Position world = world_of(position, seed)
    cdef Fast fast
    fast.state = seed
    fast_next(&fast)
    return quick_move(world.ops, world.s, &fast, tries)


def rating(Position position not None, uint32_t action):
    """How good a legal action looks to its mover at first sight, in points; None when the game has no opinion."""
    if position.ops.rate == NULL:
        return None
    return position.ops.rate(position.s, action)


def expected(Position position not None):
    """What the game's judge expects of a position that still runs (GameOps.evaluate): (final scores, chances to win).

    One a seat, scores in points, chances 0..1; no chances where it has no opinion on winning, None without any opinion.
    """
    cdef double scores[SEATS_MAX]
    cdef double wins[SEATS_MAX]
    cdef int seats = position.s.seats
    if position.s.over or position.ops.evaluate == NULL or not position.ops.evaluate(position.s, scores, wins):
        return None
    return [scores[i] for i in range(seats)], [wins[i] for i in range(seats)] if wins[0] >= 0 else []


def beliefs(Position position not None):
    """How readily each seat is taken to hold each piece, by its play (GameOps.believe): a list of odds, 0..1, a seat.

    Odds of a seat compare pieces that the seat to move does not see. None when the game has no opinion.
    """
    cdef const GameOps* ops = position.ops
    cdef double* odds
    cdef int pieces = ops.pieces_count
    cdef int i
    if ops.believe == NULL:
        return None
    odds = <double*>malloc(position.s.seats * pieces * sizeof(double))
    if odds == NULL:
        raise MemoryError()
    ops.believe(position.s, odds)
    found = [[odds[seat * pieces + i] for i in range(pieces)] for seat in range(position.s.seats)]
    free(odds)
    return found


def imagined(Position position not None, uint64_t seed):
    """A world that agrees with what the seat to move sees, drawn as the search draws them: by `beliefs`, if any.

    Raises GameOver, HiddenInformation.
    """
    cdef Position world = world_of(position, seed)
    cdef Position seen = position.observe(position.turn)
    cdef const GameOps* ops = world.ops
    cdef double* odds
    cdef Fast fast
    if ops.believe == NULL:
        return world
    odds = <double*>malloc(world.s.seats * ops.pieces_count * sizeof(double))
    if odds == NULL:
        raise MemoryError()
    fast.state = seed
    ops.believe(seen.s, odds)
    memcpy(world.s.body, seen.s.body, ops.body_size)
    world.s.viewer = seen.s.viewer
    ops.imagine(world.s, &fast, odds)
    world.s.viewer = VIEWER_ALL
    free(odds)
    return world
