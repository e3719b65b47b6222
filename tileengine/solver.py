"""Exact answers about positions whose cards are all known, and deals graded by them, for trusted callers.

Triple Peaks is solved: whether a round can be cleared, how short, how many points it can bring, and which move lost
it. What is asked is about the round a position is in. Everything here sees hidden cards, so nothing of it may reach
a player in a running game. It knows no message and no clock; budgets are nodes, so that answers repeat.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum

from tileengine import Position
from tileengine._core.solve import peaks
from tileengine.errors import BadField, BadSeed, TileengineError
from tileengine.games import Value

NODES_DEFAULT = 1_000_000
NODES_MAX = 10_000_000
"""No answer about a whole deal has needed more than 600,000."""
GRADE_PLAYOUTS = 256
GRADE_SEED = 1
TRIES_DEFAULT = 200
TRIES_MAX = 1_000

GAME: str = peaks.GAME


class Goal(IntEnum):
    """What to look for; numbered as on the wire."""

    CLEAR = 1
    SHORTEST_CLEAR = 2
    MAXIMUM_SCORE = 3


class Difficulty(IntEnum):
    """How hard a deal that can be cleared is, by how many of 256 random playouts clear it; numbered as on the wire."""

    EASY = 1
    MEDIUM = 2
    HARD = 3
    EXPERT = 4


BANDS = {Difficulty.EASY: 154, Difficulty.MEDIUM: 77, Difficulty.HARD: 13, Difficulty.EXPERT: 0}
"""Fewest clears of each band: 60 %, 30 %, 5 % and 0 of the playouts."""


class NoSuchDeal(BadField):
    """None of the deals that were tried is of the band asked for."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer to one goal.

    found: the goal can be reached (MAXIMUM_SCORE: always). proved: the answer is exact; False when the budget ended
    first, and then `found` False means "not decided" and a score may not be the highest. actions: a way there; empty
    when there is none. score: the running total after it, in points. nodes: what the search took.
    """

    goal: Goal
    found: bool
    proved: bool
    actions: tuple[int, ...]
    score: int
    nodes: int


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """Where a round was lost.

    begins: index of the first of the moves that belong to the round the last one is in. clearable: the round could be
    cleared before that move. index: of the move after which it could not any more; None when there is none, because
    it never could be, or still can be, or was. actions: how it could have been cleared instead of that move.
    proved: False when a budget ended first; then nothing else counts. nodes: of all searches together.
    """

    begins: int
    clearable: bool
    index: int | None
    actions: tuple[int, ...]
    proved: bool
    nodes: int


@dataclass(frozen=True, slots=True)
class GradedDeal:
    """A first position of the band asked for, with the proof that it can be cleared.

    seed: 32 bytes with which Position.deal gives the same position. clears: of 256 random playouts. tries: deals
    looked at, this one included. actions: a shortest clear.
    """

    position: Position
    seed: bytes
    difficulty: Difficulty
    clears: int
    tries: int
    actions: tuple[int, ...]


_own = threading.local()


def _solver() -> peaks.Solver:
    """This thread's searches; the memory stays with the thread."""
    found: peaks.Solver | None = getattr(_own, "solver", None)
    if found is None:
        found = _own.solver = peaks.Solver()
    return found


def _total(position: Position, actions: Sequence[int]) -> int:
    for action in actions:
        position = position.play(action)
    return int(position.score(0)[0])


def solve(position: Position, goal: Goal, nodes: int = NODES_DEFAULT) -> Solution:
    """Answers one goal for the round a position is in.

    nodes: budget, 1..NODES_MAX; with fewer than a search needs the answer is not proved. Raises UnknownGame for a game
    without a solver, HiddenInformation, BadField.
    """
    if not 1 <= nodes <= NODES_MAX:
        raise BadField(f"nodes must be in 1..{NODES_MAX}, not {nodes}", field="nodes")
    if goal is Goal.MAXIMUM_SCORE:
        _, actions, proved, used = _solver().best(position, nodes)
        found = True
    else:
        answer, actions, used = _solver().clear(position, nodes, shortest=goal is Goal.SHORTEST_CLEAR)
        found, proved = answer is True, answer is not None
    return Solution(goal, found, proved, tuple(actions), _total(position, actions), used)


def turning_point(position: Position, actions: Sequence[int], nodes: int = NODES_DEFAULT) -> TurningPoint:
    """The move of a line that lost the round in which the line ends.

    actions: legal moves from `position`. nodes: budget of each of the searches, at most 7. What cannot be cleared
    stays so, hence a binary search. Raises as `solve` and as Position.play.
    """
    line = [position]
    begins = 0
    left = peaks.cards_left(position)
    for index, action in enumerate(actions):
        try:
            line.append(line[-1].play(action))
        except TileengineError as failure:
            failure.index = index
            raise
        before, left = left, peaks.cards_left(line[-1])
        if left > before:
            begins = index + 1
    used = 0

    def clear(at: int) -> Solution:
        nonlocal used
        solution = solve(line[at], Goal.CLEAR, nodes)
        used += solution.nodes
        return solution

    first, last = clear(begins), clear(len(line) - 1)
    if not first.proved or not last.proved:
        return TurningPoint(begins, first.found, None, (), False, used)
    if not first.found or last.found:
        return TurningPoint(begins, first.found, None, (), True, used)
    low, high = begins, len(line) - 1  # line[low] can be cleared, line[high] cannot
    missed = first
    while high - low > 1:
        middle = (low + high) // 2
        solution = clear(middle)
        if not solution.proved:
            return TurningPoint(begins, True, None, (), False, used)
        if solution.found:
            low, missed = middle, solution
        else:
            high = middle
    return TurningPoint(begins, True, low, missed.actions, True, used)


def grade(position: Position) -> tuple[int, Difficulty]:
    """(clears of 256 random playouts, the band that makes) of a round that can be cleared, from where it stands.

    A playout plays any playable card, each with the same chance, and turns a stock card only when there is none. The
    lots are the same for every position. Raises UnknownGame, HiddenInformation.
    """
    clears = peaks.playouts(position, GRADE_SEED, GRADE_PLAYOUTS)
    return clears, next(band for band, fewest in BANDS.items() if clears >= fewest)


def derived_seed(label: str, seed: bytes, number: int) -> bytes:
    """32 bytes: SHA-256 of a label, a seed padded with zeros to 32 bytes, and a number in 4 bytes, little-endian."""
    return hashlib.sha256(label.encode() + seed.ljust(32, b"\0") + number.to_bytes(4, "little")).digest()


def deal_graded(
    difficulty: Difficulty,
    seed: bytes,
    *,
    options: Mapping[str, Value] | None = None,
    tries: int = TRIES_DEFAULT,
) -> GradedDeal:
    """The first deal of a band among those that follow from a seed.

    seed: 1..32 bytes; the n-th deal, from 0, has the seed `derived_seed("graded deal", seed, n)`. tries: deals to look
    at, 1..TRIES_MAX. The same arguments give the same deal. Raises NoSuchDeal, BadSeed, BadOption, BadField.
    """
    if not 1 <= tries <= TRIES_MAX:
        raise BadField(f"tries must be in 1..{TRIES_MAX}, not {tries}", field="tries")
    if not 1 <= len(seed) <= 32:
        raise BadSeed(f"seed of {len(seed)} bytes, 1 to 32 are needed", field="seed")
    for number in range(tries):
        own = derived_seed("graded deal", seed, number)
        position = Position.deal(GAME, options=dict(options or {}), seed=own)
        clears, band = grade(position)
        if band is not difficulty:
            continue
        solution = solve(position, Goal.SHORTEST_CLEAR)
        if solution.found:
            return GradedDeal(position, own, band, clears, number + 1, solution.actions)
    raise NoSuchDeal(
        f"none of {tries} deals from this seed is {difficulty.name.lower()}; allow more tries or take another seed",
        field="tries",
    )
