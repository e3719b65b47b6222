"""Levels 1 to 10: weaker players that make a person's mistakes, and no random moves.

A weak level overlooks moves (attention), does not look ahead (no playouts, or few) and is not exact in choosing
between moves that look alike (softness). What makes a step of strength differs from game to game, hence the tables.
Everything is counted in playouts, so a level plays the same on every machine; the same seed and position give the same
move. docs/strength.md has the measurements.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tileengine import Position
from tileengine._core.random import splitmix64
from tileengine.analysis.engine import (
    PROOF_SHARE,
    certificate_of,
    default_settings,
    explained,
    grow,
    make_search,
    reports_of,
)
from tileengine.analysis.proof import Proof
from tileengine.analysis.results import Analysis, BadBudget, Budget, MoveReport
from tileengine.analysis.stopping import Stopper

LEVEL_MAX = 10
NOTICED = 3
"""Moves that every player notices, on average."""
_WORD = 1 << 64


@dataclass(frozen=True, slots=True)
class Level:
    """How a level plays.

    playouts: 0: by the rating at first sight alone. attention: share of the legal moves it notices, 0..1.
    softness: how far below the best a move may look and still be chosen half as often: in points of the rating
    without playouts, in utility (0..1) with them; 0: always the best. belief: share of what the play of others tells
    of their hidden pieces that it heeds, 0..1 (Settings.belief).
    """

    playouts: int
    attention: float
    softness: float
    belief: float = 1.0


_USUAL: tuple[Level, ...] = (
    Level(0, 0.20, 4.0),
    Level(0, 0.35, 3.0),
    Level(0, 0.60, 1.5),
    Level(40, 0.75, 0.03),
    Level(100, 0.90, 0.015),
    Level(250, 1.0, 0.008),
    Level(600, 1.0, 0.0),
    Level(1_500, 1.0, 0.0),
    Level(4_000, 1.0, 0.0),
    Level(10_000, 1.0, 0.0),
)
"""Of a game whose levels have not been measured."""

_MEASURED: dict[str, tuple[Level, ...]] = {
    "triple_peaks": (
        Level(0, 0.0, 100.0),
        Level(0, 0.05, 15.0),
        Level(0, 0.15, 6.8),
        Level(0, 0.25, 4.5),
        Level(0, 0.45, 3.2),
        Level(0, 0.50, 2.65),
        Level(0, 0.70, 1.6),
        Level(0, 0.80, 1.1),
        Level(1_500, 1.0, 0.0),
        Level(10_000, 1.0, 0.0),
    ),
    "tantrix": (
        Level(0, 0.20, 4.0),
        Level(0, 0.40, 2.0),
        Level(0, 0.70, 0.7),
        Level(0, 1.0, 0.0),
        Level(40, 1.0, 0.0),
        Level(100, 1.0, 0.0),
        Level(250, 1.0, 0.0),
        Level(700, 1.0, 0.0),
        Level(2_000, 1.0, 0.0),
        Level(6_000, 1.0, 0.0),
    ),
    "triz": (
        Level(0, 0.003, 1.5),
        Level(0, 0.006, 0.5),
        Level(0, 0.014, 0.0),
        Level(0, 0.024, 0.0),
        Level(0, 0.045, 0.0),
        Level(0, 0.07, 0.0),
        Level(0, 0.12, 0.0),
        Level(0, 0.20, 0.0),
        Level(600, 1.0, 0.0),
        Level(3_000, 1.0, 0.0),
    ),
    "triominos": (
        Level(0, 0.30, 400.0),
        Level(0, 0.30, 150.0),
        Level(0, 1.0, 0.0),
        Level(4, 1.0, 0.0, belief=0.0),
        Level(36, 1.0, 0.0, belief=0.0),
        Level(60, 1.0, 0.0, belief=0.0),
        Level(400, 1.0, 0.0, belief=0.4),
        Level(600, 1.0, 0.0, belief=0.3),
        Level(6_000, 1.0, 0.0),
        Level(12_000, 1.0, 0.0),
    ),
}
"""By game: set so that each level should beat the one two below it in six of ten; docs/strength.md has the figures."""


def levels_of(game: str) -> tuple[Level, ...]:
    """The levels of a game, the weakest first; LEVEL_MAX of them."""
    return _MEASURED.get(game, _USUAL)


def level_of(game: str, level: int) -> Level:
    """The level 1..LEVEL_MAX of a game. Raises BadBudget."""
    if not 1 <= level <= LEVEL_MAX:
        raise BadBudget(f"level must be in 1..{LEVEL_MAX}, not {level}", field="level")
    return levels_of(game)[level - 1]


def _mixed(*numbers: int) -> int:
    folded = 0
    for number in numbers:
        folded = splitmix64((folded ^ number) % _WORD, 1)[0]
    return folded


def overlooked(legal: Sequence[int], attention: float, seed: int) -> list[int]:
    """The moves that a player of this attention does not notice; never all, and of few moves hardly any."""
    attention = max(attention, NOTICED / len(legal))
    missed = [a for a in legal if _mixed(seed, 1, a) >= attention * _WORD]
    if len(missed) == len(legal):
        missed.remove(min(legal, key=lambda a: _mixed(seed, 1, a)))
    return missed


def chosen(moves: Sequence[MoveReport], softness: float, seed: int) -> int:
    """Index of the move to play: the first, or with softness one that looks nearly as good."""
    looks = [m.rating if m.value is None else m.value for m in moves if m.visits or not moves[0].visits]
    if softness <= 0 or len(looks) < 2:
        return 0
    best = max(looks)
    weights = [(softness / (softness + best - look)) ** 2 for look in looks]
    at = _mixed(seed, 2) / _WORD * sum(weights)
    for index, weight in enumerate(weights):
        at -= weight
        if at < 0:
            return index
    return len(looks) - 1


class Suggestion:
    """A search for the move to play, that can be run in steps: the answer is that of one run.

    playouts: of all steps together, None: the level's own. proof_nodes: of all steps together, None: the usual number
    at full strength; weaker levels prove nothing. Others, and errors, as of suggest.
    """

    def __init__(
        self,
        position: Position,
        *,
        level: int | None = None,
        playouts: int | None = None,
        proof_nodes: int | None = None,
        aim: str = "balanced",
        seed: int = 0,
    ) -> None:
        plan = level_of(position.game, LEVEL_MAX if level is None else level)
        self._softness = plan.softness
        self._seed = seed
        self._mixed = _mixed(seed, position.observe(position.turn).hash)
        self._settings = replace(default_settings(position.game, aim), belief=plan.belief)
        self._playouts = plan.playouts if playouts is None else playouts
        self._avoid: list[int] = []
        if plan.attention < 1 and not position.over:
            self._avoid = overlooked(position.legal(), plan.attention, self._mixed)
        self._position = position
        self._search = make_search(position, self._mixed, self._settings, (), self._avoid)
        full = level is None or level == LEVEL_MAX
        self._proof = Proof(
            self._search, self._settings.win, Budget(proof_nodes=proof_nodes).proof_limit if full else 0
        )

    def run(self, stopper: Stopper, time_ms: int | None = None) -> bool:
        """Works on, at most so long; True when there is no more to do. Raises BadBudget."""
        budget = Budget(playouts=self._playouts, time_ms=time_ms)
        end = None if time_ms is None else time.monotonic() + time_ms / 1000
        if self._proof.open:
            self._proof.run(stopper, None if time_ms is None else time_ms / 1000 * PROOF_SHARE)
            if self._proof.proved:
                # Playouts of earlier steps have no part in the answer: how many there were is the clock's doing.
                self._search = make_search(self._position, self._mixed, self._settings, (), self._avoid)
        if self._proof.proved:
            return True
        grow(self._search, budget.limit, end, stopper)
        return self._search.playouts >= self._playouts and not self._proof.open

    def answer(self, *, explain: bool = False) -> Analysis:
        """What was found until now, the move to play first; explain: says of that one why, and what it promises."""
        search, proof = self._search, self._proof
        moves, total = reports_of(search, proof, 16)
        first = chosen(moves, self._softness, self._mixed)
        best = moves[first : first + 1]
        if explain:
            best = explained(search.root, best, self._mixed)
        ranked = (*best, *moves[:first], *moves[first + 1 :])
        certificate = certificate_of(search, proof, self._seed, self._settings, (), self._avoid)
        return Analysis(search.root.turn, ranked, total, search.nodes, True, certificate, proof.proved)


def suggest(
    position: Position,
    *,
    level: int | None = None,
    budget: Budget | None = None,
    aim: str = "balanced",
    seed: int = 0,
    stopper: Stopper | None = None,
) -> Analysis:
    """The move to play comes first in the answer's moves, and it alone is explained (why, prospects).

    level: 1..10, None: 10. budget: instead of the level's own playouts. position, seed, stopper: as analyse.
    aim: "balanced", "win" or "score". Full strength, level 10, plays endgames that it can prove as analyse does;
    weaker levels don't. Raises as analyse.
    """
    playouts = None if budget is None else budget.limit
    proof_nodes = None if budget is None else budget.proof_limit
    suggestion = Suggestion(position, level=level, playouts=playouts, proof_nodes=proof_nodes, aim=aim, seed=seed)
    suggestion.run(stopper or Stopper(), None if budget is None else budget.time_ms)
    return suggestion.answer(explain=True)
