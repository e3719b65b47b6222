"""Plays the engine's seats: takes up a match in which the engine is to move, searches in the pool, plays the move.

Which matches those are stands in the store (Stored.wake_ms), not here: what this server forgets, or dies over, it or
another server takes up when the lease has run out. Two servers may search the same turn; the ply that each expects lets
only one of them play it. A search gets the position as its seat sees it and nothing else. It knows no gRPC.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import math
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from tileengine import Position, TileengineError, analysis
from tileengine.analysis.results import TIME_MS_MAX
from tileengine.errors import StalePly
from tileengine.matches.failures import UnknownMatch, WrongSeat, WrongState
from tileengine.matches.match import Match, Reader, Strength
from tileengine.matches.storage.base import Subscription
from tileengine.service.matches import LEASE_MS, MatchService

log = logging.getLogger("tileengine.matches")

CALLER = "engine seats"
"""All engine's seats together have the share of one caller in the pool, so that they leave others theirs."""
WORKING_MAX = 32
"""Matches at work at once; the others wait in the order of their turns."""
STEP_MS = 100
"""A search leaves its thread to others so often."""
WAITING_MAX = 4_096
"""Matches that wait here; more wait in the store."""
HOLD_SECONDS = LEASE_MS / 3_000
PAUSE_MIN_SECONDS = 0.02
PAUSE_MAX_SECONDS = 1.0
"""Between two attempts at a full pool, doubling."""
MARGIN_MS = 50
"""Left on the clock for the way of the move."""


def seed_of(match: Match, seat: int, ply: int) -> int:
    """The seed of a search. Nobody can foretell it while the match runs; afterwards anybody can check the moves."""
    text = f"tileengine engine 1\n{match.secret.hex()}\n{seat}\n{ply}\n"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")


def time_ms(match: Match, seat: int, now_ms: int) -> int | None:
    """How long to search: three quarters of a clock per move; a twentieth of one for the game, and the increment."""
    control = match.seats[seat].time
    if control.kind == "none":
        return None
    left = match.left_ms(seat, now_ms)
    wish = left if control.kind == "per_move" else left // 20 + control.increment_ms
    return max(1, min(wish, left * 3 // 4 - MARGIN_MS, TIME_MS_MAX))


class Thinking:
    """A seat's search for its move, in steps on whatever thread: a long one leaves others their turn.

    seen: the position as the seat to move sees it. limit_ms: how long it may take from its first step on, asked then.
    """

    def __init__(self, seen: Position, strength: Strength, seed: int, limit_ms: Callable[[], int | None]) -> None:
        self._seen = seen
        self._strength = strength
        self._seed = seed
        self._limit_ms = limit_ms
        self._until = math.inf
        self._suggestion: analysis.Suggestion | None = None
        self.stopper = analysis.Stopper()

    def step(self) -> int | None:
        """The move, or None when it needs further steps. Raises as analysis.suggest."""
        if self._suggestion is None:
            forced = self._seen.legal(limit=2)
            if len(forced) == 1:
                return int(forced[0])
            level, playouts = self._strength.level or None, self._strength.playouts or None
            self._suggestion = analysis.Suggestion(self._seen, level=level, playouts=playouts, seed=self._seed)
            limit = self._limit_ms()
            if limit is not None:
                self._until = time.monotonic() + limit / 1000
        left = (self._until - time.monotonic()) * 1000
        done = left <= 0 or self._suggestion.run(self.stopper, max(1, int(min(STEP_MS, left))))
        return self._suggestion.answer().best.action if done or self.stopper.stopped else None


class EngineSeats:
    """Plays all engine's seats that this server comes to know of. `offer` and `close` are called in its event loop."""

    def __init__(self, matches: MatchService, pool: analysis.Pool) -> None:
        self._matches = matches
        self._pool = pool
        self._waiting: OrderedDict[str, None] = OrderedDict()
        self._working: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._closed = False
        matches.engine = self

    def offer(self, match_id: str) -> None:
        """See EngineTurns. Never blocks: what finds no room comes back from the store."""
        if self._closed:
            return
        if match_id in self._working:
            self._again.add(match_id)  # it may have looked before this
        elif match_id not in self._waiting and len(self._waiting) < WAITING_MAX:
            self._waiting[match_id] = None
            self._start()

    async def close(self) -> None:
        """Stops all searches and leaves their turns to the next server."""
        self._closed = True
        left = [*self._working, *self._waiting]
        for task in self._working.values():
            task.cancel()
        await asyncio.gather(*self._working.values(), return_exceptions=True)
        for match_id in left:
            with contextlib.suppress(TileengineError):
                match = await self._matches.find(match_id)
                if match.engine_turn() is not None:
                    await self._matches.release(match)

    def _start(self) -> None:
        while self._waiting and len(self._working) < WORKING_MAX and not self._closed:
            match_id, _ = self._waiting.popitem(last=False)
            self._working[match_id] = asyncio.create_task(self._work(match_id))

    async def _work(self, match_id: str) -> None:
        try:
            await self._turn(match_id)
        except UnknownMatch:
            pass  # deleted
        except TileengineError as failure:
            log.warning("an engine's turn waits", extra={"match": match_id, "why": failure.reason})
        except Exception:
            log.exception("an engine's turn failed", extra={"match": match_id})
        finally:
            del self._working[match_id]
            if match_id in self._again:
                self._again.discard(match_id)
                self.offer(match_id)  # behind all others
            self._start()

    async def _turn(self, match_id: str) -> None:
        """Plays one move, if the engine is still to move."""
        with self._matches.subscribe(match_id) as news:
            while True:
                match = await self._matches.find(match_id)
                seat = match.engine_turn()
                if seat is None:
                    return
                action = await self._search(match, seat, news)
                if action is None:
                    continue
                try:
                    await self._matches.play_seat(match_id, seat, [action], match.table().ply)
                except (StalePly, WrongSeat, WrongState):
                    continue  # another server was faster, or somebody took back or gave up
                return

    async def _search(self, match: Match, seat: int, news: Subscription) -> int | None:
        """The move; None when the match has gone on without it."""
        thinking = self._thinking(match, seat)
        loop = asyncio.get_running_loop()
        pause = PAUSE_MIN_SECONDS
        next_hold = loop.time() + HOLD_SECONDS
        found: asyncio.Future[int | None] | None = None
        heard = asyncio.ensure_future(news.wait())
        try:
            while True:
                if found is None:
                    try:
                        found = asyncio.wrap_future(self._pool.submit(thinking.step, caller=CALLER))
                    except analysis.PoolFull:
                        pause = min(2 * pause, PAUSE_MAX_SECONDS)
                waits: set[asyncio.Future[Any]] = {heard} if found is None else {heard, found}
                await asyncio.wait(
                    waits,
                    timeout=pause if found is None else HOLD_SECONDS,
                    return_when=asyncio.FIRST_COMPLETED,
                )
                if found is not None and found.done():
                    action = found.result()
                    if action is not None:
                        return action
                    found, pause = None, PAUSE_MIN_SECONDS
                if heard.done():
                    heard = asyncio.ensure_future(news.wait())
                now = await self._matches.find(match.id)
                if now.engine_turn() != seat or now.position != match.position:
                    return None
                if loop.time() >= next_hold:
                    await self._matches.hold(now)
                    next_hold = loop.time() + HOLD_SECONDS
        finally:
            heard.cancel()
            thinking.stopper.stop()
            if found is not None:
                found.cancel()

    def _thinking(self, match: Match, seat: int) -> Thinking:
        seen = match.seen(Reader("seat", seat))
        strength = match.seats[seat].strength
        assert strength is not None
        seed = seed_of(match, seat, seen.ply)
        # The clock is read when the search begins: waiting for the pool is on the seat's time.
        return Thinking(seen, strength, seed, lambda: time_ms(match, seat, self._matches.now_ms()))
