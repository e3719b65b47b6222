"""A plain client of MatchService for tests: one method a call, tokens as arguments, failures as (code, reason)."""

from __future__ import annotations

from typing import Any

import grpc
from google.protobuf.message_factory import GetMessageClass
from google.rpc import error_details_pb2, status_pb2

from tileengine.v1 import game_pb2, position_pb2
from tileengine.v1 import match_service_pb2 as pb

SERVICE = pb.DESCRIPTOR.services_by_name["MatchService"]
SECONDS = 20.0
OPTIONS = [
    # Servers come back at the same address within a test: look again soon, and share no memory of failures.
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.initial_reconnect_backoff_ms", 50),
    ("grpc.min_reconnect_backoff_ms", 5_000),  # how long one attempt to connect may take
    ("grpc.max_reconnect_backoff_ms", 200),
]


class Failed(Exception):
    """A call that failed."""

    def __init__(self, call: grpc.aio.AioRpcError) -> None:
        self.code = call.code()
        self.text = call.details() or ""
        self.raw = b"".join(v if isinstance(v, bytes) else v.encode() for _, v in call.trailing_metadata() or ())
        self.reason = ""
        self.metadata: dict[str, str] = {}
        for key, value in call.trailing_metadata() or ():
            if key == "grpc-status-details-bin":
                for detail in status_pb2.Status.FromString(value).details:
                    info = error_details_pb2.ErrorInfo()
                    if detail.Unpack(info):
                        self.reason = info.reason
                        self.metadata = dict(info.metadata)
        super().__init__(f"{self.code} {self.reason}: {self.text}")


class Client:
    """Calls one server."""

    def __init__(self, address: str) -> None:
        self.channel = grpc.aio.insecure_channel(address, options=OPTIONS)
        self._calls: dict[str, Any] = {}
        for method in SERVICE.methods:
            make = self.channel.unary_stream if method.server_streaming else self.channel.unary_unary
            self._calls[method.name] = make(
                f"/{SERVICE.full_name}/{method.name}",
                request_serializer=lambda m: m.SerializeToString(),
                response_deserializer=GetMessageClass(method.output_type).FromString,
            )

    async def close(self) -> None:
        await self.channel.close()

    async def call(self, method: str, token: str | None = None, /, **fields: Any) -> Any:
        """One unary call; the request is made from the fields."""
        request = GetMessageClass(SERVICE.methods_by_name[method].input_type)(**fields)
        metadata = (("authorization", f"Bearer {token}"),) if token is not None else ()
        try:
            return await self._calls[method](request, metadata=metadata, timeout=SECONDS)
        except grpc.aio.AioRpcError as failure:
            raise Failed(failure) from None

    def watch(self, match_id: str, token: str | None = None, after: int = 0) -> Any:
        """An open watch: `async for`, or `read()`."""
        metadata = (("authorization", f"Bearer {token}"),) if token is not None else ()
        request = pb.WatchMatchRequest(match_id=match_id, after_event=after)
        return self._calls["WatchMatch"](request, metadata=metadata, timeout=120.0)

    async def start(self, game: str, seats: int, **fields: Any) -> tuple[str, str, list[str]]:
        """A running match with all seats joined: its id, the host's token and the seats'."""
        setup = [pb.SeatSetup(time=fields.pop("time", None))] * seats
        made = await self.call("CreateMatch", game=game_number(game), seats=setup, **fields)
        token = made.spectator_token or None
        joined = [await self.call("JoinMatch", token, match_id=made.match.match_id) for _ in range(seats)]
        return made.match.match_id, made.host_token, [j.seat_token for j in joined]


def game_number(slug: str) -> game_pb2.Game:
    return game_pb2.Game.Value(f"GAME_{slug.upper()}")  # type: ignore[return-value]


def moves(*actions: int) -> list[position_pb2.Move]:
    return [position_pb2.Move(action=action) for action in actions]
