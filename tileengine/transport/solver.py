"""SolverService on grpc.aio: searches run in a small pool of nice threads, never in the event loop.

A call whose caller has gone leaves the queue; one at work goes on to the end of its budget, some seconds at most.
Callers are told apart by their connection's peer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from tileengine.analysis import Pool, PoolFull
from tileengine.service import solver
from tileengine.service.failures import Busy
from tileengine.transport.bridge import Answered, Context, Handlers, Unary
from tileengine.transport.config import ServerConfig
from tileengine.transport.timing import queued
from tileengine.v1 import solver_service_pb2 as pb

THREADS = 2
WAITING_MAX = 32
"""Calls that wait for a thread; the last of them waits some hundred milliseconds."""
CALLER_MAX = 16
"""Of these, of one connection."""
RETRY_MS = 200


class SolverHandlers(Handlers):
    """The handlers of SolverService; see Handlers."""

    service = pb.DESCRIPTOR.services_by_name["SolverService"]

    def __init__(self, config: ServerConfig) -> None:
        self._config = config
        self._pool = Pool(workers=THREADS, queue_max=WAITING_MAX, caller_max=CALLER_MAX)

    def methods(self) -> dict[str, Any]:
        """All methods of SolverService."""
        return {name: self._unary(method) for name, method in solver.METHODS.items()}

    async def close(self) -> None:
        """Ends the pool; what waits is dropped."""
        self._pool.close()

    def _unary(self, method: Callable[[Any], Answered]) -> Unary:
        async def handle(request: Any, context: Context) -> Answered:
            try:
                job = self._pool.submit(queued(lambda: method(request)), caller=context.peer())
            except PoolFull as full:
                raise Busy(str(full), RETRY_MS) from None
            async with asyncio.timeout(self._config.call_seconds):
                return await asyncio.wrap_future(job)

        return handle
