"""How often does a player who never thinks clear a round of Triple Peaks? Play that decides by lot, and counts.

The player sees what everybody sees and plays any card that can be played, each with the same chance; a stock card is
turned only when none can be. Seed and deal decide everything.
"""
from libc.stdint cimport uint32_t, uint64_t
from tileengine._core.games.triple_peaks cimport PEAKS_STOCK
from tileengine._core.random cimport Fast, fast_below, fast_next
from tileengine._core.solve.peaks_graph cimport TABLEAUS, Graph, peaks_graph

cdef extern from *:
    int ctz "__builtin_ctz"(unsigned int) noexcept nogil
    int popcount "__builtin_popcount"(unsigned int) noexcept nogil


cdef int playout_clears(const Deal* d, uint64_t seed, int count) noexcept nogil:
    """Plays the round `count` times from where it stands; returns how often it was cleared."""
    cdef const Graph* g = peaks_graph()
    cdef Fast fast
    cdef uint32_t left, below
    cdef int cleared = 0
    cdef int _game, tableau, waste, drawn, chosen
    fast.state = seed
    fast_next(&fast)
    for _game in range(count):
        tableau = d.tableau
        waste = d.waste
        drawn = d.drawn
        while tableau != TABLEAUS - 1:
            left = g.open_cards[tableau] & d.near[waste]
            if left:
                chosen = <int>fast_below(&fast, <uint32_t>popcount(left))
                while chosen:
                    left &= left - 1
                    chosen -= 1
                below = (left & (0 - left)) - 1
                waste = d.slot_rank[ctz(left)]
                tableau = g.after[g.after_at[tableau] + popcount(g.open_cards[tableau] & below)]
            elif drawn < PEAKS_STOCK:
                drawn += 1
                waste = d.stock_rank[drawn]
            else:
                break
        else:
            cleared += 1
    return cleared
