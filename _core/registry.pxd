"""Where games announce themselves; see registry.pyx."""
from tileengine._core.ops cimport GameOps

cdef enum:
    GAMES_MAX = 64

cdef int register(GameOps* ops) except -1
cdef const GameOps* ops_by_id(int game) noexcept nogil
cdef const GameOps* ops_by_slug(str slug) except NULL
