"""What can go wrong with matches. Same chain as tileengine.errors: each class names its ErrorReason."""

from __future__ import annotations

from tileengine.errors import TileengineError


class UnknownMatch(TileengineError):
    """No such match, or a private one that the caller has no token of: both look the same."""

    reason = "UNKNOWN_MATCH"

    def __init__(self) -> None:
        super().__init__("no such match", field="match_id")


class MatchExists(TileengineError):
    """Another match has this id."""

    reason = "MATCH_EXISTS"

    def __init__(self) -> None:
        super().__init__("a match with this id exists, and it was not created by this request", field="match_id")


class Unauthenticated(TileengineError):
    """No token where one is needed, or one that this match does not know."""

    reason = "UNAUTHENTICATED"


class WrongSeat(TileengineError):
    """The caller is known, and may not do this (now)."""

    reason = "WRONG_SEAT"


class SeatTaken(TileengineError):
    """The seat is taken, or none is open."""

    reason = "SEAT_TAKEN"


class WrongState(TileengineError):
    """The match waits, runs or is over, and the command needs another state."""

    reason = "MATCH_STATE"

    def __init__(self, status: str, need: str) -> None:
        super().__init__(f"the match is {status}; this needs one that is {need}")
        self.status = status

    def details(self) -> dict[str, str]:
        """As every error's, with the status."""
        return super().details() | {"status": self.status}


class Reveals(TileengineError):
    """A move that turns up hidden pieces is followed by others in one list."""

    reason = "REVEALS"


class UndoRefused(TileengineError):
    """Hidden pieces were turned up since, so going back would let somebody know the future."""

    reason = "UNDO_REFUSED"

    def __init__(self, message: str, horizon: int) -> None:
        super().__init__(message, field="to_ply")
        self.horizon = horizon

    def details(self) -> dict[str, str]:
        """As every error's, with the lowest ply that can be reached."""
        return super().details() | {"horizon_ply": str(self.horizon)}


class StoreFull(TileengineError):
    """The store holds as many matches, or the match as many events, as it may."""

    reason = "STORE_FULL"


class StoreUnavailable(TileengineError):
    """The store does not answer. What was asked may or may not have been kept."""

    reason = "STORE_UNAVAILABLE"


class Conflict(TileengineError):
    """The match changed between reading and writing."""

    reason = "CONFLICT"

    def __init__(self) -> None:
        super().__init__("others change the match at the same time; try again")


class BadRecord(TileengineError):
    """Not a record, or one that contradicts the rules; `line` counts from 1, 0 for none."""

    reason = "BAD_RECORD"

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {message}" if line else message, field="record")
        self.bare = message
        self.line = line

    def details(self) -> dict[str, str]:
        """As every error's, with the line."""
        return super().details() | ({"line": str(self.line)} if self.line else {})


class Unsupported(TileengineError):
    """This server can't do it."""

    reason = "UNSUPPORTED"
