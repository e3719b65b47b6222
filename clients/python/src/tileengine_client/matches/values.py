"""What matches are made of, as values: seats and clocks, a match as its reader may see it, events, answers.

They are plain data without behaviour. Times are milliseconds since 1970 UTC on the server's clock; durations are
milliseconds. The paragraphs behind them are those of docs/matches.md. This file knows neither the wire nor a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from tileengine_client.values import MoveCheck, MovePage, Outcome, Position, SeatScore
from tileengine_client.views import View


class Access(NamedTuple):
    """Who asks about which match: its id, and the token of a seat, of the host or of spectators; "": nobody's.

    Whoever has the token of a seat is the seat: keep it from others. It is not shown when an access is printed.
    """

    match_id: str
    token: str = ""

    def __repr__(self) -> str:
        return f"<Access {self.match_id}{' with a token' if self.token else ''}>"


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How long a seat may think. kind: "per_move" (full again after every move) or "per_game".

    limit_ms: 100 to 2,592,000,000 (30 days). increment_ms: added after every move, 0 to 3,600,000; "per_game" only.
    """

    kind: str
    limit_ms: int
    increment_ms: int = 0


@dataclass(frozen=True, slots=True)
class SeatSetup:
    """A seat of a match that is to be made; `open_seat`, `reserved_seat` and `engine_seat` make them.

    kind: "open" (whoever joins first), "reserved" (whoever has its token) or "engine". time: None: no clock.
    "engine" only: level from 1 (a friendly beginner) to 10, or playouts, 1 to 100,000 a move; 0: the other of the two.
    """

    kind: str
    time: TimeControl | None = None
    level: int = 0
    playouts: int = 0


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat as it is.

    seat: from 0. kind, time, level, playouts: as SeatSetup. joined: somebody has taken it. name: what its player gave.
    left_ms: on its clock at Match.now_ms; None without a clock. entropy: what its player mixed into the deal; empty
    until the match is over.
    """

    seat: int
    kind: str
    joined: bool
    name: str
    time: TimeControl | None
    left_ms: int | None
    entropy: bytes
    level: int
    playouts: int


@dataclass(frozen=True, slots=True)
class UndoProposal:
    """A proposal to take moves back that waits for consent. accepted: seats that have, the proposer included."""

    seat: int
    to_ply: int
    accepted: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FairDeal:
    """What the server committed itself to before anybody joined: a SHA-256 of 32 bytes.

    secret, seed (32 bytes each) and order (as Dealt.order): the proof; empty until the match is over.
    """

    commitment: bytes
    secret: bytes
    seed: bytes
    order: bytes


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """How a match ended. end: one of Game.ends, "resigned", "timeout" or "unfinished" (a record that stops before).

    seat: who resigned or ran out of time, else None. outcomes: per seat.
    """

    end: str
    seat: int | None
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """A match as its reader may see it.

    match_id: 1 to 64 characters. options: those that differ from the defaults, as texts. status: "waiting" (seats are
    still to be taken, nothing is dealt), "running" or "over". seats: 1 to 6. event: number of the newest, from 1.
    position: as the reader sees it; None while waiting and in lists. scores: per seat; empty then. horizon_ply: the
    lowest ply that moves can be taken back to; free_ply: that the last mover can go back to without asking anybody.
    undo: the proposal that waits. end: None until it is over. created_ms, now_ms: when it was made, and the server's
    clock at this answer. private: only readers with a token may see it.
    """

    match_id: str
    game: str
    rules_version: int
    options: Mapping[str, str]
    status: str
    seats: tuple[Seat, ...]
    event: int
    position: Position | None
    scores: tuple[SeatScore, ...]
    horizon_ply: int
    free_ply: int
    undo: UndoProposal | None
    fair: FairDeal
    end: MatchEnd | None
    created_ms: int
    now_ms: int
    private: bool

    @property
    def turn(self) -> int | None:
        """The seat to move; None unless it is running."""
        return self.position.info.turn if self.status == "running" and self.position is not None else None

    @property
    def ply(self) -> int:
        """Moves since the deal; what `expected_ply` takes."""
        return self.position.info.ply if self.position is not None else 0


@dataclass(frozen=True, slots=True)
class Created:
    """A match that was made, and what opens it. The server shows tokens only here.

    host: may delete it. seats: per seat what takes it, None for open seats. spectators: what shows a private match to
    spectators; without a token when it is not private.
    """

    match: Match
    host: Access
    seats: tuple[Access | None, ...]
    spectators: Access


@dataclass(frozen=True, slots=True)
class Joined:
    """A seat that was taken. access: what plays it. match: as the seat sees it."""

    seat: int
    access: Access
    match: Match


@dataclass(frozen=True, slots=True)
class MatchPage:
    """Some matches, oldest first, without position and scores. next_page_token: for the next page; "": none."""

    matches: tuple[Match, ...]
    next_page_token: str


@dataclass(frozen=True, slots=True)
class MatchMoves:
    """Legal moves of the seat that asks, empty when it is not to move; ply: of the position they belong to."""

    ply: int
    moves: MovePage


@dataclass(frozen=True, slots=True)
class CheckedMove:
    """What the rules say to a move of the seat that asks (its gain is not told); ply: of the position it is about."""

    ply: int
    check: MoveCheck


@dataclass(frozen=True, slots=True)
class MatchView:
    """What the reader sees of the position at a ply; event: number of the newest event then."""

    ply: int
    event: int
    view: View


@dataclass(frozen=True, slots=True)
class Played:
    """What was played, the same for every repetition, and the match as it stands now.

    event: number of the event. ply: after the last move. gains: per move, points for its mover at once. over: it ended
    the match.
    """

    event: int
    ply: int
    gains: tuple[int, ...]
    over: bool
    match: Match


@dataclass(frozen=True, slots=True)
class Undone:
    """What became of taking moves back. done: they are; if not, `match.undo` is the proposal that waits, if any."""

    done: bool
    match: Match


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in a match.

    number: from 1 without gaps; 0 for "deleted". kind: "created", "joined", "started", "played", "undo_proposed",
    "undo_accepted", "undo_declined", "undone", "resigned", "timed_out", "ended" or "deleted". time_ms: when it was.
    seat: whose it is, or None. ply: after it. actions, notations: the moves of "played". end: of "ended", else None.
    match: as the reader sees it after the newest event; None when newer events are still to come.
    """

    number: int
    kind: str
    time_ms: int
    seat: int | None
    ply: int
    actions: tuple[int, ...]
    notations: tuple[str, ...]
    end: MatchEnd | None
    match: Match | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class Verified:
    """What is right and wrong with a record.

    problem: the first fault found, "" when it is valid. line: of the text, from 1; None for a fault of the JSON form or
    of the whole. passed: the checks that were made and passed: "syntax", "deal", "commitment", "seed",
    "moves", "result". record: in the form asked for, or "".
    """

    valid: bool
    problem: str
    line: int | None
    passed: tuple[str, ...]
    record: str
