"""MatchService on grpc.aio: takes the bearer token from the metadata, opens and closes the store, and sweeps it.

Judging a move takes microseconds, so everything runs in the event loop; waiting for the store lets other calls in.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from tileengine.analysis import Pool
from tileengine.matches.failures import StoreUnavailable, Unauthenticated
from tileengine.matches.storage.base import Store
from tileengine.service.engine_seats import EngineSeats
from tileengine.service.match_records import MatchRecords
from tileengine.service.matches import SWEEP_MAX, MatchLimits, MatchService
from tileengine.transport.bridge import Answered, Context, Handlers, Unary
from tileengine.transport.config import ServerConfig
from tileengine.v1 import match_service_pb2 as pb

log = logging.getLogger("tileengine.transport")

SWEEP_SECONDS = 0.25
"""A clock that runs out while nobody calls is noticed so late at most, per SWEEP_MAX matches."""

Method = Callable[[Any, str | None], Awaitable[Answered]]


def bearer_token(context: Context) -> str | None:
    """The token of `authorization: Bearer TOKEN`; None without one. Raises Unauthenticated for anything else."""
    found = [value for key, value in context.invocation_metadata() or () if key == "authorization"]
    if not found:
        return None
    scheme, _, token = str(found[0]).partition(" ")
    if len(found) > 1 or scheme.lower() != "bearer" or not token:
        raise Unauthenticated("authorization must be given once, as: Bearer TOKEN")
    return token


class MatchHandlers(Handlers):
    """The handlers of MatchService; see Handlers. pool: where the engine's seats search."""

    service = pb.DESCRIPTOR.services_by_name["MatchService"]

    def __init__(self, config: ServerConfig, store: Store, pool: Pool) -> None:
        self._config = config
        self._store = store
        # Watches are open for hours: left alone they would fill all places and nobody could play.
        watchers_max = min(config.watchers_max, config.calls_max // 2)
        self.matches = MatchService(store, MatchLimits(watchers_max=watchers_max))
        self._engine = EngineSeats(self.matches, pool)
        self._sweeper: asyncio.Task[None] | None = None
        self._closing = False

    async def open(self) -> None:
        """Opens the store and begins to sweep it. Raises StoreUnavailable."""
        await self._store.open()
        self._closing = False
        self._sweeper = asyncio.create_task(self._sweep())

    def methods(self) -> dict[str, Any]:
        """All methods of MatchService."""
        matches = self.matches
        records = MatchRecords(matches)
        return {
            "CreateMatch": self._unary(matches.create_match),
            "JoinMatch": self._unary(matches.join_match),
            "GetMatch": self._unary(matches.get_match),
            "ListMatches": self._unary(matches.list_matches),
            "PlayMoves": self._unary(matches.play_moves),
            "UndoMoves": self._unary(matches.undo_moves),
            "AnswerUndo": self._unary(matches.answer_undo),
            "ResignMatch": self._unary(matches.resign_match),
            "DeleteMatch": self._unary(matches.delete_match),
            "WatchMatch": self._watch,
            "ListMatchMoves": self._unary(matches.list_match_moves),
            "CheckMatchMove": self._unary(matches.check_match_move),
            "ViewMatch": self._unary(matches.view_match),
            "GetRecord": self._unary(records.get_record),
            "ImportRecord": self._unary(records.import_record),
            "VerifyRecord": self._unary(records.verify_record),
        }

    def drain(self) -> None:
        """Ends all watches, so that their clients go to another server."""
        self.matches.drain()

    async def close(self) -> None:
        """Stops sweeping and playing, and closes the store."""
        self._closing = True  # a cancelled call of the store may come back as a failed one, and the sweep go on
        if self._sweeper is not None:
            self._sweeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._sweeper
        await self._engine.close()
        await self._store.close()

    def _unary(self, method: Method) -> Unary:
        async def handle(request: Any, context: Context) -> Answered:
            async with asyncio.timeout(self._config.call_seconds):
                return await method(request, bearer_token(context))

        return handle

    async def _watch(self, request: pb.WatchMatchRequest, context: Context) -> AsyncIterator[Answered]:
        async with contextlib.aclosing(self.matches.watch_match(request, bearer_token(context))) as responses:
            async for response in responses:
                yield response

    async def _sweep(self) -> None:
        while not self._closing:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                while await self.matches.sweep() == SWEEP_MAX:
                    await asyncio.sleep(0)
            except StoreUnavailable:
                continue  # whoever calls is told; the store has logged it
            except Exception:
                log.exception("sweeping failed")
