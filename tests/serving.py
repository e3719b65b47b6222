"""Real servers for tests: started on loopback, bounded in time, ended by their id."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import grpc
from google.rpc import error_details_pb2, status_pb2

from tileengine.v1 import game_pb2
from tileengine.v1 import rules_service_pb2 as pb

SECONDS = 30
"""No server of a test may take longer to start or stop."""


class Served:
    """A running server process and where it listens."""

    def __init__(self, process: subprocess.Popen[str], line: dict[str, Any]) -> None:
        self.process = process
        self.line = line
        self.address: str = line["address"]


def read_line(process: subprocess.Popen[str], event: str) -> dict[str, Any]:
    """The first log line with this event; fails when the process ends or time runs out."""
    assert process.stderr is not None
    until = time.monotonic() + SECONDS
    seen = []
    while time.monotonic() < until:
        ready, _, _ = select.select([process.stderr], [], [], 1)
        if not ready:
            continue
        text = process.stderr.readline()
        if not text:
            break
        seen.append(text)
        line = json.loads(text)
        if line["event"] == event:
            return dict(line)
    raise AssertionError(f"no {event!r} from the server; it said {seen}, exit code {process.poll()}")


def environment(**variables: str) -> dict[str, str]:
    """Of child processes: the package is importable, whether it is installed or not."""
    root = str(Path(__file__).parent.parent)
    # An empty entry would mean the working directory.
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH")]))
    return {**os.environ, "PYTHONPATH": path, **variables}


def spawn(*arguments: str) -> subprocess.Popen[str]:
    """A `tileengine serve` process with its stderr in a pipe."""
    command = [sys.executable, "-m", "tileengine", "serve", *arguments]
    return subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, bufsize=1, env=environment()
    )


@contextmanager
def server(*arguments: str) -> Iterator[Served]:
    """A server that is stopped at the end, however the test ends."""
    process = spawn(*arguments) if "--address" in arguments else spawn("--address", "127.0.0.1:0", *arguments)
    try:
        yield Served(process, read_line(process, "listening"))
    finally:
        if process.poll() is None:
            process.terminate()
        try:
            process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stderr:
            process.stderr.close()


class Rules:
    """RulesService by its methods' names: rules.Deal(request) and so on, with a deadline on each call."""

    def __init__(self, channel: grpc.Channel) -> None:
        self._channel = channel
        self._service = pb.DESCRIPTOR.services_by_name["RulesService"]

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = self._service.methods_by_name[name]
        response = getattr(pb, method.output_type.name)
        make = self._channel.stream_stream if method.client_streaming else self._channel.unary_unary
        call = make(
            f"/{self._service.full_name}/{name}",
            request_serializer=lambda m: m if isinstance(m, bytes) else m.SerializeToString(),
            response_deserializer=response.FromString,
        )
        return lambda request, timeout=SECONDS: call(request, timeout=timeout)


@contextmanager
def rules(address: str) -> Iterator[Rules]:
    """RulesService of a server."""
    with grpc.insecure_channel(address, options=[("grpc.use_local_subchannel_pool", 1)]) as channel:
        yield Rules(channel)


def deal_request(game: int, **fields: Any) -> pb.DealRequest:
    """A DealRequest for a game by its number, be there such a game or not."""
    return pb.DealRequest(game=cast(game_pb2.Game, game), **fields)


def info(error: grpc.RpcError) -> error_details_pb2.ErrorInfo:
    """The ErrorInfo of a failed call."""
    trailers = {item.key: item.value for item in error.trailing_metadata()}
    status = status_pb2.Status.FromString(trailers["grpc-status-details-bin"])
    found = error_details_pb2.ErrorInfo()
    assert status.details[0].Unpack(found)
    return found
