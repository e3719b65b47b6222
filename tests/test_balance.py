"""Balanced deals: what the spread says, that it repeats, and that a deal comes back from its seed."""

from __future__ import annotations

import statistics

import pytest

from tileengine import Position, balance, errors, games, solver
from tileengine._core.solve.balance import seat_scores

SLUGS = [game.slug for game in games.games() if game.seats_max > 1]


def played(position: Position, seed: int) -> list[int]:
    """The scores of one random game, played from Python."""
    while not position.over:
        seed += 1
        position = position.play(position.sample(seed))
    return [position.score(seat)[0] for seat in range(position.seats)]


@pytest.mark.parametrize("slug", SLUGS)
def test_means_and_deviation_are_those_of_random_games(slug: str) -> None:
    position = Position.deal(slug, seed=3)
    means, deviation = seat_scores(position, 1, 4_096)
    assert (means, deviation) == seat_scores(position, 1, 4_096) != seat_scores(position, 2, 4_096)
    count = 200
    samples = list(zip(*(played(position, 100_000 * n) for n in range(count))))
    pooled = statistics.mean(statistics.pvariance(column) for column in samples) ** 0.5
    assert abs(pooled / deviation - 1) < 0.25
    for mean, column in zip(means, samples):
        assert abs(mean - statistics.mean(column)) < 5 * deviation / count**0.5


@pytest.mark.parametrize("slug", SLUGS)
def test_a_balanced_deal_is_even_and_comes_back_from_its_seed(slug: str) -> None:
    found = balance.deal_balanced(slug, b"balance", spread_max=0.3)
    assert found.balanced and found.spread <= 0.3
    assert found == balance.deal_balanced(slug, b"balance", spread_max=0.3)
    assert found.position == Position.deal(slug, seed=found.seed)
    assert balance.spread(found.position) == (found.spread, found.means)
    assert len(found.means) == found.position.seats


def test_the_most_even_of_those_looked_at_is_the_answer() -> None:
    found = balance.deal_balanced("triominos", b"even", seats=3, options={"rounds": 1}, spread_max=1e-9, tries=6)
    spreads = []
    for number in range(6):
        own = solver.derived_seed("balanced deal", b"even", number)
        spreads.append(balance.spread(Position.deal("triominos", seats=3, options={"rounds": 1}, seed=own))[0])
    assert not found.balanced and found.tries == 6 and found.spread == min(spreads) < max(spreads)


def test_what_is_refused() -> None:
    for tries in (0, balance.TRIES_MAX + 1):
        with pytest.raises(errors.BadField, match="tries"):
            balance.deal_balanced("tantrix", b"1", tries=tries)
    for wide in (0.0, -1.0, 11.0, float("nan")):
        with pytest.raises(errors.BadField, match="spread_max"):
            balance.deal_balanced("tantrix", b"1", spread_max=wide)
    with pytest.raises(errors.BadSeats, match="single seat"):
        balance.deal_balanced("triple_peaks", b"1")
    with pytest.raises(errors.BadSeed):
        balance.deal_balanced("tantrix", b"")
    with pytest.raises(errors.HiddenInformation):
        balance.spread(Position.deal("tantrix", seed=1).observe())
