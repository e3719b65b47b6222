"""The most points a round of Triple Peaks with known cards can bring, and a way to them.

Layer by layer: a layer is what happens between two stock cards. Within a layer tableaus are gone through in their
order, each with the runs that lead to it. What is left of a round is decided by the stock cards turned, the tableau,
the rank on the waste, the length of the run and, where a floor stops the score, the points so far. Three facts keep
this small without losing anything:

- Every move turns more points into at least as many: it adds a fixed number, or takes 5 down to zero at most. So of
  two ways to the same place with runs of the same length the one with more points is never worse, floor or not.
- A stock card ends the run, and covers the rank. After it the most points a tableau can be left with is all that
  counts: one number a layer and tableau (`best`).
- Of two runs at the same tableau and rank the one that is neither shorter nor poorer is never worse, and it may even
  belong to an earlier layer if it is poorer by no more than the stock cards turned since have cost.

And a run is given up when it cannot bring more than what has been found: what is left of it is bounded by the longest
run that the tableau allows on that rank, later runs by the longest that it allows at all.

The layers' numbers are kept, so that the way is found afterwards by walking back. It knows no rule but the deal's.
"""
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset
from tileengine._core.games.triple_peaks cimport PEAKS_APEXES, PEAKS_RANKS, PEAKS_SLOTS, PEAKS_STOCK
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
            if gained > space.points:
                space.points = gained
                space.points_drawn = drawn
                space.points_tableau = there
        if space.longest[there][rank]:
            if not keep(space, d, there, rank, drawn, length + 1, gained):
                return False
    return True


# -- bounds ------------------------------------------------------------------------------------------------------------

cdef void ends_fill(ScoreSpace* space, const Deal* d, const Graph* g) noexcept nogil:
    """For every tableau that may follow the start, smaller ones first: longest runs, and when it can be cleared."""
    cdef uint8_t begun[RANK_ROW]    # longest run by the rank of its first card
    cdef int8_t played[RANK_ROW]    # `latest` by the rank of the next card
    cdef uint8_t* longest
    cdef int8_t* latest
    cdef uint32_t left, at
    cdef int here, there, rank, widest, drawn
    memset(space.longest[EMPTY], 0, RANK_ROW)
    memset(space.latest[EMPTY], PEAKS_STOCK, RANK_ROW)
    space.widest[EMPTY] = 0
    for here in range(EMPTY - 1, d.tableau - 1, -1):
        memset(begun, 0, RANK_ROW)
        memset(played, -1, RANK_ROW)
        left = g.open_cards[here]
        at = g.after_at[here]
        widest = 0
        while left:
            there = g.after[at]
            rank = d.slot_rank[ctz(left)]
            begun[rank] = <uint8_t>max(<int>begun[rank], 1 + space.longest[there][rank])
            played[rank] = max(played[rank], space.latest[there][rank])
            widest = max(widest, max(<int>begun[rank], <int>space.widest[there]))
            at += 1
            left &= left - 1
        space.widest[here] = <uint8_t>widest
        longest = space.longest[here]
        latest = space.latest[here]
        for rank in range(1, PEAKS_RANKS - 1):
            longest[rank] = max(begun[rank - 1], begun[rank + 1])
            latest[rank] = max(played[rank - 1], played[rank + 1])
        longest[0] = max(begun[PEAKS_RANKS - 1], begun[1])
        latest[0] = max(played[PEAKS_RANKS - 1], played[1])
        longest[PEAKS_RANKS - 1] = max(begun[PEAKS_RANKS - 2], begun[0])
        latest[PEAKS_RANKS - 1] = max(played[PEAKS_RANKS - 2], played[0])
        # Or by turning on to a stock card from which it can be.
        drawn = PEAKS_STOCK
        while drawn > d.drawn and latest[d.stock_rank[drawn]] < drawn:
            drawn -= 1
        for rank in range(PEAKS_RANKS):
            latest[rank] = max(latest[rank], <int8_t>(drawn - 1))


cdef void later_fill(ScoreSpace* space, const Deal* d) noexcept nogil:
    """Points grow faster than a run: filling one run to its longest before the next begins brings most."""
    cdef int runs, n, w, used
    memset(space.later, 0, sizeof(space.later))
    for runs in range(1, PEAKS_STOCK + 1):
        for n in range(1, PEAKS_SLOTS + 1):
            for w in range(1, PEAKS_SLOTS + 1):
                used = min(n, w)
                space.later[runs][n][w] = max(space.later[runs - 1][n][w],
                                              d.runs[used] - d.price + space.later[runs - 1][n - used][w])


cdef inline int32_t hope(const ScoreSpace* space, const Deal* d, const Graph* g, int here, int waste, int drawn,
                         int length, int32_t points) noexcept nogil:
    """No way on from a run ends with more points than these.

    Where the floor saves points, what comes after the last time it does begins at zero with a run that is not paid
    for: the bound for later runs, and one price more. So fewer points than a price count as a price.
    """
    cdef int n = g.cards[here]
    cdef int widest = space.widest[here]
    cdef int longest = space.longest[here][waste]
    cdef int32_t most = 0
    cdef int32_t gained
    cdef int i
    for i in range(longest + 1):
        gained = d.runs[length + i] - d.runs[length] + space.later[PEAKS_STOCK - drawn][n - i][widest]
        most = max(most, gained)
    if d.floor_zero:
        points = max(points, d.price)
    # Whoever cannot clear the tableau misses the bonus for that and for one triangle at least.
    return points + most + d.bonus * (g.apexes[here] + (1 if space.latest[here][waste] >= drawn else -1))


# -- layers ------------------------------------------------------------------------------------------------------------

cdef void layer_begin(ScoreSpace* space, const Deal* d, const Graph* g, int drawn) noexcept nogil:
    """Turns a stock card on every tableau and picks those where it may begin a run worth more than an earlier one."""
    cdef int32_t* best = space.best[drawn]
    cdef const int32_t* before = space.best[drawn - 1]
    cdef int waste = d.stock_rank[drawn]
    cdef int32_t* worth = space.worth[waste]
    cdef int32_t price = d.price
    cdef int32_t prices = drawn * price
    cdef uint64_t bits
    cdef int word, tableau
    for tableau in range(d.tableau, TABLEAUS):
        best[tableau] = before[tableau] - price
    if d.floor_zero:
        for tableau in range(d.tableau, TABLEAUS):
            best[tableau] = best[tableau] if best[tableau] >= 0 or best[tableau] < UNREACHED else 0
    for word in range(d.tableau >> 6, GRAPH_WORDS):
        bits = 0
        for tableau in range(max(d.tableau, 64 * word), min(64 * word + 64, EMPTY)):
            if best[tableau] + prices > worth[tableau] and best[tableau] > UNREACHED:
                worth[tableau] = best[tableau] + prices
                space.length[waste][tableau] = 0
                if space.longest[tableau][waste]:
                    if hope(space, d, g, tableau, waste, drawn, 0, best[tableau]) > space.points:
                        bits |= <uint64_t>1 << (tableau & 63)
        space.starts[word] = space.todo[word] = bits


cdef bint layer(ScoreSpace* space, const Deal* d, const Graph* g, int drawn, int64_t budget,
                int64_t* nodes) noexcept nogil:
    """Everything between one stock card and the next; False when budget or room ended first."""
    cdef uint64_t bits
    cdef uint32_t at
    cdef Run run
    cdef int word, here
    for word in range(d.tableau >> 6, GRAPH_WORDS):
        bits = space.todo[word]
        while bits:
            here = 64 * word + ctzll(bits)
            if space.starts[word] >> (here & 63) & 1:
                nodes[0] += 1
                if not extend(space, d, g, here, drawn, d.stock_rank[drawn], 0,
                              turned(d, space.best[drawn - 1][here])):
                    return False
            while space.head[here]:
                at = space.head[here]
                run = space.runs[at]
                space.head[here] = run.next
                space.runs[at].next = space.free_head
                space.free_head = at
                if hope(space, d, g, here, run.waste, drawn, run.length, run.points) <= space.points:
                    continue
                nodes[0] += 1
                if not extend(space, d, g, here, drawn, run.waste, run.length, run.points):
                    return False
            if nodes[0] >= budget:
                return False
            # Read again: a card may have led to another tableau of the same word.
            bits = space.todo[word] & ~((<uint64_t>2 << (here & 63)) - 1)
    return True


# -- the way there -----------------------------------------------------------------------------------------------------

cdef bint run_back(ScoreSpace* space, const Deal* d, int drawn, int end, int32_t points, int here, int need,
                   Line* line) noexcept nogil:
    """Finds a run that ends at tableau `end` with `points`; `here` is as far as it has been walked back.

    need: rank of the card played from `here`, -1 at the end itself. Slots are added to `line`, last card first.
    """
    cdef const Graph* g = peaks_graph()
    cdef int count = g.cards[here] - g.cards[end]
    cdef int32_t gain = d.bonus * (g.apexes[here] - g.apexes[end])
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
        # Lower numbers than the start's are not of this search, and hold what an earlier one left.
        if g.before[at].tableau < d.tableau or space.best[drawn][g.before[at].tableau] < UNREACHED:
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
    memset(space.best[drawn], 0x80, sizeof(space.best[drawn]))
    memset(space.worth, 0x80, sizeof(space.worth))
    memset(space.head, 0, sizeof(space.head))
    memset(space.todo, 0, sizeof(space.todo))
    memset(space.starts, 0, sizeof(space.starts))
    space.fresh = 1
    space.free_head = 0
    ends_fill(space, d, g)
    later_fill(space, d)
    space.points = space.best[drawn][d.tableau] = d.total
    space.points_drawn = drawn
    space.points_tableau = d.tableau
    keep(space, d, d.tableau, d.waste, drawn, d.run, d.total)
    while True:
        best.proved = layer(space, d, g, drawn, budget, nodes)
        if drawn == PEAKS_STOCK or not best.proved:
            break
        drawn += 1
        layer_begin(space, d, g, drawn)
    best.gain = space.points - d.total
    walk_back(space, d, space.points_drawn, space.points_tableau, &best.line)
