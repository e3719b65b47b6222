"""The weights of a net; see triple_peaks_win_net.pyx, which is generated."""
from libc.stdint cimport int16_t

cdef const int16_t* win_weights() noexcept nogil
cdef int win_count() noexcept nogil
