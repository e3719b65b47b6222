"""Cases of Tantrix that go wrong elsewhere (X8 of docs/rules/tantrix.md), and real games replayed (X10)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.reference import tantrix as reference
from tests.tantrix_positions import Board, board_of, cell, filled, hand_of, move, position, reached
from tests.test_tantrix import NO_FIT, NO_FIT_TOO, NOTCH
from tileengine import Position, errors

LOGS: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data" / "tantrix_logs.json").read_text())


@pytest.mark.rule("X8.1", "X5.6")
def test_a_tile_that_would_make_a_triple_forces_nothing() -> None:
    """Tile 48 matches the notch, but leaves (0,1) with three blue links: no forced space, no endless wait for it."""
    board: Board = NOTCH | {(-1, 1): (4, 3)}
    p = position(board, [[48, *NO_FIT[:5]], NO_FIT_TOO])
    assert p.phase == "free"
    code, paragraph, _, places, numbers = p.explain(move(48, 1, 0, 1))
    assert (code, paragraph, places, numbers) == (1, "X5.1", ("(0,1)",), (3,))
    with pytest.raises(errors.CorruptPosition):
        position(board, [[48, *NO_FIT[:5]], NO_FIT_TOO], phase="forced_before")
    # Without the tile at (-1,1) it fits, and forces.
    fits = position(NOTCH, [[48, *NO_FIT[:5]], NO_FIT_TOO], phase="forced_before")
    assert fits.legal() == [move(48, 1, 0, 1)]


@pytest.mark.rule("X8.2", "X4.2")
def test_a_forced_space_without_a_fitting_tile_is_no_forced_move() -> None:
    p = position(NOTCH, [NO_FIT, NO_FIT_TOO])
    assert p.phase == "free" and p.count() > 0
    assert not any(cell(a) == (1, 0) for a in p.legal())
    for phase in ("forced_before", "forced_after"):
        with pytest.raises(errors.CorruptPosition):
            position(NOTCH, [NO_FIT, NO_FIT_TOO], phase=phase)


@pytest.mark.rule("X8.3", "X3.1")
def test_the_turn_does_not_pass_within_or_after_a_chain() -> None:
    """Whatever a chain of forced fills does, before it is over the seat stays, and its free move comes after it."""
    chains = 0
    for seed in range(40):
        p = Position.deal("tantrix", seed=seed)
        free, length = 0, 0
        while not p.over:
            q = p.play(p.sample(seed << 8 | p.ply))
            free += p.phase == "free"
            length = length + 1 if p.phase == "forced_before" else 0
            if p.phase == "forced_before":
                assert q.over or q.turn == p.turn or not hand_of(q, p.turn)
                chains += q.phase == "free" and length >= 3
            if q.turn != p.turn and not q.over:
                assert free == 1 or not hand_of(q, p.turn)
                free = 0
            p = q
    assert chains > 10


@pytest.mark.rule("X8.4", "X3.3")
def test_one_tile_for_two_spaces_and_several_tiles_for_one() -> None:
    p = reached(2, 17)
    assert p.phase == "forced_before"
    assert [p.format(a) for a in p.legal()] == ["20@(-3,4)/5", "20@(-2,5)/5", "26@(-2,5)/5"]
    assert board_of(p.play(p.legal()[1])).get((-3, 4)) is None


def looped(board: Board, colour: str) -> tuple[int, int]:
    return reference.Game(1, (colour,), [], [], 0, board=board).score(0)


# A loop of twelve red tiles round the outside of a hexagon, beside a line of twenty-three (X8.6).
TWELVE: Board = {
    (0, 0): (37, 4), (1, 0): (42, 2), (2, 0): (41, 5), (2, 1): (9, 0), (2, 2): (35, 2), (1, 3): (15, 1), (0, 4): (7, 1),
    (-1, 4): (5, 2), (-2, 4): (40, 1), (-2, 3): (34, 0), (-2, 2): (1, 3), (-1, 1): (30, 1),
}  # fmt: skip
TWENTY_THREE: Board = {
    (3, 0): (2, 2), (3, -1): (39, 4), (2, -1): (26, 0), (3, -2): (8, 1), (3, -3): (12, 1), (4, -3): (11, 4),
    (4, -4): (25, 5), (5, -4): (6, 0), (6, -5): (20, 3), (5, -5): (32, 1), (5, -6): (36, 0), (4, -6): (4, 2),
    (4, -7): (19, 1), (5, -7): (38, 2), (6, -8): (3, 3), (5, -8): (18, 3), (5, -9): (33, 3), (6, -10): (21, 1),
    (5, -10): (14, 2), (6, -11): (16, 3), (5, -11): (24, 3), (6, -12): (10, 1), (6, -13): (13, 1),
}  # fmt: skip


def endgame(board: Board, seats: int = 4) -> Position:
    """A position with an empty bag; the phase is whichever agrees with the hands."""
    for phase in ("free", "forced_before"):
        try:
            return position(board, [[] for _ in range(seats)], phase=phase, turn=0)
        except errors.CorruptPosition:
            continue
    raise AssertionError("neither phase agrees")


@pytest.mark.rule("X8.6", "X6.3")
def test_a_loop_of_twelve_beats_a_line_of_twenty_three() -> None:
    p = endgame(TWELVE | TWENTY_THREE)
    assert p.score(0) == (24, {"line": 23, "loop": 24})
    feature = p.view()["features"][0]
    assert (feature["name"], feature["seat"], feature["value"], feature["closed"]) == ("loop", 0, 24, True)
    assert {item["place_name"] for item in feature["items"]} == {f"({q},{r})" for q, r in TWELVE}


@pytest.mark.rule("X8.5", "X6.3")
def test_a_line_is_counted_from_its_ends() -> None:
    """The middle of the line has the lowest place, so that a walk from there alone would count less than 23."""
    p = endgame(TWELVE | TWENTY_THREE)
    assert p.score(0)[1]["line"] == 23
    broken = {c: t for c, t in (TWELVE | TWENTY_THREE).items() if c not in ((-2, 2), (6, -13))}
    open_ring = endgame(broken)
    assert open_ring.score(0) == (22, {"line": 22, "loop": 0})
    feature = open_ring.view()["features"][0]
    assert feature["name"] == "line" and not feature["closed"] and len(feature["items"]) == 22
    for before, after in zip(feature["items"], feature["items"][1:], strict=False):
        assert after["a"] == (before["b"] + 3) % 6


@pytest.mark.rule("X8.7")
def test_two_forced_spaces_at_once_on_one_side() -> None:
    """The last placement of log 4."""
    log = next(log for log in LOGS if log["name"] == "log 4")
    board: Board = {(m["q"], m["r"]): (m["tile"], m["rotation"]) for m in log["moves"]}
    p = position(board, [[], []], turn=0, phase=phase_of(board))
    assert sorted(m["place_name"] for m in p.view()["marks"] if m["name"] == "forced") == ["(1,-1)", "(2,0)"]


def phase_of(board: Board) -> str:
    """The phase in which the filled-up hands of `position` leave seat 0."""
    try:
        position(board, [[], []])
    except errors.CorruptPosition:
        return "forced_before"
    return "free"


@pytest.mark.rule("X8.8")
def test_a_chain_round_a_corner() -> None:
    """Five fills after one free move, on two sides of the table, all by the same seat."""
    p = reached(0, 25)
    seat, chain = p.turn, []
    while p.phase == "forced_after" and p.turn == seat:
        a = p.sample(0 << 8 | p.ply)
        chain.append(cell(a))
        p = p.play(a)
    assert chain == [(0, 1), (-1, 1), (2, 0), (2, -4), (1, -4)]
    assert p.turn == 1 - seat


@pytest.mark.rule("X8.9", "X5.1")
def test_side_five_is_next_to_side_nought() -> None:
    """The pair on sides 5 and 0 of (1,0) rules out a third on side 1 as well as on side 4."""
    pair: Board = {(0, 0): (1, 2), (1, -1): (2, 4)}
    for where, side in (((2, -1), 1), ((0, 1), 4)):
        p = position(pair, [[3, 4, 5, 7, 9, 14], []])
        facing = (side + 3) % 6
        game = reference.Game(2, ("R", "Y"), [], [1], 0, board=pair)
        seen = {True: 0, False: 0}
        for tile in hand_of(p, 0):
            for rotation in range(6):
                colours = reference.turned(tile, rotation)
                if any(colours[i] != c for i, c in game.asked(where).items()):
                    continue
                triple = colours[facing] == "R"
                seen[triple] += 1
                assert (move(tile, *where, rotation) in p.legal()) == (not triple)
        assert seen[True] > 0 and seen[False] > 0


@pytest.mark.rule("X8.10", "X5.7")
def test_the_restrictions_lift_within_the_turn() -> None:
    """The 44th placement fills a forced space and draws the last tile: the free move after it is bound no more."""
    p = reached(10, 43)
    assert p.phase == "forced_before" and bag(p) == 1
    occupied = set(board_of(p))
    q = reached(10, 44)
    assert (q.turn, q.phase, bag(q)) == (p.turn, "free", 0)
    occupied = set(board_of(q))
    assert any(not reference.geometrically_legal(occupied, cell(a)) for a in q.legal())
    assert not any(m["name"] in ("controlled", "beside_forced") for m in q.view()["marks"])


def bag(p: Position) -> int:
    return int(next(c["value"] for c in p.view()["counters"] if c["name"] == "bag"))


RING = [(0, 0), (1, 0), (1, 1), (0, 2), (-1, 2), (-1, 1)]  # round (0,1), clockwise from north
DETOUR = [(0, 0), (1, 0), (2, 0), (2, 1), (1, 2), (0, 2)]  # its sides 0, 1 and 3 only


@pytest.mark.rule("X8.11", "X4.1", "X5.7")
@pytest.mark.parametrize(
    ("cells", "sides"), [(RING, 6), (RING[:5], 5), (RING[:4], 4), (RING[:3], 3), (DETOUR, 3)], ids=str
)
def test_spaces_of_the_endgame(cells: list[tuple[int, int]], sides: int) -> None:
    """Spaces with four to six sides, or three not in a row, are forced as well once the bag is empty."""
    centre = filled({}, [(0, 1)], without=tuple(range(1, 20)))  # tile 20
    board = filled(centre, cells + [(0, -1 - i) for i in range(44 - len(cells))])
    (tile, rotation) = board.pop((0, 1))
    others = [t for t in range(1, 57) if t not in {t for t, _ in board.values()} and t != tile]
    p = position(board, [[tile, *others[:5]], others[5:]], phase="forced_before", endgame=True)
    assert bag(p) == 0 and move(tile, 0, 1, rotation) in p.legal()
    marks = {(m["name"], m["place_name"]): m["value"] for m in p.view()["marks"]}
    assert marks["forced", "(0,1)"] == sides and ("open", "(0,1)") in marks
    for a in p.legal():
        assert sum(n in board for n in reference.near(cell(a))) >= 3
    assert board_of(p.play(move(tile, 0, 1, rotation)))[0, 1] == (tile, rotation)


@pytest.mark.rule("X8.12", "X6.1")
def test_a_shrinking_hand_has_no_gaps() -> None:
    p = reached(4, 43)
    while not p.over:
        sizes = [len(hand_of(p, seat)) for seat in range(2)]
        assert sizes == [z["size"] for z in p.view()["zones"] if z["name"] == "hand"]
        assert sum(sizes) + p.ply + bag(p) == 56
        for seat in range(2):
            assert hand_of(p, seat) == sorted(set(hand_of(p, seat)))
            indexes = [x["index"] for x in p.view()["pieces"] if x["zone"] == 1 + seat]
            assert indexes == list(range(sizes[seat]))
        p = p.play(p.sample(4 << 8 | p.ply))
    assert p.ply == 56


@pytest.mark.rule("X8.13")
def test_one_tile_fits_a_space_in_two_turns() -> None:
    """(1,0) asks for blue on side 5 and red on side 0; tile 1 has blue before red twice."""
    board = next(
        {(0, 0): (a, i), (1, -1): (b, j)}
        for a in range(2, 57)
        for i in range(6)
        for b in range(a + 1, 57)
        for j in range(6)
        if reference.turned(a, i)[2] == "B"
        and reference.turned(b, j)[3] == "R"
        and reference.turned(a, i)[1] == reference.turned(b, j)[4]
    )
    p = position(board, [[1], []])
    fitting = p.legal(place=move(1, 1, 0) >> 14 & 0x7FFF, piece=0)
    assert len(fitting) == 2 and p.count(piece=0, place=move(1, 1, 0) >> 14 & 0x7FFF) == 2


@pytest.mark.rule("X8.14", "X2.6")
@pytest.mark.parametrize("side", range(6))
def test_a_straight_line_of_tiles(side: int) -> None:
    """A line as long as it gets, in each direction: cells far out are neither lost nor taken for others."""
    q, r = reference.NEIGHBOURS[side]
    longest = 0
    for seed in range(20):
        p = Position.deal("tantrix", seed=seed)
        while not p.over:
            ahead = [a for a in p.legal() if cell(a) == (q * p.ply, r * p.ply)]
            if not ahead:
                break
            p = p.play(ahead[seed % len(ahead)])
            p.check()
        longest = max(longest, p.ply)
        assert Position.decode(p.encode()) == p
        assert len(board_of(p)) == p.ply
    assert longest == 56


@pytest.mark.rule("X10.1")
@pytest.mark.parametrize("log", LOGS, ids=lambda log: str(log["name"]))
def test_real_games(log: dict[str, Any]) -> None:
    """Every placement is legal in a game with its tiles in hand, and forced spaces are where the log has them."""
    board: Board = {}
    for m in log["moves"]:
        tile = m["tile"]
        hand = [tile]
        if board:
            # The tile in the hand of the seat to move, beside tiles of its choice: it must be legal in some phase.
            p = with_hand(board, hand)
            assert move(tile, m["q"], m["r"], m["rotation"]) in p.legal(), m
            assert not m["forced"] or p.phase == "forced_before"
        board[m["q"], m["r"]] = (tile, m["rotation"])
        if len(board) > 1:
            marks = with_hand(board, []).view()["marks"]
            found = {x["place_name"] for x in marks if x["name"] == "forced"}
            assert {f"({q},{r})" for q, r in m["forced_spaces"]} <= found


def with_hand(board: Board, hand: list[int]) -> Position:
    """The board with a hand that holds these tiles; the others are chosen so that they fit no forced space."""
    game = reference.Game(2, ("R", "Y"), [], [1], 0, board=board)
    used = {tile for tile, _ in board.values()} | set(hand)
    spaces = {c for c in game.edge() if len(game.asked(c)) >= 3}
    quiet = [t for t in range(1, 57) if t not in used and not any(game.fits(c, t, r) for c in spaces for r in range(6))]
    full = hand + quiet[: 6 - len(hand)]
    forced = any(game.fits(c, t, r) for c in spaces for t in hand for r in range(6))
    return position(board, [full, []], phase="forced_before" if forced else "free")


@pytest.mark.rule("X10.1", "X5.6")
def test_a_fit_the_logged_program_saw_and_the_rules_do_not() -> None:
    """Log 2 lists tiles 13 and 14 for the space (0,-1); 13 would leave three like links beside it."""
    log = next(log for log in LOGS if log["name"] == "log 2")
    board: Board = {(m["q"], m["r"]): (m["tile"], m["rotation"]) for m in log["moves"]}
    assert with_hand(board, [14]).phase == "forced_before"
    p = with_hand(board, [13])
    assert p.phase == "free"
    assert {p.explain(move(13, 0, -1, rotation))[1] for rotation in range(6)} == {"X3.4", "X5.1"}
