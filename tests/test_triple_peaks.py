"""Triple Peaks by hand: a made-up case for each paragraph of the rules page on deal, moves, end and score."""

from __future__ import annotations

from typing import Any

import pytest

from tests.triple_peaks_deals import (
    COVERS,
    DECK,
    deal,
    forge,
    moves,
    order,
    play,
    points,
    reason,
    run_deal,
    run_out,
)  # fmt: skip
from tileengine import Position, errors
from tileengine._core import action as actions
from tileengine._core.random import chacha20

OK, ILLEGAL, OVER, MALFORMED = 0, 1, 2, 3


LOW = [rank + suit for rank in "A23" for suit in "CDHS"][:10]
HIGH = [rank + suit for rank in "789TJ" for suit in "CDHS"] + ["5C", "5D", "6H"]  # none goes with one of LOW


def last_stand(bottom: list[str], final: str, **options: Any) -> Position:
    """The whole stock turned without a card played: this bottom row, and `final` on the waste."""
    stock = [*[card for card in DECK[::-1] if card not in (*bottom, final, "6S")][:22], final]
    return play(deal({18 + i: card for i, card in enumerate(bottom)}, "6S", stock, **options), *["draw"] * 23)


# -- deal --------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("P1.0", "P9.1")
def test_cards_are_numbered_by_rank_then_suit() -> None:
    p = Position.deal("triple_peaks", order=bytes(range(52)))
    for card, name in enumerate(DECK):
        assert p.format(actions.make(actions.Kind.TAKE, 0, card)) == f"-{name}@0"
    assert (DECK[0], DECK[51]) == ("AC", "KS")


@pytest.mark.rule("P1.1", "P1.2")
def test_the_deal() -> None:
    p = Position.deal("triple_peaks", seed=1)
    view = p.view()
    assert [(z["name"], z["size"], z["hidden"], z["owner"]) for z in view["zones"]] == [
        ("tableau", 28, False, -1), ("waste", 1, False, -1), ("stock", 23, True, -1),
    ]  # fmt: skip
    tableau = [piece for piece in view["pieces"] if piece["zone"] == 0]
    assert [piece["place"] for piece in tableau] == list(range(28))
    assert [piece["piece"] for piece in tableau] == [-1] * 18 + list(p.order[18:28])
    assert [piece["piece"] for piece in view["pieces"] if piece["zone"] == 1] == [p.order[28]]
    assert p.score(0) == (0, {"cards": 0, "triangles": 0, "clear": 0, "stock": 0})
    assert {c["name"]: c["value"] for c in view["counters"]} == {"round": 1, "run": 0, "stock": 23, "next_card": 1}


@pytest.mark.rule("P1.3", "P7.1", "P7.2", "P1.5")
@pytest.mark.parametrize("slot", COVERS)
def test_each_pair_of_covers(slot: int) -> None:
    """In the run of 28, played in two orders, a card comes free with the second of its covers and not before."""
    left, right = COVERS[slot]
    p = run_deal()
    for last in range(27, -1, -1):
        shown = {piece["place"]: piece["piece"] for piece in p.view()["pieces"] if piece["zone"] == 0}
        marks = {m["place"]: m["value"] for m in p.view()["marks"] if m["name"] == "covered"}
        covers = sum(cover <= last for cover in (left, right))
        if slot <= last:
            assert shown[slot] == (p.order[slot] if covers == 0 else -1)
            assert marks.get(slot, 0) == covers
        if covers:
            code, paragraph, places, _ = reason(p, f"-{DECK[p.order[slot]]}@{slot}")
            assert (code, paragraph) == (ILLEGAL, "P2.1")
            assert places == tuple(str(c) for c in (slot, left, right) if c <= last)
        p = play(p, str(last))


def lift(gone: set[int], **options: Any) -> Position:
    """A position in which exactly the slots of `gone` have been played, all in one run."""
    sequence = sorted(gone, reverse=True)
    table = {slot: DECK[4 * (k % 13) + k // 13] for k, slot in enumerate(sequence)}
    return play(deal(table, "KS", **options), *map(str, sequence))


@pytest.mark.rule("P1.3", "P7.1", "P7.2")
@pytest.mark.parametrize("slot", COVERS)
@pytest.mark.parametrize("side", [0, 1], ids=["left", "right"])
def test_one_cover_is_enough_to_hold_a_card(slot: int, side: int) -> None:
    def above(top: int) -> set[int]:
        return {top}.union(*(above(cover) for cover in COVERS.get(top, ())))

    gone = above(COVERS[slot][side])
    p = lift(gone)
    marks = {m["place"]: m["value"] for m in p.view()["marks"] if m["name"] == "covered"}
    kept = COVERS[slot][1 - side]
    assert kept not in gone and marks[slot] == 1
    assert reason(p, f"-AC@{slot}")[2] == (str(slot), str(kept))
    assert slot not in {m["place"] for m in lift(gone | above(kept)).view()["marks"] if m["name"] == "covered"}


@pytest.mark.rule("P1.4")
def test_the_order_of_the_deal() -> None:
    dealt = order({0: "AS", 27: "7H"}, "9C", ["TD", "JD"])
    p = Position.deal("triple_peaks", order=dealt)
    assert p.order == dealt
    assert p.format(p.parse_move("-7H@27")) == "-7H@27"
    assert [DECK[p.order[at]] for at in (0, 27, 28, 29, 30)] == ["AS", "7H", "9C", "TD", "JD"]
    p = play(p, "draw")
    assert p.view()["pieces"][-1]["name"] == "TD"
    for bad in (dealt[:51], dealt + b"\x34", dealt[:51] + b"\x34", dealt[:51] + dealt[:1], b""):
        with pytest.raises(errors.BadOrder):
            Position.deal("triple_peaks", order=bad)


# -- moves -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("P2.1", "P7.3")
@pytest.mark.parametrize("rank", range(13))
def test_neighbours_on_the_circle_of_ranks(rank: int) -> None:
    ranks = "A23456789TJQK"
    for other in range(13):
        p = deal({18: ranks[other] + "D"}, ranks[rank] + "S")
        fit = (other - rank) % 13 in (1, 12)
        assert p.is_legal(p.parse_move(f"-{ranks[other]}D@18")) == fit
        if not fit:
            assert reason(p, f"-{ranks[other]}D@18") == (ILLEGAL, "P2.1", ("18",), (other + 1, rank + 1))


@pytest.mark.rule("P2.1")
@pytest.mark.parametrize("suit", "CDHS")
def test_suits_do_not_matter(suit: str) -> None:
    waste = "7" + ("S" if suit != "S" else "C")
    p = deal({20: "6" + suit, 21: "8" + suit}, waste)
    assert {f"-6{suit}@20", f"-8{suit}@21"} <= set(moves(p))
    after = play(p, "20")
    assert after.view()["pieces"][-1]["name"] == "6" + suit
    assert reason(after, f"-6{suit}@20") == (ILLEGAL, "P2.1", ("20",), ())


@pytest.mark.rule("P2.1")
def test_refusals_in_their_order() -> None:
    p = deal({9: "8C", 18: "8D", 19: "2H"}, "7S")
    assert reason(p, "-8D@18") == (OK, "", (), ())
    assert reason(p, "-8C@18") == (ILLEGAL, "P2.1", ("18",), ())  # another card
    assert reason(p, "-8C@9") == reason(p, "-8H@9") == (ILLEGAL, "P2.1", ("9", "18", "19"), ())  # covered
    assert reason(p, "-2H@19") == (ILLEGAL, "P2.1", ("19",), (2, 7))  # rank
    with pytest.raises(errors.IllegalMove) as caught:
        p.play(p.parse_move("-2H@19"))
    assert (caught.value.paragraph, caught.value.places, caught.value.numbers) == ("P2.1", ("19",), (2, 7))
    assert reason(play(p, "18"), "-8D@18") == (ILLEGAL, "P2.1", ("18",), ())  # gone


@pytest.mark.rule("P2.2")
def test_the_stock_may_be_turned_instead_of_playing() -> None:
    p = deal({18: "8D"}, "7S", ["KD", "QD"])
    assert moves(p)[0] == "-8D@18" and moves(p)[-1] == "draw"
    p = play(p, "draw")
    assert p.view()["pieces"][-1]["name"] == "KD" and p.view()["zones"][2]["size"] == 22
    assert play(p, "draw").view()["pieces"][-1]["name"] == "QD"


@pytest.mark.rule("P2.3", "P7.9")
def test_an_empty_stock() -> None:
    p = last_stand(["8D", "8C", *LOW[:8]], "7S")
    assert moves(p) == ["-8D@18", "-8C@19"] and not p.over
    assert reason(p, "draw") == (ILLEGAL, "P2.3", (), ())
    with pytest.raises(errors.IllegalMove, match=r"P2\.3"):
        p.play(p.parse_move("draw"))
    assert points(play(p, "19")) == 1  # the last stock card can still be played on


@pytest.mark.rule("P2.4")
def test_forced_moves() -> None:
    free = deal({18: "8D"}, "7S")
    assert [reason(free, m) for m in ("-8D@18", "draw")] == [(OK, "", (), ())] * 2
    two = last_stand(["8D", "8C", *LOW[:8]], "7S")
    assert [reason(two, m) for m in moves(two)] == [(OK, "", (), ())] * 2
    assert reason(last_stand(["8D", *LOW[:9]], "7S"), "-8D@18") == (OK, "P2.4", (), ())
    assert reason(deal({18 + i: card for i, card in enumerate(LOW)}, "6S"), "draw") == (OK, "P2.4", (), ())


@pytest.mark.rule("P2.3", "P7.8")
@pytest.mark.parametrize("end", ["cleared", "stuck"])
def test_nothing_after_the_end(end: str) -> None:
    p = run_out(run_deal()) if end == "cleared" else stuck()
    assert p.over and p.end == end and moves(p) == [] and p.count() == 0
    for move in ("draw", "-AC@27", "-AC@0"):
        assert reason(p, move)[:2] == (OVER, "P2.3")
        with pytest.raises(errors.GameOver):
            p.play(p.parse_move(move))
    if end == "cleared":
        assert p.view()["zones"][2]["size"] == 23 and p.view()["counters"][3]["value"] == 0


@pytest.mark.rule("P9.2")
def test_numbers_that_are_no_move() -> None:
    p = run_deal()
    good = p.legal()[0]
    wrong = [0, good | 1, good | 8, good & ~(7 << 29), (good & ~(7 << 29)) | (1 << 29), 0xFFFFFFFF]
    wrong += [actions.make(2, 28, 0), actions.make(2, 0, 52), actions.make(2), actions.make(4)]
    wrong += [actions.make(3, 0), actions.make(3, piece=0), actions.make(3, rotation=1), actions.make(3, extra=1)]
    for position in (p, run_out(p)):
        for number in wrong:
            assert position.explain(number)[0] == MALFORMED
            with pytest.raises(errors.MalformedMove):
                position.play(number)


# -- end ---------------------------------------------------------------------------------------------------------------


def stuck(**options: Any) -> Position:
    """A game lost without a card played."""
    return last_stand(LOW, "7S", **options)


@pytest.mark.rule("P4.1", "P7.5")
def test_stuck_only_when_no_stock_card_is_left() -> None:
    p = deal({18 + i: card for i, card in enumerate(LOW)}, "6S", HIGH)
    for left in range(23, 0, -1):
        assert not p.over and moves(p) == ["draw"] and p.view()["zones"][2]["size"] == left
        p = play(p, "draw")
    assert p.over and p.end == "stuck" and p.outcome() == (0,)


@pytest.mark.rule("P4.1")
def test_stuck_after_the_last_card_that_fits() -> None:
    p = last_stand(["8D", *LOW[:9]], "7S")
    assert not p.over and moves(p) == ["-8D@18"]
    p = play(p, "18")
    assert (p.end, p.outcome(), points(p)) == ("stuck", (0,), 1)


@pytest.mark.rule("P4.1", "P4.2")
def test_cleared() -> None:
    p = run_out(run_deal(), 27)
    assert not p.over and p.outcome() is None
    p = play(p, "0")
    assert p.over and p.end == "cleared" and p.outcome() == (2,)


# -- score -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("P3.1", "P7.4")
def test_a_run_counts_up_and_a_stock_card_ends_it() -> None:
    p = deal({18: "2C", 19: "3C", 20: "4C", 21: "7D", 22: "8D", 23: "9D"}, "AC", ["6S", "5S"])
    seen = []
    for word in ("18", "19", "20", "draw", "21", "22", "draw"):
        p = play(p, word)
        seen.append((points(p), p.view()["counters"][1]["value"]))
    assert seen == [(1, 1), (3, 2), (6, 3), (1, 0), (2, 1), (4, 2), (0, 0)]
    assert p.score(0)[1] == {"cards": 9, "triangles": 0, "clear": 0, "stock": -9}


@pytest.mark.rule("P3.2")
def test_bonuses_and_the_maximum() -> None:
    before = {n: run_out(run_deal(), n) for n in (25, 26, 27, 28)}
    assert [points(before[n]) for n in (25, 26, 27, 28)] == [325, 351 + 15, 378 + 30, 466]
    assert before[28].score(0) == (466, {"cards": 406, "triangles": 45, "clear": 15, "stock": 0})


@pytest.mark.rule("P3.3")
@pytest.mark.parametrize(("floor", "scores"), [("zero", [1, 3, 6, 1, 0, 0]), ("none", [1, 3, 6, 1, -4, -9])])
def test_the_price_of_a_stock_card(floor: str, scores: list[int]) -> None:
    p = deal({18: "2C", 19: "3C", 20: "4C"}, "AC", ["9S", "9H", "9D"], score_floor=floor)
    seen = []
    for word in ("18", "19", "20", "draw", "draw", "draw"):
        p = play(p, word)
        seen.append(points(p))
    assert seen == scores
    assert p.score(0)[1]["stock"] == (-6 if floor == "zero" else -15)
    assert points(stuck(score_floor=floor)) == (0 if floor == "zero" else -115)


@pytest.mark.rule("P3.4", "P7.10")
@pytest.mark.parametrize(
    ("multiplier", "five", "most"),
    [("off", 15, 466), ("doubling", 31, 268_435_555), ("as_printed", 55, 536_871_003)],
)
def test_the_multiplier(multiplier: str, five: int, most: int) -> None:
    p = run_deal(multiplier=multiplier)
    assert points(run_out(p, 5)) == five
    assert points(run_out(p)) == most
    bonus = 15 if multiplier == "off" else 25
    parts = run_out(p).score(0)[1]
    assert (parts["triangles"], parts["clear"], parts["stock"]) == (3 * bonus, bonus, 0)
    series = [points(run_out(p, k)) - points(run_out(p, k - 1)) for k in range(1, 9)]
    assert (
        series
        == {
            "off": [1, 2, 3, 4, 5, 6, 7, 8],
            "doubling": [1, 2, 4, 8, 16, 32, 64, 128],
            "as_printed": [1, 2, 4, 16, 32, 64, 128, 256],
        }[multiplier]
    )
    assert [run_out(p, k).view()["counters"][3]["value"] for k in range(8)] == series


@pytest.mark.rule("P3.4")
@pytest.mark.parametrize("floor", ["zero", "none"])
@pytest.mark.parametrize("multiplier", ["doubling", "as_printed"])
def test_stock_cards_are_free_with_the_multiplier(multiplier: str, floor: str) -> None:
    p = play(run_out(run_deal(multiplier=multiplier, score_floor=floor), 3), "draw", "draw")
    assert p.score(0) == (7, {"cards": 7, "triangles": 0, "clear": 0, "stock": 0})
    assert points(stuck(multiplier=multiplier, score_floor=floor)) == 0


MAXIMA = [("off", 466), ("doubling", 268_435_555), ("as_printed", 536_871_003)]

# -- rounds ------------------------------------------------------------------------------------------------------------


def shuffled(seed: int, block: int) -> bytes:
    """The page's words made Python: a Fisher-Yates shuffle by numbers of the stream from this block on."""
    cards = list(range(52))
    words: list[int] = []
    for i in range(51, 0, -1):
        while True:
            if not words:
                data = chacha20(seed.to_bytes(32, "little"), block, b"triple_peaks")
                words = [int.from_bytes(data[at : at + 4], "little") for at in range(0, 64, 4)]
                block += 1
            product = words.pop(0) * (i + 1)
            if product % 2**32 >= 2**32 % (i + 1):
                break
        j = product >> 32
        cards[i], cards[j] = cards[j], cards[i]
    return bytes(cards)


@pytest.mark.rule("P3.5")
def test_a_cleared_board_starts_a_round_in_the_same_move() -> None:
    before = run_out(run_deal(seed=5, progressive=True), 27)
    p = play(before, "0")
    assert p.ply == 28 and not p.over and p.outcome() is None
    assert points(p) == 466
    assert [z["size"] for z in p.view()["zones"]] == [28, 1, 23]
    assert p.view()["counters"][0] == {"name": "round", "seat": -1, "value": 2}
    assert Position.deal("triple_peaks", seed=5).order == shuffled(5, 0)
    assert p.order == shuffled(5, 4)  # a shuffle reads four blocks of 16 words
    assert p.order != before.order and sorted(p.order) == list(range(52))
    assert run_out(run_deal(seed=6, progressive=True)).order != p.order


@pytest.mark.rule("P3.5", "P7.7")
def test_going_back_gives_the_same_round() -> None:
    before = run_out(run_deal(seed=5, progressive=True), 26)
    first = play(before, "1", "0")
    assert play(before, "1", "0") == first
    assert play(Position.decode(before.encode()), "1", "0") == first
    assert play(Position.parse(before.text()), "1", "0").encode() == first.encode()
    other = play(before, "draw")  # other moves before the end do not change the round either
    assert other.encode() != before.encode() and Position.decode(first.encode()).order == first.order


@pytest.mark.rule("P3.6", "P7.6")
@pytest.mark.parametrize(("multiplier", "clear"), MAXIMA)
def test_a_run_ends_with_its_round(multiplier: str, clear: int) -> None:
    for seed in range(40):
        p = run_out(run_deal(seed=seed, progressive=True, multiplier=multiplier))
        assert p.view()["counters"][1] == {"name": "run", "seat": -1, "value": 0}
        takes = p.legal(kind=actions.Kind.TAKE)
        if takes:
            after = p.play(takes[0])
            assert points(after) == clear + 1
            assert after.score(0)[1]["stock"] == 0  # the new first waste card is free
            return
    pytest.fail("no deal with a play")


@pytest.mark.rule("P3.3", "P3.5")
@pytest.mark.parametrize("floor", ["zero", "none"])
def test_the_floor_is_that_of_all_rounds_together(floor: str) -> None:
    p = play(run_out(run_deal(progressive=True, score_floor=floor)), *["draw"] * 23)
    assert points(p) == 466 - 115
    assert p.score(0)[1] == {"cards": 406, "triangles": 45, "clear": 15, "stock": -115}


@pytest.mark.rule("P3.5", "P4.2")
def test_a_lost_round_ends_the_game() -> None:
    for seed in range(200):
        p = play(run_out(run_deal(seed=seed, progressive=True)), *["draw"] * 23)
        if p.over:
            assert (p.end, p.outcome(), points(p)) == ("stuck", (0,), 351)
            return
    pytest.fail("no lost round")


def in_round(number: int, **options: Any) -> Position:
    """One card before the end of round `number`, all earlier rounds cleared in one run each."""
    last = run_out(run_deal(progressive=True, **options), 27)
    each = points(play(last, "0"))
    data = forge(last, {"round": number, "ply": 28 * number - 1, "total": points(last) + each * (number - 1)})
    return Position.decode(data)


@pytest.mark.rule("P3.7", "P4.2", "P7.10")
@pytest.mark.parametrize(("multiplier", "each"), MAXIMA)
def test_the_last_round(multiplier: str, each: int) -> None:
    p = play(in_round(999, multiplier=multiplier), "0")
    assert not p.over and p.view()["counters"][0]["value"] == 1000 and points(p) == 999 * each
    p = play(in_round(1000, multiplier=multiplier), "0")
    assert (p.end, p.outcome(), points(p)) == ("cleared", (2,), 1000 * each)
    assert points(Position.decode(p.encode())) == 1000 * each
    with pytest.raises(errors.CorruptPosition):
        Position.decode(forge(p, {"round": 1001, "ply": 28 * 1001, "total": 1001 * each}))
