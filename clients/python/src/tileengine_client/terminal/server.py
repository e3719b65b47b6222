"""A server of one's own: started as a child process, and always ended with whoever started it.

It knows the command line of the engine and the first line of its log, and nothing of games.
"""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from collections import deque
from types import TracebackType
from typing import Self

START_SECONDS = 20.0
STOP_SECONDS = 8.0
# -P: a folder called tileengine where the person stands, a checkout of the source say, must not hide the installed one.
COMMAND = (sys.executable, "-P", "-m", "tileengine", "serve", "--address", "127.0.0.1:0")


class CannotStart(Exception):
    """The server did not come up; the message says what to do next."""


class LocalServer:
    """A context manager around one server process; `address` is where it listens."""

    def __init__(self, command: tuple[str, ...] = COMMAND) -> None:
        self._command = command
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._tail: deque[str] = deque(maxlen=5)
        self.address = ""

    def __enter__(self) -> Self:
        # A session of its own: Ctrl-C in the terminal is ours to handle, and the server ends after us, not before.
        self._process = subprocess.Popen(
            self._command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True
        )
        try:
            self._reader = threading.Thread(target=self._read, daemon=True)
            self._reader.start()
            self.address = self._first_address()
        except BaseException:
            self.stop()
            raise
        return self

    def _read(self) -> None:
        """Keeps the server's log moving: a full pipe would stop it."""
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self._tail.append(line.rstrip())
            if not self.address:
                self._lines.put(line)
        self._lines.put(None)

    def _first_address(self) -> str:
        try:
            line = self._lines.get(timeout=START_SECONDS)
        except queue.Empty:
            raise CannotStart(
                f"the server said nothing for {START_SECONDS:g} s; start one by hand, see --server"
            ) from None
        try:
            return str(json.loads(line or "")["address"])
        except (ValueError, KeyError, TypeError):
            self._reader.join(STOP_SECONDS)
            why = "\n  ".join(self._tail)
            raise CannotStart(
                f"no server could be started with {' '.join(self._command)!r}:\n  {why}\n"
                "install the engine (pip install tileengine), or use a server that runs: --server ADDRESS"
            ) from None

    @property
    def stopped(self) -> bool:
        """True when the process has ended."""
        return self._process.poll() is not None

    def stop(self) -> None:
        """Ends the server: asks, waits, insists."""
        if self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
        self._process.wait()
        self._reader.join(STOP_SECONDS)
        if self._process.stderr is not None:
            self._process.stderr.close()

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
