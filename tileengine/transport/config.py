"""How a server is set up: addresses and bounds, with defaults that are safe. It starts nothing."""

from __future__ import annotations

import ipaddress
import os
from dataclasses import dataclass, field


class BadAddress(ValueError):
    """An address that is malformed, or that this server refuses to listen on."""


@dataclass(frozen=True, slots=True)
class ServerConfig:
    """Addresses and bounds of one server.

    address: "HOST:PORT" (port 0: any free one), "[IPV6]:PORT" or "unix:PATH".
    allow_public: listen on an address that is not loopback although nothing is encrypted.
    reuse_port: share the port with other workers.
    store: where matches live, a URL as in tileengine.matches.storage; "": MatchService is not served.
    watchers_max: watches of matches open at once; they are calls too, and may be half of calls_max at most.
    bots_max: bots connected at once; they are calls too, and may be a quarter of calls_max at most.
    calls_max: calls at work at once; more get RESOURCE_EXHAUSTED at once.
    streams_max: streams open at once on one connection; more wait at the client.
    receive_max: bytes of one request message.
    call_seconds: a call that works longer gets DEADLINE_EXCEEDED, even if its caller set no deadline.
    idle_seconds: a StreamBatch that is silent longer is ended.
    grace_seconds: on SIGTERM calls at work may go on so long.
    searches: threads that search, at a lower priority than the rest.
    searches_waiting: searches that wait for a thread; more get RESOURCE_EXHAUSTED at once.
    searches_a_caller: of these, of one connection.
    """

    address: str = "127.0.0.1:50051"
    allow_public: bool = False
    reuse_port: bool = False
    store: str = "memory:"
    watchers_max: int = 128
    bots_max: int = 128
    calls_max: int = 512
    streams_max: int = 128
    receive_max: int = 4 << 20
    call_seconds: float = 60.0
    idle_seconds: float = 300.0
    grace_seconds: float = 5.0
    searches: int = field(default_factory=lambda: min(os.cpu_count() or 1, 256))
    searches_waiting: int = 64
    searches_a_caller: int = 16

    def check(self) -> None:
        """Raises BadAddress unless this server may listen there."""
        if self.address.startswith("unix:"):
            if len(self.address) < len("unix:/x"):
                raise BadAddress(f"{self.address!r} has no path; write unix:/path/to/socket")
            return
        host, _ = split_address(self.address)
        if not self.allow_public and not is_loopback(host):
            raise BadAddress(
                f"{host} is not a loopback address, and calls are not encrypted; "
                "listen on 127.0.0.1 behind a proxy, or say --insecure-public if you mean it"
            )

    def options(self) -> list[tuple[str, int]]:
        """The channel arguments of grpc."""
        return [
            ("grpc.so_reuseport", int(self.reuse_port)),
            ("grpc.max_receive_message_length", self.receive_max),
            ("grpc.max_concurrent_streams", self.streams_max),
            # A peer that vanished without a word is noticed after 80 s at the latest.
            ("grpc.keepalive_time_ms", 60_000),
            ("grpc.keepalive_timeout_ms", 20_000),
            ("grpc.keepalive_permit_without_calls", 1),
            ("grpc.http2.min_ping_interval_without_data_ms", 10_000),
        ]


def split_address(address: str) -> tuple[str, int]:
    """("HOST", port) of "HOST:PORT". Raises BadAddress."""
    host, colon, port = address.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not colon or not host or not port.isdigit() or int(port) > 65535:
        raise BadAddress(f"{address!r} is not HOST:PORT, [IPV6]:PORT or unix:PATH")
    return host, int(port)


def is_loopback(host: str) -> bool:
    """True for localhost and for the addresses of this machine only."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
