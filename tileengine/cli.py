"""The command line: serve, plugin, health, keys, play, bench, arena. It parses arguments and hands over."""

from __future__ import annotations

import argparse
import dataclasses
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from tileengine import __version__

if TYPE_CHECKING:
    from tileengine.transport.config import ServerConfig

EXIT_USAGE = 2


def _bounded(low: int, high: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        value = int(text)
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"must be in {low}..{high}")
        return value

    return parse


def _serve_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--address", default="127.0.0.1:50051", help="HOST:PORT (port 0: any free one) or unix:PATH [%(default)s]"
    )
    parser.add_argument("--workers", type=_bounded(1, 64), default=1, help="processes on one port [%(default)s]")
    parser.add_argument("--insecure-public", action="store_true", help="allow an address that is not loopback")
    parser.add_argument("--tls-cert", metavar="FILE", default="", help="PEM certificate of the server, with its chain")
    parser.add_argument("--tls-key", metavar="FILE", default="", help="its PEM key")
    parser.add_argument("--tls-client-ca", metavar="FILE", default="", help="PEM CA of clients; others are refused")
    parser.add_argument("--worker", action="store_true", help=argparse.SUPPRESS)
    _bound_arguments(parser, grace_seconds=5)


def _plugin_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--outlive-host", action="store_true", help="stay when the host's process is gone")
    _bound_arguments(parser, grace_seconds=1)


def _bound_arguments(parser: argparse.ArgumentParser, grace_seconds: int) -> None:
    parser.add_argument(
        "--store",
        metavar="URL",
        help="where matches live: memory: (default with one worker), sqlite:PATH, redis://HOST:PORT/DB",
    )
    parser.add_argument("--watchers-max", type=_bounded(1, 65536), default=128, help="of matches [%(default)s]")
    parser.add_argument("--bots-max", type=_bounded(1, 65536), default=128, help="connected at once [%(default)s]")
    parser.add_argument("--calls-max", type=_bounded(1, 65536), default=512, help="calls at work [%(default)s]")
    parser.add_argument("--streams-max", type=_bounded(1, 65536), default=128, help="per connection [%(default)s]")
    parser.add_argument(
        "--receive-max", type=_bounded(1024, 64 << 20), default=4 << 20, help="bytes of a request [%(default)s]"
    )
    parser.add_argument("--call-seconds", type=_bounded(1, 3600), default=60, help="longest call [%(default)s]")
    parser.add_argument("--idle-seconds", type=_bounded(1, 86400), default=300, help="silent stream [%(default)s]")
    parser.add_argument(
        "--grace-seconds", type=_bounded(0, 600), default=grace_seconds, help="for calls at work [%(default)s]"
    )
    cores = min(os.cpu_count() or 1, 256)
    parser.add_argument("--searches", type=_bounded(1, 256), default=cores, help="threads that search [%(default)s]")
    parser.add_argument(
        "--searches-waiting", type=_bounded(0, 65536), default=64, help="searches in the queue [%(default)s]"
    )
    parser.add_argument(
        "--searches-a-caller", type=_bounded(1, 65536), default=16, help="of these, of one connection [%(default)s]"
    )
    _security_arguments(parser)
    parser.add_argument("--log-level", choices=["debug", "info", "warning", "error"], default="info")


def _security_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--api-keys", metavar="FILE", default="", help="hashes of API keys with roles; see `keys new`")
    parser.add_argument(
        "--receive-seconds", type=_bounded(1, 600), default=20, help="for a first message [%(default)s]"
    )
    parser.add_argument("--caller-rate", type=_bounded(0, 10**6), default=0, help="calls a second of one caller [none]")
    parser.add_argument("--caller-burst", type=_bounded(1, 10**6), default=100, help="after a pause [%(default)s]")
    parser.add_argument("--caller-calls", type=_bounded(0, 65536), default=0, help="at work, of one caller [no limit]")
    parser.add_argument("--access-log", choices=["off", "failed", "all"], default="off", help="calls [%(default)s]")
    parser.add_argument("--metrics-address", metavar="HOST:PORT", default="", help="Prometheus endpoint")
    parser.add_argument("--traces", action="store_true", help="send OpenTelemetry traces (set OTEL_EXPORTER_OTLP_*)")


def _keys(arguments: argparse.Namespace) -> int:
    from tileengine.transport import keys
    from tileengine.transport.config import BadSetting

    try:
        key, line = keys.new(arguments.role)
    except BadSetting as failure:
        print(f"tileengine keys: {failure}", file=sys.stderr)
        return EXIT_USAGE
    print(f"key   (give it to the caller, it is not stored): {key}")
    print(f"line  (add it to the file of --api-keys): {line}")
    return 0


def _health_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--address", default="127.0.0.1:50051", help="HOST:PORT or unix:PATH [%(default)s]")
    parser.add_argument("--service", default="", help="full name of a service; the whole server when none is named")
    parser.add_argument("--tls-ca", metavar="FILE", default="", help="PEM CA of the server, if it speaks TLS")
    parser.add_argument("--tls-cert", metavar="FILE", default="", help="PEM certificate to show, for mutual TLS")
    parser.add_argument("--tls-key", metavar="FILE", default="", help="its PEM key")


def _health(arguments: argparse.Namespace) -> int:
    from tileengine.transport.probe import probe

    return probe(arguments.address, arguments.service, arguments.tls_ca, arguments.tls_cert, arguments.tls_key)


def _serve(arguments: argparse.Namespace, line: list[str]) -> int:
    from tileengine.matches.storage import BadStore, is_shared
    from tileengine.transport import logs
    from tileengine.transport.config import BadAddress, BadSetting
    from tileengine.transport.server import serve
    from tileengine.transport.workers import serve_with_workers

    logs.start(arguments.log_level)
    several = arguments.workers > 1
    if arguments.store is None:
        # Several processes can't share a memory; without a store they serve no matches.
        arguments.store = "" if several else "memory:"
    elif several and not is_shared(arguments.store):
        print("tileengine serve: several workers share matches in Redis only: --store redis://...", file=sys.stderr)
        return EXIT_USAGE
    try:
        config = dataclasses.replace(
            _config(arguments), allow_public=arguments.insecure_public, reuse_port=arguments.worker
        )
        if arguments.workers > 1 and not arguments.worker:
            if config.address.startswith("unix:"):
                raise BadAddress("several workers share a TCP port, not a unix socket")
            return serve_with_workers(config, arguments.workers, line)
        return serve(config, watch_stdin=arguments.worker)
    except (BadSetting, BadStore) as failure:
        print(f"tileengine serve: {failure}", file=sys.stderr)
        return EXIT_USAGE


def _config(arguments: argparse.Namespace) -> ServerConfig:
    from tileengine.transport.config import ServerConfig

    given = vars(arguments)
    return ServerConfig(**{f.name: given[f.name] for f in dataclasses.fields(ServerConfig) if f.name in given})


def _plugin(arguments: argparse.Namespace) -> int:
    from tileengine.matches.storage import BadStore
    from tileengine.transport import logs
    from tileengine.transport.config import BadSetting
    from tileengine.transport.plugin import contract
    from tileengine.transport.plugin.serve import EXIT_NO_HOST, serve_plugin

    logs.start(arguments.log_level, logs.PluginFormatter())
    if arguments.store is None:
        arguments.store = "memory:"
    try:
        host = contract.read(os.environ)
        return serve_plugin(_config(arguments), host, outlive_host=arguments.outlive_host)
    except (contract.NoHost, BadSetting, BadStore) as failure:
        print(f"tileengine plugin: {failure}", file=sys.stderr)
        return EXIT_NO_HOST


def _play(arguments: argparse.Namespace, line: list[str]) -> int:
    try:
        from tileengine_client import terminal
    except ImportError:
        print("tileengine play needs the Python client: pip install ./clients/python", file=sys.stderr)
        return EXIT_USAGE
    return terminal.main(line)


def _bench(arguments: argparse.Namespace, line: list[str]) -> int:
    from tileengine.bench import main as bench_main

    return bench_main(line)


def _arena(arguments: argparse.Namespace, line: list[str]) -> int:
    from tileengine.arena.command import main as arena_main
    from tileengine.transport.remote import make_player

    return arena_main(line, make_player)


def main(argv: list[str] | None = None) -> int:
    """Runs a command and returns its exit code: 0 done, 2 wrong usage, others as the command says."""
    line = sys.argv[1:] if argv is None else argv
    parser = argparse.ArgumentParser(prog="tileengine", description="Tile games: legal moves, play, scores, service.")
    parser.add_argument("--version", action="version", version=f"tileengine {__version__}")
    commands = parser.add_subparsers(dest="command", required=True)
    _serve_arguments(commands.add_parser("serve", help="serve the games over gRPC"))
    _plugin_arguments(commands.add_parser("plugin", help="serve a host program that starts this (go-plugin)"))
    made = commands.add_parser("keys", help="make an API key").add_subparsers(dest="action", required=True)
    role = made.add_parser("new", help="print a new key and the line for the server's file")
    role.add_argument("role", help="trusted, player or admin; several with commas")
    _health_arguments(commands.add_parser("health", help="ask a server for its health: 0 serving, 1 not, 3 no answer"))
    commands.add_parser("play", help="watch a game, or play one, in the terminal", add_help=False)
    commands.add_parser("bench", help="measure the engine, or a server", add_help=False)
    commands.add_parser("arena", help="let players play each other, and rate them", add_help=False)
    others = {"play": _play, "bench": _bench, "arena": _arena}
    if line and line[0] in others:
        return others[line[0]](argparse.Namespace(), line[1:])
    arguments = parser.parse_args(line)
    if arguments.command == "keys":
        return _keys(arguments)
    if arguments.command == "health":
        return _health(arguments)
    if arguments.command == "plugin":
        return _plugin(arguments)
    return _serve(arguments, line[1:])
