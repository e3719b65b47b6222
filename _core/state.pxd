"""The state of a position: one plain block of memory, the same header for every game, then the game's body.

Copying is memcpy of GameOps.state_size bytes; there are no pointers and no Python objects inside. The body is
known to its game only, which binds it once at the top of each function: `cdef Body* b = <Body*>s.body`.
"""
from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy
from tileengine._core.codes cimport OPTIONS_MAX, SEATS_MAX, BODY_MAX
from tileengine._core.random cimport Stream

ctypedef struct State:
    Stream stream               # shuffles still to come; all zero in an observed position
    int32_t options[OPTIONS_MAX]  # values in the order of GameOps.options
    uint32_t ply                # actions applied since the deal
    uint16_t game               # GameOps.id
    uint8_t seats
    uint8_t turn                # the seat to move (the last mover's successor when over)
    uint8_t phase               # index into GameOps.phases
    uint8_t over                # 0 while it runs, else index into GameOps.ends
    uint8_t viewer              # VIEWER_ALL, VIEWER_PUBLIC or the seat this was observed for
    uint8_t reserved
    uint64_t body[1]            # the game's body begins here

# 1 in debug builds (TILEENGINE_DEBUG=1), where check() runs after each step.
cdef extern from *:
    """
    #ifndef TILEENGINE_DEBUG
    #define TILEENGINE_DEBUG 0
    #endif
    """
    const bint TILEENGINE_DEBUG

cdef enum:
    STATE_WORDS = 2064          # 8-byte words that hold the largest state (header + BODY_MAX)

cdef inline void state_copy(State* target, const State* source, size_t size) noexcept nogil:
    memcpy(target, source, size)
