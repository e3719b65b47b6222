"""The core and the slow reference of Tantrix agree move by move; statistics of random play; counts of the puzzle."""

from __future__ import annotations

import collections
import os
import random
from typing import Any

import pytest

from tests.reference import tantrix as reference
from tileengine import Position
from tileengine._core import action as actions

LONG = os.environ.get("TILEENGINE_LONG") == "1"
GAMES = 250 if LONG else 4  # of each setting
BAG_EMPTY = 44  # plies of a game for two after which the last tile has left the bag

SETTINGS: list[tuple[int, dict[str, Any]]] = [
    (2, {}),
    (2, {"start_tile": "return", "colour_0": "green", "colour_1": "red"}),
    (3, {}),
    (3, {"start_tile": "return", "colour_2": "blue"}),
    (4, {}),
    (4, {"start_tile": "return"}),
    (4, {"doubles": True}),
    (4, {"doubles": True, "colour_0": "blue", "colour_1": "green"}),
    (1, {"discovery": True}),
    (1, {"discovery": True, "discovery_tiles": 4}),
]


def core_moves(position: Position) -> list[reference.Move]:
    """The legal list as the reference's moves, in the core's order."""
    return [reference_move(a) for a in position.legal()]


def reference_move(action: int) -> reference.Move:
    _, place, piece, rotation, _ = actions.split(action)
    return (place >> 7) - 64, (place & 127) - 64, piece + 1, rotation


def reference_game(position: Position) -> reference.Game:
    """The reference at the start of a core's game."""
    options: dict[str, Any] = position.options
    if options["discovery"]:
        return reference.puzzle(options["discovery_tiles"])
    return reference.deal(
        [piece + 1 for piece in position.order],
        position.seats,
        start_tile=options["start_tile"],
        doubles=options["doubles"],
        colours="".join(options[f"colour_{i}"][0].upper() for i in range(4)),
    )


def assert_same(position: Position, game: reference.Game) -> None:
    assert (position.turn, position.phase, position.end) == (game.turn, game.phase, game.end)
    moves = core_moves(position)
    assert moves == sorted(moves)
    assert set(moves) == game.legal()
    for seat in range(position.seats):
        line, loop = game.score(seat)
        assert position.score(seat) == (max(line, loop), {"line": line, "loop": loop})
    if position.over:
        assert position.outcome() == game.outcome()


@pytest.mark.rule("X3.1", "X3.2", "X3.3", "X3.4", "X4.1", "X5.1", "X5.4", "X5.7", "X5.8")
@pytest.mark.rule("X6.1", "X6.3", "X7.1", "X7.2")
@pytest.mark.parametrize(("seats", "options"), SETTINGS, ids=str)
def test_agrees_with_the_reference_move_by_move(seats: int, options: dict[str, Any]) -> None:
    for seed in range(GAMES):
        position = Position.deal("tantrix", seats=seats, options=options, seed=seed)
        game = reference_game(position)
        rng = random.Random(seed)
        assert_same(position, game)
        while not position.over:
            action = rng.choice(position.legal())
            position = position.play(action)
            game.play(reference_move(action))
            assert_same(position, game)


@pytest.mark.rule("X5.8")
def test_bounds_say_what_the_closure_says_on_any_legal_board() -> None:
    """Boards grown by geometry alone, tiles unseen: legal cells are those that push out enough of the six bounds."""
    rng = random.Random(1)
    for _ in range(200 if LONG else 6):
        occupied = {(0, 0)}
        for _ in range(40):
            edge = {n for c in occupied for n in reference.near(c)} - occupied
            legal = {c for c in edge if reference.geometrically_legal(occupied, c)}
            bounds = [(min(v), max(v)) for v in zip(*[(q, r, q + r) for q, r in occupied], strict=True)]
            for q, r in edge:
                beyond = sum(not low <= v <= high for v, (low, high) in zip((q, r, q + r), bounds, strict=True))
                beside = sum(n in occupied for n in reference.near((q, r)))
                assert ((q, r) in legal) == (beyond == 3 - beside)
            occupied.add(rng.choice(sorted(legal)))


@pytest.mark.rule("X9.1")
def test_statistics_of_random_play() -> None:
    """Means over random games lie where 300,000 games of another program put them, within four standard errors."""
    games = 100_000 if LONG else 4000
    wins, draws, deadlocks, turns, points = 0, 0, 0, 0, 0
    before: list[int] = []
    after: list[int] = []
    for seed in range(games):
        position = Position.deal("tantrix", seed=seed)
        starter = position.turn
        while not position.over:
            if position.phase == "free":
                turns += 1
                if position.ply:  # the opening move is not counted
                    (before if position.ply < BAG_EMPTY else after).append(position.count())
            position = position.play(position.sample(seed << 8 | position.ply))
        outcome = position.outcome()
        assert outcome is not None
        wins += outcome[starter] == 2
        draws += outcome[starter] == 1
        deadlocks += position.end == "deadlock"
        points += position.score(starter)[0]
    assert abs(wins / games - 0.4595) < 4 * 0.4984 / games**0.5
    assert abs(draws / games - 0.0790) < 4 * 0.2698 / games**0.5
    assert abs(points / games - 14.2) < 4 * 4.4 / games**0.5 + 0.05
    assert abs(turns / games - 22.1) < 4 * 3 / games**0.5 + 0.05
    assert 52 < sum(before) / len(before) < 54
    assert 67 < sum(after) / len(after) < 71
    assert abs(sorted(before)[len(before) * 95 // 100] - 74) <= 2
    assert max(before) < 150
    assert deadlocks <= (20 if LONG else 3)


def reason(game: reference.Game, move: reference.Move) -> str:
    """X5.9 from the definitions: the paragraph a placement beside the laid tiles breaks first, or none."""
    q, r, tile, rotation = move
    cell, occupied = (q, r), set(game.board)
    asked = game.asked(cell)
    if game.phase != "free" and len(asked) < 3:
        return "X3.1"
    if game.bag and len(asked) < 3 and not reference.geometrically_legal(occupied, cell):
        near = [n for n in reference.near(cell) if n not in occupied]
        return "X5.2" if any(len(game.asked(n)) >= 3 for n in near) else "X5.3"
    if any(reference.turned(tile, rotation)[side] != colour for side, colour in asked.items()):
        return "X3.4"
    return "X5.1" if game.bag and game.leaves_triple(cell, tile, rotation) else ""


@pytest.mark.rule("X5.9", "X9.2")
def test_refusals_agree_with_the_definitions() -> None:
    """Every space beside the tiles with every tile of the hand; and the shares of X9.2 come out of it."""
    found: collections.Counter[str] = collections.Counter()
    rng = random.Random(1)
    for seed in range(200 if LONG else 4):
        position = Position.deal("tantrix", seed=seed)
        game = reference_game(position)
        while not position.over:
            for cell in game.edge() if position.ply else ():
                for tile in game.hands[position.turn]:
                    move = (*cell, tile, rng.randrange(6))
                    place = (cell[0] + 64) << 7 | (cell[1] + 64)
                    code, paragraph, *_ = position.explain(actions.make(actions.Kind.PLACE, place, tile - 1, move[3]))
                    expected = reason(game, move)
                    forced = position.phase != "free"
                    assert (code, paragraph) == ((1, expected) if expected else (0, "X3.1" if forced else "")), move
                    colours = reference.turned(tile, move[3])
                    if game.bag and not forced and all(colours[i] == c for i, c in game.asked(cell).items()):
                        found[expected] += 1
            action = position.sample(seed << 8 | position.ply)
            position = position.play(action)
            game.play(reference_move(action))
    total = sum(found.values())
    for paragraph, share in (("", 0.61), ("X5.1", 0.05), ("X5.2", 0.20), ("X5.3", 0.13)):
        assert abs(found[paragraph] / total - share) < 0.06


@pytest.mark.rule("X7.3")
@pytest.mark.parametrize(
    ("tiles", "counts"),
    [(3, {"Y": 2}), (4, {"R": 2}), (5, {"R": 4}), (6, {"B": 8}), (7, {"R": 32, "B": 36}), (8, {"B": 84})]
    + ([(9, {"Y": 114}), (10, {"R": 1280, "Y": 388, "B": 952})] if LONG else []),
)
def test_solutions_of_the_puzzle(tiles: int, counts: dict[str, int]) -> None:
    """The published numbers; a colour that is not printed on tile n is counted where the published number says so."""
    assert {colour: reference.solutions(tiles, colour) for colour in counts} == counts
    assert reference.PRINTED[tiles - 1] in counts
