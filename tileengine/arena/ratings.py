"""Ratings from meetings: Elo by the model of Bradley and Terry, intervals, and a test for stopping early.

The unit of chance is the deal, and not the game: the games of a deal share its luck, which playing it from both seats
cancels. So intervals are resampled over deals, for all pairs at once, because all pairs play the same deals.
docs/arena.md has the formulas. It knows no player and no file.
"""

from __future__ import annotations

import math
import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tileengine.arena.duplicate import Z95
from tileengine.arena.results import Meeting

SCALE = 400 / math.log(10)
"""Elo points of one unit of the model's logarithm."""
ROUNDS_MAX = 2_000
TOLERANCE = 1e-7
RESAMPLED = 200
PRIOR = 0.5
"""Won and lost meetings that each pair that has met is given beforehand, so that nobody's rating is infinite."""
DEALS_MIN = 8
"""No test decides on fewer."""

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Rating:
    """Elo points, the mean of all players being 0, and the 95 % interval around them."""

    elo: float
    low: float
    high: float


def expected(elo: float) -> float:
    """The share of the points that a player so much stronger gets, 0..1."""
    return 1 / (1 + 10 ** (-elo / 400))


def fit(players: int, meetings: Mapping[Pair, tuple[float, float]], start: Sequence[float] = ()) -> list[float]:
    """Elo points of all players by maximum likelihood; meetings: per pair (points of the first, of the second).

    Hunter's minorisation-maximisation: it converges from everywhere when all players are connected by meetings.
    """
    points = [0.0] * players
    counts: list[list[tuple[int, float]]] = [[] for _ in range(players)]
    for (first, second), (won, lost) in meetings.items():
        points[first] += won + PRIOR
        points[second] += lost + PRIOR
        counts[first].append((second, won + lost + 2 * PRIOR))
        counts[second].append((first, won + lost + 2 * PRIOR))
    strength = [math.exp(elo / SCALE) for elo in start] or [1.0] * players
    for _ in range(ROUNDS_MAX):
        change = 0.0
        for player in range(players):
            weight = sum(count / (strength[player] + strength[other]) for other, count in counts[player])
            if weight:
                better = points[player] / weight
                change = max(change, abs(math.log(better / strength[player])))
                strength[player] = better
        if change < TOLERANCE:
            break
    elos = [SCALE * math.log(value) for value in strength]
    mean = sum(elos) / players
    return [elo - mean for elo in elos]


def ratings(players: int, met: Mapping[Pair, Sequence[Meeting]], seed: int = 0) -> list[Rating]:
    """Ratings with intervals: of RESAMPLED fits on deals drawn anew, the middle 95 %. Decided by its arguments."""
    totals = {pair: _sums([(m.points, 1) for m in found]) for pair, found in met.items() if found}
    elos = fit(players, totals)
    by_deal: dict[int, list[tuple[Pair, float]]] = defaultdict(list)
    for pair, found in met.items():
        for meeting in found:
            by_deal[meeting.deal].append((pair, meeting.points))
    deals = sorted(by_deal)
    rng = random.Random(seed)
    drawn: list[list[float]] = []
    for _ in range(RESAMPLED if len(deals) > 1 else 0):
        found_points: dict[Pair, list[tuple[float, int]]] = defaultdict(list)
        for deal, times in Counter(rng.choices(deals, k=len(deals))).items():
            for pair, points in by_deal[deal]:
                found_points[pair].append((points, times))
        drawn.append(fit(players, {pair: _sums(found) for pair, found in found_points.items()}, elos))
    made = []
    for player, elo in enumerate(elos):
        values = sorted(one[player] for one in drawn)
        if not values:
            made.append(Rating(elo, -math.inf, math.inf))
            continue
        cut = round(len(values) * 0.025)
        made.append(Rating(elo, min(elo, values[cut]), max(elo, values[-1 - cut])))
    return made


def _sums(found: Sequence[tuple[float, int]]) -> tuple[float, float]:
    won = sum(points * times for points, times in found)
    return won, sum(times for _, times in found) - won


def interval(points: Sequence[float]) -> tuple[float, float]:
    """(mean share of the points, half width of its 95 % interval), as if a few drawn deals had been added.

    The added deals keep the width honest when all deals went the same way; infinite below DEALS_MIN deals.
    """
    n = len(points)
    if n == 0:
        return math.nan, math.inf
    mean = sum(points) / n
    return mean, Z95 * math.sqrt(_variance(points) / n) if n >= DEALS_MIN else math.inf


def _variance(points: Sequence[float]) -> float:
    """Variance of the points of a deal, with one deal won and one lost added, so that it is never 0."""
    n = len(points) + 2
    mean = (sum(points) + 1) / n
    return (sum((p - mean) ** 2 for p in points) + (1 - mean) ** 2 + mean**2) / (n - 1)


def log_ratio(points: Sequence[float], elo: float) -> float:
    """Logarithm of the likelihood of `elo` points stronger over as many weaker: the generalised sequential test.

    Normal approximation over deals, as used for chess engines with pairs of games. 0 below DEALS_MIN deals.
    """
    n = len(points)
    if n < DEALS_MIN:
        return 0.0
    low, high = expected(-elo), expected(elo)
    return n * (high - low) * (2 * sum(points) / n - low - high) / (2 * _variance(points))


@dataclass(frozen=True, slots=True)
class Stop:
    """When a pair has met often enough. width: half width of the interval of its share, 0..1; 0: never by this.

    elo: stop when the sequential test knows with 5 % of error each way which of the two is stronger, if they differ by
    so many Elo points; 0: never by this.
    """

    width: float = 0.0
    elo: float = 0.0

    def reached(self, meetings: Sequence[Meeting]) -> bool:
        """True when no more meetings are needed."""
        points = [meeting.points for meeting in meetings]
        narrow = self.width > 0 and interval(points)[1] <= self.width
        return narrow or (self.elo > 0 and abs(log_ratio(points, self.elo)) >= math.log(0.95 / 0.05))
