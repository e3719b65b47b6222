"""Ending searches and proofs early, from any thread."""

from __future__ import annotations

import threading
from typing import Protocol

SLICE_SECONDS = 0.02
"""The clock is read about so often; a time budget is kept within it."""


class Stoppable(Protocol):
    """What works without the GIL and can be ended."""

    def stop(self) -> None:
        """Ends it at the next playout or node."""


class Stopper:
    """A way to end searches early, from any thread. Once stopped it stays so."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._work: Stoppable | None = None
        self.stopped = False

    def stop(self) -> None:
        """Ends the search or proof at work within a playout or node, and every later one at once."""
        with self._lock:
            self.stopped = True
            if self._work is not None:
                self._work.stop()

    def attach(self, work: Stoppable) -> None:
        """Makes `work` what `stop` ends."""
        with self._lock:
            self._work = work
            if self.stopped:
                work.stop()
