"""Nobody is told what they may not know: over whole random games of every game, for every reader, in every answer.

Two ways to look. First: the same questions are put to a match and to another one that differs in nothing but what the
reader may not know; all answers and refusals must be the same bytes. Second: everything that leaves a real server,
log lines included, is searched for the secrets of the match in several spellings.
"""

from __future__ import annotations

import base64
import dataclasses
import logging
import os
import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.matches.client import Client, Failed, moves
from tests.matches.table import SECRET, Table
from tileengine import Position, TileengineError
from tileengine._core import action as actions
from tileengine._core import registry
from tileengine.matches import codec, tokens
from tileengine.matches.events import Event, disclosed_action
from tileengine.matches.match import Match, Reader
from tileengine.matches.storage.base import Stored
from tileengine.matches.storage.memory import MemoryStore
from tileengine.service.match_records import MatchRecords
from tileengine.service.matches import MatchService
from tileengine.transport import logs
from tileengine.transport.config import ServerConfig
from tileengine.transport.matches import MatchHandlers
from tileengine.transport.server import Server
from tileengine.v1 import match_service_pb2 as pb
from tileengine.v1 import position_pb2

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    *((slug, min(3, registry.facts(slug)["seats_max"]), {}) for slug in registry.slugs()),
    ("triz", 2, {"triples_dealt": True}),
]
PLIES = 220
EVERY = 14
"""Questions are asked once in so many plies, and after moves that have turned something up once in five."""


CHANGED = b"changed"

# -- two worlds ------------------------------------------------------------------------------------------------------


def other_world(table: Table, reader: Reader, seed: int) -> tuple[Match, list[Event]]:
    """The match as it might be for all the reader knows: other hidden pieces, other secrets, another deal."""
    rng = random.Random(seed)
    world = table.match.seen(reader).resample(seed)
    match = dataclasses.replace(
        table.match, position=world, secret=rng.randbytes(32), seed=rng.randbytes(32), order=rng.randbytes(40),
        seats=tuple(dataclasses.replace(seat, entropy=rng.randbytes(9)) for seat in table.match.seats),
        horizon=table.match.horizon,
    )  # fmt: skip
    log = [dataclasses.replace(event, deal=world.encode()) if event.deal else event for event in table.log]
    return match, log


async def served(match: Match, log: list[Event], now_ms: int) -> MatchService:
    store = MemoryStore()
    await store.create(
        match.id, Stored(match.event, codec.encode(match), 1 << 60, "k table"), [e.encode() for e in log]
    )
    return MatchService(store, now_ms=lambda: now_ms)


def questions(position: Position, rng: random.Random) -> Iterator[tuple[str, object]]:
    """Everything that can be asked, and moves that are refused; none changes the match."""
    yield "get_match", pb.GetMatchRequest(match_id="table")
    yield "list_matches", pb.ListMatchesRequest()
    yield "view_match", pb.ViewMatchRequest(match_id="table", geometry=True)
    yield "list_match_moves", pb.ListMatchMovesRequest(match_id="table", with_notation=True, limit=500)
    yield "list_match_moves", pb.ListMatchMovesRequest(match_id="table", count_only=True)
    yield "get_record", pb.GetRecordRequest(match_id="table")
    yield "get_record", pb.GetRecordRequest(match_id="table", format=pb.RECORD_FORMAT_JSON)
    yield "undo_moves", pb.UndoMovesRequest(match_id="table", to_ply=0)
    yield "answer_undo", pb.AnswerUndoRequest(match_id="table", accept=True)
    yield "delete_match", pb.DeleteMatchRequest(match_id="nobody")
    legal = position.legal(limit=200)
    guesses = [a ^ (1 << rng.randrange(31)) for a in rng.choices(legal or [1 << 29], k=8)] + rng.choices(
        legal or [0], k=3
    )
    for action in guesses:
        move = position_pb2.Move(action=action)
        yield "check_match_move", pb.CheckMatchMoveRequest(match_id="table", move=move)
        if action not in legal:
            yield "play_moves", pb.PlayMovesRequest(match_id="table", moves=[move])
        # What follows a move is judged in the same call: the place where a peek would be cheapest.
        for then in (action, guesses[0], 0):
            yield "play_moves", pb.PlayMovesRequest(match_id="table", moves=[move, position_pb2.Move(action=then)])


async def answer(service: MatchService, name: str, request: object, token: str | None) -> bytes:
    """The bytes of an answer or of a refusal. That the match was changed is all that is said of a success."""
    try:
        method = getattr(service if hasattr(service, name) else MatchRecords(service), name)
        answered = await method(request, token)
    except TileengineError as failure:
        return repr((failure.reason, str(failure), failure.details())).encode()
    if name in ("play_moves", "undo_moves", "answer_undo"):
        return CHANGED
    return answered if isinstance(answered, bytes) else answered.SerializeToString(deterministic=True)


async def both(table: Table, reader: Reader, rng: random.Random) -> tuple[MatchService, MatchService]:
    """The match, and another one that looks the same to the reader."""
    world = other_world(table, reader, rng.getrandbits(32))
    return await served(table.match, table.log, table.now_ms), await served(*world, table.now_ms)


async def watched(service: MatchService, count: int, token: str | None) -> list[bytes]:
    found = []
    stream = service.watch_match(pb.WatchMatchRequest(match_id="table"), token)
    async for response in stream:
        found.append(response)
        if len(found) == count:
            break
    await stream.aclose()
    return found


@pytest.mark.parametrize(("slug", "seats", "options"), GAMES)
async def test_answers_do_not_depend_on_what_the_reader_may_not_know(
    slug: str, seats: int, options: dict[str, Any]
) -> None:
    rng = random.Random(7)
    table = Table(slug, seats, options=options)
    seat_tokens = [tokens.derive(SECRET + bytes([i]), "table", f"open {i}") for i in range(seats)]
    readers = [(None, Reader()), (tokens.derive(SECRET, "table", "host"), Reader("host"))]
    readers += [(token, Reader("seat", seat)) for seat, token in enumerate(seat_tokens)]
    asked = 0
    for ply in range(PLIES):
        if table.match.status == "over":
            break
        if ply % EVERY == 0 or (table.match.horizon == table.position.ply and ply % 5 == 0):
            for token, reader in readers:
                assert table.match.reader(token) == reader
                real, other = await both(table, reader, rng)
                assert await watched(real, table.match.event, token) == await watched(other, table.match.event, token)
                for name, request in questions(table.position, rng):
                    told = await answer(real, name, request, token)
                    assert told == await answer(other, name, request, token), (name, request, reader)
                    if told == CHANGED:
                        real, other = await both(table, reader, rng)
                    asked += 1
        table.random(ply)
    assert asked > 200


# -- a discard from a hidden hand ------------------------------------------------------------------------------------


def test_which_piece_was_discarded_is_its_seats_affair() -> None:
    for seed in range(400):
        table = Table("triz", 2, options={"triples_dealt": True})
        while table.match.status == "running":
            kinds = {actions.split(a)[0] for a in table.position.legal(kind=int(actions.Kind.LAY_TRIPLE), limit=1)}
            if kinds:
                break
            table.random(seed * 1_000 + table.position.ply)
        if table.match.status == "over":
            continue
        lays = table.position.legal(kind=int(actions.Kind.LAY_TRIPLE))
        mover = table.position.turn
        table.play(lays[-1])
        event = next(event for event in table.log if lays[-1] in event.actions)
        for reader in (Reader(), Reader("host"), Reader("seat", 1 - mover)):
            assert event.disclosed(table.match, reader).actions == (disclosed_action(lays[-1]),)
            assert disclosed_action(lays[-1]) & 7 == 0
        assert event.disclosed(table.match, Reader("seat", mover)).actions == (lays[-1],)
        return
    raise AssertionError("no triple was laid in 400 games")


# -- needles in what leaves a server ---------------------------------------------------------------------------------


def spellings(secret: bytes) -> list[bytes]:
    return [secret, secret.hex().encode(), base64.b64encode(secret)[:-4], base64.urlsafe_b64encode(secret)[:-4]]


def needles(match: Match, reader: Reader, others: list[str]) -> list[bytes]:
    """What must not be found in anything the reader gets."""
    assert match.position is not None
    found = spellings(match.secret) + spellings(match.seed) + [token.encode() for token in others]
    for number, seat in enumerate(match.seats):
        if number != reader.seat:
            found += spellings(seat.entropy)
    found += spellings(match.position.encode())
    found += [match.host.encode(), *(seat.token.encode() for seat in match.seats if seat.token)]
    # The tail of the deal: what is still to come, as numbers and as names.
    tail = match.order[-7:]
    names = [registry.facts(match.game)["pieces"][piece] for piece in tail]
    if match.position.observe(reader.seat).encode().find(tail) < 0:
        found += [tail, tail.hex().encode(), " ".join(names).encode(), ",".join(f'"{n}"' for n in names).encode()]
    return found


@pytest.mark.parametrize(("slug", "seats"), [game[:2] for game in GAMES[:-1]])
async def test_nothing_secret_is_in_anything_that_leaves_a_server(
    slug: str, seats: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    formatter = logs.JsonFormatter()
    server = Server(ServerConfig(address="127.0.0.1:0", grace_seconds=0.0))
    await server.start()
    client = Client(server.address)
    try:
        setup = [pb.SeatSetup(kind=pb.SEAT_KIND_RESERVED)] * seats
        game = registry.facts(slug)["id"]
        made = await client.call("CreateMatch", match_id="m", game=game, seats=setup)
        for token in made.seat_tokens:
            await client.call("JoinMatch", token, match_id="m", entropy=os.urandom(24))
        rng = random.Random(3)
        readers: list[tuple[str | None, Reader]] = [(None, Reader()), (made.host_token, Reader("host"))]
        readers += [(token, Reader("seat", seat)) for seat, token in enumerate(made.seat_tokens)]
        everybody = [made.host_token, *made.seat_tokens]
        handlers = next(h for h in server._handlers if isinstance(h, MatchHandlers))
        stored = handlers._store  # the one place that may know
        searched = 0
        for ply in range(PLIES):
            match = codec.decode((await stored.load("m")).data)
            if match.status == "over":
                break
            assert match.position is not None
            for token, reader in readers if ply % EVERY == 0 else []:
                leaving = await everything(client, token, match.position, rng)
                for needle in needles(match, reader, [t for t in everybody if t != token]):
                    assert len(needle) >= 7
                    for text in leaving:
                        assert needle not in text, (reader, needle)
                        searched += 1
            action = match.position.sample(ply)
            token = made.seat_tokens[match.position.turn]
            await client.call("PlayMoves", token, match_id="m", moves=moves(action))
        assert searched > 1_000
        logged = "\n".join(map(formatter.format, caplog.records)).encode()
        for needle in needles(match, Reader(), everybody):
            assert needle not in logged
    finally:
        await client.close()
        await server.stop()


async def everything(client: Client, token: str | None, position: Position, rng: random.Random) -> list[bytes]:
    """The bytes of all answers and refusals to one reader."""
    found = []
    for name, request in questions(position, rng):
        method = "".join(word.capitalize() for word in name.split("_"))
        if method in ("PlayMoves", "UndoMoves", "AnswerUndo", "DeleteMatch"):
            continue  # these change the match; their refusals are the business of the two worlds above
        fields = {field.name: value for field, value in request.ListFields()}  # type: ignore[attr-defined]
        if "match_id" in fields:
            fields["match_id"] = "m"
        try:
            found.append((await client.call(method, token, **fields)).SerializeToString())
        except Failed as failure:
            found.append(failure.text.encode() + failure.raw)
    call = client.watch("m", token)
    newest = (await client.call("GetMatch", token, match_id="m")).match.event
    for _ in range(newest):
        found.append((await call.read()).SerializeToString())
    call.cancel()
    return found
