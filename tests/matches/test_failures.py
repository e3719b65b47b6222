"""Every failure has its reason on the wire, and the status that the schema promises for it."""

from __future__ import annotations

import re
from pathlib import Path

import tileengine.matches.failures
import tileengine.service.failures  # noqa: F401  (both, so that their classes are known)
from tileengine.errors import TileengineError
from tileengine.transport.status import code_of
from tileengine.v1 import error_pb2

SCHEMA = Path(__file__).parents[2] / "proto" / "tileengine" / "v1" / "error.proto"


def leaves(cls: type[TileengineError]) -> list[type[TileengineError]]:
    below = [leaf for sub in cls.__subclasses__() for leaf in leaves(sub)]
    return below or [cls]


def promised() -> dict[str, str]:
    """Reason by reason the status code that its comment begins with."""
    found = re.findall(r"// ([A-Z_]+)\. [^\n]*\n(?:  //[^\n]*\n)*  ERROR_REASON_([A-Z_]+) = ", SCHEMA.read_text())
    return {reason: code for code, reason in found}


def test_reasons_and_statuses_agree_with_the_schema() -> None:
    codes = promised()
    known = set(error_pb2.ErrorReason.keys())
    for cls in leaves(TileengineError):
        assert f"ERROR_REASON_{cls.reason}" in known, cls
        assert code_of(cls.__new__(cls)).name == codes[cls.reason], cls
    assert {"ERROR_REASON_" + reason for reason in codes} == known - {"ERROR_REASON_UNSPECIFIED"}
