"""`tileengine arena`: arguments, the progress bar, and where results and report go. The tournament is elsewhere."""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path
from typing import Any, TextIO

from tileengine import TileengineError, games
from tileengine.arena import report
from tileengine.arena.ratings import Stop
from tileengine.arena.results import DEALS_MAX, Plan, Results, ResultsFile
from tileengine.arena.tournament import MakePlayer, Progress, play
from tileengine.arena.workers import Processes, RayCluster, Workers
from tileengine.matches.record_text import value_of

EXIT_OK = 0
EXIT_FAILED = 1
EXIT_USAGE = 2
EXIT_INTERRUPTED = 130
BAR = 30
QUIET_SECONDS = 30.0
"""Between two lines of progress where there is no terminal."""


class Bar:
    """Shows progress on a stream: one line that is written over on a terminal, else a line now and then."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._live = stream.isatty()
        self._began = time.monotonic()
        self._first: int | None = None
        self._next = 0.0

    def show(self, progress: Progress) -> None:
        """Shows how far it is, unless it has just done so."""
        now = time.monotonic()
        if self._first is None:
            self._first = progress.units - 1  # played before, in another run
        if now < self._next and progress.pairs_open:
            return
        self._next = now + (0.2 if self._live else QUIET_SECONDS)
        share = progress.units / max(1, progress.units_max)
        done = progress.units - self._first
        left = (progress.units_max - progress.units) * (now - self._began) / max(1, done)
        line = (
            f"[{'#' * round(BAR * share):<{BAR}}] {progress.units}/{progress.units_max} deals of pairs, "
            f"{progress.pairs_open} pairs open, {left / 60:.0f} min left at most"
        )
        self._stream.write(f"\r{line}\x1b[K" if self._live else line + "\n")
        self._stream.flush()

    def end(self) -> None:
        """Leaves the line."""
        if self._live and self._first is not None:
            self._stream.write("\n")


def _bounded(low: float, high: float, kind: type[int] | type[float]) -> Any:
    def parse(text: str) -> float:
        value = kind(text)
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"must be in {low:g}..{high:g}")
        return value

    parse.__name__ = kind.__name__
    return parse


def _arguments(line: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="tileengine arena",
        description="Plays every player against every other on the same deals, from both seats, and rates them.",
        epilog="Players: random, greedy, quick, level:N, playouts:N[:AIM], flat:N[:AIM], grpc:HOST:PORT[/LEVEL]. "
        "See docs/arena.md.",
    )
    parser.add_argument("game", choices=[game.slug for game in games.games()])
    parser.add_argument("players", nargs="+", metavar="PLAYER")
    parser.add_argument("--deals", type=_bounded(1, DEALS_MAX, int), default=100, help="a pair, at most [%(default)s]")
    parser.add_argument("--seed", type=_bounded(0, 2**31 - 1, int), default=0, help="of the deals [%(default)s]")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of the game; may repeat")
    parser.add_argument(
        "--stop-width", type=_bounded(0, 0.5, float), default=0.0, metavar="W",
        help="a pair stops when its share is known to +- W (0.05: five percent); 0: not [%(default)s]",
    )  # fmt: skip
    parser.add_argument(
        "--stop-elo", type=_bounded(0, 400, float), default=0.0, metavar="E",
        help="a pair stops when a sequential test knows who is stronger, counting E Elo points; 0: not [%(default)s]",
    )  # fmt: skip
    cores = os.cpu_count() or 1
    parser.add_argument("--workers", type=_bounded(1, 256, int), default=cores, help="processes [%(default)s]")
    parser.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster instead: local, auto or its address")
    parser.add_argument(
        "--results", type=Path, default=Path("arena.jsonl"), help="kept here, and gone on with [%(default)s]"
    )
    parser.add_argument("--report", type=Path, metavar="HTML", help="also write a report with plots")
    return parser.parse_args(line)


def _options(given: list[str], slug: str) -> dict[str, Any]:
    """Raises ValueError."""
    known = {option.name: option for option in games.game(slug).options}
    found: dict[str, Any] = {}
    for pair in given:
        name, _, value = pair.partition("=")
        if name not in known:
            raise ValueError(f"{name!r} is no option of {slug}; there are {', '.join(known)}")
        found[name] = value_of(known[name], value)
    return found


def main(line: list[str], make: MakePlayer) -> int:
    """Runs the command; make: makes players from their names. Returns its exit code: 0 done, 1 a player or worker
    failed, 2 wrong usage, 130 interrupted; what was played is kept in all cases.
    """
    arguments = _arguments(line)
    bar = Bar(sys.stderr)
    try:
        plan = Plan(
            arguments.game, tuple(arguments.players), _options(arguments.option, arguments.game), arguments.seed
        )
        for name in plan.players:
            make(name)
        workers: Workers = RayCluster(arguments.ray) if arguments.ray else Processes(arguments.workers)
        stop = Stop(width=arguments.stop_width, elo=arguments.stop_elo)
        file = ResultsFile(arguments.results, plan)
    except (TileengineError, ValueError, OSError) as failure:
        print(f"tileengine arena: {failure}", file=sys.stderr)
        return EXIT_USAGE
    with file:
        try:
            with workers:
                play(file, make, workers, deals=arguments.deals, stop=stop, report=bar.show)
            code = EXIT_OK
        except KeyboardInterrupt:
            code = EXIT_INTERRUPTED
        except TileengineError as failure:
            code = EXIT_FAILED
            print(f"\ntileengine arena: {failure}", file=sys.stderr)
        bar.end()
    _tell(file.results, arguments.report)
    return code


def _tell(results: Results, page: Path | None) -> None:
    standing = report.Standing.of(results)
    print(report.text(standing), end="")
    if page is not None:
        page.write_text(report.html(standing), encoding="utf-8")
