"""RulesService on grpc.aio.

Engine calls of microseconds run inline in the event loop, where a hop to a thread would cost more than the work; what
may take longer yields between queries or runs in a small pool of threads, where the core holds no GIL.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from tileengine.service import rules
from tileengine.transport.bridge import Answered, Context, Handlers, Unary
from tileengine.transport.config import ServerConfig
from tileengine.transport.timing import run_in_pool
from tileengine.v1 import rules_service_pb2 as pb

Result = TypeVar("Result")

SLICE_SECONDS = 0.001
"""A batch lets other calls in after working so long."""

_BATCH_ANSWERS = pb.BatchResponse.DESCRIPTOR.fields_by_name["answers"].number
_STREAM_ANSWERS = pb.StreamBatchResponse.DESCRIPTOR.fields_by_name["answers"].number


class RulesHandlers(Handlers):
    """The handlers of RulesService; see Handlers."""

    service = pb.DESCRIPTOR.services_by_name["RulesService"]

    def __init__(self, config: ServerConfig) -> None:
        self._config = config
        # Bounded: each call at work waits for at most one job, and calls_max bounds the calls.
        self._pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="rules")

    def methods(self) -> dict[str, Any]:
        """All methods of RulesService."""
        methods: dict[str, Any] = {name: self._unary(method) for name, method in rules.METHODS.items()}
        return methods | {"Batch": self._batch, "StreamBatch": self._stream_batch}

    async def close(self) -> None:
        """Drops jobs that have not begun."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _unary(self, method: Callable[[Any], Answered]) -> Unary:
        async def handle(request: Any, context: Context) -> Answered:
            if rules.is_long(request):
                async with asyncio.timeout(self._config.call_seconds):
                    return await self._in_pool(method, request)
            return method(request)

        return handle

    async def _in_pool(self, job: Callable[[Any], Result], request: Any) -> Result:
        return await run_in_pool(self._pool, job, request)

    async def _answers(self, queries: Any, number: int) -> bytes:
        """All answers of a batch, letting other calls in between."""
        parts = []
        entries = rules.Entries(queries, number)
        until = time.monotonic() + SLICE_SECONDS
        async with asyncio.timeout(self._config.call_seconds):
            for query in queries:
                if rules.is_long_query(query):
                    parts.append(await self._in_pool(entries.entry, query))
                else:
                    parts.append(entries.entry(query))
                if time.monotonic() > until:
                    await asyncio.sleep(0)
                    until = time.monotonic() + SLICE_SECONDS
        return b"".join(parts)

    async def _batch(self, request: pb.BatchRequest, context: Context) -> bytes:
        return await self._answers(request.queries, _BATCH_ANSWERS)

    async def _stream_batch(
        self, requests: AsyncIterator[pb.StreamBatchRequest], context: Context
    ) -> AsyncIterator[bytes]:
        stream = aiter(requests)
        while True:
            try:
                async with asyncio.timeout(self._config.idle_seconds):
                    request = await anext(stream)
            except StopAsyncIteration:
                return
            answers = await self._answers(request.queries, _STREAM_ANSWERS)
            yield pb.StreamBatchResponse(tag=request.tag).SerializeToString() + answers
