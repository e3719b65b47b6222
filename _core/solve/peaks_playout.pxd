"""Random play of Triple Peaks, to measure how hard a deal is; see peaks_playout.pyx."""
from libc.stdint cimport uint64_t
from tileengine._core.solve.peaks_deal cimport Deal

cdef int playout_clears(const Deal* d, uint64_t seed, int count) noexcept nogil
