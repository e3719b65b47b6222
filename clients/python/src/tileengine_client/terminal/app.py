"""The command `tileengine play`: arguments in, a game at the terminal, an exit code out.

Exit codes: 0 played to the end, to --moves-max, or left by the person; 1 the server failed in the middle; 2 wrong
usage; 3 no server could be reached or started; 130 interrupted. A server that wants an API key gets the one in the
environment variable TILEENGINE_API_KEY, since a command's arguments can be seen by others.
"""

from __future__ import annotations

import argparse
import asyncio
import io
import os
import random
import signal
import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from types import FrameType
from urllib.parse import urlencode

import grpc
from rich.console import Console
from rich.table import Table

from tileengine_client.aio import AsyncClient
from tileengine_client.client import Client
from tileengine_client.errors import InvalidRequest, PermissionDenied, TileengineError, Unauthenticated, Unavailable
from tileengine_client.terminal.policies import POLICIES, AtLevel
from tileengine_client.terminal.server import CannotStart, LocalServer
from tileengine_client.terminal.session import Quit, Session
from tileengine_client.values import Game

EXIT_OK, EXIT_FAILED, EXIT_USAGE, EXIT_NO_SERVER, EXIT_INTERRUPTED = 0, 1, 2, 3, 130
FAVOURITE = "triominos"
"""The game that is played when none is named, if the server has it."""
OWN_READY_SECONDS, OTHER_READY_SECONDS = 10.0, 3.0
PIPE_WIDTH = 120
"""Characters of a line where there is no terminal to fit."""
DELAY = 0.4
KEY_VARIABLE = "TILEENGINE_API_KEY"


class BadUsage(Exception):
    """Arguments that do not go together, or name what is not there; the message is for the person."""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tileengine play", description="Watch a game, or play one, in the terminal.")
    parser.add_argument("game", nargs="?", help=f"the game's short name, see --list [{FAVOURITE}]")
    parser.add_argument("--list", action="store_true", help="list the games with their options and presets")
    parser.add_argument("--seats", type=int, help="number of seats [the game's usual]")
    parser.add_argument("--preset", default="", help="named settings of the options")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="may be repeated")
    parser.add_argument("--seed", type=int, help="decides the deal and the random choices [unpredictable]")
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--watch", action="store_true", help="all seats play by themselves (the default)")
    who.add_argument("--human", type=int, action="append", metavar="SEAT", help="sit down, from 0; may be repeated")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--policy", choices=sorted(POLICIES), default="greedy", help="of the others [%(default)s]")
    how.add_argument("--level", type=int, metavar="1..10", help="the others play by the engine's search, so strong")
    parser.add_argument("--web", action="store_true", help="play in the browser instead, any game")
    parser.add_argument("--port", type=int, default=0, help="of the page, on loopback [any free one]")
    parser.add_argument("--delay", type=float, help=f"seconds per move [{DELAY} in a terminal, else 0]")
    parser.add_argument("--moves-max", type=int, default=10_000, help="stop after so many moves [%(default)s]")
    parser.add_argument("--no-colour", "--no-color", action="store_true")
    parser.add_argument("--server", metavar="ADDRESS", help="HOST:PORT or unix:PATH of a server that runs [start one]")
    parser.add_argument("--tls-ca", metavar="FILE", help="PEM certificate to trust the server by; with --server")
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command with a list of arguments (default: the process's) and returns its exit code."""
    parser = _parser()
    try:
        arguments = parser.parse_args(argv)
        options = dict(_option(text) for text in arguments.option)
    except argparse.ArgumentTypeError as failure:
        return _fail(str(failure), EXIT_USAGE)
    except SystemExit as done:  # argparse has said why
        return int(done.code or 0)
    console = _console(arguments.no_colour)
    before = signal.signal(signal.SIGTERM, _terminated)
    try:
        credentials = _credentials(arguments)
        own: AbstractContextManager[object] = nullcontext() if arguments.server else (started := LocalServer())
        key = os.environ.get(KEY_VARIABLE, "") if arguments.server else ""
        with own, Client(arguments.server or started.address, credentials=credentials, api_key=key) as client:
            client.wait_ready(OTHER_READY_SECONDS if arguments.server else OWN_READY_SECONDS)
            if arguments.list:
                return _list_games(client, console)
            if arguments.web:
                return _web(client.address, credentials, key, arguments)
            return _play(client, console, arguments, options)
    except (CannotStart, Unavailable) as failure:
        return _fail(str(failure), EXIT_NO_SERVER)
    except (BadUsage, InvalidRequest) as failure:
        return _fail(str(failure), EXIT_USAGE)
    except (Unauthenticated, PermissionDenied) as failure:
        return _fail(f"{failure}; set {KEY_VARIABLE} to one that may ask about positions", EXIT_USAGE)
    except TileengineError as failure:
        return _fail(str(failure), EXIT_FAILED)
    except Quit:
        console.print("You left the game.")
        return EXIT_OK
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:  # whoever read the frames has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_OK
    finally:
        signal.signal(signal.SIGTERM, before)


def _credentials(arguments: argparse.Namespace) -> grpc.ChannelCredentials | None:
    """How to trust the server; None: no TLS. Raises BadUsage."""
    if arguments.tls_ca is None:
        return None
    if not arguments.server:
        raise BadUsage("--tls-ca goes with --server: a server of one's own listens on loopback without TLS")
    try:
        return grpc.ssl_channel_credentials(Path(arguments.tls_ca).read_bytes())
    except OSError as failure:
        raise BadUsage(f"--tls-ca can't be read: {failure}") from None


def _terminated(number: int, frame: FrameType | None) -> None:
    """SIGTERM unwinds like an exception, so that a server of ours ends with us."""
    raise SystemExit(128 + number)


def _fail(message: str, code: int) -> int:
    print(f"tileengine play: {message}", file=sys.stderr)
    return code


def _option(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not name or not equals:
        raise argparse.ArgumentTypeError(f"--option takes NAME=VALUE, not {text!r}")
    return name, value


def _console(plain: bool) -> Console:
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a locale without block characters must not end a game
    terminal = sys.stdout.isatty()
    return Console(no_color=plain or None, width=None if terminal else PIPE_WIDTH, highlight=False)


def _list_games(client: Client, console: Console) -> int:
    for game in client.games():
        seats = "1 seat" if game.seats_max == 1 else f"{game.seats_min} to {game.seats_max} seats"
        table = Table(title=f"{game.slug} ({seats})", title_justify="left", title_style="bold")
        for heading in ("option", "values", "default", "meaning"):
            table.add_column(heading)
        for option in game.options:
            allowed = {"int": f"{option.low}..{option.high}", "bool": "true, false"}
            table.add_row(
                option.name, allowed.get(option.kind, ", ".join(option.choices)), option.default, option.meaning
            )
        for preset in game.presets:
            table.add_row(f"--preset {preset.name}", "", "", preset.meaning)
        console.print(table)
    return EXIT_OK


def _play(client: Client, console: Console, arguments: argparse.Namespace, options: dict[str, str]) -> int:
    game = _chosen(client.games(), arguments.game)
    if game is None:
        return _fail(f"no game {arguments.game!r}; --list shows them", EXIT_USAGE)
    dealt = client.deal(game.slug, seats=arguments.seats, preset=arguments.preset, options=options, seed=arguments.seed)
    seats = dealt.position.info.seats
    humans = frozenset(arguments.human or ())
    if not all(0 <= seat < seats for seat in humans):
        return _fail(f"--human takes a seat in 0..{seats - 1}", EXIT_USAGE)
    delay = arguments.delay
    if delay is None:
        delay = DELAY if console.is_terminal else 0.0
    name, policy = arguments.policy, POLICIES[arguments.policy]
    if arguments.level is not None:
        name, policy = f"level {arguments.level}", AtLevel(arguments.level)
    Session(
        client=client,
        game=game,
        position=dealt.position,
        humans=humans,
        policy_name=name,
        policy=policy,
        rng=random.Random(arguments.seed),
        console=console,
        delay=max(0.0, delay),
        moves_max=arguments.moves_max,
    ).run()
    return EXIT_OK


def _web(address: str, credentials: grpc.ChannelCredentials | None, key: str, arguments: argparse.Namespace) -> int:
    """Serves the page until it is interrupted."""
    try:
        from tileengine_client.web import app
    except ModuleNotFoundError as missing:
        if missing.name != "aiohttp":
            raise
        return _fail("--web needs aiohttp: pip install 'tileengine-client[web]'", EXIT_USAGE)
    chosen = {"game": arguments.game, "level": arguments.level}
    query = urlencode({name: value for name, value in chosen.items() if value is not None})

    def ready(url: str) -> None:
        print(f"play at {url}{'?' + query if query else ''} (Ctrl-C ends it)", flush=True)

    async def run() -> None:
        async with AsyncClient(address, credentials=credentials, api_key=key) as client:
            await app.serve(client, arguments.port, ready)

    try:
        asyncio.run(run())
    except OSError as failure:
        return _fail(f"no page on port {arguments.port}: {failure.strerror}", EXIT_USAGE)
    return EXIT_OK


def _chosen(games: Sequence[Game], slug: str | None) -> Game | None:
    by_slug = {game.slug: game for game in games}
    if slug is None:
        return by_slug.get(FAVOURITE) or next(iter(games), None)
    return by_slug.get(slug)
