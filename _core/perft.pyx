"""Perft: how many lines of exactly n moves start at a position. The classical check of a move generator.

Draws come from the position's own dealt order, so a line is a sequence of moves. It knows no game.
"""
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from tileengine import errors
from tileengine._core.action cimport Filter
from tileengine._core.codes cimport ANY, HIDDEN_INFORMATION, TOO_LARGE, VIEWER_ALL
from tileengine._core.ops cimport GameOps
from tileengine._core.position cimport Position
from tileengine._core.state cimport State, state_copy

cdef enum:
    DEPTH_MAX = 16


cdef uint64_t _perft(const GameOps* ops, const State* s, int depth, const Filter* any_move, char* states,
                     uint32_t* lists) noexcept nogil:
    cdef State* next_state = <State*>(states + <size_t>(depth - 1) * ops.state_size)
    cdef uint32_t* moves = lists + <size_t>(depth - 1) * ops.actions_max
    cdef uint64_t total = 0
    cdef int i, count
    if depth == 1:
        return <uint64_t>ops.count_legal(s, any_move)
    count = ops.legal(s, any_move, moves, ops.actions_max)
    for i in range(count):
        state_copy(next_state, s, ops.state_size)
        ops.apply(next_state, moves[i])
        next_state.ply += 1
        total += _perft(ops, next_state, depth - 1, any_move, states, lists)
    return total


def perft(Position position not None, int depth):
    """The number of lines of exactly `depth` moves (0..16). Raises HiddenInformation, TooLarge."""
    cdef const GameOps* ops = position.ops
    cdef Filter any_move
    cdef char* states
    cdef uint32_t* lists
    cdef uint64_t total
    if position.s.viewer != VIEWER_ALL:
        raise errors.make(HIDDEN_INFORMATION, "perft needs the whole position", field="position")
    if not 0 <= depth <= DEPTH_MAX:
        raise errors.make(TOO_LARGE, f"depth must be in 0..{DEPTH_MAX}", field="depth")
    if depth == 0:
        return 1
    any_move.kind = any_move.place = any_move.piece = ANY
    states = <char*>malloc(<size_t>depth * ops.state_size)
    lists = <uint32_t*>malloc(<size_t>depth * ops.actions_max * sizeof(uint32_t))
    try:
        if states == NULL or lists == NULL:
            raise MemoryError()
        with nogil:
            total = _perft(ops, position.s, depth, &any_move, states, lists)
        return total
    finally:
        free(states)
        free(lists)
