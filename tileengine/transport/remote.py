"""Outside programs as players of the arena: any server that answers SuggestMove of AnalysisService.

It asks for one move at a time, with the position as the seat sees it, and waits a bounded time. It judges no answer.
"""

from __future__ import annotations

import grpc

from tileengine import Position
from tileengine.arena.duplicate import Player
from tileengine.arena.players import player
from tileengine.arena.results import ArenaError
from tileengine.v1 import analysis_service_pb2 as pb

MOVE_SECONDS = 60.0
"""For one move; who needs longer ends the tournament, which can be gone on with."""
PREFIX = "grpc:"
METHOD = "/tileengine.v1.AnalysisService/SuggestMove"


def make_player(name: str) -> Player:
    """A player by name: grpc:HOST:PORT, grpc:HOST:PORT/LEVEL, grpc:unix:PATH, or one of this process.

    Raises ArenaError, ValueError.
    """
    if not name.startswith(PREFIX):
        return player(name)
    address, slash, level = name.removeprefix(PREFIX).rpartition("/")
    if not slash or not level.isdigit():
        address, level = name.removeprefix(PREFIX), "0"
    if not address:
        raise ArenaError(f"{name!r} has no address", field="players")
    channel = grpc.insecure_channel(address)
    call = channel.unary_unary(
        METHOD,
        request_serializer=pb.SuggestMoveRequest.SerializeToString,
        response_deserializer=pb.SuggestMoveResponse.FromString,
    )

    def play(position: Position, seed: int) -> int:
        request = pb.SuggestMoveRequest(position=position.encode(), level=int(level), seed=seed)
        try:
            return int(call(request, timeout=MOVE_SECONDS, wait_for_ready=True).action)
        except grpc.RpcError as failure:
            raise ArenaError(f"no move: {failure.code().name}: {failure.details()}") from None

    return play
