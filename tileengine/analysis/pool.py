"""A bounded pool of threads for searches: higher priorities first, callers of one priority in turn.

Searches run without the GIL, so threads use all cores; being nice, they leave short calls their time. When the queue
is full, submit refuses at once. It knows no search.
"""

from __future__ import annotations

import os
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")

PRIORITIES = 3
"""Priorities are 0 (background), 1 (usual) and 2 (somebody waits)."""

_Job = tuple["Future[Any]", Callable[[], Any]]


class PoolFull(Exception):
    """The queue is full, or the caller's share of it is."""


class Pool:
    """workers: threads, 1..256. queue_max: jobs that wait at most. caller_max: of these, of one caller.

    nice: how much lower than the process the threads' priority is, 0..19 (ignored where the system has none a thread).
    """

    def __init__(self, workers: int = 2, queue_max: int = 64, caller_max: int = 16, nice: int = 5) -> None:
        if not (1 <= workers <= 256 and queue_max >= 0 and caller_max >= 1 and 0 <= nice <= 19):
            raise ValueError("a setting of the pool is out of its range")
        self._queue_max = queue_max
        self._caller_max = caller_max
        self._nice = nice
        self._changed = threading.Condition()
        self._queues: list[OrderedDict[Hashable, deque[_Job]]] = [OrderedDict() for _ in range(PRIORITIES)]
        self._waiting = 0
        self._idle = workers
        self._closed = False
        self._threads = [threading.Thread(target=self._work, name=f"search-{i}", daemon=True) for i in range(workers)]
        for thread in self._threads:
            thread.start()

    @property
    def waiting(self) -> int:
        """Jobs in the queue."""
        return self._waiting

    def submit(self, job: Callable[[], T], *, caller: Hashable = None, priority: int = 1) -> Future[T]:
        """Queues a job; cancel() on its future drops it if it has not begun. Raises PoolFull, ValueError."""
        if not 0 <= priority < PRIORITIES:
            raise ValueError(f"priority must be in 0..{PRIORITIES - 1}")
        future: Future[T] = Future()
        with self._changed:
            if self._closed:
                raise PoolFull("the pool is closed")
            self._drop_cancelled()
            if self._waiting - self._idle >= self._queue_max:
                raise PoolFull("too many searches wait")
            if sum(len(q[caller]) for q in self._queues if caller in q) >= self._caller_max:
                raise PoolFull("too many searches of this caller wait")
            self._queues[priority].setdefault(caller, deque()).append((future, job))
            self._waiting += 1
            self._changed.notify()
        return future

    def close(self) -> None:
        """Drops what waits and lets the threads end after their present job."""
        with self._changed:
            self._closed = True
            for queues in self._queues:
                for jobs in queues.values():
                    for future, _ in jobs:
                        future.cancel()
                queues.clear()
            self._waiting = 0
            self._changed.notify_all()

    def _drop_cancelled(self) -> None:
        for queues in self._queues:
            for caller in list(queues):
                kept = deque(job for job in queues[caller] if not job[0].cancelled())
                self._waiting -= len(queues[caller]) - len(kept)
                if kept:
                    queues[caller] = kept
                else:
                    del queues[caller]

    def _next(self) -> _Job | None:
        for queues in reversed(self._queues):
            if queues:
                caller, jobs = next(iter(queues.items()))
                job = jobs.popleft()
                self._waiting -= 1
                if jobs:
                    queues.move_to_end(caller)  # the others first
                else:
                    del queues[caller]
                return job
        return None

    def _work(self) -> None:
        if self._nice and hasattr(os, "setpriority"):
            with suppress(OSError):  # on Linux a thread is addressed like a process
                os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), self._nice)
        while True:
            with self._changed:
                while (job := self._next()) is None:
                    if self._closed:
                        return
                    self._changed.wait()
                self._idle -= 1
            future, work = job
            if future.set_running_or_notify_cancel():
                try:
                    future.set_result(work())
                except BaseException as failure:
                    future.set_exception(failure)
            del future, work, job
            with self._changed:
                self._idle += 1
