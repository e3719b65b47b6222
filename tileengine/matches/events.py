"""The event log of a match: what happened, in order, numbered from 1 without gaps. It is only ever appended to.

An event is kept as one JSON object. The event that starts a match carries the deal, which is a secret until the
match is over: readers get events through `disclosed` only.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

from tileengine import Position
from tileengine._core import action as actions
from tileengine.matches.match import End, Match, Reader

Kind = Literal[
    "created", "joined", "started", "played", "undo_proposed", "undo_accepted", "undo_declined", "undone",
    "resigned", "timed_out", "ended",
]  # fmt: skip

_DISCARD_BITS = 7


@dataclass(frozen=True, slots=True)
class Event:
    """One event. ply: after it. deal: the position as dealt, encoded, "started" only and a secret."""

    number: int
    kind: Kind
    time_ms: int
    ply: int = 0
    seat: int | None = None
    actions: tuple[int, ...] = ()
    end: End | None = None
    deal: bytes = b""

    def encode(self) -> bytes:
        """The JSON object that is kept."""
        kept: dict[str, Any] = {"n": self.number, "k": self.kind, "t": self.time_ms, "p": self.ply}
        if self.seat is not None:
            kept["s"] = self.seat
        if self.actions:
            kept["a"] = self.actions
        if self.end is not None:
            kept["e"] = [self.end.end, self.end.outcomes, self.end.seat]
        if self.deal:
            kept["d"] = self.deal.hex()
        return json.dumps(kept, separators=(",", ":")).encode()

    @staticmethod
    def decode(data: bytes) -> Event:
        """The event that `encode` wrote."""
        kept = json.loads(data)
        end = kept.get("e")
        return Event(
            number=kept["n"],
            kind=kept["k"],
            time_ms=kept["t"],
            ply=kept["p"],
            seat=kept.get("s"),
            actions=tuple(kept.get("a", ())),
            end=End(end[0], tuple(end[1]), end[2]) if end else None,
            deal=bytes.fromhex(kept.get("d", "")),
        )

    def disclosed(self, match: Match, reader: Reader) -> Event:
        """The event as a reader may see it: without the deal, and without what a move tells of a hidden hand."""
        shown = replace(self, deal=b"")
        if match.status != "over" and self.actions and reader.seat != self.seat:
            shown = replace(shown, actions=tuple(map(disclosed_action, self.actions)))
        return shown


def disclosed_action(action: int) -> int:
    """A move as other seats may see it: which piece of a hidden hand was discarded is left out."""
    kind = actions.split(action)[0]
    return action & ~_DISCARD_BITS if kind == actions.Kind.LAY_TRIPLE else action


@dataclass(frozen=True, slots=True)
class History:
    """The moves that led from the deal to the position, without those taken back. seats: who played each."""

    dealt: Position
    moves: tuple[int, ...]
    seats: tuple[int, ...]

    @staticmethod
    def of(events: Iterable[Event]) -> History:
        """Folds a whole log. Raises ValueError when the match was never dealt."""
        dealt: Position | None = None
        moves: list[int] = []
        seats: list[int] = []
        for event in events:
            if event.kind == "started":
                dealt = Position.decode(event.deal)
            elif event.kind == "played":
                moves += event.actions
                seats += [event.seat or 0] * len(event.actions)
            elif event.kind == "undone":
                del moves[event.ply :]
                del seats[event.ply :]
        if dealt is None:
            raise ValueError("nothing was dealt")
        return History(dealt, tuple(moves), tuple(seats))

    def position_at(self, ply: int) -> Position:
        """The position after the first `ply` moves: the same bytes as when it was first reached."""
        position = self.dealt
        for action in self.moves[:ply]:
            position = position.play(action)
        return position

    def run_at(self, ply: int) -> tuple[int, int]:
        """(who moved last, the ply before the unbroken run of its moves) at a ply; (-1, 0) at the deal."""
        if ply == 0:
            return -1, 0
        mover = self.seats[ply - 1]
        start = ply - 1
        while start > 0 and self.seats[start - 1] == mover:
            start -= 1
        return mover, start
