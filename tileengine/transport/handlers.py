"""RulesService on grpc.aio: the generic bridge between a service's plain methods and gRPC's handlers.

Handlers are made from the schema's descriptors and not from generated stubs: answers that the core has encoded
already pass through as bytes, and no code depends on the version of a grpc generator. Engine calls of microseconds
run inline; what may take longer yields to the event loop or runs in a small pool of threads.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from tileengine.errors import TileengineError
from tileengine.service import rules
from tileengine.transport.config import ServerConfig
from tileengine.transport.status import Internal, abort
from tileengine.v1 import rules_service_pb2 as pb

log = logging.getLogger("tileengine.transport")

Context = grpc.aio.ServicerContext
SLICE_SECONDS = 0.001
"""A batch lets other calls in after working so long."""

_BATCH_ANSWERS = pb.BatchResponse.DESCRIPTOR.fields_by_name["answers"].number
_STREAM_ANSWERS = pb.StreamBatchResponse.DESCRIPTOR.fields_by_name["answers"].number


def serialize(answered: Message | bytes) -> bytes:
    """Bytes as they are, messages encoded."""
    return answered if isinstance(answered, bytes) else answered.SerializeToString()


class RulesHandlers:
    """The handlers of RulesService; call `install` once."""

    def __init__(self, config: ServerConfig) -> None:
        self._config = config
        # Bounded: each call at work waits for at most one job, and calls_max bounds the calls.
        self._pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="rules")

    def install(self, server: grpc.aio.Server) -> None:
        """Adds the service to a server."""
        service = pb.DESCRIPTOR.services_by_name["RulesService"]
        special: dict[str, Callable[..., Any]] = {"Batch": self._batch, "StreamBatch": self._stream_batch}
        made = {
            method.name: special.get(method.name) or self._unary(rules.METHODS[method.name])
            for method in service.methods
        }
        add_service(server, service, made)

    def close(self) -> None:
        """Drops jobs that have not begun."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _unary(self, method: Callable[[Any], rules.Answered]) -> Callable[[Any, Context], Awaitable[rules.Answered]]:
        async def handle(request: Any, context: Context) -> rules.Answered:
            try:
                if rules.is_long(request):
                    return await self._in_pool(method, request)
                return method(request)
            except TileengineError as failure:
                await abort(context, failure)
            except Exception:
                log.exception("call failed", extra={"method": method.__name__})
                await abort(context, Internal("internal error; the server's log has the details"))

        return handle

    async def _in_pool(self, job: Callable[[Any], Any], request: Any) -> Any:
        async with asyncio.timeout(self._config.call_seconds):
            return await asyncio.get_running_loop().run_in_executor(self._pool, job, request)

    async def _answers(self, queries: Any, number: int) -> bytes:
        """All answers of a batch, letting other calls in between."""
        parts = []
        until = time.monotonic() + SLICE_SECONDS
        entries = rules.Entries(queries, number)
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
        try:
            return await self._answers(request.queries, _BATCH_ANSWERS)
        except TileengineError as failure:
            await abort(context, failure)
        except TimeoutError:
            await context.abort(grpc.StatusCode.DEADLINE_EXCEEDED, "the batch took too long; send smaller ones")
        raise AssertionError("abort returned")

    async def _stream_batch(
        self, requests: AsyncIterator[pb.StreamBatchRequest], context: Context
    ) -> AsyncIterator[bytes]:
        stream = aiter(requests)
        while True:
            try:
                async with asyncio.timeout(self._config.idle_seconds):
                    request = await anext(stream)
                answers = await self._answers(request.queries, _STREAM_ANSWERS)
                yield pb.StreamBatchResponse(tag=request.tag).SerializeToString() + answers
            except StopAsyncIteration:
                return
            except TileengineError as failure:
                await abort(context, failure)
            except TimeoutError:
                await context.abort(grpc.StatusCode.DEADLINE_EXCEEDED, "the stream was silent or worked too long")


def add_service(
    server: grpc.aio.Server, service: ServiceDescriptor, handlers: dict[str, Callable[..., Any]]
) -> None:
    """Adds handlers, by method name, for every method of a service."""
    made = {method.name: _method_handler(method, handlers[method.name]) for method in service.methods}
    server.add_registered_method_handlers(service.full_name, made)
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service.full_name, made),))


def _method_handler(method: MethodDescriptor, behaviour: Callable[..., Any]) -> grpc.RpcMethodHandler:
    make = {
        (False, False): grpc.unary_unary_rpc_method_handler,
        (False, True): grpc.unary_stream_rpc_method_handler,
        (True, False): grpc.stream_unary_rpc_method_handler,
        (True, True): grpc.stream_stream_rpc_method_handler,
    }[method.client_streaming, method.server_streaming]
    return make(
        behaviour,
        request_deserializer=GetMessageClass(method.input_type).FromString,
        response_serializer=serialize,
    )
