"""The rules of Triz on hand-made cases; each test names the paragraphs of docs/rules/triz.md that it shows."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tileengine import Position, errors
from tileengine._core import action as actions

COLOURS = ["red", "yellow", "green", "blue"]
PLACE, PASS, LAY_TRIPLE = 1, 4, 5
NAMES: list[str] = []


def names() -> list[str]:
    """The notation of every piece id."""
    if not NAMES:
        p = Position.deal("triz", seed=0)
        NAMES.extend(p.format(actions.make(PLACE, 0, i, 0, 0)).split("@")[0] for i in range(54))
    return NAMES


def order_of(*first: str, seats: int = 2, **options: Any) -> bytes:
    """A dealt order that begins with the given pieces; the rest follows in the order of ids."""
    left = Counter(Position.deal("triz", seats=seats, options=options, seed=0).order)
    head = [names().index(piece) for piece in first]
    left.subtract(head)
    assert min(left.values()) >= 0, "the piece set has not so many of these"
    return bytes(head + sorted(left.elements()))


def deal(*first: str, seats: int = 2, **options: Any) -> Position:
    """The first five pieces go to seat 0, the next five to seat 1, and so on; then comes the stock."""
    return Position.deal("triz", seats=seats, options=options, seed=1, order=order_of(*first, seats=seats, **options))


def line(p: Position, *moves: str) -> Position:
    for move in moves:
        p = p.play(p.parse_move(move))
    return p


def why(p: Position, move: str) -> tuple[int, str, tuple[str, ...], tuple[int, ...]]:
    """(code, paragraph, places, numbers) of a move."""
    code, paragraph, _, places, numbers = p.explain(p.parse_move(move))
    return code, paragraph, places, numbers


def zone(p: Position, name: str, owner: int = -1) -> list[str]:
    """The names of the pieces that lie in a zone, "" for a hidden one."""
    view = p.view()
    index = next(i for i, z in enumerate(view["zones"]) if (z["name"], z["owner"]) == (name, owner))
    return [piece["name"] for piece in view["pieces"] if piece["zone"] == index]


def look(p: Position, place: str) -> str:
    """The letters a laid piece shows at E, N, W, S, from its drawing."""
    for piece in p.view(geometry=True)["pieces"]:
        if piece["place_name"] == place:
            return "".join("RYGB"[stroke["colour"]] for stroke in piece["strokes"])
    raise AssertionError(place)


def kind(name: str) -> tuple[int, ...]:
    return tuple(sorted(Counter(name).values()))


# -- pieces ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("Z1.1", "Z1.2", "Z1.4", "Z1.5", "Z8.10")
@pytest.mark.parametrize(
    ("which", "flip", "fours", "doubles", "triples"),
    [
        ("listed", True, 36, 24, 12),
        ("listed", False, 36, 24, 12),
        ("total52", True, 16, 24, 12),
        ("total52", False, 16, 24, 12),
        ("complete", True, 3, 24, 12),
        ("complete", False, 6, 36, 12),
    ],
)
def test_piece_sets(which: str, flip: bool, fours: int, doubles: int, triples: int) -> None:
    p = Position.deal("triz", options={"piece_set": which, "flip": flip}, seed=1)
    pieces = [names()[i] for i in p.order]
    kinds = Counter(kind(piece) for piece in pieces)
    assert kinds == {(1, 1, 1, 1): fours, (1, 1, 2): doubles, (1, 3): triples}
    jewels = Counter("".join(pieces))
    assert set(jewels.values()) == {len(pieces)}  # as many jewels of each colour as pieces
    copies = Counter(pieces)
    assert all(n == 1 for piece, n in copies.items() if kind(piece) != (1, 1, 1, 1) or which == "complete")


@pytest.mark.rule("Z1.3", "Z1.4", "Z8.10")
def test_copies_of_the_rings_with_four_colours() -> None:
    def copies(**options: Any) -> dict[str, int]:
        order = Position.deal("triz", options=options, seed=1).order
        return {k: n for k, n in Counter(names()[i] for i in order).items() if kind(k) == (1, 1, 1, 1)}

    assert copies() == {"RYGB": 12, "RYBG": 12, "RGYB": 12}
    assert copies(piece_set="total52") == {"RYGB": 6, "RYBG": 5, "RGYB": 5}
    assert copies(flip=False) == dict.fromkeys(("RYGB", "RYBG", "RGYB", "RGBY", "RBYG", "RBGY"), 6)
    assert copies(flip=False, piece_set="total52") == {
        "RYGB": 3,
        "RBGY": 3,
        "RYBG": 3,
        "RGBY": 2,
        "RGYB": 3,
        "RBYG": 2,
    }


@pytest.mark.rule("Z1.5")
def test_listed_without_flips_has_both_mirror_images_of_adjacent_doubles_and_no_parted_ones() -> None:
    pieces = {names()[i] for i in Position.deal("triz", options={"flip": False}, seed=1).order}
    doubles = {piece for piece in pieces if kind(piece) == (1, 1, 2)}
    assert len(doubles) == 24 and all(d[0] == d[1] for d in doubles)
    assert {d[:2] + d[3] + d[2] for d in doubles} == doubles
    with_flips = {names()[i] for i in Position.deal("triz", seed=1).order}
    assert {"RRYG", "RYRG"} <= with_flips and "RRGY" not in with_flips


@pytest.mark.rule("Z1.2")
def test_three_triples_of_each_colour() -> None:
    triples = [n for n in names() if kind(n) == (1, 3)]
    assert Counter(t[0] for t in triples) == dict.fromkeys("RYGB", 3)
    assert sorted(triples, key=names().index) == triples == names()[42:]


@pytest.mark.rule("Z1.3", "Z8.8")
@pytest.mark.parametrize(("piece", "count"), [("RYGB", 8), ("RRYG", 8), ("RYRG", 4), ("RRRY", 4)])
def test_orientations(piece: str, count: int) -> None:
    p = deal(piece)
    moves = p.legal(place=5 * 32 + 5, piece=names().index(piece))
    assert [actions.split(a)[3] for a in moves] == list(range(count))
    shown = [look(p.play(a), "(5,5)") for a in moves]
    for number, letters in enumerate(shown):
        ring = piece[::-1] if number >= 4 else piece
        assert letters == "".join(ring[(i - number) % 4] for i in range(4))
    assert len(set(shown)) == count
    for number in range(count, 16):
        with pytest.raises(errors.MalformedMove):
            p.play(actions.make(PLACE, 5 * 32 + 5, names().index(piece), number, 0))


@pytest.mark.rule("Z1.5")
def test_without_flips_nothing_is_turned_over() -> None:
    p = deal("RYGB", "RRYG", flip=False)
    assert {actions.split(a)[3] for a in p.legal()} == {0, 1, 2, 3}
    assert why(p, "RYGB@(3,3)/4")[:2] == (1, "Z1.5")
    assert why(p, "RRYG@(3,3)/7")[:2] == (1, "Z1.5")
    assert why(deal("RYGB"), "RYGB@(3,3)/4")[0] == 0


# -- field -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("Z2.1")
def test_crosses_tile_the_plane_without_gap_or_overlap() -> None:
    cells = Position.deal("triz", options={"field_size": 19}, seed=1).view(geometry=True)["cells"]
    assert len(cells) == 361
    covered: Counter[tuple[int, int]] = Counter()
    for cell in cells:
        corners = cell["polygon"]
        assert len(corners) == 12
        ring = zip(corners, corners[1:] + corners[:1], strict=True)
        assert sum(x * w - z * y for (x, y), (z, w) in ring) / 2 == 5.0  # anticlockwise, five squares
        a, b = (int(n) for n in cell["name"].strip("()").split(","))
        x, y = round(cell["centre"][0]), round(cell["centre"][1])
        assert (x, y) == (2 * a - b, a + 2 * b) and (x - 2 * y) % 5 == 0
        covered.update([(x, y), (x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)])
    assert set(covered.values()) == {1}
    middle = 2 * 9 - 9, 9 + 2 * 9
    assert all((middle[0] + i, middle[1] + j) in covered for i in range(-8, 9) for j in range(-8, 9))


@pytest.mark.rule("Z2.1", "Z8.1")
def test_four_neighbours_and_no_contact_across_a_diagonal() -> None:
    """A lone piece limits what four sites accept; diagonal sites still accept everything."""
    p = line(deal("RYGB"), "RYGB@(5,5)")
    whole = p.count(place=0)
    for a in range(12):
        for b in range(12):
            if (a, b) == (5, 5):
                continue
            limited = p.count(place=a * 32 + b) < whole
            assert limited == ((a, b) in {(6, 5), (5, 6), (4, 5), (5, 4)})


@pytest.mark.rule("Z2.2")
@pytest.mark.parametrize("size", [8, 12, 19])
def test_field_sizes(size: int) -> None:
    p = deal("RYGB", field_size=size)
    assert len({actions.split(a)[1] for a in p.legal()}) == size * size
    last = size - 1
    assert why(p, f"RYGB@({last},{last})")[0] == 0
    if size < 19:
        assert why(p, f"RYGB@({size},0)") == (1, "Z2.2", (f"({size},0)",), (size,))
        assert why(p, f"RYGB@(0,{size})")[1] == "Z2.2"
    assert Position.deal("triz", seed=1).options["field_size"] == 12
    for wrong in (7, 20):
        with pytest.raises(errors.BadOption):
            Position.deal("triz", options={"field_size": wrong})


@pytest.mark.rule("Z2.3")
def test_which_jewels_are_adjacent() -> None:
    """RRRY shows its red jewels in a row: one group of three. RYRG parts them: two of one."""
    assert line(deal("RRRY"), "RRRY@(3,3)").score(0)[0] == 3
    p = line(deal("RYRG"), "RYRG@(3,3)")
    assert p.score(0)[0] == 1
    assert sorted(f["value"] for f in p.view()["features"]) == [1, 1, 1, 1]


@pytest.mark.rule("Z2.3")
def test_jewels_of_two_pieces_join_across_their_contacts() -> None:
    """With one red jewel each, (E,S) and (N,W) can make a group of two on side E; (E,W) alone is never legal."""
    p = deal(*["RYGB"] * 10)
    found = set()
    for first in p.legal(place=5 * 32 + 5, piece=0):
        q = p.play(first)
        i = look(q, "(5,5)").index("R")
        for second in q.legal(place=6 * 32 + 5, piece=0):
            r = q.play(second)
            if r.score(0)[0] == 2:
                found.add((i, look(r, "(6,5)").index("R")))
    assert found == {(0, 3), (1, 2)}


@pytest.mark.rule("Z2.3", "Z3.4")
@pytest.mark.parametrize(
    ("place", "contacts"),
    [
        ("(6,5)", ((2, 0), (2, 1), (3, 0))),
        ("(5,6)", ((3, 1), (3, 2), (0, 1))),
        ("(4,5)", ((0, 2), (0, 3), (1, 2))),
        ("(5,4)", ((1, 3), (1, 0), (2, 3))),
    ],
)
def test_three_contacts_on_each_side(place: str, contacts: tuple[tuple[int, int], ...]) -> None:
    """Pairs (own position, the other's) in the order in which a refusal reports them."""
    p = line(deal(*["RYGB"] * 10), "RYGB@(5,5)")
    refused = 0
    for k in range(8):
        own = "".join(("BGYR" if k >= 4 else "RYGB")[(i - k) % 4] for i in range(4))
        bits = sum((own[i] == "RYGB"[j]) << n for n, (i, j) in enumerate(contacts))
        verdict = why(p, f"RYGB@{place}" + (f"/{k}" if k else ""))
        if bits.bit_count() >= 2:
            assert verdict[0] == 0
        else:
            assert verdict == (1, "Z3.2", (place, "(5,5)"), (bits.bit_count(), 2, bits))
            refused += 1
    assert refused


# -- placing -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("Z3.1")
def test_a_piece_that_touches_nothing_lies_anywhere() -> None:
    p = line(deal("RYGB", "RYBG", "RYBG", "RYBG", "RYBG", "RRRY"), "RYGB@(0,0)")
    for place in ("(1,1)", "(2,0)", "(11,11)", "(0,2)"):
        for k in range(4):
            assert why(p, f"RRRY@{place}" + (f"/{k}" if k else ""))[0] == 0


@pytest.mark.rule("Z3.2", "Z3.4")
def test_the_example_of_z34() -> None:
    """E,N,W,S = R,Y,G,B at (0,0). At (1,0): W=R S=R and W=Y S=R are legal, W=R S=Y is not."""
    p = deal("RYGB", "RYGB", "RYGB", "RYGB", "RYGB", "RRYG", "YYRG", "RGYB", "RYGB", "GGRB")
    p = line(p, "RYGB@(0,0)")
    seen = {}
    for piece in ("RRYG", "YYRG", "RGYB", "RYGB"):
        for k in range(8):
            move = f"{piece}@(1,0)" + (f"/{k}" if k else "")
            ring = piece[::-1] if k >= 4 else piece
            letters = "".join(ring[(i - k) % 4] for i in range(4))
            seen[letters[2:]] = why(p, move)
    assert seen["RR"][0] == 0
    assert seen["YR"][0] == 0
    assert seen["RY"] == (1, "Z3.2", ("(1,0)", "(0,0)"), (1, 2, 0b001))
    assert seen["YY"] == (1, "Z3.2", ("(1,0)", "(0,0)"), (1, 2, 0b010))
    assert seen["GR"] == (1, "Z3.2", ("(1,0)", "(0,0)"), (1, 2, 0b100))
    assert seen["GB"] == (1, "Z3.2", ("(1,0)", "(0,0)"), (0, 2, 0))


def two_lone_pieces() -> Position:
    """RYGB at (5,5) and at (7,5), which do not touch; seat 0 to move holds rings RYGB and triples."""
    p = deal("RYGB", "RYGB", "RRRY", "RRRB", "YYYR", "RYGB", "RYGB", "RYGB", "RYGB", "RYGB")
    return line(p, "RYGB@(5,5)", "RYGB@(7,5)")


@pytest.mark.rule("Z3.3", "Z3.4", "Z8.2")
def test_two_groups_each_need_two_matches() -> None:
    """Between them at (6,5): towards (5,5) W and S count, towards (7,5) E and N."""
    p = two_lone_pieces()
    # (7,5) shows G at W and B at S: E meets both, N meets W. (5,5) shows R at E and Y at N: W meets both, S meets E.
    verdicts = {}
    for piece in ("RYGB", "RRRY", "RRRB", "YYYR"):
        for k in range(8 if piece == "RYGB" else 4):
            a = actions.make(PLACE, 6 * 32 + 5, names().index(piece), k, 0)
            ring = piece[::-1] if k >= 4 else piece
            e, n, w, s = (ring[(i - k) % 4] for i in range(4))
            first = (w == "R") + (w == "Y") + (s == "R")
            second = (e == "G") + (e == "B") + (n == "G")
            code, paragraph, _, places, numbers = p.explain(a)
            assert (code == 0) == (first >= 2 and second >= 2)
            verdicts[e + n + w + s] = (first, second)
            if code:
                assert paragraph == "Z3.3"
                assert (numbers[0], places) in {
                    (first, ("(6,5)", "(5,5)")),
                    (second, ("(6,5)", "(7,5)")),
                }
                assert numbers[0] < 2 == numbers[1]
    assert any(f >= 2 > s and f + s >= 2 for f, s in verdicts.values())  # matches with two groups do not add up


def joined_pair() -> Position:
    """RYGB at (5,5) joined with RYGB/... at (6,5): one group; seat 0 to move."""
    p = deal("RYGB", "RYGB", "RYGB", "RYGB", "RYGB", "RYGB", "RYGB", "RYGB", "RYGB", "RYGB", "RYGB")
    p = line(p, "RYGB@(5,5)")
    return p.play(p.legal(place=6 * 32 + 5, piece=0)[0])


@pytest.mark.rule("Z3.4", "Z8.2")
def test_matches_with_several_pieces_of_one_group_add_up() -> None:
    """A site beside two pieces of one group is legal with one match on each side."""
    p = joined_pair()
    shapes = {"(5,5)": look(p, "(5,5)"), "(6,5)": look(p, "(6,5)")}
    p = p.play(p.legal(place=5 * 32 + 6, piece=0)[0])
    shapes["(5,6)"] = look(p, "(5,6)")
    split = 0
    for k in range(8):  # (6,6): W side is (5,6), S side is (6,5)
        ring = "BGYR" if k >= 4 else "RYGB"
        e, _, w, s = (ring[(i - k) % 4] for i in range(4))
        west, south = shapes["(5,6)"], shapes["(6,5)"]
        one = (w == west[0]) + (w == west[1]) + (s == west[0])
        two = (s == south[1]) + (s == south[2]) + (e == south[1])
        assert (why(p, "RYGB@(6,6)" + (f"/{k}" if k else ""))[0] == 0) == (one + two >= 2)
        split += one == two == 1
    assert split


@pytest.mark.rule("Z3.4", "Z8.3")
def test_a_piece_that_joins_two_groups_makes_them_one() -> None:
    """Before the bridge (6,5) the groups at (5,5) and (7,5) are two; afterwards a far site sees only one."""
    p = two_lone_pieces()
    bridge = p.legal(place=6 * 32 + 5, piece=0)
    assert bridge
    q = p.play(bridge[0])
    q.check()
    again = Position.decode(q.encode())
    assert again.legal() == q.legal()
    # (6,6) touches the bridge only; (6,4) too; the union shows where two arms of the joined group meet one site.
    r = next(q.play(a) for a in q.legal(place=5 * 32 + 6))
    sides = r.legal(place=6 * 32 + 6)
    assert [r.explain(a)[0] for a in sides] == [0] * len(sides)
    code, paragraph, _, places, numbers = next(
        r.explain(a) for a in (actions.make(PLACE, 6 * 32 + 6, 0, k, 0) for k in range(8)) if r.explain(a)[0] == 1
    )
    assert (code, paragraph) == (1, "Z3.2")  # one group, though it lies on two sides
    assert set(places) == {"(6,6)", "(5,6)", "(6,5)"} and len(numbers) == 4


@pytest.mark.rule("Z3.5")
def test_jewels_rule_counts_jewels_of_the_new_piece() -> None:
    """W alone meets E and N of the neighbour: two contacts, but one jewel."""
    first = ("RRYG", "RYGB", "RYGB", "RYGB", "RYGB", "RYGB", "RRRB", "RRRY", "RYGB", "RYGB")
    for rule in ("contacts", "jewels"):
        p = line(deal(*first, match_rule=rule), "RRYG@(0,0)")  # E = R, N = R
        alone = [k for k in range(8) if ("BGYR" if k >= 4 else "RYGB")[(2 - k) % 4] == "R"]  # W = R
        assert len(alone) == 2
        for k in alone:
            verdict = why(p, "RYGB@(1,0)" + (f"/{k}" if k else ""))
            if rule == "contacts":
                assert verdict[0] == 0
            else:
                assert verdict == (1, "Z3.5", ("(1,0)", "(0,0)"), (1, 2, 0b011))
        both = [k for k in range(4) if {"RRRB"[(2 - k) % 4], "RRRB"[(3 - k) % 4]} == {"R"}]
        for k in both:
            assert why(p, "RRRB@(1,0)" + (f"/{k}" if k else ""))[0] == 0


@pytest.mark.rule("Z3.6")
def test_a_taken_site_is_refused() -> None:
    p = line(deal("RYGB", "RYBG", "RYBG", "RYBG", "RYBG", "RRRY"), "RYGB@(4,4)")
    assert why(p, "RRRY@(4,4)") == (1, "Z3.6", ("(4,4)",), ())
    assert p.legal(place=4 * 32 + 4) == [] and p.count(place=4 * 32 + 4) == 0


# -- turn --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("Z4.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_five_pieces_each_and_one_drawn_after_each_move(seats: int) -> None:
    p = Position.deal("triz", seats=seats, seed=3)
    word = [names()[i] for i in p.order]
    for seat in range(seats):
        assert Counter(zone(p, "hand", seat)) == Counter(word[5 * seat : 5 * seat + 5])
    assert zone(p, "stock") == word[5 * seats :]
    for turn in range(seats):
        assert p.turn == turn
        a = p.legal()[0]
        before = Counter(zone(p, "hand", turn))
        drawn = zone(p, "stock")[0]
        p = p.play(a)
        assert Counter(zone(p, "hand", turn)) == before - Counter([names()[actions.split(a)[2]]]) + Counter([drawn])
    assert p.turn == 0
    assert why(p, next(n for n in names() if n not in zone(p, "hand", 0)) + "@(11,11)")[:2] == (1, "Z4.1")


@pytest.mark.rule("Z4.1")
def test_hands_and_stock_are_hidden_and_their_sizes_are_not() -> None:
    p = Position.deal("triz", seats=3, seed=3, options={"triples_dealt": True})
    p = p.play(p.legal(kind=LAY_TRIPLE)[0])
    own = p.observe(1)
    assert zone(own, "hand", 1) == zone(p, "hand", 1)
    assert zone(own, "hand", 0) == [""] * 4 and zone(own, "hand", 2) == [""] * 5
    sizes = {(z["name"], z["owner"]): (z["size"], z["hidden"]) for z in own.view()["zones"]}
    assert sizes["stock", -1] == (72 - 9 - 15, True) and zone(own, "stock") == []
    assert sizes["discard", 0] == (1, True) and zone(p.observe(0), "discard", 0) == zone(p, "discard", 0)
    assert zone(own, "triples", 0) == zone(p, "triples", 0)
    assert all(zone(p.observe(), "hand", seat).count("") for seat in range(3))
    with pytest.raises(errors.HiddenInformation):
        _ = own.order


def first_pass() -> Position:
    """A position in which the seat to move holds pieces and has to pass, and the next seat can lay one."""
    for seed in range(40):
        p = Position.deal("triz", options={"field_size": 8}, seed=seed)
        ply = 0
        while not p.over:
            a = p.sample(seed * 100 + ply)
            if actions.split(a)[0] == PASS and p.play(a).count(kind=PLACE):
                return p
            p = p.play(a)
            ply += 1
    raise AssertionError("no pass found")


@pytest.mark.rule("Z4.2", "Z4.3")
def test_who_can_not_place_passes_and_keeps_the_hand() -> None:
    p = first_pass()
    assert [p.format(a) for a in p.legal()] == ["pass"] and p.count() == 1
    code, paragraph, text, _, _ = p.explain(p.legal()[0])
    assert (code, paragraph) == (0, "Z4.2") and text
    assert p.legal(kind=PASS) == p.legal() and p.legal(kind=PLACE) == [] and p.legal(place=0) == []
    q = p.play(p.legal()[0])
    assert zone(q, "hand", p.turn) == zone(p, "hand", p.turn) and q.turn == 1 - p.turn
    assert {c["name"]: c["value"] for c in q.view()["counters"]}["passes"] == 1


@pytest.mark.rule("Z4.2")
def test_who_can_place_must() -> None:
    p = Position.deal("triz", seed=1)
    code, paragraph, _, places, _ = p.explain(actions.make(PASS))
    assert (code, paragraph, places) == (1, "Z4.2", ("(0,0)",))
    assert p.count(kind=PASS) == 0
    with pytest.raises(errors.IllegalMove):
        p.play(actions.make(PASS))


@pytest.mark.rule("Z4.2", "Z8.5")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_all_pass_in_a_row_and_the_game_ends(seats: int) -> None:
    ends = set()
    for seed in range(12):
        p = Position.deal("triz", seats=seats, options={"field_size": 8}, seed=seed)
        row = longest = ply = 0
        while not p.over:
            a = p.sample(seed * 1000 + ply)
            row = row + 1 if actions.split(a)[0] == PASS else 0
            longest = max(longest, row)
            p = p.play(a)
            ply += 1
            assert row < seats or p.over
        ends.add(p.end)
        assert p.end != "all_passed" or row == seats
        assert ply <= 292 and p.legal() == [] and p.outcome() is not None
    assert "all_passed" in ends
