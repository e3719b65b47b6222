"""Exact answers about a round of Triple Peaks whose cards are all known: the solvers for Python.

A Solver owns the memory of its searches, about 5 MB, so that no search allocates. Budgets are nodes and never time:
the same question has the same answer on every machine. It sees face-down cards and the stock, so it is for hosts,
puzzles and reviews, and no player's helper.
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
from tileengine._core.solve.peaks_playout cimport playout_clears
from tileengine._core.solve.peaks_score cimport Best, ScoreSpace, score_best


cdef class Solver:
    cdef ClearSpace* clear_space
    cdef ScoreSpace* score_space

    def __cinit__(self):
        self.clear_space = <ClearSpace*>calloc(1, sizeof(ClearSpace))
        self.score_space = <ScoreSpace*>calloc(1, sizeof(ScoreSpace))
        if self.clear_space == NULL or self.score_space == NULL:
            raise MemoryError()

    def __dealloc__(self):
        free(self.clear_space)
        free(self.score_space)

    def clear(self, Position position not None, int64_t nodes, bint shortest=False):
        cdef PeaksRound r
        cdef Deal d
        cdef Line line
        cdef int64_t used = 0
        cdef int found
        peaks_round(position.s, &r)
        with nogil:
            deal_fill(&d, &r)
            line.count = 0
            if shortest:
                found = clear_shortest(self.clear_space, &d, nodes, &used, &line)
            else:
                found = clear_find(self.clear_space, &d, nodes, &used, &line)
        return found, used, moves(&r, &line) if found == 1 else []

    def best(self, Position position not None, int64_t nodes):
        cdef PeaksRound r
        cdef Deal d
        cdef Best best
        cdef int64_t used = 0
        peaks_round(position.s, &r)
        with nogil:
            deal_fill(&d, &r)
            score_best(self.score_space, &d, nodes, &used, &best)
        return best.gain, best.proved, used, moves(&r, &best.line)

    def playouts(self, Position position not None, uint64_t seed, int count):
        cdef PeaksRound r
        cdef Deal d
        cdef int cleared
        peaks_round(position.s, &r)
        with nogil:
            deal_fill(&d, &r)
            cleared = playout_clears(&d, seed, count)
        return cleared


cdef list moves(const PeaksRound* r, const Line* line):
    cdef int i
    return [action_plain(DRAW) if line.moves[i] == DRAWN
            else action_make(TAKE, line.moves[i], r.cards[line.moves[i]], 0, 0) for i in range(line.count)]
