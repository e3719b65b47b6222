"""How a server is set up: addresses and bounds, with defaults that are safe. It starts nothing."""

from __future__ import annotations

import ipaddress
import os
from dataclasses import dataclass, field

METADATA_MAX = 8_192
"""Bytes of the metadata of one call; calls with more are refused with RESOURCE_EXHAUSTED."""


class BadSetting(ValueError):
    """A setting, or a file that one names, that this server refuses to start with."""


class BadAddress(BadSetting):
    """An address that is malformed, or that this server refuses to listen on."""


@dataclass(frozen=True, slots=True)
class ServerConfig:
    """Addresses and bounds of one server.

    address: "HOST:PORT" (port 0: any free one), "[IPV6]:PORT" or "unix:PATH".
    allow_public: listen on an address that is not loopback although nothing is encrypted.
    tls_cert, tls_key: PEM files of the server's certificate (with its chain) and key; "" for no encryption.
    tls_client_ca: PEM file of the CA that must have signed every client's certificate; "" to ask for none.
    api_keys: file of API keys (transport/keys.py); "" lets every caller call everything.
    reuse_port: share the port with other workers.
    store: where matches live, a URL as in tileengine.matches.storage; "": MatchService is not served.
    watchers_max: watches of matches open at once; they are calls too, and may be half of calls_max at most.
    bots_max: bots connected at once; they are calls too, and may be a quarter of calls_max at most.
    calls_max: calls at work at once; more get RESOURCE_EXHAUSTED at once.
    streams_max: streams open at once on one connection; more wait at the client.
    receive_max: bytes of one request message.
    receive_seconds: the first message of a call has to arrive within.
    caller_rate: calls a second of one caller in the long run, 0 for no limit; caller_burst: at once after a pause.
    caller_calls: calls at work of one caller, 0 for no limit.
    call_seconds: a call that works longer gets DEADLINE_EXCEEDED, even if its caller set no deadline.
    idle_seconds: a StreamBatch that is silent longer is ended.
    grace_seconds: on SIGTERM calls at work may go on so long.
    searches: threads that search, at a lower priority than the rest.
    searches_waiting: searches that wait for a thread; more get RESOURCE_EXHAUSTED at once.
    searches_a_caller: of these, of one connection.
    access_log: "off", "failed" or "all": a log line for which calls.
    metrics_address: "HOST:PORT" of the Prometheus endpoint, "" for none; needs the extra `telemetry`.
    traces: send OpenTelemetry traces where the standard OTEL_* variables say; needs the extra `telemetry`.
    """

    address: str = "127.0.0.1:50051"
    allow_public: bool = False
    tls_cert: str = ""
    tls_key: str = ""
    tls_client_ca: str = ""
    api_keys: str = ""
    reuse_port: bool = False
    store: str = "memory:"
    watchers_max: int = 128
    bots_max: int = 128
    calls_max: int = 512
    streams_max: int = 128
    receive_max: int = 4 << 20
    receive_seconds: float = 20.0
    caller_rate: float = 0.0
    caller_burst: int = 100
    caller_calls: int = 0
    call_seconds: float = 60.0
    idle_seconds: float = 300.0
    grace_seconds: float = 5.0
    searches: int = field(default_factory=lambda: min(os.cpu_count() or 1, 256))
    searches_waiting: int = 64
    searches_a_caller: int = 16
    access_log: str = "off"
    metrics_address: str = ""
    traces: bool = False

    def check(self) -> None:
        """Raises BadAddress unless this server may listen there, BadSetting for settings that don't go together."""
        if bool(self.tls_cert) != bool(self.tls_key):
            raise BadSetting("--tls-cert and --tls-key go together")
        if self.tls_client_ca and not self.tls_cert:
            raise BadSetting("--tls-client-ca needs --tls-cert and --tls-key")
        if self.metrics_address:
            host, _ = split_address(self.metrics_address)
            if not self.allow_public and not is_loopback(host):
                raise BadAddress(f"{host} is not a loopback address; metrics are neither encrypted nor restricted")
        if self.address.startswith("unix:"):
            if len(self.address) < len("unix:/x"):
                raise BadAddress(f"{self.address!r} has no path; write unix:/path/to/socket")
            return
        host, _ = split_address(self.address)
        if not self.allow_public and not self.tls_cert and not is_loopback(host):
            raise BadAddress(
                f"{host} is not a loopback address, and calls are not encrypted; give --tls-cert and --tls-key, "
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
            # A connection that does not finish its handshake is closed.
            ("grpc.server_handshake_timeout_ms", 10_000),
            ("grpc.max_metadata_size", METADATA_MAX),
            ("grpc.absolute_max_metadata_size", METADATA_MAX),
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
