"""Figures of the solvers: `python -m tileengine.bench.solver`. A line a question, over deals with the seeds 0, 1, 2 ...

Times are CPU seconds of this thread around one call from Python, so that other work on the machine counts as little
as it can; nodes and shares do not depend on the machine at all.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from tileengine import Position, solver
from tileengine._core.solve import peaks
from tileengine.bench.tables import render

MODES: dict[str, dict[str, Any]] = {
    "score_floor zero": {},
    "score_floor none": {"score_floor": "none"},
    "multiplier doubling": {"multiplier": "doubling"},
    "multiplier as_printed": {"multiplier": "as_printed"},
}


def timed(deals: int, options: dict[str, Any], ask: Callable[[Position], Any]) -> tuple[list[float], list[Any]]:
    """(CPU seconds, answers) of a question about so many deals; each is asked twice and the shorter time counts."""
    seconds, answers = [], []
    for seed in range(deals):
        position = Position.deal(solver.GAME, seed=seed, options=options)
        spent = []
        for _ in range(2):
            start = time.thread_time()
            answer = ask(position)
            spent.append(time.thread_time() - start)
        seconds.append(min(spent))
        answers.append(answer)
    return seconds, answers


def _row(name: str, seconds: list[float], nodes: list[int], found: str) -> list[str]:
    ordered = sorted(seconds)
    times = (statistics.median(ordered), ordered[int(len(ordered) * 0.95)], ordered[-1])
    middle = f"{statistics.median(nodes):.0f}" if nodes else ""
    return [name, str(len(seconds)), *(f"{1e6 * t:,.0f}" for t in times), middle, str(max(nodes, default="")), found]


def main(line: list[str] | None = None) -> int:
    """Measures and prints one table."""
    parser = argparse.ArgumentParser(prog="python -m tileengine.bench.solver", description="Figures of the solvers.")
    parser.add_argument("--deals", type=int, default=10_000, help="deals to decide [%(default)s]")
    parser.add_argument("--scores", type=int, default=500, help="deals for the other questions [%(default)s]")
    arguments = parser.parse_args(line)
    if not 1 <= arguments.deals <= 1_000_000 or not 1 <= arguments.scores <= 100_000:
        parser.error("--deals must be in 1..1000000, --scores in 1..100000")
    searches, budget = peaks.Solver(), solver.NODES_DEFAULT
    rows = []
    seconds, cleared = timed(arguments.deals, {}, lambda p: searches.clear(p, budget))
    share = 100 * sum(answer for answer, _, _ in cleared) / len(cleared)
    rows.append(_row("clear", seconds, [n for _, _, n in cleared], f"{share:.2f} % can be cleared"))
    seconds, shortest = timed(arguments.scores, {}, lambda p: searches.clear(p, budget, shortest=True))
    mean = statistics.mean(len(line) for answer, line, _ in shortest if answer)
    rows.append(_row("shortest clear", seconds, [n for _, _, n in shortest], f"mean {mean:.1f} moves"))
    for name, options in MODES.items():
        seconds, best = timed(arguments.scores, options, lambda p: searches.best(p, budget))
        gains = [gain for gain, _, _, _ in best]
        found = f"mean {statistics.mean(gains):.1f}, {min(gains)} to {max(gains)}"
        if not all(proved for _, _, proved, _ in best):
            found += ", NOT ALL PROVED"
        rows.append(_row(f"most points, {name}", seconds, [n for _, _, _, n in best], found))
    seconds, clears = timed(arguments.scores, {}, solver.grade)
    counts = [sum(band is d for (_, band), (ok, _, _) in zip(clears, shortest) if ok) for d in solver.Difficulty]
    shares = ", ".join(f"{d.name.lower()} {100 * c / sum(counts):.0f} %" for d, c in zip(solver.Difficulty, counts))
    rows.append(_row("grade", seconds, [], shares))
    head = ["question", "deals", "median us", "95 %", "max", "median nodes", "max", "answers"]
    print(render("Triple Peaks with known cards, one core", head, rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
