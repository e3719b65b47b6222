"""A server as its users run it: a process of its own, to be killed at any moment and started again on the same port."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from queue import Empty, Queue

from tests.matches.redis_server import free_port

START_SECONDS = 30.0


class ServerProcess:
    """`tileengine serve` over a store. Use as a context manager."""

    def __init__(self, store: str, *arguments: str) -> None:
        self.address = f"127.0.0.1:{free_port()}"
        self._command = [sys.executable, "-m", "tileengine", "serve", "--address", self.address, "--store", store]
        self._command += arguments
        self._process: subprocess.Popen[str] | None = None
        self.start()

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Starts it and waits until it listens."""
        process = subprocess.Popen(self._command, stderr=subprocess.PIPE, text=True)
        self._process = process
        ready: Queue[str] = Queue()

        def read() -> None:
            assert process.stderr is not None
            for line in process.stderr:
                ready.put(line)

        threading.Thread(target=read, daemon=True).start()
        while True:
            try:
                line = ready.get(timeout=START_SECONDS)
            except Empty:
                raise AssertionError("the server did not start") from None
            event = json.loads(line) if line.startswith("{") else {"event": line}
            assert process.poll() is None, line
            if event["event"] == "listening":
                return

    def kill(self) -> None:
        """SIGKILL."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            if self._process.stderr is not None:
                self._process.stderr.close()
            self._process = None

    def __enter__(self) -> ServerProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
