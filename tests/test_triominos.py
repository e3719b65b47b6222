"""Triominos: pieces, deal, placing and the score of a move (T1 to T5), by hand-made positions.

Drawing, ends and hidden information are in test_triominos_play.py, the cases that go wrong elsewhere in
test_triominos_cases.py; both borrow the tools at the top of this file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from tests.reference import triominos as reference
from tests.reference.triominos import Cell, Tile
from tileengine import Position, errors
from tileengine._core import action as actions

TILES = reference.all_tiles()
PLACE, DRAW, PASS = actions.Kind.PLACE, actions.Kind.DRAW, actions.Kind.PASS
RACK = {2: 9, 3: 7, 4: 7, 5: 6, 6: 6}

# -- tools -----------------------------------------------------------------------------------------------------------


def tile(text: str) -> Tile:
    return tuple(int(number) for number in text.split("-"))


def tiles(text: str) -> list[Tile]:
    return [tile(name) for name in text.split()]


def deal(
    racks: Sequence[Sequence[Tile]],
    pool: Sequence[Tile] = (),
    lots: Sequence[int] = (),
    spare: Sequence[Tile] = (),
    options: dict[str, Any] | None = None,
) -> Position:
    """Deals these tiles first to each seat and first from the pool; the rest is filled up, `spare` tiles last."""
    named = [t for rack in racks for t in rack] + list(pool)
    rest = [t for t in TILES if t not in named and t not in spare] + [t for t in spare if t not in named]
    order: list[Tile] = []
    for rack in racks:
        missing = RACK[len(racks)] - len(rack)
        order += [*rack, *rest[:missing]]
        rest = rest[missing:]
    order += [*pool, *rest]
    numbers = [*lots, *(TILES.index(t) for t in order)]
    return Position.deal("triominos", seats=len(racks), options=options, seed=1, order=bytes(numbers))


def free(racks: Sequence[Sequence[Tile]], **more: Any) -> Position:
    """A deal in which seat 0 opens with any of its tiles."""
    options = {"start": "random", **more.pop("options", {})}
    return deal(racks, lots=[0], options=options, **more)


def place_of(cell: Cell) -> int:
    kind, x, y = cell
    return (x + 64) << 8 | (y + 64) << 1 | (kind == "D")


ORIGIN = place_of(reference.ORIGIN)


def lay(position: Position, piece: Tile, cell: Cell) -> Position:
    """Plays a tile on a cell, in the one rotation that is legal there."""
    (action,) = position.legal(kind=PLACE, place=place_of(cell), piece=TILES.index(piece))
    return position.play(action)


def draw(position: Position) -> Position:
    return position.play(actions.make(DRAW))


def legal_tiles(position: Position) -> set[Tile]:
    return {TILES[actions.split(a)[2]] for a in position.legal(kind=PLACE)}


def gain(before: Position, after: Position, seat: int) -> dict[str, int]:
    """What a seat's score parts gained, zeros left out."""
    old, new = before.score(seat)[1], after.score(seat)[1]
    return {part: new[part] - old[part] for part in new if new[part] != old[part]}


def fill(cells: Sequence[Cell], wish: Callable[[dict[reference.Point, int]], bool] = lambda _: True) -> list[Tile]:
    """Different tiles that can be laid on the cells in this order, the first one not turned; wish judges the end."""

    def extend(used: list[Tile], numbers: dict[reference.Point, int]) -> list[Tile] | None:
        if len(used) == len(cells):
            return used if wish(numbers) else None
        cell = cells[len(used)]
        for candidate in TILES:
            if candidate in used:
                continue
            for rotation in range(1 if reference.is_triple(candidate) or not used else 3):
                lying = reference.turned(candidate, cell, rotation)
                if all(numbers.get(point, number) == number for point, number in lying.items()):
                    found = extend([*used, candidate], {**numbers, **lying})
                    if found:
                        return found
        return None

    found = extend([], {})
    assert found is not None
    return found


def build(cells: Sequence[Cell], laid: Sequence[Tile], **more: Any) -> tuple[Position, Position]:
    """Two seats lay these tiles on these cells in turn: the positions before and after the last one."""
    position = before = free([list(laid[0::2]), list(laid[1::2])], **more)
    for cell, piece in zip(cells, laid, strict=True):
        before, position = position, lay(position, piece, cell)
    return before, position


def path(start: Cell, goals: set[Cell], avoid: set[Cell]) -> list[Cell]:
    """A shortest way over sides from a cell to one of the goals, both ends included."""
    ways = [[start]]
    seen = {start}
    for way in ways:
        if way[-1] in goals:
            return way
        for cell in reference.neighbours(way[-1]):
            if cell not in seen | avoid:
                seen.add(cell)
                ways.append([*way, cell])
    raise AssertionError("no way")


# The hole: a Down cell, so that its three neighbours are Up cells and one of them can be the opening cell.
HOLE: Cell = ("D", 0, 0)
SIDES = reference.neighbours(HOLE)
LEFT = ("U", 0, 0)
OTHERS = [cell for cell in SIDES if cell != LEFT]
FAR = (1, 1)  # the corner of the hole that U(0,0) does not touch

# U(0,0) and a way round to a cell that touches the far corner, without the hole's other neighbours.
BRIDGE_CELLS = path(LEFT, set(reference.cells_at(FAR)) - {HOLE, *OTHERS}, {HOLE, *OTHERS})
# U(0,0) and the way round one corner of the hole to the next neighbour: five cells of a hexagon.
NEAR = next(point for point in reference.corners(HOLE) if point in reference.corners(LEFT))
ROUND_CELLS = path(LEFT, {c for c in OTHERS if c in reference.cells_at(NEAR)}, {HOLE})


# -- pieces ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("T1.1", "T1.2", "T13.1")
def test_the_tiles_are_the_56_ascending_ones() -> None:
    names = ["-".join(map(str, t)) for t in TILES]
    position = Position.deal("triominos", seed=1)
    assert len(TILES) == 56
    for piece, text in enumerate(names):
        assert position.parse_move(f"{text}@U(0,0)") == actions.make(PLACE, ORIGIN, piece)
    for absent in ("0-2-1", "1-0-2", "6-6-6", "0-1", "0-1-2-3", "012"):
        with pytest.raises(errors.BadText):
            position.parse_move(f"{absent}@U(0,0)")
    assert sum(reference.is_triple(t) for t in TILES) == 6
    assert sum(len(set(t)) == 2 for t in TILES) == 30
    assert sum(len(set(t)) == 3 for t in TILES) == 20
    assert all(sum(number in t for t in TILES) == 21 for number in range(6))
    assert sum(map(sum, TILES)) == 420
    well_formed = [
        (piece, rotation)
        for piece in range(56)
        for rotation in range(3)
        if position.explain(actions.make(PLACE, ORIGIN, piece, rotation))[0] != errors.MalformedMove.code
    ]
    assert len(well_formed) == 156


# -- deal ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("T2.1", "T2.8")
@pytest.mark.parametrize("seats", range(2, 7))
def test_racks_are_dealt_in_blocks(seats: int) -> None:
    position = Position.deal("triominos", seats=seats, seed=5)
    zones = position.view()["zones"]
    assert [zone["size"] for zone in zones] == [0, *[RACK[seats]] * seats, 56 - seats * RACK[seats]]
    order = list(position.order)
    for seat in range(seats):
        held = {p["piece"] for p in position.view()["pieces"] if p["zone"] == 1 + seat}
        assert held == set(order[seat * RACK[seats] : (seat + 1) * RACK[seats]])


@pytest.mark.rule("T2.2", "T2.6")
def test_the_highest_triple_opens_and_is_forced() -> None:
    position = deal([tiles("1-1-1"), tiles("3-3-3 2-2-2")], spare=tiles("4-4-4 5-5-5 0-0-0"))
    assert position.turn == 1 and position.phase == "open"
    (action,) = position.legal()
    assert position.format(action) == "3-3-3@U(0,0)"
    assert position.explain(action)[:2] == (0, "T2.6")
    code, paragraph, _, places, _ = position.explain(position.parse_move("2-2-2@U(0,0)"))
    assert (code, paragraph, places) == (1, "T2.2", ("U(0,0)",))
    for text in ("3-3-3@U(1,0)", "draw", "pass"):
        assert position.explain(position.parse_move(text))[:2] == (1, "T2.6")


@pytest.mark.rule("T2.3")
def test_without_a_triple_the_highest_sum_opens_without_bonus() -> None:
    triples = [t for t in TILES if reference.is_triple(t)]
    position = deal([tiles("3-4-5"), tiles("4-4-5")], spare=[*triples, *tiles("4-5-5 3-5-5")])
    assert position.turn == 1 and legal_tiles(position) == {(4, 4, 5)}
    code, paragraph, _, _, numbers = position.explain(
        actions.make(
            PLACE,
            ORIGIN,
            next(p["piece"] for p in position.view()["pieces"] if p["zone"] == 2 and p["name"] != "4-4-5"),
        )
    )
    assert (code, paragraph) == (1, "T2.3") and numbers[1] == 13
    after = lay(position, (4, 4, 5), reference.ORIGIN)
    assert gain(position, after, 1) == {"tiles": 13}


@pytest.mark.rule("T2.4")
@pytest.mark.parametrize(("options", "bonus"), [({}, 10), ({"opening_bonus": 0}, 0), ({"opening_bonus": 25}, 25)])
def test_an_opening_triple_scores_the_bonus(options: dict[str, Any], bonus: int) -> None:
    position = deal([tiles("4-4-4"), []], spare=tiles("5-5-5 0-0-0"), options=options)
    after = lay(position, (4, 4, 4), reference.ORIGIN)
    assert after.score(0)[0] == 12 + bonus
    assert after.score(0)[1]["opening"] == bonus


@pytest.mark.rule("T2.4", "T2.5")
@pytest.mark.parametrize(
    ("options", "points"), [({}, 40), ({"opening_zero_total": 10}, 10), ({"opening_bonus": 0}, 40)]
)
def test_the_holder_of_the_top_triple_may_open_with_zeros(options: dict[str, Any], points: int) -> None:
    position = deal([tiles("5-5-5 0-0-0 4-4-4"), []], options=options)
    assert legal_tiles(position) == {(5, 5, 5), (0, 0, 0)}
    after = lay(position, (0, 0, 0), reference.ORIGIN)
    assert after.score(0)[0] == points == after.score(0)[1]["opening"]


@pytest.mark.rule("T2.7")
def test_the_highest_lot_opens_with_any_tile_and_no_bonus() -> None:
    lots = [TILES.index(t) for t in tiles("1-1-1 0-0-5 1-2-2")]
    position = deal([tiles("1-2-3"), tiles("5-5-5"), tiles("0-0-0")], lots=lots, options={"start": "draw_lots"})
    assert position.turn == 2  # 0-0-5 and 1-2-2 have equal sums: the later tile wins
    assert len(position.legal()) == 7 and all(actions.split(a)[3] == 0 for a in position.legal())
    assert lay(position, (0, 0, 0), reference.ORIGIN).score(2)[0] == 0
    same = [lots[0], lots[0], lots[1]]
    with pytest.raises(errors.BadOrder):
        deal([[], [], []], lots=same, options={"start": "draw_lots"})


@pytest.mark.rule("T2.7")
def test_a_random_seat_opens_with_any_tile() -> None:
    position = deal([tiles("5-5-5"), tiles("0-1-2"), []], lots=[1], options={"start": "random"})
    assert position.turn == 1 and len(position.legal()) == 7
    with pytest.raises(errors.BadOrder):
        deal([[], [], []], lots=[3], options={"start": "random"})
    starters = {Position.deal("triominos", seats=3, options={"start": "random"}, seed=s).turn for s in range(40)}
    assert starters == {0, 1, 2}


# -- placing ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("T3.1", "T3.3", "T4")
def test_a_side_matches_both_numbers() -> None:
    position = lay(free([tiles("0-1-2"), tiles("0-1-1 1-1-3 0-2-3 3-3-3 1-2-2")]), (0, 1, 2), reference.ORIGIN)
    # Clockwise U(0,0) shows 0, 1, 2 at (0,0), (0,1), (1,0); its neighbours read the sides 1-0, 2-1, 0-2.
    found = {
        position.format(a)
        for piece in tiles("0-1-1 0-2-3 1-2-2 1-1-3 3-3-3")
        for a in position.legal(piece=TILES.index(piece))
    }
    assert found == {"0-1-1@D(-1,0)", "0-2-3@D(0,-1)/2", "1-2-2@D(0,0)/2"}
    code, paragraph, _, places, _ = position.explain(position.parse_move("1-1-3@D(0,0)"))
    assert (code, paragraph) == (1, "T3.1") and places == ("D(0,0)", "U(0,0)")
    assert position.explain(position.parse_move("0-1-1@U(0,0)"))[1] == "T3.3"
    assert position.explain(position.parse_move("0-1-1@U(30,30)"))[1] == "T3.1"
    assert position.explain(position.parse_move("5-5-5@D(0,0)"))[1] == "T3.1"  # not on the rack


@pytest.mark.rule("T3.2", "T11.15")
def test_every_touching_corner_matches() -> None:
    cells = [*BRIDGE_CELLS, HOLE]
    laid = fill(cells)
    numbers = reference.turned(laid[0], LEFT, 0)
    side = [numbers[point] for point in reference.corners(HOLE) if point in numbers]
    # The next tile on the way has the same side as the hole but another third number.
    wrong = next(
        t
        for t in TILES
        if t not in laid
        for k in range(3)
        if (t[k:] + t[:k])[:2] in (tuple(side), tuple(side[::-1])) and not reference.is_triple(t)
    )
    racks: list[list[Tile]] = [laid[0::2], laid[1::2]]
    racks[(len(laid) - 1) % 2].append(wrong)
    position = free(racks)
    for cell, piece in zip(BRIDGE_CELLS, laid, strict=False):
        position = lay(position, piece, cell)
    assert position.legal(place=place_of(HOLE), piece=TILES.index(wrong)) == []
    answers = [position.explain(actions.make(PLACE, place_of(HOLE), TILES.index(wrong), r)) for r in range(3)]
    assert {answer[0] for answer in answers} == {1}
    (answer,) = [answer for answer in answers if answer[1] == "T3.2"]
    corner, shows, needed = answer[4]
    assert answer[3] == ("D(0,0)",) and shows != needed
    assert corner == reference.corners(HOLE).index(FAR)


@pytest.mark.rule("T3.3")
def test_at_most_one_rotation_fits() -> None:
    for seed in range(5):
        position = Position.deal("triominos", seats=2, seed=seed)
        while not position.over and position.score(0)[1]["out"] == 0 and position.ply < 80:
            pairs = [actions.split(a)[1:3] for a in position.legal(kind=PLACE)]
            assert len(pairs) == len(set(pairs))
            position = position.play(position.sample(position.ply))


# -- score of a move -------------------------------------------------------------------------------------------------


@pytest.mark.rule("T5.1", "T5.4", "T11.16")
def test_a_plain_tile_scores_its_sum_only() -> None:
    position = free([tiles("0-1-2"), tiles("1-2-2")])
    after = lay(position, (0, 1, 2), reference.ORIGIN)
    assert gain(position, after, 0) == {"tiles": 3}
    last = lay(after, (1, 2, 2), ("D", 0, 0))
    assert gain(after, last, 1) == {"tiles": 5}


@pytest.mark.rule("T5.2")
def test_all_666_hexagons_close_for_fifty() -> None:
    ring: list[Callable[[int, int], Cell]] = [
        lambda x, y: ("U", x, y),
        lambda x, y: ("D", x - 1, y),
        lambda x, y: ("U", x - 1, y),
        lambda x, y: ("D", x - 1, y - 1),
        lambda x, y: ("U", x, y - 1),
        lambda x, y: ("D", x, y - 1),
    ]
    lookup = {t[k:] + t[:k]: t for t in TILES for k in range(3)}
    found: set[tuple[int, tuple[int, ...]]] = set()

    def rings(centre: int, outer: tuple[int, ...]) -> None:
        if len(outer) < 6:
            for number in range(6):
                if not outer or (centre, number, outer[-1]) in lookup:
                    rings(centre, (*outer, number))
        elif (centre, outer[0], outer[5]) in lookup:
            used = {lookup[centre, outer[(i + 1) % 6], outer[i]] for i in range(6)}
            if len(used) == 6:
                found.add((centre, min(outer[i:] + outer[:i] for i in range(6))))

    for centre in range(6):
        rings(centre, ())
    assert len(found) == 666
    assert all(centre in outer for centre, outer in found)
    for centre, outer in found:
        laid = [lookup[centre, outer[(i + 1) % 6], outer[i]] for i in range(6)]
        # The first tile lies unturned on U(0,0), so the centre is the corner that shows the centre's number.
        k = next(k for k in range(3) if laid[0][k:] + laid[0][:k] == (centre, outer[1], outer[0]))
        x, y = reference.corners(reference.ORIGIN)[k]
        cells = [cell(x, y) for cell in ring]
        first = cells.index(reference.ORIGIN)
        cells = cells[first:] + cells[:first]
        before, after = build(cells, laid)
        assert gain(before, after, 1) == {"tiles": sum(laid[5]), "hexagons": 50}
        assert [f["name"] for f in after.view()["features"]] == ["hexagon"]


def closing(count: int) -> tuple[Position, Position]:
    """Before and after a tile on the hole closes this many hexagons."""
    cells = list(ROUND_CELLS)
    second, third = OTHERS if ROUND_CELLS[-1] == OTHERS[0] else OTHERS[::-1]
    if count >= 2:
        cells += path(second, {third}, {HOLE, *cells[:-1]})[1:]
    if count == 3:
        cells += path(third, {LEFT}, {HOLE, *cells[1:-1]})[1:-1]
    return build([*cells, HOLE], fill([*cells, HOLE]))


@pytest.mark.rule("T5.2", "T11.2")
@pytest.mark.parametrize(("count", "points"), [(1, 50), (2, 60), (3, 70)])
def test_one_two_and_three_hexagons_at_once(count: int, points: int) -> None:
    before, after = closing(count)
    found = gain(before, after, before.turn)
    assert found.pop("hexagons") == points
    assert set(found) == {"tiles"}
    assert len(after.view()["features"]) == count


@pytest.mark.rule("T5.3")
@pytest.mark.parametrize("rule", ["strict", "three_corners"])
def test_a_bridge_scores_forty(rule: str) -> None:
    cells = [*BRIDGE_CELLS, HOLE]
    before, after = build(cells, fill(cells), options={"bridge_rule": rule})
    found = gain(before, after, before.turn)
    assert found.pop("bridges") == 40
    assert set(found) <= {"tiles"}


@pytest.mark.rule("T5.3")
@pytest.mark.parametrize(("rule", "points"), [("strict", 0), ("three_corners", 40)])
def test_two_shared_sides_without_a_hexagon_are_a_bridge_by_three_corners_only(rule: str, points: int) -> None:
    second = ROUND_CELLS[-1]
    third = next(cell for cell in OTHERS if cell != second)
    cells = [*path(LEFT, {second}, {HOLE, third, ROUND_CELLS[2]}), HOLE]
    before, after = build(cells, fill(cells), options={"bridge_rule": rule})
    assert after.score(before.turn)[1]["bridges"] - before.score(before.turn)[1]["bridges"] == points
    assert gain(before, after, before.turn).get("hexagons", 0) == 0
