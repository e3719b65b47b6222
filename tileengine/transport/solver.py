"""SolverService on grpc.aio: a few threads of its own and a short queue before them, BUSY beyond that.

The threads run at the lowest priority, so that short calls of other services keep their answer times. A call whose
caller has gone leaves the queue; a search at work goes on to the end of its budget, which is a second at most.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import grpc

from tileengine.service import solver
from tileengine.service.failures import Busy
from tileengine.transport.bridge import Answered, Context, Unary, add_service
from tileengine.transport.config import ServerConfig
from tileengine.v1 import solver_service_pb2 as pb

THREADS = 2
WAITING_MAX = 30
"""Calls in the queue; the last of them waits some hundred milliseconds."""
RETRY_MS = 200


def _be_nice() -> None:
    if sys.platform == "linux":  # where a priority is a thread's own
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)


class SolverHandlers:
    """The handlers of SolverService; call `install` once and `close` at the end."""

    def __init__(self, config: ServerConfig, threads: int = THREADS, waiting_max: int = WAITING_MAX) -> None:
        """threads: calls at work at once; waiting_max: calls that wait for them before others are sent away."""
        self._config = config
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="solver", initializer=_be_nice)
        self._room = threading.BoundedSemaphore(threads + waiting_max)

    def install(self, server: grpc.aio.Server) -> None:
        """Adds the service to a server."""
        methods: dict[str, Any] = {name: self._unary(method) for name, method in solver.METHODS.items()}
        add_service(server, pb.DESCRIPTOR.services_by_name["SolverService"], methods)

    def close(self) -> None:
        """Drops jobs that have not begun."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _unary(self, method: Callable[[Any], Answered]) -> Unary:
        async def handle(request: Any, context: Context) -> Answered:
            if not self._room.acquire(blocking=False):
                raise Busy("the solver has enough to do", RETRY_MS)
            job = self._pool.submit(method, request)
            job.add_done_callback(self._leave)
            async with asyncio.timeout(self._config.call_seconds):
                return await asyncio.wrap_future(job)

        return handle

    def _leave(self, job: Future[Any]) -> None:
        self._room.release()
