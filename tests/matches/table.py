"""A match without a store, for tests of the rules of matches: commands applied one after the other, a log, a clock."""

from __future__ import annotations

from typing import Any

from tileengine import Position
from tileengine.matches import codec, commands
from tileengine.matches.clock import TimeControl
from tileengine.matches.commands import Change
from tileengine.matches.events import Event, History
from tileengine.matches.match import Match, Reader, Seat

SECRET = b"a secret of sixteen bytes and more"


class Table:
    """A match that was joined by everybody. `now_ms` is its clock; tests move it."""

    def __init__(
        self, game: str, seats: int, time: TimeControl | None = None, options: dict[str, Any] | None = None
    ) -> None:
        self.now_ms = 1_000_000
        setup = [Seat(time=time or TimeControl())] * seats
        change = commands.create(
            "table", game, options or {}, setup, private=False, token_secret=SECRET, request="", now_ms=self.now_ms
        )
        self.match: Match = change.match
        self.log: list[Event] = list(change.events)
        for seat in range(seats):
            joined, number, _ = commands.join(
                self.match, Reader(), None, f"player {seat}", bytes([seat]) * 8, SECRET + bytes([seat]), self.now_ms
            )
            assert number == seat
            self.take(joined)

    def take(self, change: Change) -> Change:
        """Goes on from a change, by way of the bytes that a store would keep."""
        self.match = codec.decode(codec.encode(change.match))
        assert self.match == change.match
        self.log += [Event.decode(event.encode()) for event in change.events]
        assert [event.number for event in self.log] == list(range(1, self.match.event + 1))
        return change

    @property
    def position(self) -> Position:
        return self.match.table()

    @property
    def history(self) -> History:
        return History.of(self.log)

    def play(self, *moves: int | str, seat: int | None = None, **more: Any) -> Change:
        seat = self.position.turn if seat is None else seat
        return self.take(commands.play(self.match, seat, moves, self.now_ms, **more))

    def random(self, seed: int) -> Change:
        return self.play(self.position.sample(seed))

    def undo(self, to_ply: int, seat: int | None = None) -> Change:
        if seat is None:
            seat = self.match.last_mover
        return self.take(commands.undo(self.match, seat, to_ply, self.history, self.now_ms))

    def answer(self, seat: int, accept: bool) -> Change:
        return self.take(commands.answer_undo(self.match, seat, accept, self.history, self.now_ms))
