"""The 22,932 tableaus of Triple Peaks that play can leave, with the steps between them; made once at import.

Which card lies where plays no part: this is the layout alone (P1.3). Nothing here is written to after the import, so
that all threads share it.
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libc.string cimport memset
from tileengine._core.games.triple_peaks cimport PEAKS_APEXES, PEAKS_SLOTS, peaks_covers

cdef extern from *:
    int ctz "__builtin_ctz"(unsigned int) noexcept nogil
    int popcount "__builtin_popcount"(unsigned int) noexcept nogil

cdef Graph GRAPH


cdef inline uint32_t tableau_hash(uint32_t present) noexcept nogil:
    return (present * <uint32_t>0x9E3779B1) >> 16


cdef const Graph* peaks_graph() noexcept nogil:
    return &GRAPH


cdef int tableau_number(uint32_t present) noexcept nogil:
    cdef uint32_t at = tableau_hash(present)
    while GRAPH.present[GRAPH.lookup[at]] != present:
        at = (at + 1) & (LOOKUP - 1)
    return GRAPH.lookup[at]


cdef uint32_t uncovered(uint32_t present) noexcept nogil:
    cdef const uint32_t* covers = peaks_covers()
    cdef uint32_t result = 0
    cdef int slot
    for slot in range(PEAKS_SLOTS):
        if present >> slot & 1 and covers[slot] & present == 0:
            result |= <uint32_t>1 << slot
    return result


cdef int enter(uint32_t present, int count) noexcept nogil:
    """The number of a tableau, `count` if it is new."""
    cdef uint32_t at = tableau_hash(present)
    while GRAPH.lookup[at] != 0xFFFF:
        if GRAPH.present[GRAPH.lookup[at]] == present:
            return GRAPH.lookup[at]
        at = (at + 1) & (LOOKUP - 1)
    GRAPH.lookup[at] = <uint16_t>count
    return count


cdef void graph_fill():
    """Breadth first from the full tableau: one card fewer in each layer, so that numbers ascend along every step."""
    cdef int count = 1
    cdef int edges = 0
    cdef int here = 0
    cdef int there, at
    cdef uint32_t left
    memset(GRAPH.lookup, 0xFF, sizeof(GRAPH.lookup))
    GRAPH.present[0] = (<uint32_t>1 << PEAKS_SLOTS) - 1
    enter(GRAPH.present[0], 0)
    while here < count:
        GRAPH.cards[here] = <uint8_t>popcount(GRAPH.present[here])
        GRAPH.apexes[here] = <uint8_t>popcount(GRAPH.present[here] & PEAKS_APEXES)
        GRAPH.open_cards[here] = left = uncovered(GRAPH.present[here])
        GRAPH.after_at[here] = edges
        while left:
            there = enter(GRAPH.present[here] & ~(left & (0 - left)), count)
            if there == count:
                if count == TABLEAUS:
                    raise AssertionError("more tableaus than the layout has")
                GRAPH.present[there] = GRAPH.present[here] & ~(left & (0 - left))
                count += 1
            if edges == EDGES_MAX:
                raise AssertionError("more steps than the layout has")
            GRAPH.after[edges] = <uint16_t>there
            edges += 1
            left &= left - 1
        here += 1
    if count != TABLEAUS:
        raise AssertionError(f"{count} tableaus")
    GRAPH.after_at[count] = edges
    for at in range(edges):     # the same steps from their ends: count, sum up, fill from the back
        GRAPH.before_at[GRAPH.after[at]] += 1
    for here in range(1, count):
        GRAPH.before_at[here] += GRAPH.before_at[here - 1]
    GRAPH.before_at[count] = edges
    for here in range(count - 1, -1, -1):
        left = GRAPH.open_cards[here]
        at = GRAPH.after_at[here]
        while left:
            there = GRAPH.after[at]
            GRAPH.before_at[there] -= 1
            GRAPH.before[GRAPH.before_at[there]].tableau = <uint16_t>here
            GRAPH.before[GRAPH.before_at[there]].slot = <uint16_t>ctz(left)
            at += 1
            left &= left - 1


graph_fill()
