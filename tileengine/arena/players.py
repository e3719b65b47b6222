"""Players by name, all within this process: "random", "greedy", "quick", "level:N", "playouts:N", "playouts:N:AIM"."""

from __future__ import annotations

from tileengine import Position
from tileengine._core.search import policy
from tileengine.analysis import Budget, suggest
from tileengine.arena.duplicate import Player


def _random(position: Position, seed: int) -> int:
    return int(position.sample(seed))


def _greedy(position: Position, seed: int) -> int:
    return int(policy.greedy(position, seed))


def _quick(position: Position, seed: int) -> int:
    return int(policy.quick(position, seed))


def player(name: str) -> Player:
    """random: any legal move. greedy: the move that leads by most at once. quick: what a playout would play.
    level:N: a level 1..10. playouts:N: full strength with so many playouts a move; AIM: balanced, win or score.

    Raises ValueError for another name.
    """
    kind, _, rest = name.partition(":")
    simple: dict[str, Player] = {"random": _random, "greedy": _greedy, "quick": _quick}
    if name in simple:
        return simple[name]
    number, _, aim = rest.partition(":")
    if not number.isdigit() or kind not in ("level", "playouts") or aim not in ("", "balanced", "win", "score"):
        raise ValueError(f"no player {name!r}: random, greedy, quick, level:N, playouts:N or playouts:N:AIM")

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
