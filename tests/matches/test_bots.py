"""BotService over gRPC: whole matches by outside programs, and bots that hang, lie, vanish or are too many."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import grpc
import pytest

from tests.matches.client import Client, Failed, game_number
from tileengine import Position
from tileengine.service.bots import SEATS_MAX
from tileengine.transport.config import ServerConfig
from tileengine.transport.server import Server
from tileengine.v1 import bot_service_pb2 as pb
from tileengine.v1 import error_pb2, match_service_pb2, position_pb2

SECONDS = 60.0
PATH = "/tileengine.v1.BotService/PlaySeats"


class Bot:
    """One stream. `said` keeps what the server said."""

    def __init__(self, channel: grpc.aio.Channel, raw: bool = False) -> None:
        make: Any = channel.stream_stream(
            PATH,
            request_serializer=None if raw else pb.PlaySeatsRequest.SerializeToString,
            response_deserializer=pb.PlaySeatsResponse.FromString,
        )
        self.call = make(timeout=2 * SECONDS)
        self.said: list[pb.PlaySeatsResponse] = []

    async def take(self, match_id: str, token: str, **more: Any) -> None:
        take = pb.TakeSeat(match_id=match_id, seat_token=token, **more)
        await self.call.write(pb.PlaySeatsRequest(take=take))

    async def answer(self, asked: pb.MoveRequested, **move: Any) -> None:
        answer = pb.AnswerMove(match_id=asked.match_id, seat=asked.seat, ply=asked.ply, move=position_pb2.Move(**move))
        await self.call.write(pb.PlaySeatsRequest(answer=answer))

    async def hear(self, kind: str = "") -> Any:
        """The next message, or the next one of a kind."""
        async with asyncio.timeout(SECONDS):
            while True:
                response = await self.call.read()
                if response is grpc.aio.EOF:
                    raise AssertionError(f"the stream ended: {await self.call.code()}")
                self.said.append(response)
                found = response.WhichOneof("message")
                if kind in ("", found):
                    return getattr(response, found)

    async def play(self, choose: Callable[[pb.MoveRequested], int]) -> pb.SeatLeft:
        """Answers until a seat is left."""
        while True:
            response = await self.hear()
            if isinstance(response, pb.SeatLeft):
                return response
            if isinstance(response, pb.MoveRequested):
                await self.answer(response, action=choose(response))


def first(asked: pb.MoveRequested) -> int:
    return asked.legal.moves.action[0]


def reserve(seats: int) -> list[match_service_pb2.SeatSetup]:
    return [match_service_pb2.SeatSetup(kind=match_service_pb2.SEAT_KIND_RESERVED)] * seats


async def reserved(client: Client, game: str = "triominos", seats: int = 2) -> tuple[str, list[str]]:
    made = await client.call("CreateMatch", game=game_number(game), seats=reserve(seats))
    return made.match.match_id, list(made.seat_tokens)


@pytest.fixture
def limits() -> dict[str, Any]:
    return {}


@pytest.fixture
async def served(limits: dict[str, Any]) -> AsyncIterator[Client]:
    server = Server(ServerConfig(address="127.0.0.1:0", grace_seconds=0.0, **limits))
    await server.start()
    client = Client(server.address)
    yield client
    await client.close()
    await server.stop()


@pytest.mark.parametrize("game", ["triominos", "tantrix"])
async def test_two_bots_play_a_match_and_see_their_own_seat_only(served: Client, game: str) -> None:
    match_id, tokens = await reserved(served, game)
    bots = [Bot(served.channel), Bot(served.channel)]
    for number, bot in enumerate(bots):
        await bot.take(match_id, tokens[number], name=f"bot {number}")
    asked: list[pb.MoveRequested] = []

    def choose(request: pb.MoveRequested) -> int:
        asked.append(request)
        return first(request)

    left = await asyncio.gather(*(bot.play(choose) for bot in bots))
    assert [one.cause for one in left] == [pb.SeatLeft.CAUSE_OVER] * 2
    assert left[0].match.status == match_service_pb2.MATCH_STATUS_OVER
    assert [seat.name for seat in left[0].match.seats] == ["bot 0", "bot 1"]
    assert len(asked) == left[0].match.state.info.ply
    for request in asked[::7]:
        seen = Position.decode(request.position)
        assert seen.turn == request.seat and seen == seen.observe(request.seat)
        assert list(request.legal.moves.action) == seen.legal()


async def test_a_hundred_hung_bots_do_not_stop_the_next_one(served: Client) -> None:
    hung = []
    for _ in range(100):
        match_id, tokens = await reserved(served)
        bot = Bot(served.channel)
        for token in tokens:
            await bot.take(match_id, token, move_ms=200, misses_max=10)
        await bot.hear("move_requested")  # asked once, and never heard of again
        hung.append(match_id)
    match_id, tokens = await reserved(served)
    bot = Bot(served.channel)
    for token in tokens:
        await bot.take(match_id, token)
    assert (await bot.play(first)).cause == pb.SeatLeft.CAUSE_OVER
    # Each hung seat is resigned after its misses, although its bot reads nothing.
    async with asyncio.timeout(SECONDS):
        for match_id in hung:
            while (match := (await served.call("GetMatch", match_id=match_id)).match).status != 3:
                await asyncio.sleep(0.05)
            assert match.end.end == "resigned" and match.state.info.ply == 0


async def test_a_miss_is_asked_again_and_an_answer_forgives(served: Client) -> None:
    match_id, tokens = await reserved(served, "triominos")
    bot = Bot(served.channel)
    for token in tokens:
        await bot.take(match_id, token, move_ms=100, misses_max=3)
    asked = await bot.hear("move_requested")
    assert asked.misses == 0 and 0 < asked.deadline_ms <= 100
    again = await bot.hear("move_requested")
    assert (again.misses, again.ply, again.position) == (1, asked.ply, asked.position)
    await bot.answer(again, action=first(again))
    after = await bot.hear("move_requested")
    while after.ply == asked.ply:  # it had been asked once more
        after = await bot.hear("move_requested")
    assert after.misses == 0


async def test_wrong_answers_are_refused_and_counted(served: Client) -> None:
    match_id, tokens = await reserved(served)
    bot = Bot(served.channel)
    for token in tokens:
        await bot.take(match_id, token, misses_max=2)
    asked = await bot.hear("move_requested")
    stale = pb.MoveRequested()
    stale.CopyFrom(asked)
    stale.ply = 7
    await bot.answer(stale, action=1)  # answers nothing that is open: ignored
    await bot.answer(asked, notation="no move at all")
    refused = await bot.hear("refused")
    assert refused.error.reason == error_pb2.ERROR_REASON_BAD_TEXT and refused.ply == asked.ply
    await bot.answer(asked, action=0xFFFFFFFF)
    left = await bot.hear("left")
    assert left.cause == pb.SeatLeft.CAUSE_OVER
    assert (left.match.end.end, left.match.end.seat) == ("resigned", asked.seat)


async def test_resigning_leaving_and_taking_over(served: Client) -> None:
    match_id, tokens = await reserved(served)
    one, other = Bot(served.channel), Bot(served.channel)
    for token in tokens:
        await one.take(match_id, token)
    asked = await one.hear("move_requested")
    await one.call.write(pb.PlaySeatsRequest(leave=pb.LeaveSeat(match_id=match_id, seat=asked.seat)))
    assert (await one.hear("left")).cause == pb.SeatLeft.CAUSE_LEFT
    await other.take(match_id, tokens[asked.seat])
    assert (await other.hear("move_requested")).position == asked.position
    await other.call.write(pb.PlaySeatsRequest(resign=pb.ResignSeat(match_id=match_id, seat=asked.seat)))
    left = await other.hear("left")
    assert left.match.end.seat == asked.seat
    assert (await one.hear("left")).cause == pb.SeatLeft.CAUSE_OVER


async def test_a_bot_that_vanished_comes_back(served: Client) -> None:
    match_id, tokens = await reserved(served)
    bot = Bot(served.channel)
    for token in tokens:
        await bot.take(match_id, token)
    asked = await bot.hear("move_requested")
    bot.call.cancel()
    bot = Bot(served.channel)
    for token in tokens:
        await bot.take(match_id, token)
    again = await bot.hear("move_requested")
    assert again.position == asked.position
    await bot.answer(again, action=first(again))
    assert (await bot.play(first)).cause == pb.SeatLeft.CAUSE_OVER


async def test_seats_that_can_not_be_taken(served: Client) -> None:
    match_id, tokens = await reserved(served)
    made = await served.call("CreateMatch", game=game_number("triominos"), private=True)
    bot = Bot(served.channel)
    for match, token, reason in (
        (match_id, "wrong", "UNAUTHENTICATED"),
        (match_id, "", "UNAUTHENTICATED"),
        ("nowhere", tokens[0], "UNKNOWN_MATCH"),
        ("no id!", tokens[0], "BAD_FIELD"),
        (made.match.match_id, made.host_token, "WRONG_SEAT"),
        (made.match.match_id, tokens[0], "UNKNOWN_MATCH"),
    ):
        await bot.take(match, token)
        left = await bot.hear("left")
        assert left.cause == pb.SeatLeft.CAUSE_FAILED, (match, token)
        assert left.error.reason == error_pb2.ErrorReason.Value(f"ERROR_REASON_{reason}")
    await bot.take(match_id, tokens[0])
    assert (await bot.hear("taken")).match.seats[0].joined
    deleted = await served.call("CreateMatch", game=game_number("triominos"), seats=reserve(2))
    await bot.take(deleted.match.match_id, deleted.seat_tokens[0])
    await bot.hear("taken")
    await served.call("DeleteMatch", deleted.host_token, match_id=deleted.match.match_id)
    assert (await bot.hear("left")).cause == pb.SeatLeft.CAUSE_DELETED


async def ending(bot: Bot) -> Failed:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        while await bot.call.read() is not grpc.aio.EOF:
            pass
        raise AssertionError("it ended well")
    return Failed(caught.value)


async def test_messages_that_say_nothing_or_too_much_end_the_stream(served: Client) -> None:
    match_id, tokens = await reserved(served)
    bot = Bot(served.channel)
    await bot.call.write(pb.PlaySeatsRequest())
    assert (await ending(bot)).reason == "BAD_FIELD"
    for wrong in ({"move_ms": 99}, {"move_ms": 600_001}, {"misses_max": 11}):
        bot = Bot(served.channel)
        await bot.take(match_id, tokens[0], **wrong)
        assert (await ending(bot)).reason == "BAD_FIELD"
    bot = Bot(served.channel, raw=True)
    await bot.call.write(b"\xff\xff\xff")
    assert (await ending(bot)).code in (grpc.StatusCode.INVALID_ARGUMENT, grpc.StatusCode.INTERNAL)


async def test_a_stream_holds_so_many_seats(served: Client) -> None:
    bot = Bot(served.channel)
    for _ in range(SEATS_MAX // 2):
        match_id, tokens = await reserved(served)
        for token in tokens:
            await bot.take(match_id, token)
    match_id, tokens = await reserved(served)
    await bot.take(match_id, tokens[0])
    assert (await ending(bot)).reason == "TOO_LARGE"


@pytest.mark.parametrize("limits", [{"bots_max": 2, "idle_seconds": 0.3}])
async def test_too_many_bots_and_bots_without_seats(served: Client) -> None:
    match_id, tokens = await reserved(served)
    held = [Bot(served.channel), Bot(served.channel)]
    for bot, token in zip(held, tokens):
        await bot.take(match_id, token)
        await bot.hear("taken")
    assert (await ending(Bot(served.channel))).reason == "BUSY"
    for bot in held:
        await bot.call.done_writing()
        while await bot.call.read() is not grpc.aio.EOF:
            pass
        assert await bot.call.code() == grpc.StatusCode.OK
    assert (await ending(Bot(served.channel))).code == grpc.StatusCode.DEADLINE_EXCEEDED
