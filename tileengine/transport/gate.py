"""The gate that every call passes before and after its handler: counts, keys, limits, times, trailers, log, metrics.

It wraps handlers when they are registered, for all services alike, and registers each as one that reads its requests
from a stream: so a call is judged before its message is read, and a message that never comes is given up.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from time import perf_counter_ns
from typing import Any, NoReturn, Protocol, TypeAlias, cast

import grpc
from google.protobuf.message import DecodeError

from tileengine.errors import BadField, TileengineError
from tileengine.service.failures import Busy
from tileengine.transport import access, keys, timing
from tileengine.transport.arrivals import Arrivals
from tileengine.transport.bridge import Context
from tileengine.transport.callers import Caller, Callers, name_of_peer
from tileengine.transport.config import ServerConfig
from tileengine.transport.refusals import BadKey, WrongRole
from tileengine.transport.status import abort, code_of

BUSY_RETRY_MS = 100
HEADROOM = 64
"""Calls over calls_max that grpc lets in, so that they get a reason and a time to wait; beyond, a bare status."""

_HEALTH = "grpc.health.v1.Health"
_REFLECTION = frozenset({"grpc.reflection.v1alpha.ServerReflection", "grpc.reflection.v1.ServerReflection"})
_CHECK = f"/{_HEALTH}/Check"
_CODES = {code.value[0]: code.name for code in grpc.StatusCode}


Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"


class Observer(Protocol):
    """Who measures calls; see telemetry.py."""

    def begin(self, method: str, metadata: dict[str, Any]) -> Any:
        """A call begins; returns what `end` is given back."""

    def end(self, begun: Any, method: str, code: str, split: tuple[int, int, int]) -> None:
        """It ended with this status code."""


class Call:
    """One call at work."""

    __slots__ = (
        "call_id",
        "caller",
        "code",
        "counted",
        "limits",
        "method",
        "named",
        "observed",
        "received",
        "sent",
        "times",
    )

    def __init__(self, method: str, metadata: dict[str, Any]) -> None:
        self.method = method
        given = metadata.get(access.CALL_ID)
        self.named = given is not None
        self.call_id = access.call_id(given)
        self.caller = ""
        self.code = "CANCELLED"
        self.counted = False
        self.limits: Caller | None = None
        self.observed: Any = None
        self.received = 0
        self.sent = 0
        self.times = timing.Times(self.call_id)


class Gate:
    """The gate of one server. ring: the API keys, None to ask for none; observer: None to measure nothing."""

    def __init__(self, config: ServerConfig, ring: keys.KeyRing | None, observer: Observer | None) -> None:
        self._calls_max = config.calls_max
        self._arrivals = Arrivals(config.receive_seconds)
        self._ring = ring
        self._callers: Callers | None = None
        if config.caller_rate or config.caller_calls:
            self._callers = Callers(config.caller_rate, config.caller_burst, config.caller_calls)
        self._observer = observer
        self._log_failed = config.access_log in ("failed", "all")
        self._log_all = config.access_log == "all"
        self._names_callers = ring is not None or self._callers is not None or self._log_failed
        self._active = 0

    def _admit(self, call: Call, service: str, context: Context) -> None:
        """Counts the call and lets it pass. Raises Busy, BadKey, WrongRole."""
        if call.method != _CHECK:  # probes get through to a full server
            if self._active >= self._calls_max:
                raise Busy(f"the server works on {self._calls_max} calls, as many as it may", BUSY_RETRY_MS)
            self._active += 1
            call.counted = True
        if not self._names_callers:
            return
        call.caller = name_of_peer(context.peer())
        key = None
        if self._ring is not None and (presented := _presented(context)):
            key = self._ring.find(presented)
            if key is not None:
                call.caller = f"key:{key.caller}"
        # Wrong keys are charged to the address, so that guessing is limited too.
        if self._callers is not None and call.method != _CHECK:
            call.limits = self._callers.enter(call.caller)
        if self._ring is None or service == _HEALTH:
            return
        if key is None:
            raise BadKey(f"this server wants a known API key in the metadata {keys.HEADER}")
        if service not in _REFLECTION and not key.may_call(service):
            raise WrongRole(f"this API key may not call {service}")

    def _leave(self, call: Call) -> None:
        if call.counted:
            self._active -= 1
        if call.limits is not None:
            Callers.leave(call.limits)
        if self._observer is not None:
            self._observer.end(call.observed, call.method, call.code, call.times.split())
        if self._log_all or (self._log_failed and call.code != "OK"):
            access.write(
                call.method, call.call_id, call.caller, call.code, call.times.split(), call.received, call.sent
            )

    async def _decoded(self, requests: AsyncIterator[bytes], call: Call, decode: Any) -> AsyncIterator[Any]:
        """The messages of a request stream, as fast as the caller's rate allows."""
        first = True
        while True:
            asked = perf_counter_ns()
            try:
                raw = await (self._arrivals.first(requests) if first else anext(requests))
            except StopAsyncIteration:
                return
            # The call itself paid for its first message.
            while not first and call.limits is not None and (wait := self._callers.take(call.limits)):  # type: ignore[union-attr]
                await asyncio.sleep(wait)
            first = False
            call.times.idle += perf_counter_ns() - asked
            yield self._decode(raw, call, decode)

    @staticmethod
    def _decode(raw: bytes, call: Call, decode: Any) -> Any:
        call.received += len(raw)
        asked = perf_counter_ns()
        try:
            return decode(raw) if decode else raw
        except DecodeError:
            raise BadField("the bytes are not those of this method's request message") from None
        finally:
            call.times.encoding += perf_counter_ns() - asked

    @staticmethod
    def _encode(answered: Any, call: Call, encode: Any) -> bytes:
        asked = perf_counter_ns()
        raw: bytes = encode(answered) if encode else answered
        call.times.encoding += perf_counter_ns() - asked
        call.sent += len(raw)
        return raw

    async def _request(
        self, handler: Handler, requests: AsyncIterator[bytes], call: Call
    ) -> Any:  # a message, or an iterator of them
        if handler.request_streaming:
            return self._decoded(requests, call, handler.request_deserializer)
        try:
            raw = await self._arrivals.first(requests)
        except StopAsyncIteration:
            raise BadField("the call has no request message") from None
        call.times.idle += perf_counter_ns() - call.times.begun
        return self._decode(raw, call, handler.request_deserializer)

    def _begin(self, method: str, context: Context) -> Call:
        metadata: dict[str, Any] = dict(context.invocation_metadata() or ())
        call = Call(method, metadata)
        if self._observer is not None:
            call.observed = self._observer.begin(method, metadata)
        timing.current.set(call.times)
        return call

    @staticmethod
    def _done(call: Call, context: Context) -> None:
        call.code = _name(context)
        # Two trailers cost a short call 10 %, so only callers who name their call get them.
        if call.named:
            context.set_trailing_metadata(
                ((access.CALL_ID, call.call_id), (access.TIME, access.time_trailer(call.times.split())))
            )

    @staticmethod
    async def _refuse(call: Call, context: Context, failure: Exception) -> NoReturn:
        """Ends a call that failed at the gate; handlers have ended theirs with an AbortError before it comes here."""
        if isinstance(failure, TileengineError):
            call.code = code_of(failure).name
            await abort(context, failure)
        if isinstance(failure, TimeoutError):
            call.code = "DEADLINE_EXCEEDED"
            await context.abort(grpc.StatusCode.DEADLINE_EXCEEDED, "the request did not arrive in time")
        call.code = _name(context)
        raise failure

    def _wrap(self, service: str, name: str, handler: Handler) -> Handler:
        """The handler behind this gate."""
        method = f"/{service}/{name}"
        encode = handler.response_serializer

        async def one(requests: AsyncIterator[bytes], context: Context) -> bytes:
            call = self._begin(method, context)
            try:
                self._admit(call, service, context)
                request = await self._request(handler, requests, call)
                respond: Any = handler.stream_unary if handler.request_streaming else handler.unary_unary
                encoded = self._encode(await respond(request, context), call, encode)
                self._done(call, context)
                return encoded
            except Exception as failure:
                await self._refuse(call, context, failure)
            finally:
                self._leave(call)

        async def many(requests: AsyncIterator[bytes], context: Context) -> AsyncIterator[bytes]:
            call = self._begin(method, context)
            try:
                self._admit(call, service, context)
                request = await self._request(handler, requests, call)
                respond: Any = handler.stream_stream if handler.request_streaming else handler.unary_stream
                async for answered in respond(request, context):
                    encoded = self._encode(answered, call, encode)
                    asked = perf_counter_ns()
                    yield encoded
                    call.times.idle += perf_counter_ns() - asked
                self._done(call, context)
            except Exception as failure:
                await self._refuse(call, context, failure)
            finally:
                self._leave(call)

        if handler.response_streaming:
            return grpc.stream_stream_rpc_method_handler(many)
        return grpc.stream_unary_rpc_method_handler(one)

    def front(self, server: grpc.aio.Server) -> grpc.aio.Server:
        """What services are added to instead of the server: it registers their handlers behind this gate."""
        return cast("grpc.aio.Server", _Front(self, server))


class _Front:
    """Looks like the server to whoever registers handlers, and can do nothing else."""

    def __init__(self, gate: Gate, server: grpc.aio.Server) -> None:
        self._gate = gate
        self._server = server

    def add_registered_method_handlers(self, service: str, handlers: dict[str, Handler]) -> None:
        """Registers the methods of a service (full name), each behind the gate."""
        wrapped = {name: self._gate._wrap(service, name, handler) for name, handler in handlers.items()}
        self._server.add_registered_method_handlers(service, wrapped)
        self._server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, wrapped),))

    def add_generic_rpc_handlers(self, handlers: Iterable[grpc.GenericRpcHandler]) -> None:
        """Nothing: every service registers its methods by name as well, and only those get through."""


# The reflection package picks its servicer by this class.
grpc.aio.Server.register(_Front)


def _presented(context: Context) -> Any:
    """The API key that a call came with, if any."""
    for name, value in context.invocation_metadata() or ():
        if name == keys.HEADER:
            return value
    return None


def _name(context: Context) -> str:
    """The name of the status that a call has got so far."""
    code = context.code()
    return code.name if isinstance(code, grpc.StatusCode) else _CODES.get(code or 0, "UNKNOWN")
