"""What positions promise beyond their scores: known numbers, a slow recount, and nothing of what is hidden."""

from __future__ import annotations

import random

import pytest

from tests import tantrix_positions as hexagons
from tests import test_triz as crosses
from tests import triple_peaks_deals as cards
from tests.reference import prospects as reference
from tests.reference import tantrix as hexagon_rules
from tests.test_search import midgame
from tests.test_triominos import BRIDGE_CELLS, HOLE, ROUND_CELLS, TILES, build, fill
from tests.variants import Variant, all_variants, name
from tileengine import Position, analysis, errors, games
from tileengine._core import action as actions
from tileengine._core import registry
from tileengine.service import convert

PROMISING = [game.slug for game in games.games() if game.prospects]


def counted_variants() -> list[Variant]:
    """The defaults with every number of seats, each preset with the fewest seats it takes."""
    settings = {slug: [dict(preset.settings) for preset in games.game(slug).presets] for slug in PROMISING}
    found: list[Variant] = []
    for slug, seats, setting in all_variants():
        known = any((one[0], one[2]) == (slug, setting) for one in found)
        if slug in settings and (not setting or (setting in settings[slug] and not known)):
            found.append((slug, seats, setting))
    return found


def line(variant: Variant, seed: int, every: int) -> list[Position]:
    """Positions of a random game, its first and its last among them."""
    slug, seats, options = variant
    position = Position.deal(slug, seats=seats, options=options, seed=seed)
    found = [position]
    while not position.over and position.ply < 260:
        position = position.play(position.sample(seed * 1_000_003 + position.ply))
        if position.ply % every == 0 or position.over:
            found.append(position)
    return found


@pytest.mark.parametrize("variant", counted_variants(), ids=name)
def test_a_slow_recount_agrees(variant: Variant) -> None:
    rng = random.Random(name(variant))
    slow = registry.facts(variant[0])["actions_max"] > 1000
    for position in line(variant, seed=8, every=17 if slow else 3):
        seen = position.observe(position.turn)
        legal = position.legal()
        tried = [None, *rng.sample(legal, min(len(legal), 1 if slow else 4))]
        for action in tried:
            for seat in range(position.seats):
                assert seen.prospects(seat, after=action) == reference.counted(seen, seat, action), (
                    position.text(),
                    action,
                    seat,
                )


@pytest.mark.parametrize("variant", all_variants(), ids=name)
def test_nothing_hidden_and_nothing_that_comes_up_counts(variant: Variant) -> None:
    """Equal in all worlds that the seat to move can't tell apart, and in all worlds in which a move may be played."""
    rng = random.Random(1)
    for position in line(variant, seed=2, every=9)[:8]:
        seen = position.observe(position.turn)
        worlds = [position, *(seen.resample(seed) for seed in range(3))]
        legal = position.legal()
        for action in [None, *rng.sample(legal, min(len(legal), 5))]:
            for seat in range(position.seats):
                told = seen.prospects(seat, after=action)
                assert all(world.prospects(seat, after=action) == told for world in worlds)
                assert all(seen.prospects(seat, after=action, seed=seed) == told for seed in range(1, 6))


@pytest.mark.parametrize("variant", all_variants(), ids=name)
def test_values_are_those_of_the_facts(variant: Variant) -> None:
    facts = games.game(variant[0]).prospects
    assert len({fact.name for fact in facts}) == len(facts) <= 8
    assert all(fact.unit and fact.meaning.endswith(".") for fact in facts)
    for position in line(variant, seed=4, every=17):
        for viewer in (position.turn, None):
            seen = position.observe(viewer)
            for seat in range(position.seats):
                values = seen.prospects(seat)
                assert list(values) == [fact.name for fact in facts]
                assert all(value is None or value >= 0 for value in values.values())
                assert not position.over or set(values.values()) == {None}


@pytest.mark.parametrize("game", games.games(), ids=lambda game: game.slug)
def test_the_facts_reach_the_wire(game: games.Game) -> None:
    info = convert.game_to(game)
    assert [(p.name, p.unit, p.meaning) for p in info.prospects] == [
        (fact.name, fact.unit, fact.meaning) for fact in game.prospects
    ]


def test_wrong_questions_are_refused() -> None:
    position = midgame(("triominos", 2, {}))
    with pytest.raises(errors.BadSeats):
        position.prospects(2)
    with pytest.raises(errors.MalformedMove):
        position.prospects(0, after=0)
    with pytest.raises(errors.IllegalMove):
        position.prospects(0, after=position.parse_move("pass"))
    other = position.observe(1 - position.turn)
    assert None not in other.prospects(1 - position.turn).values()
    with pytest.raises(errors.HiddenInformation):
        other.prospects(0, after=position.legal()[0])


@pytest.mark.parametrize("slug", PROMISING)
def test_reports_list_what_changes(slug: str) -> None:
    position = midgame((slug, registry.facts(slug)["seats_default"], {}), plies=14)
    seen = position.observe(position.turn)
    budget = analysis.Budget(playouts=40)
    found = analysis.analyse(position, budget=budget)
    assert analysis.analyse(seen.resample(5), budget=budget) == found
    changes = 0
    for move in found.moves:
        told = {(one.seat, one.name): (one.before, one.after) for one in move.prospects}
        assert len(told) == len(move.prospects)
        for seat in range(position.seats):
            before, after = seen.prospects(seat), seen.prospects(seat, after=move.action)
            for fact in registry.facts(slug)["prospects"]:
                pair = (before[fact["name"]], after[fact["name"]])
                assert told.get((seat, fact["name"])) == (None if None in pair or pair[0] == pair[1] else pair)
        changes += len(told)
    assert changes


# -- by hand -----------------------------------------------------------------------------------------------------------


def test_triple_peaks_counts_what_lies_open() -> None:
    bottom = dict(zip(range(18, 28), ["4C", "5C", "6C", "6D", "9C", "JC", "KC", "AC", "2C", "8C"], strict=True))
    position = cards.deal({**bottom, 9: "7H"}, "3C")
    assert position.prospects(0) == {
        "covered": 18, "nearly_open": 0, "playable": 2, "run_in_sight": 3, "stock": 23,
    }  # fmt: skip
    # 3 - 4 - 5 - 6; the 2 leads to the ace and the king, three cards as well.
    after = position.prospects(0, after=position.parse_move("-4C@18"))
    assert after == {"covered": 18, "nearly_open": 1, "playable": 1, "run_in_sight": 2, "stock": 23}
    position = cards.play(position, "18")
    # 7H comes up under 5C, but who plays 5C can't know that.
    told = position.prospects(0, after=position.parse_move("-5C@19"))
    assert told == {"covered": 17, "nearly_open": 1, "playable": 2, "run_in_sight": 1, "stock": 23}
    # Once it lies there, 5 - 6 - 7 - 6 is a run of three, and 7 - 8 - 9 goes on after the first 6.
    assert cards.play(position, "19").prospects(0)["run_in_sight"] == 4
    told = position.prospects(0, after=position.parse_move("draw"))
    assert told == {"covered": 18, "nearly_open": 1, "playable": None, "run_in_sight": None, "stock": 22}


def tile_of(action: int) -> tuple[int, ...]:
    return TILES[actions.split(action)[2]]


def test_triominos_counts_the_places_of_shapes() -> None:
    cells = [*BRIDGE_CELLS, HOLE]
    before, _ = build(cells, fill(cells))
    seat = before.turn
    bridging = next(a for a in before.legal() if before.play(a).score(seat)[1]["bridges"])
    told, after = before.prospects(seat), before.prospects(seat, after=bridging)
    assert told["bridge_chances"] == 1 and told["placements"] == len(before.legal())
    assert after["bridge_chances"] == 0
    assert told["rack_points"] == sum(tile_of(bridging)) + (after["rack_points"] or 0)
    cells = [*ROUND_CELLS, HOLE]
    before, _ = build(cells, fill(cells))
    seat = before.turn
    assert before.prospects(seat)["hexagon_chances"] == 1
    other = before.observe(seat).prospects(1 - seat)
    assert other["rack_points"] is None and other["placements"] is None
    assert other["hexagon_chances"] == 0  # the only tile that fits there is in the rack that the viewer sees
    closing = next(a for a in before.legal() if before.play(a).score(seat)[1]["hexagons"])
    assert before.prospects(seat, after=closing)["hexagon_chances"] == 0


def test_the_points_of_shapes_are_among_the_reasons() -> None:
    cells = [*ROUND_CELLS, HOLE]
    before, _ = build(cells, fill(cells))
    found = analysis.analyse(before, budget=analysis.Budget(playouts=30))
    told = [why.points for move in found.moves for why in move.why if why.name == "hexagons"]
    assert told and set(told) <= {50, 60, 70}


def test_tantrix_counts_ends_and_gaps() -> None:
    # One tile: red joins the neighbouring sides 0 and 5 (tile 14), so that two more tiles can close a loop.
    position = hexagons.position({(0, 0): (14, 0)}, [[1, 2, 3, 4, 5, 6], []])
    told = position.prospects(0)
    assert told["loop_gap"] == 2 and told["open_ends"] == 2 and told["line_next"] == 2 and told["loop_next"] == 0
    assert told["held"] == 6 and told["continuations"] == 41  # all that show red: 42 tiles less this one
    assert position.prospects(1)["held"] == sum("Y" in tile for tile in held(position, 1))


def test_an_end_that_depends_on_what_comes_up_says_nothing() -> None:
    """The last stock card may leave the game stuck, the tile drawn may prevent a deadlock: the mover can't know."""
    last = cards.deal(cards.RUN_OF_28, "KS")
    while last.prospects(0)["stock"] != 1:
        last = cards.play(last, "draw")
    board: hexagons.Board = {
        (-1, 1): (56, 5), (0, 0): (10, 0), (1, -5): (4, 5), (1, -4): (15, 3), (1, -3): (35, 4), (1, -2): (16, 1),
        (1, -1): (12, 5), (2, -1): (48, 1), (3, -1): (34, 4),
    }  # fmt: skip
    tight = hexagons.position(board, [[2, 6, 17, 21, 22, 30], [26, 27, 37, 38, 41, 42]])
    for position, action in ((last, last.parse_move("draw")), (tight, hexagons.move(6, 4, -1, 2))):
        seen = position.observe(0)
        assert {seen.resample(seed).play(action).over for seed in range(40)} == {False, True}
        told = [seen.prospects(0, after=action, seed=seed) for seed in range(40)]
        assert all(one == told[0] for one in told) and set(told[0].values()) != {None}


def held(position: Position, seat: int) -> list[str]:
    """The sides of a seat's tiles."""
    return [hexagon_rules.TILES[tile] for tile in hexagons.hand_of(position, seat)]


def test_triz_counts_where_a_group_grows() -> None:
    position = crosses.deal("RRRY", "RYGB", "RYGB", "RYGB", "RYGB", "YYYR")
    assert position.prospects(0) == {
        "largest_next": 3, "other_colour_next": 0, "growth_sites": 144, "growth_pieces": 2,
    }  # fmt: skip
    told = position.prospects(0, after=position.parse_move("RRRY@(5,5)"))
    # Three reds lie there; each RYGB has one red, and where it meets them at two contacts it makes four.
    assert told["largest_next"] == 4 and told["growth_pieces"] == 1
    # Seat 1 may hold any of the 27 different pieces with yellow but RRRY, which seat 0 sees in its own hand.
    assert position.prospects(1)["growth_pieces"] == 26
