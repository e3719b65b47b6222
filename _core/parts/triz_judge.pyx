"""What the groups of Triz promise: their size, the sites at which they can grow, and what one piece would join to them.

It looks at the field and at the number of pieces to come, never at a hand, so that it tells nobody anything.
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t
from libc.string cimport memset
from tileengine._core.parts.triz_board cimport (COLOUR, FIELD_SIZE, JEWELS, LARGEST, PRODUCT2, PRODUCT3, SCORING, STEP,
                                                STRIDE, SUM2, SUM3, TWO_COLOUR_PRODUCT, TWO_COLOUR_SUM, Body, Jewels,
                                                colour_at, empty_sites, jewels_join, root, touching, triz_low)
from tileengine._core.state cimport State

# Fitted by play: of players that look one move ahead, the one with these beats the one that counts jewels alone in nine
# games of ten (docs/strength.md). Steeper or flatter ones did less well.
cdef double SITE = 0.6          # jewels that a site beside a group is worth
cdef double JOIN = 0.2          # share of the other groups that one piece could join to it
cdef enum:
    SITES_MAX = 8               # more sites than that are no more use

# What is known of a group, by the number of its root jewel.
ctypedef struct Growth:
    uint8_t sites[JEWELS]       # empty sites beside it
    uint16_t joins[JEWELS]      # most jewels of other groups that a piece on one of them would join to it


cdef inline int groups_beside(const Body* b, Jewels* j, int cell, int* found) noexcept nogil:
    """The groups, of any colour, that show a jewel to an empty site; returns how many, at most eight."""
    cdef int count = 0
    cdef int side, first, i, at, k
    for side in range(4):
        if b.look[cell + STEP[side]] == 0:
            continue
        first = j.number[cell + STEP[side]]
        for i in range(2, 4):       # Z2.3: the two jewels of the neighbour that border this site
            at = root(j, first + ((side + i) & 3))
            for k in range(count):
                if found[k] == at:
                    break
            else:
                found[count] = at
                count += 1
    return count


cdef void growth_fill(const State* s, Jewels* j, Growth* growth) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef int found[8]
    cdef int a, cell, count, i, k, colour, total
    cdef uint32_t columns
    memset(growth, 0, sizeof(Growth))
    for a in range(s.options[FIELD_SIZE]):
        columns = empty_sites(s, a) & touching(b, a)
        while columns:
            cell = (a + 1) * STRIDE + triz_low(columns)
            columns &= columns - 1
            count = groups_beside(b, j, cell, found)
            for i in range(count):
                growth.sites[found[i]] += 1
                colour = colour_at(b.look[j.cell[found[i] >> 2]], found[i])
                total = 0
                for k in range(count):
                    if k != i and colour_at(b.look[j.cell[found[k] >> 2]], found[k]) == colour:
                        total += j.size[found[k]]
                growth.joins[found[i]] = <uint16_t>max(<int>growth.joins[found[i]], total)


cdef bint triz_evaluate(const State* s, double* scores, double* wins) noexcept nogil:
    """GameOps.evaluate: the score (Z5.1 to Z5.3) of groups that have grown by what they promise."""
    cdef const Body* b = <const Body*>s.body
    cdef Jewels j
    cdef Growth growth
    cdef double best[4][3]      # by colour, the three largest
    cdef double value, swap
    cdef double* three
    cdef int scoring = s.options[SCORING]
    cdef int pieces = (b.in_hands + b.total - b.drawn) // s.seats      # a seat can still lay about so many
    cdef int i, k, colour, seat
    jewels_join(s, &j)
    growth_fill(s, &j, &growth)
    memset(best, 0, sizeof(best))
    for i in range(4 * j.count):
        if j.parent[i] != i:
            continue
        colour = colour_at(b.look[j.cell[i >> 2]], i)
        value = j.size[i]
        if pieces:
            value += SITE * min(min(<int>growth.sites[i], <int>SITES_MAX), pieces) + JOIN * growth.joins[i]
        for k in range(3):
            if value > best[colour][k]:
                swap = best[colour][k]
                best[colour][k] = value
                value = swap
    for seat in range(s.seats):
        three = best[s.options[COLOUR + seat]]
        if scoring == LARGEST:
            scores[seat] = three[0]
        elif scoring == SUM2:
            scores[seat] = three[0] + three[1]
        elif scoring == SUM3:
            scores[seat] = three[0] + three[1] + three[2]
        elif scoring == PRODUCT2:
            scores[seat] = three[0] * three[1]
        elif scoring == PRODUCT3:
            scores[seat] = three[0] * three[1] * three[2]
        elif scoring == TWO_COLOUR_SUM:
            scores[seat] = three[0] + best[s.options[COLOUR + seat + 2]][0]
        elif scoring == TWO_COLOUR_PRODUCT:
            scores[seat] = three[0] * best[s.options[COLOUR + seat + 2]][0]
    wins[0] = -1
    return True
