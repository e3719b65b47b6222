"""The engine beside OpenSpiel in one run: paired rounds on one core, the ratio of each pair, the median quoted.

OpenSpiel is driven as its users drive it, a Python loop over its C++ (or Python) games; every apply_action counts as a
move, chance included. Our figure is the core's loop with the full legal list at each move, and for Python against
Python the same loop over Position.
"""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable
from typing import Any

from tileengine import Position
from tileengine._core import bench
from tileengine.bench import engine
from tileengine.bench.tables import rate, render

Work = Callable[[int], int]
PAIRS = {
    "triple_peaks": ("solitaire", "connect_four"),
    "triominos": ("python_block_dominoes",),
    "tantrix": ("hive",),
    "triz": ("hive",),
}
"""Which games of OpenSpiel stand nearest to ours; connect_four is for the Python loop."""


def openspiel(name: str, rng: random.Random, count: int) -> tuple[int, int]:
    """Plays `count` random games of OpenSpiel: (moves, games)."""
    import pyspiel

    if name.startswith("python_"):
        import open_spiel.python.games  # noqa: F401 - registers the Python games

    game = pyspiel.load_game(name)
    moves = 0
    for _ in range(count):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes())
                action = rng.choices(outcomes, weights)[0]
            else:
                action = rng.choice(state.legal_actions())
            state.apply_action(action)
            moves += 1
    return moves, count


def units(slug: str, name: str, seed: int) -> dict[str, tuple[Work, Work]]:
    """What is compared, by name: our work and theirs."""
    template = Position.deal(slug, seed=1)
    rng = random.Random(seed)

    def our_moves(count: int) -> int:
        return bench.playouts(template, seed, count)[0]

    def our_games(count: int) -> int:
        bench.playouts(template, seed, count)
        return count

    def our_python_moves(count: int) -> int:
        return engine.python_moves(slug, count)

    def their_moves(count: int) -> int:
        return openspiel(name, rng, count)[0]

    def their_games(count: int) -> int:
        return openspiel(name, rng, count)[1]

    return {
        "moves": (our_moves, their_moves),
        "playouts": (our_games, their_games),
        "python moves": (our_python_moves, their_moves),
    }


def compare(slug: str, name: str, seconds: float, rounds: int, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """One pair of games: our rate, theirs and the ratio of each unit, medians over paired rounds."""
    ours: dict[str, list[float]] = {}
    theirs: dict[str, list[float]] = {}
    for turn in range(rounds):
        for unit, (our, their) in units(slug, name, turn).items():
            ours.setdefault(unit, []).append(engine.per_second(our, seconds / 2))
            theirs.setdefault(unit, []).append(engine.per_second(their, seconds / 2))
        say(f"{slug} beside {name}: round {turn + 1} of {rounds}")
    return [
        {
            "game": slug,
            "rival": f"open_spiel {name}",
            "unit": unit,
            "ours": statistics.median(ours[unit]),
            "theirs": statistics.median(theirs[unit]),
            "ratio": statistics.median(a / b for a, b in zip(ours[unit], theirs[unit])),
        }
        for unit in ours
    ]


def measure(slugs: list[str], seconds: float, rounds: int, say: Callable[[str], None]) -> list[dict[str, Any]]:
    """One entry per pair and unit. Raises ImportError without OpenSpiel."""
    import pyspiel  # noqa: F401 - told before the long work begins that it is missing

    return [
        entry for slug in slugs for name in PAIRS.get(slug, ()) for entry in compare(slug, name, seconds, rounds, say)
    ]


def table(found: list[dict[str, Any]]) -> str:
    """The comparison as a table."""
    rows = [
        [f"{f['game']} / {f['rival']}", f["unit"], rate(f["ours"]), rate(f["theirs"]), f"{f['ratio']:.3g}"]
        for f in found
    ]
    return render("Beside OpenSpiel, per CPU second", ["pair", "unit", "ours", "theirs", "ratio"], rows)
