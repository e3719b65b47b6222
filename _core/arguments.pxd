"""Options and seeds as callers give them; see arguments.pyx."""
from tileengine._core.ops cimport GameOps
from tileengine._core.state cimport State

# Fills s.options, defaults included, for s.seats seats; raises BadOption.
cdef void options_fill(State* s, const GameOps* ops, dict options) except *
# The 32 bytes of a stream's key; raises BadSeed.
cdef bytes seed_bytes(object seed)
