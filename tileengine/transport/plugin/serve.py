"""The life of a plugin: listen where only the host can connect, say so in one line, serve, and never outlive the host.

It ends when the host calls Shutdown, on SIGTERM, and when the host's process is gone; SIGINT is the host's to handle.
Exit codes: 0 ended as asked, 1 no host or a host that asks for what can't be had, 3 could not listen, 5 no store.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import shutil
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TextIO

from tileengine import __version__
from tileengine.matches.failures import StoreUnavailable
from tileengine.transport.config import BadSetting, ServerConfig
from tileengine.transport.plugin import contract, identity
from tileengine.transport.plugin.services import HostServices
from tileengine.transport.server import EXIT_CANNOT_LISTEN, EXIT_NO_STORE, EXIT_OK, CannotListen, Server, run

log = logging.getLogger("tileengine.transport")

EXIT_NO_HOST = 1
PARENT_SECONDS = 0.5
"""How often the plugin looks whether its host is still there."""
SOCKET_PATH_MAX = 103
"""Bytes of a socket's path that every system takes."""


def serve_plugin(config: ServerConfig, host: contract.Host, *, outlive_host: bool = False) -> int:
    """Serves a host until it is asked to end, and returns the exit code. Raises BadSetting.

    config: bounds and store; its address and TLS are the host's affair and ignored. outlive_host: stay when the host's
    process is gone, for hosts that come back to their plugins.
    """
    # Whatever a library or a child writes to stdout ends up beside the log: the host reads one line there, ours.
    line = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    sys.stdout.flush()
    os.umask(0o077)
    with _folder(host) as folder:
        made = _Plugin(config, host, folder, None if outlive_host else os.getppid())
        return run(made.run(line))


@contextmanager
def _folder(host: contract.Host) -> Iterator[str]:
    """Where the socket goes: the host's folder, or one of our own that nobody else may enter."""
    if host.socket_dir:
        yield host.socket_dir
        return
    own = tempfile.mkdtemp(prefix="tileengine-")
    try:
        yield own
    finally:
        shutil.rmtree(own, ignore_errors=True)


class _Plugin:
    def __init__(self, config: ServerConfig, host: contract.Host, folder: str, parent: int | None) -> None:
        self._config, self._host, self._folder, self._parent = config, host, folder, parent
        self._stop = asyncio.Event()

    async def run(self, line: TextIO) -> int:
        """Serves until it is asked to end; tells the host where on `line`."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self._stop.set)
        try:
            server, path, certificate = await self._start()
        except CannotListen as failure:
            log.error("cannot listen", extra={"why": str(failure)})
            return EXIT_CANNOT_LISTEN
        except StoreUnavailable as failure:
            log.error("cannot open the store of matches", extra={"why": str(failure)})
            return EXIT_NO_STORE
        line.write(contract.handshake(self._host, path, certificate) + "\n")
        line.flush()
        log.info("listening", extra={"address": server.address, "pid": os.getpid(), "version": __version__})
        await self._until_asked()
        log.info("stopping")
        await server.stop()
        return EXIT_OK

    async def _start(self) -> tuple[Server, str, str]:
        """A server that listens, the path of its socket, and its certificate. Raises CannotListen, StoreUnavailable."""
        path = os.path.join(self._folder, f"tileengine-{os.getpid()}-{secrets.token_hex(4)}.sock")
        if len(os.fsencode(path)) > SOCKET_PATH_MAX:
            raise BadSetting(f"the path of the socket has over {SOCKET_PATH_MAX} bytes: {path}; name a shorter folder")
        credentials, certificate = identity.make() if self._host.tls else (None, "")
        server = Server(replace(self._config, address=f"unix:{path}"), credentials)
        for name, methods in HostServices(self._stop).handlers().items():
            server.add(name, methods)
        await server.start()
        await server.serving(contract.HEALTH)
        if self._host.socket_group:
            self._open_to_group(path)
        return server, path, certificate

    def _open_to_group(self, path: str) -> None:
        """Lets the group that the host names connect, besides the user. Raises BadSetting."""
        group = self._host.socket_group
        try:
            for what, mode in ((path, 0o660), *(() if self._host.socket_dir else ((self._folder, 0o710),))):
                shutil.chown(what, group=int(group) if group.isdecimal() else group)
                os.chmod(what, mode)
        except (LookupError, OSError) as failure:
            raise BadSetting(
                f"can't give the socket to the group {group!r} (PLUGIN_UNIX_SOCKET_GROUP): {failure}"
            ) from None

    async def _until_asked(self) -> None:
        """Waits for Shutdown, SIGTERM, or the end of the host: a process whose parent dies gets another parent."""
        while self._parent is None or os.getppid() == self._parent:
            try:
                async with asyncio.timeout(PARENT_SECONDS):
                    await self._stop.wait()
                return
            except TimeoutError:
                pass
        log.warning("the host is gone")
