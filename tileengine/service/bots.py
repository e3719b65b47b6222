"""BotService without its transport: one bot's stream, the seats it holds and what is asked of it.

Every seat has a task of its own that follows its match, asks for moves and counts what is missed, whether or not the
bot listens: a bot that hangs holds up its own seats only. What waits for the bot is kept per seat, the newest of each
kind, so that it is bounded by the seats. It knows no gRPC.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field

from tileengine import TileengineError
from tileengine._core import messages
from tileengine.errors import BadField, StalePly, TooLarge
from tileengine.matches.failures import Conflict, StoreUnavailable, UnknownMatch, WrongSeat, WrongState
from tileengine.matches.match import Match, Reader
from tileengine.matches.storage.base import Subscription
from tileengine.service import match_convert
from tileengine.service.failures import to_error
from tileengine.service.limits import MOVES_DEFAULT
from tileengine.service.matches import MatchService
from tileengine.v1 import bot_service_pb2 as pb
from tileengine.v1 import match_service_pb2

log = logging.getLogger("tileengine.matches")

SEATS_MAX = 64
OUT_MAX = 4 * SEATS_MAX
"""Messages that wait for the bot; while there are more it is not read from."""
MOVE_MS_DEFAULT = 30_000
MOVE_MS_MIN = 100
MOVE_MS_MAX = 600_000
MISSES_DEFAULT = 3
MISSES_MAX = 10

SeatKey = tuple[str, int]


@dataclass(slots=True)
class _Held:
    """A seat of the stream. answer: the bot's newest; news: something for the seat's task to look at."""

    key: SeatKey
    token: str
    move_ms: int
    misses_max: int
    answer: pb.AnswerMove | None = None
    resigned: bool = False
    news: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None


@dataclass(slots=True)
class _Request:
    """What the bot is asked: position by its bytes, until when (event loop's time), what it has missed in a row."""

    position: bytes = b""
    ply: int = 0
    until: float = 0.0
    misses: int = 0
    open: bool = False


class BotSession:
    """One stream. `tell` takes the bot's messages in order, `responses` gives what to send it, `close` ends all."""

    def __init__(self, matches: MatchService, idle_seconds: float) -> None:
        self._matches = matches
        self._idle_seconds = idle_seconds
        self._held: dict[SeatKey, _Held] = {}
        self._out: OrderedDict[tuple[SeatKey, str], pb.PlaySeatsResponse] = OrderedDict()
        self._more = asyncio.Event()
        self._room = asyncio.Event()
        self._ending: TileengineError | None = None
        self._ended = False

    # -- from the bot --------------------------------------------------------------------------------------------------

    async def tell(self, request: pb.PlaySeatsRequest) -> None:
        """Takes one message. Raises BadField, TooLarge; what concerns one seat is answered and not raised."""
        while len(self._out) >= OUT_MAX:
            self._room.clear()
            await self._room.wait()
        kind = request.WhichOneof("message")
        if kind is None:
            raise BadField("message is required", field="message")
        if kind == "take":
            await self._take(request.take)
            return
        message = getattr(request, kind)
        held = self._held.get((message.match_id, message.seat))
        if held is None:
            return  # its match may have ended this moment; SeatLeft has told it
        if kind == "leave":
            self._drop(held)
            self._left(held.key, pb.SeatLeft.CAUSE_LEFT)
        elif kind == "resign":
            held.resigned = True
        else:
            held.answer = message
        held.news.set()

    async def _take(self, take: pb.TakeSeat) -> None:
        if take.move_ms and not MOVE_MS_MIN <= take.move_ms <= MOVE_MS_MAX:
            raise BadField(f"move_ms must be 0 or in {MOVE_MS_MIN}..{MOVE_MS_MAX}", field="take.move_ms")
        if take.misses_max > MISSES_MAX:
            raise BadField(f"misses_max must be in 0..{MISSES_MAX}", field="take.misses_max")
        try:
            match, reader = await self._matches.read(take.match_id, take.seat_token)
            seat = reader.need_seat()
            if not match.seats[seat].joined:
                join = match_service_pb2.JoinMatchRequest(match_id=take.match_id, name=take.name)
                await self._matches.join_match(join, take.seat_token)
                match = await self._matches.find(take.match_id)
        except TileengineError as failure:
            self._left((take.match_id, 0), pb.SeatLeft.CAUSE_FAILED, failure)
            return
        key = (take.match_id, seat)
        if key in self._held:
            self._drop(self._held[key])
        if len(self._held) >= SEATS_MAX:
            raise TooLarge(f"a stream holds at most {SEATS_MAX} seats", field="take")
        moves = take.move_ms or MOVE_MS_DEFAULT
        held = _Held(key, take.seat_token, moves, take.misses_max or MISSES_DEFAULT)
        self._held[key] = held
        shown = self._matches.match_to(match, reader)
        self._say(key, pb.PlaySeatsResponse(taken=pb.SeatTaken(match_id=key[0], seat=seat, match=shown)))
        held.task = asyncio.create_task(self._follow(held))

    # -- to the bot ----------------------------------------------------------------------------------------------------

    async def responses(self) -> AsyncGenerator[pb.PlaySeatsResponse, None]:
        """What to send, as it comes. Raises what the session was ended with, and TimeoutError when it holds no seat."""
        while True:
            while self._out:
                _, response = self._out.popitem(last=False)
                self._room.set()
                yield response
            if self._ending is not None:
                raise self._ending
            if self._ended:
                return
            self._more.clear()
            try:
                async with asyncio.timeout(None if self._held else self._idle_seconds):
                    await self._more.wait()
            except TimeoutError:
                if not self._held:
                    raise

    def end(self, failure: TileengineError | None = None) -> None:
        """Ends `responses` when everything said is sent; with a failure it raises it."""
        self._ending = failure
        self._ended = True
        self._more.set()

    async def close(self) -> None:
        """Lets all seats go."""
        tasks = [held.task for held in self._held.values() if held.task is not None]
        for held in list(self._held.values()):
            self._drop(held)
        await asyncio.gather(*tasks, return_exceptions=True)

    def _say(self, key: SeatKey, response: pb.PlaySeatsResponse) -> None:
        kind = (key, response.WhichOneof("message") or "")
        self._out.pop(kind, None)
        self._out[kind] = response
        self._more.set()

    def _left(
        self,
        key: SeatKey,
        cause: pb.SeatLeft.Cause,
        failure: TileengineError | None = None,
        match: match_service_pb2.Match | None = None,
    ) -> None:
        left = pb.SeatLeft(match_id=key[0], seat=key[1], cause=cause, match=match)
        if failure is not None:
            left.error.CopyFrom(to_error(failure))
        self._say(key, pb.PlaySeatsResponse(left=left))

    def _drop(self, held: _Held) -> None:
        """Forgets a seat, and what it was asked."""
        self._held.pop(held.key, None)
        self._out.pop((held.key, "move_requested"), None)
        if held.task is not None and held.task is not asyncio.current_task():
            held.task.cancel()

    # -- a seat --------------------------------------------------------------------------------------------------------

    async def _follow(self, held: _Held) -> None:
        """Follows a seat to the end of its match."""
        try:
            with self._matches.subscribe(held.key[0]) as news:
                match = await self._play(held, news)
            shown = self._matches.match_to(match, Reader("seat", held.key[1]))
            self._left(held.key, pb.SeatLeft.CAUSE_OVER, match=shown)
        except UnknownMatch:
            self._left(held.key, pb.SeatLeft.CAUSE_DELETED)
        except TileengineError as failure:
            self._left(held.key, pb.SeatLeft.CAUSE_FAILED, failure)
        except Exception:
            log.exception("a bot's seat failed", extra={"match": held.key[0]})
            self._left(held.key, pb.SeatLeft.CAUSE_FAILED, StoreUnavailable("internal error; take the seat again"))
        self._drop(held)

    async def _play(self, held: _Held, news: Subscription) -> Match:
        """Asks and takes answers until the match is over; returns it then. Raises as PlayMoves, but for bad answers."""
        match_id, seat = held.key
        loop = asyncio.get_running_loop()
        asked = _Request()
        while True:
            match, _ = await self._matches.read(match_id, held.token)
            if match.status == "over":
                return match
            if held.resigned or asked.misses >= held.misses_max:
                with contextlib.suppress(WrongState):
                    await self._matches.resign_seat(match_id, seat)
                held.resigned, asked.misses = False, 0
                continue
            if match.status == "running" and match.table().turn == seat:
                self._ask(held, match, asked)
                if held.answer is not None:
                    answer, held.answer = held.answer, None
                    if answer.ply == asked.ply:
                        await self._answered(held, answer, asked)
                    continue
                if loop.time() >= asked.until:
                    asked.misses += 1
                    asked.open = False
                    continue
            else:
                asked.position = b""
            await self._wait(held, news, asked.until - loop.time() if asked.position else None)

    def _ask(self, held: _Held, match: Match, asked: _Request) -> None:
        """Opens a request, unless it is open already. What was missed counts for one position only."""
        seen = match.seen(Reader("seat", held.key[1]))
        position = seen.encode()
        if asked.open and asked.position == position:
            return
        if asked.position != position:
            asked.misses = 0
        millis = held.move_ms
        deadline = match.deadline_ms()
        if deadline is not None:
            millis = max(1, min(millis, deadline - self._matches.now_ms()))
        asked.position, asked.ply, asked.open = position, seen.ply, True
        asked.until = asyncio.get_running_loop().time() + millis / 1000
        requested = pb.MoveRequested(
            match_id=held.key[0],
            seat=held.key[1],
            ply=seen.ply,
            position=position,
            deadline_ms=millis,
            misses=asked.misses,
        )
        listed = messages.list_moves(seen, -1, -1, -1, MOVES_DEFAULT, 0, False, False, False)
        requested.legal.MergeFromString(listed)
        requested.legal.ply = seen.ply
        self._say(held.key, pb.PlaySeatsResponse(move_requested=requested))

    async def _answered(self, held: _Held, answer: pb.AnswerMove, asked: _Request) -> None:
        """Plays an answer, or refuses it, which is a miss."""
        match_id, seat = held.key
        try:
            moves = match_convert.moves_from([answer.move])
            await self._matches.play_seat(match_id, seat, moves, answer.ply)
        except (StalePly, WrongSeat, WrongState):
            return  # the match has gone on meanwhile
        except (Conflict, StoreUnavailable, UnknownMatch):
            raise
        except TileengineError as failure:
            asked.misses += 1
            refused = pb.MoveRefused(match_id=match_id, seat=seat, ply=answer.ply, error=to_error(failure))
            self._say(held.key, pb.PlaySeatsResponse(refused=refused))

    async def _wait(self, held: _Held, news: Subscription, seconds: float | None) -> None:
        """Returns on news of the match or from the bot, or after `seconds`."""
        waits = [asyncio.ensure_future(news.wait()), asyncio.ensure_future(held.news.wait())]
        try:
            await asyncio.wait(
                waits,
                timeout=None if seconds is None else max(0.0, seconds),
                return_when=asyncio.FIRST_COMPLETED,
            )
        finally:
            for wait in waits:
                wait.cancel()
        held.news.clear()
