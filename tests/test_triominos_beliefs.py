"""Triominos: what play tells of racks, counted again from what everybody saw, and never certain of an untruth."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.reference import triominos as reference
from tests.test_triominos import PLACE, RACK, TILES, deal, draw, free, lay, tiles
from tests.test_triominos_play import finish, held, stuck
from tests.variants import all_variants, name
from tileengine import Position
from tileengine._core import action as actions
from tileengine._core.search import policy
from tileengine._core.search.mcts import Search

SOFT, FLOOR = 2.0, 0.05

Table = dict[reference.Cell, dict[reference.Point, int]]

VARIANTS = [variant for variant in all_variants() if variant[0] == "triominos"]


def odds_of(position: Position, seat: int) -> dict[reference.Tile, float]:
    found = policy.beliefs(position)
    assert found is not None
    return dict(zip(TILES, found[seat], strict=True))


# -- counted again -----------------------------------------------------------------------------------------------------


@dataclass
class Laid:
    seat: int
    tile: reference.Tile
    cell: reference.Cell
    rotation: int


def game_on(table: Table, options: dict[str, Any], tiles_held: set[reference.Tile]) -> reference.Game:
    return reference.Game(2, options, racks=[tiles_held, set()], table=dict(table))


def worth(table: Table, options: dict[str, Any], tile: reference.Tile, cell: reference.Cell, rotation: int) -> int:
    """Sum, bridge and hexagon of a placement on a table that is not empty."""
    game = game_on(table, options, {tile})
    game.place(0, tile, cell, rotation)
    return sum(game.parts[0].values())


@dataclass
class Seen:
    """A round as everybody saw it: tables[i] before the tile laid[i], and what each tile would have brought there."""

    options: dict[str, Any]
    laid: list[Laid] = field(default_factory=list)
    tables: list[Table] = field(default_factory=lambda: [{}])
    best: list[dict[reference.Tile, int]] = field(default_factory=lambda: [{}])
    drawn_turn: int = 0

    def lay(self, laid: Laid) -> None:
        table = {**self.tables[-1], laid.cell: reference.turned(laid.tile, laid.cell, laid.rotation)}
        best: dict[reference.Tile, int] = {}
        for _, tile, cell, rotation in game_on(table, self.options, set(TILES)).placements(0):
            best[tile] = max(best.get(tile, 0), worth(table, self.options, tile, cell, rotation))
        self.laid.append(laid)
        self.tables.append(table)
        self.best.append(best)


def recount(position: Position, seen: Seen) -> list[dict[reference.Tile, float]]:
    """docs/search.md, "What play tells": the odds of every seat's tiles."""
    seats, turn, options = position.seats, position.turn, {**reference.DEFAULTS, **seen.options}
    events: list[tuple[int, int, bool]] = []  # (seat, tiles on the table, whether it laid another)
    due = seen.laid[0].seat
    for index in range(len(seen.laid) + 1):
        mover = seen.laid[index].seat if index < len(seen.laid) else turn
        while due != mover:
            events.append((due, index, False))
            due = (due + 1) % seats
        if index < len(seen.laid):
            events.append((due, index, True))
            due = (due + 1) % seats
    rack = [float(RACK[seats])] * seats
    missing, placing = [0.0] * seats, [0.0] * seats
    for seat in range(seats):
        missed = sum(who == seat and not laid for who, _, laid in events)
        placed = sum(who == seat and laid for who, _, laid in events)
        later = placed - (seat == seen.laid[0].seat)
        drawn = len(held(position, seat)) + placed - RACK[seats] - (seen.drawn_turn if seat == turn else 0)
        lost = min(drawn, (options["max_draws"] or 3) * missed)
        missing[seat] = lost / max(missed, 1)
        placing[seat] = (drawn - lost) / max(later, 1)
    odds = [dict.fromkeys(TILES, 1.0) for _ in range(seats)]
    for seat, index, laid in events:
        best = seen.best[index]
        if index:
            count = placing[seat] if laid else missing[seat]
            share = min(count / max(56 - index - rack[seat], 1), 1.0)
            odds[seat] = {tile: chance + (1 - chance) * share for tile, chance in odds[seat].items()}
            rack[seat] += count
        if not laid:
            odds[seat] |= dict.fromkeys(best, 0.0)
            continue
        tile = seen.laid[index].tile
        if index:
            value = worth(seen.tables[index], options, tile, seen.laid[index].cell, seen.laid[index].rotation)
            before = {other.tile for other in seen.laid[:index]}
            for other, points in best.items():
                if points > value and other not in before:
                    odds[seat][other] *= max(SOFT / (SOFT + points - value), FLOOR)
        elif options["start"] == "highest_triple" and tile != (0, 0, 0):
            for other in TILES:
                if reference.is_triple(tile):
                    better = reference.is_triple(other) and other > tile
                else:
                    better = reference.is_triple(other) or sum(other) > sum(tile)
                if better:
                    for any_seat in range(seats):
                        odds[any_seat][other] = 0.0
        rack[seat] -= 1
    return odds


def cell_of(place: int) -> reference.Cell:
    return ("UD"[place & 1], (place >> 8) - 64, (place >> 1 & 127) - 64)


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        (3, {}),
        (6, {}),
        (4, {"max_draws": 0}),
        (5, {"max_draws": 1}),
        (2, {"voluntary_draw": True}),
        (2, {"start": "random", "bridge_rule": "three_corners"}),
        (3, {"start": "draw_lots"}),
    ],
)
def test_odds_are_those_counted_again(seats: int, options: dict[str, Any]) -> None:
    compared = 0
    for seed in range(2):
        position = Position.deal("triominos", seats=seats, options=options, seed=seed)
        seen = Seen(options)
        for ply in range(45):
            action = position.sample(ply)
            kind, place, piece, rotation, _ = actions.split(action)
            after = position.play(action)
            if after.over or after.view()["counters"][0]["value"] != 1:
                break
            if kind == PLACE:
                seen.lay(Laid(position.turn, TILES[piece], cell_of(place), rotation))
            seen.drawn_turn = seen.drawn_turn + 1 if after.phase == "drawing" else 0
            position = after
            if ply % 4:
                continue
            found = policy.beliefs(position)
            assert found is not None
            assert found == policy.beliefs(position.observe(position.turn)) == policy.beliefs(position.observe(None))
            for seat, expected in enumerate(recount(position, seen)):
                assert found[seat] == pytest.approx([expected[tile] for tile in TILES])
                compared += 1
    assert compared >= 10


# -- by hand -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("T9.1")
def test_a_missed_turn_tells_what_is_not_there() -> None:
    position = stuck()
    assert set(odds_of(position, 1).values()) == {1.0}
    missed = draw(draw(draw(position)))
    assert missed.turn == 0
    assert {tile for tile, chance in odds_of(missed, 1).items() if chance == 0} == {(0, 0, n) for n in range(6)}
    assert set(odds_of(missed, 0).values()) == {1.0}


def test_a_low_tile_tells_that_higher_ones_are_hardly_there() -> None:
    position = free([tiles("0-0-5"), tiles("0-0-1 0-0-4")])
    position = lay(position, (0, 0, 5), reference.ORIGIN)
    actions_now = [a for a in position.legal() if TILES[actions.split(a)[2]] in ((0, 0, 1), (0, 0, 4))]
    low, high = (
        odds_of(position.play(next(a for a in actions_now if TILES[actions.split(a)[2]] == tile)), 1)
        for tile in ((0, 0, 1), (0, 0, 4))
    )
    assert low[0, 0, 3] == pytest.approx(SOFT / (SOFT + 2)) and low[0, 0, 4] == pytest.approx(SOFT / (SOFT + 3))
    assert high[0, 0, 3] == 1
    assert low[1, 1, 1] == high[1, 1, 1] == 1  # does not fit


@pytest.mark.rule("T2.2")
def test_who_does_not_open_has_no_higher_triple() -> None:
    position = deal([tiles("3-3-3"), []], spare=tiles("4-4-4 5-5-5"))
    position = position.play(position.legal()[-1])  # not with 0-0-0
    for seat in (0, 1):
        assert {tile for tile, chance in odds_of(position, seat).items() if chance == 0} == set(tiles("4-4-4 5-5-5"))


# -- worlds ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", VARIANTS, ids=name)
def test_no_tile_that_is_there_is_ruled_out(variant: tuple[str, int, dict[str, Any]]) -> None:
    """In no game: also where draws are free, have no cap, or the pool runs out."""
    _, seats, options = variant
    for seed in range(6):
        for position in finish(Position.deal("triominos", seats=seats, options=options, seed=seed), seed)[:-1][:400]:
            found = policy.beliefs(position)
            assert found is not None
            for seat in set(range(seats)) - {position.turn}:  # whose draws of this turn are its own to know
                chances = dict(zip(TILES, found[seat], strict=True))
                assert all(0 < chances[tile] <= 1 for tile in held(position, seat))


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_imagined_worlds_agree_with_what_is_seen(seats: int) -> None:
    for seed in range(3):
        for position in finish(Position.deal("triominos", seats=seats, seed=seed), seed)[:-1:7]:
            seen = position.observe(position.turn)
            worlds = [policy.imagined(position, salt) for salt in range(4)]
            assert worlds == [policy.imagined(seen, salt) for salt in range(4)]
            for world in worlds:
                assert world.observe(position.turn) == seen
                assert Position.decode(world.encode()) == world


def test_worlds_follow_the_odds() -> None:
    position = lay(free([tiles("0-0-5 5-5-5"), tiles("0-0-1 0-0-4")]), (0, 0, 5), reference.ORIGIN)
    position = position.play(next(a for a in position.legal() if TILES[actions.split(a)[2]] == (0, 0, 1)))
    count: Counter[reference.Tile] = Counter()
    for seed in range(1000):
        count.update(held(policy.imagined(position, seed), 1))
    plain = [count[tile] for tile, chance in odds_of(position, 1).items() if chance == 1 and count[tile]]
    assert 2 * count[0, 0, 4] < sum(plain) / len(plain)
    missed = draw(draw(draw(stuck())))
    for seed in range(50):
        assert not {(0, 0, n) for n in range(1, 6)} & set(held(policy.imagined(missed, seed), 1))


def test_a_search_may_believe_less() -> None:
    """Without belief all worlds are alike; with it the tree is another one, with the same seed."""
    position = Position.deal("triominos", seed=3)
    while len(position.legal()) < 3 or position.ply < 8:
        position = position.play(position.sample(position.ply))
    digests = set()
    for belief in (0.0, 0.5, 1.0):
        search = Search(position, seed=1, belief=belief)
        search.run(50)
        digests.add(search.digest())
    assert len(digests) == 3


def test_other_games_have_no_opinion() -> None:
    position = Position.deal("tantrix", seed=1)
    assert policy.beliefs(position) is None
    assert policy.imagined(position, 5) == position.observe(position.turn).resample(5)
