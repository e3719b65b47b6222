"""Plays a tournament: every pair on the same deals, round after round, until enough is known or the deals are spent.

Whether a pair goes on is asked between rounds only, so results depend on the plan and not on how many workers there
are or which was faster. It knows no network: whoever starts it says how a player is made from its name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial

from tileengine import Position
from tileengine.arena.duplicate import Player, play_out
from tileengine.arena.ratings import Stop
from tileengine.arena.results import ArenaError, Plan, Played, Results, ResultsFile, Unit, missing
from tileengine.arena.workers import Workers

ROUND_DEALS = 10
"""Deals of a round."""

MakePlayer = Callable[[str], Player]
"""A player from its name; pickled, so a function of a module."""


@cache
def _player(make: MakePlayer, name: str) -> Player:
    """One player a process: a remote one keeps its connection."""
    return make(name)


def play_unit(plan: Plan, make: MakePlayer, unit: Unit) -> Played:
    """Plays a deal from every seat. Raises ArenaError, which names the player that failed."""
    seed = (plan.seed << 32) | unit.deal
    start = Position.deal(plan.game, seats=plan.seats, options=dict(plan.options), seed=seed)
    scores, outcomes, plies = [], [], 0
    for turned in range(plan.seats):
        seating = [unit.players[(seat + turned) % plan.seats] for seat in range(plan.seats)]
        players = [_guarded(plan.players[number], make) for number in seating]
        end = play_out(start, players, seed)
        seat_of = {number: seat for seat, number in enumerate(seating)}
        outcome = end.outcome()
        assert outcome is not None
        scores.append(tuple(end.score(seat_of[number])[0] for number in unit.players))
        outcomes.append(tuple(outcome[seat_of[number]] for number in unit.players))
        plies += end.ply
    return Played(unit, tuple(scores), tuple(outcomes), plies)


def _guarded(name: str, make: MakePlayer) -> Player:
    """A player whose failures, whatever they are, say whose they are."""

    def play(position: Position, seed: int) -> int:
        try:
            action = _player(make, name)(position, seed)
            if action not in position.legal():
                raise ArenaError(f"{action:#x} is no legal move")
            return action
        except Exception as failure:
            raise ArenaError(f"{name}: {failure}") from None

    return play


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a tournament is. units_max: at most, if no pair stops early. pairs_open: that still play."""

    units: int
    units_max: int
    pairs_open: int


def open_pairs(results: Results, stop: Stop, deals: int, done: int) -> list[tuple[int, int]]:
    """The pairs that need a round after `done` deals: those that no earlier round, nor this one, has decided."""
    if done >= deals:
        return []
    found = []
    for pair in results.plan.pairs:
        meetings = results.meetings(pair, done)
        looks = range(ROUND_DEALS, done + 1, ROUND_DEALS)
        if len(meetings) == done and not any(stop.reached(meetings[:look]) for look in looks):
            found.append(pair)
    return found


def play(
    file: ResultsFile,
    make: MakePlayer,
    workers: Workers,
    *,
    deals: int,
    stop: Stop | None = None,
    report: Callable[[Progress], None] = lambda progress: None,
) -> None:
    """Plays what is missing up to `deals` deals a pair. Raises ArenaError; what was played until then is kept."""
    results, plan = file.results, file.results.plan
    stop = stop or Stop()
    work = partial(play_unit, plan, make)
    units_max = deals * (len(plan.pairs) if plan.seats == 2 else len(plan.players))
    done = 0
    while going := open_pairs(results, stop, deals, done):
        upto = min(done + ROUND_DEALS, deals)
        todo = list(missing(results, going, range(done, upto)))
        for played in workers.run(work, todo) if todo else ():
            file.add(played)
            report(Progress(len(results.units), units_max, len(going)))
        done = upto
    report(Progress(len(results.units), len(results.units), 0))
