"""`tileengine bench`: how fast the engine is, alone, beside OpenSpiel, or behind a server.

Rates are per second of CPU time of this process (engine, rivals) or of wall time (server). Nothing here is asserted:
machines differ and are shared, so compare ratios of one run, or instruction counts.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from typing import Any

from tileengine import __version__, games


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main(line: list[str]) -> int:
    """Runs the benchmarks a command line asks for; 0 done, 2 wrong usage, 3 the server or a tool is missing."""
    parser = argparse.ArgumentParser(prog="tileengine bench", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help="which games; all when none is named")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time of each figure [%(default)s]")
    parser.add_argument("--rounds", type=int, default=5, help="paired rounds against rivals [%(default)s]")
    parser.add_argument("--rivals", action="store_true", help="beside OpenSpiel in this run (pip install .[bench])")
    parser.add_argument("--instructions", action="store_true", help="instructions a move, counted by callgrind")
    parser.add_argument("--server", metavar="ADDRESS", help="call rates and latencies of a running server instead")
    parser.add_argument("--json", metavar="FILE", help="also write the figures as JSON ('-': to stdout, no tables)")
    arguments = parser.parse_args(line)
    known = [game.slug for game in games.games()]
    wanted = arguments.games or known
    if unknown := [slug for slug in wanted if slug not in known]:
        parser.error(f"unknown game {unknown[0]!r}; known: {', '.join(known)}")
    if not 0 < arguments.seconds <= 600 or not 1 <= arguments.rounds <= 100:
        parser.error("--seconds must be over 0 and up to 600, --rounds in 1..100")
    report: dict[str, Any] = {
        "engine_version": __version__,
        "python": platform.python_version(),
        "machine": platform.machine(),
    }
    tables = []
    if arguments.server:
        from tileengine.bench import server

        try:
            report["server"] = server.measure(arguments.server, wanted, arguments.seconds, _say)
        except server.Unreachable as failure:
            _say(f"tileengine bench: {failure}")
            return 3
        tables.append(server.table(report["server"]))
    else:
        from tileengine.bench import engine

        report["engine"] = {slug: engine.measure(slug, arguments.seconds, _say) for slug in wanted}
        tables.append(engine.table(report["engine"]))
        if arguments.rivals:
            from tileengine.bench import rivals

            try:
                report["rivals"] = rivals.measure(wanted, arguments.seconds, arguments.rounds, _say)
            except ImportError:
                _say("tileengine bench: --rivals needs OpenSpiel: pip install 'tileengine[bench]'")
                return 3
            tables.append(rivals.table(report["rivals"]))
        if arguments.instructions:
            from tileengine.bench import instructions

            try:
                report["instructions"] = {slug: instructions.measure(slug, _say) for slug in wanted}
            except FileNotFoundError:
                _say("tileengine bench: --instructions needs valgrind: install Debian's package valgrind")
                return 3
            tables.append(instructions.table(report["instructions"]))
    if arguments.json == "-":
        json.dump(report, sys.stdout, indent=2)
        print()
        return 0
    if arguments.json:
        with open(arguments.json, "w", encoding="utf-8") as file:
            json.dump(report, file, indent=2)
    print("\n\n".join(tables))
    return 0
