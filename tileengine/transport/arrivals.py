"""Gives up calls whose request does not arrive. One timer serves all: one for each costs a short call 7 %."""

from __future__ import annotations

import asyncio
from typing import Any


class Arrivals:
    """Calls that wait for their first message; each may wait `seconds`, and a quarter more at most."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._since: dict[asyncio.Task[Any], float] = {}
        self._late: set[asyncio.Task[Any]] = set()
        self._timer: asyncio.TimerHandle | None = None

    async def first(self, requests: Any) -> Any:
        """The next message. Raises TimeoutError when it is late, StopAsyncIteration when there is none."""
        loop = asyncio.get_running_loop()
        task = asyncio.current_task()
        assert task is not None
        self._since[task] = loop.time()
        if self._timer is None:
            self._timer = loop.call_later(self._seconds / 4, self._sweep, loop)
        try:
            return await anext(requests)
        except asyncio.CancelledError:
            if task not in self._late:
                raise
            task.uncancel()
            raise TimeoutError from None
        finally:
            del self._since[task]
            self._late.discard(task)

    def _sweep(self, loop: asyncio.AbstractEventLoop) -> None:
        """Cancels what is late, and comes again while anything waits."""
        now = loop.time()
        for task, since in self._since.items():
            if now - since < self._seconds:
                break  # they are in the order in which they came
            if task not in self._late:
                self._late.add(task)
                task.cancel()
        self._timer = loop.call_later(self._seconds / 4, self._sweep, loop) if self._since else None
