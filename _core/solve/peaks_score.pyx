"""The most points a round of Triple Peaks with known cards can bring, and a way to them.

Layer by layer: a layer is what happens between two stock cards. Within a layer tableaus are gone through in their
order, each with the runs that lead to it. What is left of a round is decided by the stock cards turned, the tableau,
the rank on the waste, the length of the run and, where a floor stops the score, the points so far. Three facts keep
this small without losing anything:

- Every move turns more points into at least as many: it adds a fixed number, or takes 5 down to zero at most. So of
  two ways to the same place with runs of the same length the one with more points is never worse, floor or not.
- A stock card ends the run, and covers the rank. After it the most points a tableau can be left with is all that
  counts: one number a layer and tableau (`best`).
- Within a layer, of two runs at the same tableau and rank the one that is neither shorter nor poorer is never worse.

The layers' numbers are kept, so that the way is found afterwards by walking back. It knows no rule but the deal's.
"""
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset
from tileengine._core.games.triple_peaks cimport PEAKS_APEXES
from tileengine._core.solve.peaks_deal cimport DRAWN, line_add, line_reverse
from tileengine._core.solve.peaks_graph cimport Graph, peaks_graph

cdef extern from *:
    int ctz "__builtin_ctz"(unsigned int) noexcept nogil
    int ctzll "__builtin_ctzll"(unsigned long long) noexcept nogil
    int popcount "__builtin_popcount"(unsigned int) noexcept nogil

cdef enum:
    EMPTY = TABLEAUS - 1


cdef inline bint is_reached(const ScoreSpace* space, int tableau) noexcept nogil:
    return space.reached[tableau >> 6] >> (tableau & 63) & 1


cdef inline int32_t turned(const Deal* d, int32_t points) noexcept nogil:
    """Points after a stock card (P3.3)."""
    points -= d.price
    return 0 if d.floor_zero and points < 0 else points


cdef inline int32_t arrive(ScoreSpace* space, int tableau, int drawn, int32_t points) noexcept nogil:
    """Notes a way to a tableau."""
    if not is_reached(space, tableau):
        space.reached[tableau >> 6] |= <uint64_t>1 << (tableau & 63)
        space.first[tableau] = <uint8_t>drawn
        space.best[drawn][tableau] = points
    elif points > space.best[drawn][tableau]:
        space.best[drawn][tableau] = points
    return points


cdef inline bint keep(ScoreSpace* space, int tableau, int waste, int length, int32_t points) noexcept nogil:
    """Keeps a run unless another is as good; False when there is no room."""
    cdef uint32_t at = space.head[tableau]
    cdef Run* run
    while at:
        run = &space.runs[at]
        if run.waste == waste:
            if run.length >= length and run.points >= points:
                return True
            if run.length <= length and run.points <= points:
                run.length = <uint8_t>length
                run.points = points
                return True
        at = run.next
    at = space.free_head
    if at:
        space.free_head = space.runs[at].next
    elif space.fresh < RUNS_MAX:
        at = space.fresh
        space.fresh += 1
    else:
        return False
    run = &space.runs[at]
    run.points = points
    run.length = <uint8_t>length
    run.waste = <uint8_t>waste
    run.next = space.head[tableau]
    space.head[tableau] = at
    return True


cdef inline bint extend(ScoreSpace* space, const Deal* d, const Graph* g, int here, int drawn, int waste, int length,
                        int32_t points) noexcept nogil:
    """All cards that go on a run; False when there is no room."""
    cdef uint32_t left = g.open_cards[here] & d.near[waste]
    cdef uint32_t bit
    cdef int slot, there
    cdef int32_t gained
    while left:
        slot = ctz(left)
        bit = left & (0 - left)
        left &= left - 1
        there = g.after[g.after_at[here] + popcount(g.open_cards[here] & (bit - 1))]
        gained = points + d.points[length + 1]
        if bit & PEAKS_APEXES:
            gained += d.bonus
            if there == EMPTY:
                gained += d.bonus
        arrive(space, there, drawn, gained)
        if g.open_cards[there] & d.near[d.slot_rank[slot]]:
            if not keep(space, there, d.slot_rank[slot], length + 1, gained):
                return False
    return True


cdef bint layer(ScoreSpace* space, const Deal* d, const Graph* g, int drawn, int64_t budget,
                int64_t* nodes) noexcept nogil:
    """Everything between one stock card and the next; False when budget or room ended first."""
    cdef uint64_t bits
    cdef uint32_t at
    cdef Run run
    cdef bint first = drawn == d.drawn
    cdef int word, here
    cdef int waste = d.waste if first else d.stock_rank[drawn]
    for word in range(d.tableau >> 6, GRAPH_WORDS):
        bits = space.reached[word]
        while bits:
            here = 64 * word + ctzll(bits)
            if here == EMPTY:
                break
            # The stock card on this tableau begins a run, if it was reached in an earlier layer.
            if (first and here == d.tableau) or space.first[here] < drawn:
                if g.open_cards[here] & d.near[waste]:
                    nodes[0] += 1
                    if not first:
                        if not extend(space, d, g, here, drawn, waste, 0,
                                      turned(d, space.best[drawn - 1][here])):
                            return False
                    elif not extend(space, d, g, here, drawn, waste, d.run, d.total):
                        return False
            while space.head[here]:
                at = space.head[here]
                run = space.runs[at]
                space.head[here] = run.next
                space.runs[at].next = space.free_head
                space.free_head = at
                nodes[0] += 1
                if not extend(space, d, g, here, drawn, run.waste, run.length, run.points):
                    return False
            if nodes[0] >= budget:
                return False
            bits = space.reached[word] & ~((<uint64_t>2 << (here & 63)) - 1)
    return True


cdef bint run_back(ScoreSpace* space, const Deal* d, int drawn, int end, int32_t points, int here, int need,
                   Line* line) noexcept nogil:
    """Finds a run that ends at tableau `end` with `points`; `here` is as far as it has been walked back.

    need: rank of the card played from `here`, -1 at the end itself. Slots are added to `line`, last card first.
    """
    cdef const Graph* g = peaks_graph()
    cdef int count = popcount(g.present[here]) - popcount(g.present[end])
    cdef int32_t gain = d.bonus * popcount((g.present[here] & ~g.present[end]) & PEAKS_APEXES)
    cdef uint32_t at
    cdef int rank
    if need >= 0:
        if end == EMPTY:
            gain += d.bonus
        if drawn == d.drawn:
            if here == d.tableau and (d.below[need] == d.waste or d.above[need] == d.waste):
                if d.total + gain + d.runs[d.run + count] - d.runs[d.run] == points:
                    return True
        elif space.first[here] < drawn:
            rank = d.stock_rank[drawn]
            if d.below[need] == rank or d.above[need] == rank:
                if turned(d, space.best[drawn - 1][here]) + gain + d.runs[count] == points:
                    return True
        if space.tried_in[here] != space.search:
            space.tried_in[here] = space.search
            space.tried[here] = 0
        if space.tried[here] >> need & 1:
            return False
        space.tried[here] |= <uint16_t>(1 << need)
    for at in range(g.before_at[here], g.before_at[here + 1]):
        rank = d.slot_rank[g.before[at].slot]
        if need >= 0 and d.below[need] != rank and d.above[need] != rank:
            continue
        if not is_reached(space, g.before[at].tableau) or space.first[g.before[at].tableau] > drawn:
            continue
        line_add(line, g.before[at].slot)
        if run_back(space, d, drawn, end, points, g.before[at].tableau, rank, line):
            return True
        line.count -= 1
    return False


cdef int start_of(const Graph* g, int here, const Line* line, int from_move) noexcept nogil:
    """The tableau from which the moves of `line` after `from_move`, last first, lead to `here`."""
    cdef uint32_t at
    cdef int i
    for i in range(from_move, line.count):
        at = g.before_at[here]
        while g.before[at].slot != line.moves[i]:
            at += 1
        here = g.before[at].tableau
    return here


cdef void walk_back(ScoreSpace* space, const Deal* d, int drawn, int tableau, Line* line) noexcept nogil:
    cdef const Graph* g = peaks_graph()
    cdef int32_t points
    cdef int begun
    line.count = 0
    while True:
        points = space.best[drawn][tableau]
        if drawn == d.drawn:
            if tableau == d.tableau:
                break
        elif space.first[tableau] < drawn and turned(d, space.best[drawn - 1][tableau]) == points:
            line_add(line, DRAWN)
            drawn -= 1
            continue
        space.search += 1
        begun = line.count
        run_back(space, d, drawn, tableau, points, tableau, -1, line)
        tableau = start_of(g, tableau, line, begun)
        if drawn == d.drawn:
            break
        line_add(line, DRAWN)
        drawn -= 1
    line_reverse(line)


cdef void score_best(ScoreSpace* space, const Deal* d, int64_t budget, int64_t* nodes, Best* best) noexcept nogil:
    cdef const Graph* g = peaks_graph()
    cdef uint64_t bits
    cdef int drawn, word, here
    cdef int best_drawn = d.drawn
    cdef int best_tableau = d.tableau
    cdef int32_t points = d.total
    memset(space.reached, 0, sizeof(space.reached))
    memset(space.head, 0, sizeof(space.head))
    space.fresh = 1
    space.free_head = 0
    best.proved = True
    arrive(space, d.tableau, d.drawn, d.total)
    drawn = d.drawn
    while True:
        best.proved = layer(space, d, g, drawn, budget, nodes)
        for word in range(GRAPH_WORDS):
            bits = space.reached[word]
            while bits:
                here = 64 * word + ctzll(bits)
                bits &= bits - 1
                if space.best[drawn][here] > points:
                    points = space.best[drawn][here]
                    best_drawn = drawn
                    best_tableau = here
                if drawn < PEAKS_STOCK:
                    space.best[drawn + 1][here] = turned(d, space.best[drawn][here])
        if drawn == PEAKS_STOCK or not best.proved:
            break
        drawn += 1
    best.gain = points - d.total
    walk_back(space, d, best_drawn, best_tableau, &best.line)
