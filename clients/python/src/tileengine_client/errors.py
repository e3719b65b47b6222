"""Failures as exceptions: one class per kind that a caller may want to catch, whatever way the failure came.

They are read from the google.rpc details of a failed call, from the Error messages inside batches, or raised here
before anything is sent. A failure is told by its reason or its status code, never by its text. This file knows no
game and no method.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

import grpc
from google.protobuf.message import DecodeError
from google.rpc import error_details_pb2, status_pb2

from tileengine_client import schema

_DETAILS = "grpc-status-details-bin"
_DOMAIN = "tileengine"
_REASONS = schema.enum_names("ErrorReason")


class TileengineError(Exception):
    """Base of all failures of this client. `str(error)` is one sentence in English for a person.

    reason: name in the wire's enum ErrorReason without prefix, "ILLEGAL_MOVE"; "" when the engine did not answer.
    code: the gRPC status code. field: path of the argument that is wrong, "options.target", or "".
    paragraph: paragraph of the game's rules page that is broken, "T3.2", or "".
    places: names of the places it is about; numbers: sides, colours or values the sentence speaks of.
    index: in a list of moves, the index (from 0) of the one that failed; None elsewhere.
    metadata: all that the server said about it, as text.
    """

    status: ClassVar[grpc.StatusCode] = grpc.StatusCode.UNKNOWN
    reasons: ClassVar[tuple[str, ...]] = ()

    def __init__(
        self,
        message: str,
        *,
        reason: str | None = None,
        code: grpc.StatusCode | None = None,
        field: str = "",
        paragraph: str = "",
        places: Sequence[str] = (),
        numbers: Sequence[int] = (),
        index: int | None = None,
        metadata: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(message)
        self.reason = reason if reason is not None else (self.reasons[0] if self.reasons else "")
        self.code = code or self.status
        self.field = field
        self.paragraph = paragraph
        self.places = tuple(places)
        self.numbers = tuple(numbers)
        self.index = index
        self.metadata: Mapping[str, str] = dict(metadata or {})

    @property
    def message(self) -> str:
        """The sentence for a person."""
        return str(self)


class IllegalMove(TileengineError):
    """The move is well formed, and a rule forbids it here; `paragraph` and `places` say which and where."""

    status = grpc.StatusCode.FAILED_PRECONDITION
    reasons = ("ILLEGAL_MOVE",)


class GameOver(TileengineError):
    """The position is final."""

    status = grpc.StatusCode.FAILED_PRECONDITION
    reasons = ("GAME_OVER",)


class HiddenInformation(TileengineError):
    """The question needs what an observed position does not hold."""

    status = grpc.StatusCode.FAILED_PRECONDITION
    reasons = ("HIDDEN_INFORMATION",)


class StalePly(TileengineError):
    """The position is not at the ply that was expected: somebody moved in between."""

    status = grpc.StatusCode.ABORTED
    reasons = ("STALE_PLY",)

    @property
    def ply(self) -> int | None:
        """The ply the position is at; None when a batch answered, which does not carry it."""
        return int(self.metadata["ply"]) if "ply" in self.metadata else None


class InvalidRequest(TileengineError):
    """A request that can never succeed as it is; `field` says what is wrong with it."""

    status = grpc.StatusCode.INVALID_ARGUMENT


class BadPosition(InvalidRequest):
    """Bytes that are not a position of this server's engine; `reason` says why."""

    reasons = (
        "NOT_A_POSITION",
        "TRUNCATED",
        "BAD_CHECKSUM",
        "CORRUPT_POSITION",
        "FOREIGN_FORMAT",
        "FOREIGN_RULES",
    )


class MalformedMove(InvalidRequest):
    """A number that names no move of the game."""

    reasons = ("MALFORMED_MOVE",)


class UnknownGame(InvalidRequest):
    """A game that this client, or the server, does not know."""

    reasons = ("UNKNOWN_GAME",)


class BadOption(InvalidRequest):
    """An option that is unknown, out of range, or does not go with the others; `field` is "options.NAME"."""

    reasons = ("BAD_OPTION",)


class BadSeats(InvalidRequest):
    """A number of seats, or a seat, that the game does not have."""

    reasons = ("BAD_SEATS",)


class BadOrder(InvalidRequest):
    """A dealt order that is not an arrangement of the game's pieces."""

    reasons = ("BAD_ORDER",)


class BadText(InvalidRequest):
    """A text that is the notation of no move, or of no position."""

    reasons = ("BAD_TEXT",)


class BadSeed(InvalidRequest):
    """A seed of more than 32 bytes, or a negative one."""

    reasons = ("BAD_SEED",)


class TooLarge(InvalidRequest):
    """A list, a text or a message over its bound."""

    reasons = ("TOO_LARGE",)


class BadField(InvalidRequest):
    """A required field is missing, or a field holds a value it may not."""

    reasons = ("BAD_FIELD",)


class BadRecord(InvalidRequest):
    """Not a record of a match, or one that contradicts the rules; metadata["line"] says where."""

    reasons = ("BAD_RECORD",)


class NotFound(TileengineError):
    """No match has this id, or none that this caller may know of."""

    status = grpc.StatusCode.NOT_FOUND
    reasons = ("UNKNOWN_MATCH",)


class AlreadyExists(TileengineError):
    """Another match has this id."""

    status = grpc.StatusCode.ALREADY_EXISTS
    reasons = ("MATCH_EXISTS",)


class Unauthenticated(TileengineError):
    """The call has no token or key and needs one, or one that the server does not know."""

    status = grpc.StatusCode.UNAUTHENTICATED
    reasons = ("UNAUTHENTICATED", "BAD_KEY")


class PermissionDenied(TileengineError):
    """The token or key is known, and may not do this (now)."""

    status = grpc.StatusCode.PERMISSION_DENIED
    reasons = ("WRONG_SEAT", "WRONG_ROLE")


class MatchState(TileengineError):
    """The match is not in the state that this needs: a seat is taken, it is over, moves can't be taken back."""

    status = grpc.StatusCode.FAILED_PRECONDITION
    reasons = ("SEAT_TAKEN", "MATCH_STATE", "REVEALS", "UNDO_REFUSED")


class Conflict(TileengineError):
    """Others changed the match at the same time, again and again; try again."""

    status = grpc.StatusCode.ABORTED
    reasons = ("CONFLICT",)


class ResourceExhausted(TileengineError):
    """A bound of the server or of this client was met: too many calls at once, or a message over its size."""

    status = grpc.StatusCode.RESOURCE_EXHAUSTED

    retry_after: float | None = None
    """Seconds to wait before the next try, when the server said so."""


class Busy(ResourceExhausted):
    """The server is full; try again after `retry_after` seconds."""

    reasons = ("BUSY", "STORE_FULL")


class ServerFault(TileengineError):
    """A bug of the server; its log has the rest."""

    status = grpc.StatusCode.INTERNAL
    reasons = ("INTERNAL",)


class Unavailable(TileengineError):
    """No server answers at the address, or the connection broke. Every question may be asked again without harm."""

    status = grpc.StatusCode.UNAVAILABLE
    reasons = ("STORE_UNAVAILABLE",)


class DeadlineExceeded(TileengineError):
    """The answer did not come within the client's timeout, or the work took longer than the server allows."""

    status = grpc.StatusCode.DEADLINE_EXCEEDED


class Unsupported(TileengineError):
    """The server does not have this method: it is older than this client, or another service."""

    status = grpc.StatusCode.UNIMPLEMENTED
    reasons = ("UNSUPPORTED",)


def _leaves(cls: type[TileengineError]) -> list[type[TileengineError]]:
    return [cls, *(leaf for sub in cls.__subclasses__() for leaf in _leaves(sub))]


BY_REASON: dict[str, type[TileengineError]] = {
    reason: cls for cls in _leaves(TileengineError) for reason in cls.reasons
}
"""The class of every reason; a test holds it against the schema."""

_BY_CODE: dict[grpc.StatusCode, type[TileengineError]] = {
    cls.status: cls
    for cls in (
        ResourceExhausted,
        Unavailable,
        DeadlineExceeded,
        Unsupported,
        InvalidRequest,
        NotFound,
        AlreadyExists,
        Unauthenticated,
        PermissionDenied,
    )
}


def from_wire(error: Any) -> TileengineError:
    """The exception of an Error message, as batches and checks carry it. It is returned, not raised."""
    reason = _REASONS[error.reason].upper()
    return BY_REASON.get(reason, TileengineError)(
        error.message,
        reason=reason,
        field=error.field,
        paragraph=error.paragraph,
        places=error.places,
        numbers=error.numbers,
        index=error.index if error.HasField("index") else None,
    )


def from_call(
    code: grpc.StatusCode, message: str, trailers: Iterable[tuple[str, str | bytes]], address: str
) -> TileengineError:
    """The exception of a failed call, from its status and trailing metadata."""
    info = error_details_pb2.ErrorInfo()
    retry = error_details_pb2.RetryInfo()
    for detail in _details(trailers):
        for wanted in (info, retry):
            if detail.Is(wanted.DESCRIPTOR):
                detail.Unpack(wanted)
    if info.domain != _DOMAIN:
        return _BY_CODE.get(code, TileengineError)(_advice(code, message, address), reason="", code=code)
    metadata = dict(info.metadata)
    failure = BY_REASON.get(info.reason, TileengineError)(
        message,
        reason=info.reason,
        code=code,
        field=metadata.get("field", ""),
        paragraph=metadata.get("paragraph", ""),
        places=metadata.get("places", "").split(),
        numbers=[int(number) for number in metadata.get("numbers", "").split()],
        index=int(metadata["index"]) if "index" in metadata else None,
        metadata=metadata,
    )
    if isinstance(failure, ResourceExhausted) and retry.HasField("retry_delay"):
        failure.retry_after = retry.retry_delay.ToTimedelta().total_seconds()
    return failure


def _details(trailers: Iterable[tuple[str, str | bytes]]) -> list[Any]:
    """The google.rpc details; none when the trailer is missing or is not what it should be."""
    for key, value in trailers:
        if key == _DETAILS and isinstance(value, bytes):
            try:
                return list(status_pb2.Status.FromString(value).details)
            except DecodeError:
                return []
    return []


def _advice(code: grpc.StatusCode, message: str, address: str) -> str:
    """What gRPC says, with what to do about it."""
    if code is grpc.StatusCode.UNAVAILABLE:
        return (
            f"no server answers at {address} ({message}); start one with "
            f"`tileengine serve --address {address}`, or check the address"
        )
    if code is grpc.StatusCode.DEADLINE_EXCEEDED:
        return f"no answer from {address} in time ({message}); allow more with Client.with_timeout"
    return message


def not_ready(address: str, seconds: float, *, reached: bool) -> Unavailable:
    """The failure of waiting for a server: it was reached and does not serve, or nothing was there."""
    if reached:
        return Unavailable(f"the server at {address} answers, but does not serve after {seconds:g} s")
    return Unavailable(_advice(grpc.StatusCode.UNAVAILABLE, f"waited {seconds:g} s", address))


def ended_early(address: str) -> Unavailable:
    """The failure of a stream that the server ended before it had answered everything."""
    return Unavailable(f"the server at {address} ended the stream before its last answer; send the rest again")
