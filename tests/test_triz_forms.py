"""Triz: notation, bytes, hidden worlds, symmetries, views and drawings."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from typing import Any

import pytest

from tests.reference import triz as reference
from tests.test_triz import PASS, deal, first_pass, line, names, zone
from tileengine import Position, TileengineError, errors
from tileengine._core import action as actions

MASK = (1 << 64) - 1


def checksum(data: bytes) -> bytes:
    """The snapshot's own checksum, written again from its description."""
    h = 0x9E3779B97F4A7C15 ^ len(data)
    whole = len(data) // 8 * 8
    for i in range(0, whole, 8):
        h = (h ^ int.from_bytes(data[i : i + 8], "little")) * 0xBF58476D1CE4E5B9 & MASK
        h ^= h >> 29
    h = (h ^ int.from_bytes(data[whole:], "little")) * 0xBF58476D1CE4E5B9 & MASK
    h ^= h >> 32
    h = h * 0x94D049BB133111EB & MASK
    return ((h ^ h >> 29) & 0xFFFFFFFF).to_bytes(4, "little")


def played(plies: int, seed: int = 1, seats: int = 2, **options: Any) -> Position:
    p = Position.deal("triz", seats=seats, options=options, seed=seed)
    for ply in range(plies):
        if not p.over:
            p = p.play(p.sample(seed * 1000 + ply))
    return p


# -- notation ----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("Z9.1")
def test_pieces_are_named_by_their_rings() -> None:
    assert len(set(names())) == 54
    assert names()[:6] == ["RYGB", "RYBG", "RGYB", "RGBY", "RBYG", "RBGY"]
    assert names()[6:8] == ["RRYG", "RRYB"] and names()[30:32] == ["RYRG", "RYRB"]
    assert names()[42:45] == ["RRRY", "RRRG", "RRRB"]
    for flip in (False, True):
        expected = {ring for rings in reference.forms(flip).values() for ring in rings}
        assert expected <= set(names())


@pytest.mark.rule("Z9.2", "Z9.3")
def test_moves_read_and_write() -> None:
    p = deal("RYGB")
    assert p.parse_move("RYGB@(3,4)/5") == actions.make(1, 3 * 32 + 4, 0, 5, 0)
    assert p.parse_move("=RRRY@(18,18)/3~5") == actions.make(5, 18 * 32 + 18, 42, 3, 5)
    assert p.parse_move("pass") == actions.make(PASS)
    for wrong in (
        "RYGB@(3,4)/0",
        "RYGB@(03,4)",
        "RYGB@(3,19)",
        "RYGB@(19,0)",
        "YGBR@(3,4)",
        "rygb@(3,4)",
        "RYGB@3,4",
        "RYGB@(3,4",
        "RYGB@(3, 4)",
        "RYGB",
        "RYGB@(3,4)/16",
        "RYGB@(3,4)~8",
        "RRRR@(0,0)",
        "RRYY@(0,0)",
        "",
    ):
        with pytest.raises(errors.BadText):
            p.parse_move(wrong)


@pytest.mark.rule("Z8.8")
@pytest.mark.parametrize(
    "action",
    [
        actions.make(1, 0, 54, 0, 0),
        actions.make(1, 0, 0, 8, 0),
        actions.make(1, 0, 0, 0, 1),
        actions.make(1, 19, 0, 0, 0),
        actions.make(1, 19 * 32, 0, 0, 0),
        actions.make(1, 0, 42, 4, 0),
        actions.make(5, 0, 42, 0, 0),
        actions.make(5, 0, 42, 0, 6),
        actions.make(5, 0, 0, 0, 1),
        actions.make(5, 0, 42, 4, 1),
        actions.make(PASS, 0),
        actions.make(PASS, piece=0),
        actions.make(2, 0, 0),
        actions.make(3),
        0,
        0xFFFFFFFF,
    ],
)
def test_numbers_that_are_no_moves(action: int) -> None:
    for p in (deal("RYGB"), played(500)):
        assert p.explain(action)[0] == errors.MalformedMove.code
        with pytest.raises(errors.MalformedMove):
            p.play(action)


@pytest.mark.rule("Z4.2")
def test_after_the_end_every_move_is_refused_as_such() -> None:
    p = played(500)
    assert p.over
    for text in ("RYGB@(0,0)", "=RRRY@(0,0)~1", "pass"):
        with pytest.raises(errors.GameOver):
            p.play(p.parse_move(text))


# -- bytes -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("Z8.6")
def test_decoding_survives_any_bytes() -> None:
    """Damage behind a right checksum: refused, or a position that encodes to the same bytes and can be played on."""
    rng = random.Random(5)
    decoded = 0
    for number in range(60):
        p = played(
            rng.randrange(90),
            number,
            2 + number % 3,
            field_size=rng.choice((8, 12, 19)),
            flip=number % 2 == 0,
            triples_dealt=number % 3 == 0,
            piece_set=rng.choice(("listed", "total52", "complete")),
        )
        if number % 4 == 1:
            p = p.observe(number % 2)
        body = p.encode()[:-4]
        head = 20 + 4 * 10 + 40
        for _ in range(60):
            data = bytearray(body)
            for _ in range(rng.choice((1, 1, 2, 5))):
                data[rng.randrange(head, len(data))] = rng.choice((0, 1, 0xFF, 42, rng.randrange(256)))
            if rng.random() < 0.3:
                data[rng.choice((8, 12, 14, 15))] = rng.randrange(4)
            broken = bytes(data) + checksum(bytes(data))
            try:
                q = Position.decode(broken)
            except TileengineError:
                continue
            decoded += 1
            assert q.encode() == broken
            q.check()
            q.view()
            world = q.resample(1)
            world.check()
            if not world.over:
                world.play(world.sample(1)).check()
    assert decoded


@pytest.mark.rule("Z8.6", "Z4.1", "Z6.2")
def test_what_contradicts_the_rules_is_refused() -> None:
    p = played(10)
    data = p.encode()[:-4]
    head = 20 + 4 * 10 + 40

    def refused(at: int, value: int) -> bool:
        damaged = bytearray(data)
        damaged[at] = value
        try:
            Position.decode(bytes(damaged) + checksum(bytes(damaged)))
        except errors.BadSnapshot:
            return True
        return False

    assert not refused(head, data[head])
    assert refused(head, data[head] + 1)  # one more piece drawn than there is on the table
    assert refused(head + 1, 1)  # a pass by a seat that could lay
    assert refused(head + 2, 1)  # a triple on the table without the variant
    assert refused(head + 4, 4)  # a short hand while the stock lasts
    assert refused(head + 6, (data[head + 6] + 1) % 54)  # another piece in a hand
    assert refused(12, 1)  # the other seat's turn
    assert refused(14, 1)  # over while it runs
    assert refused(8, 9)  # fewer plies than pieces


@pytest.mark.rule("Z9.4")
def test_positions_of_the_same_pieces_have_the_same_bytes_however_they_came_about() -> None:
    p = deal("RYGB", "RYGB", "RYGB", "RYGB", "RYGB", "RYGB", "RYGB", "RYGB", "RYGB", "RYGB", "RYGB", "RYGB")
    one = line(p, "RYGB@(0,0)", "RYGB@(8,8)")
    other = line(p, "RYGB@(8,8)", "RYGB@(0,0)")
    assert one == other and one.hash == other.hash


# -- samples -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("Z8.4")
@pytest.mark.parametrize(
    ("plies", "options"),
    [
        (0, {"field_size": 8, "triples_dealt": True}),
        (40, {"field_size": 8}),
        (62, {}),
        (46, {"triples_dealt": True}),
    ],
)
def test_samples_are_uniform(plies: int, options: dict[str, Any]) -> None:
    """Few moves (counted after the guesses failed) and many (guessed): Pearson's statistic stays in bounds."""
    p = played(plies, 11, **options)
    legal = p.legal()
    assert len(legal) > 1
    cells = min(len(legal), 50)
    draws = 40_000
    index = {a: i * cells // len(legal) for i, a in enumerate(legal)}
    sizes = Counter(index.values())
    found = Counter(index[p.sample(seed)] for seed in range(draws))
    chi = sum((found[c] - draws * n / len(legal)) ** 2 / (draws * n / len(legal)) for c, n in sizes.items())
    free = cells - 1
    assert chi < free + 5 * (2 * free) ** 0.5


# -- hidden worlds -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("Z8.6")
def test_worlds_conserve_the_pieces_and_keep_what_is_seen() -> None:
    p = played(30, 3, 3, triples_dealt=True)
    whole = Counter(p.order)
    seen = p.observe(1)
    hands = set()
    for seed in range(40):
        world = seen.resample(seed)
        assert Counter(world.order) == whole
        assert zone(world, "hand", 1) == zone(p, "hand", 1)
        assert zone(world, "discard", 1) == zone(p, "discard", 1)
        assert zone(world, "board") == zone(p, "board")
        hands.add(tuple(zone(world, "hand", 0)))
        Position.decode(world.encode()).check()
    assert len(hands) > 20


@pytest.mark.rule("Z8.6", "Z4.2")
def test_who_has_just_passed_holds_nothing_that_fits() -> None:
    p = first_pass()
    passer = p.turn
    q = p.play(actions.make(PASS))
    fitting = {names()[actions.split(a)[2]] for a in q.legal()}  # of the other seat's hand
    assert fitting
    for viewer in (1 - passer, None):
        for seed in range(25):
            world = q.observe(viewer).resample(seed)
            assert not set(zone(world, "hand", passer)) & fitting
            assert Position.decode(world.encode()) == world
    assert any(set(zone(q.observe().resample(seed), "hand", 1 - passer)) & fitting for seed in range(25))


@pytest.mark.rule("Z8.6", "Z4.2")
def test_a_pass_by_a_seat_that_could_lay_is_refused() -> None:
    """The two hands exchanged: the seat that passed would hold what the other can lay."""
    p = first_pass()
    passer = p.turn
    q = p.play(actions.make(PASS))
    data = bytearray(q.encode()[:-4])
    hands = 20 + 4 * 10 + 40 + 4 + 2
    size = [len(zone(q, "hand", seat)) for seat in range(2)]
    assert passer in (0, 1) and size[0] == size[1] > 0
    one, two = data[hands : hands + size[0]], data[hands + size[0] : hands + 2 * size[0]]
    data[hands : hands + 2 * size[0]] = two + one
    with pytest.raises(errors.CorruptPosition):
        Position.decode(bytes(data) + checksum(bytes(data)))


@pytest.mark.rule("Z8.6")
def test_each_unseen_piece_is_dealt_as_often_as_it_is_there() -> None:
    """The hidden hand's share of each kind of piece follows the pieces unseen."""
    p = Position.deal("triz", seed=8)
    seen = p.observe(0)
    unseen = Counter(names()[i] for i in p.order) - Counter(zone(p, "hand", 0))
    drawn: Counter[str] = Counter()
    for seed in range(3000):
        drawn.update(zone(seen.resample(seed), "hand", 1))
    for ring in ("RYGB", "RYBG", "RGYB"):
        expected = 15_000 * unseen[ring] / 67
        assert abs(drawn[ring] - expected) < 5 * expected**0.5
    singles = [drawn[n] for n in unseen if unseen[n] == 1]
    assert min(singles) > 150 and max(singles) < 300


# -- symmetries --------------------------------------------------------------------------------------------------------


def turned(move: str, size: int) -> str:
    """A move with the field turned by a quarter."""
    piece, where = move.split("@")
    where, _, number = where.partition("/")
    a, b = (int(n) for n in where.strip("()").split(","))
    k = (int(number or 0) + 1) % 4 + int(number or 0) // 4 * 4
    return f"{piece}@({size - 1 - b},{a})" + (f"/{k}" if k else "")


@pytest.mark.rule("Z8.7")
@pytest.mark.parametrize("options", [{}, {"flip": False, "piece_set": "total52"}, {"match_rule": "jewels"}])
def test_a_turned_field_is_the_same_position(options: dict[str, Any]) -> None:
    p = q = Position.deal("triz", options=options, seed=6)
    for ply in range(40):
        assert p.canonical == q.canonical and p.count() == q.count()
        if p.over:
            break
        move = p.format(p.sample(ply))
        p = line(p, move)
        q = line(q, move if move == "pass" else turned(move, 12))
        assert p.hash != q.hash
        assert [p.score(s) for s in (0, 1)] == [q.score(s) for s in (0, 1)]


def recoloured_game(p: Position, moves: list[str], colours: dict[str, str], seats: int) -> Position:
    """The same game with the colours renamed, the seats' colours too."""
    word = dict(zip("RYGB", ("red", "yellow", "green", "blue"), strict=True))
    options = dict(p.options)
    for i in range(4):
        options[f"colour_{i}"] = word[colours[str(options[f"colour_{i}"])[0].upper()]]
    flip = bool(options["flip"])
    first = Position.deal("triz", seats=seats, options=p.options, seed=6)

    def renamed(ring: str) -> str:
        return "".join(colours[letter] for letter in ring)

    order = bytes(names().index(reference.name(renamed(names()[i]), flip)) for i in first.order)
    q = Position.deal("triz", seats=seats, options=options, seed=9, order=order)
    for move in moves:
        if move == "pass":
            q = line(q, move)
            continue
        ring, _, rest = move.partition("@")
        where, _, number = rest.partition("/")
        shown = renamed(reference.shown(ring, int(number or 0)))
        piece = reference.name(shown, flip)
        k = next(k for k in reference.orientations(piece, flip) if reference.shown(piece, k) == shown)
        q = line(q, f"{piece}@{where}" + (f"/{k}" if k else ""))
    return q


@pytest.mark.rule("Z8.7")
@pytest.mark.parametrize(
    ("options", "colours"),
    [
        ({}, "YRGB"),
        ({}, "RYBG"),
        ({}, "GBRY"),
        ({"flip": False}, "BRYG"),
        ({"piece_set": "complete"}, "YGBR"),
        ({"scoring": "two_colour_sum"}, "YGBR"),
        ({"piece_set": "total52"}, "YRBG"),  # the ring with six copies stays what it is
    ],
)
def test_renamed_colours_are_the_same_position(options: dict[str, Any], colours: str) -> None:
    p = Position.deal("triz", options=options, seed=6)
    moves = []
    for ply in range(25):
        moves.append(p.format(p.sample(ply)))
        p = line(p, moves[-1])
    q = recoloured_game(p, moves, dict(zip("RYGB", colours, strict=True)), 2)
    assert p.canonical == q.canonical
    assert p.hash != q.hash
    assert [p.score(s) for s in (0, 1)] == [q.score(s) for s in (0, 1)]


@pytest.mark.rule("Z8.7")
def test_other_positions_differ() -> None:
    p = Position.deal("triz", seed=6)
    seen = {p.play(a).canonical for a in p.legal(piece=p.order[0])}
    # 144 sites under four quarter turns: 36 classes of sites, each with all looks of the piece.
    looks = len({actions.split(a)[3] for a in p.legal(piece=p.order[0])})
    assert len(seen) == 36 * looks


@pytest.mark.rule("Z8.7")
def test_no_reflection_keeps_the_contacts() -> None:
    """Whatever a reflection of the sites does to the positions, some pair that meets would no longer meet."""
    contacts = {(site, i, j) for i in range(4) for site, j in reference.meets(((0, 0), i))}
    assert len(contacts) == 12
    maps = list(permutations(range(4)))
    kept_turns = kept_reflections = 0
    for x, y in reference.ARMS:  # where the turn takes the first axis
        for m in maps:
            turns = {((x * a - y * b, y * a + x * b), m[i], m[j]) for (a, b), i, j in contacts}
            kept_turns += turns == contacts
            kept_reflections += {((b, a), i, j) for (a, b), i, j in turns} == contacts
    assert kept_turns == 4 and kept_reflections == 0


# -- views and drawings ------------------------------------------------------------------------------------------------


def area(points: list[tuple[float, float]]) -> float:
    return sum(x * w - z * y for (x, y), (z, w) in zip(points, points[1:] + points[:1], strict=True)) / 2


@pytest.mark.rule("Z2.3", "Z5.1")
@pytest.mark.parametrize("seed", range(4))
def test_groups_and_their_outlines(seed: int) -> None:
    """Groups agree with the reference; an outline encloses 5/4 a jewel (an arm and a quarter of the middle)."""
    p = played(60, seed, field_size=8, match_rule=("contacts", "jewels")[seed % 2])
    game = reference.Game(2, p.options, [names()[i] for i in p.order])
    pieces = [piece for piece in p.view()["pieces"] if piece["zone"] == 0]
    for piece in pieces:
        a, b = divmod(piece["place"], 32)
        game.board[a, b] = reference.shown(piece["name"], piece["rotation"])
    view = p.view()
    expected = {
        (colour, frozenset(group)) for colour, letter in enumerate("RYGB") for group in game.jewel_groups(letter)
    }
    holes = 0
    found = set()
    for feature in view["features"]:
        items = frozenset((divmod(item["place"], 32), item["a"]) for item in feature["items"])
        found.add((feature["colour"], items))
        assert feature["name"] == "group" and feature["closed"]
        assert feature["value"] == len(items) == len(feature["items"])
        assert feature["seat"] == {0: 0, 1: 1}.get(feature["colour"], -1)
        areas = [area(polyline) for polyline in feature["polylines"]]
        assert abs(sum(areas) - 1.25 * len(items)) < 1e-6
        assert areas[0] != 0 and sum(a > 0 for a in areas) == 1  # one outer line; the others are holes
        holes += len(areas) - 1
        # Euler: corners of the outlines = their edges; each edge has length 1 or half a diagonal.
        for polyline in feature["polylines"]:
            for (x, y), (z, w) in zip(polyline, polyline[1:] + polyline[:1], strict=True):
                assert abs(abs(x - z) + abs(y - w) - 1) < 1e-6
    assert found == expected and sum(len(f["items"]) for f in view["features"]) == 4 * len(pieces)
    assert not view["overflow"]


@pytest.mark.rule("Z2.3")
def test_a_piece_is_drawn_as_four_jewels() -> None:
    p = line(deal("RYGB"), "RYGB@(3,1)/6")
    piece = next(x for x in p.view(geometry=True)["pieces"] if x["place_name"] == "(3,1)")
    assert [s["colour"] for s in piece["strokes"]] == ["RYGB".index("BGYR"[(i - 2) % 4]) for i in range(4)]
    for i, stroke in enumerate(piece["strokes"]):
        assert stroke["filled"] and area(stroke["points"]) == 1.25
        assert stroke["points"][0] == (5.0, 5.0)
        (x, y) = stroke["points"][2]
        dx, dy = ((1.5, -0.5), (0.5, 1.5), (-1.5, 0.5), (-0.5, -1.5))[i]
        assert (x, y) == (5 + dx, 5 + dy)


@pytest.mark.rule("Z4.1", "Z3.4")
def test_open_sites() -> None:
    """Who knows the hand sees the number of moves; others see how many of the pieces could lie there."""
    p = played(30, 2, field_size=8)
    marks = {m["place"]: m for m in p.view()["marks"]}
    assert all(m["name"] == "open" and m["seat"] == p.turn for m in marks.values())
    counts = Counter(actions.split(a)[1] for a in p.legal())
    assert {place: m["value"] for place, m in marks.items()} == counts
    assert p.observe(p.turn).view()["marks"] == p.view()["marks"]
    game = reference.Game(2, p.options, [names()[i] for i in p.order])
    for piece in p.view()["pieces"]:
        if piece["zone"] == 0:
            game.board[divmod(piece["place"], 32)] = reference.shown(piece["name"], piece["rotation"])
    groups = game.groups()
    for viewer in (1 - p.turn, None):
        public = {m["place"]: m["value"] for m in p.observe(viewer).view()["marks"]}
        for a in range(8):
            for b in range(8):
                fitting = [
                    ring
                    for ring in reference.piece_set("listed", True)
                    if (a, b) not in game.board
                    and any(
                        game.satisfied((a, b), reference.shown(ring, k), groups)
                        for k in reference.orientations(ring, True)
                    )
                ]
                assert public.get(a * 32 + b, 0) == len(fitting)
    assert played(500).view()["marks"] == []


@pytest.mark.rule("Z4.1")
def test_zones_and_counters() -> None:
    p = played(20, 4, 4)
    view = p.view()
    assert [(z["name"], z["owner"]) for z in view["zones"]] == [
        ("board", -1),
        ("hand", 0),
        ("hand", 1),
        ("hand", 2),
        ("hand", 3),
        ("stock", -1),
    ]
    assert sum(z["size"] for z in view["zones"]) == 72 == len(view["pieces"])
    assert {c["name"]: c["value"] for c in view["counters"]} == {"laid": 20, "stock": 32, "passes": 0}
