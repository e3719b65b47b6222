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
    UNREACHED = -(1 << 30)      # all numbers below it stand for "never"; memory is filled with bytes of 0x80


cdef inline int32_t turned(const Deal* d, int32_t points) noexcept nogil:
    """Points after a stock card (P3.3)."""
    points -= d.price
    return 0 if d.floor_zero and UNREACHED < points < 0 else points


cdef inline bint keep(ScoreSpace* space, const Deal* d, int tableau, int waste, int drawn, int length,
                      int32_t points) noexcept nogil:
    """Keeps a run for later unless another is as good; False when there is no room."""
    cdef int32_t worth = points + drawn * d.price
    cdef uint32_t at
    cdef Run* run
    if worth <= space.worth[waste][tableau]:
        if length <= space.length[waste][tableau]:
            return True
    else:
        space.worth[waste][tableau] = worth
        space.length[waste][tableau] = <uint8_t>length
    at = space.head[tableau]
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
    space.todo[tableau >> 6] |= <uint64_t>1 << (tableau & 63)
    return True


cdef inline bint extend(ScoreSpace* space, const Deal* d, const Graph* g, int here, int drawn, int waste, int length,
                        int32_t points) noexcept nogil:
    """All cards that go on a run; False when there is no room."""
    cdef uint32_t left = g.open_cards[here] & d.near[waste]
    cdef int32_t* best = space.best[drawn]
    cdef uint32_t bit
    cdef int rank, there
    cdef int32_t gained
    while left:
        rank = d.slot_rank[ctz(left)]
        bit = left & (0 - left)
        left &= left - 1
        there = g.after[g.after_at[here] + popcount(g.open_cards[here] & (bit - 1))]
        gained = points + d.points[length + 1]
        if bit & PEAKS_APEXES:
            gained += d.bonus
            if there == EMPTY:
                gained += d.bonus
        if gained > best[there]:
            best[there] = gained
        if g.open_cards[there] & d.near[rank]:
            if not keep(space, d, there, rank, drawn, length + 1, gained):
                return False
    return True


cdef void layer_begin(ScoreSpace* space, const Deal* d, int drawn) noexcept nogil:
    """Turns a stock card on every tableau and picks those where it may begin a run worth more than an earlier one."""
    cdef int32_t* best = space.best[drawn]
    cdef const int32_t* before = space.best[drawn - 1]
    cdef int32_t* worth = space.worth[d.stock_rank[drawn]]
    cdef uint8_t* length = space.length[d.stock_rank[drawn]]
    cdef int32_t price = drawn * d.price
    cdef uint64_t bits
    cdef int word, i, tableau
    for tableau in range(TABLEAUS):
        best[tableau] = turned(d, before[tableau])
    for word in range(d.tableau >> 6, GRAPH_WORDS):
        bits = 0
        for i in range(min(64, TABLEAUS - 64 * word)):
            tableau = 64 * word + i
            if best[tableau] + price > worth[tableau] and best[tableau] > UNREACHED:
                bits |= <uint64_t>1 << i
                worth[tableau] = best[tableau] + price
                length[tableau] = 0
        space.starts[word] = space.todo[word] = bits


cdef bint layer(ScoreSpace* space, const Deal* d, const Graph* g, int drawn, int64_t budget,
                int64_t* nodes) noexcept nogil:
    """Everything between one stock card and the next; False when budget or room ended first."""
    cdef uint64_t bits
    cdef uint32_t at
    cdef Run run
    cdef int word, here
    cdef int waste = d.stock_rank[drawn]
    for word in range(d.tableau >> 6, GRAPH_WORDS):
        bits = space.todo[word]
        while bits:
            here = 64 * word + ctzll(bits)
            if space.starts[word] >> (here & 63) & 1 and g.open_cards[here] & d.near[waste]:
                nodes[0] += 1
                if not extend(space, d, g, here, drawn, waste, 0, turned(d, space.best[drawn - 1][here])):
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
            # Read again: a card may have led to another tableau of the same word.
            bits = space.todo[word] & ~((<uint64_t>2 << (here & 63)) - 1)
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
        elif space.best[drawn - 1][here] > UNREACHED:
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
        if space.best[drawn][g.before[at].tableau] < UNREACHED:
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
        elif turned(d, space.best[drawn - 1][tableau]) == points:
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
    cdef int drawn = d.drawn
    cdef int best_drawn = drawn
    cdef int best_tableau = d.tableau
    cdef int32_t points = d.total
    cdef int here
    memset(space.best[drawn], 0x80, sizeof(space.best[drawn]))
    memset(space.worth, 0x80, sizeof(space.worth))
    memset(space.head, 0, sizeof(space.head))
    memset(space.todo, 0, sizeof(space.todo))
    memset(space.starts, 0, sizeof(space.starts))
    space.fresh = 1
    space.free_head = 0
    space.best[drawn][d.tableau] = d.total
    keep(space, d, d.tableau, d.waste, drawn, d.run, d.total)
    while True:
        best.proved = layer(space, d, g, drawn, budget, nodes)
        for here in range(TABLEAUS):
            if space.best[drawn][here] > points:
                points = space.best[drawn][here]
                best_drawn = drawn
                best_tableau = here
        if drawn == PEAKS_STOCK or not best.proved:
            break
        drawn += 1
        layer_begin(space, d, drawn)
    best.gain = points - d.total
    walk_back(space, d, best_drawn, best_tableau, &best.line)
