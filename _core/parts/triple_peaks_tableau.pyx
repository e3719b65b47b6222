"""Triple Peaks: the layout of the cards, what covers what, which ranks are neighbours, and what cards are worth.

Rules are cited by paragraph of docs/rules/triple_peaks.md. This file knows no moves, no bytes and no drawing.
"""
from libc.stdint cimport int8_t, int64_t, uint8_t, uint32_t
from libc.string cimport memset
from tileengine._core.state cimport State

cdef double PITCH_X = 1.2
cdef double PITCH_Y = 0.7


cdef void tables_fill() noexcept:
    """The layout from its shape: rows of a triangle 1, 2, 3, then the common row, each slot on two of the next row."""
    cdef int column[SLOTS]      # in half cards from the left
    cdef int row[SLOTS]
    cdef int k, i, j, mode
    for k in range(3):
        column[k] = 6 * k + 3
        row[k] = 0
        for i in range(2):
            column[3 + 2 * k + i] = 6 * k + 2 + 2 * i
            row[3 + 2 * k + i] = 1
        for i in range(3):
            column[9 + 3 * k + i] = 6 * k + 1 + 2 * i
            row[9 + 3 * k + i] = 2
    for i in range(10):
        column[UPPER + i] = 2 * i
        row[UPPER + i] = 3
    memset(COVER, 0, sizeof(COVER))
    for i in range(UPPER):
        for j in range(SLOTS):
            if row[j] == row[i] + 1 and (column[j] == column[i] - 1 or column[j] == column[i] + 1):
                COVER[i] |= <uint32_t>1 << j
    memset(BENEATH, 0, sizeof(BENEATH))
    for j in range(SLOTS):
        k = 0
        for i in range(UPPER):
            if COVER[i] >> j & 1:
                BENEATH[j].bit[k] = <uint32_t>1 << i
                BENEATH[j].cover[k] = COVER[i]
                k += 1
        CENTRE[j][0] = <float>(column[j] * PITCH_X / 2)
        CENTRE[j][1] = <float>((3 - row[j]) * PITCH_Y)
    for k in range(3):
        PEAK[k][0][0] = PEAK[k][1][0] = <int8_t>k
        for i in range(2):
            PEAK[k][0][1 + i] = PEAK[k][1][2 - i] = <int8_t>(3 + 2 * k + i)
        for i in range(3):
            PEAK[k][0][3 + i] = PEAK[k][1][5 - i] = <int8_t>(9 + 3 * k + i)
        for i in range(4):
            PEAK[k][0][6 + i] = PEAK[k][1][9 - i] = <int8_t>(UPPER + 3 * k + i)
    for mode in range(3):
        BONUS[mode] = 15 if mode == STANDARD else 25
        POINTS[mode][0] = RUN[mode][0] = 0
        for k in range(1, SLOTS + 1):
            if mode == STANDARD:
                POINTS[mode][k] = k
            else:       # doubling: 1, 2, 4, 8 ...; as_printed: 1, 2, 4, 16, 32 ...
                POINTS[mode][k] = <int64_t>1 << (k - 1 if mode == 1 or k <= 3 else k)
            RUN[mode][k] = RUN[mode][k - 1] + POINTS[mode][k]


cdef uint32_t uncovered(uint32_t present) noexcept nogil:
    cdef uint32_t result = present
    cdef int slot
    for slot in range(UPPER):
        if COVER[slot] & present:
            result &= ~(<uint32_t>1 << slot)
    return result


cdef int half_covered(const Body* b) noexcept nogil:
    """Face-down cards that only one card covers."""
    cdef uint32_t covered = b.present & ~b.open_cards
    cdef int count = 0
    while covered:
        count += popcount(COVER[ctz(covered)] & b.present) == 1
        covered &= covered - 1
    return count


cdef void near_fill(const uint8_t* order, uint32_t* near) noexcept nogil:
    """Aces and kings are neighbours both ways (P2.1)."""
    cdef uint32_t by_rank[RANKS]
    cdef int i
    memset(by_rank, 0, sizeof(by_rank))
    for i in range(SLOTS):
        if order[i] != UNKNOWN:
            by_rank[rank_of(order[i])] |= <uint32_t>1 << i
    for i in range(1, RANKS - 1):
        near[i] = by_rank[i - 1] | by_rank[i + 1]
    near[0] = by_rank[RANKS - 1] | by_rank[1]
    near[RANKS - 1] = by_rank[RANKS - 2] | by_rank[0]


cdef int64_t score(const State* s, int seat, int64_t* parts) noexcept nogil:
    """Parts: cards, triangles, clear, stock. Every round before this one was cleared."""
    cdef const Body* b = <const Body*>s.body
    cdef int64_t bonus = BONUS[s.options[MULTIPLIER]]
    parts[1] = bonus * (3 * (b.round - 1) + 3 - popcount(b.present & APEXES))
    parts[2] = bonus * (b.round - 1 + (b.present == 0))
    parts[3] = b.stock_points
    parts[0] = b.total - parts[1] - parts[2] - parts[3]
    return b.total


tables_fill()
