"""The access log: one JSON line a call, or one a failed call. It never sees a request, a response or a secret.

A line has: method, call_id, caller (hash prefix of its API key, or address), code, engine_us, queue_us, encoding_us,
received_bytes, sent_bytes.
"""

from __future__ import annotations

import itertools
import logging
import re
import secrets
from typing import Any

log = logging.getLogger("tileengine.access")

CALL_ID = "x-call-id"
TIME = "x-tileengine-time"
_SANE = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)
_PROCESS = secrets.token_hex(4)
_numbers = itertools.count(1)


def call_id(given: Any) -> str:
    """The caller's id if it is sane (1..64 of letters, digits, `.`, `_`, `-`), else a new one."""
    if isinstance(given, str) and _SANE.fullmatch(given):
        return given
    return f"{_PROCESS}-{next(_numbers):x}"


def time_trailer(split: tuple[int, int, int]) -> str:
    """The value of the trailer x-tileengine-time, microseconds."""
    engine, queue, encoding = split
    return f"engine={engine} queue={queue} encoding={encoding}"


def write(
    method: str, call: str, caller: str, code: str, split: tuple[int, int, int], received: int, sent: int
) -> None:
    """Writes the line of a call."""
    log.info(
        "call",
        extra={
            "method": method,
            "call_id": call,
            "caller": caller,
            "code": code,
            "engine_us": split[0],
            "queue_us": split[1],
            "encoding_us": split[2],
            "received_bytes": received,
            "sent_bytes": sent,
        },
    )
