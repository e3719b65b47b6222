"""Triominos: drawing, passing, ends, hidden information, presets and notation (T6 to T10, T13)."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest

from tests.reference import triominos as reference
from tests.test_triominos import (
    DRAW,
    PASS,
    PLACE,
    RACK,
    TILES,
    deal,
    draw,
    free,
    gain,
    lay,
    legal_tiles,
    place_of,
    tile,
    tiles,
)
from tileengine import Position, errors, games
from tileengine._core import action as actions
from tileengine._core import registry

ZEROS = tiles("0-0-1 0-0-2 0-0-3 0-0-4 0-0-5")  # all that fits beside 0-0-0
MISFITS = tiles("1-1-2 1-1-3 1-1-4 1-1-5")


def stuck(options: dict[str, Any] | None = None, pool: list[reference.Tile] | None = None) -> Position:
    """Seat 0 has opened with 0-0-0, nothing on seat 1's rack fits."""
    position = free([tiles("0-0-0"), tiles("4-4-5")], pool=pool or MISFITS, spare=ZEROS, options=options or {})
    return lay(position, (0, 0, 0), reference.ORIGIN)


def finish(position: Position, salt: int = 0) -> list[Position]:
    """The rest of a random game."""
    line = [position]
    while not line[-1].over:
        line.append(line[-1].play(line[-1].sample(salt + line[-1].ply)))
    return line


# -- drawing and passing ---------------------------------------------------------------------------------------------


@pytest.mark.rule("T6.1", "T6.5")
def test_who_cannot_place_draws_and_plays_what_fits() -> None:
    position = stuck(pool=[*MISFITS[:1], (0, 0, 5)])
    assert [position.format(a) for a in position.legal()] == ["draw"]
    assert position.explain(actions.make(DRAW))[:2] == (0, "T6.1")
    assert position.explain(actions.make(PASS))[:2] == (1, "T6.1")
    once = draw(position)
    assert (once.turn, once.phase, once.score(1)[0]) == (1, "drawing", -5)
    twice = draw(once)
    assert (twice.turn, twice.score(1)[1]["draws"]) == (1, -10)
    assert legal_tiles(twice) == {(0, 0, 5)} and twice.count() == 3
    assert twice.explain(actions.make(DRAW))[:2] == (1, "T6.3")
    after = lay(twice, (0, 0, 5), ("D", 0, 0))
    assert (after.turn, after.phase, after.score(1)[0]) == (0, "turn", -5)


@pytest.mark.rule("T6.2")
@pytest.mark.parametrize(("penalty", "lost"), [(0, 15), (10, 25)])
def test_three_failures_end_the_turn(penalty: int, lost: int) -> None:
    position = draw(draw(stuck({"fail_penalty": penalty})))
    assert position.turn == 1
    after = draw(position)
    assert (after.turn, after.phase) == (0, "turn")
    assert after.score(1)[0] == -lost
    assert after.score(1)[1]["failures"] == -penalty


@pytest.mark.rule("T6.1", "T6.2")
def test_the_draw_cap_is_an_option() -> None:
    assert draw(stuck({"max_draws": 1, "fail_penalty": 7})).score(1)[0] == -12
    position = stuck({"max_draws": 0, "fail_penalty": 7})
    for count in range(1, 8):
        position = draw(position)
        assert (position.turn, position.score(1)[0]) == (1, -5 * count)


@pytest.mark.rule("T6.3")
def test_who_can_place_may_draw_only_by_option() -> None:
    racks = [tiles("0-0-0"), tiles("0-0-1")]
    position = lay(free(racks), (0, 0, 0), reference.ORIGIN)
    code, paragraph, _, places, _ = position.explain(actions.make(DRAW))
    assert (code, paragraph) == (1, "T6.3") and set(places) == {"D(-1,0)", "D(0,-1)", "D(0,0)"}
    assert position.explain(actions.make(PASS))[:2] == (1, "T6.4")
    position = lay(free(racks, options={"voluntary_draw": True}, pool=MISFITS), (0, 0, 0), reference.ORIGIN)
    assert actions.make(DRAW) in position.legal() and position.count(kind=PLACE) >= 3
    for _ in range(3):
        position = draw(position)
    assert position.turn == 1 and position.score(1)[0] == -15
    assert actions.make(DRAW) not in position.legal()
    assert position.explain(actions.make(DRAW))[:2] == (1, "T6.1")
    assert {actions.split(a)[0] for a in position.legal()} == {PLACE}


@pytest.mark.rule("T6.4")
@pytest.mark.parametrize("penalty", [0, 10])
def test_with_an_empty_pool_who_cannot_place_passes(penalty: int) -> None:
    options = {"start": "random", "max_draws": 0, "empty_pass_penalty": penalty}
    racks = [tiles("0-0-0"), tiles("4-4-5"), ZEROS, [], [], []]
    position = lay(deal(racks, lots=[0], options=options), (0, 0, 0), reference.ORIGIN)
    for left in range(19, -1, -1):
        position = draw(position)
        assert position.view()["zones"][-1]["size"] == left
    assert position.legal() == [actions.make(PASS)]
    assert position.explain(actions.make(PASS))[:2] == (0, "T6.4")
    assert position.explain(actions.make(DRAW))[:2] == (1, "T6.4")
    after = position.play(actions.make(PASS))
    assert gain(position, after, 1) == ({"passes": -penalty} if penalty else {})
    assert (after.turn, after.phase) == (2, "turn") and legal_tiles(after) == set(ZEROS)


# -- ends ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("T7.1", "T7.2", "T7.4")
def test_going_out_scores_25_and_all_other_racks() -> None:
    seen = 0
    for seed in range(40):
        line = finish(Position.deal("triominos", seats=3, options={"rounds": 1}, seed=seed))
        last, before = line[-1], line[-2]
        winners = [seat for seat in range(3) if last.score(seat)[1]["out"]]
        racks = [sum(map(sum, held(last, seat))) for seat in range(3)]
        if not winners:
            continue
        (winner,) = winners
        assert winner == before.turn and racks[winner] == 0
        found = gain(before, last, winner)
        assert (found["out"], found["racks"]) == (25, sum(racks))
        assert last.turn == (winner + 1) % 3
        seen += 1
    assert seen >= 10


def held(position: Position, seat: int) -> list[reference.Tile]:
    return [tile(p["name"]) for p in position.view()["pieces"] if p["zone"] == 1 + seat]


@pytest.mark.rule("T7.1", "T7.3")
@pytest.mark.parametrize("blocked", ["sum_minus_own", "pairwise", "each_loses_own"])
def test_a_blocked_round(blocked: str) -> None:
    seen = 0
    for seed in range(600):
        options: dict[str, games.Value] = {"rounds": 1, "blocked": blocked}
        line = finish(Position.deal("triominos", seats=3, options=options, seed=seed))
        last, before = line[-1], line[-2]
        racks = [sum(map(sum, held(last, seat))) for seat in range(3)]
        if any(last.score(seat)[1]["out"] for seat in range(3)):
            continue
        assert last.view()["zones"][-1]["size"] == 0
        for seat, own in enumerate(racks):
            if blocked == "each_loses_own":
                expected = -own
            elif own > min(racks):
                expected = 0
            elif blocked == "pairwise":
                expected = sum(racks) - 3 * own
            else:
                expected = sum(racks) - 2 * own
            assert last.score(seat)[1]["blocked"] == expected
            assert gain(before, last, seat).get("out", 0) == 0
        seen += 1
        if seen == 8:
            return
    pytest.fail("too few blocked rounds")


@pytest.mark.rule("T8.1", "T8.2")
@pytest.mark.parametrize("target", [200, 250, 400])
def test_a_game_ends_after_the_round_that_reaches_the_target(target: int) -> None:
    line = finish(Position.deal("triominos", options={"target": target}, seed=3))
    assert line[-1].end == "target"
    totals = [line[-1].score(seat)[0] for seat in range(2)]
    assert max(totals) >= target
    assert line[-1].outcome() == ((2, 0) if totals[0] > totals[1] else (0, 2))
    rounds = [round_of(p) for p in line]
    for before, after in pairwise(line):
        if round_of(after) > round_of(before):
            assert max(after.score(seat)[0] for seat in range(2)) < target
    assert rounds == sorted(rounds)


def round_of(position: Position) -> int:
    return next(int(c["value"]) for c in position.view()["counters"] if c["name"] == "round")


@pytest.mark.rule("T8.1")
def test_a_fixed_number_of_rounds_ignores_the_target() -> None:
    line = finish(Position.deal("triominos", options={"rounds": 3, "target": 1}, seed=3))
    assert line[-1].end == "rounds" and round_of(line[-1]) == 3


@pytest.mark.rule("T8.2")
def test_equal_totals_share_the_win() -> None:
    for seed in range(4000):
        options: dict[str, games.Value] = {"rounds": 1, "blocked": "each_loses_own", "bridge_rule": "three_corners"}
        last = finish(Position.deal("triominos", seats=3, options=options, seed=seed))[-1]
        totals = [last.score(seat)[0] for seat in range(3)]
        if totals.count(max(totals)) > 1:
            assert last.outcome() == tuple(int(total == max(totals)) for total in totals)
            return
    pytest.fail("no shared win found")


@pytest.mark.rule("T8.3", "T2.8")
def test_each_round_is_dealt_anew_from_the_positions_own_stream() -> None:
    start = Position.deal("triominos", options={"rounds": 2}, seed=8)
    line = finish(start)
    second = next(p for p in line if round_of(p) == 2)
    assert second.phase == "open" and second.order != start.order
    again = Position.deal("triominos", options={"rounds": 1}, seed=0, order=second.order)
    assert again.legal() == second.legal() and again.turn == second.turn
    other = finish(Position.deal("triominos", options={"rounds": 2}, seed=9, order=start.order))
    assert next(p for p in other if round_of(p) == 2).order != second.order


@pytest.mark.rule("T8.4")
def test_no_game_has_more_than_fifty_rounds() -> None:
    options = {"target": 1000, "fail_penalty": 100, "max_draws": 1}
    last = finish(Position.deal("triominos", options=options, seed=3))[-1]
    assert last.end == "round_cap" and round_of(last) == 50
    assert last.ply < registry.facts("triominos")["plies_max"]


# -- hidden information ----------------------------------------------------------------------------------------------


@pytest.mark.rule("T9.1")
def test_racks_and_pool_are_hidden_and_sizes_are_not() -> None:
    position = draw(stuck())
    for seat in (None, 0, 1):
        view = position.observe(seat).view()
        assert [z["size"] for z in view["zones"]] == [z["size"] for z in position.view()["zones"]]
        hands = [p for p in view["pieces"] if p["zone"] in (1, 2)]
        assert [p["piece"] >= 0 for p in hands] == [p["zone"] - 1 == seat for p in hands]
        assert all(p["zone"] != 3 for p in view["pieces"])
        with pytest.raises(errors.HiddenInformation):
            _ = position.observe(seat).order
    with pytest.raises(errors.HiddenInformation):
        position.observe(0).legal()
    assert position.observe(1).legal() == position.legal()


@pytest.mark.rule("T9.1", "T6.1")
def test_the_phase_does_not_tell_whether_a_seat_can_place() -> None:
    able = lay(free([tiles("0-0-0"), tiles("0-0-1")]), (0, 0, 0), reference.ORIGIN)
    assert able.phase == stuck().phase == "turn"
    assert able.observe(0).view()["marks"] == stuck().observe(0).view()["marks"]


@pytest.mark.rule("T9.2")
def test_all_racks_lie_open_at_the_end() -> None:
    last = finish(Position.deal("triominos", seats=3, options={"rounds": 1}, seed=4))[-1]
    for seat in (None, 0, 1, 2):
        seen = last.observe(seat)
        assert [held(seen, s) for s in range(3)] == [held(last, s) for s in range(3)]


@pytest.mark.rule("T9.3")
def test_worlds_keep_what_the_position_shows() -> None:
    """The opener is the opener, and before a turn's last draw nothing on the rack fitted."""
    opened = Position.deal("triominos", seats=4, seed=2)
    for viewer in (None, 0, 1, 2, 3):
        for seed in range(30):
            world = opened.observe(viewer).resample(seed)
            again = Position.deal("triominos", seats=4, seed=0, order=world.order)
            assert again.turn == opened.turn and again.legal() == world.legal()
    position = draw(draw(stuck()))
    for seed in range(60):
        world = position.observe(0).resample(seed)
        assert {actions.split(a)[0] for a in world.legal()} <= {PLACE, DRAW}
        assert len(legal_tiles(world)) <= 1
    spread = {frozenset(held(position.observe(0).resample(seed), 1)) for seed in range(60)}
    assert len(spread) > 50


@pytest.mark.rule("T9.3")
def test_hidden_tiles_are_spread_evenly() -> None:
    position = lay(free([tiles("5-5-5"), []]), (5, 5, 5), reference.ORIGIN).observe(0)
    mine = set(held(position, 0)) | {(5, 5, 5)}
    count = dict.fromkeys([t for t in TILES if t not in mine], 0)
    worlds = 4000
    for seed in range(worlds):
        for t in held(position.resample(seed), 1):
            count[t] += 1
    expected = worlds * 9 / len(count)
    chi_square = sum((n - expected) ** 2 / expected for n in count.values())
    assert len(count) == 47 and chi_square < 85  # 46 degrees of freedom: 0.05 % above


def seal(data: bytes) -> bytes:
    """The bytes with their checksum, the low half of the position hash of snapshot.pyx."""
    mask = (1 << 64) - 1
    h = 0x9E3779B97F4A7C15 ^ len(data)
    for at in range(0, len(data) + 1, 8):
        h = ((h ^ int.from_bytes(data[at : at + 8], "little")) * 0xBF58476D1CE4E5B9) & mask
        h ^= h >> (29 if at + 8 <= len(data) else 32)
    h = (h * 0x94D049BB133111EB) & mask
    return data + ((h ^ h >> 29) & 0xFFFFFFFF).to_bytes(4, "little")


@pytest.mark.rule("T2.8", "T3.2", "T9.3")
@pytest.mark.parametrize("seats", [2, 5])
def test_what_decodes_can_be_played_on(seats: int) -> None:
    """Bytes changed at random under a valid checksum are refused, or are a position like any other."""
    rng = random.Random(seats)
    line = finish(Position.deal("triominos", seats=seats, options={"rounds": 2}, seed=seats))
    known = [q.encode()[:-4] for p in line[::7] for q in (p, p.observe(), p.observe(0), p.observe(1))]
    assert seal(known[0]) == line[0].encode()
    accepted = 0
    for tries in range(1500):
        data = bytearray(rng.choice(known))
        for _ in range(rng.choice((1, 1, 2, 4))):
            data[rng.randrange(6, len(data))] = rng.choice((0, 1, 255, rng.randrange(256)))
        try:
            position = Position.decode(seal(bytes(data)))
        except errors.TileengineError:
            continue
        assert position.encode() == seal(bytes(data))
        accepted += 1
        world = position.resample(tries)
        world.check()
        finish(world)[-1].check()
    assert 0 < accepted < 1500


# -- presets and notation --------------------------------------------------------------------------------------------


@pytest.mark.rule("T10")
def test_presets_and_options_are_those_of_the_page() -> None:
    facts = registry.facts("triominos")
    assert {p["name"]: p["settings"] for p in facts["presets"]} == {
        "travel": {"target": 400},
        "classic": {"voluntary_draw": True, "fail_penalty": 10},
        "pressman": {"bridge_rule": "three_corners", "max_draws": 0},
        "short": {"target": 200},
    }
    assert {o["name"]: o["default"] for o in facts["options"]} == reference.DEFAULTS
    assert facts["parts"] == reference.PARTS
    assert {seats: RACK[seats] for seats in range(facts["seats_min"], facts["seats_max"] + 1)} == RACK


@pytest.mark.rule("T13.2", "T13.3")
def test_notation_is_exact() -> None:
    position = Position.deal("triominos", seed=1)
    for text in ("0-0-0@U(0,0)", "0-1-2@D(-3,17)/1", "4-5-5@U(55,-55)/2", "draw", "pass"):
        assert position.format(position.parse_move(text)) == text
    for text in (
        "0-1-2@U(0,0)/0",
        "0-1-2@U(56,0)",
        "0-1-2@U(0,-56)",
        "0-1-2@U(-0,0)",
        "0-1-2@U(00,0)",
        "0-1-2@u(0,0)",
        "0-1-2@U(0,0",
        "0-1-2@U(0;0)",
        "0-1-2@U(,0)",
        "0-1-2@U(0,0) ",
        "0-1-2@",
        "@U(0,0)",
        "Draw",
    ):
        with pytest.raises(errors.BadText):
            position.parse_move(text)
    triple = actions.make(PLACE, place_of(reference.ORIGIN), 0, 1)
    far = actions.make(PLACE, 0, 1, 0)
    for malformed in (
        triple,
        far,
        actions.make(PLACE, place_of(reference.ORIGIN), 1, 3),
        actions.make(PLACE, place_of(reference.ORIGIN), 1, 0, 1),
        actions.make(DRAW, 0),
    ):
        assert position.explain(malformed)[0] == errors.MalformedMove.code


@pytest.mark.rule("T13.4")
def test_polygons_are_anticlockwise_unit_triangles() -> None:
    line = finish(Position.deal("triominos", options={"rounds": 1}, seed=6))
    view = line[-5].view(geometry=True)
    for cell in view["cells"]:
        (ax, ay), (bx, by), (cx, cy) = cell["polygon"]
        assert (bx - ax) * (cy - ay) - (by - ay) * (cx - ax) == pytest.approx(3**0.5 / 2, abs=1e-4)
        assert (bx - ax) ** 2 + (by - ay) ** 2 == pytest.approx(1, abs=1e-4)
    cells = {cell["place"]: cell["polygon"] for cell in view["cells"]}
    for piece in view["pieces"]:
        if piece["place"] not in cells:
            continue
        # A number is written nearest to the lattice point that it lies on; neighbours agree on each point.
        kind, where = piece["place_name"][0], piece["place_name"][2:-1].split(",")
        cell = (kind, int(where[0]), int(where[1]))
        for (x, y), number in reference.turned(tile(piece["name"]), cell, piece["rotation"]).items():
            px, py = x + y / 2, y * 3**0.5 / 2
            near = min(piece["labels"], key=lambda label: (label["x"] - px) ** 2 + (label["y"] - py) ** 2)
            assert near["text"] == str(number)


@pytest.mark.rule("T13.5")
def test_the_canonical_id_forgets_moving_turning_and_the_order_of_play() -> None:
    """0-0-0 and three tiles round it: laid on other sides, in another order, turned; then a different layout."""
    racks = [tiles("0-0-0 0-0-2"), tiles("0-0-1 0-0-3")]

    def layout(*cells: reference.Cell) -> object:
        position = lay(free(racks), (0, 0, 0), reference.ORIGIN)
        for name, cell in zip(tiles("0-0-1 0-0-2 0-0-3"), cells, strict=True):
            position = lay(position, name, cell)
        return position.canonical

    a, b, c = ("D", 0, 0), ("D", -1, 0), ("D", 0, -1)
    same = layout(a, b, c)
    assert layout(b, c, a) == layout(c, a, b) == same
    assert layout(a, c, b) != same  # the mirror image
    first = free([tiles("0-0-0 0-0-2"), tiles("0-0-1 0-0-3")])
    turned = lay(lay(first, (0, 0, 0), reference.ORIGIN), (0, 0, 1), a)
    other = lay(lay(first, (0, 0, 0), reference.ORIGIN), (0, 0, 1), b)
    assert turned.canonical == other.canonical and turned.hash != other.hash
    assert draw(stuck()).canonical != stuck().canonical
