"""Runs one proof and search within their budget and reports. Here is the clock, which the core does not have.

A search never sees more than the seat to move may: it works on Position.observe. It knows no queue and no message.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import Any

import tileengine
from tileengine import Position
from tileengine._core.search.mcts import Search
from tileengine.analysis.proof import Proof
from tileengine.analysis.results import (
    SEARCH_VERSION,
    Analysis,
    Budget,
    Certificate,
    MoveReport,
    Prospect,
    Settings,
    Why,
)
from tileengine.analysis.stopping import SLICE_SECONDS, Stopper

MOVES_DEFAULT = 16
LINE_MAX = 8
PROOF_SHARE = 0.5
"""Of a budget of time, for the proof; what it leaves is the search's."""


def make_search(
    position: Position, seed: int, settings: Settings, allow: Sequence[int] = (), avoid: Sequence[int] = ()
) -> Search:
    """A search that has not begun. Raises GameOver, HiddenInformation, IllegalMove, TooLarge."""
    return Search(position, seed=seed, allow=tuple(allow), avoid=tuple(avoid), **asdict(settings))


def grow(
    search: Search,
    playouts: int,
    end: float | None,
    stopper: Stopper,
    report_every: int = 0,
    report: Callable[[], None] = lambda: None,
) -> None:
    """Runs a search until it has so many playouts, time.monotonic() is `end`, or it is stopped.

    Calls `report` every so many playouts (0: never).
    """
    stopper.attach(search)
    size = 16
    next_report = report_every or playouts + 1
    while search.playouts < playouts and not search.stopped:
        began = time.monotonic()
        if end is not None and began >= end:
            break
        search.run(min(size, playouts - search.playouts, next_report - search.playouts))
        took = time.monotonic() - began
        if took < SLICE_SECONDS / 2:
            size = min(2 * size, 1 << 16)
        elif took > SLICE_SECONDS:
            size = max(size // 2, 1)
        if search.playouts == next_report and search.playouts < playouts:
            report()
            next_report += report_every


def certificate_of(
    search: Search,
    proof: Proof,
    seed: int,
    settings: Settings,
    allow: Sequence[int] = (),
    avoid: Sequence[int] = (),
) -> Certificate:
    """The certificate of what a proof and a search have done up to now."""
    restriction = 0
    if allow or avoid:
        named = repr((sorted(set(allow)), sorted(set(avoid)))).encode()
        restriction = int.from_bytes(hashlib.blake2b(named, digest_size=8).digest(), "little")
    return Certificate(
        engine_version=tileengine.__version__,
        search_version=SEARCH_VERSION,
        seed=seed,
        playouts=search.playouts,
        position_hash=search.root.hash,
        settings=settings.text(),
        restriction=restriction,
        tree=search.digest(),
        proof_nodes=proof.nodes,
    )


def why_of(root: Position, action: int, seed: int) -> tuple[Why, ...]:
    """What a move changes in the scores at once, counted in a world filled in at random around what is seen."""
    before = root.resample(seed)
    after = before.play(action)
    found = []
    for seat in range(root.seats):
        total, parts = before.score(seat)
        total_after, parts_after = after.score(seat)
        if seat == root.turn:
            changes = {name: parts_after[name] - before_points for name, before_points in parts.items()}
            found += [Why(name, seat, points) for name, points in changes.items() if points]
        elif total_after != total:
            found.append(Why("total", seat, total_after - total))
    return tuple(found)


def prospects_of(root: Position, before: Sequence[dict[str, int | None]], action: int) -> tuple[Prospect, ...]:
    """What a move changes in what the position promises, where the seat to move knows it; before: of each seat."""
    found = []
    for seat, known in enumerate(before):
        for name, after in root.prospects(seat, after=action).items():
            value = known[name]
            if value is not None and after is not None and value != after:
                found.append(Prospect(name, seat, value, after))
    return tuple(found)


def explained(root: Position, moves: Sequence[MoveReport], seed: int) -> tuple[MoveReport, ...]:
    """The same reports of moves from root, with what each does at once and changes in what is promised."""
    before = [root.prospects(seat) for seat in range(root.seats)]
    return tuple(
        replace(move, why=why_of(root, move.action, seed), prospects=prospects_of(root, before, move.action))
        for move in moves
    )


def reports_of(search: Search, proof: Proof, limit: int) -> tuple[tuple[MoveReport, ...], int]:
    """(the best `limit` moves, how many there are), not explained. A move that is proved to be the best comes first."""
    ranked: list[dict[str, Any]] = search.moves()
    found = []
    best = proof.best() if proof.proved else {}
    if best:
        first = next(move for move in ranked if move["action"] == best["action"])
        ranked.remove(first)
        ranked.insert(0, first | best | {"visits": 0, "spread": (0.0,) * len(best["score"])})
    for index, move in enumerate(ranked[:limit]):
        action = move["action"]
        found.append(
            MoveReport(
                action=action,
                visits=move["visits"],
                rating=move["rating"],
                value=move["value"],
                win=move["win"],
                score=move["score"] or (),
                spread=move["spread"] or (),
                line=tuple(move.get("line") or search.line(action, LINE_MAX)),
                why=(),
                prospects=(),
                proved=bool(best) and index == 0,
            )
        )
    return tuple(found), len(ranked)


def analyse(
    position: Position,
    *,
    budget: Budget | None = None,
    seed: int = 0,
    settings: Settings | None = None,
    allow: Sequence[int] = (),
    avoid: Sequence[int] = (),
    moves_max: int = MOVES_DEFAULT,
    report_every: int = 0,
    on_report: Callable[[Analysis], None] | None = None,
    stopper: Stopper | None = None,
) -> Analysis:
    """What the seat to move should do, from what it may know. Runs on the calling thread, mostly without the GIL.

    Where nothing is hidden any more and chance has no say up to the end of the deal, the best move is proved first,
    within budget.proof_nodes: the one that leads to the largest final lead, whatever the settings weigh; a single
    seat's to the best score, or with a weight of winning above 0.5 to the best result and then score. No playouts are
    made then, and of the other moves it is known that they bring no more.

    position: whole, or observed for the seat to move. seed: 0..2**64-1. moves_max: ranked moves in an answer.
    report_every, on_report: hands over a report after every so many playouts. stopper: to end it early; the answer
    is then what was found so far. Raises GameOver, HiddenInformation, IllegalMove, BadBudget, TooLarge.
    """
    budget = budget or Budget()
    stopper = stopper or Stopper()
    settings = settings or default_settings(position.game)
    search = make_search(position, seed, settings, allow, avoid)
    proof = Proof(search, settings.win, budget.proof_limit)

    def answer(final: bool) -> Analysis:
        moves, total = reports_of(search, proof, moves_max)
        moves = explained(search.root, moves, seed)
        certificate = certificate_of(search, proof, seed, settings, allow, avoid)
        return Analysis(search.root.turn, moves, total, search.nodes, final, certificate, proof.proved)

    def report() -> None:
        if on_report is not None:
            on_report(answer(False))

    end = None if budget.time_ms is None else time.monotonic() + budget.time_ms / 1000
    proof.run(stopper, None if budget.time_ms is None else budget.time_ms / 1000 * PROOF_SHARE)
    if not proof.proved:
        grow(search, budget.limit, end, stopper, report_every if on_report else 0, report)
    return answer(True)


AIMS = {"balanced": None, "win": 0.95, "score": 0.0}
"""Weights of winning; balanced: the game's own."""

_SETTINGS = {
    "triple_peaks": Settings(exploration=2.0, trust=0.6),
    "triz": Settings(widen_base=3, widen_rate=0.5, horizon=4, tries=6),
}


def default_settings(game: str, aim: str = "balanced") -> Settings:
    """The settings that full strength uses; aim: a name of AIMS. A game without any of its own has the defaults."""
    settings = _SETTINGS.get(game, Settings())
    weight = AIMS[aim]
    return settings if weight is None else Settings(**(asdict(settings) | {"win": weight}))
