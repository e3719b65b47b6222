"""Players by name, all within this process: "random", "greedy", "quick", "level:N", "playouts:N", "flat:N"."""

from __future__ import annotations

from dataclasses import replace

from tileengine import Position
from tileengine._core.search import policy
from tileengine.analysis import Budget, suggest
from tileengine.analysis.engine import default_settings, make_search
from tileengine.arena.duplicate import Player


def _random(position: Position, seed: int) -> int:
    return int(position.sample(seed))


def _greedy(position: Position, seed: int) -> int:
    return int(policy.greedy(position, seed))


def _quick(position: Position, seed: int) -> int:
    return int(policy.quick(position, seed))


def _flat(playouts: int, aim: str) -> Player:
    """Flat Monte Carlo: as many playouts for each move, without a tree and without a judge.

    All moves meet the same worlds, drawn as the search draws them.
    """

    def choose(position: Position, seed: int) -> int:
        legal = position.legal()
        if len(legal) == 1:
            return int(legal[0])
        settings = replace(default_settings(position.game, aim), nodes_max=2, trust=0.0)
        found = []
        for action in legal:
            search = make_search(position, seed, settings, allow=[action])
            search.run(max(1, playouts // len(legal)))
            found.append((search.moves()[0]["value"], action))
        return int(max(found)[1])

    return choose


def player(name: str) -> Player:
    """random: any legal move. greedy: the move that leads by most at once. quick: what a playout would play.
    level:N: a level 1..10. playouts:N: full strength with so many playouts a move. flat:N: so many plain playouts a
    move, spread evenly, the usual yardstick. AIM: balanced, win or score.

    Raises ValueError for another name.
    """
    kind, _, rest = name.partition(":")
    simple: dict[str, Player] = {"random": _random, "greedy": _greedy, "quick": _quick}
    if name in simple:
        return simple[name]
    number, _, aim = rest.partition(":")
    if not number.isdigit() or kind not in ("level", "playouts", "flat") or aim not in ("", "balanced", "win", "score"):
        raise ValueError(
            f"no player {name!r}: random, greedy, quick, or level:N, playouts:N, flat:N with or without :AIM"
        )
    if kind == "flat":
        return _flat(int(number), aim or "balanced")

    def search(position: Position, seed: int) -> int:
        # A forced move needs no playout; it would be the same move.
        only = position.legal(limit=2)
        if len(only) == 1:
            return int(only[0])
        if kind == "level":
            return suggest(position, level=int(number), seed=seed, aim=aim or "balanced").best.action
        budget = Budget(playouts=int(number))
        return suggest(position, budget=budget, seed=seed, aim=aim or "balanced").best.action

    return search
