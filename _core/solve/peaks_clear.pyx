"""Can a round of Triple Peaks with known cards be cleared, and how short is the shortest way?

What is left of a round is decided by the tableau, the rank on the waste and the number of stock cards turned. Of two
that differ in the last only, the one with fewer turned can do all that the other can: it plays the same cards, and
turns up to the other's stock card where the other turns its next. So one number a tableau and rank is enough, the
earliest stock index; the stock cards that can be turned above the same tableau count as ways to reach it too.

`clear_shortest` computes that number for all tableaus at once, in their order, and cannot need more than 22,932 nodes.
`clear_find` first dives for any way, which mostly takes some dozens of nodes, and falls back on the other.
It knows no score.
"""
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset
from tileengine._core.games.triple_peaks cimport PEAKS_STOCK
from tileengine._core.solve.peaks_deal cimport DRAWN, line_add, line_reverse
from tileengine._core.solve.peaks_graph cimport Graph, peaks_graph

cdef extern from *:
    int ctz "__builtin_ctz"(unsigned int) noexcept nogil
    int ctzll "__builtin_ctzll"(unsigned long long) noexcept nogil
    int popcount "__builtin_popcount"(unsigned int) noexcept nogil

cdef enum:
    NEVER = 255
    EMPTY = TABLEAUS - 1
    DIVE = 3000         # nodes after which diving on costs more than computing everything


cdef inline void space_begin(ClearSpace* space) noexcept nogil:
    space.search += 1
    if space.search == 0:       # the counter has wrapped: forget all rows
        memset(space.seen_in, 0, sizeof(space.seen_in))
        space.search = 1


cdef inline uint8_t* row(ClearSpace* space, int tableau) noexcept nogil:
    """The row of a tableau, emptied when this search has not touched it yet."""
    cdef uint8_t* earliest = space.earliest + RANK_ROW * tableau
    if space.seen_in[tableau] != space.search:
        space.seen_in[tableau] = space.search
        memset(earliest, NEVER, RANK_ROW)
    return earliest


cdef inline int after(const Graph* g, int tableau, int slot) noexcept nogil:
    cdef uint32_t lower = ((<uint32_t>1) << slot) - 1
    return g.after[g.after_at[tableau] + popcount(g.open_cards[tableau] & lower)]


cdef int dive(ClearSpace* space, const Deal* d, int64_t budget, int64_t* nodes, Line* line) noexcept nogil:
    """Depth first, cards before stock cards, the slot nearest to an apex first.

    A stock card whose rank the tableau has had earlier is not played on, but turning goes on beyond it: the earlier
    entry counts on exactly that.
    """
    cdef const Graph* g = peaks_graph()
    cdef Frame* end = space.frames      # one past the last frame
    cdef Frame* f
    cdef int tableau = d.tableau
    cdef int waste = d.waste
    cdef int drawn = d.drawn
    cdef int move = DRAWN
    space_begin(space)
    row(space, tableau)
    while True:
        nodes[0] += 1
        space.earliest[RANK_ROW * tableau + waste] = <uint8_t>drawn
        end.left = g.open_cards[tableau] & d.near[waste]
        end.tableau = <uint16_t>tableau
        end.move = <uint8_t>move
        end.drawn = end.turned = <uint8_t>drawn
        end += 1
        if tableau == EMPTY:
            line_of_frames(space, end, line)
            return 1
        if nodes[0] >= budget:
            return -1
        while True:         # the next step that leads to something new
            f = end - 1
            if f.left:
                move = ctz(f.left)
                f.left &= f.left - 1
                tableau = after(g, f.tableau, move)
                waste = d.slot_rank[move]
                drawn = f.drawn
            elif f.turned < PEAKS_STOCK:
                f.turned += 1
                move = DRAWN
                tableau = f.tableau
                waste = d.stock_rank[f.turned]
                drawn = f.turned
            else:
                end = f
                if end == space.frames:
                    return 0
                continue
            if drawn < row(space, tableau)[waste]:
                break


cdef void line_of_frames(const ClearSpace* space, const Frame* end, Line* line) noexcept nogil:
    cdef const Frame* f = space.frames + 1
    cdef int drawn = space.frames[0].drawn
    line.count = 0
    while f < end:
        while drawn < f.drawn:
            line_add(line, DRAWN)
            drawn += 1
        if f.move != DRAWN:
            line_add(line, f.move)
        f += 1


cdef inline int smallest(const uint8_t* earliest) noexcept nogil:
    """The rank that comes first."""
    cdef int best = 0
    cdef int i
    for i in range(1, 13):
        if earliest[i] < earliest[best]:
            best = i
    return best


cdef void walk_back(ClearSpace* space, const Deal* d, Line* line) noexcept nogil:
    """The moves of a shortest way, from the empty tableau back to the start."""
    cdef const Graph* g = peaks_graph()
    cdef int tableau = EMPTY
    cdef int rank = smallest(space.earliest + RANK_ROW * EMPTY)
    cdef int drawn = space.earliest[RANK_ROW * EMPTY + rank]
    cdef const uint8_t* earliest
    cdef uint32_t at
    cdef int before, slot, first
    line.count = 0
    while tableau != d.tableau:
        for at in range(g.before_at[tableau], g.before_at[tableau + 1]):
            before = g.before[at].tableau
            slot = g.before[at].slot
            earliest = space.earliest + RANK_ROW * before
            if d.slot_rank[slot] != rank or space.seen_in[before] != space.search:
                continue
            if min(earliest[d.below[rank]], earliest[d.above[rank]]) == drawn:
                line_add(line, slot)
                tableau = before
                rank = d.below[rank] if earliest[d.below[rank]] == drawn else d.above[rank]
                break
        else:       # this rank came from the stock: back to the first arrival at this tableau
            first = smallest(space.earliest + RANK_ROW * tableau)
            while drawn > space.earliest[RANK_ROW * tableau + first]:
                line_add(line, DRAWN)
                drawn -= 1
            rank = first
    while drawn > d.drawn:
        line_add(line, DRAWN)
        drawn -= 1
    line_reverse(line)


cdef int clear_shortest(ClearSpace* space, const Deal* d, int64_t budget, int64_t* nodes, Line* line) noexcept nogil:
    cdef const Graph* g = peaks_graph()
    cdef uint8_t turned[PEAKS_STOCK + 1][RANK_ROW]      # the next stock card of a rank after so many were turned
    cdef uint8_t* earliest
    cdef uint8_t* later
    cdef uint64_t bits
    cdef uint32_t left, at
    cdef int word, here, there, rank, drawn, i
    memset(turned[PEAKS_STOCK], NEVER, RANK_ROW)
    for drawn in range(PEAKS_STOCK - 1, -1, -1):
        turned[drawn] = turned[drawn + 1]
        turned[drawn][d.stock_rank[drawn + 1]] = <uint8_t>(drawn + 1)
    space_begin(space)
    memset(space.reached, 0, sizeof(space.reached))
    row(space, d.tableau)[d.waste] = <uint8_t>d.drawn
    space.reached[d.tableau >> 6] |= <uint64_t>1 << (d.tableau & 63)
    for word in range(d.tableau >> 6, GRAPH_WORDS):
        bits = space.reached[word]
        while bits:
            here = 64 * word + ctzll(bits)
            if here == EMPTY:
                break
            if nodes[0] >= budget:
                return -1
            nodes[0] += 1
            earliest = space.earliest + RANK_ROW * here
            drawn = NEVER
            for i in range(RANK_ROW):
                drawn = min(drawn, <int>earliest[i])
            later = turned[drawn]
            for i in range(RANK_ROW):
                earliest[i] = min(earliest[i], later[i])
            left = g.open_cards[here]
            at = g.after_at[here]
            while left:
                rank = d.slot_rank[ctz(left)]
                drawn = min(earliest[d.below[rank]], earliest[d.above[rank]])
                if drawn != NEVER:
                    there = g.after[at]
                    space.reached[there >> 6] |= <uint64_t>1 << (there & 63)
                    later = row(space, there)
                    later[rank] = <uint8_t>min(<int>later[rank], drawn)
                at += 1
                left &= left - 1
            # Read again: a step may have led to another tableau of the same word.
            bits = space.reached[word] & ~((<uint64_t>2 << (here & 63)) - 1)
    if space.seen_in[EMPTY] != space.search:
        return 0
    walk_back(space, d, line)
    return 1


cdef int clear_find(ClearSpace* space, const Deal* d, int64_t budget, int64_t* nodes, Line* line) noexcept nogil:
    cdef int found = dive(space, d, min(budget, nodes[0] + DIVE), nodes, line)
    if found >= 0 or nodes[0] >= budget:
        return found
    return clear_shortest(space, d, budget, nodes, line)
