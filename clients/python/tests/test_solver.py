"""The solver's questions, asked by both clients."""

from __future__ import annotations

import pytest

from tileengine_client import AsyncClient, Client, errors, queries

GAME = "triple_peaks"


def test_a_solution_can_be_played(client: Client) -> None:
    deal = client.ask(queries.deal_graded(GAME, "easy", seed=3))
    position = deal.dealt.position
    clear, shortest, most = client.ask(queries.solve(position))
    assert [one.goal for one in (clear, shortest, most)] == ["clear", "shortest_clear", "maximum_score"]
    for one in (clear, shortest, most):
        assert one.proved
        assert one.found
        assert len(one.line) == len(one.line.notation) == len(one.line.total)
        end = client.apply(position, *one.line.action).position
        assert end == client.apply(position, *one.line.notation).position
        assert client.score(end).seats[0].total == one.score == one.line.total[-1]
    assert len(shortest.line) <= len(clear.line)
    assert most.score >= clear.score
    (again,) = client.ask(queries.solve(position, "maximum_score"))
    assert again == most


def test_a_graded_deal_is_proved_and_given_again_by_its_seed(client: Client) -> None:
    for difficulty in ("easy", "hard"):
        deal = client.ask(queries.deal_graded(GAME, difficulty, seed=5, options={"score_floor": "none"}))
        again = client.deal(GAME, seed=deal.dealt.seed, options={"score_floor": "none"})
        assert again.position == deal.dealt.position
        assert 0 <= deal.clears <= 256
        assert client.apply(deal.dealt.position, *deal.line.action).position.info.over


def test_the_turning_point_is_before_the_end(client: Client) -> None:
    position = client.ask(queries.deal_graded(GAME, "easy", seed=4)).dealt.position
    moves, after = [], position
    while not after.info.over:  # nothing but stock cards
        moves.append(list(client.moves(after))[-1])
        after = client.apply(after, moves[-1]).position
    found = client.ask(queries.turning_point(position, moves))
    assert found.proved
    assert found.clearable
    assert found.index is not None
    kept = client.apply(position, *moves[: found.index]).position if found.index else position
    assert client.ask(queries.solve(kept, "clear"))[0].found
    assert not client.ask(queries.solve(client.apply(kept, moves[found.index]).position, "clear"))[0].found


def test_a_balanced_deal(client: Client) -> None:
    found = client.ask(queries.deal_balanced("triominos", seats=3, seed=2, spread_max=0.3, tries=8))
    assert len(found.means) == found.dealt.position.info.seats == 3
    assert found.balanced == (found.spread <= 0.3)
    assert 1 <= found.tries <= 8
    assert client.deal("triominos", seats=3, seed=found.dealt.seed).position == found.dealt.position


async def test_the_async_client_asks_the_same(client: Client, async_client: AsyncClient) -> None:
    question = queries.deal_graded(GAME, "medium", seed=1)
    assert await async_client.ask(question) == client.ask(question)


def test_what_is_refused(client: Client) -> None:
    position = client.deal(GAME, seed=1).position
    with pytest.raises(errors.BadField, match="goals is one of clear, shortest_clear, maximum_score"):
        queries.solve(position, "win")
    with pytest.raises(errors.BadField, match="difficulty is one of easy"):
        queries.deal_graded(GAME, "cosy")
    with pytest.raises(errors.UnknownGame):
        queries.deal_balanced("chess")
    with pytest.raises(errors.BadField) as caught:
        client.ask(queries.solve(position, nodes=1 << 40))
    assert caught.value.field == "nodes"
    with pytest.raises(errors.HiddenInformation):
        client.ask(queries.solve(client.observe(position, 0)))
    with pytest.raises(errors.UnknownGame):
        client.ask(queries.solve(client.deal("triz", seed=1).position))
