"""The bridge between plain methods and gRPC's handlers, the same for every service.

Handlers are made from the schema's descriptors and not from generated stubs: answers that the core has encoded
already pass through as bytes, and no code depends on the version of a grpc generator.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeAlias

import grpc
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from tileengine.errors import TileengineError
from tileengine.transport.status import Internal, abort

log = logging.getLogger("tileengine.transport")

Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"
Answered = Message | bytes
Unary = Callable[[Any, Context], Awaitable[Answered]]
Stream = Callable[[Any, Context], AsyncIterator[Answered]]


def serialize(answered: Answered) -> bytes:
    """Bytes as they are, messages encoded."""
    return answered if isinstance(answered, bytes) else answered.SerializeToString()


def guarded(name: str, method: Unary) -> Unary:
    """The method with its failures turned into statuses; what nobody foresaw is logged and becomes INTERNAL."""

    async def handle(request: Any, context: Context) -> Answered:
        try:
            return await method(request, context)
        except TileengineError as failure:
            await abort(context, failure)
        except TimeoutError:
            await context.abort(grpc.StatusCode.DEADLINE_EXCEEDED, "the call took longer than the server allows")
        except (grpc.aio.AbortError, grpc.aio.BaseError):
            raise
        except Exception:
            log.exception("call failed", extra={"method": name})
            await abort(context, Internal("internal error; the server's log has the details"))
        raise AssertionError("abort returned")

    return handle


def guarded_stream(name: str, method: Stream) -> Stream:
    """The same for a method that answers with a stream."""

    async def handle(request: Any, context: Context) -> AsyncIterator[Answered]:
        try:
            async for answered in method(request, context):
                yield answered
        except TileengineError as failure:
            await abort(context, failure)
        except TimeoutError:
            await context.abort(grpc.StatusCode.DEADLINE_EXCEEDED, "the stream was silent or worked too long")
        except (grpc.aio.AbortError, grpc.aio.BaseError):
            raise
        except Exception:
            log.exception("call failed", extra={"method": name})
            await abort(context, Internal("internal error; the server's log has the details"))

    return handle


def add_service(server: grpc.aio.Server, service: ServiceDescriptor, methods: dict[str, Unary | Stream]) -> None:
    """Adds a handler for every method of a service; methods: behaviour by method name."""
    made = {method.name: _handler(method, methods[method.name]) for method in service.methods}
    server.add_registered_method_handlers(service.full_name, made)
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service.full_name, made),))


def _handler(method: MethodDescriptor, behaviour: Any) -> grpc.RpcMethodHandler[Any, Any]:
    make = {
        (False, False): grpc.unary_unary_rpc_method_handler,
        (False, True): grpc.unary_stream_rpc_method_handler,
        (True, False): grpc.stream_unary_rpc_method_handler,
        (True, True): grpc.stream_stream_rpc_method_handler,
    }[method.client_streaming, method.server_streaming]
    guard = guarded_stream if method.server_streaming else guarded
    return make(
        guard(method.name, behaviour),
        request_deserializer=GetMessageClass(method.input_type).FromString,
        response_serializer=serialize,
    )
