"""The bot's side of BotService, against a real server."""

from __future__ import annotations

from typing import Any

import grpc
import pytest

from tileengine_client import errors, schema
from tileengine_client.bots import Turn, play_seats


@pytest.fixture
def channel(address: str) -> Any:
    with grpc.insecure_channel(address) as channel:
        yield channel


def create(channel: grpc.Channel, *seats: dict[str, Any]) -> Any:
    call: grpc.UnaryUnaryMultiCallable[Any, Any] = channel.unary_unary(
        f"/{schema.PACKAGE}.MatchService/CreateMatch",
        request_serializer=lambda message: message.SerializeToString(),
        response_deserializer=schema.message("CreateMatchResponse").FromString,
    )
    return call(schema.message("CreateMatchRequest")(game="GAME_TRIOMINOS", seats=seats), timeout=20)


RESERVED = {"kind": "SEAT_KIND_RESERVED"}


def first(turn: Turn) -> int:
    return turn.moves[0]


def test_one_bot_plays_both_seats_of_two_matches(channel: grpc.Channel) -> None:
    made = [create(channel, RESERVED, RESERVED) for _ in range(2)]
    seats = [(one.match.match_id, token) for one in made for token in one.seat_tokens]
    left = play_seats(channel, seats, first, name="twins")
    assert [one.cause for one in left] == ["over"] * 4
    assert {(one.match_id, one.seat) for one in left} == {(one.match.match_id, s) for one in made for s in (0, 1)}
    assert {seat.name for seat in left[0].match.seats} == {"twins"}


def test_a_bot_may_resign_and_a_wrong_move_costs_the_seat(channel: grpc.Channel) -> None:
    for choose in (lambda turn: None, lambda turn: 0xFFFFFFFF):
        made = create(channel, RESERVED, RESERVED)
        seats = [(made.match.match_id, token) for token in made.seat_tokens]
        left = play_seats(channel, seats, choose, misses_max=1)
        assert [one.match.end.end for one in left] == ["resigned"] * 2


def test_failures_are_the_clients_own(channel: grpc.Channel) -> None:
    [left] = play_seats(channel, [("nowhere", "token")], first)
    assert left.cause == "failed" and isinstance(left.error, errors.TileengineError) and left.match is None
    made = create(channel, RESERVED, RESERVED)
    with pytest.raises(errors.BadField):
        play_seats(channel, [(made.match.match_id, made.seat_tokens[0])], first, move_ms=1)
