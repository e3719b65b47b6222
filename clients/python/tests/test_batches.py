"""Many questions at once: order, failures in between, the bound on what is in flight, and early ends."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any

import pytest

from tileengine_client import Applied, AsyncClient, Client, Position, Query, errors, queries


def mixed(position: Position) -> list[Query[Any]]:
    """One question of each kind, and some that fail."""
    return [
        queries.deal(position.info.game, seed=7),
        queries.move_page(position, limit=2, notation=True),
        queries.score(b"broken"),
        queries.count_moves(position),
        queries.check(position, "no such move"),
        queries.apply(position, expected_ply=0),
        queries.score(position),
        queries.view(position, geometry=True),
        queries.observe(position, 99),
        queries.observe(position),
        queries.resample(position, 1),
        queries.to_text(position),
        queries.restore(position.data),
    ]


def expected(client: Client, questions: Sequence[Query[Any]]) -> list[Any]:
    """What each question gets when it is asked alone; of a failure its reason."""
    found: list[Any] = []
    for question in questions:
        try:
            found.append(client.ask(question))
        except errors.TileengineError as failure:
            found.append(failure.reason)
    return found


def plain(answers: Sequence[Any]) -> list[Any]:
    return [answer.reason if isinstance(answer, errors.TileengineError) else answer for answer in answers]


def test_a_batch_answers_as_single_calls_do(client: Client, position: Position) -> None:
    questions = mixed(position)
    assert plain(client.batch(questions)) == expected(client, questions)


async def test_an_async_batch_does_too(client: Client, async_client: AsyncClient, position: Position) -> None:
    questions = mixed(position)
    assert plain(await async_client.batch(questions)) == expected(client, questions)


def test_an_empty_batch_has_no_answers(client: Client) -> None:
    assert client.batch([]) == []


def test_a_batch_has_a_bound(client: Client, position: Position) -> None:
    with pytest.raises(errors.TooLarge):
        client.batch([queries.count_moves(position)] * 4097)


def test_answers_have_the_types_of_their_questions(client: Client, position: Position) -> None:
    for answer in client.batch([queries.score(position)] * 3):
        assert not isinstance(answer, errors.TileengineError)
        assert not answer.final


class Source:
    """Batches of growing size; counts how many were taken."""

    def __init__(self, position: Position, batches: int) -> None:
        self.position = position
        self.batches = batches
        self.taken = 0

    def __iter__(self) -> Iterator[list[Query[int]]]:
        for size in range(1, self.batches + 1):
            self.taken += 1
            yield [queries.count_moves(self.position)] * size

    async def asynchronous(self) -> AsyncIterator[list[Query[int]]]:
        for batch in self:
            yield batch


@pytest.mark.parametrize("in_flight", [1, 3, 50])
def test_a_stream_answers_in_order_and_within_its_bound(client: Client, position: Position, in_flight: int) -> None:
    source = Source(position, 12)
    for number, answers in enumerate(client.stream(source, in_flight=in_flight), 1):
        assert len(answers) == number
        assert source.taken <= number - 1 + in_flight
    assert number == 12


@pytest.mark.parametrize("in_flight", [1, 3, 50])
async def test_an_async_stream_does_too(async_client: AsyncClient, position: Position, in_flight: int) -> None:
    source = Source(position, 12)
    number = 0
    async for answers in async_client.stream(source.asynchronous(), in_flight=in_flight):
        number += 1
        assert len(answers) == number
        assert source.taken <= number - 1 + in_flight
    assert number == 12
    assert [len(answers) async for answers in async_client.stream(Source(position, 3))] == [1, 2, 3]


def test_a_stream_is_a_conversation_when_one_is_in_flight(client: Client) -> None:
    """Each batch is made from the answer before it."""
    position = client.deal("triple_peaks", seed=7).position
    line = [position]

    def ask() -> Iterator[list[Query[Any]]]:
        while line[-1].info.ply < 5:
            yield [queries.apply(line[-1], "draw")]

    for answers in client.stream(ask(), in_flight=1):
        assert isinstance(answers[0], Applied)
        line.append(answers[0].position)
    assert [one.info.ply for one in line] == [0, 1, 2, 3, 4, 5]


def test_a_stream_can_be_left_early(client: Client, position: Position) -> None:
    stream = client.stream(Source(position, 1000), in_flight=2)
    assert len(next(stream)) == 1
    stream.close()
    assert client.ping(b"still here") == b"still here"


def test_an_empty_stream_ends(client: Client) -> None:
    assert list(client.stream([])) == []


def test_a_failing_source_ends_the_stream_with_its_failure(client: Client, position: Position) -> None:
    def broken() -> Iterator[list[Query[int]]]:
        yield [queries.count_moves(position)]
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        list(client.stream(broken(), in_flight=2))


def test_a_stream_has_a_deadline_and_fails_like_a_call(client: Client, position: Position, silent: str) -> None:
    with Client(silent) as waiting, pytest.raises(errors.DeadlineExceeded):
        list(waiting.stream(Source(position, 3), seconds=0.2))
    with pytest.raises(errors.TooLarge):
        list(client.stream([[queries.count_moves(position)] * 4097]))


async def test_an_async_stream_fails_like_a_call(async_client: AsyncClient, position: Position, silent: str) -> None:
    with pytest.raises(errors.TooLarge):
        async for _ in async_client.stream([[queries.count_moves(position)] * 4097]):
            pass
    async with AsyncClient(silent) as waiting:
        with pytest.raises(errors.DeadlineExceeded):
            async for _ in waiting.stream(Source(position, 3), seconds=0.2):
                pass
