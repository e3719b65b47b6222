"""The client on asyncio: the same methods as Client, awaited.

What is asked and how it is read is in queries.py and readers.py. This file knows no game and no field of a message but
the answers of batches.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Iterable, Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace
from types import TracebackType
from typing import Any, Self, TypeVar

import grpc
import grpc.aio

from tileengine_client import analyses, channels, errors, matches, queries, schema, values, views
from tileengine_client.client import READY_POLL
from tileengine_client.matches.queries import watch
from tileengine_client.queries import PAGE_MOVES, Pager, Query

T = TypeVar("T")

ENDED_SECONDS = 1.0
"""A stream that has failed gets so long to say why."""


def _failure(failure: grpc.aio.AioRpcError, address: str) -> errors.TileengineError:
    trailers = [(key, value) for key, value in failure.trailing_metadata() or ()]
    return errors.from_call(failure.code(), failure.details() or failure.code().name, trailers, address)


class AsyncMoves:
    """Legal moves, fetched page by page as they are read: nothing is asked before. Each reading asks afresh."""

    def __init__(self, client: AsyncClient, arguments: dict[str, Any]) -> None:
        self._client = client
        self._arguments = arguments

    async def pages(self) -> AsyncIterator[values.MovePage]:
        """The same as columns, for bulk users: one MovePage per call; the first may be empty."""
        pager = Pager(**self._arguments)
        while (query := pager.next()) is not None:
            yield pager.accept(await self._client.ask(query))

    async def __aiter__(self) -> AsyncIterator[values.Move]:
        async for page in self.pages():
            for move in page:
                yield move


class AsyncClient:
    """A client of one server; make it inside a running event loop. Close it, or use it as an async context manager.

    Every method may raise Unavailable, DeadlineExceeded and ResourceExhausted, and those that take a position
    BadPosition; others are named at the method. All derive from TileengineError. For the settings see
    channels.Settings: address, timeout in seconds (10), message_bytes_max (16 MiB), retries (0), credentials, api_key.
    """

    def __init__(
        self,
        address: str,
        *,
        timeout: float = 10.0,
        message_bytes_max: int = 16 << 20,
        retries: int = 0,
        credentials: grpc.ChannelCredentials | None = None,
        api_key: str = "",
    ) -> None:
        self._settings = channels.Settings(address, timeout, message_bytes_max, retries, credentials, api_key)
        options = self._settings.options()
        if credentials is None:
            self._channel = grpc.aio.insecure_channel(address, options)
        else:
            self._channel = grpc.aio.secure_channel(address, credentials, options)
        self._stubs = {name: self._unary(method) for name, method in schema.METHODS.items() if not method.streams}

    def _unary(self, method: schema.Method) -> grpc.aio.UnaryUnaryMultiCallable[Any, Any]:
        return self._channel.unary_unary(
            method.path, request_serializer=channels.serialize, response_deserializer=method.response.FromString
        )

    @property
    def address(self) -> str:
        """Where the server is."""
        return self._settings.address

    def with_timeout(self, seconds: float) -> AsyncClient:
        """A client on the same connection whose calls may take so long; closing either closes both."""
        other = AsyncClient.__new__(AsyncClient)
        other._settings = replace(self._settings, timeout=seconds)
        other._channel, other._stubs = self._channel, self._stubs
        return other

    @property
    def channel(self) -> grpc.aio.Channel:
        """The connection itself, for calls that have no method here."""
        return self._channel

    def metadata(self, token: str = "") -> channels.Metadata:
        """What every call carries besides its message: the API key, and the token of who asks in a match."""
        return self._settings.metadata(token)

    async def close(self) -> None:
        """Closes the connection; calls under way fail."""
        await self._channel.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def ask(self, query: Query[T]) -> T:
        """Asks any question of `queries` or `matches`; the methods below are all made of it."""
        try:
            response = await self._stubs[query.method](
                query.request, timeout=self._settings.timeout, metadata=self.metadata(query.token)
            )
        except grpc.aio.AioRpcError as failure:
            raise _failure(failure, self.address) from failure
        return query.read(response)

    async def ping(self, payload: bytes = b"") -> bytes:
        """The payload, at most 65536 bytes, as the server sent it back. Raises TooLarge."""
        return await self.ask(queries.ping(payload))

    async def wait_ready(self, seconds: float = 10.0) -> None:
        """Waits until the server serves, at most so many seconds. Raises Unavailable."""
        check = self._unary(schema.HEALTH)
        until = time.monotonic() + seconds
        status = None
        while (left := until - time.monotonic()) > 0:
            try:
                request = schema.HEALTH.request(service=schema.SERVICE)
                found = await check(request, timeout=left, wait_for_ready=True, metadata=self.metadata())
                status = found.status
            except grpc.aio.AioRpcError as failure:
                if failure.code() is not grpc.StatusCode.DEADLINE_EXCEEDED:
                    raise _failure(failure, self.address) from failure
                break
            if status == schema.HEALTH_SERVING:
                return
            await asyncio.sleep(min(READY_POLL, max(0.0, until - time.monotonic())))
        raise errors.not_ready(self.address, seconds, reached=status is not None)

    async def games(self) -> tuple[values.Game, ...]:
        """All games with their options, presets and names."""
        return await self.ask(queries.games())

    async def deal(
        self,
        game: str,
        *,
        seats: int | None = None,
        preset: str = "",
        options: Mapping[str, values.OptionValue] | None = None,
        seed: int | bytes | None = None,
        order: bytes = b"",
    ) -> values.Dealt:
        """A first position.

        game: its slug. seats: None: the game's usual number. preset: settings to start from, "" for none; options go
        over it. seed: 0 .. 2**256 - 1 or 1 to 32 bytes; None: unpredictable. order: a dealt order instead of the
        seed's, as Dealt.order. Raises UnknownGame, BadSeats, BadOption, BadSeed, BadOrder.
        """
        return await self.ask(queries.deal(game, seats=seats, preset=preset, options=options, seed=seed, order=order))

    def moves(
        self,
        position: values.PositionLike,
        *,
        kind: str | None = None,
        place: int | None = None,
        piece: int | None = None,
        limit: int | None = None,
        gains: bool = False,
        notation: bool = False,
        page_size: int = PAGE_MOVES,
    ) -> AsyncMoves:
        """Legal moves in canonical order, fetched as they are read.

        kind, place, piece: only such moves. limit: at most so many; None: all. gains, notation: fill these of each
        Move. page_size: moves of one call, 1 to 65536. Reading raises HiddenInformation, BadField, TooLarge.
        """
        wanted = {"kind": kind, "place": place, "piece": piece, "gains": gains, "notation": notation}
        return AsyncMoves(self, {"position": position, "limit": limit, "page_size": page_size, **wanted})

    async def count_moves(
        self,
        position: values.PositionLike,
        *,
        kind: str | None = None,
        place: int | None = None,
        piece: int | None = None,
    ) -> int:
        """How many legal moves there are, all or filtered. Raises HiddenInformation, BadField."""
        return await self.ask(queries.count_moves(position, kind=kind, place=place, piece=piece))

    async def check(self, position: values.PositionLike, move: values.MoveLike) -> values.MoveCheck:
        """Whether a move is legal, why not, or what forces it; an illegal move is an answer and not an exception.

        Raises BadText, MalformedMove, HiddenInformation.
        """
        return await self.ask(queries.check(position, move))

    async def apply(
        self, position: values.PositionLike, *moves: values.MoveLike, expected_ply: int | None = None
    ) -> values.Applied:
        """The position after moves in order, at most 1024, all or none; expected_ply: fail unless it is there.

        Raises IllegalMove, GameOver, MalformedMove, BadText (each with the index of the move), StalePly, TooLarge.
        """
        return await self.ask(queries.apply(position, *moves, expected_ply=expected_ply))

    async def score(self, position: values.PositionLike) -> values.Score:
        """The points of every seat, with their parts."""
        return await self.ask(queries.score(position))

    async def view(
        self, position: values.PositionLike, *, seat: int | None = None, public: bool = False, geometry: bool = False
    ) -> views.View:
        """What a seat, the public, or (neither given) the position's own viewer sees; geometry: also how to draw it.

        Raises BadSeats, BadField, HiddenInformation (of an observed position, for another viewer).
        """
        return await self.ask(queries.view(position, seat=seat, public=public, geometry=geometry))

    async def observe(self, position: values.PositionLike, seat: int | None = None) -> values.Position:
        """The position without what a seat, or with None the public, may not know: safe to hand out.

        Raises BadSeats, HiddenInformation.
        """
        return await self.ask(queries.observe(position, seat))

    async def resample(self, position: values.PositionLike, seed: int) -> values.Position:
        """A random whole position that agrees with an observed one; seed: 0 .. 2**64 - 1. Raises BadField, BadSeed."""
        return await self.ask(queries.resample(position, seed))

    async def to_text(self, position: values.PositionLike) -> str:
        """The position as one line that a person can paste into a bug report."""
        return await self.ask(queries.to_text(position))

    async def from_text(self, text: str) -> values.Position:
        """The position of such a line. Raises BadText, BadPosition, TooLarge."""
        return await self.ask(queries.from_text(text))

    async def restore(self, data: bytes) -> values.Position:
        """The position of bytes that were stored, checked by the server."""
        return await self.ask(queries.restore(data))

    async def suggest(
        self,
        position: values.PositionLike,
        *,
        level: int | None = None,
        playouts: int | None = None,
        time_ms: int | None = None,
        proof_nodes: int | None = None,
        aim: str = "balanced",
        seed: int = 0,
        priority: str = "usual",
    ) -> analyses.Suggestion:
        """A move to play, with what the search knows of it, why, and what it promises.

        position: whole, or observed for the seat to move; what that seat may not know has no say. level: 1 (a friendly
        beginner) to 10, None: 10. playouts, time_ms, proof_nodes: a budget instead of the level's own. aim: "balanced",
        "win" or "score". seed: 0 .. 2**64 - 1; vary it to vary the play of the weaker levels. priority: "usual",
        "urgent" or "background". The answer comes before the timeout, with what was found until then.
        Raises GameOver, HiddenInformation, BadField, Busy.
        """
        query = queries.suggest(
            position,
            level=level,
            playouts=playouts,
            time_ms=time_ms,
            proof_nodes=proof_nodes,
            aim=aim,
            seed=seed,
            priority=priority,
        )
        return await self.ask(query)

    async def analyse(
        self,
        position: values.PositionLike,
        *,
        playouts: int | None = None,
        time_ms: int | None = None,
        proof_nodes: int | None = None,
        aim: str = "balanced",
        seed: int = 0,
        allow: Sequence[values.MoveLike] = (),
        avoid: Sequence[values.MoveLike] = (),
        moves_max: int = 0,
        priority: str = "usual",
    ) -> analyses.Analysis:
        """Ranked moves of a position, when the search is done; the settings are those of `analyse_many`.

        Raises GameOver, HiddenInformation, IllegalMove, BadText, BadField, TooLarge, Busy.
        """
        answers = self.analyse_many(
            [position],
            playouts=playouts,
            time_ms=time_ms,
            proof_nodes=proof_nodes,
            aim=aim,
            seed=seed,
            allow=allow,
            avoid=avoid,
            moves_max=moves_max,
            priority=priority,
        )
        async with aclosing(answers):
            async for _, answer in answers:
                if isinstance(answer, errors.TileengineError):
                    raise answer
                return answer
        raise errors.ended_early(self.address)

    def analyse_many(
        self,
        positions: Sequence[values.PositionLike],
        *,
        playouts: int | None = None,
        time_ms: int | None = None,
        proof_nodes: int | None = None,
        aim: str = "balanced",
        seed: int = 0,
        allow: Sequence[values.MoveLike] = (),
        avoid: Sequence[values.MoveLike] = (),
        report_every: int = 0,
        moves_max: int = 0,
        priority: str = "usual",
    ) -> AsyncGenerator[tuple[int, analyses.Analysis | errors.TileengineError], None]:
        """Analyses of up to 16 positions in one call, as they come: (index of the position, report or failure).

        The last report of each position is final, or the failure of that position alone. playouts, time_ms: where to
        stop, None and None: 2000 playouts; proof_nodes: of an endgame's proof, 0: none, None: the usual number. allow,
        avoid: with a single position, only these moves or all but these. report_every: a report after every so many
        playouts (100 or more), 0: only final ones. moves_max: ranked moves of an answer, 1 to 256, 0: 16. The rest as
        `suggest`. Stop early by closing the iterator: the search then stops too.
        Raises BadField, TooLarge, Busy.
        """
        return self._reports(
            queries.analyse_many(
                positions,
                playouts=playouts,
                time_ms=time_ms,
                proof_nodes=proof_nodes,
                aim=aim,
                seed=seed,
                allow=allow,
                avoid=avoid,
                report_every=report_every,
                moves_max=moves_max,
                priority=priority,
            ),
            self._settings.timeout,
        )

    def watch(
        self, who: matches.Who, *, after_event: int = 0, seconds: float = 3600.0
    ) -> AsyncGenerator[matches.Event, None]:
        """The events of a match after a number, then new ones as they happen, until it has ended.

        who: whose view of it the events show. seconds: bound of the whole watch; when it is met, DeadlineExceeded.
        After a failure watch again from the last number seen. Stop early with `aclose`.
        Raises NotFound, Unauthenticated, Busy.
        """
        return self._reports(watch(who, after_event=after_event), seconds)

    async def _reports(self, query: Query[T], seconds: float) -> AsyncGenerator[T, None]:
        """The responses of a question that has many."""
        method = schema.METHODS[query.method]
        call = self._channel.unary_stream(
            method.path, request_serializer=channels.serialize, response_deserializer=method.response.FromString
        )(query.request, timeout=seconds, metadata=self.metadata(query.token))
        try:
            async for response in call:
                yield query.read(response)
        except grpc.aio.AioRpcError as failure:
            raise _failure(failure, self.address) from failure
        finally:
            call.cancel()

    async def review(
        self,
        position: values.PositionLike,
        moves: Sequence[values.MoveLike],
        *,
        playouts: int = 0,
        seed: int = 0,
        priority: str = "usual",
    ) -> tuple[analyses.ReviewedMove, ...]:
        """Each move's skill and luck. position: whole, where they were played from; moves: in order, 1 to 512.

        playouts: of each estimate, two a move, 1 to 100000; 0: 500. Fewer moves come back when the timeout is near.
        Raises IllegalMove, GameOver, BadText (each with the index of the move), HiddenInformation, BadField, Busy.
        """
        query = queries.review(position, moves, playouts=playouts, seed=seed, priority=priority)
        return await self.ask(query)

    async def batch(self, questions: Sequence[Query[T]]) -> list[T | errors.TileengineError]:
        """Many questions in one call, at most 4096: per question its value or its exception, in order.

        An exception is returned in the place of the answer and does not stop the others. Raises TooLarge.
        """
        request = schema.METHODS["Batch"].request(queries=queries.wrap(questions))
        return await self.ask(Query("Batch", "", request, lambda response: queries.unwrap(questions, response.answers)))

    def stream(
        self,
        batches: Iterable[Sequence[Query[T]]] | AsyncIterable[Sequence[Query[T]]],
        *,
        in_flight: int = 4,
        seconds: float = 3600.0,
    ) -> AsyncGenerator[list[T | errors.TileengineError], None]:
        """Batch after batch over one call, answered in order as `batch` answers each.

        Up to in_flight (1 or more) batches are taken from `batches` before the first answer is awaited: with 1, a
        batch may depend on the answer before it. seconds: bound of the whole conversation. Stop early with `aclose`.
        """
        if in_flight < 1:
            raise errors.BadField("in_flight is at least 1", field="in_flight")
        return self._stream(_aiter(batches), in_flight, seconds)

    async def _stream(
        self, source: AsyncIterator[Sequence[Query[T]]], in_flight: int, seconds: float
    ) -> AsyncGenerator[list[T | errors.TileengineError], None]:
        method = schema.METHODS["StreamBatch"]
        call = self._channel.stream_stream(
            method.path, request_serializer=channels.serialize, response_deserializer=method.response.FromString
        )(timeout=seconds, metadata=self.metadata())
        waiting: deque[Sequence[Query[T]]] = deque()
        more = True
        try:
            while True:
                while more and len(waiting) < in_flight:
                    questions = await anext(source, None)
                    if questions is None:
                        more = False
                        await call.done_writing()
                    else:
                        await call.write(method.request(queries=queries.wrap(questions)))
                        waiting.append(questions)
                if not waiting:
                    return
                response: Any = await call.read()
                if response is grpc.aio.EOF:
                    raise errors.ended_early(self.address)
                yield queries.unwrap(waiting.popleft(), response.answers)
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError) as failure:
            raise await self._ended(call, failure) from failure
        finally:
            call.cancel()

    async def _ended(self, call: Any, failure: Exception) -> errors.TileengineError:
        """Why a stream ended: a write after its end fails with another code, so the call's status is what counts."""
        try:
            async with asyncio.timeout(ENDED_SECONDS):
                code, message, trailers = await call.code(), await call.details(), await call.trailing_metadata()
        except TimeoutError:
            return errors.TileengineError(str(failure))
        return errors.from_call(
            code, message or code.name, [(key, value) for key, value in trailers or ()], self.address
        )


async def _aiter(source: Iterable[T] | AsyncIterable[T]) -> AsyncIterator[T]:
    """Any source as an asynchronous one."""
    if isinstance(source, AsyncIterable):
        async for item in source:
            yield item
    else:
        for item in source:
            yield item
