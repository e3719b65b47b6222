"""The exceptions of tileengine: one class per kind of failure, each with the code of the core it stands for.

Second link of the chain Code (core) -> exception -> ErrorReason (wire) -> gRPC status. This file knows no gRPC and
no game. Every error carries what a caller needs to act on it: the field that is wrong, or the rule's paragraph with
the places and numbers it is about. Nothing hidden ever goes into one.
"""

from __future__ import annotations

from typing import Any, ClassVar


class TileengineError(Exception):
    """Base of all errors. Attributes:

    code: number of the core's Code; reason: its name in the wire's enum ErrorReason, without prefix.
    field: the argument that is wrong, "" when none is; paragraph: the rule broken, "T3.2", or "".
    places: names of the cells it is about; numbers: sides, colours or values the text speaks of.
    index: in a list of moves, that of the one that failed; None elsewhere.
    """

    code: ClassVar[int] = 0
    reason: ClassVar[str] = "UNSPECIFIED"

    def __init__(
        self,
        message: str,
        *,
        field: str = "",
        paragraph: str = "",
        places: tuple[str, ...] = (),
        numbers: tuple[int, ...] = (),
        index: int | None = None,
    ) -> None:
        super().__init__(message)
        self.field = field
        self.paragraph = paragraph
        self.places = places
        self.numbers = numbers
        self.index = index

    def details(self) -> dict[str, str]:
        """Everything that is set, as texts: the metadata of the wire's ErrorInfo."""
        found = {"field": self.field, "paragraph": self.paragraph, "places": " ".join(self.places)}
        found["numbers"] = " ".join(map(str, self.numbers))
        found["index"] = "" if self.index is None else str(self.index)
        return {name: text for name, text in found.items() if text}


class IllegalMove(TileengineError):
    """The move is well formed, and a rule forbids it here (paragraph says which)."""

    code = 1
    reason = "ILLEGAL_MOVE"


class GameOver(TileengineError):
    """The position is final; no move is legal."""

    code = 2
    reason = "GAME_OVER"


class MalformedMove(TileengineError):
    """The number or text names no move of this game."""

    code = 3
    reason = "MALFORMED_MOVE"


class HiddenInformation(TileengineError):
    """The question needs what this observed position does not hold."""

    code = 4
    reason = "HIDDEN_INFORMATION"


class BadSnapshot(TileengineError):
    """Bytes or text that are not a position of this build; the subclasses say why."""


class Truncated(BadSnapshot):
    """The bytes end too early, or go on after the end."""

    code = 5
    reason = "TRUNCATED"


class NotAPosition(BadSnapshot):
    """The first bytes are not those of a position."""

    code = 6
    reason = "NOT_A_POSITION"


class ForeignFormat(BadSnapshot):
    """A snapshot format that this build does not read."""

    code = 7
    reason = "FOREIGN_FORMAT"


class UnknownGame(TileengineError):
    """No game has this name or number."""

    code = 8
    reason = "UNKNOWN_GAME"


class ForeignRules(BadSnapshot):
    """Made under another version of the game's rules."""

    code = 9
    reason = "FOREIGN_RULES"


class BadChecksum(BadSnapshot):
    """Bytes were changed on the way."""

    code = 10
    reason = "BAD_CHECKSUM"


class CorruptPosition(BadSnapshot):
    """The checksum is right and the content contradicts the rules."""

    code = 11
    reason = "CORRUPT_POSITION"


class BadOption(TileengineError):
    """An option is unknown, out of range, or does not go with the others (field: options.<name>)."""

    code = 12
    reason = "BAD_OPTION"


class BadSeats(TileengineError):
    """A number of seats, or a seat, that the game does not have."""

    code = 13
    reason = "BAD_SEATS"


class BadOrder(TileengineError):
    """The dealt order is not an arrangement of the game's pieces."""

    code = 14
    reason = "BAD_ORDER"


class BadText(TileengineError):
    """A text that is the notation of nothing."""

    code = 15
    reason = "BAD_TEXT"


class BadSeed(TileengineError):
    """Not an integer in 0..2**256-1 and not 1 to 32 bytes."""

    code = 16
    reason = "BAD_SEED"


class TooLarge(TileengineError):
    """A list, text or message is over its bound."""

    code = 17
    reason = "TOO_LARGE"


class StalePly(TileengineError):
    """The position is not at the ply the caller expected."""

    reason = "STALE_PLY"

    def __init__(self, expected: int, ply: int) -> None:
        super().__init__(f"the position is at ply {ply}, not {expected}", field="expected_ply")
        self.expected = expected
        self.ply = ply

    def details(self) -> dict[str, str]:
        """As every error's, with both plies."""
        return super().details() | {"expected_ply": str(self.expected), "ply": str(self.ply)}


class BadField(TileengineError):
    """A required field is missing, or holds a value it may not."""

    reason = "BAD_FIELD"


def _leaves(cls: type[TileengineError]) -> dict[int, type[TileengineError]]:
    found = {cls.code: cls} if cls.code else {}
    for sub in cls.__subclasses__():
        found |= _leaves(sub)
    return found


BY_CODE: dict[int, type[TileengineError]] = _leaves(TileengineError)
"""Every code of the core but OK, and its exception; a test holds it against the core's enum."""


def make(code: int, message: str, **details: Any) -> TileengineError:
    """The exception for a code of the core."""
    return BY_CODE[code](message, **details)
