"""The bot's side of BotService, against a real server."""

from __future__ import annotations

import pytest

from tileengine_client import Client, errors, matches
from tileengine_client.bots import Left, Turn, play_seats

GAME = "triominos"


def tables(client: Client, count: int) -> list[matches.Access]:
    """The seats of so many matches, all reserved."""
    seats = [matches.reserved_seat(), matches.reserved_seat()]
    made = [client.ask(matches.create(GAME, seats=seats)) for _ in range(count)]
    return [access for one in made for access in one.seats if access is not None]


def first(turn: Turn) -> int:
    return turn.moves[0]


def ended(left: Left) -> matches.Match:
    assert left.cause == "over"
    assert left.match is not None
    return left.match


def test_one_bot_plays_both_seats_of_two_matches(client: Client) -> None:
    seats = tables(client, 2)
    assert len(seats) == 4
    left = play_seats(client, seats, first, name="twins")
    assert sorted((one.match_id, one.seat) for one in left) == sorted(
        (access.match_id, index % 2) for index, access in enumerate(seats)
    )
    assert {seat.name for one in left for seat in ended(one).seats} == {"twins"}


def test_a_bot_may_resign_and_a_wrong_move_costs_the_seat(client: Client) -> None:
    for choose in (lambda turn: None, lambda turn: 0xFFFFFFFF):
        left = play_seats(client, tables(client, 1), choose, misses_max=1)
        ends = [ended(one).end for one in left]
        assert [end.end for end in ends if end is not None] == ["resigned"] * 2


def test_failures_are_the_clients_own(client: Client) -> None:
    [left] = play_seats(client, [("nowhere", "token")], first)
    assert left.cause == "failed"
    assert isinstance(left.error, errors.TileengineError)
    assert left.match is None
    with pytest.raises(errors.BadField):
        play_seats(client, tables(client, 1)[:1], first, move_ms=1)
