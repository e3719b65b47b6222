"""The search over every game: what it may see, what decides it, how it stops, what it reports. No game is named."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

from tests.variants import Variant, all_variants, name
from tileengine import Position, errors
from tileengine._core import registry
from tileengine._core.search import policy
from tileengine._core.search.mcts import Search

PLAYOUTS = 60


def midgame(variant: Variant, seed: int = 3, plies: int = 9) -> Position:
    """A position with a choice, some moves into a random game."""
    slug, seats, options = variant
    position = Position.deal(slug, seats=seats, options=options, seed=seed)
    for ply in range(plies):
        after = position.play(position.sample(seed + ply))
        if after.over:
            break
        position = after
    return position


@pytest.fixture(params=all_variants(), ids=name)
def position(request: pytest.FixtureRequest) -> Position:
    return midgame(request.param)


@pytest.fixture(params=registry.slugs())
def usual(request: pytest.FixtureRequest) -> Position:
    return midgame((request.param, registry.facts(request.param)["seats_default"], {}))


def found(position: Position, **settings: Any) -> tuple[object, ...]:
    search = Search(position, seed=7, **settings)
    search.run(PLAYOUTS)
    return search.digest(), search.moves(), search.nodes


def test_permuting_what_is_hidden_changes_nothing(position: Position) -> None:
    seen = position.observe(position.turn)
    worlds = [position, seen, *(seen.resample(seed) for seed in range(3))]
    answers = [found(world) for world in worlds]
    assert all(answer == answers[0] for answer in answers)


def test_the_same_certificate_gives_the_same_tree_however_it_is_cut(usual: Position) -> None:
    whole = Search(usual, seed=11)
    whole.run(150)
    pieces = Search(usual, seed=11)
    for size in (1, 49, 0, 100):
        assert pieces.run(size) == size
    assert pieces.playouts == whole.playouts == 150
    assert (pieces.digest(), pieces.moves()) == (whole.digest(), whole.moves())
    other = Search(usual, seed=12)
    other.run(150)
    assert other.digest() != whole.digest()


def test_a_search_stopped_from_outside_can_be_made_again(usual: Position) -> None:
    stopped = Search(usual, seed=5)
    timer = threading.Timer(0.1, stopped.stop)
    timer.start()
    done = stopped.run(50_000_000)
    timer.join()
    assert stopped.stopped and 0 < done < 50_000_000
    assert stopped.run(100) == 0
    again = Search(usual, seed=5)
    again.run(done)
    assert (again.digest(), again.moves()) == (stopped.digest(), stopped.moves())


def test_searches_share_nothing(usual: Position) -> None:
    alone = found(usual)
    searches = [Search(usual, seed=7) for _ in range(4)]
    threads = [threading.Thread(target=search.run, args=(PLAYOUTS,)) for search in searches]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all((s.digest(), s.moves(), s.nodes) == alone for s in searches)


def test_reports_are_whole(position: Position) -> None:
    search = Search(position, seed=1)
    search.run(PLAYOUTS)
    moves = search.moves()
    assert sum(m["visits"] for m in moves) == PLAYOUTS
    assert {m["action"] for m in moves} <= set(position.legal())
    assert [m["visits"] for m in moves] == sorted((m["visits"] for m in moves), reverse=True)
    for move in moves:
        if move["visits"]:
            assert 0 <= move["win"] <= 1
            assert len(move["score"]) == len(move["spread"]) == position.seats
            assert min(move["spread"]) >= 0
            assert search.line(move["action"])[0] == move["action"]
        else:
            assert move["value"] is None and move["win"] is None


@pytest.mark.parametrize("slug", registry.slugs())
def test_lines_are_moves_that_can_be_played(slug: str) -> None:
    """All of a line names moves of the game; of a single seat, who guesses nobody's, it can be played in any world."""
    longest = 0
    for plies in range(2, 14, 3):
        start = midgame((slug, registry.facts(slug)["seats_default"], {}), plies=plies)
        search = Search(start, seed=plies)
        search.run(3 * PLAYOUTS)
        for move in search.moves()[:4]:
            line = search.line(move["action"])
            longest = max(longest, len(line))
            assert all(start.parse_move(start.format(action)) == action for action in line)
            if start.seats > 1:
                continue
            position = start.observe(start.turn).resample(plies)
            for action in line:
                position = position.play(action)
    assert longest > 1, "no line is long enough to show anything"


def test_allowed_and_avoided_moves(usual: Position) -> None:
    legal = usual.legal()
    search = Search(usual, allow=legal[:2])
    search.run(20)
    assert {m["action"] for m in search.moves()} == set(legal[:2])
    if len(legal) > 1:
        search = Search(usual, avoid=legal[1:])
        assert [m["action"] for m in search.moves()] == legal[:1]
    with pytest.raises(errors.IllegalMove):
        Search(usual, avoid=legal)
    with pytest.raises(errors.IllegalMove):
        Search(usual, allow=[0])


def test_a_full_tree_still_answers(usual: Position) -> None:
    search = Search(usual, nodes_max=5)
    assert search.run(PLAYOUTS) == PLAYOUTS
    assert search.nodes <= 5
    assert sum(m["visits"] for m in search.moves()) == PLAYOUTS


def test_positions_and_settings_it_refuses(usual: Position) -> None:
    wrongs: list[dict[str, Any]] = [
        {"win": 1.5},
        {"exploration": -1.0},
        {"widen_base": 0},
        {"horizon": -2},
        {"nodes_max": 1},
        {"noise": 2.0},
        {"trust": 1.5},
        {"belief": -0.1},
    ]
    for wrong in wrongs:
        with pytest.raises(errors.TooLarge):
            Search(usual, **wrong)
    if usual.seats > 1:
        with pytest.raises(errors.HiddenInformation):
            Search(usual.observe((usual.turn + 1) % usual.seats))
    over = usual
    for ply in range(5000):
        if over.over:
            break
        over = over.play(over.sample(ply))
    if over.over:
        with pytest.raises(errors.GameOver):
            Search(over)
        with pytest.raises(errors.GameOver):
            policy.greedy(over, 1)


def test_one_ply_players_are_legal_fair_and_repeatable(position: Position) -> None:
    seen = position.observe(position.turn)
    for player in (policy.greedy, policy.quick):
        chosen = player(position, 9)
        assert chosen in position.legal()
        assert chosen == player(seen, 9) == player(seen.resample(4), 9)


def test_first_sight_sees_no_more_than_the_mover(position: Position) -> None:
    seen = position.observe(position.turn)
    for action in position.legal(limit=40):
        assert policy.rating(position, action) == policy.rating(seen, action) == policy.rating(seen.resample(2), action)


def test_finds_what_is_better(usual: Position) -> None:
    """A restricted search of the last-ranked move never expects more than the free search, but for noise."""
    free = Search(usual, seed=2, exploration=2.0)
    free.run(1500)
    tried = [m for m in free.moves() if m["visits"]]
    assert tried[0]["value"] >= max(m["value"] for m in tried) - 0.1


def test_stopping_is_prompt(usual: Position) -> None:
    """No figure of speed: stop() must end a run that would otherwise take minutes."""
    search = Search(usual)
    thread = threading.Thread(target=search.run, args=(2_000_000_000,))
    thread.start()
    time.sleep(0.05)
    search.stop()
    thread.join(20)
    assert not thread.is_alive()
