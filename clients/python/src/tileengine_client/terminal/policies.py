"""How a seat without a person chooses among the moves the server lists. It knows no game."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from tileengine_client.values import Move

Policy = Callable[[Sequence[Move], random.Random], Move]


def at_random(moves: Sequence[Move], rng: random.Random) -> Move:
    """Any legal move."""
    return rng.choice(moves)


def greedy(moves: Sequence[Move], rng: random.Random) -> Move:
    """A move that gains most points at once; any of them when several do."""
    most = max(move.gain or 0 for move in moves)
    return rng.choice([move for move in moves if (move.gain or 0) == most])


POLICIES: dict[str, Policy] = {"random": at_random, "greedy": greedy}
