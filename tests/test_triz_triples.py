"""Triz with the triples dealt (Z6) and the cases of Z8 that concern them."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.test_triz import LAY_TRIPLE, PASS, PLACE, deal, line, names, why, zone
from tileengine import Position
from tileengine._core import action as actions
from tileengine._core import registry


def lay_all_triples(p: Position) -> Position:
    """Every seat lays a triple whenever it can, else what comes first."""
    while not p.over:
        triples = p.legal(kind=LAY_TRIPLE, limit=1)
        p = p.play(triples[0] if triples else p.legal(limit=1)[0])
    return p


@pytest.mark.rule("Z6.1")
@pytest.mark.parametrize(
    ("seats", "options", "colours"),
    [
        (2, {}, ["R", "Y"]),
        (3, {}, ["R", "Y", "G"]),
        (4, {}, ["R", "Y", "G", "B"]),
        (2, {"scoring": "two_colour_sum"}, ["RG", "YB"]),
        (2, {"colour_0": "blue", "colour_1": "green"}, ["B", "G"]),
    ],
)
def test_each_seat_gets_the_triples_of_its_colours(seats: int, options: dict[str, Any], colours: list[str]) -> None:
    p = Position.deal("triz", seats=seats, options={"triples_dealt": True, **options}, seed=2)
    dealt: list[str] = []
    for seat in range(seats):
        triples = zone(p, "triples", seat)
        assert triples == [n for n in names()[42:] if n[0] in colours[seat]]
        assert zone(p.observe(), "triples", seat) == triples  # face up
        assert len(zone(p, "hand", seat)) == 5
        dealt += triples
    rest = {names()[i] for i in p.order if i >= 42}
    assert rest == set(names()[42:]) - set(dealt)  # triples of unused colours stay in the stock
    assert len(p.order) == 72 - len(dealt)


@pytest.mark.rule("Z6.2", "Z6.3")
def test_a_triple_costs_a_hand_piece_and_nothing_is_drawn() -> None:
    p = deal("RYGB", "RRYG", "RYBG", "RYBG", "RYGB", triples_dealt=True)
    hand = ["RYGB", "RYBG", "RRYG"]  # the different ones, ascending
    laid = p.legal(kind=LAY_TRIPLE, place=0)
    assert len(laid) == 3 * 4 * 3
    assert {actions.split(a)[4] for a in laid} == {1, 2, 3}
    assert why(p, "=RRRY@(0,0)~4")[:2] == (1, "Z6.2")
    assert why(p, "=RRRY@(0,0)~4")[3] == (3,)
    for extra, gone in enumerate(hand, 1):
        q = line(p, f"=RRRG@(3,4)/2~{extra}")
        assert Counter(zone(q, "hand", 0)) == Counter(zone(p, "hand", 0)) - Counter([gone])
        assert zone(q, "discard", 0) == [gone]
        assert zone(q, "triples", 0) == ["RRRY", "RRRB"]
        assert zone(q, "stock") == zone(p, "stock")
        assert zone(q, "board") == ["RRRG"]
    q = line(p, "=RRRG@(3,4)~1")
    assert q.explain(q.parse_move("=RRRG@(0,0)~1"))[:2] == (1, "Z6.2")  # that of seat 1 to move: not its triple


@pytest.mark.rule("Z6.2")
def test_the_hand_stays_smaller_from_then_on() -> None:
    p = deal("RYGB", "RYGB", "RYGB", "RYGB", "RYGB", "RYBG", triples_dealt=True)
    p = line(p, "=RRRY@(0,0)~1", "RYBG@(4,4)")
    assert (len(zone(p, "hand", 0)), len(zone(p, "hand", 1))) == (4, 5)
    p = line(p, "RYGB@(8,8)")
    assert len(zone(p, "hand", 0)) == 4  # a hand piece is replaced, the discarded one is not
    p = p.play(p.legal(place=11 * 32 + 11)[0])
    p = line(p, "=RRRG@(8,0)~1")
    p = p.play(p.legal(place=11 * 32)[0])
    p = line(p, "=RRRB@(0,8)~1")
    assert len(zone(p, "hand", 0)) == 2 and zone(p, "triples", 0) == []
    assert len(zone(p, "discard", 0)) == 3


@pytest.mark.rule("Z6.2")
def test_triples_of_the_hand_are_ordinary_pieces() -> None:
    p = deal("GGGR", "RYGB", "RYGB", "RYGB", "RYGB", triples_dealt=True)
    assert why(p, "GGGR@(0,0)")[0] == 0
    assert why(p, "=GGGR@(0,0)~1")[:2] == (1, "Z6.2")
    assert why(p, "RRRY@(0,0)")[:2] == (1, "Z4.1")


@pytest.mark.rule("Z6.2")
def test_without_the_variant_there_are_no_triples_to_lay() -> None:
    p = deal("RRRY")
    assert p.legal(kind=LAY_TRIPLE) == []
    assert why(p, "=RRRY@(0,0)~1")[:2] == (1, "Z6.2")


@pytest.mark.rule("Z6.2", "Z3.2")
def test_a_triple_has_to_match_like_any_piece() -> None:
    p = deal("RYGB", "RYGB", "RYGB", "RYGB", "RYGB", triples_dealt=True, colour_0="yellow", colour_1="red")
    p = line(p, "RYGB@(0,0)")
    for k in range(4):
        w, s = ("RRRB"[(i - k) % 4] for i in (2, 3))
        legal = (w == "R") + (s == "R") >= 2
        assert (why(p, "=RRRB@(1,0)" + (f"/{k}" if k else "") + "~1")[0] == 0) == legal


@pytest.mark.rule("Z6.3", "Z8.9")
def test_an_empty_hand_ends_the_triples_and_six_triples_can_empty_it() -> None:
    """Two colours each: five triples cost all five hand pieces; the sixth stays, and the stock is never used up."""
    p = Position.deal("triz", options={"triples_dealt": True, "scoring": "two_colour_sum", "field_size": 19}, seed=4)
    p = lay_all_triples(p)
    assert p.end == "hands_empty" and p.ply == 10
    for seat in range(2):
        assert zone(p, "hand", seat) == [] and len(zone(p, "triples", seat)) == 1
        assert len(zone(p, "discard", seat)) == 5
    assert len(zone(p, "stock")) == 72 - 12 - 10
    assert p.legal() == []


@pytest.mark.rule("Z6.3", "Z8.9", "Z4.2")
def test_a_seat_with_an_empty_hand_passes_while_the_other_goes_on() -> None:
    p = Position.deal("triz", options={"triples_dealt": True, "scoring": "two_colour_sum", "field_size": 19}, seed=4)
    while not p.over and len(zone(p, "hand", 0)):
        p = p.play(p.legal(kind=LAY_TRIPLE if p.turn == 0 else PLACE, limit=1)[0])
    p = p.play(p.legal(kind=PLACE, limit=1)[0])
    assert p.turn == 0 and [p.format(a) for a in p.legal()] == ["pass"]
    assert p.explain(p.legal()[0])[:2] == (0, "Z4.2")
    assert len(zone(p, "triples", 0)) == 1 and not p.over
    p = p.play(actions.make(PASS))
    assert p.turn == 1 and p.count(kind=PLACE) > 0


@pytest.mark.rule("Z6.3")
def test_triples_that_are_not_laid_score_nothing() -> None:
    p = Position.deal("triz", options={"triples_dealt": True}, seed=1)
    assert p.score(0)[0] == 0
    p = line(p, "=RRRY@(0,0)~1")
    assert p.score(0)[0] == 3


@pytest.mark.rule("Z8.4")
def test_the_longest_list() -> None:
    """19 x 19, six triples in four orientations with five discards, five hand pieces in eight orientations."""
    p = deal("RYGB", "RYBG", "RGYB", "RRYG", "RRYB", triples_dealt=True, scoring="two_colour_sum", field_size=19)
    assert p.count() == len(p.legal()) == 361 * (5 * 8 + 6 * 4 * 5) == 57_760 == registry.facts("triz")["actions_max"]
