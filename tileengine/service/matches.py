"""MatchService without its transport: a request and the caller's token in, a message out.

Each write is: read the match, let the command judge, append where nothing else has been appended; when somebody else
was faster, again from the start, so that of two players racing on one ply exactly one wins. It knows no gRPC.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import logging
import os
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from tileengine import games
from tileengine._core import messages
from tileengine.errors import BadField, TooLarge
from tileengine.matches import codec, commands, tokens
from tileengine.matches.commands import Change
from tileengine.matches.events import Event, History
from tileengine.matches.failures import Conflict, MatchExists, StoreUnavailable, UnknownMatch, Unsupported, WrongSeat
from tileengine.matches.match import Match, Reader, Seat
from tileengine.matches.storage.base import PAGE_MAX, Store, Stored, Subscription
from tileengine.service import convert, match_convert, rules
from tileengine.service.failures import Busy
from tileengine.service.limits import MOVES_DEFAULT
from tileengine.v1 import match_service_pb2 as pb
from tileengine.v1 import rules_service_pb2

log = logging.getLogger("tileengine.matches")

ATTEMPTS_MAX = 16
DECODED_MAX = 4_096
"""Matches kept decoded, so that one that is played is not decoded for every move."""
NOWHERE = 2**31 - 1
"""No place and no piece: the core's filter holds no larger numbers."""
NEWEST_MS = 100
NEWEST_MAX = 1_024
"""Newest events kept encoded for watchers, and for how long: their clocks are as old as that at most."""
LIST_DEFAULT = 50
LIST_MAX = 100
SWEEP_MAX = 128
DAY_MS = 86_400_000
LEASE_MS = 3_000
"""When the engine is to move, some server has to take that up anew so long after the last sign of one that does."""


def wall_ms() -> int:
    """Milliseconds since 1970 UTC: the only clock, and tests bring their own."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class MatchLimits:
    """How long matches are kept, in milliseconds without an event, and how many may watch this server at once."""

    waiting_ms: int = DAY_MS
    idle_ms: int = 60 * DAY_MS
    over_ms: int = 30 * DAY_MS
    watchers_max: int = 1_024


class EngineTurns(Protocol):
    """Who plays the engine's seats."""

    def offer(self, match_id: str) -> None:
        """Says that the engine is to move in a match."""


class MatchService:
    """The methods of MatchService over a store. `token` is the caller's bearer token, None without one."""

    def __init__(self, store: Store, limits: MatchLimits | None = None, now_ms: Callable[[], int] = wall_ms) -> None:
        self._store = store
        self._limits = limits or MatchLimits()
        self.now_ms = now_ms
        self._decoded: OrderedDict[str, tuple[bytes, Match]] = OrderedDict()
        self._news: set[Subscription] = set()
        self._newest: OrderedDict[tuple[str, int | None], tuple[Match, int, bytes]] = OrderedDict()
        self._draining = False
        self.engine: EngineTurns | None = None

    # -- making and finding ----------------------------------------------------------------------------------------

    async def create_match(self, request: pb.CreateMatchRequest, token: str | None) -> pb.CreateMatchResponse:
        """See CreateMatch of the schema."""
        slug = convert.slug_of(request.game)
        options = dict(games.game(slug).preset(request.preset).settings) if request.preset else {}
        options |= convert.options_from(request.options, slug)
        seats = [match_convert.seat_from(setup, number) for number, setup in enumerate(request.seats)]
        seats = seats or [Seat()] * games.game(slug).seats_default
        if self.engine is None and any(seat.kind == "engine" for seat in seats):
            raise Unsupported("this server has no AI players; ask for an open or a reserved seat", field="seats")
        match_id = match_convert.match_id_from(request.match_id) if request.match_id else new_id()
        secret = tokens.secret_or_new(request.token_secret)
        change = commands.create(
            match_id,
            slug,
            options,
            seats,
            private=request.private,
            token_secret=secret,
            request=hashlib.sha256(request.SerializeToString(deterministic=True)).hexdigest(),
            now_ms=self.now_ms(),
        )
        match = await self.keep_new(change, repeatable=bool(request.token_secret))
        return pb.CreateMatchResponse(
            match=self.match_to(match, Reader("host")),
            host_token=tokens.derive(secret, match_id, "host"),
            seat_tokens=[
                tokens.derive(secret, match_id, f"seat {number}") if seat.kind == "reserved" else ""
                for number, seat in enumerate(seats)
            ],
            spectator_token=tokens.derive(secret, match_id, "view") if request.private else "",
        )

    async def keep_new(self, change: Change, repeatable: bool) -> Match:
        """Keeps a new match, or finds that this very request has made it before. Raises MatchExists, StoreFull."""
        match = change.match
        try:
            await self._store.create(match.id, self._stored(match), [event.encode() for event in change.events])
        except MatchExists:
            if not repeatable:
                raise
            before = await self._settled(match.id)
            if before.request != match.request:
                raise
            return before
        self._offer(match)
        return match

    async def join_match(self, request: pb.JoinMatchRequest, token: str | None) -> pb.JoinMatchResponse:
        """See JoinMatch of the schema."""
        secret = tokens.secret_or_new(request.token_secret)
        wanted = request.seat if request.HasField("seat") else None
        taken = (0, "")

        async def command(match: Match) -> Change:
            nonlocal taken
            reader = match.reader(token)
            change, seat, seat_token = commands.join(
                match, reader, wanted, request.name, request.entropy, secret, self.now_ms()
            )
            taken = (seat, seat_token)
            return change

        change = await self._change(request.match_id, command)
        seat, seat_token = taken
        return pb.JoinMatchResponse(
            seat=seat,
            seat_token=seat_token or token or "",
            match=self.match_to(change.match, Reader("seat", seat)),
        )

    async def get_match(self, request: pb.GetMatchRequest, token: str | None) -> pb.GetMatchResponse:
        """See GetMatch of the schema."""
        match, reader = await self.read(request.match_id, token)
        return pb.GetMatchResponse(match=self.match_to(match, reader))

    async def list_matches(self, request: pb.ListMatchesRequest, token: str | None) -> pb.ListMatchesResponse:
        """See ListMatches of the schema."""
        if request.page_size > LIST_MAX:
            raise BadField(f"page_size must be in 0..{LIST_MAX}", field="page_size")
        size = request.page_size or LIST_DEFAULT
        found = await self._store.page(_page_key(request.page_token), size)
        response = pb.ListMatchesResponse()
        for stored in found:
            match = match_convert.match_to(codec.decode(stored.data), Reader(), self.now_ms(), brief=True)
            if request.game in (0, match.game) and request.status in (0, match.status):
                response.matches.append(match)
        if len(found) == size:
            response.next_page_token = base64.urlsafe_b64encode(found[-1].key.encode()).decode()
        return response

    async def delete_match(self, request: pb.DeleteMatchRequest, token: str | None) -> pb.DeleteMatchResponse:
        """See DeleteMatch of the schema."""
        match, reader = await self.read(request.match_id, token)
        reader.need_host()
        await self._store.delete(match.id)
        self._decoded.pop(match.id, None)
        return pb.DeleteMatchResponse()

    # -- playing ---------------------------------------------------------------------------------------------------

    async def play_moves(self, request: pb.PlayMovesRequest, token: str | None) -> pb.PlayMovesResponse:
        """See PlayMoves of the schema."""
        moves = match_convert.moves_from(list(request.moves))
        expected = request.expected_ply if request.HasField("expected_ply") else None
        seat = 0

        async def command(match: Match) -> Change:
            nonlocal seat
            seat = match.reader(token).need_seat()
            return commands.play(
                match, seat, moves, self.now_ms(), expected_ply=expected, request_id=request.request_id
            )

        change = await self._change(request.match_id, command)
        played = change.played
        assert played is not None
        result = pb.PlayResult(event=played.event, ply=played.ply, gains=played.gains, over=played.over)
        return pb.PlayMovesResponse(result=result, match=self.match_to(change.match, Reader("seat", seat)))

    async def undo_moves(self, request: pb.UndoMovesRequest, token: str | None) -> pb.UndoMovesResponse:
        """See UndoMoves of the schema."""
        expected = request.expected_ply if request.HasField("expected_ply") else None
        seat = 0

        async def command(match: Match) -> Change:
            nonlocal seat
            seat = match.reader(token).need_seat()
            match.need("running")
            history = await self.history(match)
            return commands.undo(match, seat, request.to_ply, history, self.now_ms(), expected_ply=expected)

        change = await self._change(request.match_id, command)
        match = self.match_to(change.match, Reader("seat", seat))
        return pb.UndoMovesResponse(done=change.match.proposal is None, match=match)

    async def answer_undo(self, request: pb.AnswerUndoRequest, token: str | None) -> pb.AnswerUndoResponse:
        """See AnswerUndo of the schema."""
        expected = request.expected_ply if request.HasField("expected_ply") else None
        seat = 0

        async def command(match: Match) -> Change:
            nonlocal seat
            seat = match.reader(token).need_seat()
            match.need("running")
            history = await self.history(match)
            return commands.answer_undo(match, seat, request.accept, history, self.now_ms(), expected_ply=expected)

        change = await self._change(request.match_id, command)
        done = any(event.kind == "undone" for event in change.events)
        return pb.AnswerUndoResponse(done=done, match=self.match_to(change.match, Reader("seat", seat)))

    async def resign_match(self, request: pb.ResignMatchRequest, token: str | None) -> pb.ResignMatchResponse:
        """See ResignMatch of the schema."""
        seat = 0

        async def command(match: Match) -> Change:
            nonlocal seat
            seat = match.reader(token).need_seat()
            return commands.resign(match, seat, self.now_ms())

        change = await self._change(request.match_id, command)
        return pb.ResignMatchResponse(match=self.match_to(change.match, Reader("seat", seat)))

    # -- looking ---------------------------------------------------------------------------------------------------

    async def list_match_moves(self, request: pb.ListMatchMovesRequest, token: str | None) -> bytes:
        """See ListMatchMoves of the schema."""
        if request.limit > MOVES_DEFAULT:
            raise TooLarge(f"limit must be in 0..{MOVES_DEFAULT}", field="limit")
        match, reader = await self.read(request.match_id, token)
        seen = match.seen(reader)
        tail = pb.ListMatchMovesResponse(ply=seen.ply).SerializeToString()
        if reader.seat is not None and seen.turn != reader.seat:
            return tail
        listed: bytes = messages.list_moves(
            seen,
            request.kind or -1,
            min(request.place, NOWHERE) if request.HasField("place") else -1,
            min(request.piece, NOWHERE) if request.HasField("piece") else -1,
            request.limit or MOVES_DEFAULT,
            request.after,
            request.count_only,
            False,
            request.with_notation,
        )
        return listed + tail

    async def check_match_move(self, request: pb.CheckMatchMoveRequest, token: str | None) -> pb.CheckMatchMoveResponse:
        """See CheckMatchMove of the schema."""
        match, reader = await self.read(request.match_id, token)
        seat = reader.need_seat()
        match.need("running")
        seen = match.seen(reader)
        if seen.turn != seat:
            raise WrongSeat(f"it is the turn of seat {seen.turn}")
        asked = rules_service_pb2.CheckMoveRequest(position=seen.encode(), move=request.move)
        return pb.CheckMatchMoveResponse(check=rules.check_move(asked), ply=seen.ply)  # type: ignore[arg-type]

    async def view_match(self, request: pb.ViewMatchRequest, token: str | None) -> bytes:
        """See ViewMatch of the schema."""
        match, reader = await self.read(request.match_id, token)
        seen = match.seen(reader)
        view: bytes = messages.view_position(seen, request.geometry)
        return view + pb.ViewMatchResponse(ply=seen.ply, event=match.event).SerializeToString()

    async def watch_match(self, request: pb.WatchMatchRequest, token: str | None) -> AsyncGenerator[bytes, None]:
        """See WatchMatch of the schema. Holds one page of events at most: a slow watcher just reads later."""
        match_id = match_convert.match_id_from(request.match_id)
        match, _ = await self.read(match_id, token)
        after = request.after_event
        if after > match.event:
            raise BadField(f"the match has {match.event} events, so none after {after}", field="after_event")
        if len(self._news) >= self._limits.watchers_max:
            raise Busy(f"{len(self._news)} watchers are connected, the most this server serves", 5_000)
        with self._store.subscribe(match_id) as news:
            self._news.add(news)
            try:
                while not self._draining:
                    try:
                        match, reader = await self.read(match_id, token)
                    except UnknownMatch:
                        deleted = pb.MatchEvent(kind=pb.MatchEvent.KIND_DELETED)
                        yield pb.WatchMatchResponse(event=deleted).SerializeToString()
                        return
                    while after < match.event:
                        page = await self._store.events(match_id, after, min(PAGE_MAX, match.event - after))
                        if not page:
                            break  # deleted this moment; the next read says so
                        for data in page:
                            after += 1
                            yield self._told(data, after, match, reader)
                    if after >= match.event:
                        if match.status == "over":
                            return
                        await news.wait()
            finally:
                self._news.discard(news)
        raise StoreUnavailable("the server stops; watch again from the last event")

    def _told(self, data: bytes, number: int, match: Match, reader: Reader) -> bytes:
        """An encoded WatchMatchResponse; the newest one is kept for a moment, since a crowd asks for the same."""
        newest = number == match.event
        key = (match.id, reader.seat)
        now_ms = self.now_ms()
        if newest and key in self._newest:
            known, until_ms, encoded = self._newest[key]
            if known is match and now_ms < until_ms:
                return encoded
        response = pb.WatchMatchResponse(event=match_convert.event_to(Event.decode(data), match, reader))
        if newest:
            response.match.CopyFrom(match_convert.match_to(match, reader, now_ms))
        encoded = response.SerializeToString()
        if newest:
            self._newest[key] = (match, now_ms + NEWEST_MS, encoded)
            self._newest.move_to_end(key)
            if len(self._newest) > NEWEST_MAX:
                self._newest.popitem(last=False)
        return encoded

    def drain(self) -> None:
        """Ends all watches with StoreUnavailable: the server stops."""
        self._draining = True
        for news in self._news:
            news.wake()

    # -- time ------------------------------------------------------------------------------------------------------

    async def sweep(self) -> int:
        """Ends matches whose clock has run out and deletes those kept long enough; returns how many it looked at.

        Any number of servers may sweep the same store. It also takes up what the engine has to play.
        """
        found = await self._store.due(self.now_ms(), SWEEP_MAX)
        for match_id in found:
            try:
                match = await self._settled(match_id)
                if self._keep_until(match) <= self.now_ms():
                    await self._store.delete(match_id)
                    self._decoded.pop(match_id, None)
                    log.info("deleted a match that was kept long enough", extra={"match": match_id})
                elif self._wake_ms(match) > self.now_ms():
                    # The engine is to move and nobody cares for it; or its time was set by other limits, or by a clock
                    # that has been settled meanwhile.
                    await self.hold(match)
                    self._offer(match)
            except (Conflict, UnknownMatch):
                continue  # somebody else was faster
        return len(found)

    # -- for those who play seats from within ----------------------------------------------------------------------

    def subscribe(self, match_id: str) -> Subscription:
        """Tells of news of a match; to be entered."""
        return self._store.subscribe(match_id)

    async def find(self, match_id: str) -> Match:
        """The match with all its secrets, its clock looked at. Raises UnknownMatch, Conflict, StoreUnavailable."""
        return await self._settled(match_id)

    async def hold(self, match: Match) -> None:
        """Says that this server cares for the engine's turn. Raises Conflict, UnknownMatch, StoreUnavailable."""
        await self._store.append(match.id, match.event, self._stored(match), [])

    async def release(self, match: Match) -> None:
        """Says that it cares no more, so that another server, or the next one, does at once. Raises as hold."""
        await self._store.append(match.id, match.event, replace(self._stored(match), wake_ms=self.now_ms()), [])

    async def play_seat(self, match_id: str, seat: int, moves: Sequence[int | str], expected_ply: int) -> Match:
        """Plays moves for a seat whose holder is known. Raises as PlayMoves."""

        async def command(match: Match) -> Change:
            return commands.play(match, seat, moves, self.now_ms(), expected_ply=expected_ply)

        return (await self._change(match_id, command)).match

    async def resign_seat(self, match_id: str, seat: int) -> Match:
        """Gives up for a seat whose holder is known. Raises as ResignMatch."""

        async def command(match: Match) -> Change:
            return commands.resign(match, seat, self.now_ms())

        return (await self._change(match_id, command)).match

    # -- inside ----------------------------------------------------------------------------------------------------

    def _offer(self, match: Match) -> None:
        if self.engine is not None and match.engine_turn() is not None:
            self.engine.offer(match.id)

    def match_to(self, match: Match, reader: Reader) -> pb.Match:
        """A match as a reader may see it now."""
        return match_convert.match_to(match, reader, self.now_ms())

    def _keep_until(self, match: Match) -> int:
        limits = self._limits
        kept = {"waiting": limits.waiting_ms, "running": limits.idle_ms, "over": limits.over_ms}
        return match.changed_ms + kept[match.status]

    def _wake_ms(self, match: Match) -> int:
        deadline = match.deadline_ms()
        kept = self._keep_until(match)
        if match.engine_turn() is not None:
            kept = min(kept, self.now_ms() + LEASE_MS)
        return kept if deadline is None else min(kept, deadline)

    def _stored(self, match: Match) -> Stored:
        key = "" if match.private else f"{match.created_ms:015d} {match.id}"
        return Stored(match.event, codec.encode(match), self._wake_ms(match), key)

    async def _load(self, match_id: str) -> Match:
        stored = await self._store.load(match_id)
        known = self._decoded.get(match_id)
        # Compared by content: a version may come again when a match is deleted and its id used anew.
        if known is not None and known[0] == stored.data:
            return known[1]
        match = codec.decode(stored.data)
        self._remember(stored.data, match)
        return match

    def _remember(self, data: bytes, match: Match) -> None:
        self._decoded[match.id] = (data, match)
        self._decoded.move_to_end(match.id)
        if len(self._decoded) > DECODED_MAX:
            self._decoded.popitem(last=False)

    async def _append(self, before: Match, change: Change) -> None:
        events = [event.encode() for event in change.events]
        stored = self._stored(change.match)
        await self._store.append(before.id, before.event, stored, events)
        self._remember(stored.data, change.match)
        self._offer(change.match)

    async def _settled(self, match_id: str) -> Match:
        """The match, its clock looked at. Raises UnknownMatch, Conflict."""
        for _ in range(ATTEMPTS_MAX):
            match = await self._load(match_id)
            change = commands.expire(match, self.now_ms())
            if not change.events:
                return match
            try:
                await self._append(match, change)
            except Conflict:
                continue
            return change.match
        raise Conflict

    async def read(self, match_id: str, token: str | None) -> tuple[Match, Reader]:
        """A match and who asks. Raises BadField, UnknownMatch, Unauthenticated."""
        match = await self._settled(match_convert.match_id_from(match_id))
        return match, match.reader(token)

    async def _change(self, match_id: str, command: Callable[[Match], Awaitable[Change]]) -> Change:
        """Lets a command change a match, again from the start when somebody else was faster. Raises Conflict."""
        match_convert.match_id_from(match_id)
        for attempt in range(ATTEMPTS_MAX):
            match = await self._settled(match_id)
            change = await command(match)
            if not change.events:
                return change
            try:
                await self._append(match, change)
            except Conflict:
                await asyncio.sleep(0.001 * attempt)
                continue
            return change
        raise Conflict

    async def history(self, match: Match) -> History:
        """The moves that led here, from the log up to the match's newest event."""
        events: list[Event] = []
        while len(events) < match.event:
            page = await self._store.events(match.id, len(events), min(PAGE_MAX, match.event - len(events)))
            if not page:
                raise UnknownMatch
            events += map(Event.decode, page)
        return History.of(events)


def new_id() -> str:
    """An id nobody guesses."""
    return base64.b32encode(os.urandom(15)).decode().lower()


def _page_key(page_token: str) -> str:
    """The key after which a page begins. Raises BadField."""
    try:
        return base64.b64decode(page_token, altchars=b"-_", validate=True).decode()
    except ValueError:
        raise BadField("page_token is not a next_page_token", field="page_token") from None
