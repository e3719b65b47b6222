"""The match: an immutable value with everything a server has to know to go on, of a size that does not grow with play.

What happened so far is not in here but in the event log (events.py). Commands that make a new match from an old one
are in commands.py, the bytes it is kept as in codec.py. It knows no store and reads no clock.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from tileengine import Position
from tileengine.errors import BadField
from tileengine.games import Value
from tileengine.matches import tokens
from tileengine.matches.clock import Clocks, TimeControl
from tileengine.matches.failures import Unauthenticated, UnknownMatch, WrongSeat, WrongState

Status = Literal["waiting", "running", "over"]
NAME_MAX = 64
LEVEL_MAX = 10
SEAT_PLAYOUTS_MAX = 100_000
"""Playouts a move of an engine's seat: a server plays many of them."""
RECENT_MAX = 4
"""Requests to play that are remembered per seat, so that a retry is answered as the first time."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How an engine's seat plays: a level 1..10, or with level 0 so many playouts a move at full strength."""

    level: int = 0
    playouts: int = 0

    def __str__(self) -> str:
        return f"level {self.level}" if self.level else f"{self.playouts} playouts"

    def check(self, field: str) -> None:
        """Raises BadField unless exactly one of the two is set, and in its range."""
        if bool(self.level) == bool(self.playouts):
            raise BadField("an engine's seat has a level or playouts", field=field)
        if not 0 <= self.level <= LEVEL_MAX:
            raise BadField(f"level must be in 1..{LEVEL_MAX}", field=f"{field}.level")
        if not 0 <= self.playouts <= SEAT_PLAYOUTS_MAX:
            raise BadField(f"playouts must be in 1..{SEAT_PLAYOUTS_MAX}", field=f"{field}.playouts")


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: who may take it, the hash of its token, and what its player brought along; strength: "engine" only."""

    kind: Literal["open", "reserved", "engine"] = "open"
    time: TimeControl = field(default_factory=TimeControl)
    token: str = ""
    joined: bool = False
    name: str = ""
    entropy: bytes = b""
    strength: Strength | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """The result of one request to play."""

    request_id: str
    digest: str
    event: int
    ply: int
    gains: tuple[int, ...]
    over: bool


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposal to go back to a ply; it waits for the seats that have not accepted."""

    seat: int
    to_ply: int
    accepted: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class End:
    """How a match ended: one of the game's ends, "resigned", "timeout" or "unfinished"; outcomes 2, 1 or 0 a seat."""

    end: str
    outcomes: tuple[int, ...]
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Reader:
    """Who looks: a seat sees its own secrets; host, spectator and strangers see what is public."""

    role: Literal["public", "spectator", "host", "seat"] = "public"
    seat: int | None = None

    def need_seat(self) -> int:
        """The caller's seat. Raises Unauthenticated, WrongSeat."""
        if self.seat is not None:
            return self.seat
        if self.role == "public":
            raise Unauthenticated("send the seat's token: authorization: Bearer TOKEN")
        raise WrongSeat("this token is not a seat's")

    def need_host(self) -> None:
        """Raises Unauthenticated, WrongSeat."""
        if self.role == "public":
            raise Unauthenticated("send the host's token: authorization: Bearer TOKEN")
        if self.role != "host":
            raise WrongSeat("only the host may do this")


@dataclass(frozen=True, slots=True)
class Match:
    """One match. Secrets in it: secret, seed, entropy, the position. Hashes only: host, spectator, Seat.token.

    event: number of its newest event. last_mover (-1: nobody) has played every move after ply `run_ply`.
    committed_id, committed_ms: under which id and when the commitment was made; another match's after an import.
    horizon: no undo goes below this ply. shown_ms: what each clock showed when its seat last moved.
    recent: per seat its last requests to play. request: digest of the request that created it.
    """

    id: str
    game: str
    rules: int
    options: Mapping[str, Value]
    seats: tuple[Seat, ...]
    private: bool
    created_ms: int
    changed_ms: int
    request: str
    host: str
    spectator: str
    committed_id: str
    committed_ms: int
    secret: bytes
    commitment: bytes
    status: Status = "waiting"
    event: int = 0
    position: Position | None = None
    seed: bytes = b""
    order: bytes = b""
    clocks: Clocks = field(default_factory=lambda: Clocks(()))
    shown_ms: tuple[int, ...] = ()
    last_mover: int = -1
    run_ply: int = 0
    horizon: int = 0
    proposal: Proposal | None = None
    recent: tuple[tuple[Played, ...], ...] = ()
    end: End | None = None

    # -- who asks ------------------------------------------------------------------------------------------------------

    def reader(self, token: str | None) -> Reader:
        """Who holds a token (None: nobody). Raises Unauthenticated, or UnknownMatch when the match is private."""
        found = None if self.private else Reader()
        if token is not None:
            found = self._holder(token) if len(token) <= tokens.TOKEN_MAX else None
            if found is None and not self.private:
                raise Unauthenticated("this match does not know the token")
        if found is None:
            raise UnknownMatch
        return found

    def _holder(self, token: str) -> Reader | None:
        """Compares with every hash, whichever fits, so that the time tells nothing."""
        found = None
        if tokens.matches(token, self.host):
            found = Reader("host")
        if tokens.matches(token, self.spectator):
            found = Reader("spectator")
        for number, seat in enumerate(self.seats):
            if tokens.matches(token, seat.token):
                found = Reader("seat", number)
        return found

    # -- what may be known ---------------------------------------------------------------------------------------------

    def need(self, status: Status) -> None:
        """Raises WrongState unless the match is in this state."""
        if self.status != status:
            raise WrongState(self.status, status)

    def table(self) -> Position:
        """The whole position, secrets included. Raises WrongState while nothing is dealt."""
        if self.position is None:
            raise WrongState(self.status, "running or over")
        return self.position

    def seen(self, reader: Reader) -> Position:
        """The position as a reader may see it; all of it once the match is over. Raises WrongState."""
        position = self.table()
        return position if self.status == "over" else position.observe(reader.seat)

    @property
    def free_ply(self) -> int:
        """The lowest ply that the last mover may go back to without asking anybody."""
        return max(self.horizon, self.run_ply)

    # -- time ----------------------------------------------------------------------------------------------------------

    def left_ms(self, seat: int, now_ms: int) -> int:
        """What a seat's clock shows: all of its time before the deal; 0 when nothing is limited."""
        time = self.seats[seat].time
        if self.status == "waiting":
            return time.limit_ms
        if not self.clocks.left_ms or time.kind == "none":
            return 0
        if self.status != "running" or self.position is None:
            return self.clocks.left_ms[seat]
        return self.clocks.left(seat, self.position.turn, now_ms)

    def deadline_ms(self) -> int | None:
        """When the seat to move runs out of time; None when it may think for ever."""
        if self.status != "running" or self.position is None:
            return None
        turn: int = self.position.turn
        if self.seats[turn].time.kind == "none":
            return None
        return self.clocks.since_ms + self.clocks.left_ms[turn]

    def engine_turn(self) -> int | None:
        """The seat to move, if the engine plays it."""
        if self.status != "running" or self.position is None:
            return None
        turn: int = self.position.turn
        return turn if self.seats[turn].kind == "engine" else None

    def with_end(self, end: End) -> Match:
        """The same match, over."""
        return replace(self, status="over", end=end, proposal=None)
