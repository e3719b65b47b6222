"""Levels of play: repeatable, legal, attentive in their measure, and named by the same table everywhere."""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.test_search import midgame
from tileengine import Position
from tileengine._core import registry
from tileengine.analysis import LEVEL_MAX, BadBudget, Budget, review, suggest
from tileengine.analysis.levels import chosen, levels_of, overlooked
from tileengine.analysis.results import MoveReport
from tileengine.arena import play_duplicate, play_solo
from tileengine.arena.players import player


@pytest.fixture(params=registry.slugs())
def position(request: pytest.FixtureRequest) -> Position:
    return midgame((request.param, registry.facts(request.param)["seats_default"], {}))


@pytest.mark.parametrize("game", [*registry.slugs(), "some other game"])
def test_the_table_rises(game: str) -> None:
    assert len(levels_of(game)) == LEVEL_MAX
    for lower, higher in pairwise(levels_of(game)):
        assert lower.playouts <= higher.playouts and lower.attention <= higher.attention
        assert lower != higher


def test_a_level_out_of_range_is_refused() -> None:
    for wrong in (0, -1, LEVEL_MAX + 1):
        with pytest.raises(BadBudget):
            suggest(Position.deal("triominos", seed=1), level=wrong)


def test_a_level_repeats_its_move_and_varies_with_the_seed(position: Position) -> None:
    legal = set(position.legal())
    for level in range(1, 6):
        first = suggest(position, level=level, seed=1)
        assert first == suggest(position.observe(position.turn), level=level, seed=1)
        moves = {suggest(position, level=level, seed=seed).best.action for seed in range(12)}
        assert moves <= legal
        assert level > 2 or len(moves) > 1 or len(legal) < 3


def test_a_level_cut_short_is_made_again_with_its_playouts(position: Position) -> None:
    cut = suggest(position, level=6, budget=Budget(playouts=70), seed=2)
    assert cut.certificate.playouts == 70
    assert cut == suggest(position, level=6, budget=Budget(playouts=70), seed=2)


def test_attention_overlooks_its_share_but_never_all() -> None:
    legal = list(range(1000, 3000))
    for attention in (0.2, 0.5, 0.9):
        missed = overlooked(legal, attention, seed=5)
        assert abs(len(missed) / len(legal) - (1 - attention)) < 0.05
        assert missed == overlooked(legal, attention, seed=5)
    for seed in range(200):
        assert len(overlooked([1, 2, 3], 0.0, seed)) == 0
        assert len(overlooked(list(range(8)), 0.0, seed)) < 8


def test_softness_prefers_what_looks_nearly_as_good() -> None:
    def report(action: int, value: float) -> MoveReport:
        return MoveReport(action, 10, 0.0, value, 0.5, (), (), (), (), ())

    moves = [report(1, 0.60), report(2, 0.59), report(3, 0.20)]
    assert {chosen(moves, 0.0, seed) for seed in range(20)} == {0}
    picked = [chosen(moves, 0.02, seed) for seed in range(400)]
    assert picked.count(0) > picked.count(1) > 5 * picked.count(2)


def test_the_search_beats_greedy_and_greedy_beats_random() -> None:
    """Few games and wide margins; docs/strength.md has the measurements."""
    assert sum(play_duplicate("tantrix", player("greedy"), player("random"), range(4)).margins) > 0
    assert sum(play_duplicate("tantrix", player("playouts:100"), player("greedy"), range(2)).margins) > 0
    solo = play_solo("triple_peaks", player("quick"), range(200))
    assert sum(solo.won) / 200 > 0.35


@pytest.mark.parametrize("slug", registry.slugs())
def test_the_flat_player_sees_what_its_seat_may_and_repeats(slug: str) -> None:
    position = midgame((slug, registry.facts(slug)["seats_default"], {}), plies=4)
    seen = position.observe(position.turn)
    moves = {player("flat:60:score")(world, 5) for world in (position, seen.resample(1))}
    assert len(moves) == 1 and moves <= set(position.legal())


def test_the_flat_player_clears_more_with_more_playouts() -> None:
    few, many = (sum(play_solo("triple_peaks", player(f"flat:{n}:win"), range(60)).won) for n in (3, 150))
    assert many > few


def test_unknown_players_are_refused() -> None:
    for name in ("", "strong", "level:x", "playouts:", "playouts:5:fun", "flat:", "flat:9:fun"):
        with pytest.raises(ValueError):
            player(name)


def test_a_review_charges_a_blunder_to_skill() -> None:
    """Tantrix: of all first replies the worst rated must cost more than the best."""
    position = next(p for p in (midgame(("tantrix", 2, {}), plies=n) for n in range(8, 30)) if p.count() >= 20)
    ranked = suggest(position, budget=Budget(playouts=800)).moves
    tried = [m for m in ranked if m.visits]
    best = review(position, [ranked[0].action], playouts=400)[0]
    worst = review(position, [min(tried, key=lambda m: m.value or 0.0).action], playouts=400)[0]
    assert best.skill <= 0 and worst.skill < 0
    assert worst.after < best.after
