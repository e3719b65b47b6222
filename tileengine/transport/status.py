"""Last link of the chain of errors: a failure becomes a gRPC status with google.rpc details.

ErrorInfo is on every one; BadRequest names the field, PreconditionFailure the rule, RetryInfo the time to wait.
"""

from __future__ import annotations

from typing import Any, NoReturn

import grpc
from google.rpc import error_details_pb2, status_pb2

from tileengine.errors import TileengineError
from tileengine.service.failures import Busy
from tileengine.transport import access, timing
from tileengine.transport.refusals import BadKey, WrongRole

DOMAIN = "tileengine"
DETAILS = "grpc-status-details-bin"

_CODES = {
    "ILLEGAL_MOVE": grpc.StatusCode.FAILED_PRECONDITION,
    "GAME_OVER": grpc.StatusCode.FAILED_PRECONDITION,
    "HIDDEN_INFORMATION": grpc.StatusCode.FAILED_PRECONDITION,
    "STALE_PLY": grpc.StatusCode.ABORTED,
    "BUSY": grpc.StatusCode.RESOURCE_EXHAUSTED,
    "UNKNOWN_MATCH": grpc.StatusCode.NOT_FOUND,
    "MATCH_EXISTS": grpc.StatusCode.ALREADY_EXISTS,
    "UNAUTHENTICATED": grpc.StatusCode.UNAUTHENTICATED,
    "WRONG_SEAT": grpc.StatusCode.PERMISSION_DENIED,
    "SEAT_TAKEN": grpc.StatusCode.FAILED_PRECONDITION,
    "MATCH_STATE": grpc.StatusCode.FAILED_PRECONDITION,
    "REVEALS": grpc.StatusCode.FAILED_PRECONDITION,
    "UNDO_REFUSED": grpc.StatusCode.FAILED_PRECONDITION,
    "STORE_FULL": grpc.StatusCode.RESOURCE_EXHAUSTED,
    "STORE_UNAVAILABLE": grpc.StatusCode.UNAVAILABLE,
    "CONFLICT": grpc.StatusCode.ABORTED,
    "UNSUPPORTED": grpc.StatusCode.UNIMPLEMENTED,
    BadKey.reason: grpc.StatusCode.UNAUTHENTICATED,
    WrongRole.reason: grpc.StatusCode.PERMISSION_DENIED,
    "INTERNAL": grpc.StatusCode.INTERNAL,
}


class Internal(TileengineError):
    """A bug of ours; the log has the rest, the caller gets none of it."""

    reason = "INTERNAL"


def code_of(failure: TileengineError) -> grpc.StatusCode:
    """The status code of a failure: INVALID_ARGUMENT unless its reason says otherwise."""
    return _CODES.get(failure.reason, grpc.StatusCode.INVALID_ARGUMENT)


def status_of(failure: TileengineError) -> status_pb2.Status:
    """The status with its details."""
    status = status_pb2.Status(code=code_of(failure).value[0], message=str(failure))
    info = error_details_pb2.ErrorInfo(reason=failure.reason, domain=DOMAIN, metadata=failure.details())
    status.details.add().Pack(info)
    code = code_of(failure)
    if code is grpc.StatusCode.INVALID_ARGUMENT and failure.field:
        violation = error_details_pb2.BadRequest.FieldViolation(field=failure.field, description=str(failure))
        status.details.add().Pack(error_details_pb2.BadRequest(field_violations=[violation]))
    if code is grpc.StatusCode.FAILED_PRECONDITION:
        precondition = error_details_pb2.PreconditionFailure()
        precondition.violations.add(
            type=failure.paragraph or failure.reason, subject=" ".join(failure.places), description=str(failure)
        )
        status.details.add().Pack(precondition)
    if isinstance(failure, Busy):
        retry = error_details_pb2.RetryInfo()
        retry.retry_delay.FromMilliseconds(failure.retry_ms)
        status.details.add().Pack(retry)
    return status


async def abort(context: grpc.aio.ServicerContext[Any, Any], failure: TileengineError) -> NoReturn:
    """Ends the call with a failure's status, and with the call's id for whoever reports it."""
    status = status_of(failure)
    trailers: tuple[tuple[str, str | bytes], ...] = ((DETAILS, status.SerializeToString()),)
    if (times := timing.current.get()) is not None:
        trailers = ((access.CALL_ID, times.call_id), *trailers)
    await context.abort(code_of(failure), status.message, trailers)
    raise AssertionError("abort returned")
