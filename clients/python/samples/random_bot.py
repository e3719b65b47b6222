"""A bot that plays any legal move against the engine: python random_bot.py [ADDRESS [GAME [LEVEL]]].

It makes a match of its own with a seat for itself and one for the engine; to play elsewhere, give `play_seats` the id
of a match and the token of a seat.
"""

from __future__ import annotations

import random
import sys
from typing import Any

import grpc

from tileengine_client import schema
from tileengine_client.bots import Turn, play_seats

address, slug, level = [*sys.argv[1:], *["127.0.0.1:50051", "triominos", "2"][len(sys.argv) - 1 :]]
rng = random.Random(1)


def choose(turn: Turn) -> int:
    """The bot: replace this. `turn.position` is what RulesService and AnalysisService take as a position."""
    return rng.choice(turn.moves)


with grpc.insecure_channel(address) as channel:
    create: grpc.UnaryUnaryMultiCallable[Any, Any] = channel.unary_unary(
        f"/{schema.PACKAGE}.MatchService/CreateMatch",
        request_serializer=lambda message: message.SerializeToString(),
        response_deserializer=schema.message("CreateMatchResponse").FromString,
    )
    seats = [{"kind": "SEAT_KIND_RESERVED"}, {"kind": "SEAT_KIND_ENGINE", "engine": {"level": int(level)}}]
    request = schema.message("CreateMatchRequest")(game=f"GAME_{slug.upper()}", seats=seats)
    made = create(request, timeout=10, wait_for_ready=True)
    [left] = play_seats(channel, [(made.match.match_id, made.seat_tokens[0])], choose, name="random bot")
    print(f"{left.cause}: {left.match.end.end} after {left.match.state.info.ply} moves")
    for seat, score in zip(left.match.seats, left.match.scores):
        print(f"{seat.name}: {score.total} points")
