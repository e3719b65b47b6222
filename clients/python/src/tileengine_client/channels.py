"""How a channel to the server is set up: credentials, keys, sizes, reconnection, retries. It opens nothing.

Both clients take the same settings, so they are described here once.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field

import grpc
from google.protobuf.message import Message

from tileengine_client import schema

RETRIES_MAX = 4
"""gRPC makes at most five attempts."""

Metadata = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Settings:
    """address: "HOST:PORT" or "unix:PATH".

    timeout: seconds that a call may take. message_bytes_max: of one message, either way.
    retries: further attempts after UNAVAILABLE, 0 to 4, with growing pauses of 0.1 s to 1 s, within the timeout.
    credentials: for TLS; None: not encrypted, as the server listens on loopback. api_key: for servers that want one; it
    is not shown, and neither it nor the tokens of matches should cross a network without TLS.
    """

    address: str
    timeout: float = 10.0
    message_bytes_max: int = 16 << 20
    retries: int = 0
    credentials: grpc.ChannelCredentials | None = None
    api_key: str = field(default="", repr=False)

    def __post_init__(self) -> None:
        if not self.timeout > 0:
            raise ValueError("timeout is a number of seconds above 0")
        if not 0 <= self.retries <= RETRIES_MAX:
            raise ValueError(f"retries is in 0 .. {RETRIES_MAX}")

    def options(self) -> list[tuple[str, int | str]]:
        """The channel arguments of gRPC."""
        found: list[tuple[str, int | str]] = [
            ("grpc.max_receive_message_length", self.message_bytes_max),
            ("grpc.max_send_message_length", self.message_bytes_max),
            # A server that has just been started is found at once, not after the default second.
            ("grpc.initial_reconnect_backoff_ms", 100),
            ("grpc.max_reconnect_backoff_ms", 2000),
        ]
        if self.retries:
            policy = {
                "maxAttempts": self.retries + 1,
                "initialBackoff": "0.1s",
                "maxBackoff": "1s",
                "backoffMultiplier": 2,
                "retryableStatusCodes": ["UNAVAILABLE"],
            }
            repeatable: list[dict[str, str]] = [{"service": service} for service in (*schema.PURE, schema.MATCHES)]
            once = [{"service": schema.MATCHES, "method": method} for method in schema.ONCE]
            config = {"methodConfig": [{"name": repeatable, "retryPolicy": policy}, {"name": once}]}
            found.append(("grpc.service_config", json.dumps(config)))
        return found

    def metadata(self, token: str = "") -> Metadata:
        """What goes with a call besides its message. token: who asks, in a match; "": nobody in particular."""
        found = [("x-api-key", self.api_key)] if self.api_key else []
        return tuple([*found, ("authorization", f"Bearer {token}")] if token else found)


def serialize(message: Message) -> bytes:
    """The request serializer of every method."""
    return message.SerializeToString()
