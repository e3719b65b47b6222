"""The rules of Tantrix, paragraph by paragraph, on positions made by hand (docs/rules/tantrix.md)."""

from __future__ import annotations

import collections
from itertools import permutations
from typing import Any

import pytest

from tests.reference import tantrix as reference
from tests.tantrix_positions import Board, board_of, cell, hand_of, move, position
from tileengine import Position, errors
from tileengine._core import registry

# Three tiles round the space (1,0), which asks for yellow, blue, yellow on sides 0, 1, 5; tiles 14, 45, 48, 54 fit it.
NOTCH: Board = {(0, 0): (1, 0), (1, -1): (2, 2), (2, -1): (3, 1)}
# The same with a row going on to the east: the side south of it is controlled by the space (1,0).
ROW: Board = NOTCH | {(3, -1): (4, 1), (4, -1): (5, 0)}
NO_FIT = [15, 16, 17, 18, 20, 22]  # tiles that do not fit the notch
NO_FIT_TOO = [19, 21, 23, 26, 27, 29]


def turned(tile: int) -> list[str]:
    """The colours of a tile's sides as the core draws it: the strokes' ends are mapped back to sides."""
    p = position({(0, 0): (tile, 0)}, [[], []])
    piece = next(x for x in p.view(geometry=True)["pieces"] if x["zone"] == 0)
    sides = [""] * 6
    middles = [(0, 0.866), (0.75, 0.433), (0.75, -0.433), (0, -0.866), (-0.75, -0.433), (-0.75, 0.433)]
    for stroke in piece["strokes"]:
        for x, y in (stroke["points"][0], stroke["points"][-1]):
            side = min(range(6), key=lambda i: (middles[i][0] - x) ** 2 + (middles[i][1] - y) ** 2)
            sides[side] = "RYGB"[stroke["colour"]]
    return sides


# -- X1 pieces ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("X1.1")
def test_the_core_draws_the_tiles_of_the_list() -> None:
    assert ["".join(turned(tile)) for tile in range(1, 57)] == [reference.TILES[tile] for tile in range(1, 57)]


@pytest.mark.rule("X1.1")
def test_the_set_is_every_tile_with_three_links_but_those_with_three_straights() -> None:
    """Generated from scratch: two sides of each of three colours, up to turning, no three straights."""
    wanted = set()
    for colours in ("RYB", "RYG", "RGB", "YGB"):
        for sides in set(permutations(colours * 2)):
            turns = {"".join(sides[i:] + sides[:i]) for i in range(6)}
            if sides[:3] != sides[3:]:
                wanted.add(min(turns))
    found = [min(reference.turned(tile, i) for i in range(6)) for tile in range(1, 57)]
    assert len(wanted) == 56 and set(found) == wanted
    assert all(len({reference.turned(tile, i) for i in range(6)}) == 6 for tile in range(1, 57))


@pytest.mark.rule("X1.1")
def test_counts_of_colours_and_shapes() -> None:
    shapes: collections.Counter[tuple[int, ...]] = collections.Counter()
    links: collections.Counter[tuple[str, int]] = collections.Counter()
    triples: collections.Counter[str] = collections.Counter()
    for sides in reference.TILES.values():
        gaps = []
        for colour in set(sides):
            a, b = (i for i in range(6) if sides[i] == colour)
            gaps.append(min(b - a, 6 - b + a))
            links[colour, gaps[-1]] += 1
        shapes[gaps.count(3), gaps.count(2), gaps.count(1)] += 1
        triples["".join(sorted(set(sides)))] += 1
    assert shapes == {(0, 2, 1): 24, (1, 0, 2): 12, (1, 2, 0): 12, (0, 0, 3): 8}
    assert all(links[c, 1] == 18 and links[c, 2] == 18 and links[c, 3] == 6 for c in "RYGB")
    assert set(triples.values()) == {14}


@pytest.mark.rule("X1.2")
@pytest.mark.parametrize(("tile", "other"), [(1, 10), (25, 28), (2, 2), (4, 4), (55, 56)])
def test_chirality(tile: int, other: int) -> None:
    """Read anticlockwise, the core's tile is its mirror tile and (unless it is its own) no turn of itself."""
    sides = turned(tile)
    mirrored = "".join(sides[-i % 6] for i in range(6))
    assert mirrored in {reference.turned(other, i) for i in range(6)}
    assert (mirrored in {reference.turned(tile, i) for i in range(6)}) == (tile == other)


@pytest.mark.rule("X1.3")
def test_mirrors_and_colour_changes_stay_in_the_set() -> None:
    every = {reference.turned(tile, i): tile for tile in range(1, 57) for i in range(6)}
    own = 0
    for tile, sides in reference.TILES.items():
        mirror = every["".join(sides[-i % 6] for i in range(6))]
        own += mirror == tile
    assert own == 24
    for renamed in permutations("RYGB"):
        table = str.maketrans("RYGB", "".join(renamed))
        assert {every[sides.translate(table)] for sides in reference.TILES.values()} == set(range(1, 57))


# -- X2 start ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("X2.1", "X2.4")
def test_kept_lots_stay_and_the_highest_starts() -> None:
    order = bytes([4, 40, 9, *[t for t in range(56) if t not in (4, 40, 9)]])
    p = Position.deal("tantrix", seats=3, order=order, seed=1)
    assert p.turn == 1 and p.phase == "free"
    assert hand_of(p, 0) == [1, 2, 3, 4, 5, 6]
    assert hand_of(p, 1) == [7, 8, 9, 11, 12, 41]
    assert hand_of(p, 2) == [10, 13, 14, 15, 16, 17]
    assert [z["size"] for z in p.view()["zones"] if z["name"] == "bag"] == [38]


@pytest.mark.rule("X2.1")
def test_returned_lots_are_drawn_again() -> None:
    p = Position.deal("tantrix", seats=2, options={"start_tile": "return"}, order=bytes([3, 50, *range(56)]), seed=1)
    assert p.turn == 1
    assert hand_of(p, 0) == [1, 2, 3, 4, 5, 6] and hand_of(p, 1) == [7, 8, 9, 10, 11, 12]
    assert len(p.order) == 58
    for bad in (bytes([3, 3, *range(56)]), bytes([3, 56, *range(56)]), bytes(range(56))):
        with pytest.raises(errors.BadOrder):
            Position.deal("tantrix", seats=2, options={"start_tile": "return"}, order=bad)


@pytest.mark.rule("X2.2")
def test_seats_have_different_colours() -> None:
    with pytest.raises(errors.BadOption) as caught:
        Position.deal("tantrix", options={"colour_1": "red"})
    assert caught.value.field == "options.colour_1"
    assert Position.deal("tantrix", options={"colour_0": "green", "colour_1": "blue"}, seed=1).seats == 2
    with pytest.raises(errors.BadOption):
        Position.deal("tantrix", seats=3, options={"colour_0": "green"})
    board: Board = {(0, 0): (1, 0), (1, -1): (2, 2)}
    blue = position(board, [[], []], options={"colour_0": "blue", "colour_1": "green"})
    assert [blue.score(seat)[0] for seat in (0, 1)] == [reference_line(board, "B"), 0]


def reference_line(board: Board, colour: str) -> int:
    return reference.Game(1, (colour,), [], [], 0, board=board).score(0)[0]


@pytest.mark.rule("X2.3")
def test_the_opening_is_any_tile_in_any_turn_on_the_origin() -> None:
    p = Position.deal("tantrix", seed=5)
    assert p.count() == 36 and {cell(a) for a in p.legal()} == {(0, 0)}
    assert len({p.play(a).canonical for a in p.legal()}) == 6
    code, paragraph, text, _, _ = p.explain(move(hand_of(p, p.turn)[0], 0, 1))
    assert (code, paragraph) == (1, "X3.4") and "(0,0)" in text


@pytest.mark.rule("X2.5")
def test_a_seat_plays_its_own_tiles() -> None:
    p = Position.deal("tantrix", seed=5)
    for tile in (hand_of(p, 1 - p.turn)[0], p.order[-1] + 1):
        assert p.explain(move(tile, 0, 0))[:2] == (1, "X2.5")


@pytest.mark.rule("X2.6")
def test_bounds_hold() -> None:
    facts = registry.facts("tantrix")
    assert facts["plies_max"] == 56
    assert facts["actions_max"] == max(2 * k * (2 * (56 - k) + 4) for k in range(1, 7))
    p = Position.deal("tantrix", seed=1)
    assert p.parse_move("1@(55,-55)") and p.parse_move("1@(-55,0)/5")
    for text in ("1@(56,-55)", "1@(55,1)", "1@(0,-56)"):
        with pytest.raises(errors.BadText):
            p.parse_move(text)
    assert p.explain(move(1, 55, 1))[0] == 3 and p.explain(move(1, 56, 0))[0] == 3


# -- X3 turn, X4 forced spaces -----------------------------------------------------------------------------------------


@pytest.mark.rule("X3.1", "X3.4")
def test_forced_free_forced() -> None:
    """A forced space that the hand fits comes first; then one free move; then the turn passes."""
    p = position(NOTCH, [[45, *NO_FIT[:5]], []], phase="forced_before")
    assert [p.format(a) for a in p.legal()] == ["45@(1,0)/2"]
    code, paragraph, _, places, _ = p.explain(p.legal()[0])
    assert (code, paragraph, places) == (0, "X3.1", ("(1,0)",))
    code, paragraph, _, places, _ = p.explain(move(15, -1, 0))
    assert (code, paragraph, places) == (1, "X3.1", ("(1,0)",))
    p = p.play(p.legal()[0])
    assert p.turn == 0 and p.phase in ("forced_before", "free")
    free = position(NOTCH, [NO_FIT, NO_FIT_TOO], turn=0)
    after = free.play(next(a for a in free.legal() if cell(a) == (-1, 1)))
    assert after.turn == 1


@pytest.mark.rule("X3.2")
def test_a_tile_is_drawn_at_once_and_may_be_forced() -> None:
    """The tile drawn for the free move fits the notch that was there, so the same seat has to fill it."""
    p = position(NOTCH, [NO_FIT, NO_FIT_TOO], first=45)
    assert p.phase == "free" and p.order[15] == 45 - 1
    for a in p.legal():
        after = p.play(a)
        assert 45 in hand_of(after, 0) and len(hand_of(after, 0)) == 6
        assert (after.turn, after.phase) == (0, "forced_after")
        assert move(45, 1, 0, 2) in after.legal()
    later = position(NOTCH, [NO_FIT, NO_FIT_TOO], first=25)
    assert 1 in {later.play(a).turn for a in later.legal()}


@pytest.mark.rule("X3.3")
def test_the_player_chooses_among_all_that_fit() -> None:
    p = position(NOTCH, [[14, 45, 54, *NO_FIT[:3]], []], phase="forced_before")
    assert [p.format(a) for a in p.legal()] == ["14@(1,0)/4", "45@(1,0)/2", "54@(1,0)/4"]


@pytest.mark.rule("X3.4")
def test_refusals_name_the_cells_and_sides() -> None:
    p = position(NOTCH, [NO_FIT, []])
    assert p.explain(move(15, 0, 0))[1:] == ("X3.4", "There is a tile on this space already.", ("(0,0)",), ())
    assert p.explain(move(15, 5, 5))[1:2] == ("X3.4",)
    code, paragraph, _, places, numbers = p.explain(move(15, 1, 0))
    assert (code, paragraph) == (1, "X3.4")
    assert places[0] == "(1,0)" and set(places[1:]) <= {"(1,-1)", "(2,-1)", "(0,0)"}
    sides = reference.turned(15, 0)
    assert list(numbers) == [i for i, c in ((0, "Y"), (1, "B"), (5, "Y")) if sides[i] != c]
    with pytest.raises(errors.IllegalMove) as caught:
        p.play(move(15, 1, 0))
    assert caught.value.paragraph == "X3.4" and caught.value.places == places


@pytest.mark.rule("X4.1")
def test_a_space_between_three_tiles_is_forced() -> None:
    marks = {(m["name"], m["place_name"]): m["value"] for m in position(NOTCH, [NO_FIT, []]).view()["marks"]}
    assert marks["forced", "(1,0)"] == 3


@pytest.mark.rule("X4.2")
def test_a_space_nobody_fills_goes_on_restricting() -> None:
    p = position(NOTCH, [NO_FIT, NO_FIT_TOO])
    for _ in range(2):
        assert p.phase == "free" and p.explain(move(hand_of(p, p.turn)[0], 2, 0))[:2] == (1, "X5.2")
        # Both seats play away from the notch and draw tiles that do not fit it either.
        p = next(q for q in map(p.play, p.legal()) if q.phase == "free" and (1, 0) not in board_of(q))


# -- X5 restrictions ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("X5.1")
def test_no_space_with_three_links_of_one_colour() -> None:
    """Two red sides at (1,0), on its sides 5 and 0: tile 3 turned 3 would add a third on side 1."""
    p = position({(0, 0): (1, 2), (1, -1): (2, 4)}, [[3, *NO_FIT[:5]], []])
    code, paragraph, _, places, numbers = p.explain(move(3, 2, -1, 3))
    assert (code, paragraph, places, numbers) == (1, "X5.1", ("(1,0)",), (0,))
    assert move(3, 2, -1, 3) not in p.legal()
    assert any(cell(a) == (2, -1) for a in p.legal())


@pytest.mark.rule("X5.2")
def test_no_fourth_tile_beside_a_forced_space() -> None:
    p = position(NOTCH, [NO_FIT, []])
    for where in ((2, 0), (0, 1)):
        for tile in NO_FIT:
            for rotation in range(6):
                code, paragraph, _, places, _ = p.explain(move(tile, *where, rotation))
                assert (code, paragraph, places) == (1, "X5.2", ("(1,0)",))


@pytest.mark.rule("X5.3", "X5.5")
def test_no_tile_along_a_controlled_side_nor_at_its_far_end() -> None:
    """South of the row, (3,0) lies along the side and (4,0) at its far end; the row's own end stays free."""
    p = position(ROW, [NO_FIT, []])
    code, paragraph, _, places, _ = p.explain(move(15, 3, 0))
    assert (code, paragraph) == (1, "X5.3")
    assert places == ("(2,0)", "(1,0)")
    code, paragraph, _, places, _ = p.explain(move(15, 4, 0))
    assert (code, paragraph) == (1, "X5.3") and places[0] == "(3,0)"
    assert p.explain(move(15, 2, 0))[1] == "X5.2"
    marks = {m["place_name"]: m["name"] for m in p.view()["marks"]}
    assert marks["(5,-1)"] == marks["(5,-2)"] == "open"
    assert marks["(3,0)"] == marks["(4,0)"] == "controlled" and marks["(2,0)"] == "beside_forced"


@pytest.mark.rule("X5.4", "X5.8")
def test_legality_of_a_space_does_not_depend_on_the_tile() -> None:
    p = position(ROW, [NO_FIT, []])
    occupied = set(ROW)
    for where in {n for c in ROW for n in reference.near(c)} - occupied:
        refused = {p.explain(move(t, *where, r))[1] in ("X5.2", "X5.3") for t in NO_FIT for r in range(6)}
        forced = sum(n in occupied for n in reference.near(where)) >= 3
        assert refused == {not reference.geometrically_legal(occupied, where) and not forced}


@pytest.mark.rule("X5.5")
@pytest.mark.parametrize("tile", [14, 45, 54])
def test_filling_a_forced_space_is_never_too_much(tile: int) -> None:
    p = position(ROW, [[tile, *NO_FIT[:5]], []], phase="forced_before")
    assert [cell(a) for a in p.legal()] == [(1, 0)]
    after = p.play(p.legal()[0])
    marks = {(m["name"], m["place_name"]) for m in after.view()["marks"]}
    assert ("forced", "(2,0)") in marks  # the chain goes on along the controlled side


@pytest.mark.rule("X5.9")
def test_the_most_telling_reason_comes_first() -> None:
    """A tile that neither matches nor may lie there by X5.3 is refused for the place, which no turn can mend."""
    p = position(ROW, [NO_FIT, []])
    asked = reference.Game(2, ("R", "Y"), [], [1], 0, board=ROW).asked((3, 0))
    wrong = next(r for r in range(6) if any(reference.turned(15, r)[i] != c for i, c in asked.items()))
    assert p.explain(move(15, 3, 0, wrong))[1] == "X5.3"
    assert p.explain(move(19, 3, 0, wrong))[1] == "X2.5"


# -- X6 end, X7 doubles and puzzle -------------------------------------------------------------------------------------


@pytest.mark.rule("X6.2")
def test_deadlock_is_a_draw() -> None:
    """A real one: the seat to move fits no forced space and has nowhere to go."""
    board: Board = {
        (-1, 1): (56, 5), (0, 0): (10, 0), (1, -5): (4, 5), (1, -4): (15, 3), (1, -3): (35, 4), (1, -2): (16, 1),
        (1, -1): (12, 5), (2, -1): (48, 1), (3, -1): (34, 4), (4, -1): (6, 2),
    }  # fmt: skip
    hands = [[2, 17, 21, 22, 30, 31], [26, 27, 37, 38, 41, 42]]
    p = position(board, hands, turn=1, end="deadlock")
    assert p.over and p.end == "deadlock" and p.legal() == [] and p.outcome() == (1, 1)
    with pytest.raises(errors.CorruptPosition):
        position(board, hands, turn=1)  # it can't be running
    with pytest.raises(errors.GameOver):
        p.play(move(26, 5, -1))
    assert not position(board, hands, turn=0).over


def final(seed: int, **options: Any) -> Position:
    seats = options.pop("seats", 2)
    p = Position.deal("tantrix", seats=seats, options=options, seed=seed)
    while not p.over:
        p = p.play(p.sample(seed << 8 | p.ply))
    return p


@pytest.mark.rule("X6.1", "X6.4")
def test_all_tiles_are_played_and_the_highest_score_wins() -> None:
    seen = set()
    for seed in range(60):
        p = final(seed)
        assert p.ply == 56 and p.end == "finished"
        assert hand_of(p, 0) == hand_of(p, 1) == []
        a, b = p.score(0)[0], p.score(1)[0]
        assert p.outcome() == ((2, 0) if a > b else (0, 2) if a < b else (1, 1))
        seen.add(p.outcome())
    assert seen == {(2, 0), (0, 2), (1, 1)}
    for seed in range(40):
        p = final(seed, seats=3)
        points = [p.score(s)[0] for s in range(3)]
        best = [s for s in range(3) if points[s] == max(points)]
        assert p.outcome() == tuple(0 if s not in best else 2 if len(best) == 1 else 1 for s in range(3))


@pytest.mark.rule("X6.1")
def test_an_empty_hand_is_skipped() -> None:
    """A chain of forced spaces can empty one hand early; the others play on."""
    skipped = 0
    for seed in range(40):
        p = Position.deal("tantrix", seats=4, seed=seed)
        while not p.over:
            assert hand_of(p, p.turn)
            q = p.play(p.sample(seed << 8 | p.ply))
            if not q.over and q.turn != p.turn:
                between = [s % 4 for s in range(p.turn + 1, p.turn + (q.turn - p.turn) % 4)]
                assert all(not hand_of(q, s) for s in between)
                skipped += len(between)
            p = q
    assert skipped > 0


@pytest.mark.rule("X6.3")
def test_running_scores() -> None:
    p = position({(0, 0): (1, 0)}, [[], []])
    assert p.score(0) == (1, {"line": 1, "loop": 0}) and p.score(1) == (1, {"line": 1, "loop": 0})
    green = position({(0, 0): (1, 0)}, [[], []], options={"colour_0": "green"})
    assert green.score(0) == (0, {"line": 0, "loop": 0})


@pytest.mark.rule("X7.1")
def test_doubles() -> None:
    with pytest.raises(errors.BadOption):
        Position.deal("tantrix", seats=3, options={"doubles": True})
    options: dict[str, Any] = {"doubles": True, "colour_2": "red", "colour_3": "red"}  # of no effect
    assert Position.deal("tantrix", seats=4, options=options, seed=1).seats == 4
    seen = set()
    for seed in range(60):
        p = final(seed, seats=4, doubles=True)
        assert p.score(0) == p.score(2) and p.score(1) == p.score(3)
        a, b = p.score(0)[0], p.score(1)[0]
        assert p.outcome() == ((2, 0, 2, 0) if a > b else (0, 2, 0, 2) if a < b else (1, 1, 1, 1))
        seen.add(p.outcome())
    assert len(seen) == 3


@pytest.mark.rule("X7.2")
def test_the_puzzle_of_three() -> None:
    options = {"discovery": True, "discovery_tiles": 3}
    with pytest.raises(errors.BadOption):
        Position.deal("tantrix", seats=2, options=options)
    with pytest.raises(errors.BadOption):
        Position.deal("tantrix", seats=1)
    p = Position.deal("tantrix", seats=1, options=options, seed=1)
    assert hand_of(p, 0) == [1, 2, 3] and p.count() == 18
    solved, others = set(), 0
    for a in p.legal(piece=0):
        for b in p.play(a).legal():
            for c in p.play(a).play(b).legal():
                end = p.play(a).play(b).play(c)
                assert end.over and end.outcome() == ((2,) if end.end == "solved" else (0,))
                if end.end == "solved":
                    assert end.score(0) == (6, {"line": 0, "loop": 6})
                    solved.add(end)
                else:
                    others += 1
    # Tile 1 in six turns, each with the two solutions of X7.3 .
    assert len(solved) == 12 and others > 0
    # Two solutions, mirror images of each other or not: at most two classes.
    assert len({end.canonical for end in solved}) in (1, 2)


@pytest.mark.rule("X7.2")
def test_a_puzzle_with_a_hole_is_not_solved() -> None:
    """One red loop through all ten tiles, but round two empty spaces."""
    board: Board = {
        (0, 0): (1, 0), (0, -1): (2, 4), (1, -1): (3, 4), (1, -2): (4, 5), (0, -2): (5, 5), (-1, -2): (6, 3),
        (-2, -1): (7, 3), (-2, 0): (9, 0), (-2, 1): (8, 3), (-1, 1): (10, 2),
    }  # fmt: skip
    options = {"discovery": True, "discovery_tiles": 10}
    assert reference.has_hole(set(board))
    p = position(board, [[]], end="unsolved", options=options)
    assert p.score(0) == (20, {"line": 0, "loop": 20}) and p.outcome() == (0,)
    with pytest.raises(errors.CorruptPosition):
        position(board, [[]], end="solved", options=options)
