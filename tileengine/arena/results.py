"""What a tournament is, what it has played so far, and the append-only file that keeps it.

A file begins with the plan; then one line for each unit: one deal played by one pair of players from both seats, or in
games for one seat by one player. A line that a crash has cut off is removed when the file is opened again. It plays
nothing.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from itertools import combinations
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import tileengine
from tileengine import TileengineError, games

FORMAT = 1
PLAYERS_MAX = 32
DEALS_MAX = 100_000


class ArenaError(TileengineError):
    """A tournament can't be played, or not be gone on with, as asked."""

    reason = "BAD_FIELD"


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played: it decides every result, whatever plays it.

    players: 2..PLAYERS_MAX names, see players.player. options: of the game. seed: 0..2**31-1, of all deals.
    engine: version of the engine that the results are of.
    """

    game: str
    players: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    engine: str = tileengine.__version__

    def __post_init__(self) -> None:
        if not 2 <= len(self.players) <= PLAYERS_MAX or len(set(self.players)) != len(self.players):
            raise ArenaError(f"a tournament has 2..{PLAYERS_MAX} different players", field="players")
        if not 0 <= self.seed < 2**31:
            raise ArenaError("seed must be in 0..2**31-1", field="seed")

    @property
    def seats(self) -> int:
        """2, or 1 for games that are played alone; there players are compared by their scores in the same deal."""
        return min(2, games.game(self.game).seats_max)

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Every pair of players, by number."""
        return tuple(combinations(range(len(self.players)), 2))


@dataclass(frozen=True, slots=True)
class Unit:
    """What one worker plays at once. players: (first, second), or (alone,). deal: number of the deal."""

    players: tuple[int, ...]
    deal: int


@dataclass(frozen=True, slots=True)
class Played:
    """A unit's games: one from each seat. scores, outcomes (2 won, 1 shared, 0 lost): per game by player, not by seat.

    plies: of all its games.
    """

    unit: Unit
    scores: tuple[tuple[int, ...], ...]
    outcomes: tuple[tuple[int, ...], ...]
    plies: int

    def encode(self) -> str:
        """The line of the file."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @staticmethod
    def decode(line: str) -> Played:
        """The inverse. Raises ValueError, KeyError, TypeError."""
        kept = json.loads(line)
        unit = Unit(tuple(kept["unit"]["players"]), kept["unit"]["deal"])
        scores, outcomes = (tuple(tuple(game) for game in kept[name]) for name in ("scores", "outcomes"))
        return Played(unit, scores, outcomes, kept["plies"])


@dataclass(frozen=True, slots=True)
class Meeting:
    """How a pair fared on one deal. points: of the first, 0..1; margin: its score less the second's, mean of games."""

    deal: int
    points: float
    margin: float


class Results:
    """All units played so far. Deals are numbered from 0 and counted as played by a pair up to the first gap."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.units: dict[Unit, Played] = {}

    def add(self, played: Played) -> None:
        """Takes a unit; the same one again changes nothing."""
        self.units.setdefault(played.unit, played)

    def units_of(self, pair: tuple[int, int], deal: int) -> tuple[Unit, ...]:
        """The units that decide a pair's meeting on a deal."""
        return (Unit(pair, deal),) if self.plan.seats == 2 else tuple(Unit((player,), deal) for player in pair)

    def meetings(self, pair: tuple[int, int], deals: int = DEALS_MAX) -> list[Meeting]:
        """How a pair fared on the first `deals` deals, as far as they are played."""
        found = []
        for deal in range(deals):
            played = [self.units.get(unit) for unit in self.units_of(pair, deal)]
            if None in played:
                break
            found.append(_meeting(deal, [one for one in played if one is not None]))
        return found

    @property
    def games(self) -> int:
        """Games played."""
        return sum(len(played.scores) for played in self.units.values())


def _meeting(deal: int, played: list[Played]) -> Meeting:
    if len(played) == 1:
        count = len(played[0].scores)
        points = sum(outcome[0] for outcome in played[0].outcomes) / (2 * count)
        return Meeting(deal, points, sum(score[0] - score[1] for score in played[0].scores) / count)
    first, second = (one.scores[0][0] for one in played)
    return Meeting(deal, ((first > second) - (first < second) + 1) / 2, first - second)


class ResultsFile:
    """The file of a tournament, open for more; a context manager. Raises ArenaError, OSError."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.results = Results(plan)
        head = json.dumps({"format": FORMAT} | asdict(plan), separators=(",", ":"), sort_keys=True)
        self._file = path.open("a+b")
        try:
            if not self._restore(path, head):
                self._write(head)
        except BaseException:
            self._file.close()
            raise

    def _restore(self, path: Path, head: str) -> bool:
        """Reads what is there. False: nothing."""
        self._file.seek(0)
        kept = self._file.read()
        whole = kept[: kept.rfind(b"\n") + 1]
        if len(whole) < len(kept):
            self._file.truncate(len(whole))
        lines = whole.decode().splitlines()
        if not lines:
            return False
        if lines[0] != head:
            raise ArenaError(f"{path} holds another tournament, or that of another version", field="results")
        for number, line in enumerate(lines[1:], 2):
            try:
                self.results.add(Played.decode(line))
            except (ValueError, KeyError, TypeError) as failure:
                raise ArenaError(f"{path}, line {number}: not a result: {failure}", field="results") from None
        return True

    def _write(self, line: str) -> None:
        self._file.write(line.encode() + b"\n")
        self._file.flush()

    def add(self, played: Played) -> None:
        """Keeps a unit."""
        self._write(played.encode())
        self.results.add(played)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        os.fsync(self._file.fileno())
        self._file.close()


def missing(results: Results, pairs: list[tuple[int, int]], deals: range) -> Iterator[Unit]:
    """The units of some pairs on some deals that are not played yet, each once, deal by deal."""
    asked: set[Unit] = set()
    for deal in deals:
        for pair in pairs:
            for unit in results.units_of(pair, deal):
                if unit not in results.units and unit not in asked:
                    asked.add(unit)
                    yield unit
