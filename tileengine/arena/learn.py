"""Teaches a game's judge by play against itself: python -m tileengine.arena.learn triple_peaks --aim score --write.

Decided by its arguments alone: the same ones give the same weights on every machine. docs/search.md says how it learns.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from textwrap import wrap

from tileengine._core.parts.triple_peaks_learn import Learner

PARTS = Path(__file__).parents[2] / "_core" / "parts"
REPORTS = 20
WIDTH = 120


def source(aim: str, command: str, weights: list[int]) -> str:
    """A module with the weights, whole."""
    lines = "\n".join("    " + line for line in wrap(", ".join(map(str, weights)), WIDTH - 4))
    name = f"{aim.upper()}_WEIGHTS"
    return f'''"""Weights of a net of triple_peaks_judge.pyx, in units of 1 / SCALE. Generated, never edited, by

{command}
"""
from libc.stdint cimport int16_t

cdef extern from *:
    """
    static const short {name}[] = {{
{lines}
    }};
    """
    const int16_t {name}[]
    const int {aim.upper()}_COUNT "(int)(sizeof({name}) / sizeof(short))"


cdef const int16_t* {aim}_weights() noexcept nogil:
    return {name}


cdef int {aim}_count() noexcept nogil:
    return {aim.upper()}_COUNT
'''


def main(line: list[str] | None = None) -> int:
    """Learns, shows how well it plays one move ahead, and writes the weights. Returns its exit code."""
    parser = argparse.ArgumentParser(prog="python -m tileengine.arena.learn", description=__doc__)
    parser.add_argument("game", choices=["triple_peaks"])
    parser.add_argument("--aim", choices=["score", "win"], required=True, help="which of the two nets")
    parser.add_argument("--games", type=int, default=600_000, help="[%(default)s]")
    parser.add_argument("--seed", type=int, default=1, help="[%(default)s]")
    parser.add_argument(
        "--deals",
        type=int,
        default=1_000,
        help="played for each report, and ten times as many at the end [%(default)s]",
    )
    parser.add_argument("--write", action="store_true", help="the weights into _core/parts/, to be built in")
    arguments = parser.parse_args(line)
    target = PARTS / f"{arguments.game}_{arguments.aim}_net.pyx"
    if arguments.write and not PARTS.is_dir():
        parser.error(f"--write needs the sources: there is no {PARTS}")
    learner = Learner(wins=arguments.aim == "win", games=arguments.games, seed=arguments.seed)
    began = time.process_time()

    def report(deals: int) -> None:
        points, error, cleared = learner.measure(deals, seed=arguments.seed)
        print(
            f"{learner.done:>9,} games: {points:.1f} +- {1.96 * error:.1f} points, {100 * cleared:.1f} % cleared "
            f"({deals:,} deals, one move ahead); {time.process_time() - began:.0f} s of CPU",
            flush=True,
        )

    while learner.done < learner.games:
        learner.learn(-(-arguments.games // REPORTS))
        report(arguments.deals * (1 if learner.done < learner.games else 10))
    if arguments.write:
        command = (
            f"python -m tileengine.arena.learn {arguments.game} --aim {arguments.aim} --games {arguments.games} "
            f"--seed {arguments.seed} --write"
        )
        target.write_text(source(arguments.aim, command, learner.weights()), encoding="utf-8")
        print(f"wrote {target}: build again to use it")
    return 0


if __name__ == "__main__":
    sys.exit(main())
