"""One server process: services, health, reflection, signals, graceful stop.

Exit codes: 0 stopped as asked, 3 could not listen, 5 could not open the store. Anything else is a crash.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import stat
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_health.v1.health import aio as health_aio
from grpc_reflection.v1alpha import reflection

from tileengine import __version__
from tileengine.matches.failures import StoreUnavailable
from tileengine.matches.storage import make_store
from tileengine.transport import keys, telemetry, tls
from tileengine.transport.analysis import AnalysisHandlers
from tileengine.transport.bots import BotHandlers
from tileengine.transport.bridge import Handlers, add_service
from tileengine.transport.config import ServerConfig
from tileengine.transport.gate import HEADROOM, Gate
from tileengine.transport.matches import MatchHandlers
from tileengine.transport.rules import RulesHandlers
from tileengine.transport.solver import SolverHandlers

log = logging.getLogger("tileengine.transport")

EXIT_OK = 0
EXIT_CANNOT_LISTEN = 3
EXIT_NO_STORE = 5


class CannotListen(Exception):
    """The address is taken or can't be bound."""


class Server:
    """A server that can be started and stopped within a running event loop, as tests and hosts do."""

    def __init__(self, config: ServerConfig, credentials: grpc.ServerCredentials | None = None) -> None:
        """credentials: instead of those that the config names."""
        config.check()
        self._config = config
        analysis = AnalysisHandlers(config)
        self._handlers: list[Handlers] = [RulesHandlers(config), analysis, SolverHandlers(config)]
        if config.store:
            matches = MatchHandlers(config, make_store(config.store), analysis.pool)
            self._handlers += [matches, BotHandlers(config, matches.matches)]
        self._credentials = credentials or tls.credentials(config)
        self._telemetry = telemetry.start(config)
        self._gate = Gate(config, keys.read(config.api_keys) if config.api_keys else None, self._telemetry)
        self._server = grpc.aio.server(options=config.options(), maximum_concurrent_rpcs=config.calls_max + HEADROOM)
        self._health = health_aio.HealthServicer()
        self.address = ""
        """Where it listens, once started; with the port that was found when 0 was asked for."""

    async def start(self) -> None:
        """Opens what the services need, binds and serves. Raises StoreUnavailable, CannotListen."""
        front = self._gate.front(self._server)
        for handlers in self._handlers:
            await handlers.open()
            add_service(front, handlers.service, handlers.methods())
        health_pb2_grpc.add_HealthServicer_to_server(self._health, front)
        names = [handlers.service.full_name for handlers in self._handlers]
        reflection.enable_server_reflection(
            (*names, health_pb2.DESCRIPTOR.services_by_name["Health"].full_name, reflection.SERVICE_NAME), front
        )
        address = self._config.address
        if address.startswith("unix:"):
            _remove_stale_socket(address.removeprefix("unix:"))
        try:
            if self._credentials is None:
                port = self._server.add_insecure_port(address)
            else:
                port = self._server.add_secure_port(address, self._credentials)
        except RuntimeError as failure:
            await self._close()
            raise CannotListen(f"cannot listen on {address}; is another server there?") from failure
        self.address = address if address.startswith("unix:") else f"{address.rpartition(':')[0]}:{port}"
        await self._server.start()
        for name in ("", *names):
            await self.serving(name)

    def add(self, service: str, methods: dict[str, grpc.RpcMethodHandler[Any, Any]]) -> None:
        """Adds a service (full name) for whoever started this process: no key and no limit stands before it.

        Only before the start.
        """
        self._server.add_registered_method_handlers(service, methods)
        self._server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, methods),))

    async def serving(self, name: str) -> None:
        """Says SERVING under one more name to whoever asks for health."""
        await self._health.set(name, health_pb2.HealthCheckResponse.SERVING)

    async def stop(self) -> None:
        """Says NOT_SERVING, lets calls at work finish within the grace, then ends."""
        await self._health.enter_graceful_shutdown()
        for handlers in self._handlers:
            handlers.drain()
        await self._server.stop(self._config.grace_seconds)
        await self._close()
        if self.address.startswith("unix:"):
            Path(self.address.removeprefix("unix:")).unlink(missing_ok=True)

    async def _close(self) -> None:
        for handlers in reversed(self._handlers):  # whoever uses another comes after it
            await handlers.close()
        if self._telemetry is not None:
            self._telemetry.stop()


def _remove_stale_socket(path: str) -> None:
    """Removes a socket that a dead server left behind; leaves anything else alone. Raises CannotListen."""
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISSOCK(mode):
        raise CannotListen(f"{path} exists and is not a socket; remove it or listen elsewhere")
    with socket.socket(socket.AF_UNIX) as probe:
        probe.settimeout(1)
        try:
            probe.connect(path)
        except ConnectionRefusedError:
            os.unlink(path)
            return
        except OSError:
            pass
    raise CannotListen(f"another server listens on {path}")


async def _serve(config: ServerConfig, watch_stdin: bool) -> int:
    server = Server(config)
    try:
        await server.start()
    except CannotListen as failure:
        log.error("cannot listen", extra={"address": config.address, "why": str(failure)})
        return EXIT_CANNOT_LISTEN
    except StoreUnavailable as failure:
        log.error("cannot open the store of matches", extra={"why": str(failure)})
        return EXIT_NO_STORE
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    if watch_stdin:
        loop.add_reader(sys.stdin.fileno(), stop.set)
    log.info(
        "listening",
        extra={"address": server.address, "pid": os.getpid(), "version": __version__, "loop": type(loop).__module__},
    )
    await stop.wait()
    log.info("stopping", extra={"grace_seconds": config.grace_seconds})
    await server.stop()
    log.info("stopped")
    return EXIT_OK


def serve(config: ServerConfig, *, watch_stdin: bool = False) -> int:
    """Serves until SIGTERM or SIGINT and returns the exit code.

    watch_stdin: also stop when standard input ends, so that workers never outlive their parent.
    """
    return run(_serve(config, watch_stdin))


def run(main: Coroutine[Any, Any, int]) -> int:
    """Runs a process's main coroutine on the fastest event loop there is."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run(main)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(main)
