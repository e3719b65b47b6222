"""What the judge of Triple Peaks looks at, counted again, slow and obvious, from the observed view alone."""

from __future__ import annotations

import math
from collections import Counter

from tests.reference.prospects import pieces_of, size_of
from tests.reference.triple_peaks import COVERED_BY, DECK, LAYOUT, RANKS, fits
from tileengine import Position

ROWS = [[slot for slot, (row, _) in enumerate(LAYOUT) if row == wanted] for wanted in range(4)]
TRIANGLES: list[set[int]] = []
for apex in range(3):
    below = {apex}
    while new := {cover for slot in below for cover in COVERED_BY[slot]} - below:
        below |= new
    TRIANGLES.append(below)


def _longest(left: list[str], waste: str) -> int:
    return max((1 + _longest([o for o in left if o != c], c) for c in left if fits(c, waste)), default=0)


def _worth(table: dict[int, str], open_: dict[int, str], waste: str, deep: int = 6) -> float:
    """The best run: 1 a card but 0 an apex, 3 for a card that comes free, 0.5 for one half covered now."""
    best = 0.0
    for slot, card in open_.items():
        if not fits(card, waste):
            continue
        left = {s: c for s, c in table.items() if s != slot}
        worth = 0.0 if slot in ROWS[0] else 1.0
        for under in left:
            if slot in COVERED_BY[under]:
                worth += 0.5 if any(cover in left for cover in COVERED_BY[under]) else 3.0
        if deep:
            worth += _worth(left, {s: c for s, c in open_.items() if s != slot}, card, deep - 1)
        best = max(best, worth)
    return best


def _apart(one: str, other: str) -> int:
    gap = abs(RANKS.index(one) - RANKS.index(other))
    return min(gap, 13 - gap)


def counted(seen: Position) -> list[float]:
    """The features in their order."""
    view = seen.view()
    counters = {c["name"]: c["value"] for c in view["counters"]}
    table = {int(piece["place"]): str(piece["name"]) for piece in pieces_of(seen, "tableau")}
    open_ = {slot: card for slot, card in table.items() if not any(c in table for c in COVERED_BY[slot])}
    top = str(view["pieces"][-1]["name"])
    unseen = Counter(DECK[card][0] for card in seen.unseen())
    count = sum(unseen.values())
    stock, run, cards = size_of(seen, "stock"), int(counters["run"]), len(table)
    total = seen.score(0)[0] if seen.options["score_floor"] == "zero" else 200
    covers = [sum(c in table for c in COVERED_BY[slot]) for slot in table]

    def expected(of: dict[str, float]) -> float:
        return sum(n * of[rank] for rank, n in unseen.items()) / count if count else 0.0

    length = {rank: float(_longest(list(open_.values()), rank + "C")) for rank in RANKS}
    points = {rank: n * (n + 1) / 2 for rank, n in length.items()}
    reach = {rank: _worth(table, open_, rank + "C") for rank in RANKS}
    ranks = Counter(card[0] for card in open_.values())
    beside = {rank: sum(n for other, n in unseen.items() if _apart(rank, other) == 1) for rank in RANKS}
    here, near, reached = length[top[0]], beside[top[0]], reach[top[0]]
    playable = sum(fits(card, top) for card in open_.values())
    dead = expected({rank: float(points[rank] == 0) for rank in RANKS})
    freed = sum(beside[rank] * n for rank, n in ranks.items()) / count if count else 0.0
    next_ = near / count if count else 0.0
    found = [cards / 28, stock / 23, len(open_) / 10]
    found += [sum(slot in table for slot in row) / most for row, most in zip(ROWS, (3, 6, 9, 10), strict=True)]
    found += [n / 10 for n in sorted(sum(slot in table for slot in triangle) for triangle in TRIANGLES)]
    found += [sum(n > 0 for n in covers) / 18, sum(n == 1 for n in covers) / 6]
    found += [run / 10, run * run / 100, run * cards / 100, float(stock > 0 and run > 0)]
    found += [min(total, 40) / 40, min(total, 5) / 5, min(total, 5 * stock) / 60]
    found += [max(stock - math.ceil(total / 5), 0) / 23, stock / 23 if total < 5 else 0.0]
    found += [float(stock <= 3), float(stock == 0), float(cards < 10)]
    found += [cards / (stock + 3) / 3, cards * stock / 644]
    found += [here / 10, sum(run + k + 1 for k in range(int(here))) / 50, here * run / 30]
    found += [reached / 15, reached * run / 60, playable / 4, float(playable > 0)]
    found += [expected(points) / 10, math.sqrt(expected({r: n * n for r, n in points.items()})) / 15]
    found += [expected(length) / 4, expected(reach) / 10, expected(points) / 10 * stock / 23]
    found += [max((points[rank] for rank in unseen), default=0.0) / 30]
    found += [sum(points[rank] >= least for rank in unseen) / 13 for least in (10, 21)]
    found += [dead, dead * stock / 23]
    found += [len(ranks) / 8, sum(RANKS[(RANKS.index(rank) + 1) % 13] in ranks for rank in ranks) / 6]
    found += [4 * next_, next_ * run, freed, freed * stock / 23]
    found += [float(sum(n for rank, n in ranks.items() if beside[rank] <= 1))]
    found += [sum(n for rank, n in ranks.items() if _apart(rank, top[0]) == gap) / 2 for gap in range(7)]
    found += [sum(n for rank, n in unseen.items() if _apart(rank, top[0]) == gap) / 6 for gap in range(7)]
    return found
