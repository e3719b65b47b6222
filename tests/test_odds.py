"""Hole odds: counts agree with what is hidden, chances with counting every arrangement. No game is named here."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.test_laws import some, walk
from tests.variants import all_variants, name
from tileengine import Position, errors, odds
from tileengine._core import action as actions
from tileengine.service import rules
from tileengine.v1 import rules_service_pb2 as pb

# The first variant of each number of seats of each game: what options do to the rules is tested elsewhere.
VARIANTS = list({(slug, seats): (slug, seats, options) for slug, seats, options in reversed(all_variants())}.values())


@pytest.fixture(params=VARIANTS, ids=name, scope="module")
def line(request: pytest.FixtureRequest) -> list[Position]:
    return some(walk(request.param, seed=6), 12)


@pytest.mark.parametrize("unseen", range(8))
def test_chance_of_any_is_that_of_counting(unseen: int) -> None:
    for fitting in range(unseen + 1):
        for hand in range(unseen + 1):
            hands = list(combinations(range(unseen), hand))
            expected = sum(any(piece < fitting for piece in held) for held in hands) / len(hands)
            assert odds.chance_of_any(unseen, fitting, hand) == pytest.approx(expected)


def test_chance_of_any_refuses_what_cannot_be() -> None:
    for unseen, fitting, hand in ((3, 4, 1), (3, 1, 4), (3, -1, 0)):
        with pytest.raises(ValueError, match="needs"):
            odds.chance_of_any(unseen, fitting, hand)


def test_unseen_pieces_are_those_the_view_hides(line: list[Position]) -> None:
    for p in line:
        for seat in [None, *range(p.seats)]:
            seen = p.observe(seat)
            view = seen.view()
            hidden = 0
            for index, zone in enumerate(view["zones"]):
                pieces = [piece for piece in view["pieces"] if piece["zone"] == index]
                hidden += sum(piece["piece"] < 0 for piece in pieces)
                if zone["hidden"]:
                    hidden += zone["size"] - len(pieces)
            assert sum(seen.unseen().values()) == hidden


def test_what_may_be_laid_fits(line: list[Position]) -> None:
    for p in line:
        by_place: dict[int, set[int]] = {}
        for action in p.legal(limit=2_000):
            kind, place, piece, _, _ = actions.split(action)
            if kind in (actions.Kind.PLACE, actions.Kind.TAKE, actions.Kind.LAY_TRIPLE):
                by_place.setdefault(place, set()).add(piece)
        for place, pieces in list(by_place.items())[:20]:
            assert pieces <= set(p.fits(place))
    assert p.fits(32_766) == ()


def test_odds_follow_from_the_counts(line: list[Position]) -> None:
    for p in line:
        seen = p.observe(p.turn)
        found = odds.odds(p)
        assert found == odds.odds(seen), "a whole position is seen with the eyes of the seat to move"
        for one in found:
            fitting = set(seen.fits(one.place)) & set(seen.unseen())
            assert set(one.pieces) == fitting
            assert one.copies == sum(seen.unseen()[piece] for piece in fitting) <= one.unseen
            assert len(one.holds) == p.seats
            assert all(0 <= chance <= 1 for chance in (*one.holds, one.next_draw))
            assert one.holds[p.turn] in (0, 1), "one's own hand is known"


def test_odds_are_those_of_sampled_worlds(line: list[Position]) -> None:
    """A frequency over many resampled worlds lies within five standard errors of the chance."""
    p = line[len(line) // 2]
    found = odds.odds(p)[:3]
    seen = p.observe(p.turn)
    worlds = [seen.resample(seed) for seed in range(400)]
    for one in found:
        fitting = set(seen.fits(one.place))
        for seat in range(p.seats):
            held = 0
            for world in worlds:
                view = world.view()
                hand = {i for i, z in enumerate(view["zones"]) if z["name"] == "hand" and z["owner"] == seat}
                held += any(q["zone"] in hand and q["piece"] in fitting for q in view["pieces"])
            chance = one.holds[seat]
            assert abs(held / 400 - chance) <= 5 * (chance * (1 - chance) / 400) ** 0.5 + 1e-9


def test_over_the_wire(line: list[Position]) -> None:
    p = line[-2]
    answered = rules.list_place_odds(pb.ListPlaceOddsRequest(position=p.encode()))
    assert isinstance(answered, pb.ListPlaceOddsResponse)
    expected = odds.odds(p)[:256]
    assert [(o.place, tuple(o.holds), o.next_draw) for o in answered.odds] == [
        (o.place, o.holds, o.next_draw) for o in expected
    ]
    with pytest.raises(errors.TooLarge):
        rules.list_place_odds(pb.ListPlaceOddsRequest(position=p.encode(), places=range(257)))
