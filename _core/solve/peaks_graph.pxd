"""The sets of tableau cards of Triple Peaks that play can leave, as a graph; see peaks_graph.pyx."""
from libc.stdint cimport uint8_t, uint16_t, uint32_t

cdef enum:
    TABLEAUS = 22932        # P6.1
    EDGES_MAX = 131072
    GRAPH_WORDS = 359       # 64-bit words of a set of tableaus
    LOOKUP = 65536

# One tableau follows another by taking `slot` from it.
ctypedef struct Before:
    uint16_t tableau
    uint16_t slot

# Tableaus are numbered so that taking a card leads to a higher number: 0 is the full one, the last one is empty.
ctypedef struct Graph:
    uint32_t present[TABLEAUS]      # slots whose card is there
    uint32_t open_cards[TABLEAUS]   # those that nothing covers
    uint8_t cards[TABLEAUS]         # how many there are
    uint8_t apexes[TABLEAUS]        # and how many of them are apexes
    uint32_t after_at[TABLEAUS + 1]
    uint16_t after[EDGES_MAX]       # from after_at[t]: the tableaus that follow, in the order of open slots
    uint32_t before_at[TABLEAUS + 1]
    Before before[EDGES_MAX]        # from before_at[t]: those it follows from
    uint16_t lookup[LOOKUP]         # open addressing by tableau_hash; 0xFFFF: free

cdef const Graph* peaks_graph() noexcept nogil
# The number of a tableau that play can leave.
cdef int tableau_number(uint32_t present) noexcept nogil
