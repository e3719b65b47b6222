"""What the solver answers: solutions with known cards, where a round was lost, graded and balanced deals.

Immutable; knows neither the wire nor a game.
"""

from __future__ import annotations

from dataclasses import dataclass

from tileengine_client.values import Dealt


@dataclass(frozen=True, slots=True)
class Line:
    """Moves in the order in which they are played: numbers, notation, and the running total after each, in points."""

    action: tuple[int, ...]
    notation: tuple[str, ...]
    total: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.action)


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer to one goal: "clear", "shortest_clear" or "maximum_score".

    proved: it is exact; else the budget ended first, and found False means "not decided". found: the goal can be
    reached. score: the running total after the line, points. nodes: that the search took.
    """

    goal: str
    proved: bool
    found: bool
    line: Line
    score: int
    nodes: int


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """Where a round was lost. proved: False: a budget ended first, and nothing else counts.

    begins: index of the first move of the round the moves end in. clearable: it could be cleared before that move.
    index: of the move after which it could not be any more; None: there is none. line: how it could have been, instead.
    """

    proved: bool
    begins: int
    clearable: bool
    index: int | None
    line: Line
    nodes: int


@dataclass(frozen=True, slots=True)
class GradedDeal:
    """A deal that can be cleared. clears: of 256 random playouts, so many clear it. line: the proof, a secret."""

    dealt: Dealt
    clears: int
    tries: int
    line: Line


@dataclass(frozen=True, slots=True)
class BalancedDeal:
    """A deal that favours no seat. spread: how far apart the seats are; balanced: within what was asked.

    means: of each seat's score over random games, points. tries: deals that were looked at.
    """

    dealt: Dealt
    spread: float
    balanced: bool
    means: tuple[float, ...]
    tries: int
