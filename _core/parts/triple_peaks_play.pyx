"""How good a card of Triple Peaks looks at first sight: the run it begins and what that uncovers.

It knows no search, and nothing of cards that lie face down.
"""
from libc.stdint cimport uint32_t
from tileengine._core.action cimport DRAW, TAKE, action_kind, action_place, action_plain
from tileengine._core.random cimport Fast, fast_below
from tileengine._core.state cimport State
from tileengine._core.parts.triple_peaks_tableau cimport (BENEATH, STOCK, Beneath, Body, ctz, popcount, rank_of,
                                                          take_of)

cdef enum:
    RUN_SEEN = 6        # cards of a run that a quick move looks ahead


cdef double take_rate(const Body* b, uint32_t present, uint32_t shown, int slot, int depth) noexcept nogil:
    """What the best run of open cards that begins with this one brings: 1 a card, more for what it uncovers.

    Cards that the run uncovers are not looked at, as the player does not know them yet.
    """
    cdef const Beneath* under = &BENEATH[slot]
    cdef double best = 0
    cdef double value
    cdef uint32_t left
    cdef int k
    present &= ~(<uint32_t>1 << slot)
    shown &= present
    if depth:
        left = shown & b.near[rank_of(b.order[slot])]
        while left:
            value = take_rate(b, present, shown, ctz(left), depth - 1)
            best = max(best, value)
            left &= left - 1
    for k in range(2):
        if under.bit[k]:
            best += 3.0 if (present & under.cover[k]) == 0 else 0.5
    return best if slot < 3 else best + 1.0


cdef double rate(const State* s, uint32_t action) noexcept nogil:
    cdef const Body* b = <const Body*>s.body
    if action_kind(action) == TAKE:
        return 3.0 * take_rate(b, b.present, b.open_cards, action_place(action), RUN_SEEN)
    return 0.0


cdef uint32_t rollout(const State* s, Fast* fast) noexcept nogil:
    """The best rated card, with some chance another; a stock card only when no card can be played."""
    cdef const Body* b = <const Body*>s.body
    cdef uint32_t left = b.playable
    cdef int best = 0
    cdef double value
    cdef double best_value = -1e9
    if left == 0:
        return action_plain(DRAW)
    if left & (left - 1) == 0:
        return take_of(b, ctz(left))
    while left:
        value = take_rate(b, b.present, b.open_cards, ctz(left), RUN_SEEN) + 0.01 * fast_below(fast, 200)
        if value > best_value:
            best = ctz(left)
            best_value = value
        left &= left - 1
    return take_of(b, best)


cdef bint settled(const State* s) noexcept nogil:
    """A single card that nobody has seen is known as the one that is missing."""
    cdef const Body* b = <const Body*>s.body
    return popcount(b.present & ~b.open_cards) + STOCK - b.drawn <= 1
