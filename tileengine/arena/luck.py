"""Takes luck out of the results of one seat: what came up is weighed against what could have come up as well.

The judge of a game (GameOps.evaluate) says what a position promises. Luck is what it says after the deal, or after a
move that turned something up, less the mean of what it says for other ways this could have gone. Whatever is played and
however wrong the judge is, luck is 0 on average, because what came up is one of those ways, all alike likely. So a
result less its luck has the same mean; it varies the less, the better the judge (a control variate). Nothing here is
known to a player: it is reckoned afterwards.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tileengine import Position
from tileengine._core.random import splitmix64
from tileengine._core.search import policy

WORLDS = 32
"""Other ways that a deal or a move could have gone, for each."""


@dataclass(frozen=True, slots=True)
class Luck:
    """What chance brought a seat: points of the final score, and part of the chance to win. 0 on average."""

    score: float = 0.0
    win: float = 0.0

    def __add__(self, other: Luck) -> Luck:
        return Luck(self.score + other.score, self.win + other.win)


def has_judge(start: Position) -> bool:
    """Whether luck can be reckoned in games like this one: for one seat, and judged in points and wins."""
    if start.seats != 1:
        return False
    opinion = policy.expected(start)
    return opinion is not None and bool(opinion[1])


def _promise(position: Position) -> tuple[float, float]:
    """(score, chance to win) that a position promises; of a game that is over what it came to."""
    opinion = policy.expected(position)
    if opinion is None:
        return position.score(0)[0], (position.outcome() or (0,))[0] / 2
    return opinion[0][0], opinion[1][0]


def _beyond(came: Position, other: Callable[[int], Position], seed: int) -> Luck:
    """What came, against the mean of `other` (seed -> one way it could have gone)."""
    score, win = _promise(came)
    scores, wins = zip(*(_promise(other(one)) for one in splitmix64(seed, WORLDS)), strict=True)
    return Luck(score - sum(scores) / WORLDS, win - sum(wins) / WORLDS)


def luck_of_deal(start: Position, seed: int) -> Luck:
    """The luck of a first position, against other deals with the same options."""
    options = start.options
    return _beyond(start, lambda one: Position.deal(start.game, seats=1, options=options, seed=one), seed)


def luck_of_move(before: Position, action: int, after: Position, seed: int) -> Luck:
    """The luck of what a move turned up; 0 when it turned up nothing. after: where the move led."""
    seen = before.observe(0)
    return _beyond(after, lambda one: seen.resample(one).play(action), seed)
