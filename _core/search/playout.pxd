"""Playing a position out and judging where it ended; see playout.pyx."""
from libc.stdint cimport uint32_t
from tileengine._core.codes cimport SEATS_MAX
from tileengine._core.ops cimport GameOps
from tileengine._core.random cimport Fast
from tileengine._core.state cimport State

# What a search plays for.
ctypedef struct Aim:
    double win          # weight of winning, 0..1; the rest is the weight of the margin in points
    double scale        # points: a margin as large as this counts half of all

# What one playout brought each seat.
ctypedef struct Result:
    double score[SEATS_MAX]
    double win[SEATS_MAX]       # 1 won, 0 lost, between when shared or unfinished
    double utility[SEATS_MAX]   # what the search maximises, see `judge`

cdef enum:
    TO_THE_END = -1

cdef inline int round_of(const GameOps* ops, const State* s) noexcept nogil:
    return 0 if ops.round == NULL else ops.round(s)

cdef uint32_t quick_move(const GameOps* ops, const State* s, Fast* fast, int tries) noexcept nogil
cdef void playout(const GameOps* ops, State* s, Fast* fast, int round, int horizon, int tries,
                  uint32_t noise) noexcept nogil
cdef bint scores_of(const GameOps* ops, const State* s, int round, double* scores, double* wins) noexcept nogil
cdef double lead_of(const double* scores, int seats, int seat) noexcept nogil
cdef bint judge(const GameOps* ops, const State* s, int round, const Aim* aim, Result* result) noexcept nogil
cdef void blend(const Result* expected, double trust, int seats, Result* result) noexcept nogil
