"""One chain of errors: core code, exception, reason on the wire, status. No link may be missing or go elsewhere."""

from __future__ import annotations

import grpc
import pytest
from google.protobuf import any_pb2
from google.rpc import error_details_pb2, status_pb2

import tileengine.matches.failures  # noqa: F401  (so that its classes are known)
from tileengine import errors
from tileengine._core.codes import Code
from tileengine.service import failures
from tileengine.transport import status
from tileengine.v1 import error_pb2


def leaves(cls: type[errors.TileengineError]) -> list[type[errors.TileengineError]]:
    below = [leaf for sub in cls.__subclasses__() for leaf in leaves(sub)]
    return below or [cls]


def test_every_code_has_its_exception() -> None:
    assert set(errors.BY_CODE) == {int(code) for code in Code if code != Code.OK}
    for code, cls in errors.BY_CODE.items():
        assert Code(code).name == cls.reason


def test_reasons_and_the_wire_agree_both_ways() -> None:
    reasons = {cls.reason for cls in leaves(errors.TileengineError)}
    wire = {name.removeprefix("ERROR_REASON_") for name in error_pb2.ErrorReason.DESCRIPTOR.values_by_name} - {
        "UNSPECIFIED"
    }
    assert reasons == wire


def test_core_codes_keep_their_numbers_on_the_wire() -> None:
    for code, cls in errors.BY_CODE.items():
        assert error_pb2.ErrorReason.Value("ERROR_REASON_" + cls.reason) == code


def details(failure: errors.TileengineError) -> dict[str, any_pb2.Any]:
    found = status_pb2.Status.FromString(status.status_of(failure).SerializeToString())
    return {any_.TypeName(): any_ for any_ in found.details}


def test_an_illegal_move_carries_rule_and_places() -> None:
    failure = errors.IllegalMove("no", paragraph="T3.2", places=("U(0,0)", "D(1,0)"), numbers=(4, 5), index=3)
    assert status.code_of(failure) is grpc.StatusCode.FAILED_PRECONDITION
    info = error_details_pb2.ErrorInfo()
    precondition = error_details_pb2.PreconditionFailure()
    found = details(failure)
    assert found["google.rpc.ErrorInfo"].Unpack(info)
    assert found["google.rpc.PreconditionFailure"].Unpack(precondition)
    assert (info.reason, info.domain) == ("ILLEGAL_MOVE", "tileengine")
    assert dict(info.metadata) == {"paragraph": "T3.2", "places": "U(0,0) D(1,0)", "numbers": "4 5", "index": "3"}
    assert (precondition.violations[0].type, precondition.violations[0].subject) == ("T3.2", "U(0,0) D(1,0)")


def test_a_bad_field_is_named() -> None:
    failure = errors.BadOption("no", field="options.target")
    assert status.code_of(failure) is grpc.StatusCode.INVALID_ARGUMENT
    request = error_details_pb2.BadRequest()
    assert details(failure)["google.rpc.BadRequest"].Unpack(request)
    assert request.field_violations[0].field == "options.target"


def test_a_full_server_says_when_to_come_back() -> None:
    failure = failures.Busy("full", retry_ms=1500)
    assert status.code_of(failure) is grpc.StatusCode.RESOURCE_EXHAUSTED
    retry = error_details_pb2.RetryInfo()
    assert details(failure)["google.rpc.RetryInfo"].Unpack(retry)
    assert retry.retry_delay.ToMilliseconds() == 1500


@pytest.mark.parametrize("cls", leaves(errors.TileengineError), ids=lambda cls: cls.reason)
def test_reason_names_fit_google_rpc(cls: type[errors.TileengineError]) -> None:
    """AIP-193: upper snake case, at most 63 characters."""
    assert cls.reason.replace("_", "").isalnum() and cls.reason.isupper() and len(cls.reason) <= 63
