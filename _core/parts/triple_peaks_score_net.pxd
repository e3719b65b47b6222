"""The weights of a net; see triple_peaks_score_net.pyx, which is generated."""
from libc.stdint cimport int16_t

cdef const int16_t* score_weights() noexcept nogil
cdef int score_count() noexcept nogil
