"""What a position of Triple Peaks promises beyond its score: cards to come free, cards to play, the run in sight.

A card that has come up since the position was seen counts as uncovered, but its rank is not looked at.
"""
from libc.stdint cimport int32_t, uint8_t, uint32_t
from libc.string cimport memset
from tileengine._core.ops cimport ProspectDef
from tileengine._core.state cimport State
from tileengine._core.parts.triple_peaks_judge cimport longest
from tileengine._core.parts.triple_peaks_tableau cimport Body, RANKS, STOCK, ctz, half_covered, popcount, rank_of

PROSPECTS[COVERED] = ProspectDef(b"covered", b"cards", b"Tableau cards that still lie face down.")
PROSPECTS[NEARLY_OPEN] = ProspectDef(b"nearly_open", b"cards", b"Of these, the cards that only one card covers.")
PROSPECTS[PLAYABLE] = ProspectDef(b"playable", b"cards", b"Known open cards that go on the waste now.")
PROSPECTS[RUN_IN_SIGHT] = ProspectDef(b"run_in_sight", b"cards", b"The longest run of known open cards from the waste.")
PROSPECTS[STOCK_LEFT] = ProspectDef(b"stock", b"cards", b"Cards left in the stock.")


cdef void prospects_fill(const State* seen, const State* s, int seat, int32_t* values) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    cdef const Body* before = <const Body*>seen.body
    cdef uint32_t known = b.open_cards & before.open_cards
    cdef uint8_t by_rank[RANKS]
    cdef int i, rank
    for i in range(PROSPECTS_COUNT):
        values[i] = -1
    # Whether a move leaves the game stuck may depend on the card it turns up, so that is not asked.
    if seen.over or b.present == 0 or b.round != before.round:
        return
    values[COVERED] = popcount(b.present & ~b.open_cards)
    values[NEARLY_OPEN] = half_covered(b)
    values[STOCK_LEFT] = STOCK - b.drawn
    if b.drawn != before.drawn:     # a stock card that nobody has seen yet lies on the waste
        return
    memset(by_rank, 0, sizeof(by_rank))
    while known:
        by_rank[rank_of(b.order[ctz(known)])] += 1
        known &= known - 1
    rank = rank_of(b.order[b.top])
    values[PLAYABLE] = by_rank[(rank + 1) % RANKS] + by_rank[(rank + RANKS - 1) % RANKS]
    values[RUN_IN_SIGHT] = longest(by_rank, rank)
