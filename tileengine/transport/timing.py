"""Where the time of a call goes: waiting for a thread, decoding and encoding, and the rest, the engine.

What the core writes to the wire itself counts as engine: it finds and encodes in one pass.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from contextvars import ContextVar
from time import perf_counter_ns
from typing import TypeVar

Request = TypeVar("Request")
Result = TypeVar("Result")


class Times:
    """Nanoseconds of one call. begun: when it came in; idle (waiting for the client), queue, encoding grow since."""

    __slots__ = ("begun", "call_id", "encoding", "idle", "queue")

    def __init__(self, call_id: str) -> None:
        self.call_id = call_id
        self.begun = perf_counter_ns()
        self.idle = 0
        self.queue = 0
        self.encoding = 0

    def split(self) -> tuple[int, int, int]:
        """Microseconds so far: (engine, queue, encoding)."""
        rest = perf_counter_ns() - self.begun - self.idle - self.queue - self.encoding
        return max(rest, 0) // 1000, self.queue // 1000, self.encoding // 1000


current: ContextVar[Times | None] = ContextVar("times", default=None)
"""The times of the call at work; None outside of one."""


def queued(job: Callable[[], Result]) -> Callable[[], Result]:
    """The job for a pool; of several that wait side by side, the longest wait counts as the call's queue."""
    times = current.get()
    if times is None:
        return job
    asked = perf_counter_ns()

    def begin() -> Result:
        times.queue = max(times.queue, perf_counter_ns() - asked)
        return job()

    return begin


async def run_in_pool(pool: Executor, job: Callable[[Request], Result], request: Request) -> Result:
    """The job's result; what it waited for a thread counts as queue."""
    times = current.get()
    if times is None:
        return await asyncio.get_running_loop().run_in_executor(pool, job, request)
    asked = perf_counter_ns()

    def begin() -> Result:
        times.queue += perf_counter_ns() - asked
        return job(request)

    return await asyncio.get_running_loop().run_in_executor(pool, begin)
