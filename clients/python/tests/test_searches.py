"""Suggestions, analyses and reviews by both clients, for every game; and what is refused before anything is sent."""

from __future__ import annotations

from typing import Any

import pytest

from tileengine_client import (
    Analysis,
    AsyncClient,
    Client,
    Game,
    Position,
    RankedMove,
    TileengineError,
    errors,
    queries,
)


@pytest.fixture
def midway(client: Client, position: Position) -> Position:
    """Some moves into a game, with a choice."""
    turn, moves = 0, list(client.moves(position))
    while turn < 4 or len(moves) < 2:
        position = client.apply(position, moves[turn % len(moves)]).position
        turn, moves = turn + 1, list(client.moves(position))
    return position


def game_of(client: Client, position: Position) -> Game:
    return next(game for game in client.games() if game.slug == position.info.game)


def check_move(client: Client, position: Position, move: RankedMove) -> None:
    said = client.check(position, move)
    assert (said.legal, said.notation, str(move)) == (True, move.notation, move.notation)
    assert client.apply(position, move).position.info.ply == position.info.ply + 1
    game, seats = game_of(client, position), range(position.info.seats)
    assert {why.part for why in move.why} <= {*game.parts, "total"}
    assert {one.name for one in move.prospects} <= {promise.name for promise in game.prospects}
    assert all(one.seat in seats and one.before != one.after for one in move.prospects)
    if move.visits:
        assert len(move.score) == len(move.spread) == len(seats)
        assert move.value is not None
        assert move.win is not None
        assert 0 <= move.win <= 1
        assert (move.line[0], move.line_notation[0]) == (move.action, move.notation)


@pytest.mark.parametrize("level", [1, 6])
def test_a_suggestion_can_be_played_and_repeats(client: Client, midway: Position, level: int) -> None:
    found = client.suggest(midway, level=level, seed=5)
    check_move(client, midway, found.move)
    assert client.suggest(midway, level=level, seed=5) == found
    # It knows no more than the seat to move.
    assert client.suggest(client.observe(midway, midway.info.turn), level=level, seed=5) == found


def test_a_certificate_brings_the_answer_back(client: Client, midway: Position) -> None:
    timed = client.suggest(midway, time_ms=100, proof_nodes=0, seed=3)
    assert timed.certificate.playouts > 0
    again = client.suggest(midway, playouts=timed.certificate.playouts, proof_nodes=0, seed=3)
    assert again == timed


def test_an_analysis_ranks_moves(client: Client, midway: Position) -> None:
    found = client.analyse(midway, playouts=200, moves_max=3, seed=2)
    assert found.final
    assert found.seat == midway.info.turn
    assert found.certificate.playouts == 200
    assert 1 <= len(found.moves) <= 3
    assert found.moves_total == client.count_moves(midway)
    for move in found.moves:
        check_move(client, midway, move)


def test_moves_are_allowed_and_avoided(client: Client, midway: Position) -> None:
    best = client.analyse(midway, playouts=100).moves[0]
    assert client.analyse(midway, playouts=100, allow=[best]).moves_total == 1
    others = client.analyse(midway, playouts=100, avoid=[best.notation], moves_max=256)
    assert best.action not in {move.action for move in others.moves}


def test_many_positions_with_reports_and_a_failure(client: Client, midway: Position) -> None:
    reports: dict[int, list[Analysis | TileengineError]] = {0: [], 1: [], 2: []}
    for index, report in client.analyse_many([midway, b"??", midway], playouts=300, report_every=100):
        reports[index].append(report)
    assert [type(report) for report in reports[1]] == [errors.BadPosition]
    for index in (0, 2):
        finals = [report.final for report in reports[index] if isinstance(report, Analysis)]
        assert finals == [False] * (len(finals) - 1) + [True]
    assert reports[0][-1] == reports[2][-1]


def test_an_iterator_that_is_closed_ends_the_search(client: Client, midway: Position) -> None:
    """Otherwise the searches left behind would fill the server, and the last one would be refused or late."""
    for _ in range(20):
        answers = client.analyse_many([midway], playouts=2_000_000, proof_nodes=0, report_every=100)
        assert not isinstance(next(answers)[1], TileengineError)
        answers.close()
    assert client.suggest(midway, level=1).move


def test_a_review_tells_skill_from_luck(client: Client, position: Position) -> None:
    moves, after = [], position
    for _ in range(3):
        moves.append(client.suggest(after, level=1).move)
        after = client.apply(after, moves[-1]).position
    found = client.review(position, moves, playouts=50, seed=4)
    assert [one.action for one in found] == [move.action for move in moves]
    for one in found:
        assert one.skill <= 0
        assert one.after - one.before == pytest.approx(one.skill)
    with pytest.raises(errors.IllegalMove) as caught:
        client.review(position, [moves[0], moves[0]])
    assert caught.value.index == 1


async def test_the_async_client_answers_the_same(client: Client, async_client: AsyncClient, midway: Position) -> None:
    wanted: dict[str, Any] = {"playouts": 100, "seed": 9}
    assert await async_client.suggest(midway, level=3, seed=9) == client.suggest(midway, level=3, seed=9)
    analysis = client.analyse(midway, **wanted)
    assert await async_client.analyse(midway, **wanted) == analysis
    found = [answer async for answer in async_client.analyse_many([midway, b"??"], **wanted)]
    assert (0, analysis) in found
    assert len(found) == 2
    reviewed = client.review(midway, [analysis.moves[0]], playouts=20)
    assert await async_client.review(midway, [analysis.moves[0]], playouts=20) == reviewed
    for one in (async_client.analyse(b"??"), async_client.suggest(b"??"), async_client.review(b"??", ["draw"])):
        with pytest.raises(errors.BadPosition):
            await one


@pytest.mark.parametrize(
    ("field", "arguments"),
    [
        ("level", {"level": 0}),
        ("level", {"level": 11}),
        ("aim", {"aim": "fun"}),
        ("priority", {"priority": "now"}),
        ("seed", {"seed": -1}),
        ("seed", {"seed": 1 << 64}),
        ("budget.playouts", {"playouts": 0}),
        ("budget.playouts", {"playouts": 1 << 32}),
        ("budget.playouts", {"playouts": 2_000_001}),
        ("budget.time_ms", {"time_ms": 0}),
        ("budget.time_ms", {"time_ms": 600_001}),
        ("budget.proof_nodes", {"proof_nodes": -1}),
    ],
)
def test_wrong_settings_are_named(client: Client, field: str, arguments: dict[str, Any]) -> None:
    position = client.deal("triominos", seed=1).position
    with pytest.raises(errors.BadField) as caught:
        client.suggest(position, **arguments)
    assert caught.value.field == field


def test_what_is_over_has_no_move(client: Client) -> None:
    position = client.deal("triple_peaks", seed=7).position
    while not position.info.over:
        position = client.apply(position, list(client.moves(position))[-1]).position
    for ask in (client.suggest, client.analyse):
        with pytest.raises(errors.GameOver):
            ask(position)


def test_searches_are_no_part_of_a_batch(client: Client) -> None:
    position = client.deal("triz", seed=1).position
    with pytest.raises(errors.BadField, match="SuggestMove can't be part of a batch"):
        client.batch([queries.suggest(position)])
