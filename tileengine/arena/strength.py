"""Measures players and the search: python -m tileengine.arena.strength duel|solo|ladder|speed.

Everything but `speed` is decided by its arguments alone. docs/strength.md has what it printed.
"""

from __future__ import annotations

import argparse
import statistics
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
    solo = play_solo(arguments.game, player(arguments.one), deals, luck=True)
    print(f"{arguments.game}: {arguments.one}: {solo}; {time.process_time() - began:.0f} s of CPU", flush=True)


def _ladder(arguments: argparse.Namespace) -> None:
    """Each level against the one two below it; in a game for one seat on the same deals."""
    for level in range(max(arguments.low, 3), arguments.high + 1):
        _duel(argparse.Namespace(**vars(arguments), one=f"level:{level}", other=f"level:{level - 2}"))


def _rate(game: str, threads: int, seconds: float) -> tuple[float, float]:
    """Simulations from the first position of a game: (a second of wall clock, a second of CPU) on so many threads."""
    position = Position.deal(game, seed=1)
    searches = [make_search(position, seed, default_settings(game)) for seed in range(threads)]
    workers = [threading.Thread(target=search.run, args=(1 << 30,)) for search in searches]
    began, cpu = time.monotonic(), time.process_time()
    for worker in workers:
        worker.start()
    time.sleep(seconds)
    for search in searches:
        search.stop()
    for worker in workers:
        worker.join()
    done = sum(search.playouts for search in searches)
    return done / (time.monotonic() - began), done / (time.process_time() - cpu)


def _stop_times(game: str, count: int = 20) -> list[float]:
    """Milliseconds from `stop` to the end of `run`, ascending."""
    found = []
    for seed in range(count):
        search = make_search(Position.deal(game, seed=2), seed, default_settings(game))
        ended: list[float] = []
        worker = threading.Thread(target=lambda s=search, e=ended: (s.run(1 << 30), e.append(time.monotonic())))
        worker.start()
        time.sleep(0.05)
        began = time.monotonic()
        search.stop()
        worker.join()
        found.append(1000 * (ended[0] - began))
    return sorted(found)


def _rivals() -> None:
    """OpenSpiel's own MCTS in C++ with random playouts on the games nearest to these."""
    import pyspiel

    for name, simulations in (("hive", 150), ("backgammon", 800)):
        game = pyspiel.load_game(name)
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1)
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, simulations, 1000, False, 1, False)
        cpu = time.process_time()
        bot.mcts_search(state)
        print(
            f"OpenSpiel {name}: {simulations / (time.process_time() - cpu):,.0f} simulations a CPU second", flush=True
        )


def _speed(arguments: argparse.Namespace) -> None:
    """Simulations from the first move of a game on one thread and on two, and how soon a search stops."""
    if arguments.rivals:
        try:
            _rivals()
        except ImportError:
            raise SystemExit("--rivals needs OpenSpiel: pip install 'tileengine[bench]'") from None
    for game in [arguments.game] if arguments.game else [g.slug for g in games.games()]:
        rates = [
            (_rate(game, 1, arguments.seconds), _rate(game, 2, arguments.seconds)) for _ in range(arguments.rounds)
        ]
        ratio = statistics.median(two[0] / one[0] for one, two in rates)
        stops = _stop_times(game)
        print(
            f"{game}: {statistics.median(one[1] for one, _ in rates):,.0f} simulations a CPU second on one thread, "
            f"{statistics.median(two[1] for _, two in rates):,.0f} on two; two threads bring {ratio:.2f} times the "
            f"simulations of one; stops within {stops[len(stops) // 2]:.2f} ms (median), {stops[-1]:.2f} ms (most)",
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
            command.add_argument("--seconds", type=float, default=2.0, help="a measurement [%(default)s]")
            command.add_argument("--rounds", type=int, default=3, help="of one thread and two in turn [%(default)s]")
            command.add_argument("--rivals", action="store_true", help="also OpenSpiel's MCTS, where it is installed")
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
