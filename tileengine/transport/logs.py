"""Logs as JSON lines on stderr, so that stdout stays free for what a host reads there.

Servers write a form of their own; plugins one whose level and message the host's log takes over.
"""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime
from typing import Any

_PLAIN = set(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}


class JsonFormatter(logging.Formatter):
    """One JSON object a line: time (UTC), level, event, and whatever the call added."""

    def head(self, record: logging.LogRecord) -> dict[str, Any]:
        """What every line begins with."""
        return {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record."""
        line = self.head(record)
        line |= {name: value for name, value in vars(record).items() if name not in _PLAIN}
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, default=str)


class PluginFormatter(JsonFormatter):
    """The same, begun as hosts of go-plugin read it."""

    def head(self, record: logging.LogRecord) -> dict[str, Any]:
        """What every line begins with."""
        return {
            "@timestamp": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="microseconds"),
            "@level": "warn" if record.levelno == logging.WARNING else record.levelname.lower(),
            "@module": record.name,
            "@message": record.getMessage(),
        }


def start(level: str, formatter: logging.Formatter | None = None) -> None:
    """Sends the logs of tileengine and grpc to stderr from `level` ("debug" .. "error") up; formatter: None: JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter or JsonFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
