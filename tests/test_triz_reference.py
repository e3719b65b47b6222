"""The core's Triz against the slow reference, move by move, and the page's statistics. TILEENGINE_LONG=1: more."""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

import pytest

from tests.reference import triz as reference
from tileengine import Position
from tileengine._core import action as actions

LONG = os.environ.get("TILEENGINE_LONG") == "1"
GAMES = 360 if LONG else 30
LISTS = 20 if LONG else 8  # plies of one game whose whole list is compared
SCORINGS = {
    2: ("largest", "two_colour_product", "two_colour_sum"),
    3: ("largest", "sum2", "sum3", "product2", "product3"),
    4: ("largest", "sum2", "sum3", "product2", "product3"),
}


def names(p: Position) -> list[str]:
    """The notation of every piece id."""
    return [p.format(actions.make(1, 0, piece, 0, 0)).split("@")[0] for piece in range(54)]


def setting(number: int) -> tuple[int, dict[str, Any]]:
    """Seats and options of the n-th game: the important options in turn, the others at random."""
    rng = random.Random(number)
    seats = 2 + number % 3
    colours = ["red", "yellow", "green", "blue"]
    rng.shuffle(colours)
    return seats, {
        "piece_set": ("listed", "total52", "complete")[number // 3 % 3],
        "flip": number % 2 == 0,
        "field_size": rng.choice((8, 8, 9, 10, 12, 13, 16, 19)),
        "match_rule": rng.choice(("contacts", "jewels")),
        "scoring": SCORINGS[seats][number // 2 % len(SCORINGS[seats])],
        "triples_dealt": rng.random() < 0.5,
        **{f"colour_{i}": colour for i, colour in enumerate(colours)},
    }


def begin(seats: int, options: dict[str, Any], seed: int) -> tuple[Position, reference.Game]:
    p = Position.deal("triz", seats=seats, options=options, seed=seed)
    word = names(p)
    game = reference.Game(seats, p.options, [word[i] for i in p.order])
    assert Counter(game.order) == game.shuffled()
    return p, game


@pytest.mark.rule("Z3.4", "Z3.5", "Z4.1", "Z4.2", "Z5.1", "Z5.2", "Z5.3", "Z6.1", "Z6.2", "Z6.3")
@pytest.mark.parametrize("number", range(GAMES))
def test_core_and_reference_play_the_same_game(number: int) -> None:
    seats, options = setting(number)
    p, game = begin(seats, options, number)
    rng = random.Random(number)
    compared = {0, *(rng.randrange(75) for _ in range(LISTS))}
    ply = 0
    while not p.over:
        assert (p.turn, p.end, p.phase) == (game.turn, game.end, "place")
        move = p.format(p.sample(rng.getrandbits(60)))
        if ply in compared or move == "pass":
            legal = game.legal()
            assert [p.format(a) for a in p.legal()] == legal
            assert p.count() == len(legal)
        if ply % 9 == 0:
            assert [p.score(seat)[0] for seat in range(seats)] == [game.score(seat) for seat in range(seats)]
            hands = [[z["piece"] for z in p.view()["pieces"] if z["zone"] == 1 + seat] for seat in range(seats)]
            word = names(p)
            assert [Counter(word[i] for i in hand) for hand in hands] == [Counter(hand) for hand in game.hands]
        p = p.play(p.parse_move(move))
        game.play(move)
        ply += 1
    assert game.end == p.end
    assert game.legal() == [] == p.legal()
    assert [p.score(seat)[0] for seat in range(seats)] == [game.score(seat) for seat in range(seats)]
    assert p.outcome() == game.outcome()


@pytest.mark.rule("Z3.4")
@pytest.mark.parametrize("number", range(40 if LONG else 8))
def test_single_sites_agree(number: int) -> None:
    """Crowded positions, one site at a time: what fits() and filters say is what the reference lists."""
    seats, options = setting(number)
    options |= {"field_size": 8}
    p, game = begin(seats, options, 1000 + number)
    rng = random.Random(number)
    while not p.over:
        legal = set(p.legal())
        move = p.sample(rng.getrandbits(60))
        for a in rng.sample(sorted(legal), min(3, len(legal))):
            assert p.explain(a)[0] == 0
        p = p.play(move)
        game.play(p.format(move))
        empty = [(a, b) for a in range(8) for b in range(8) if (a, b) not in game.board]
        groups = game.groups()
        for site in rng.sample(empty, min(4, len(empty))):
            place = site[0] * 32 + site[1]
            for piece in set(game.hands[game.turn]):
                for k in reference.orientations(piece, game.flip):
                    a = p.parse_move(f"{piece}@({site[0]},{site[1]})" + (f"/{k}" if k else ""))
                    expected = game.satisfied(site, reference.shown(piece, k), groups) and not p.over
                    assert p.is_legal(a) == expected
                    if p.over:
                        continue
                    assert (a in p.legal(place=place)) == expected


@pytest.mark.rule("Z7.1")
def test_a_given_piece_fits_a_given_side_57_percent_of_the_time() -> None:
    """Exactly, over all pairs of two pieces of the set and all looks of the lone one: 23,400 of 40,896."""
    copies = reference.piece_set("listed", True)
    fits = total = 0
    for lone, n in copies.items():
        for turned in range(8):
            look = reference.shown(lone, turned)
            for piece, m in copies.items():
                pairs = n * (m - (piece == lone))
                fits += pairs * any(
                    sum(
                        reference.shown(piece, k)[i] == look[j]
                        for i in range(4)
                        for site, j in reference.meets(((0, 0), i))
                        if site == (1, 0)
                    )
                    >= 2
                    for k in reference.orientations(piece, True)
                )
                total += pairs
    assert (fits, total) == (23_400, 40_896)


@pytest.mark.rule("Z7.1")
def test_the_core_agrees_on_the_57_percent() -> None:
    fits = total = 0
    beside = 7 * 32 + 6
    for seed in range(300):
        p = Position.deal("triz", seed=seed)
        p = p.play(random.Random(seed).choice(p.legal(place=6 * 32 + 6)))
        hand = [piece["piece"] for piece in p.view()["pieces"] if piece["zone"] == 2]
        assert len(hand) == 5
        fits += sum(p.count(place=beside, piece=piece) > 0 for piece in hand)
        total += 5
    assert abs(fits / total - 0.572) < 0.05


def random_ends(size: int, games: int) -> list[Position]:
    ends = []
    for seed in range(games):
        p = Position.deal("triz", options={"field_size": size}, seed=seed)
        while not p.over:
            p = p.play(p.sample(seed * 1000 + p.ply))
        ends.append(p)
    return ends


@pytest.mark.rule("Z7.2", "Z2.2")
@pytest.mark.parametrize(("size", "low", "high"), [(12, 6.5, 8.5), (19, 3.7, 4.9)])
def test_largest_groups_of_random_play(size: int, low: float, high: float) -> None:
    ends = random_ends(size, 60)
    largest = [max(f["value"] for f in p.view()["features"]) for p in ends]
    assert low < sum(largest) / len(largest) < high
    if size == 19:  # nobody is ever stuck there
        assert all(p.ply == 72 and p.end == "hands_empty" for p in ends)


@pytest.mark.rule("Z7.2")
def test_greedy_play_makes_groups_of_6_to_24() -> None:
    p = Position.deal("triz", options={"field_size": 13}, seed=3)
    rng = random.Random(3)
    while not p.over:
        legal = p.legal()
        tries = [p.play(a) for a in rng.sample(legal, min(60, len(legal)))]
        p = max(tries, key=lambda q: q.score(p.turn)[0])
    assert all(6 <= p.score(seat)[0] <= 24 for seat in range(2))


@pytest.mark.rule("Z7.3")
def test_the_first_move_has_about_4000_alternatives() -> None:
    counts = [Position.deal("triz", seed=seed).count() for seed in range(200)]
    assert 3600 < sum(counts) / len(counts) < 4700
