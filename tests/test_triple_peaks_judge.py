"""The judge of Triple Peaks: what it looks at, what it may not see, that it judges well, and how it learns."""

from __future__ import annotations

from typing import Any

import pytest

from tests.reference.triple_peaks_features import counted
from tileengine import Position
from tileengine._core.parts.triple_peaks_judge import features
from tileengine._core.parts.triple_peaks_learn import Learner
from tileengine._core.search import policy
from tileengine._core.search.mcts import Search
from tileengine.arena import play_solo
from tileengine.arena.learn import main, source
from tileengine.arena.players import player

JUDGED: list[dict[str, Any]] = [{}, {"score_floor": "none"}, {"progressive": True}]


def game(seed: int, options: dict[str, Any]) -> list[Position]:
    """The positions of a game of quick and random moves."""
    position = Position.deal("triple_peaks", seed=seed, options=options)
    found = []
    while not position.over and position.ply < 90:
        found.append(position)
        quick = policy.quick(position, seed + position.ply)
        position = position.play(position.sample(position.ply) if (seed + position.ply) % 4 == 0 else quick)
    return found


@pytest.mark.parametrize("options", JUDGED, ids=str)
def test_features_are_those_of_a_slow_recount(options: dict[str, Any]) -> None:
    for seed in range(6):
        for position in game(seed, options):
            assert features(position) == pytest.approx(counted(position.observe(0)), abs=1e-5)


@pytest.mark.parametrize("options", JUDGED, ids=str)
def test_what_lies_face_down_changes_no_judgement(options: dict[str, Any]) -> None:
    for position in game(11, options):
        seen = position.observe(0)
        worlds = [seen, *(seen.resample(seed) for seed in range(5))]
        assert all(policy.expected(world) == policy.expected(position) for world in worlds)


def test_it_judges_between_bounds_and_has_no_opinion_on_doubling() -> None:
    for options in JUDGED:
        for position in game(5, options):
            opinion = policy.expected(position)
            assert opinion is not None
            (score,), (win,) = opinion
            assert 0 <= win <= 1
            assert -130 < score - position.score(0)[0] < 450
    for choice in ("doubling", "as_printed"):
        position = Position.deal("triple_peaks", seed=1, options={"multiplier": choice})
        assert policy.expected(position) is None


def test_it_expects_about_what_one_ply_play_brings() -> None:
    """Few games and wide margins; docs/strength.md has the measurements."""
    score = play_solo("triple_peaks", player("playouts:0:score"), range(400))
    assert 38 < sum(score.scores) / 400 < 56
    win = play_solo("triple_peaks", player("playouts:0:win"), range(400))
    assert sum(win.won) / 400 > 0.5
    at_first = [policy.expected(Position.deal("triple_peaks", seed=seed)) for seed in range(200)]
    assert 38 < sum(one[0][0] for one in at_first if one) / 200 < 56
    assert 0.4 < sum(one[1][0] for one in at_first if one) / 200 < 0.8


def test_trust_replaces_playouts() -> None:
    position = Position.deal("triple_peaks", seed=4)
    found = {}
    for trust in (0.0, 0.5, 1.0):
        search = Search(position, seed=1, trust=trust)
        search.run(300)
        found[trust] = search.moves()[0]["spread"][0]
    assert found[1.0] < found[0.5] < found[0.0]
    # Without an opinion only playouts are left.
    doubling = Position.deal("triple_peaks", seed=4, options={"multiplier": "doubling"})
    digests = set()
    for trust in (0.0, 1.0):
        search = Search(doubling, seed=1, trust=trust)
        search.run(200)
        digests.add(search.digest())
    assert len(digests) == 1


@pytest.mark.parametrize("wins", [False, True])
def test_learning_helps_and_repeats(wins: bool) -> None:
    pupil, again = (Learner(wins=wins, games=600, seed=3) for _ in range(2))
    before = pupil.measure(200, seed=1)
    assert pupil.learn(1000) == 600 and pupil.done == 600
    for part in (1, 200, 399):
        again.learn(part)
    assert pupil.weights() == again.weights()
    after = pupil.measure(200, seed=1)
    assert after == again.measure(200, seed=1)
    if not wins:  # a first clear takes more games than a test has time for
        assert after[0] > before[0] + 10
    copy = Learner(wins=wins, games=1)
    copy.load(pupil.weights())
    assert copy.weights() == pupil.weights()
    other = Learner(wins=wins, games=600, seed=4)
    other.learn(600)
    assert other.weights() != pupil.weights()


def test_the_command_learns_and_shows_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["triple_peaks", "--aim", "win", "--games", "20", "--deals", "10"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 20 and "20 games" in lines[-1]
    with pytest.raises(SystemExit):
        main(["triple_peaks", "--aim", "luck"])
    assert "\n    1, -2, 3\n" in source("win", "a command", [1, -2, 3])
    for wrong in ({"games": 0}, {"games": 5, "rate": 0.0}, {"games": 5, "trace": 2.0}):
        with pytest.raises(ValueError):
            Learner(wins=True, **wrong)
    with pytest.raises(ValueError):
        Learner(wins=True, games=1).load([1, 2])
