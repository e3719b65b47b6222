"""What the client's methods return, but for views: games, positions, moves, scores. Immutable, and without a method
that calls a server. This file knows neither the wire nor a game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, Literal

from tileengine_client.analyses import RankedMove
from tileengine_client.errors import TileengineError

Outcome = Literal["running", "lost", "shared", "won"]
"""How a game went for a seat."""

OptionValue = bool | int | str
"""Value of an option: what its kind says, or the same as text ("true", "400", "strict")."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game. kind: "bool", "int" (low .. high) or "choice" (one of `choices`). default: as text."""

    name: str
    kind: str
    low: int
    high: int
    choices: tuple[str, ...]
    default: str
    paragraph: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Preset:
    """A named setting of options, as texts that `deal` takes as they are."""

    name: str
    meaning: str
    settings: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Promise:
    """Something that positions of a game promise a seat beyond its score. unit: what is counted, "tiles"."""

    name: str
    unit: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Game:
    """What a game is and offers.

    actions_max: no list of legal moves is longer; plies_max: no game is longer, in moves.
    pieces, colours: names by number. phases, ends: values of PositionInfo.phase and .end; parts: names in a score.
    prospects: what positions promise beyond it, by the names that RankedMove.prospects uses.
    hidden_hands: seats hold pieces that others do not see; hidden_stock: what will be drawn is hidden.
    """

    slug: str
    title: str
    rules_version: int
    seats_min: int
    seats_max: int
    seats_default: int
    actions_max: int
    plies_max: int
    pieces: tuple[str, ...]
    options: tuple[Option, ...]
    presets: tuple[Preset, ...]
    phases: tuple[str, ...]
    ends: tuple[str, ...]
    parts: tuple[str, ...]
    prospects: tuple[Promise, ...]
    colours: tuple[str, ...]
    hidden_hands: bool
    hidden_stock: bool


@dataclass(frozen=True, slots=True)
class Viewer:
    """Whose view a position is. sight: "all" (nothing is erased), "public", or "seat" with the seat's number."""

    sight: Literal["all", "public", "seat"] = "all"
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class PositionInfo:
    """The public facts of a position.

    seats: 1 to 6. ply: moves since the deal. turn: seat to move, from 0; None when over. phase: what it has to do.
    end: "running", or how the game ended. hash: of the bytes, 64 bits; canonical_id: equal for positions that are the
    same up to the game's symmetries. totals: per seat the running or final points.
    """

    game: str
    seats: int
    ply: int
    turn: int | None
    phase: str
    over: bool
    end: str
    viewer: Viewer
    hash: int
    canonical_id: int
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """A position: 64 to 4096 bytes that are all of it, and what they say. Equal when the bytes are.

    The bytes hold every secret of the game unless it is an observed position: keep them from players.
    """

    data: bytes
    info: PositionInfo = field(compare=False)

    def __bytes__(self) -> bytes:
        return self.data

    def __repr__(self) -> str:
        said = self.info
        turn = "over" if said.over else f"turn={said.turn} phase={said.phase}"
        return f"<Position {said.game} seats={said.seats} ply={said.ply} {turn} hash={said.hash:016x}>"


PositionLike = Position | bytes
"""A position, or its bytes as they were stored."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A first position, with the seed (32 bytes at most) and the dealt order that would give it again: two secrets."""

    position: Position
    seed: bytes
    order: bytes


@dataclass(frozen=True, slots=True)
class Move:
    """One legal move.

    action: its number, above 0. kind: "place", "take", "draw", "pass", "lay_triple". place, piece: numbers, None for
    moves without one. rotation: 0 to 15; extra: 0 to 7, what else the move says. gain: points it adds to the mover's
    total at once; notation: its text; both None unless they were asked for.
    """

    action: int
    kind: str
    place: int | None
    piece: int | None
    rotation: int
    extra: int
    gain: int | None = None
    notation: str | None = None

    def __str__(self) -> str:
        return self.notation if self.notation is not None else f"{self.action:#010x}"


MoveLike = Move | RankedMove | int | str
"""A move: as it was listed or suggested, its number, or its notation."""

NO_PLACE = 32767
NO_PIECE = 127


COLUMNS = ("action", "kind", "place", "piece", "rotation", "extra", "gain", "notation")


class MovePage:
    """Legal moves as columns of equal length, in canonical order (ascending action); also a sequence of Move.

    Columns are tuples, made when they are first asked for: `numpy.array(page.action)` is the quick way on. place is
    NO_PLACE and piece NO_PIECE for moves without one. gain and notation are empty unless they were asked for.
    total: moves of all pages together. next_after: what `after` is for the next page; 0 on the last one.
    """

    __slots__ = ("_columns", "_made", "next_after", "total")

    total: int
    next_after: int

    def __init__(self, total: int, next_after: int, columns: Any) -> None:
        """columns: an object with the eight columns as attributes, each an iterable."""
        self.total = total
        self.next_after = next_after
        self._columns = columns
        self._made: dict[str, tuple[Any, ...]] = {}

    def _column(self, name: str) -> tuple[Any, ...]:
        made = self._made.get(name)
        if made is None:
            made = self._made[name] = tuple(getattr(self._columns, name))
        return made

    @property
    def action(self) -> tuple[int, ...]:
        """Numbers of the moves."""
        return self._column("action")

    @property
    def kind(self) -> tuple[str, ...]:
        """What each does: "place", "take", "draw", "pass", "lay_triple"."""
        return self._column("kind")

    @property
    def place(self) -> tuple[int, ...]:
        """Where each goes."""
        return self._column("place")

    @property
    def piece(self) -> tuple[int, ...]:
        """Which piece each moves."""
        return self._column("piece")

    @property
    def rotation(self) -> tuple[int, ...]:
        """How each piece is turned."""
        return self._column("rotation")

    @property
    def extra(self) -> tuple[int, ...]:
        """What else each says."""
        return self._column("extra")

    @property
    def gain(self) -> tuple[int, ...]:
        """Points each adds to the mover's total at once."""
        return self._column("gain")

    @property
    def notation(self) -> tuple[str, ...]:
        """Each in the game's notation."""
        return self._column("notation")

    def __len__(self) -> int:
        return len(self.action)

    def __getitem__(self, index: int) -> Move:
        place, piece = self.place[index], self.piece[index]
        return Move(
            self.action[index],
            self.kind[index],
            None if place == NO_PLACE else place,
            None if piece == NO_PIECE else piece,
            self.rotation[index],
            self.extra[index],
            self.gain[index] if self.gain else None,
            self.notation[index] if self.notation else None,
        )

    def __iter__(self) -> Iterator[Move]:
        return map(self.__getitem__, range(len(self)))

    def _all(self) -> tuple[Any, ...]:
        return (self.total, self.next_after, *(self._column(name) for name in COLUMNS))

    def __eq__(self, other: object) -> bool:
        return self._all() == other._all() if isinstance(other, MovePage) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._all())

    def __reduce__(self) -> tuple[Any, ...]:
        columns = SimpleNamespace(**{name: self._column(name) for name in COLUMNS})
        return MovePage, (self.total, self.next_after, columns)

    def __repr__(self) -> str:
        return f"MovePage({len(self)} of {self.total} moves)"


@dataclass(frozen=True, slots=True)
class MoveCheck:
    """What the rules say to a move.

    error: why it may not be played, as the exception that `apply` would raise; None when it is legal.
    forced_by: paragraph that leaves no other choice, or ""; forced_text, forced_places: the same for a person.
    gain: points it adds to the mover's total at once; None when illegal. 0 on observed positions, which do not tell.
    """

    legal: bool
    action: int
    notation: str
    error: TileengineError | None
    forced_by: str
    forced_text: str
    forced_places: tuple[str, ...]
    gain: int | None


@dataclass(frozen=True, slots=True)
class Applied:
    """The position after some moves, and per move the points it added to its mover's total at once."""

    position: Position
    gains: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlaceOdds:
    """Who may fill a place, if every arrangement of the unseen pieces is equally likely.

    name: of the place in notation. pieces: numbers of the unseen pieces that fit there now; copies: how many these are;
    unseen: how many pieces are unseen in all. holds: per seat the chance, 0 to 1, that it holds a fitting one, exactly
    0 or 1 where the hand is seen. next_draw: the chance that the next piece from the stock fits.
    """

    place: int
    name: str
    pieces: tuple[int, ...]
    copies: int
    unseen: int
    holds: tuple[float, ...]
    next_draw: float


@dataclass(frozen=True, slots=True)
class SeatScore:
    """The points of one seat; parts by name (whether they add up to the total is the game's affair)."""

    seat: int
    total: int
    parts: Mapping[str, int]
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Score:
    """The points of every seat, in the order of seats; final when the game is over."""

    seats: tuple[SeatScore, ...]
    final: bool
