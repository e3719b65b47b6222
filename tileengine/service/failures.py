"""Third link of the chain of errors: an exception becomes the wire's Error message. It knows no gRPC."""

from __future__ import annotations

from tileengine.errors import BadField, StalePly, TileengineError
from tileengine.v1 import error_pb2

__all__ = ["BadField", "Busy", "StalePly", "to_error"]


class Busy(TileengineError):
    """The server is full; try again after `retry_ms` milliseconds."""

    reason = "BUSY"

    def __init__(self, message: str, retry_ms: int) -> None:
        super().__init__(message)
        self.retry_ms = retry_ms


def to_error(failure: TileengineError) -> error_pb2.Error:
    """The wire's form of a failure."""
    error = error_pb2.Error(
        reason="ERROR_REASON_" + failure.reason,
        message=str(failure),
        field=failure.field,
        paragraph=failure.paragraph,
        places=failure.places,
        numbers=failure.numbers,
    )
    if failure.index is not None:
        error.index = failure.index
    return error
