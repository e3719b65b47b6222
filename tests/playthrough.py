"""Golden playthroughs: the named deals of seeds/ played out and written down so that a person can read them.

`python -m tests.playthrough --write` writes tests/golden/; the tests compare. A diff there alone means that behaviour
moved. It names no game.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from tileengine import Position, games
from tileengine._core.perft import perft

ROOT = Path(__file__).parent.parent
GOLDEN = Path(__file__).parent / "golden"
PERFT_NODES = 200_000
LISTED = 12


def deal(slug: str, entry: dict[str, Any]) -> Position:
    """The position an entry of seeds/<slug>.json deals."""
    settings = dict(entry.get("options", {}))
    if "preset" in entry:
        settings = dict(games.game(slug).preset(entry["preset"]).settings) | settings
    order = bytes(entry["order"]) if "order" in entry else None
    return Position.deal(slug, seats=entry.get("seats"), options=settings, seed=entry["seed"], order=order)


def perfts(position: Position) -> list[int]:
    """Counts of depths 1, 2, 3 ... as long as they stay below PERFT_NODES, at most 5."""
    found = [perft(position, 1)]
    while len(found) < 5 and 0 < found[-1] * max(2, found[0]) < PERFT_NODES:
        found.append(perft(position, len(found) + 1))
    return found


def lines(slug: str, entry: dict[str, Any]) -> list[str]:
    """One playthrough: the deal, each move with what it gained, the scores, the end."""
    position = deal(slug, entry)
    changed = {o.name: position.options[o.name] for o in games.game(slug).options}
    changed = {name: value for name, value in changed.items() if value != _default(slug, name)}
    out = [
        f"== {entry['name']}",
        f"   {entry['why']}",
        f"   seats {position.seats}, seed {entry['seed']}, options {changed or 'as usual'}",
        f"   dealt {position.order.hex()}",
        f"   perft {' '.join(map(str, perfts(position)))}",
    ]
    plies = entry.get("plies", 60)
    while not position.over and position.ply < plies:
        mover, total = position.turn, position.score(position.turn)[0]
        action = position.sample(entry["seed"] * 1_000_003 + position.ply)
        legal = position.legal(limit=LISTED)
        shown = " ".join(position.format(a) for a in legal)
        more = position.count() - len(legal)
        after = position.play(action)
        gain = after.score(mover)[0] - total
        out.append(
            f"{position.ply:4d} seat {mover} {position.phase:8} plays {position.format(action):14}"
            f" {gain:+5d}  of {position.count()}: {shown}{f' and {more} more' if more else ''}"
        )
        position = after
    for seat in range(position.seats):
        total, parts = position.score(seat)
        named = ", ".join(f"{name} {value}" for name, value in parts.items() if value)
        out.append(f"   seat {seat}: {total} ({named or 'nothing'})")
    out.append(f"   {position.end} after {position.ply} moves, outcome {position.outcome()}, hash {position.hash:016x}")
    out.append(f"   canonical {position.canonical:016x}")
    return out


def _default(slug: str, name: str) -> object:
    return next(option.default for option in games.game(slug).options if option.name == name)


def text(slug: str) -> str:
    """All playthroughs of a game."""
    seeds = json.loads((ROOT / "seeds" / f"{slug}.json").read_text(encoding="utf-8"))
    title = games.game(slug).title
    head = f"# {title}: playthroughs of seeds/{slug}.json; written by `python -m tests.playthrough --write`"
    return "\n".join([head, *("\n" + "\n".join(lines(slug, entry)) for entry in seeds["deals"])]) + "\n"


def main() -> int:
    """Writes or compares; 0 when the files are (now) up to date."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write tests/golden/ instead of comparing with it")
    write = parser.parse_args().write
    GOLDEN.mkdir(exist_ok=True)
    stale = 0
    for game in games.games():
        path = GOLDEN / f"{game.slug}.txt"
        made = text(game.slug)
        if write:
            path.write_text(made, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != made:
            print(f"{path.name} differs: run python -m tests.playthrough --write and read the diff", file=sys.stderr)
            stale = 1
    return stale


if __name__ == "__main__":
    sys.exit(main())
