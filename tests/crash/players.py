"""Players who remember what they were promised, and watchers who count: what the crash tests check servers with."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass, field

import grpc

from tests.matches.client import Client, Failed, moves
from tileengine.v1 import match_service_pb2 as pb

DOWN = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED)
RETRY_SECONDS = 0.05


@dataclass
class Player:
    """Plays all seats of one match at full speed. promised: the moves that were acknowledged, in order."""

    match_id: str
    tokens: list[str]
    rng: random.Random
    promised: list[int] = field(default_factory=list)
    asked: tuple[str, int, str] | None = None
    over: bool = False
    refused: int = 0

    async def play(self, client: Client) -> None:
        """Plays until the match is over or the server fails. What was asked for and not answered is asked again."""
        while not self.over:
            try:
                await self._step(client)
            except Failed as failure:
                if failure.code not in DOWN:
                    raise
                self.refused += 1
                return

    async def play_through(self, client: Client, until: Callable[[], bool]) -> None:
        """Plays on whatever fails, until told to stop."""
        while not self.over and not until():
            before = self.refused
            try:
                await self._step(client)
            except Failed as failure:
                if failure.code not in DOWN:
                    raise
                self.refused += 1
            if self.refused != before:
                await asyncio.sleep(RETRY_SECONDS)

    async def _step(self, client: Client) -> None:
        if self.asked is None:
            match = (await client.call("GetMatch", match_id=self.match_id)).match
            assert match.state.info.ply == len(self.promised), "a promised move is lost, or one was played twice"
            token = self.tokens[match.state.info.turn]
            listed = await client.call("ListMatchMoves", token, match_id=self.match_id)
            self.asked = (token, self.rng.choice(listed.moves.action), f"ply {len(self.promised)}")
        token, action, request_id = self.asked
        played = await client.call(
            "PlayMoves", token, match_id=self.match_id, moves=moves(action), expected_ply=len(self.promised),
            request_id=request_id,
        )  # fmt: skip
        self.promised.append(action)
        assert played.result.ply == len(self.promised)
        self.over = played.result.over
        self.asked = None


@dataclass
class Watcher:
    """Follows a match from the first event on, over as many connections as it takes."""

    match_id: str
    seen: list[pb.MatchEvent] = field(default_factory=list)

    async def follow(self, client: Client, until: Callable[[], bool]) -> None:
        """Watches until the match is over, or `until` says so after a failure or a silent second."""
        while not until():
            call = client.watch(self.match_id, after=len(self.seen))
            try:
                while True:
                    response = await asyncio.wait_for(call.read(), 1.0)
                    if response == grpc.aio.EOF:
                        return
                    self.seen.append(response.event)
                    assert response.event.event == len(self.seen), "a gap or a repeat"
            except (grpc.aio.AioRpcError, TimeoutError, asyncio.CancelledError) as failure:
                call.cancel()
                if isinstance(failure, grpc.aio.AioRpcError) and failure.code() not in DOWN:
                    raise
                if isinstance(failure, asyncio.CancelledError) and asyncio.current_task().cancelling():  # type: ignore[union-attr]
                    raise
                await asyncio.sleep(RETRY_SECONDS)

    @property
    def actions(self) -> list[int]:
        return [action for event in self.seen for action in event.actions]


async def logged(client: Client, match_id: str) -> list[int]:
    """The moves of a match as its log has them now."""
    match = (await client.call("GetMatch", match_id=match_id)).match
    watcher = Watcher(match_id)
    call = client.watch(match_id)
    while len(watcher.seen) < match.event:
        watcher.seen.append((await call.read()).event)
    call.cancel()
    return watcher.actions
