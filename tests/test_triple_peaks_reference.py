"""Triple Peaks in the core against the slow reference, move by move, and the numbers of the rules page."""

from __future__ import annotations

import itertools
import math
import os
import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.reference import triple_peaks as reference
from tileengine import Position

GAMES = 2500 if os.environ.get("TILEENGINE_LONG") else 30
DEALS = 40_000 if os.environ.get("TILEENGINE_LONG") else 4_000
SETTINGS = [
    {"score_floor": floor, "multiplier": multiplier, "progressive": progressive}
    for floor, multiplier, progressive in itertools.product(
        ("zero", "none"), ("off", "doubling", "as_printed"), (False, True)
    )
]


def names(order: bytes) -> list[str]:
    return [reference.DECK[card] for card in order]


class Pair:
    """One game in both; every step compares all that both can answer."""

    def __init__(self, seed: int, options: dict[str, Any]) -> None:
        self.core = Position.deal("triple_peaks", seed=seed, options=options)
        self.slow = reference.Game(names(self.core.order), redeal=lambda: names(self.core.order), **options)
        self.compare()

    def compare(self) -> None:
        core, slow = self.core, self.slow
        assert [core.format(a) for a in core.legal()] == slow.legal()
        assert core.score(0) == (slow.total, slow.points)
        assert core.end == slow.end and core.turn == 0 and core.phase == "play"
        assert core.outcome() == {"running": None, "cleared": (2,), "stuck": (0,)}[slow.end]
        view = core.view()
        counters = {c["name"]: c["value"] for c in view["counters"]}
        assert (counters["round"], counters["run"], counters["stock"]) == (slow.round, len(slow.run), len(slow.stock))
        shown = {p["place"]: p["name"] for p in view["pieces"] if view["zones"][p["zone"]]["name"] == "tableau"}
        assert shown == {slot: slow.face_up().get(slot, "") for slot in slow.table}
        assert [z["size"] for z in view["zones"]] == [len(slow.table), len(slow.waste), len(slow.stock)]
        assert view["pieces"][-1]["name"] == slow.waste[-1]
        opened = {m["place"] for m in view["marks"] if m["name"] == "open"}
        assert opened == (set(slow.plays()) if slow.end == "running" else set())

    def play(self, move: str) -> None:
        self.core = self.core.play(self.core.parse_move(move))
        self.slow.play(move)
        self.compare()

    def try_all(self) -> None:
        """Every card the player sees on every slot, and the stock: legal in both or in neither."""
        legal = set(self.slow.legal())
        for slot in range(28):
            for card in {self.slow.table.get(slot, "AC"), self.slow.waste[-1]}:
                move = f"-{card}@{slot}"
                assert self.core.is_legal(self.core.parse_move(move)) == (move in legal)
        assert self.core.is_legal(self.core.parse_move("draw")) == ("draw" in legal)


def bold(moves: list[str], rng: random.Random) -> str:
    """Mostly plays a card when one can be played, so that games are cleared and rounds go on."""
    plays = [move for move in moves if move != "draw"]
    return rng.choice(plays) if plays and rng.random() < 0.97 else rng.choice(moves)


@pytest.mark.rule("P2.1", "P2.2", "P3.1", "P3.2", "P3.3", "P3.4", "P3.5", "P4.1", "P4.2", "P5.2")
@pytest.mark.parametrize("options", SETTINGS, ids=lambda o: "-".join(map(str, o.values())))
@pytest.mark.parametrize("choose", [bold, lambda moves, rng: rng.choice(moves)], ids=["bold", "random"])
def test_core_and_reference_agree(options: dict[str, Any], choose: Callable[[list[str], random.Random], str]) -> None:
    rng = random.Random(str(options))
    ends = set()
    rounds = 0
    for seed in range(GAMES):
        pair = Pair(seed, options)
        while pair.slow.end == "running":
            if rng.random() < 0.05:
                pair.try_all()
            pair.play(choose(pair.slow.legal(), rng))
        pair.try_all()
        ends.add(pair.slow.end)
        rounds = max(rounds, pair.slow.round)
    if choose is bold:
        assert ends == ({"stuck"} if options["progressive"] else {"stuck", "cleared"})
        assert rounds > 1 or not options["progressive"]


@pytest.mark.rule("P6.1")
def test_reachable_tableaus() -> None:
    assert reference.reachable_tableaus() == 22_932


def play_by(seed: int, pick: Callable[[list[int]], int]) -> Position:
    """A game in which a card is played whenever one can be, the one that `pick` says."""
    p = Position.deal("triple_peaks", seed=seed)
    while not p.over:
        p = p.play(pick(p.legal(kind=2)) if p.count(kind=2) else p.legal()[0])
    return p


@pytest.mark.rule("P6.2")
@pytest.mark.parametrize(("name", "cleared", "points"), [("random", 0.388, 25), ("highest", 0.506, 32)])
def test_published_rates(name: str, cleared: float, points: float) -> None:
    rng = random.Random(1)
    pick: Callable[[list[int]], int] = rng.choice if name == "random" else max
    games = [play_by(seed, pick) for seed in range(DEALS)]
    rate = sum(p.end == "cleared" for p in games) / DEALS
    assert abs(rate - cleared) < 4 * math.sqrt(cleared * (1 - cleared) / DEALS)
    scores = [p.score(0)[0] for p in games]
    mean = sum(scores) / DEALS
    error = math.sqrt(sum((score - mean) ** 2 for score in scores)) / DEALS
    assert abs(mean - points) < 4 * error + 0.6  # the page rounds to whole points
