"""How a seat without a person chooses its move: among what the server lists, or by the server's own search.

It knows no game.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from tileengine_client.client import Client
from tileengine_client.values import MoveLike, Position

Policy = Callable[[Client, Position, random.Random], MoveLike]
"""(server, whole position, source of chance) -> a legal move of the seat to move."""


def at_random(client: Client, position: Position, rng: random.Random) -> MoveLike:
    """Any legal move."""
    return rng.choice(list(client.moves(position, notation=True)))


def greedy(client: Client, position: Position, rng: random.Random) -> MoveLike:
    """A move that gains most points at once; any of them when several do."""
    moves = list(client.moves(position, gains=True, notation=True))
    most = max(move.gain or 0 for move in moves)
    return rng.choice([move for move in moves if (move.gain or 0) == most])


@dataclass(frozen=True, slots=True)
class AtLevel:
    """What the server suggests at a level, 1 to 10, from what the seat may know."""

    level: int

    def __call__(self, client: Client, position: Position, rng: random.Random) -> MoveLike:
        """The suggested move."""
        seen = client.observe(position, position.info.turn)
        return client.suggest(seen, level=self.level, seed=rng.getrandbits(64), priority="urgent").move


POLICIES: dict[str, Policy] = {"random": at_random, "greedy": greedy}
