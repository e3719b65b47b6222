"""Several server processes on one port. The parent holds the port, starts the workers and ends with them.

Balancing is the kernel's, per connection. Exit codes: 0 stopped as asked, 3 could not listen, 4 a worker died; then
all are stopped, for whoever supervises the parent to start it again.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import sys
import time
from types import FrameType

from tileengine.transport import keys, tls
from tileengine.transport.config import ServerConfig, split_address
from tileengine.transport.server import EXIT_CANNOT_LISTEN, EXIT_OK

log = logging.getLogger("tileengine.transport")

EXIT_WORKER_DIED = 4
POLL_SECONDS = 0.2


def _reserve(config: ServerConfig) -> socket.socket:
    """A bound socket that keeps the port for the workers without listening. Raises OSError when it is taken."""
    host, port = split_address(config.address)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as alone:  # without sharing, so that a stranger's server on the port is noticed
        alone.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        alone.bind((host, port))
        port = alone.getsockname()[1]
    held = socket.socket(family)
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    held.bind((host, port))
    return held


def _metrics(config: ServerConfig, index: int) -> list[str]:
    """Every worker counts its own calls, so each has an endpoint of its own: the given port, and those after it."""
    if not config.metrics_address:
        return []
    host, port = split_address(config.metrics_address)
    shown = f"[{host}]" if ":" in host else host
    return ["--metrics-address", f"{shown}:{port + index if port else 0}"]


def serve_with_workers(config: ServerConfig, workers: int, arguments: list[str]) -> int:
    """Runs `workers` (2..64) processes with the command line `arguments` plus address and flags of a worker."""
    config.check()
    tls.credentials(config)
    if config.api_keys:
        keys.read(config.api_keys)
    try:
        held = _reserve(config)
    except OSError as failure:
        log.error("cannot listen", extra={"address": config.address, "why": str(failure)})
        return EXIT_CANNOT_LISTEN
    host = config.address.rpartition(":")[0]
    address = f"{host}:{held.getsockname()[1]}"
    # -P: a folder called tileengine in the working directory must not hide this package.
    command = [sys.executable, "-P", "-m", "tileengine", "serve", *arguments, "--address", address, "--worker"]
    processes = [
        subprocess.Popen([*command, *_metrics(config, index)], stdin=subprocess.PIPE) for index in range(workers)
    ]
    stopping = False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal stopping
        stopping = True

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    log.info("listening", extra={"address": address, "pid": os.getpid(), "workers": [p.pid for p in processes]})
    while not stopping and all(p.poll() is None for p in processes):
        time.sleep(POLL_SECONDS)
    code = EXIT_OK if stopping else EXIT_WORKER_DIED
    if not stopping:
        log.error("a worker died", extra={"codes": [p.poll() for p in processes]})
    for process in processes:
        process.terminate()
    for process in processes:
        try:
            process.wait(config.grace_seconds + 5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    held.close()
    return code
