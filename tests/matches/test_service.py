"""MatchService over gRPC: making, joining, playing, watching, and what goes wrong."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import grpc
import pytest

from tests.matches.client import Client, Failed, game_number, moves
from tileengine import Position
from tileengine.matches.failures import Unsupported
from tileengine.matches.storage.memory import MemoryStore
from tileengine.service.matches import MatchService
from tileengine.transport.server import Server
from tileengine.v1 import match_service_pb2 as pb
from tileengine.v1 import position_pb2

SECRET = b"sixteen bytes or more"


async def failure(call: object) -> Failed:
    with pytest.raises(Failed) as caught:
        await call  # type: ignore[misc]
    return caught.value


async def play_one(client: Client, match_id: str, tokens: list[str], **fields: object) -> pb.PlayMovesResponse:
    """Plays the first legal move for whoever is to move."""
    match = (await client.call("GetMatch", match_id=match_id)).match
    token = tokens[match.state.info.turn]
    listed = await client.call("ListMatchMoves", token, match_id=match_id)
    response: pb.PlayMovesResponse = await client.call(
        "PlayMoves", token, match_id=match_id, moves=moves(listed.moves.action[0]), **fields
    )
    return response


async def test_a_match_from_creation_to_its_end(client: Client) -> None:
    match_id, _, tokens = await client.start("triple_peaks", 1)
    while True:
        played = await play_one(client, match_id, tokens)
        if played.result.over:
            break
    match = (await client.call("GetMatch", match_id=match_id)).match
    assert match.status == pb.MATCH_STATUS_OVER and match.end.end == match.state.info.end != "running"
    assert match.fair.secret and match.fair.seed and match.fair.order
    kinds = [r.event.kind async for r in client.watch(match_id)]
    assert kinds[:3] == [pb.MatchEvent.KIND_CREATED, pb.MatchEvent.KIND_JOINED, pb.MatchEvent.KIND_STARTED]
    assert kinds[-1] == pb.MatchEvent.KIND_ENDED and set(kinds[3:-1]) == {pb.MatchEvent.KIND_PLAYED}


async def test_creating_again_is_answered_the_same(client: Client) -> None:
    fields = {
        "match_id": "m.1",
        "game": game_number("triominos"),
        "token_secret": SECRET,
        "seats": [pb.SeatSetup(kind=pb.SEAT_KIND_RESERVED)] * 2,
    }
    first = await client.call("CreateMatch", **fields)
    again = await client.call("CreateMatch", **fields)
    first.match.now_ms = again.match.now_ms = 0
    assert first == again and first.host_token and all(first.seat_tokens)
    for other in ({"private": True}, {"token_secret": SECRET[::-1]}, {"token_secret": b""}):
        failed = await failure(client.call("CreateMatch", **{**fields, **other}))
        assert (failed.code, failed.reason) == (grpc.StatusCode.ALREADY_EXISTS, "MATCH_EXISTS")


async def test_joining_again_is_answered_the_same(client: Client) -> None:
    await client.call("CreateMatch", match_id="m", game=game_number("triominos"), seats=[pb.SeatSetup()] * 2)
    first = await client.call("JoinMatch", match_id="m", token_secret=SECRET, name="Ada")
    again = await client.call("JoinMatch", match_id="m", token_secret=SECRET, name="Ada")
    assert (first.seat, first.seat_token) == (again.seat, again.seat_token) == (0, first.seat_token)
    second = await client.call("JoinMatch", match_id="m")
    assert second.seat == 1 and second.match.status == pb.MATCH_STATUS_RUNNING
    failed = await failure(client.call("JoinMatch", match_id="m"))
    assert (failed.code, failed.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "MATCH_STATE")


async def test_reserved_seats_need_their_token(client: Client) -> None:
    seats = [pb.SeatSetup(kind=pb.SEAT_KIND_RESERVED), pb.SeatSetup()]
    made = await client.call("CreateMatch", match_id="m", game=game_number("triominos"), seats=seats)
    assert made.seat_tokens[0] and not made.seat_tokens[1]
    assert (await failure(client.call("JoinMatch", match_id="m", seat=0))).reason == "WRONG_SEAT"
    assert (await failure(client.call("JoinMatch", made.seat_tokens[0], match_id="m", seat=1))).reason == "WRONG_SEAT"
    assert (await failure(client.call("JoinMatch", match_id="m", seat=2))).reason == "BAD_SEATS"
    assert (await client.call("JoinMatch", match_id="m")).seat == 1
    assert (await failure(client.call("JoinMatch", match_id="m"))).reason == "SEAT_TAKEN"
    joined = await client.call("JoinMatch", made.seat_tokens[0], match_id="m")
    assert joined.seat == 0 and joined.seat_token == made.seat_tokens[0]
    assert joined.match.status == pb.MATCH_STATUS_RUNNING


async def test_engine_seats_are_refused_clearly_where_nobody_plays_them() -> None:
    seats = [pb.SeatSetup(kind=pb.SEAT_KIND_ENGINE, engine=pb.EngineSetup(level=1))]
    with pytest.raises(Unsupported):
        await MatchService(MemoryStore()).create_match(
            pb.CreateMatchRequest(game=game_number("triple_peaks"), seats=seats), None
        )


async def test_tokens_decide_what_may_be_done(client: Client) -> None:
    match_id, host, tokens = await client.start("triominos", 2)
    match = (await client.call("GetMatch", match_id=match_id)).match
    turn = match.state.info.turn
    action = (await client.call("ListMatchMoves", tokens[turn], match_id=match_id)).moves.action[0]
    ask = {"match_id": match_id, "moves": moves(action)}
    for token, code, reason in (
        (None, grpc.StatusCode.UNAUTHENTICATED, "UNAUTHENTICATED"),
        ("", grpc.StatusCode.UNAUTHENTICATED, "UNAUTHENTICATED"),
        ("x" * 5000, grpc.StatusCode.UNAUTHENTICATED, "UNAUTHENTICATED"),
        (tokens[turn][:-1], grpc.StatusCode.UNAUTHENTICATED, "UNAUTHENTICATED"),
        (tokens[1 - turn], grpc.StatusCode.PERMISSION_DENIED, "WRONG_SEAT"),
        (host, grpc.StatusCode.PERMISSION_DENIED, "WRONG_SEAT"),
    ):
        failed = await failure(client.call("PlayMoves", token, **ask))
        assert (failed.code, failed.reason) == (code, reason)
    other_id, _, other_tokens = await client.start("triominos", 2)
    failed = await failure(client.call("PlayMoves", other_tokens[turn], **ask))
    assert failed.reason == "UNAUTHENTICATED"
    assert (await failure(client.call("DeleteMatch", tokens[0], match_id=match_id))).reason == "WRONG_SEAT"
    assert (await failure(client.call("DeleteMatch", match_id=match_id))).reason == "UNAUTHENTICATED"
    await client.call("DeleteMatch", host, match_id=match_id)
    failed = await failure(client.call("GetMatch", host, match_id=match_id))
    assert (failed.code, failed.reason) == (grpc.StatusCode.NOT_FOUND, "UNKNOWN_MATCH")
    assert other_id != match_id


async def test_private_matches_are_hidden_from_strangers(client: Client) -> None:
    made = await client.call("CreateMatch", match_id="p", game=game_number("triple_peaks"), private=True)
    for token in (None, "guess", made.host_token[:-1]):
        assert (await failure(client.call("GetMatch", token, match_id="p"))).reason == "UNKNOWN_MATCH"
        assert (await failure(client.call("JoinMatch", token, match_id="p"))).reason == "UNKNOWN_MATCH"
    for token in (made.host_token, made.spectator_token):
        assert (await client.call("GetMatch", token, match_id="p")).match.private
    assert not (await client.call("ListMatches")).matches


async def test_stale_plies_and_repeated_requests(client: Client) -> None:
    match_id, _, tokens = await client.start("triple_peaks", 1)
    first = await play_one(client, match_id, tokens, expected_ply=0, request_id="a")
    failed = await failure(
        client.call("PlayMoves", tokens[0], match_id=match_id, moves=moves(1), expected_ply=0, request_id="b")
    )
    assert (failed.code, failed.reason) == (grpc.StatusCode.ABORTED, "STALE_PLY")
    assert (failed.metadata["expected_ply"], failed.metadata["ply"]) == ("0", "1")
    await play_one(client, match_id, tokens)
    events = [r.event async for r in watched(client, match_id, 5)]
    action = events[3].actions[0]
    again = await client.call(
        "PlayMoves", tokens[0], match_id=match_id, moves=moves(action), expected_ply=0, request_id="a"
    )
    assert again.result == first.result and again.match.state.info.ply == 2
    failed = await failure(client.call("PlayMoves", tokens[0], match_id=match_id, moves=moves(7), request_id="a"))
    assert failed.metadata["field"] == "request_id"


async def watched(
    client: Client, match_id: str, count: int, token: str | None = None, after: int = 0
) -> AsyncIterator[pb.WatchMatchResponse]:
    """The next `count` responses of a watch."""
    call = client.watch(match_id, token, after)
    for _ in range(count):
        yield await call.read()
    call.cancel()


async def test_lists_are_all_or_nothing_and_stop_at_what_they_turn_up(client: Client) -> None:
    match_id, _, tokens = await client.start("triple_peaks", 1)
    match = (await client.call("GetMatch", match_id=match_id)).match
    draw = Position.decode(match.state.position).parse_move("draw")
    for then in (draw, 0x7FFF):  # also what is not a move at all: nothing is said about what follows a draw
        failed = await failure(client.call("PlayMoves", tokens[0], match_id=match_id, moves=moves(draw, then)))
        assert (failed.reason, failed.metadata["index"]) == ("REVEALS", "1")
    after = (await client.call("GetMatch", match_id=match_id)).match
    assert after.state.info.ply == match.state.info.ply and after.event == match.event


async def test_watching_resumes_without_gap_or_repeat(client: Client) -> None:
    match_id, _, tokens = await client.start("triominos", 2)
    seen: list[int] = []

    async def follow() -> None:
        """Reads three events at a time over a new connection each time."""
        while True:
            async for response in watched(client, match_id, 3, after=seen[-1] if seen else 0):
                if response == grpc.aio.EOF:
                    return
                seen.append(response.event.event)
                if response.event.kind == pb.MatchEvent.KIND_ENDED:
                    return

    follower = asyncio.create_task(follow())
    for _ in range(40):
        match = (await client.call("GetMatch", match_id=match_id)).match
        if match.status == pb.MATCH_STATUS_OVER:
            break
        await play_one(client, match_id, tokens)
    if match.status != pb.MATCH_STATUS_OVER:
        await client.call("ResignMatch", tokens[0], match_id=match_id)
    await asyncio.wait_for(follower, 20)
    match = (await client.call("GetMatch", match_id=match_id)).match
    assert seen == list(range(1, match.event + 1))
    failed = await failure(_first(client.watch(match_id, after=match.event + 1)))
    assert failed.reason == "BAD_FIELD"


async def _first(call: object) -> object:
    try:
        return await call.read()  # type: ignore[attr-defined]
    except grpc.aio.AioRpcError as error:
        raise Failed(error) from None


async def test_watchers_learn_of_deletion_and_of_the_end_of_the_server(client: Client, server: Server) -> None:
    match_id, host, _ = await client.start("triple_peaks", 1)
    other_id, _, _ = await client.start("triple_peaks", 1)
    call, other = client.watch(match_id, after=3), client.watch(other_id, after=3)
    await asyncio.sleep(0.05)
    await client.call("DeleteMatch", host, match_id=match_id)
    last = await call.read()
    assert last.event.kind == pb.MatchEvent.KIND_DELETED
    assert await call.read() == grpc.aio.EOF
    waiting = asyncio.create_task(_first(other))
    await asyncio.sleep(0.05)
    await server.stop()
    assert (await failure(waiting)).code == grpc.StatusCode.UNAVAILABLE


async def test_two_players_race_on_one_ply(client: Client) -> None:
    match_id, _, tokens = await client.start("triple_peaks", 1)
    for ply in range(12):
        listed = await client.call("ListMatchMoves", tokens[0], match_id=match_id)
        if not listed.total:
            break
        ask = {"match_id": match_id, "moves": moves(listed.moves.action[0]), "expected_ply": ply}
        results = await asyncio.gather(
            *(client.call("PlayMoves", tokens[0], **ask) for _ in range(4)), return_exceptions=True
        )
        won = [r for r in results if not isinstance(r, Exception)]
        assert len(won) == 1
        assert {r.reason for r in results if isinstance(r, Failed)} <= {"STALE_PLY", "MATCH_STATE"}


async def test_explanations_and_views_are_for_the_seat_to_move(client: Client) -> None:
    match_id, _, tokens = await client.start("triominos", 2)
    turn = (await client.call("GetMatch", match_id=match_id)).match.state.info.turn
    action = (await client.call("ListMatchMoves", tokens[turn], match_id=match_id)).moves.action[0]
    move = position_pb2.Move(action=action)
    checked = await client.call("CheckMatchMove", tokens[turn], match_id=match_id, move=move)
    assert checked.check.legal and checked.check.notation
    assert (
        await failure(client.call("CheckMatchMove", tokens[1 - turn], match_id=match_id, move=move))
    ).reason == "WRONG_SEAT"
    assert (await client.call("ListMatchMoves", tokens[1 - turn], match_id=match_id)).total == 0
    assert (await failure(client.call("ListMatchMoves", match_id=match_id))).reason == "HIDDEN_INFORMATION"
    view = await client.call("ViewMatch", tokens[0], match_id=match_id, geometry=True)
    assert view.event == 4 and view.view.zones
    wrong = position_pb2.Move(notation="5-5-5@U(54,0)")
    checked = await client.call("CheckMatchMove", tokens[turn], match_id=match_id, move=wrong)
    assert not checked.check.legal and checked.check.error.paragraph


async def test_matches_are_listed_in_pages(client: Client) -> None:
    made = [(await client.call("CreateMatch", game=game_number("triple_peaks"))).match.match_id for _ in range(7)]
    await client.call("CreateMatch", game=game_number("triominos"))
    found: list[str] = []
    token, pages = "", 0
    while True:
        page = await client.call("ListMatches", page_size=3, page_token=token, game=game_number("triple_peaks"))
        found += [match.match_id for match in page.matches]
        pages += 1
        token = page.next_page_token
        if not token:
            break
    assert sorted(found) == sorted(made) and len(set(found)) == 7 and pages >= 3
    assert (await failure(client.call("ListMatches", page_size=101))).reason == "BAD_FIELD"
    assert (await failure(client.call("ListMatches", page_token="!!"))).reason == "BAD_FIELD"


async def test_bad_ids_and_names_are_refused(client: Client) -> None:
    for match_id in ("a b", "x" * 65, "../x", "é", "{te}:index"):
        assert (await failure(client.call("GetMatch", match_id=match_id))).reason == "BAD_FIELD"
        failed = await failure(client.call("CreateMatch", match_id=match_id, game=game_number("triple_peaks")))
        assert failed.reason == "BAD_FIELD"
    await client.call("CreateMatch", match_id="m", game=game_number("triple_peaks"))
    for fields in ({"name": "x" * 65}, {"name": "a\nb"}, {"entropy": bytes(65)}, {"token_secret": b"short"}):
        assert (await failure(client.call("JoinMatch", match_id="m", **fields))).reason == "BAD_FIELD"
    match_id, _, tokens = await client.start("triple_peaks", 1)
    for bad in (moves(), moves(*[1] * 1025)):
        assert (await failure(client.call("PlayMoves", tokens[0], match_id=match_id, moves=bad))).reason == "TOO_LARGE"
    for action, reason in ((0, "MALFORMED_MOVE"), (0xFFFFFFFF, "MALFORMED_MOVE")):
        failed = await failure(client.call("PlayMoves", tokens[0], match_id=match_id, moves=moves(action)))
        assert (failed.reason, failed.metadata["index"]) == (reason, "0")
