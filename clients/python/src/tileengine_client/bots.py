"""Plays seats of matches: the bot's side of BotService. A bot is a function from a turn to a move.

The function runs in the caller's thread, one turn after the other; the server asks again, and in the end resigns for a
seat, when an answer does not come in time. This file knows no game.
"""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import grpc

from tileengine_client import errors, schema
from tileengine_client.channels import serialize
from tileengine_client.client import Client
from tileengine_client.matches import Match, readers

PATH = f"/{schema.PACKAGE}.BotService/PlaySeats"
_CAUSES = schema.enum_names("SeatLeft.Cause")


@dataclass(frozen=True, slots=True)
class Turn:
    """A request for a move. position: as the seat sees it, encoded; moves: numbers of the legal ones, 4096 at most.

    deadline_ms: from when it was sent. misses: requests in a row that were not answered in time.
    """

    match_id: str
    seat: int
    ply: int
    position: bytes
    moves: tuple[int, ...]
    deadline_ms: int
    misses: int


@dataclass(frozen=True, slots=True)
class Left:
    """The end of a seat. cause: "over", "deleted", "failed" or "left".

    error: why it failed, else None. match: the match that is over, else None.
    """

    match_id: str
    seat: int
    cause: str
    error: errors.TileengineError | None
    match: Match | None


def play_seats(
    client: Client,
    seats: Iterable[tuple[str, str]],
    choose: Callable[[Turn], int | None],
    *,
    name: str = "",
    move_ms: int = 0,
    misses_max: int = 0,
) -> list[Left]:
    """Plays 1 to 64 seats until all are left; returns how each ended.

    seats: accesses, as in Created.seats or Joined.access: (match id, token of a seat).
    choose: the number of a move, or None to resign. name: shown for seats that are joined now. move_ms, misses_max:
    see TakeSeat of the schema; 0: the server's. The client's timeout has no say here. Raises TileengineError when the
    stream fails: take the seats again.
    """
    request = schema.message("PlaySeatsRequest")
    sent: queue.SimpleQueue[Any] = queue.SimpleQueue()
    waiting = 0
    for match_id, token in seats:
        take = {"match_id": match_id, "seat_token": token, "name": name, "move_ms": move_ms, "misses_max": misses_max}
        sent.put(request(take=take))
        waiting += 1
    call = client.channel.stream_stream(
        PATH, request_serializer=serialize, response_deserializer=schema.message("PlaySeatsResponse").FromString
    )(_until_none(sent), wait_for_ready=True, metadata=client.metadata())
    found: list[Left] = []
    try:
        while len(found) < waiting:
            response = next(call)
            kind = response.WhichOneof("message")
            if kind == "left":
                found.append(_left(response.left))
            elif kind == "move_requested":
                sent.put(request(**_answer(response.move_requested, choose)))
    except StopIteration:
        raise errors.Unavailable("the server ended the stream") from None
    except grpc.RpcError as failure:
        trailers: Any = failure.trailing_metadata() or ()
        raise errors.from_call(failure.code(), failure.details() or "", trailers, client.address) from None
    finally:
        sent.put(None)
        call.cancel()
    return found


def _until_none(sent: queue.SimpleQueue[Any]) -> Iterator[Any]:
    while (message := sent.get()) is not None:
        yield message


def _answer(asked: Any, choose: Callable[[Turn], int | None]) -> dict[str, Any]:
    moves = tuple(asked.legal.moves.action)
    turn = Turn(asked.match_id, asked.seat, asked.ply, asked.position, moves, asked.deadline_ms, asked.misses)
    move = choose(turn)
    whose = {"match_id": asked.match_id, "seat": asked.seat}
    if move is None:
        return {"resign": whose}
    return {"answer": whose | {"ply": asked.ply, "move": {"action": move}}}


def _left(left: Any) -> Left:
    error = errors.from_wire(left.error) if left.HasField("error") else None
    match = readers.match(left.match) if left.HasField("match") else None
    return Left(left.match_id, left.seat, _CAUSES[left.cause], error, match)
