"""Triple Peaks by hand: what is hidden, notation, drawing, positions that are the same, and saved positions."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.triple_peaks_deals import (
    BODY,
    COVERS,
    DECK,
    RUN_OF_28,
    checksum,
    deal,
    forge,
    moves,
    order,
    play,
    reason,
    run_deal,
    run_out,
)  # fmt: skip
from tileengine import Position, errors, games
from tileengine._core import action as actions
from tileengine._core import registry

MIRROR = {
    **{s: 2 - s for s in range(3)}, **{s: 11 - s for s in range(3, 9)},
    **{s: 26 - s for s in range(9, 18)}, **{s: 45 - s for s in range(18, 28)},
}  # fmt: skip
PEAKS = [[k, 3 + 2 * k, 4 + 2 * k, *range(9 + 3 * k, 12 + 3 * k), *range(18 + 3 * k, 22 + 3 * k)] for k in range(3)]


def midgame(seed: int, plies: int = 30, **options: games.Value) -> Position:
    """A position some way into a game that plays a card whenever it can."""
    p = Position.deal("triple_peaks", seed=seed, options=options)
    for ply in range(plies):
        if p.over:
            break
        plays = p.legal(kind=actions.Kind.TAKE)
        p = p.play(plays[ply % len(plays)] if plays else p.legal()[0])
    return p


# -- what is hidden ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("P5.1", "P1.5")
@pytest.mark.parametrize("seed", range(8))
def test_what_an_observed_position_holds(seed: int) -> None:
    p = midgame(seed, 5 * seed)
    seen = p.observe(0)
    body = seen.encode()[BODY + 21 : -4]
    tableau = {piece["place"]: piece["piece"] for piece in p.view()["pieces"] if piece["zone"] == 0}
    stock = p.view()["zones"][2]["size"]
    for at in range(52):
        hidden = tableau.get(at) == -1 if at < 28 else at >= 52 - stock
        assert body[at] == (0xFF if hidden else p.order[at])
    assert not any(seen.encode()[BODY - 40 : BODY])  # the random stream
    assert seen.view() == p.view() == p.observe().view()
    assert moves(seen) == moves(p)
    with pytest.raises(errors.HiddenInformation):
        _ = seen.order


@pytest.mark.rule("P5.2")
def test_hidden_cards_are_face_down_in_a_full_position_and_after_the_end() -> None:
    p = Position.deal("triple_peaks", seed=3)
    assert [piece["piece"] for piece in p.view()["pieces"]][:18] == [-1] * 18
    while not p.over:
        p = p.play(p.legal()[-1])
    assert p.end == "stuck" and -1 in [piece["piece"] for piece in p.view()["pieces"]]
    assert p.observe().resample(1).order != p.order


@pytest.mark.rule("P5.1")
def test_a_guess_at_a_face_down_card_says_nothing() -> None:
    p = Position.deal("triple_peaks", seed=3)
    for slot in range(18):
        answers = {p.explain(actions.make(actions.Kind.TAKE, slot, card)) for card in range(52)}
        assert len(answers) == 1
        assert answers == {p.observe(0).explain(actions.make(actions.Kind.TAKE, slot, 0))}


@pytest.mark.rule("P5.3", "P5.4")
def test_resampling_is_uniform_over_the_unseen_cards() -> None:
    p = midgame(4, 12)
    seen = p.observe(0)
    body = seen.encode()[BODY + 21 : -4]
    hidden = [at for at in range(52) if body[at] == 0xFF]
    unseen = set(range(52)) - set(body)
    assert len(hidden) == len(unseen) > 20
    worlds = [seen.resample(seed).order for seed in range(6000)]
    assert all(world[at] == body[at] for world in worlds[:50] for at in range(52) if at not in hidden)
    expected = len(worlds) / len(unseen)
    for at in (hidden[0], hidden[-1]):
        counts = Counter(world[at] for world in worlds)
        assert set(counts) == unseen
        assert sum((n - expected) ** 2 / expected for n in counts.values()) < 2.5 * len(unseen)  # chi-squared
    pairs = Counter((world[hidden[0]] < world[hidden[1]]) for world in worlds)
    assert abs(pairs[True] - 3000) < 200


@pytest.mark.rule("P5.3", "P3.5")
def test_later_rounds_are_hidden_too() -> None:
    p = run_out(run_deal(seed=5, progressive=True), 27)
    rounds = {play(p.observe(0).resample(seed), "0").order for seed in range(5)}
    assert len(rounds | {play(p, "0").order}) == 6


@pytest.mark.rule("P5.4")
def test_the_order_of_cards_below_the_top_of_the_waste_is_not_kept() -> None:
    p = deal({18: "8D", 19: "8C", 20: "9H", 21: "7C"}, "7S")
    one = play(p, "18", "21", "19", "20")
    other = play(p, "19", "21", "18", "20")
    assert one == other and one.hash == other.hash
    assert [piece["name"] for piece in one.view()["pieces"] if piece["zone"] == 1] == ["9H"]
    assert one.view()["zones"][1]["size"] == 5


# -- notation and drawing ----------------------------------------------------------------------------------------------


@pytest.mark.rule("P9.1", "P9.2")
def test_notation() -> None:
    p = deal({18: "8D", 27: "6H"}, "7S")
    assert [m for m in moves(p) if m in ("-8D@18", "-6H@27", "draw")] == ["-8D@18", "-6H@27", "draw"]
    for slot in range(28):
        for card in DECK:
            assert p.format(p.parse_move(f"-{card}@{slot}")) == f"-{card}@{slot}"
    for bad in ("", "-8D", "-8d@18", "-10D@18", "-8D@28", "-8D@018", "-8D@-1", "-8X@1", "-0D@1", "pass ", "DRAW",
                "-8D@", "-@18", "-8D@9x", "-8D@\u0663"):  # fmt: skip
        with pytest.raises(errors.BadText):
            p.parse_move(bad)
    for foreign in ("pass", "8D@18", "-8D@18/1", "-8D@18~1", "=8D@18"):  # moves of other games
        with pytest.raises(errors.MalformedMove):
            p.play(p.parse_move(foreign))


@pytest.mark.rule("P9.2")
def test_lists_are_ordered_by_slot_and_filtered() -> None:
    p = deal({18: "8D", 20: "8C", 27: "6H"}, "7S")
    actual = [int(m.partition("@")[2]) for m in moves(p)[:-1]]
    assert actual == sorted(actual) and moves(p)[-1] == "draw" and len(actual) >= 3
    assert [p.format(a) for a in p.legal(piece=DECK.index("8C"))] == ["-8C@20"]
    assert [p.format(a) for a in p.legal(place=27, kind=actions.Kind.TAKE)] == ["-6H@27"]
    assert p.legal(place=27, kind=actions.Kind.DRAW) == p.legal(place=99) == p.legal(piece=60) == []
    assert p.count(place=18, piece=DECK.index("8D")) == 1 and p.count(place=18, piece=0) == 0


@pytest.mark.rule("P9.3")
def test_marks_and_counters() -> None:
    p = play(deal({18: "8D", 19: "9D", 20: "TC", **{s: DECK[s - 21] for s in range(21, 28)}}, "7S"), "18", "19")
    marks = p.view()["marks"]
    assert {(m["place"], m["value"]) for m in marks if m["name"] == "covered"} == {
        (s, 1 if s == 10 else 2) for s in range(18) if s != 9
    }
    assert 20 in {m["place"] for m in marks if m["name"] == "open"}
    counters = {c["name"]: c["value"] for c in p.view()["counters"]}
    assert counters == {"round": 1, "run": 2, "stock": 23, "next_card": 3}


@pytest.mark.rule("P9.4")
def test_drawing() -> None:
    p = run_out(run_deal(), 10)
    view = p.view(geometry=True)
    cells = {cell["place"]: cell for cell in Position.deal("triple_peaks", seed=1).view(geometry=True)["cells"]}
    assert set(cells) == set(range(28))
    for slot, cell in cells.items():
        x, y = cell["centre"]
        (left, low), (right, _), (_, high), _ = cell["polygon"]
        assert (right - left, high - low) == pytest.approx((1, 1.4))
        if slot >= 18:
            assert (x, y) == pytest.approx((1.2 * (slot - 18), 0))
    for slot, (left, right) in COVERS.items():
        assert cells[slot]["centre"][0] == pytest.approx((cells[left]["centre"][0] + cells[right]["centre"][0]) / 2)
        assert cells[slot]["centre"][1] == pytest.approx(cells[left]["centre"][1] + 0.7)
    colours = registry.facts("triple_peaks")["colours"]
    assert colours == ("red", "black")
    for piece in view["pieces"]:
        if piece["piece"] < 0:
            assert "strokes" not in piece
            continue
        card, pip = piece["strokes"]
        assert card["filled"] and card["colour"] == -1 and len(card["points"]) == 4
        assert colours[pip["colour"]] == ("red" if piece["name"][1] in "DH" else "black")
        assert [label["text"] for label in piece["labels"]] == [piece["name"]]
        xs, ys = zip(*card["points"], strict=True)
        assert all(min(xs) < x < max(xs) and min(ys) < y < max(ys) for x, y in pip["points"])


# -- positions that are the same ---------------------------------------------------------------------------------------


def moved(p: Position, places: dict[int, int], suits: str = "CDHS") -> Position:
    """The start of p's game with the cards on other slots and the suits renamed."""
    names = [DECK[card] for card in p.order]
    names = [name[0] + suits["CDHS".index(name[1])] for name in names]
    table = {places.get(slot, slot): names[slot] for slot in range(28)}
    return Position.deal("triple_peaks", options=p.options, order=order(table, names[28], names[29:]))


@pytest.mark.rule("P8.1", "P8.2")
@pytest.mark.parametrize("suits", ["CDHS", "SHDC", "DCSH"])
@pytest.mark.parametrize("mirrored", [False, True])
def test_suits_and_the_mirror_image_do_not_matter(suits: str, mirrored: bool) -> None:
    places = MIRROR if mirrored else {}
    for seed in range(5):
        one = Position.deal("triple_peaks", seed=seed)
        other = moved(one, places, suits)
        for _ in range(25):
            assert one.canonical == other.canonical
            if suits != "CDHS":
                assert one != other
            if one.over:
                break
            plays = one.legal(kind=actions.Kind.TAKE)
            slot = actions.split(plays[0])[1] if plays else 0
            one = play(one, str(slot) if plays else "draw")
            other = play(other, str(places.get(slot, slot)) if plays else "draw")


@pytest.mark.rule("P8.2")
def test_triangles_that_share_a_card_may_not_change_places() -> None:
    one = Position.deal("triple_peaks", seed=1)
    top = [peak[:6] for peak in PEAKS]  # without the bottom row
    assert one.canonical != moved(one, exchange(top[0], top[1])).canonical
    assert one.canonical != moved(one, exchange(top[0], flip(top[0]))).canonical
    assert one.canonical != moved(one, exchange(PEAKS[0][:9], PEAKS[2][:9])).canonical


def exchange(one: list[int], other: list[int]) -> dict[int, int]:
    return {**dict(zip(one, other, strict=True)), **dict(zip(other, one, strict=True))}


def flip(peak: list[int]) -> list[int]:
    """The slots of a triangle in the order of its mirror image."""
    return [peak[0], peak[2], peak[1], *peak[5:2:-1], *peak[9:5:-1]]


def without(gone: list[int], places: dict[int, int] | None = None, seed: int = 1) -> Position:
    """These bottom cards played in one run (ace, two ...); the rest dealt by the seed, with slots exchanged."""
    run = {slot: "A23456789"[k] + "C" for k, slot in enumerate(gone)}
    cards = [card for card in DECK if card not in {*run.values(), "KS"}]
    random.Random(seed).shuffle(cards)
    slots = [slot for slot in range(28) if slot not in gone]
    table = {(places or {}).get(slot, slot): card for slot, card in zip(slots, cards, strict=False)}
    return play(deal({**table, **run}, "KS", sorted(set(cards) - set(table.values()))), *map(str, gone))


@pytest.mark.rule("P8.3")
def test_chains_may_be_mirrored_alone_and_change_places() -> None:
    both = [21, 24]
    one = without(both)
    middle = exchange(PEAKS[1], flip(PEAKS[1]))
    outer = exchange(PEAKS[0], flip(PEAKS[2]))  # each has lost its inner end card
    for places in (middle, outer, {**middle, **outer}):
        other = without(both, places)
        assert other != one and other.canonical == one.canonical
    assert without(both, exchange([0], [3])).canonical != one.canonical
    assert without(both, exchange([3], [4])).canonical != one.canonical
    assert without(both, seed=2).canonical != one.canonical


@pytest.mark.rule("P8.3")
def test_a_triangle_off_the_chain_turns_alone() -> None:
    gone = [21, 18]
    one = without(gone)
    assert without(gone, exchange(PEAKS[0], flip(PEAKS[0]))).canonical == one.canonical
    assert without(gone, exchange(PEAKS[1][:6], PEAKS[2][:6])).canonical != one.canonical
    assert without(gone, exchange(PEAKS[1][:6], flip(PEAKS[1][:6]))).canonical != one.canonical
    assert without([18], exchange(PEAKS[0][:6], flip(PEAKS[0][:6]))).canonical != without([18]).canonical


@pytest.mark.rule("P8.4")
def test_what_counts_besides_the_layout() -> None:
    p = deal({18: "8D", 19: "8C", 20: "9H", 21: "9C"}, "7S", ["8H"])
    assert play(p, "18").canonical != play(p, "draw").canonical
    assert run_deal(multiplier="doubling").canonical != run_deal().canonical
    assert run_deal(seed=1).canonical == run_deal(seed=2).canonical
    assert run_deal(seed=1, progressive=True).canonical != run_deal(seed=2, progressive=True).canonical
    assert p.observe(0).canonical == p.observe().canonical != p.canonical
    free = play(deal(RUN_OF_28, "KS", score_floor="none"), "draw")
    assert free.canonical != play(deal(RUN_OF_28, "KS"), "draw").canonical


# -- saved positions ---------------------------------------------------------------------------------------------------


def test_forging_nothing_gives_the_same_bytes() -> None:
    for seed in range(5):
        p = midgame(seed)
        assert forge(p) == p.encode()


def refused(data: bytes) -> bool:
    try:
        again = Position.decode(data)
    except errors.CorruptPosition:
        return True
    again.check()
    assert again.encode() == data
    return False


@pytest.mark.rule("P1.0", "P1.3", "P2.2", "P3.1", "P3.2", "P3.3", "P3.4", "P3.5", "P4.1")
def test_contradictions_are_refused() -> None:
    p = play(deal({18: "8D", 19: "9C", 20: "TH", 21: "7C"}, "7S", ["6S", "5H"]), "18", "19", "draw", "21")
    assert (p.ply, p.score(0)[0]) == (4, 1)
    body = p.encode()[BODY + 21 : -4]
    present = (1 << 28) - 1 & ~(1 << 18 | 1 << 19 | 1 << 21)
    assert not refused(forge(p))
    for values in (
        {"present": present | 1 << 28}, {"present": present & ~1}, {"present": present & ~(1 << 20)},
        {"present": present & ~(1 << 10)}, {"drawn": 24}, {"drawn": 2}, {"drawn": 0}, {"run": 0}, {"run": 3},
        {"run": 29}, {"top": 20}, {"top": 28}, {"top": 29}, {"top": 255}, {"round": 0}, {"round": 2}, {"total": -1},
        {"total": 5}, {"stock": -4}, {"stock": 1}, {"stock": -6}, {"ply": 3}, {"ply": 5}, {"over": 1}, {"over": 2},
        {"viewer": 0}, {"phase": 1}, {"turn": 1}, {"over": 3}, {"total": 1 << 62}, {"total": -(1 << 63)},
        {"stock": -(1 << 31)},
    ):  # fmt: skip
        assert refused(forge(p, values)), values
    for cards in ({0: 52}, {0: 255}, {0: body[1]}, {51: body[18]}):
        assert refused(forge(p, cards=cards)), cards
    assert not refused(forge(p, cards={0: body[1], 1: body[0]}))


@pytest.mark.rule("P1.3", "P2.1", "P3.1")
def test_contradictions_that_the_score_does_not_show_are_refused() -> None:
    one = run_out(run_deal(), 1)
    assert refused(forge(one, {"present": (1 << 28) - 1 & ~(1 << 9), "top": 9}))  # played from under its covers
    assert refused(forge(one, {"run": 0, "top": 28}))  # one card played, in no run
    three = play(deal({27: "AC", 26: "2C", 17: "3C"}, "KS"), "27", "26", "17")
    assert refused(forge(three, {"top": 27}))  # what lay beneath it has been played already


@pytest.mark.rule("P5.1")
def test_an_observed_position_holds_exactly_what_is_known() -> None:
    p = play(deal({18: "8D", 19: "9C"}, "7S"), "18", "19")
    seen = p.observe(0)
    body = p.encode()[BODY + 21 : -4]
    assert not refused(forge(seen))
    for at in (0, 17, 29, 51):
        assert refused(forge(seen, cards={at: body[at]}))
    for at in (9, 18, 20, 28):
        assert refused(forge(seen, cards={at: 255}))


@pytest.mark.rule("P3.3", "P3.4", "P3.7")
def test_scores_that_no_play_gives_are_refused() -> None:
    p = play(run_deal(score_floor="none"), "27", "draw")
    assert p.score(0)[0] == -4 and not refused(forge(p))
    for values in ({"total": 1, "stock": 0}, {"total": -3, "stock": -4}, {"total": -5}, {"total": -3}):
        assert refused(forge(p, values)), values
    p = play(run_deal(multiplier="doubling"), "27", "draw")
    for values in ({"total": 0, "stock": -1}, {"stock": -1}, {"total": 2}):
        assert refused(forge(p, values)), values
    p = run_out(run_deal(progressive=True))
    assert not refused(forge(p))
    for values in ({"total": 467}, {"total": 60 + 31}, {"ply": 27}, {"ply": 52}, {"round": 1}, {"round": 3}):
        assert refused(forge(p, values)), values
    assert not refused(forge(p, {"total": 60 + 32, "ply": 51}))
    assert refused(forge(run_out(run_deal(), 27), {"over": 2}))


@pytest.mark.parametrize("viewer", [None, 0])
def test_any_bytes_are_read_safely(viewer: int | None) -> None:
    """Damage with a right checksum: refused, or a position that is whole and writes the same bytes."""
    rng = random.Random(1)
    outcomes: Counter[bool] = Counter()
    for seed in range(60):
        p = midgame(seed, rng.randrange(60), progressive=seed % 3 == 0)
        if viewer is not None:
            p = p.observe(viewer)
        for _ in range(60):
            data = bytearray(p.encode()[:-4])
            for _ in range(rng.choice((1, 1, 2, 5, 40))):
                data[rng.randrange(8, len(data))] = rng.choice((rng.randrange(256), rng.randrange(52), 0, 255))
            whole = bytes(data) + checksum(bytes(data))
            try:
                again = Position.decode(whole)
            except errors.TileengineError:
                outcomes[False] += 1
                continue
            outcomes[True] += 1
            again.check()
            assert again.encode() == whole
            view = again.view()
            assert not view["overflow"] and len(again.legal()) == again.count()
            if viewer is None:
                while not again.over and again.ply < 200:
                    again = again.play(again.legal()[0])
                    again.check()
    assert outcomes[False] > 1000


def test_facts() -> None:
    facts = registry.facts("triple_peaks")
    assert (facts["id"], facts["title"], facts["seats_min"], facts["seats_max"]) == (1, "Triple Peaks", 1, 1)
    assert facts["plies_max"] == 51_000 and facts["actions_max"] == 9 and len(facts["pieces"]) == 52
    assert facts["ends"] == ("running", "cleared", "stuck") and facts["phases"] == ("play",)
    eight = [rank + suit for rank in "68" for suit in "CDHS"]
    assert len(moves(deal({18 + i: card for i, card in enumerate(eight)}, "7S"))) == 9
    assert reason(run_deal(), "draw")[0] == 0
