"""What hostile callers try, and what each gets: a clear refusal, nothing changed, the server still there."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from typing import Any

import grpc
import pytest

from tests.matches.client import SERVICE, Client, Failed, game_number, moves
from tileengine.transport.config import ServerConfig
from tileengine.transport.server import Server
from tileengine.v1 import match_service_pb2 as pb
from tileengine.v1 import position_pb2


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    server = Server(ServerConfig(address="127.0.0.1:0", grace_seconds=0.0, watchers_max=5))
    await server.start()
    yield server
    await server.stop()


async def refused(call: object) -> tuple[grpc.StatusCode, str]:
    with pytest.raises(Failed) as caught:
        await call  # type: ignore[misc]
    return caught.value.code, caught.value.reason


async def raw(
    client: Client, method: str, request: bytes, metadata: tuple[tuple[str, str], ...] = ()
) -> grpc.StatusCode:
    """The status of a call with any bytes and any metadata."""
    call: Any = client.channel.unary_unary(f"/{SERVICE.full_name}/{method}")
    try:
        await call(request, metadata=metadata, timeout=10)
    except grpc.aio.AioRpcError as failure:
        return failure.code()
    return grpc.StatusCode.OK


async def test_authorization_in_any_shape(client: Client) -> None:
    match_id, host, tokens = await client.start("triple_peaks", 1)
    ask = pb.ResignMatchRequest(match_id=match_id).SerializeToString()
    for value in ("", "Bearer", "Bearer ", "Basic eDp5", tokens[0], f"Bearer {tokens[0]} x"):
        got = await raw(client, "ResignMatch", ask, (("authorization", value),))
        assert got == grpc.StatusCode.UNAUTHENTICATED, value
    twice = (("authorization", f"Bearer {tokens[0]}"), ("authorization", f"Bearer {host}"))
    assert await raw(client, "ResignMatch", ask, twice) == grpc.StatusCode.UNAUTHENTICATED
    assert (await client.call("GetMatch", match_id=match_id)).match.status == pb.MATCH_STATUS_RUNNING
    assert await raw(client, "ResignMatch", ask, (("authorization", f"bearer {tokens[0]}"),)) == grpc.StatusCode.OK


async def test_a_token_of_a_deleted_match_is_worth_nothing_in_its_successor(client: Client) -> None:
    first = await client.call("CreateMatch", match_id="m", game=game_number("triple_peaks"))
    seat = (await client.call("JoinMatch", match_id="m")).seat_token
    await client.call("DeleteMatch", first.host_token, match_id="m")
    await client.call("CreateMatch", match_id="m", game=game_number("triple_peaks"))
    for token in (first.host_token, seat):
        assert await refused(client.call("GetMatch", token, match_id="m")) == (
            grpc.StatusCode.UNAUTHENTICATED, "UNAUTHENTICATED",
        )  # fmt: skip


async def test_ids_are_not_guessed(client: Client) -> None:
    made = [(await client.call("CreateMatch", game=game_number("triple_peaks"))).match.match_id for _ in range(50)]
    assert len(set(made)) == 50 and all(len(match_id) == 24 for match_id in made)
    assert len({match_id[:4] for match_id in made}) > 40


async def test_malformed_and_oversized_requests(client: Client) -> None:
    for method in [method.name for method in SERVICE.methods if not method.server_streaming]:
        for junk in (b"\xff" * 50, b"\x0a\xff\xff\xff\xff\x0f", b"\x08" * 7):
            assert await raw(client, method, junk) == grpc.StatusCode.INVALID_ARGUMENT
        assert await raw(client, method, bytes(5 << 20)) == grpc.StatusCode.RESOURCE_EXHAUSTED
    match_id, _, tokens = await client.start("triple_peaks", 1)
    big = position_pb2.Move(notation="x" * 100_000)
    assert (await refused(client.call("PlayMoves", tokens[0], match_id=match_id, moves=[big])))[1] == "TOO_LARGE"
    for notation in ("", "\u0000", "draw\n", "\u202edraw", "ｄｒａｗ", "-AC@99999999999999999999", "🂡@1"):
        move = position_pb2.Move(notation=notation)
        assert (await refused(client.call("PlayMoves", tokens[0], match_id=match_id, moves=[move])))[1] == "BAD_TEXT"
    for fields in ({"to_ply": 2**32 - 1}, {"to_ply": 0}):
        assert (await refused(client.call("UndoMoves", tokens[0], match_id=match_id, **fields)))[1] == "BAD_FIELD"
    huge = {"moves": moves(2**32 - 1), "expected_ply": 2**32 - 1}
    assert (await refused(client.call("PlayMoves", tokens[0], match_id=match_id, **huge)))[1] == "STALE_PLY"
    for fields in ({"place": 2**32 - 1}, {"piece": 2**31}, {"kind": -(2**31)}, {"kind": 2**31 - 1}):
        assert (await client.call("ListMatchMoves", tokens[0], match_id=match_id, **fields)).total == 0
    assert (await client.call("GetMatch", match_id=match_id)).match.event == 3


async def test_setups_out_of_bounds(client: Client) -> None:
    game = game_number("triominos")
    limited = pb.TimeControl(kind=pb.TimeControl.KIND_PER_MOVE, limit_ms=2**32 - 1)
    for fields, reason in (
        ({"game": 99}, "UNKNOWN_GAME"),
        ({"game": game, "seats": [pb.SeatSetup()] * 7}, "BAD_SEATS"),
        ({"game": game, "seats": [pb.SeatSetup()] * 1000}, "BAD_SEATS"),
        ({"game": game, "seats": [pb.SeatSetup(kind=77), pb.SeatSetup()]}, "BAD_FIELD"),  # type: ignore[arg-type]
        ({"game": game, "seats": [pb.SeatSetup(time=limited), pb.SeatSetup()]}, "BAD_FIELD"),
        ({"game": game, "preset": "no such"}, "BAD_OPTION"),
        ({"game": game, "token_secret": bytes(65)}, "BAD_FIELD"),
    ):
        assert (await refused(client.call("CreateMatch", **fields)))[1] == reason
    assert not (await client.call("ListMatches")).matches


async def test_a_flood_of_watchers_is_bounded_and_leaves_room_for_calls(client: Client) -> None:
    match_id, _, tokens = await client.start("triple_peaks", 1)
    calls = [client.watch(match_id) for _ in range(5)]
    for call in calls:
        await call.read()
    more = client.watch(match_id)
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await more.read()
    assert caught.value.code() == grpc.StatusCode.RESOURCE_EXHAUSTED
    await client.call("ViewMatch", tokens[0], match_id=match_id)
    for call in calls:
        call.cancel()
    for _ in range(100):
        again = client.watch(match_id)
        try:
            await again.read()
            break
        except grpc.aio.AioRpcError:
            await asyncio.sleep(0.05)
    else:
        raise AssertionError("places of watchers that left are not given back")
    again.cancel()


async def test_half_open_connections_and_noise_leave_the_server_alone(client: Client, server: Server) -> None:
    host, port = server.address.split(":")
    held = [socket.create_connection((host, int(port))) for _ in range(50)]
    for link in held[:25]:
        link.sendall(b"GET / HTTP/1.1\r\n\r\n" * 10)
    match_id, _, _ = await client.start("triple_peaks", 1)
    assert (await client.call("GetMatch", match_id=match_id)).match.status == pb.MATCH_STATUS_RUNNING
    for link in held:
        link.close()
