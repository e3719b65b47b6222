"""A bot that plays any legal move against the engine: python random_bot.py [ADDRESS [GAME [LEVEL]]].

It makes a match of its own with a seat for itself and one for the engine; to play elsewhere, give `play_seats` an
`Access` of the match's id and the seat's token.
"""

from __future__ import annotations

import random
import sys

from tileengine_client import Client, matches
from tileengine_client.bots import Turn, play_seats

address, slug, level = [*sys.argv[1:], *["127.0.0.1:50051", "triominos", "2"][len(sys.argv) - 1 :]]
rng = random.Random(1)


def choose(turn: Turn) -> int:
    """The bot: replace this. `turn.position` is what RulesService and AnalysisService take as a position."""
    return rng.choice(turn.moves)


with Client(address) as client:
    client.wait_ready()
    seats = [matches.reserved_seat(), matches.engine_seat(level=int(level))]
    mine, _ = client.ask(matches.create(slug, seats=seats)).seats
    assert mine is not None, "a reserved seat has a token"
    [left] = play_seats(client, [mine], choose, name="random bot")
    assert left.match is not None and left.match.end is not None, left.error
    print(f"{left.cause}: {left.match.end.end} after {left.match.ply} moves")
    for seat, score in zip(left.match.seats, left.match.scores, strict=True):
        print(f"{seat.name}: {score.total} points")
