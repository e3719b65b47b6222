"""Triominos: the core against the slow reference, move by move, and the known statistics of random rounds."""

from __future__ import annotations

import os
import random
from collections import Counter
from itertools import combinations, pairwise
from typing import Any

import pytest

from tests.reference import triominos as reference
from tests.variants import Variant, name, variants
from tileengine import Position
from tileengine._core import action as actions

LONG = os.environ.get("TILEENGINE_LONG") == "1"
TILES = reference.all_tiles()


def as_action(move: reference.Move) -> int:
    """The core's number of a reference move."""
    if move[0] != "place":
        return int(actions.make(getattr(actions.Kind, move[0].upper())))
    _, tile, (kind, x, y), rotation = move
    place = (x + 64) << 8 | (y + 64) << 1 | (kind == "D")
    return int(actions.make(actions.Kind.PLACE, place, TILES.index(tile), rotation))


def deal(game: reference.Game, position: Position) -> None:
    """Gives the reference the round that the core has dealt."""
    order = list(position.order)
    lots: list[Any] = order[: len(order) - len(TILES)]
    if game.options["start"] == "draw_lots":
        lots = [TILES[lot] for lot in lots]
    game.start_round(lots, [TILES[piece] for piece in order[len(lots) :]])


def compare(game: reference.Game, position: Position) -> None:
    assert position.legal() == sorted(as_action(move) for move in game.legal())
    assert position.turn == game.turn
    assert position.phase == game.phase
    assert position.end == game.end
    for seat in range(game.seats):
        assert position.score(seat) == (game.total(seat), game.parts[seat])


def follow(variant: Variant, seed: int, plies: int) -> None:
    """Plays one random game on both sides, always comparing."""
    slug, seats, options = variant
    rng = random.Random(seed)
    position = Position.deal(slug, seats=seats, options=options, seed=seed)
    game = reference.Game(seats, options)
    deal(game, position)
    compare(game, position)
    for _ in range(plies):
        if position.over:
            break
        move = rng.choice(sorted(game.legal()))
        position = position.play(as_action(move))
        game.play(move)
        if game.waiting:
            deal(game, position)
        compare(game, position)
    if position.over:
        assert position.outcome() == game.outcome()


@pytest.mark.rule("T1.1", "T2.1", "T2.2", "T3.2", "T3.3", "T5.4", "T6.1", "T7.1", "T8.2")
@pytest.mark.parametrize("variant", variants("triominos"), ids=name)
def test_the_reference_agrees_move_by_move(variant: Variant) -> None:
    for seed in range(8 if LONG else 1):
        follow(variant, seed, 2000 if LONG else 60)


@pytest.mark.rule("T2.7", "T5.2", "T5.3", "T6.3", "T6.4", "T6.5")
@pytest.mark.parametrize("mix", range(60 if LONG else 16))
def test_the_reference_agrees_on_mixed_options(mix: int) -> None:
    """Options that the variants move one at a time, moved together."""
    rng = random.Random(mix)
    options: dict[str, Any] = {
        "start": rng.choice(["highest_triple", "draw_lots", "random"]),
        "bridge_rule": rng.choice(["strict", "three_corners"]),
        "voluntary_draw": rng.random() < 0.5,
        "fail_penalty": rng.choice([0, 10]),
        "empty_pass_penalty": rng.choice([0, 10]),
        "max_draws": rng.choice([0, 1, 2, 3, 9]),
        "blocked": rng.choice(["sum_minus_own", "pairwise", "each_loses_own"]),
        "rounds": rng.choice([0, 1, 2]),
    }
    follow(("triominos", rng.randint(2, 6), options), mix, 120)


@pytest.mark.rule("T7.3", "T8.1", "T8.3")
@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("target", [1, 250])
def test_the_reference_agrees_to_the_end(seats: int, target: int) -> None:
    for seed in range(20 if LONG else 1):
        follow(("triominos", seats, {"target": target}), seed, 5000)


@pytest.mark.rule("T7.3")
@pytest.mark.parametrize("blocked", ["sum_minus_own", "pairwise", "each_loses_own"])
def test_the_reference_agrees_on_blocked_rounds(blocked: str) -> None:
    """Plays with the core only, and follows with the reference the rounds that block."""
    seen = 0
    for seed in range(400):
        position = Position.deal("triominos", seats=3, options={"blocked": blocked, "rounds": 1}, seed=seed)
        line = [position]
        while not position.over:
            position = position.play(position.sample(position.ply))
            line.append(position)
        if not any(position.score(seat)[1]["blocked"] for seat in range(3)):
            continue
        game = reference.Game(3, {"blocked": blocked, "rounds": 1})
        deal(game, line[0])
        for before, after in pairwise(line):
            moves = {as_action(move): move for move in game.legal()}
            (action,) = [a for a in before.legal() if before.play(a) == after]
            game.play(moves[action])
        compare(game, position)
        seen += 1
        if seen == (20 if LONG else 2):
            break
    assert seen >= 2


@pytest.mark.rule("T3.2", "T13.4", "T11.3")
def test_marks_count_the_tiles_that_fit_each_cell() -> None:
    position = Position.deal("triominos", options={"rounds": 1}, seed=12)
    game = reference.Game(2, {"rounds": 1})
    deal(game, position)
    while not position.over:
        move = next(m for m in game.legal() if as_action(m) == position.sample(position.ply))
        game.play(move)
        position = position.play(as_action(move))
        if position.over:
            break
        away = reference.Game(2, {}, racks=[set(TILES) - set(game.laid)], table=game.table)
        fitting = Counter(as_action(("place", TILES[0], cell, 0)) for _, _, cell, _ in away.placements(0))
        marks = {m["place"]: m for m in position.observe().view()["marks"] if m["name"] != "last"}
        beside = {cell for laid in game.table for cell in reference.neighbours(laid)} - set(game.table)
        assert set(marks) == {actions.split(as_action(("place", TILES[0], cell, 0)))[1] for cell in beside}
        for place, mark in marks.items():
            count = fitting[actions.make(actions.Kind.PLACE, place, 0)]
            assert (mark["value"], mark["name"]) == (count, "open" if count else "dead")


@pytest.mark.rule("T5.3")
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_bridges_obey_eulers_law(seats: int) -> None:
    """Strict bridges of a round = 1 - chi + placements with three shared sides, chi = V - E + F of the layout."""
    for seed in range(40 if LONG else 4):
        position = Position.deal("triominos", seats=seats, options={"rounds": 1}, seed=seed)
        game = reference.Game(seats, {"rounds": 1})
        deal(game, position)
        bridges = threes = 0
        while not position.over:
            move = next(m for m in game.legal() if as_action(m) == position.sample(position.ply))
            game.play(move)
            position = position.play(as_action(move))
            if move[0] == "place":
                bridges += game.bridge
                threes += game.shared == 3
        points = {p for cell in game.table for p in reference.corners(cell)}
        edges = {frozenset(pair) for cell in game.table for pair in combinations(reference.corners(cell), 2)}
        chi = len(points) - len(edges) + len(game.table)
        assert bridges == 1 - chi + threes
        assert sum(position.score(seat)[1]["bridges"] for seat in range(seats)) == 40 * bridges


def round_counts(seed: int) -> Counter[str]:
    """One random round for two players, counted."""
    position = Position.deal("triominos", options={"rounds": 1}, seed=seed)
    counts: Counter[str] = Counter()
    kinds = actions.Kind
    while not position.over:
        placements = position.count(kind=kinds.PLACE)
        counts["with"] += placements > 0
        counts["placements"] += placements
        counts["most"] = max(counts["most"], placements)
        if position.phase != "drawing":
            counts["turns"] += 1
            counts["without"] += placements == 0
        move = position.sample(seed * 1009 + position.ply)
        counts["draws"] += actions.split(move)[0] == kinds.DRAW
        after = position.play(move)
        for seat in range(2):
            gain = after.score(seat)[1]["hexagons"] - position.score(seat)[1]["hexagons"]
            counts["hexagons"] += gain == 50
        position = after
    for seat in range(2):
        total, parts = position.score(seat)
        counts["bridges"] += parts["bridges"] // 40
        counts["points"] += total
        counts["squares"] += total * total
    counts["blocked"] += position.score(0)[1]["out"] + position.score(1)[1]["out"] == 0
    return counts


@pytest.mark.rule("T12")
def test_random_rounds_have_the_known_statistics() -> None:
    rounds = 12000 if LONG else 3000
    sums: Counter[str] = Counter()
    most = 0
    for seed in range(rounds):
        counts = round_counts(seed)
        most = max(most, counts.pop("most"))
        sums.update(counts)
    mean = sums["points"] / (2 * rounds)
    deviation = (sums["squares"] / (2 * rounds) - mean**2) ** 0.5
    # The known figures come from 300 rounds: the bands are about three of their standard errors.
    assert sums["placements"] / sums["with"] == pytest.approx(2.0, abs=0.1)
    assert most >= 10
    assert sums["without"] / sums["turns"] == pytest.approx(0.39, abs=0.03)
    assert sums["turns"] / rounds == pytest.approx(39.6, abs=2.5)
    assert sums["draws"] / rounds == pytest.approx(23.7, abs=2.5)
    assert sums["bridges"] / rounds == pytest.approx(0.54, abs=0.14)
    assert sums["hexagons"] / rounds == pytest.approx(0.65, abs=0.16)
    assert sums["blocked"] / rounds == pytest.approx(0.27, abs=0.08)
    assert mean == pytest.approx(135, abs=8)
    assert deviation == pytest.approx(55, abs=6)


@pytest.mark.rule("T12", "T2.3")
@pytest.mark.parametrize(("seats", "percent"), [(2, 8.50), (3, 5.00), (4, 1.16)])
def test_deals_without_a_triple_are_as_rare_as_known(seats: int, percent: float) -> None:
    deals = 40000
    triples = {TILES.index((n, n, n)) for n in range(6)}
    dealt = seats * (9 if seats == 2 else 7)
    without = sum(
        not triples & set(Position.deal("triominos", seats=seats, seed=seed).order[:dealt]) for seed in range(deals)
    )
    expected = percent / 100
    assert without / deals == pytest.approx(expected, abs=4 * (expected * (1 - expected) / deals) ** 0.5 + 0.0001)
