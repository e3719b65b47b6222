"""OpenTelemetry metrics and traces, when asked for; the only file that imports it. It sees no request and no caller.

Metrics follow the semantic conventions for RPC and are read at the Prometheus endpoint; traces go where the standard
OTEL_EXPORTER_OTLP_* variables say. Methods are names of the schema, so the number of series is bounded.
"""

from __future__ import annotations

import errno
from time import perf_counter
from typing import TYPE_CHECKING, Any

from tileengine import __version__
from tileengine.transport.config import BadSetting, ServerConfig, split_address

if TYPE_CHECKING:
    from wsgiref.simple_server import WSGIServer

    from opentelemetry.metrics import Meter
    from opentelemetry.sdk.metrics import MeterProvider
    from opentelemetry.sdk.trace import TracerProvider

SECONDS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]
"""Bounds of the histograms: calls take from 100 microseconds to a minute."""


class Telemetry:
    """Observes the calls of one server."""

    def __init__(self, meters: MeterProvider, tracers: TracerProvider | None, endpoint: WSGIServer | None) -> None:
        self._meters = meters
        self._tracers = tracers
        self._endpoint = endpoint
        meter: Meter = meters.get_meter("tileengine", __version__)
        self._tracer = tracers.get_tracer("tileengine", __version__) if tracers else None
        self._duration = meter.create_histogram(
            "rpc.server.call.duration", "s", "whole calls", explicit_bucket_boundaries_advisory=SECONDS
        )
        self._parts = meter.create_histogram(
            "tileengine.call.part.duration",
            "s",
            "engine, queue and encoding of calls",
            explicit_bucket_boundaries_advisory=SECONDS,
        )
        self._active = meter.create_up_down_counter("rpc.server.active_calls", "{call}", "calls at work")

    def begin(self, method: str, metadata: dict[str, Any]) -> Any:
        """A call begins."""
        self._active.add(1, {"rpc.method": method})
        span = None
        if self._tracer is not None:
            from opentelemetry.trace import SpanKind
            from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

            parent = TraceContextTextMapPropagator().extract(
                {name: value for name, value in metadata.items() if name in ("traceparent", "tracestate")}
            )
            attributes = {"rpc.system.name": "grpc", "rpc.method": method.removeprefix("/")}
            span = self._tracer.start_span(method.removeprefix("/"), parent, SpanKind.SERVER, attributes)
        return perf_counter(), span

    def end(self, begun: Any, method: str, code: str, split: tuple[int, int, int]) -> None:
        """It ended with this status code; split: microseconds of engine, queue and encoding."""
        at, span = begun
        self._active.add(-1, {"rpc.method": method})
        self._duration.record(perf_counter() - at, {"rpc.method": method, "rpc.response.status_code": code})
        for part, micros in zip(("engine", "queue", "encoding"), split, strict=True):
            self._parts.record(micros / 1e6, {"rpc.method": method, "part": part})
        if span is not None:
            span.set_attribute("rpc.response.status_code", code)
            for part, micros in zip(("engine", "queue", "encoding"), split, strict=True):
                span.set_attribute(f"tileengine.{part}_us", micros)
            if code in ("INTERNAL", "UNKNOWN", "DATA_LOSS", "UNAVAILABLE"):
                from opentelemetry.trace import StatusCode

                span.set_status(StatusCode.ERROR, code)
            span.end()

    def stop(self) -> None:
        """Sends what is left, within seconds, and closes the endpoint."""
        if self._endpoint is not None:
            self._endpoint.shutdown()
            self._endpoint.server_close()
        if self._tracers is not None:
            self._tracers.shutdown()
        self._meters.shutdown()


def start(config: ServerConfig) -> Telemetry | None:
    """Starts what the settings ask for, None when that is nothing. Raises BadSetting."""
    if not config.metrics_address and not config.traces:
        return None
    try:
        from opentelemetry.sdk.metrics import MeterProvider
        from opentelemetry.sdk.resources import Resource

        resource = Resource.create({"service.name": "tileengine", "service.version": __version__})
        readers = []
        if config.metrics_address:
            from opentelemetry.exporter.prometheus import PrometheusMetricReader

            readers.append(PrometheusMetricReader(disable_target_info=True))
        tracers = _tracers(resource) if config.traces else None
    except ImportError as failure:
        raise BadSetting(
            f"metrics and traces need more: pip install 'tileengine[telemetry]' ({failure.name})"
        ) from None
    endpoint = _endpoint(config.metrics_address) if config.metrics_address else None
    return Telemetry(MeterProvider(readers, resource), tracers, endpoint)


def _endpoint(address: str) -> WSGIServer:
    from prometheus_client import start_http_server

    host, port = split_address(address)
    try:
        server, _ = start_http_server(port, host)
    except OSError as failure:
        raise BadSetting(f"can't serve metrics on {address}: {errno.errorcode.get(failure.errno or 0)}") from None
    return server


def _tracers(resource: Any) -> TracerProvider:
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    tracers = TracerProvider(resource=resource, shutdown_on_exit=False)
    tracers.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return tracers
