"""Asks a server for its health, for supervisors that can't speak gRPC themselves, or not over TLS."""

from __future__ import annotations

import sys
from pathlib import Path

import grpc
from grpc_health.v1 import health_pb2

SECONDS = 5
SERVING, NOT_SERVING, NO_ANSWER = 0, 1, 3


def probe(address: str, service: str, ca: str, cert: str, key: str) -> int:
    """0 when the service ("" for the whole server) is serving, 1 when it is not or unknown, 3 without an answer.

    ca, cert, key: PEM files as in `tileengine health`; without ca nothing is encrypted.
    """
    try:
        with _channel(address, ca, cert, key) as channel:
            check = channel.unary_unary(
                "/grpc.health.v1.Health/Check",
                request_serializer=health_pb2.HealthCheckRequest.SerializeToString,
                response_deserializer=health_pb2.HealthCheckResponse.FromString,
            )
            status = check(health_pb2.HealthCheckRequest(service=service), timeout=SECONDS).status
    except (grpc.RpcError, OSError) as failure:
        why = failure.code() if isinstance(failure, grpc.Call) else failure
        print(f"tileengine health: {why}", file=sys.stderr)
        return NOT_SERVING if why is grpc.StatusCode.NOT_FOUND else NO_ANSWER
    print(health_pb2.HealthCheckResponse.ServingStatus.Name(status))
    return SERVING if status == health_pb2.HealthCheckResponse.SERVING else NOT_SERVING


def _channel(address: str, ca: str, cert: str, key: str) -> grpc.Channel:
    if not ca:
        return grpc.insecure_channel(address)
    pair = (Path(key).read_bytes(), Path(cert).read_bytes()) if cert else (None, None)
    return grpc.secure_channel(address, grpc.ssl_channel_credentials(Path(ca).read_bytes(), *pair))
