"""AnalysisService on grpc.aio: searches run in a bounded pool of nice threads, never in the event loop.

Whoever cancels, goes away or runs into a deadline sets the stop flag of the search; a search that still waits in the
queue is dropped. Callers are told apart by their connection's peer.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from tileengine import analysis as domain
from tileengine.service import analysis
from tileengine.service.failures import Busy
from tileengine.transport.bridge import Answered, Context, Handlers
from tileengine.transport.config import ServerConfig
from tileengine.transport.timing import queued
from tileengine.v1 import analysis_service_pb2 as pb

T = TypeVar("T")

REPORTS_MAX = 64
"""Partial reports that wait for a slow reader; older ones are dropped."""
RETRY_MS = 500
DEADLINE_MARGIN = 0.1
"""Of the time to the call's deadline, this share (at most DEADLINE_MARGIN_SECONDS) is left for the answer's way."""
DEADLINE_MARGIN_SECONDS = 0.2


class AnalysisHandlers(Handlers):
    """The handlers of AnalysisService; see Handlers."""

    service = pb.DESCRIPTOR.services_by_name["AnalysisService"]

    def __init__(self, config: ServerConfig) -> None:
        self._config = config
        self.pool = domain.Pool(
            workers=config.searches, queue_max=config.searches_waiting, caller_max=config.searches_a_caller
        )
        """Where all searches of this server run."""
        self._stoppers: set[domain.Stopper] = set()

    def methods(self) -> dict[str, Any]:
        """All methods of AnalysisService."""
        return {
            "AnalyzePositions": self._analyze,
            "SuggestMove": self._unary(analysis.suggest_move),
            "ReviewMoves": self._unary(analysis.review_moves),
        }

    def drain(self) -> None:
        """Ends all searches; calls at work answer with what was found."""
        for stopper in list(self._stoppers):
            stopper.stop()

    async def close(self) -> None:
        """Ends all searches and the pool."""
        self.drain()
        self.pool.close()

    @contextmanager
    def _stopper(self, context: Context) -> Iterator[domain.Stopper]:
        """A stopper that is set shortly before the deadline, and when the block is left in whatever way."""
        stopper = domain.Stopper()
        seconds = self._config.call_seconds
        left = context.time_remaining()
        if left is not None:
            seconds = min(seconds, left)
        seconds -= min(seconds * DEADLINE_MARGIN, DEADLINE_MARGIN_SECONDS)
        timer = asyncio.get_running_loop().call_later(max(seconds, 0), stopper.stop)
        self._stoppers.add(stopper)
        try:
            yield stopper
        finally:
            timer.cancel()
            self._stoppers.discard(stopper)
            stopper.stop()

    def _submit(self, job: Callable[[], T], context: Context, priority: int) -> asyncio.Future[T]:
        """Queues a job. Raises Busy."""
        try:
            return asyncio.wrap_future(self.pool.submit(queued(job), caller=context.peer(), priority=priority))
        except domain.PoolFull as full:
            raise Busy(str(full), RETRY_MS) from None

    def _unary(self, method: Callable[[Any, domain.Stopper], Answered]) -> Any:
        async def handle(request: Any, context: Context) -> Answered:
            priority = analysis.priority_of(request.priority)
            with self._stopper(context) as stopper:
                # Cancelling this coroutine cancels a job that waits; one at work is ended by its stopper.
                return await self._submit(lambda: method(request, stopper), context, priority)

        return handle

    async def _analyze(self, request: pb.AnalyzePositionsRequest, context: Context) -> AsyncIterator[Answered]:
        plan = analysis.plan(request)
        loop = asyncio.get_running_loop()
        reports: asyncio.Queue[pb.AnalyzePositionsResponse] = asyncio.Queue(REPORTS_MAX)

        def keep(response: pb.AnalyzePositionsResponse) -> None:
            if reports.full():
                reports.get_nowait()
            reports.put_nowait(response)

        def report(response: pb.AnalyzePositionsResponse) -> None:
            loop.call_soon_threadsafe(keep, response)

        def bound(job: Callable[..., pb.AnalyzePositionsResponse], stopper: domain.Stopper) -> Callable[[], Answered]:
            return lambda: job(stopper, report)

        with self._stopper(context) as stopper:
            waiting: set[asyncio.Future[Any]] = set()
            next_report: asyncio.Task[Any] | None = None
            try:
                for job in plan.jobs:
                    waiting.add(self._submit(bound(job, stopper), context, plan.priority))
                while waiting:
                    next_report = next_report or asyncio.ensure_future(reports.get())
                    done, _ = await asyncio.wait({*waiting, next_report}, return_when=asyncio.FIRST_COMPLETED)
                    if next_report in done:
                        yield next_report.result()
                        next_report = None
                        continue
                    while not reports.empty():
                        yield reports.get_nowait()
                    for future in done:
                        waiting.discard(future)
                        yield future.result()
            finally:
                for future in waiting:
                    future.cancel()
                if next_report is not None:
                    next_report.cancel()
