"""Triominos: the cases that other programs get wrong, one test for each number T11.x of the rules page."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.reference import triominos as reference
from tests.test_triominos import (
    BRIDGE_CELLS,
    DRAW,
    HOLE,
    LEFT,
    NEAR,
    OTHERS,
    PASS,
    PLACE,
    ROUND_CELLS,
    TILES,
    build,
    deal,
    draw,
    fill,
    free,
    gain,
    lay,
    legal_tiles,
    path,
    place_of,
    tiles,
)
from tests.test_triominos_play import finish, stuck
from tileengine import Position, games
from tileengine._core import action as actions

Step = tuple[Position, int, Position]


def steps(seats: int, seed: int, **options: games.Value) -> list[Step]:
    """One random game as (before, action, after)."""
    position = Position.deal("triominos", seats=seats, options=options, seed=seed)
    line = []
    while not position.over:
        action = position.sample(position.ply)
        after = position.play(action)
        line.append((position, action, after))
        position = after
    return line


def search(good: Callable[[Step], bool], seats: int = 2, seeds: int = 4000, **options: games.Value) -> Step:
    """The first step of random one-round games for which `good` holds."""
    for seed in range(seeds):
        for step in steps(seats, seed, rounds=1, **options):
            if good(step):
                return step
    raise AssertionError("no such step")


def stock(position: Position) -> int:
    return int(position.view()["zones"][-1]["size"])


def drawn(position: Position) -> int:
    return next(int(c["value"]) for c in position.view()["counters"] if c["name"] == "drawn")


@pytest.mark.rule("T11.1", "T3.1")
def test_touching_with_a_corner_only_is_illegal() -> None:
    position = lay(free([tiles("0-0-0"), tiles("0-1-2")]), (0, 0, 0), reference.ORIGIN)
    corner_only = {cell for point in reference.corners(reference.ORIGIN) for cell in reference.cells_at(point)}
    corner_only -= {reference.ORIGIN, *reference.neighbours(reference.ORIGIN)}
    assert len(corner_only) == 9
    for cell in corner_only:
        assert position.legal(place=place_of(cell)) == []
        answers = [position.explain(actions.make(PLACE, place_of(cell), TILES.index((0, 1, 2)), r)) for r in range(3)]
        assert all(answer[:2] == (1, "T3.1") and "corner" in answer[2] for answer in answers)


@pytest.mark.rule("T11.2", "T3.2")
def test_a_hole_with_three_neighbours_is_filled_by_what_matches_all() -> None:
    second = ROUND_CELLS[-1]
    third = next(cell for cell in OTHERS if cell != second)
    cells = [*ROUND_CELLS, *path(second, {third}, {HOLE, *ROUND_CELLS[:-1]})[1:], HOLE]
    before, after = build(cells, fill(cells))
    board = {p["place_name"] for p in before.view()["pieces"] if p["zone"] == 0}
    assert {f"{kind}({x},{y})" for kind, x, y in reference.neighbours(HOLE)} <= board
    assert before.count(place=place_of(HOLE)) == 1
    assert after.view()["pieces"] != before.view()["pieces"]


@pytest.mark.rule("T11.3", "T1.2", "T3.2")
def test_a_hole_whose_tile_exists_only_mirrored_stays_empty() -> None:
    def mirrored(numbers: dict[reference.Point, int]) -> bool:
        around = tuple(numbers[point] for point in reference.corners(HOLE))
        return any(around[k:] + around[:k] == (0, 2, 1) for k in range(3))

    laid = fill(BRIDGE_CELLS, mirrored)
    assert (0, 1, 2) not in laid
    racks = [laid[0::2], laid[1::2]]
    racks[len(laid) % 2].append((0, 1, 2))
    position = free(racks)
    for cell, piece in zip(BRIDGE_CELLS, laid, strict=True):
        position = lay(position, piece, cell)
    marks = {m["place_name"]: m for m in position.view()["marks"]}
    assert marks["D(0,0)"]["name"] == "dead" and marks["D(0,0)"]["value"] == 0
    assert position.count(place=place_of(HOLE)) == 0
    answers = [position.explain(actions.make(PLACE, place_of(HOLE), TILES.index((0, 1, 2)), r)) for r in range(3)]
    assert {answer[0] for answer in answers} == {1} and {answer[1] for answer in answers} <= {"T3.1", "T3.2"}


@pytest.mark.rule("T11.4", "T11.5", "T6.4")
@pytest.mark.parametrize("count", [1, 2])
def test_the_pool_runs_empty_within_a_turn(count: int) -> None:
    """A pass follows, not the end of the turn by failure, and no penalty for three failures."""
    before, action, after = search(
        lambda s: (
            s[1] == actions.make(DRAW)
            and stock(s[2]) == 0
            and drawn(s[2]) == count
            and s[2].legal() == [actions.make(PASS)]
        ),
        fail_penalty=10,
    )
    seat = before.turn
    assert action == actions.make(DRAW) and after.turn == seat and after.phase == "drawing"
    assert gain(before, after, seat) == {"draws": -5}
    passed = after.play(actions.make(PASS))
    assert passed.turn != seat and gain(after, passed, seat) == {}


@pytest.mark.rule("T11.4", "T11.5", "T6.2")
def test_the_third_failed_draw_ends_the_turn_even_if_it_empties_the_pool() -> None:
    before, _, after = search(
        lambda s: (
            s[1] == actions.make(DRAW)
            and stock(s[2]) == 0
            and drawn(s[0]) == 2
            and not s[2].over
            and s[2].turn != s[0].turn
        ),
        fail_penalty=10,
        empty_pass_penalty=10,
    )
    assert gain(before, after, before.turn) == {"draws": -5, "failures": -10}


@pytest.mark.rule("T11.6", "T7.2")
def test_the_last_tile_closes_a_hexagon() -> None:
    before, action, after = search(
        lambda s: (
            s[2].over and s[2].score(s[0].turn)[1]["out"] == 25 and gain(s[0], s[2], s[0].turn).get("hexagons") == 50
        ),
    )
    seat = before.turn
    racks = sum(sum(map(int, p["name"].split("-"))) for p in after.view()["pieces"] if p["zone"] == 2 - seat)
    assert racks > 0
    piece = TILES[actions.split(action)[2]]
    assert {k: v for k, v in gain(before, after, seat).items() if v} == {
        k: v for k, v in {"tiles": sum(piece), "hexagons": 50, "out": 25, "racks": racks}.items() if v
    }


@pytest.mark.rule("T11.7", "T7.1")
def test_the_last_pool_tile_is_drawn_and_played() -> None:
    """The seat still holds what did not fit before, so it is not out; the round goes on or is blocked."""
    before, action, after = search(
        lambda s: s[0].phase == "drawing" and stock(s[0]) == 0 and actions.split(s[1])[0] == PLACE,
    )
    seat = before.turn
    assert len(legal_tiles(before)) == 1
    assert actions.split(action)[0] == PLACE
    assert after.score(seat)[1]["out"] == 0
    assert after.view()["zones"][1 + seat]["size"] == before.view()["zones"][1 + seat]["size"] - 1 > 0


@pytest.mark.rule("T11.8", "T2.2", "T2.5")
def test_one_player_holds_all_triples() -> None:
    triples = [(n, n, n) for n in range(6)]
    position = deal([[], triples, []])
    assert position.turn == 1 and legal_tiles(position) == {(5, 5, 5), (0, 0, 0)}
    assert position.explain(position.parse_move("4-4-4@U(0,0)"))[:2] == (1, "T2.2")
    after = lay(position, (5, 5, 5), reference.ORIGIN)
    assert after.score(1)[0] == 25


@pytest.mark.rule("T11.9", "T2.4", "T2.5")
def test_zeros_are_the_only_triple() -> None:
    position = deal([[], tiles("0-0-0")], spare=[(n, n, n) for n in range(1, 6)])
    assert position.turn == 1 and position.count() == 1
    after = position.play(position.legal()[0])
    assert after.score(1)[0] == 40 and after.score(1)[1]["opening"] == 40


@pytest.mark.rule("T11.10", "T2.3")
def test_equal_highest_sums_are_settled_by_the_next_ones() -> None:
    triples = [(n, n, n) for n in range(6)]
    high = tiles("4-5-5 3-5-5 4-4-5")
    low = [t for t in TILES if sum(t) <= 6 and t not in triples]
    # Both have 13; then seat 1 has 11 against 10.
    position = deal([[*tiles("3-5-5 1-4-5"), *low[:7]], [*tiles("4-4-5 2-4-5"), *low[7:14]]], spare=[*triples, *high])
    assert position.turn == 1 and legal_tiles(position) == {(4, 4, 5)}
    # Equal all the way down: the lowest seat, and of two equal tiles of its own the first.
    pairs = [(a, b) for a in TILES for b in TILES if a < b and sum(a) == sum(b) and not {a, b} & set(triples)]
    racks: list[list[reference.Tile]] = [[], []]
    for a, b in pairs:
        if len(racks[0]) < 9 and not {a, b} & {t for rack in racks for t in rack}:
            racks[0].append(b)
            racks[1].append(a)
    assert sorted(map(sum, racks[0])) == sorted(map(sum, racks[1]))
    position = deal(racks)
    best = max(map(sum, racks[0]))
    assert position.turn == 0 and legal_tiles(position) == {min(t for t in racks[0] if sum(t) == best)}


@pytest.mark.rule("T11.11", "T7.3")
def test_equal_lowest_racks_are_each_credited() -> None:
    _, _, after = search(
        lambda s: s[2].over and sum(s[2].score(seat)[1]["blocked"] > 0 for seat in range(3)) == 2,
        seats=3,
        seeds=30000,
    )
    racks = [
        sum(sum(map(int, p["name"].split("-"))) for p in after.view()["pieces"] if p["zone"] == 1 + seat)
        for seat in range(3)
    ]
    assert sorted(racks)[0] == sorted(racks)[1]
    for seat in range(3):
        assert after.score(seat)[1]["blocked"] == (sum(racks) - 2 * racks[seat] if racks[seat] == min(racks) else 0)


@pytest.mark.rule("T11.12", "T8.3")
def test_totals_may_be_negative() -> None:
    position = draw(draw(stuck()))
    assert position.score(1)[0] == -10
    again = Position.decode(position.encode())
    assert again.score(1) == (-10, position.score(1)[1])


@pytest.mark.rule("T11.13", "T8.2")
def test_the_target_is_reached_by_the_racks_only() -> None:
    """The same game to the winner's exact total, and to one point more."""
    for seed in range(100):
        line = steps(2, seed, rounds=1)
        last, seat = line[-1][2], line[-1][0].turn
        total, parts = last.score(seat)
        if parts["racks"] > 0 and last.score(1 - seat)[0] < total - parts["racks"]:
            break
    else:
        pytest.fail("no such round")
    for target, over in ((total, True), (total - parts["racks"] + 1, True), (total + 1, False)):
        position = Position.deal("triominos", options={"target": target}, seed=seed)
        for _, action, _ in line:
            assert not position.over and position.score(seat)[0] < target
            position = position.play(action)
        assert position.over == over and position.end == ("target" if over else "running")


@pytest.mark.rule("T11.14", "T8.2")
def test_both_players_are_over_the_target() -> None:
    for seed in range(20):
        last = finish(Position.deal("triominos", options={"target": 1}, seed=seed))[-1]
        totals = [last.score(seat)[0] for seat in range(2)]
        if min(totals) >= 1 and totals[0] != totals[1]:
            assert last.end == "target"
            assert last.outcome() == ((2, 0) if totals[0] > totals[1] else (0, 2))
            return
    pytest.fail("no such game")


@pytest.mark.rule("T11.15", "T3.2")
def test_a_corner_counts_even_where_no_side_is_shared() -> None:
    """On each cell with three known corners, only what shows all three is legal; sides alone would allow more."""
    stricter = 0
    for seed in range(30):
        for before, _, _ in steps(2, seed, rounds=1):
            cells = {p["place_name"]: p for p in before.view()["pieces"] if p["zone"] == 0}
            if not cells or before.count(kind=PLACE) == 0:
                continue
            table = {}
            for text, piece in cells.items():
                x, y = text[2:-1].split(",")
                cell = (text[0], int(x), int(y))
                table[cell] = reference.turned(TILES[piece["piece"]], cell, piece["rotation"])
            game = reference.Game(2, {}, table=table)
            numbers = game.numbers()
            hand = [TILES[p["piece"]] for p in before.view()["pieces"] if p["zone"] == 1 + before.turn]
            for cell in {c for laid in table for c in reference.neighbours(laid)} - set(table):
                if not all(point in numbers for point in reference.corners(cell)):
                    continue
                sides = [other for other in reference.neighbours(cell) if other in table]
                for t in hand:
                    for rotation in range(1 if reference.is_triple(t) else 3):
                        lying = reference.turned(t, cell, rotation)
                        by_sides = all(
                            lying[point] == number
                            for other in sides
                            for point, number in table[other].items()
                            if point in lying
                        )
                        action = actions.make(PLACE, place_of(cell), TILES.index(t), rotation)
                        by_corners = all(lying[point] == numbers[point] for point in lying)
                        assert before.is_legal(action) == by_corners
                        stricter += by_sides and not by_corners
                        if by_sides and not by_corners:
                            assert before.explain(action)[1] == "T3.2"
    assert stricter > 50


@pytest.mark.rule("T11.16", "T5.4")
def test_shapes_are_judged_before_the_tile_lies() -> None:
    """After insertion all three corners are touched by the tile itself, so every tile would be a bridge."""
    position = lay(free([tiles("0-0-0"), tiles("0-0-1")]), (0, 0, 0), reference.ORIGIN)
    assert position.score(0)[1]["bridges"] == 0
    for cell in reference.neighbours(reference.ORIGIN):
        assert lay(position, (0, 0, 1), cell).score(1)[0] == 1


@pytest.mark.rule("T11.17", "T5.3")
@pytest.mark.parametrize("rule", ["strict", "three_corners"])
def test_a_hexagon_replaces_the_bridge(rule: str) -> None:
    cells = [*ROUND_CELLS, HOLE]
    assert NEAR in reference.corners(LEFT)
    before, after = build(cells, fill(cells), options={"bridge_rule": rule})
    found = gain(before, after, before.turn)
    assert (found.get("hexagons"), found.get("bridges")) == (50, None)


@pytest.mark.rule("T11.18", "T5.3", "T5.4")
def test_a_tile_beside_an_old_bridge_gets_no_bonus_again() -> None:
    third = next(cell for cell in OTHERS if cell not in BRIDGE_CELLS)
    outer = next(point for point in reference.corners(third) if point not in reference.corners(HOLE))
    cells = [*BRIDGE_CELLS, HOLE, third]
    if any(outer in reference.corners(cell) for cell in BRIDGE_CELLS):
        third = next(cell for cell in OTHERS if cell != third)
        cells[-1] = third
    _, after = build(cells, fill(cells))
    assert sum(after.score(seat)[1]["bridges"] for seat in range(2)) == 40
