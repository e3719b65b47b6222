"""Duplicate play: every deal is played once for each rotation of the seats, so that the luck of the deal cancels.

A player sees what its seat may see and nothing else. It knows no search, no level and no network: a player is any
function from an observed position and a seed to an action.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tileengine import Position
from tileengine.arena.luck import Luck, has_judge, luck_of_deal, luck_of_move

Player = Callable[[Position, int], int]
"""(position observed for the seat to move, seed of 64 bits) -> a legal action."""

Watch = Callable[[Position, int, Position], None]
"""(position, action, position after it), of every move that is played."""

Z95 = 1.959964
"""Half the width of a 95 % interval, in standard errors."""

_MASK = (1 << 64) - 1


def mean_interval(values: Sequence[float]) -> tuple[float, float]:
    """(mean, half width of its 95 % interval); the half width is infinite for fewer than two values."""
    n = len(values)
    if n == 0:
        return math.nan, math.inf
    mean = sum(values) / n
    if n == 1:
        return mean, math.inf
    return mean, Z95 * math.sqrt(sum((v - mean) ** 2 for v in values) / (n - 1) / n)


@dataclass(slots=True)
class Duel:
    """Results of one player (the first) over deals; each entry is the mean over the rotations of one deal.

    points: 1 won, 0.5 shared, 0 lost. margins: its score less the best other one, in points.
    """

    points: list[float] = field(default_factory=list)
    margins: list[float] = field(default_factory=list)
    games: int = 0
    plies: int = 0

    @property
    def deals(self) -> list[float]:
        """1, 0.5 or 0 for each deal by its margin: games of one deal decided together, so that luck has less say."""
        return [0.5 + 0.5 * ((m > 0) - (m < 0)) for m in self.margins]

    def __str__(self) -> str:
        share, wide = mean_interval(self.points)
        margin, margin_wide = mean_interval(self.margins)
        whole, whole_wide = mean_interval(self.deals)
        return (
            f"{100 * share:.1f} % +- {100 * wide:.1f} of {self.games} games, "
            f"{100 * whole:.1f} % +- {100 * whole_wide:.1f} of {len(self.points)} deals, "
            f"margin {margin:+.1f} +- {margin_wide:.1f}"
        )


def _results(won: Sequence[float], scores: Sequence[float]) -> str:
    share, wide = mean_interval(won)
    mean, mean_wide = mean_interval(scores)
    return f"{100 * share:.1f} % +- {100 * wide:.1f} won, {mean:.2f} +- {mean_wide:.2f} points"


@dataclass(slots=True)
class Solo:
    """Results of games for one seat, a deal each: won 1 or 0, the score in points, the luck if it was reckoned."""

    won: list[float] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    lucks: list[Luck] = field(default_factory=list)

    def __str__(self) -> str:
        text = f"{_results(self.won, self.scores)}, {len(self.won)} deals"
        if not self.lucks:
            return text
        won = [one - luck.win for one, luck in zip(self.won, self.lucks, strict=True)]
        scores = [one - luck.score for one, luck in zip(self.scores, self.lucks, strict=True)]
        return f"{text}; less luck {_results(won, scores)}"


def _seed_of_turn(seed: int, ply: int) -> int:
    return (seed * 0x9E3779B97F4A7C15 + ply * 0xD1342543DE82EF95) & _MASK


def play_out(position: Position, players: Sequence[Player], seed: int, watch: Watch | None = None) -> Position:
    """The end of a game; players: one a seat. Raises what a player raises, and IllegalMove for a wrong action."""
    while not position.over:
        action = players[position.turn](position.observe(position.turn), _seed_of_turn(seed, position.ply))
        after = position.play(action)
        if watch is not None:
            watch(position, action, after)
        position = after
    return position


def _play_lucky(start: Position, player: Player, seed: int) -> tuple[Position, Luck]:
    """As play_out for one seat, and its luck in all: of the deal and of each move. Both know nothing of each other."""
    lucks = [luck_of_deal(start, _seed_of_turn(~seed, start.ply))]

    def reckon(before: Position, action: int, after: Position) -> None:
        lucks.append(luck_of_move(before, action, after, _seed_of_turn(~seed, after.ply)))

    end = play_out(start, [player], seed, reckon)
    return end, sum(lucks, Luck())


def play_duplicate(
    game: str,
    first: Player,
    others: Player,
    deals: Sequence[int],
    *,
    seats: int = 2,
    options: Mapping[str, Any] | None = None,
) -> Duel:
    """`first` against `others` (who take every other seat) over deals, each once from every seat.

    deals: seeds of the deals. seats: 2 or more. Raises the errors of Position.deal.
    """
    duel = Duel()
    for deal in deals:
        points = margin = 0.0
        for seat in range(seats):
            players = [first if i == seat else others for i in range(seats)]
            start = Position.deal(game, seats=seats, options=dict(options or {}), seed=deal)
            end = play_out(start, players, deal)
            scores = [end.score(i)[0] for i in range(seats)]
            points += (end.outcome() or ())[seat] / 2
            margin += scores[seat] - max(s for i, s in enumerate(scores) if i != seat)
            duel.games += 1
            duel.plies += end.ply
        duel.points.append(points / seats)
        duel.margins.append(margin / seats)
    return duel


def play_solo(
    game: str,
    player: Player,
    deals: Sequence[int],
    *,
    options: Mapping[str, Any] | None = None,
    luck: bool = False,
) -> Solo:
    """One player alone over deals. Raises the errors of Position.deal.

    luck: also reckons the luck of each deal, where the game has a judge; games and results are the same.
    """
    solo = Solo()
    for deal in deals:
        start = Position.deal(game, seats=1, options=dict(options or {}), seed=deal)
        if luck and has_judge(start):
            end, lucky = _play_lucky(start, player, deal)
            solo.lucks.append(lucky)
        else:
            end = play_out(start, [player], deal)
        solo.won.append((end.outcome() or (0,))[0] / 2)
        solo.scores.append(float(end.score(0)[0]))
    return solo


def compare_solo(
    game: str, first: Player, other: Player, deals: Sequence[int], *, options: Mapping[str, Any] | None = None
) -> Duel:
    """Two players, each alone, on the same deals: who has more points there. Raises the errors of Position.deal."""
    one, two = (play_solo(game, player, deals, options=options) for player in (first, other))
    margins = [a - b for a, b in zip(one.scores, two.scores, strict=True)]
    duel = Duel(margins=margins, games=2 * len(deals))
    duel.points = duel.deals
    return duel
