"""Seats played by the engine: what they see, restarts, several servers, full pools, clocks, and who may stop them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest

from tests.matches.client import Client, Failed, game_number, moves
from tests.serving import server as server_process
from tileengine import Position
from tileengine.analysis import Budget, Pool, suggest
from tileengine.matches.events import Event, History
from tileengine.matches.match import Strength
from tileengine.matches.storage.memory import MemoryStore
from tileengine.service import engine_seats
from tileengine.service.engine_seats import EngineSeats, Thinking, seed_of
from tileengine.service.matches import LEASE_MS, MatchService
from tileengine.transport.config import ServerConfig
from tileengine.transport.server import Server
from tileengine.v1 import match_service_pb2 as pb

SOME = pb.EngineSetup(playouts=5_000)
LONG = pb.EngineSetup(playouts=100_000)
SECONDS = 60.0
"""Nothing here may take longer; nothing is said about how much shorter it is."""


def engine(setup: pb.EngineSetup | None = None, limit_ms: int = 0) -> pb.SeatSetup:
    time = pb.TimeControl(kind=pb.TimeControl.KIND_PER_MOVE, limit_ms=limit_ms) if limit_ms else None
    return pb.SeatSetup(kind=pb.SEAT_KIND_ENGINE, engine=setup or pb.EngineSetup(level=4), time=time)


async def until(reached: Callable[[], Any]) -> None:
    async with asyncio.timeout(SECONDS):
        while not await reached():
            await asyncio.sleep(0.02)


class Room:
    """A service with engine seats over a store, whose clock is moved by hand."""

    def __init__(self, store: MemoryStore, pool: Pool) -> None:
        self.now_ms = 1_000_000
        self.store = store
        self.service = MatchService(store, now_ms=lambda: self.now_ms)
        self.engine = EngineSeats(self.service, pool)

    async def create(self, *seats: pb.SeatSetup, game: str = "triominos") -> str:
        made = await self.service.create_match(pb.CreateMatchRequest(game=game_number(game), seats=seats), None)
        return made.match.match_id

    async def log(self, match_id: str) -> list[Event]:
        return [Event.decode(data) for data in await self.store.events(match_id, 0, 512)]

    async def over(self, match_id: str) -> bool:
        return (await self.service.find(match_id)).status == "over"

    async def ply(self, match_id: str) -> int:
        return (await self.service.find(match_id)).table().ply


@asynccontextmanager
async def pool_of(**settings: int) -> AsyncIterator[Pool]:
    pool = Pool(**settings)
    try:
        yield pool
    finally:
        pool.close()


async def test_a_person_against_the_engine_over_every_store(client: Client) -> None:
    made = await client.call("CreateMatch", game=game_number("triominos"), seats=[pb.SeatSetup(), engine()])
    assert made.match.status == pb.MATCH_STATUS_WAITING and made.match.seats[1].engine.level == 4
    match_id = made.match.match_id
    joined = await client.call("JoinMatch", match_id=match_id)
    async with asyncio.timeout(SECONDS):
        async for told in client.watch(match_id, joined.seat_token):
            if told.HasField("match") and told.match.status == pb.MATCH_STATUS_RUNNING:
                info = told.match.state.info
                if info.turn == joined.seat:
                    listed = await client.call("ListMatchMoves", joined.seat_token, match_id=match_id, limit=1)
                    played = moves(listed.moves.action[0])
                    await client.call(
                        "PlayMoves", joined.seat_token, match_id=match_id, moves=played, expected_ply=info.ply
                    )
    match = (await client.call("GetMatch", match_id=match_id)).match
    assert match.status == pb.MATCH_STATUS_OVER and match.end.end in ("target", "blocked", "empty")
    verified = await client.call("VerifyRecord", record=(await client.call("GetRecord", match_id=match_id)).record)
    assert verified.valid, verified.problem


async def test_the_engine_plays_what_it_may_see_and_anybody_can_check_it_afterwards() -> None:
    async with pool_of(workers=2) as pool:
        room = Room(MemoryStore(), pool)
        match_id = await room.create(engine(), engine())
        await until(lambda: room.over(match_id))
        match = await room.service.find(match_id)
        history = History.of(await room.log(match_id))
        assert len(history.moves) == match.table().ply
        for ply in range(0, len(history.moves), 5):
            position = history.position_at(ply)
            seed = seed_of(match, position.turn, ply)
            # The same move from every world that the seat can't tell from the real one.
            for world in (position.observe(position.turn), position.observe(position.turn).resample(ply + 1)):
                thinking = Thinking(world.observe(position.turn), Strength(level=4), seed, lambda: None)
                assert thinking.step() == history.moves[ply]
        await room.engine.close()


async def test_two_servers_on_one_store_play_every_turn_once() -> None:
    store = MemoryStore()
    async with pool_of(workers=2) as pool:
        rooms = [Room(store, pool), Room(store, pool)]
        found = [await rooms[n % 2].create(engine(), engine()) for n in range(4)]
        async with asyncio.timeout(SECONDS):
            while not all([await rooms[0].over(match_id) for match_id in found]):
                for room in rooms:  # every lease has run out at every look: both always search
                    room.now_ms += LEASE_MS
                    await room.service.sweep()
                await asyncio.sleep(0.01)
        for match_id in found:
            History.of(await rooms[0].log(match_id)).position_at(10**6)
            plies = [event.ply for event in await rooms[0].log(match_id) if event.kind == "played"]
            assert plies == list(range(1, len(plies) + 1))
        for room in rooms:
            await room.engine.close()


async def test_a_server_that_died_in_the_turn_is_followed_by_another() -> None:
    store = MemoryStore()
    async with pool_of(workers=1) as dead, pool_of(workers=1) as alive:
        gate = threading.Event()
        dead.submit(gate.wait)  # the first server never gets to its search
        first = Room(store, dead)
        match_id = await first.create(engine(), pb.SeatSetup())
        token = (await first.service.join_match(pb.JoinMatchRequest(match_id=match_id), None)).seat_token
        match = await first.service.find(match_id)
        while match.engine_turn() is None:
            match = await first.service.play_seat(match_id, 1, [match.table().sample(0)], match.table().ply)
        assert token and match.engine_turn() == 0
        second = Room(store, alive)
        second.now_ms = first.now_ms + LEASE_MS - 1
        assert await second.service.sweep() == 0, "the lease of the first server has not run out"
        second.now_ms += 1
        assert await second.service.sweep() == 1
        ply = match.table().ply

        async def moved() -> bool:
            return await second.ply(match_id) > ply

        await until(moved)
        gate.set()
        for room in (first, second):
            await room.engine.close()


@pytest.mark.parametrize("store_url", ["sqlite", "redis"], indirect=True)
async def test_a_restart_in_the_middle_of_a_search(store_url: str) -> None:
    config = ServerConfig(address="127.0.0.1:0", grace_seconds=0.0, store=store_url)
    first = Server(config)
    await first.start()
    client = Client(first.address)
    made = await client.call("CreateMatch", game=game_number("tantrix"), seats=[engine(SOME), engine(SOME)])
    await client.close()
    await first.stop()
    second = Server(config)
    await second.start()
    client = Client(second.address)
    async with asyncio.timeout(2 * SECONDS):
        events = []
        async for told in client.watch(made.match.match_id):
            events.append(told.event)
            if told.event.kind == pb.MatchEvent.KIND_PLAYED:
                break
    assert [event.ply for event in events if event.kind == pb.MatchEvent.KIND_PLAYED] == [1]
    await client.close()
    await second.stop()


async def test_servers_killed_in_the_middle_of_turns_lose_and_double_nothing(tmp_path: Path) -> None:
    store = f"sqlite:{tmp_path / 'matches.db'}"
    seats = [engine(pb.EngineSetup(playouts=200)), engine(pb.EngineSetup(playouts=200))]
    match_id, kills, actions = "", 3, list[int]()
    while True:
        with server_process("--store", store) as served:
            client = Client(served.address)
            if not match_id:
                made = await client.call("CreateMatch", game=game_number("triominos"), seats=seats)
                match_id = made.match.match_id
            seen = list[int]()
            async with asyncio.timeout(SECONDS):
                async for told in client.watch(match_id):
                    seen += told.event.actions
                    if kills and len(seen) > len(actions) + 5:
                        break
            assert seen[: len(actions)] == actions
            actions = seen
            if kills:
                kills -= 1
                served.process.kill()
                await client.close()
                continue
            match = (await client.call("GetMatch", match_id=match_id)).match
            assert match.status == pb.MATCH_STATUS_OVER and match.state.info.ply == len(actions)
            record = (await client.call("GetRecord", match_id=match_id)).record
            assert (await client.call("VerifyRecord", record=record)).valid
            await client.close()
            return


async def test_a_full_pool_is_tried_again() -> None:
    async with pool_of(workers=1, queue_max=0) as pool:
        gate = threading.Event()
        pool.submit(gate.wait)
        room = Room(MemoryStore(), pool)
        found = [await room.create(engine(), engine()) for _ in range(10)]
        await asyncio.sleep(0.1)
        assert [await room.ply(match_id) for match_id in found] == [0] * 10
        gate.set()

        async def all_move() -> bool:
            return all([await room.ply(match_id) > 1 for match_id in found])

        await until(all_move)
        await room.engine.close()


async def test_long_searches_do_not_hold_up_other_matches() -> None:
    async with pool_of(workers=1) as pool:
        room = Room(MemoryStore(), pool)
        long = [await room.create(engine(LONG), engine(LONG), game="tantrix") for _ in range(4)]
        quick = [await room.create(engine(), engine()) for _ in range(4)]

        async def all_over() -> bool:
            return all([(await room.ply(match_id)) >= 10 for match_id in quick])

        await until(all_over)
        assert [await room.ply(match_id) for match_id in long] == [0] * 4, "each has half a minute to go"
        await room.engine.close()


def test_steps_come_to_the_move_of_one_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_seats, "STEP_MS", 1)
    for seed in range(3):
        position = Position.deal("tantrix", seats=2, seed=seed)
        thinking = Thinking(position.observe(position.turn), Strength(playouts=1_500), seed, lambda: None)
        steps, action = 1, thinking.step()
        while action is None:
            steps, action = steps + 1, thinking.step()
        assert action == suggest(position, budget=Budget(playouts=1_500), seed=seed).best.action
        assert steps > 1


@pytest.mark.parametrize("how", ["resign", "delete"])
async def test_resigning_or_deleting_stops_the_search(how: str) -> None:
    async with pool_of(workers=1) as pool:
        room = Room(MemoryStore(), pool)
        made = await room.service.create_match(
            pb.CreateMatchRequest(game=game_number("tantrix"), seats=[engine(LONG), pb.SeatSetup()]), None
        )
        match_id = made.match.match_id
        token = (await room.service.join_match(pb.JoinMatchRequest(match_id=match_id), None)).seat_token
        match = await room.service.find(match_id)
        if match.engine_turn() is None:
            await room.service.play_seat(match_id, 1, [match.table().sample(0)], match.table().ply)
        await asyncio.sleep(0.1)
        behind = pool.submit(lambda: True)
        assert not behind.done()
        if how == "resign":
            await room.service.resign_match(pb.ResignMatchRequest(match_id=match_id), token)
        else:
            await room.service.delete_match(pb.DeleteMatchRequest(match_id=match_id), made.host_token)
        # The search had minutes to go.
        assert await asyncio.wait_for(asyncio.wrap_future(behind), 10)
        await room.engine.close()


async def test_on_a_clock_the_engine_moves_in_time() -> None:
    server = Server(ServerConfig(address="127.0.0.1:0", grace_seconds=0.0))
    await server.start()
    client = Client(server.address)
    seats = [engine(LONG, 4_000), engine(pb.EngineSetup(level=1), 4_000)]
    made = await client.call("CreateMatch", game=game_number("tantrix"), seats=seats)
    async with asyncio.timeout(SECONDS):
        async for told in client.watch(made.match.match_id):
            assert told.event.kind != pb.MatchEvent.KIND_TIMED_OUT
            if told.event.ply == 4:
                break
    await client.close()
    await server.stop()


async def test_the_engine_consents_to_taking_back() -> None:
    async with pool_of(workers=1) as pool:
        room = Room(MemoryStore(), pool)
        match_id = await room.create(pb.SeatSetup(), engine(), game="triz")
        token = (await room.service.join_match(pb.JoinMatchRequest(match_id=match_id), None)).seat_token
        mine = 0

        async def my_turn() -> bool:
            return (await room.service.find(match_id)).table().turn == 0

        async with asyncio.timeout(SECONDS):
            while True:
                await until(my_turn)
                match = await room.service.find(match_id)
                if match.horizon <= mine < match.table().ply and match.last_mover == 1:
                    break
                mine = match.table().ply
                await room.service.play_seat(match_id, 0, [match.table().sample(mine)], mine)
        asked = pb.UndoMovesRequest(match_id=match_id, to_ply=max(mine, match.horizon))
        assert (await room.service.undo_moves(asked, token)).done
        await room.engine.close()


@pytest.mark.parametrize(
    ("seat", "field"),
    [
        (pb.SeatSetup(kind=pb.SEAT_KIND_ENGINE), "seats[1].engine"),
        (engine(pb.EngineSetup()), "seats[1].engine"),
        (engine(pb.EngineSetup(level=3, playouts=10)), "seats[1].engine"),
        (engine(pb.EngineSetup(level=11)), "seats[1].engine.level"),
        (engine(pb.EngineSetup(playouts=100_001)), "seats[1].engine.playouts"),
        (pb.SeatSetup(engine=pb.EngineSetup(level=3)), "seats[1].engine"),
    ],
)
@pytest.mark.parametrize("store_url", ["memory"], indirect=True)
async def test_a_strength_that_is_none_is_refused(client: Client, seat: pb.SeatSetup, field: str) -> None:
    with pytest.raises(Failed) as failed:
        await client.call("CreateMatch", game=game_number("triominos"), seats=[pb.SeatSetup(), seat])
    assert (failed.value.code, failed.value.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "BAD_FIELD")
    assert failed.value.metadata["field"] == field


@pytest.mark.parametrize("store_url", ["memory"], indirect=True)
async def test_nobody_else_takes_the_engines_seat(client: Client) -> None:
    made = await client.call("CreateMatch", game=game_number("triominos"), seats=[pb.SeatSetup(), engine()])
    with pytest.raises(Failed) as failed:
        await client.call("JoinMatch", match_id=made.match.match_id, seat=1)
    assert failed.value.reason == "WRONG_SEAT"
