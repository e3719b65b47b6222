"""The bridge between plain methods and gRPC's handlers, the same for every service.

Handlers are made from the schema's descriptors and not from generated stubs: answers that the core has encoded
already pass through as bytes, and no code depends on the version of a grpc generator.
"""

from __future__ import annotations

import abc
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, ClassVar, TypeAlias

import grpc
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass

from tileengine.errors import BadField, TileengineError
from tileengine.transport.status import Internal, abort

log = logging.getLogger("tileengine.transport")

Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"
Answered = Message | bytes
Unary = Callable[[Any, Context], Awaitable[Answered]]
Stream = Callable[[Any, Context], AsyncIterator[Answered]]


class Handlers(abc.ABC):
    """What a service brings to a server; the server calls open, methods, drain and close in this order."""

    service: ClassVar[ServiceDescriptor]

    async def open(self) -> None:  # noqa: B027 - most need nothing
        """Opens what the service needs, before the server listens."""

    @abc.abstractmethod
    def methods(self) -> dict[str, Any]:
        """Behaviour by method name, Unary or Stream, for every method of the service."""

    def drain(self) -> None:  # noqa: B027
        """Called when the server begins to stop: ends what would go on for long."""

    async def close(self) -> None:  # noqa: B027
        """Called when no call is at work any more."""


def serialize(answered: Answered) -> bytes:
    """Bytes as they are, messages encoded."""
    return answered if isinstance(answered, bytes) else answered.SerializeToString()


def deserializer(message: type[Message]) -> Callable[[bytes], Any]:
    """Reads a request; malformed bytes become the failure itself, so that it is answered like any other."""

    def read(data: bytes) -> Any:
        try:
            return message.FromString(data)
        except DecodeError:
            return BadField(f"the bytes are not a {message.DESCRIPTOR.name}")

    return read


def well_formed(request: Any) -> Any:
    """The request. Raises the failure that its deserializer made of it."""
    if isinstance(request, TileengineError):
        raise request
    return request


def guarded(name: str, method: Unary) -> Unary:
    """The method with its failures turned into statuses; what nobody foresaw is logged and becomes INTERNAL."""

    async def handle(request: Any, context: Context) -> Answered:
        try:
            return await method(well_formed(request), context)
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
            async for answered in method(well_formed(request), context):
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
    message = GetMessageClass(method.input_type)
    return make(
        guard(method.name, behaviour),
        request_deserializer=message.FromString if method.client_streaming else deserializer(message),
        response_serializer=serialize,
    )
