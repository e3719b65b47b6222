"""Exact answers about a round of Triple Peaks whose cards are all known: the searches for Python.

A Solver owns the memory of its searches, about 9 MB, so that no search allocates. Budgets are nodes and never time:
the same question has the same answer on every machine. It sees face-down cards and the stock, so it is for hosts,
puzzles and reviews, and no player's helper. A game of several rounds is looked at one round at a time: what comes
after the board is cleared is left out.
"""
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport calloc, free

from tileengine import errors
from tileengine._core.action cimport DRAW, TAKE, action_make, action_plain
from tileengine._core.codes cimport HIDDEN_INFORMATION, OK, UNKNOWN_GAME
from tileengine._core.games.triple_peaks cimport PeaksRound, peaks_ops, peaks_round
from tileengine._core.position cimport Position
from tileengine._core.solve.peaks_clear cimport ClearSpace, clear_find, clear_shortest
from tileengine._core.solve.peaks_deal cimport DRAWN, Deal, Line, deal_fill
from tileengine._core.solve.peaks_graph cimport peaks_graph
from tileengine._core.solve.peaks_playout cimport playout_clears
from tileengine._core.solve.peaks_score cimport Best, ScoreSpace, score_best

GAME = peaks_ops().slug.decode()
"""The game these searches are for."""


cdef void open_round(Position position, PeaksRound* r) except *:
    """The round a position is in. Raises UnknownGame, HiddenInformation."""
    if position.ops != peaks_ops():
        raise errors.make(UNKNOWN_GAME, f"no solver for {position.game}; there is one for {GAME}", field="position")
    if peaks_round(position.s, r) != OK:
        raise errors.make(HIDDEN_INFORMATION, "an observed position lacks the cards that decide it; send a whole one",
                          field="position")


cdef list actions(const PeaksRound* r, const Line* line):
    cdef int i
    return [action_plain(DRAW) if line.moves[i] == DRAWN
            else action_make(TAKE, line.moves[i], r.cards[line.moves[i]], 0, 0) for i in range(line.count)]


def cards_left(Position position not None):
    """Cards in the tableau, 0 to 28; 28 again when a round has begun. Raises UnknownGame, HiddenInformation."""
    cdef PeaksRound r
    cdef Deal d
    open_round(position, &r)
    deal_fill(&d, &r)
    return peaks_graph().cards[d.tableau]


cdef class Solver:
    """The searches with their memory. One call at a time: a second thread's gets a RuntimeError."""

    cdef ClearSpace* clear_space
    cdef ScoreSpace* score_space
    cdef bint busy

    def __cinit__(self):
        self.clear_space = <ClearSpace*>calloc(1, sizeof(ClearSpace))
        self.score_space = <ScoreSpace*>calloc(1, sizeof(ScoreSpace))
        if self.clear_space == NULL or self.score_space == NULL:
            raise MemoryError()

    def __dealloc__(self):
        free(self.clear_space)
        free(self.score_space)

    cdef void take(self) except *:
        if self.busy:
            raise RuntimeError("this Solver is at work in another thread; each thread needs its own")
        self.busy = True

    def clear(self, Position position not None, int64_t nodes, *, bint shortest=False):
        """Can the round be cleared? (answer, actions, nodes used).

        answer: True with the actions that do it, False, or None when `nodes` were not enough to tell. shortest: the
        actions are then as few as possible, and the answer takes at most 22,931 nodes. Raises UnknownGame,
        HiddenInformation.
        """
        cdef PeaksRound r
        cdef Deal d
        cdef Line line
        cdef int64_t used = 0
        cdef int found
        open_round(position, &r)
        self.take()
        with nogil:
            deal_fill(&d, &r)
            line.count = 0
            if shortest:
                found = clear_shortest(self.clear_space, &d, nodes, &used, &line)
            else:
                found = clear_find(self.clear_space, &d, nodes, &used, &line)
        self.busy = False
        return (None if found < 0 else found == 1), actions(&r, &line) if found == 1 else [], used

    def best(self, Position position not None, int64_t nodes):
        """The most points the running total can gain in this round: (points, actions, proved, nodes used).

        The total is looked at after every move, so the actions end where it is highest, not where the game ends.
        proved: False when `nodes` were not enough; the points can then be had, but there may be more. Raises
        UnknownGame, HiddenInformation.
        """
        cdef PeaksRound r
        cdef Deal d
        cdef Best best
        cdef int64_t used = 0
        open_round(position, &r)
        self.take()
        with nogil:
            deal_fill(&d, &r)
            score_best(self.score_space, &d, nodes, &used, &best)
        self.busy = False
        return best.gain, actions(&r, &best.line), best.proved, used


def playouts(Position position not None, uint64_t seed, int count):
    """How many of `count` random playouts clear the round: any playable card, a stock card only when there is none.

    The same position, seed and count give the same number. Raises UnknownGame, HiddenInformation.
    """
    cdef PeaksRound r
    cdef Deal d
    cdef int cleared
    open_round(position, &r)
    with nogil:
        deal_fill(&d, &r)
        cleared = playout_clears(&d, seed, count)
    return cleared
