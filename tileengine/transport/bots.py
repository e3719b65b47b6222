"""BotService on grpc.aio: each bot's stream is read in a task of its own, so that those that do not read are heard.

It ends streams; what is asked of a bot is decided in the service.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator
from typing import Any

from tileengine.errors import TileengineError
from tileengine.matches.failures import StoreUnavailable
from tileengine.service.bots import BotSession
from tileengine.service.failures import Busy
from tileengine.service.matches import MatchService
from tileengine.transport.bridge import Answered, Context, Handlers
from tileengine.transport.config import ServerConfig
from tileengine.transport.status import Internal
from tileengine.v1 import bot_service_pb2 as pb

log = logging.getLogger("tileengine.transport")

RETRY_MS = 5_000


class BotHandlers(Handlers):
    """The handlers of BotService; see Handlers. matches: whose seats are played."""

    service = pb.DESCRIPTOR.services_by_name["BotService"]

    def __init__(self, config: ServerConfig, matches: MatchService) -> None:
        self._idle_seconds = config.idle_seconds
        # Bots stay for hours, as watchers do: left alone they would fill all places.
        self._bots_max = min(config.bots_max, config.calls_max // 4)
        self._matches = matches
        self._sessions: set[BotSession] = set()

    def methods(self) -> dict[str, Any]:
        """All methods of BotService."""
        return {"PlaySeats": self._play_seats}

    def drain(self) -> None:
        """Ends all streams, so that their bots go to another server."""
        for session in self._sessions:
            session.end(StoreUnavailable("the server stops; take the seats again"))

    async def _play_seats(
        self, requests: AsyncIterator[pb.PlaySeatsRequest], context: Context
    ) -> AsyncIterator[Answered]:
        if len(self._sessions) >= self._bots_max:
            raise Busy(f"{len(self._sessions)} bots are connected, the most this server serves", RETRY_MS)
        session = BotSession(self._matches, self._idle_seconds)
        self._sessions.add(session)
        reading = asyncio.create_task(_read(requests, session))
        try:
            async with contextlib.aclosing(session.responses()) as responses:
                async for response in responses:
                    yield response
        finally:
            reading.cancel()
            self._sessions.discard(session)
            await session.close()


async def _read(requests: AsyncIterator[pb.PlaySeatsRequest], session: BotSession) -> None:
    """Hands over what a bot says; a stream that the bot closes, or breaks, ends the session."""
    try:
        async for request in requests:
            await session.tell(request)
        session.end()
    except TileengineError as failure:
        session.end(failure)
    except Exception:
        log.exception("a bot's stream failed")
        session.end(Internal("internal error; the server's log has the details"))
