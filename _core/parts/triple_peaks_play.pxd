"""How good a card of Triple Peaks looks; see triple_peaks_play.pyx."""
from libc.stdint cimport uint32_t
from tileengine._core.random cimport Fast
from tileengine._core.state cimport State
from tileengine._core.parts.triple_peaks_tableau cimport Body

cdef double take_rate(const Body* b, uint32_t present, uint32_t shown, int slot, int depth) noexcept nogil
cdef double rate(const State* s, uint32_t action) noexcept nogil
cdef uint32_t rollout(const State* s, Fast* fast) noexcept nogil
cdef bint settled(const State* s) noexcept nogil
