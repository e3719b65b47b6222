"""How Triz ends and scores (Z5) on hand-made cases."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.test_triz import deal, line, zone
from tileengine import Position, errors


def row_of_triples(**options: Any) -> Position:
    """Three red triples at (2,2), (4,2), (6,2): groups of red 3, 3, 3; other jewels Y, G, B alone."""
    seats = options.pop("seats", 3)
    rest = ["RYGB"] * 4
    p = deal("RRRY", *rest, "RRRG", *rest, "RRRB", seats=seats, **options)
    return line(p, "RRRY@(2,2)", "RRRG@(4,2)", "RRRB@(6,2)")


@pytest.mark.rule("Z5.3", "Z5.4", "Z8.11")
@pytest.mark.parametrize(
    ("scoring", "red", "yellow", "parts"),
    [
        ("largest", 3, 1, (3, 0, 0)),
        ("sum2", 6, 1, (3, 3, 0)),
        ("sum3", 9, 1, (3, 3, 3)),
        ("product2", 9, 0, (3, 3, 0)),
        ("product3", 27, 0, (3, 3, 3)),
    ],
)
def test_scorings_for_three_and_four(scoring: str, red: int, yellow: int, parts: tuple[int, ...]) -> None:
    p = row_of_triples(scoring=scoring)
    total, named = p.score(0)
    assert total == red
    assert (named["largest"], named["second"], named["third"]) == parts and named["other_colour"] == 0
    assert p.score(1)[0] == yellow


@pytest.mark.rule("Z5.1")
def test_a_missing_group_counts_nothing() -> None:
    p = Position.deal("triz", seats=4, seed=1)
    assert [p.score(seat)[0] for seat in range(4)] == [0, 0, 0, 0]
    assert line(deal("RRRY"), "RRRY@(0,0)").score(1)[0] == 1


@pytest.mark.rule("Z5.2", "Z5.4")
@pytest.mark.parametrize(("scoring", "first", "second"), [("two_colour_product", 3, 1), ("two_colour_sum", 4, 2)])
def test_two_colours_each(scoring: str, first: int, second: int) -> None:
    """Seat 0 plays for the colours of options 0 and 2, seat 1 for those of 1 and 3."""
    p = deal("RRRY", "RYGB", "RYGB", "RYGB", "RYGB", "RYGB", scoring=scoring)
    p = line(p, "RRRY@(2,2)", "RYGB@(6,6)")
    total, named = p.score(0)
    assert (total, named["largest"], named["other_colour"]) == (first, 3, 1)  # red 3, green 1
    assert p.score(1)[0] == second  # yellow 1, blue 1
    swapped = deal("RRRY", "RYGB", "RYGB", "RYGB", "RYGB", "RYGB", scoring=scoring, colour_0="yellow", colour_1="red")
    swapped = line(swapped, "RRRY@(2,2)", "RYGB@(6,6)")
    assert swapped.score(1)[1]["largest"] == 3 and swapped.score(0)[1]["largest"] == 1


@pytest.mark.rule("Z5.4")
@pytest.mark.parametrize(
    ("seats", "scoring"),
    [(3, "two_colour_product"), (4, "two_colour_sum"), (2, "sum2"), (2, "sum3"), (2, "product2"), (2, "product3")],
)
def test_a_scoring_that_does_not_fit_the_seats_is_refused(seats: int, scoring: str) -> None:
    with pytest.raises(errors.BadOption):
        Position.deal("triz", seats=seats, options={"scoring": scoring})


@pytest.mark.rule("Z4.1")
def test_colours_in_use_have_to_differ() -> None:
    with pytest.raises(errors.BadOption):
        Position.deal("triz", options={"colour_0": "yellow"})
    assert Position.deal("triz", options={"colour_0": "blue"}, seed=1).options["colour_0"] == "blue"
    with pytest.raises(errors.BadOption):
        Position.deal("triz", seats=4, options={"colour_0": "blue"})
    with pytest.raises(errors.BadOption):
        Position.deal("triz", options={"colour_0": "blue", "scoring": "two_colour_sum"})


@pytest.mark.rule("Z5.1")
def test_the_largest_group_wins_and_equal_groups_share() -> None:
    results: Counter[tuple[int, ...]] = Counter()
    for seed in range(60):
        p = Position.deal("triz", options={"piece_set": "complete", "field_size": 8}, seed=seed)
        ply = 0
        while not p.over:
            p = p.play(p.sample(seed * 100 + ply))
            ply += 1
        scores = [p.score(seat)[0] for seat in range(2)]
        best = max(scores)
        expected = tuple(0 if s < best else 2 if scores.count(best) == 1 else 1 for s in scores)
        assert p.outcome() == expected
        results[expected] += 1
    assert set(results) == {(2, 0), (0, 2), (1, 1)}


@pytest.mark.rule("Z5.1")
def test_the_game_ends_when_all_pieces_are_laid() -> None:
    p = Position.deal("triz", options={"field_size": 19, "piece_set": "total52"}, seed=1)
    for ply in range(52):
        assert not p.over
        p = p.play(p.sample(ply))
    assert p.end == "hands_empty" and len(zone(p, "board")) == 52
    assert all(zone(p, "hand", seat) == [] for seat in range(2))
