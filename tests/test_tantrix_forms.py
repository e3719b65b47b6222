"""Forms of Tantrix positions: notation, bytes, symmetries, what a viewer sees and how it is drawn."""

from __future__ import annotations

import itertools
import math
import random
import struct

import pytest

from tests.reference import tantrix as reference
from tests.tantrix_positions import Board, board_of, body_of, cell, hand_of, move, place, position, reached, wrapped
from tests.test_tantrix import NO_FIT, NO_FIT_TOO, NOTCH, ROW
from tileengine import Position, errors

# -- notation ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("X11.1", "X11.2")
def test_notation() -> None:
    p = Position.deal("tantrix", seed=1)
    assert p.format(move(17, 0, 0)) == "17@(0,0)"
    assert p.format(move(1, -3, 12, 5)) == "1@(-3,12)/5"
    assert p.parse_move("56@(55,-55)/1") == move(56, 55, -55, 1)
    for text in ("0@(0,0)", "57@(0,0)", "017@(0,0)", "17@(00,0)", "17@(-0,0)", "17@(0,0)/0", "17@0,0", "17@(0, 0)",
                 "17@(0,0", "17@(,)", "17@(0)", "@(0,0)", "17@(+1,0)", "17@(0,100)", "1 @(0,0)"):  # fmt: skip
        with pytest.raises(errors.BadText):
            p.parse_move(text)


@pytest.mark.rule("X11.3")
def test_bits_that_are_no_move() -> None:
    p = Position.deal("tantrix", seed=1)
    good = p.legal()[0]
    assert p.explain(good)[0] == 0
    for bad in (good | 1, good | 6 << 3, good | 15 << 3, good | 1 << 28, good ^ 3 << 29, good | 0x7F << 7, 0):
        assert p.explain(bad)[0] == 3
    assert p.explain(move(1, 0, 0) | 56 << 7)[0] == 3


# -- bytes -------------------------------------------------------------------------------------------------------------


def assert_refused(p: Position, body: bytes, phase: str = "free", end: str = "running", ply: int | None = None) -> None:
    with pytest.raises(errors.TileengineError):
        Position.decode(wrapped(p, body, ply=body[0] if ply is None else ply, turn=p.turn, phase=phase, end=end))


def test_bodies_that_contradict_the_rules_are_refused() -> None:
    """Every one has the right checksum and the right length."""
    p = position(NOTCH, [NO_FIT, NO_FIT_TOO])
    hands = [NO_FIT, NO_FIT_TOO]
    order = [t + 1 for t in p.order]
    good = body_of(NOTCH, hands, order)
    assert Position.decode(wrapped(p, good, ply=3, turn=0, phase="free")) == p
    cases = {
        "ply": good,
        "a side that does not match": body_of({**NOTCH, (2, -1): (3, 2)}, hands, order),
        "no tile on the origin": body_of({(q + 1, r): t for (q, r), t in NOTCH.items()}, hands, order),
        "not connected": body_of({**NOTCH, (2, -1): (3, 1), (9, 9): (55, 0)}, hands, order),
        "a tile twice": body_of({**NOTCH, (2, -1): (2, 1)}, hands, order),
        "a laid tile in a hand": body_of(NOTCH, [[1, *NO_FIT[1:]], NO_FIT_TOO], order),
        "a hand too small": body_of(NOTCH, [NO_FIT[1:], NO_FIT_TOO], order),
        "an order that repeats": body_of(NOTCH, hands, [*order[:-1], order[-2]]),
        "a drawn tile in the bag": body_of(NOTCH, hands, [order[-1], *order[1:-1], order[0]]),
        "rotation 6": body_of({**NOTCH, (2, -1): (3, 6)}, hands, order),
        "tile 57": body_of({**NOTCH, (2, -1): (57, 1)}, hands, order),
        "far away": body_of({(0, 0): (1, 0), (60, 0): (2, 2), (2, -1): (3, 1)}, hands, order),
        "unsorted hand": good.replace(bytes([t - 1 for t in NO_FIT]), bytes([t - 1 for t in NO_FIT[::-1]])),
    }
    for name, body in cases.items():
        assert_refused(p, body, ply=4 if name == "ply" else None)
    for phase, end in (("forced_before", "running"), ("forced_after", "running"), ("free", "finished"),
                       ("free", "deadlock"), ("free", "solved")):  # fmt: skip
        assert_refused(p, good, phase, end)


@pytest.mark.rule("X5.1", "X5.8")
def test_boards_no_play_leads_to_are_refused() -> None:
    """A fourth tile beside the notch, and three red links at a space, while the bag is not empty."""
    crowded = next(
        {**NOTCH, (2, 0): (t, r)} for t in range(6, 57) for r in range(6)
        if reference.turned(t, r)[0] == reference.turned(3, 1)[3]
    )  # fmt: skip
    triple: Board = {(0, 0): (1, 2), (1, -1): (2, 4), (2, -1): (3, 3)}
    for board in (crowded, triple):
        for phase in ("free", "forced_before"):
            with pytest.raises(errors.CorruptPosition):
                position(board, [[], []], phase=phase)


def test_noise_is_refused_or_read_back_the_same() -> None:
    """Bodies damaged under a right checksum: never a crash, and whatever is accepted encodes to the same bytes."""
    rng = random.Random(1)
    accepted = 0
    for seed in range(3):
        p = reached(seed, 10 + 14 * seed)
        data = p.encode()
        start = len(data) - 4 - struct.unpack_from("<H", data, 16)[0]
        for _ in range(600):
            body = bytearray(data[start:-4])
            for _ in range(rng.choice((1, 1, 2, 5))):
                body[rng.randrange(len(body))] = rng.randrange(256)
            try:
                raw = wrapped(p, bytes(body), ply=p.ply, turn=p.turn, phase=p.phase)
                again = Position.decode(raw)
            except errors.TileengineError:
                continue
            again.check()
            assert again.encode() == raw
            accepted += 1
    assert accepted > 0


def test_many_scattered_tiles_are_refused() -> None:
    """Tiles far apart have more cells beside them than any game: read must stop before it runs out of room."""
    spots = [(3 * i - 27, 3 * j - 27) for i in range(10) for j in range(6)][:56]
    board: Board = {c: (i + 1, 0) for i, c in enumerate(spots)}
    like = Position.deal("tantrix", seed=1)
    assert_refused(like, body_of(board, [[], []], list(range(1, 57))), end="finished")


# -- symmetries --------------------------------------------------------------------------------------------------------


def image(board: Board, turn: int, mirror: bool, renamed: str, dq: int) -> Board:
    """The board turned, mirrored, moved and in other colours, from the colours of the sides alone."""
    every = {reference.turned(tile, i): (tile, i) for tile in range(1, 57) for i in range(6)}
    table = str.maketrans("RYGB", renamed)
    result: Board = {}
    for where, (tile, rotation) in board.items():
        q, r = where
        sides = reference.turned(tile, rotation).translate(table)
        if mirror:
            q, r, sides = -q, q + r, "".join(sides[-i % 6] for i in range(6))
        for _ in range(turn):
            q, r, sides = -r, q + r, sides[-1] + sides[:-1]
        result[q + dq, r] = every[sides]
    return result


def tile_image(tile: int, mirror: bool, renamed: str) -> int:
    return image({(0, 0): (tile, 0)}, 0, mirror, renamed, 0)[0, 0][0]


@pytest.mark.rule("X1.3", "X1.4")
def test_images_of_a_position_share_its_canonical_id() -> None:
    p = position(ROW, [NO_FIT, NO_FIT_TOO]).observe()
    ids = set()
    for renamed in ("RYGB", "RYBG", "GBRY", "YRGB", "BGYR"):
        for mirror in (False, True):
            for turn in range(6):
                board = image(ROW, turn, mirror, renamed, 0)
                shifted = {(q + 1, r - 1): t for (q, r), t in board.items()} if turn % 2 else board
                if (0, 0) not in shifted:
                    shifted = board
                hands = [[tile_image(t, mirror, renamed) for t in hand] for hand in (NO_FIT, NO_FIT_TOO)]
                names = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}
                options = {"colour_0": names[renamed[0]], "colour_1": names[renamed[1]]}
                q = position(shifted, hands, options=options)
                assert q.observe().canonical == p.canonical
                assert q.count() == p.resample(1).count()
                ids.add(q.observe().hash)
                # The other seat's place at the table, with its colour: still the same game.
                swapped = {"colour_0": options["colour_1"], "colour_1": options["colour_0"]}
                other = position(shifted, hands[::-1], turn=1, options=swapped)
                assert other.observe().canonical == p.canonical
    assert len(ids) > 50
    different = position(ROW, [NO_FIT_TOO, NO_FIT], turn=0).observe()
    assert different.canonical != p.canonical
    assert position(ROW, [NO_FIT, NO_FIT_TOO], options={"colour_0": "blue"}).observe().canonical != p.canonical


@pytest.mark.rule("X1.4")
def test_positions_of_random_games_differ_in_canonical_id() -> None:
    ids = [reached(seed, ply).canonical for seed in range(5) for ply in range(1, 40)]
    assert len(set(ids)) == len(ids)


# -- viewers and views -------------------------------------------------------------------------------------------------


@pytest.mark.rule("X2.1", "X2.7")
def test_the_bag_is_hidden_and_its_size_is_not() -> None:
    p = reached(7, 12)
    seen = p.observe(0)
    zone = next(z for z in seen.view()["zones"] if z["name"] == "bag")
    assert zone["hidden"] and zone["size"] == 32
    assert seen.legal() == p.legal() and hand_of(seen, 1) == hand_of(p, 1)
    worlds = {seen.resample(seed).order for seed in range(20)}
    assert len(worlds) == 20 and {w[:24] for w in worlds} == {p.order[:24]}
    assert {frozenset(w) for w in worlds} == {frozenset(range(56))}
    with pytest.raises(errors.HiddenInformation):
        _ = seen.order


@pytest.mark.rule("X12.4")
def test_the_view_of_a_notch() -> None:
    view = position(ROW, [NO_FIT, NO_FIT_TOO]).view(geometry=True)
    marks: dict[str, set[str]] = {}
    for m in view["marks"]:
        marks.setdefault(m["name"], set()).add(m["place_name"])
    assert marks["forced"] == {"(1,0)"}
    assert marks["controlled"] == {"(3,0)", "(4,0)"} and {"(2,0)", "(0,1)"} <= marks["beside_forced"]
    p = position(ROW, [NO_FIT, NO_FIT_TOO])
    counts = {m["place_name"]: m["value"] for m in view["marks"] if m["name"] == "open"}
    for name, value in counts.items():
        assert value == sum(f"({cell(a)[0]},{cell(a)[1]})" == name for a in p.legal())
    assert sum(counts.values()) == p.count()
    forced = position(NOTCH, [[45, *NO_FIT[:5]], []], phase="forced_before").view()["marks"]
    assert [m["place_name"] for m in forced if m["name"] == "open"] == ["(1,0)"]


@pytest.mark.rule("X12.1", "X12.2")
def test_cells_tile_the_plane_and_links_meet_at_the_middles_of_sides() -> None:
    p = reached(3, 30)
    view = p.view(geometry=True)
    cells = {c["place"]: c for c in view["cells"]}
    origin = cells[place(0, 0)]
    assert origin["centre"] == pytest.approx((0, 0), abs=1e-6)
    assert all(math.hypot(*corner) == pytest.approx(1) for corner in origin["polygon"])
    board = board_of(p)
    for q, r in board:
        for side, n in enumerate(reference.near((q, r))):
            if n in board:
                a, b = cells[place(q, r)]["centre"], cells[place(*n)]["centre"]
                angle = math.pi / 2 - side * math.pi / 3  # sides run clockwise from north
                assert (b[0] - a[0], b[1] - a[1]) == pytest.approx(
                    (math.sqrt(3) * math.cos(angle), math.sqrt(3) * math.sin(angle)), abs=1e-4
                )
    for piece in view["pieces"]:
        if piece["zone"] != 0:
            continue
        x, y = cells[piece["place"]]["centre"]
        assert [label["text"] for label in piece["labels"]] == [piece["name"]]
        ends = set()
        for stroke in piece["strokes"]:
            for px, py in (stroke["points"][0], stroke["points"][-1]):
                assert math.hypot(px - x, py - y) == pytest.approx(math.sqrt(3) / 2, abs=1e-4)
                ends.add(round(math.degrees(math.atan2(py - y, px - x))) % 360)
            assert all(math.hypot(px - x, py - y) <= 0.87 for px, py in stroke["points"])
        assert ends == {30, 90, 150, 210, 270, 330}


@pytest.mark.rule("X6.3", "X12.3")
def test_features_are_the_best_line_or_loop_of_each_seat() -> None:
    for seed in range(6):
        p = reached(seed, 50)
        view = p.view()
        for f in view["features"]:
            points, parts = p.score(f["seat"])
            assert f["value"] == points == (2 if f["name"] == "loop" else 1) * len(f["items"])
            assert parts[f["name"]] == points and f["closed"] == (f["name"] == "loop")
            board = board_of(p)
            steps = list(zip(f["items"], f["items"][1:] + f["items"][:1], strict=True))
            for a, b in steps if f["closed"] else steps[:-1]:
                here = ((a["place"] >> 7) - 64, (a["place"] & 127) - 64)
                colours = reference.turned(*board[here])
                assert colours[a["a"]] == colours[a["b"]] == "RYGB"[f["colour"]]
                there = reference.near(here)[a["b"]]
                assert place(*there) == b["place"] and b["a"] == (a["b"] + 3) % 6
            (line,) = f["polylines"]
            for (x0, y0), (x1, y1) in itertools.pairwise(line):
                assert 0 < math.hypot(x1 - x0, y1 - y0) < 1.8
