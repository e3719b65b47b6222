"""Measures players and the search: python -m tileengine.arena.strength duel|solo|ladder|speed.

Everything but `speed` is decided by its arguments alone. docs/strength.md has what it printed.
"""

from __future__ import annotations

import argparse
import threading
import time

from tileengine import Position, games
from tileengine.analysis import LEVEL_MAX
from tileengine.analysis.engine import default_settings, make_search
from tileengine.arena.duplicate import compare_solo, play_duplicate, play_solo
from tileengine.arena.players import player


def _duel(arguments: argparse.Namespace) -> None:
    deals = range(arguments.first_deal, arguments.first_deal + arguments.deals)
    one, other = player(arguments.one), player(arguments.other)
    began = time.process_time()
    if games.game(arguments.game).seats_max == 1:
        duel = compare_solo(arguments.game, one, other, deals)
    else:
        duel = play_duplicate(arguments.game, one, other, deals, seats=arguments.seats)
    spent = time.process_time() - began
    print(f"{arguments.game}: {arguments.one} against {arguments.other}: {duel}; {spent:.0f} s of CPU", flush=True)


def _solo(arguments: argparse.Namespace) -> None:
    deals = range(arguments.first_deal, arguments.first_deal + arguments.deals)
    began = time.process_time()
    solo = play_solo(arguments.game, player(arguments.one), deals)
    print(f"{arguments.game}: {arguments.one}: {solo}; {time.process_time() - began:.0f} s of CPU", flush=True)


def _ladder(arguments: argparse.Namespace) -> None:
    """Each level against the one two below it; in a game for one seat on the same deals."""
    for level in range(max(arguments.low, 3), arguments.high + 1):
        _duel(argparse.Namespace(**vars(arguments), one=f"level:{level}", other=f"level:{level - 2}"))


def _speed(arguments: argparse.Namespace) -> None:
    """Simulations a second from the first move of a game, of one thread, then of two at once (wall clock)."""
    for game in [arguments.game] if arguments.game else [g.slug for g in games.games()]:
        position = Position.deal(game, seed=1)
        rates = []
        for threads in (1, 2):
            searches = [make_search(position, seed, default_settings(game)) for seed in range(threads)]
            workers = [threading.Thread(target=search.run, args=(1 << 30,)) for search in searches]
            began, cpu = time.monotonic(), time.process_time()
            for worker in workers:
                worker.start()
            time.sleep(arguments.seconds)
            for search in searches:
                search.stop()
            for worker in workers:
                worker.join()
            done = sum(search.playouts for search in searches)
            rates += [done / (time.monotonic() - began), done / (time.process_time() - cpu)]
        print(
            f"{game}: {rates[0]:,.0f} simulations/s on one thread ({rates[1]:,.0f} a CPU second), "
            f"{rates[2]:,.0f} on two ({rates[2] / rates[0]:.2f} times; {rates[3]:,.0f} a CPU second)",
            flush=True,
        )


def main() -> None:
    """Runs one measurement."""
    parser = argparse.ArgumentParser(prog="python -m tileengine.arena.strength", description=__doc__)
    commands = parser.add_subparsers(required=True)
    slugs = [g.slug for g in games.games()]
    for name, run in (("duel", _duel), ("solo", _solo), ("ladder", _ladder), ("speed", _speed)):
        command = commands.add_parser(name)
        command.set_defaults(run=run)
        if name == "speed":
            command.add_argument("--game", choices=slugs)
            command.add_argument("--seconds", type=float, default=3.0, help="a measurement [%(default)s]")
            continue
        command.add_argument("game", choices=slugs)
        if name in ("duel", "solo"):
            command.add_argument("one", help="a player, see tileengine/arena/players.py")
        if name == "duel":
            command.add_argument("other")
        if name == "ladder":
            command.add_argument("--low", type=int, default=3)
            command.add_argument("--high", type=int, default=LEVEL_MAX)
        command.add_argument("--deals", type=int, default=20, help="[%(default)s]")
        command.add_argument("--first-deal", type=int, default=0, help="seed of the first deal [%(default)s]")
        command.add_argument("--seats", type=int, default=2, help="[%(default)s]")
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
