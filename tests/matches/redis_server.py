"""A real redis-server of our own: a free port of loopback, an own folder, every write on disk before its answer."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

START_SECONDS = 20.0
ADVICE = "redis-server is missing; install it (Debian: apt-get install redis-server, or valkey) - it is not optional"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class RedisServer:
    """Starts at once; `kill` and `start` again keep the data. Use as a context manager."""

    def __init__(self) -> None:
        self._binary = shutil.which("redis-server") or shutil.which("valkey-server")
        assert self._binary, ADVICE
        self._folder = tempfile.mkdtemp(prefix="redis-")
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Starts the server and waits until it answers."""
        assert self._binary is not None
        command = [self._binary, "--port", str(self.port), "--bind", "127.0.0.1", "--dir", self._folder, "--save", ""]
        command += ["--appendonly", "yes", "--appendfsync", "always", "--daemonize", "no"]
        with open(Path(self._folder) / "log", "ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log)
        until = time.monotonic() + START_SECONDS
        while not self._answers():
            assert time.monotonic() < until and self._process.poll() is None, "redis-server did not start"
            time.sleep(0.02)

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), 1) as link:
                link.sendall(b"PING\r\n")
                return link.recv(16).startswith(b"+PONG")
        except OSError:
            return False

    def kill(self) -> None:
        """SIGKILL."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None

    def close(self) -> None:
        self.kill()
        shutil.rmtree(self._folder, ignore_errors=True)

    def __enter__(self) -> RedisServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
