"""One match with one person in it: what the page shows of it, and what the person does.

The match is played through MatchService with the token of the person's seat, so nothing that is asked here can show
what another seat holds. This file knows no page, no HTTP and no game.
"""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import aclosing, suppress
from typing import Any

from tileengine_client import AsyncClient, errors, matches, queries, svg, values, views

LOG_MAX = 200
"""Lines of the log that are kept; older ones are forgotten."""
CANDIDATES_MAX = 36
"""Moves that are shown as pictures at once."""
WIDTH = 760
WATCH_SECONDS = 3600.0
SEEN_SECONDS = 5.0
"""A move that was played is seen by the watch within."""
AGAIN_SECONDS = 1.0
"""After a watch has failed it is begun again so much later."""


class Table:
    """A match, watched. Made by `Table.open`; close it."""

    def __init__(self, client: AsyncClient, game: values.Game, host: matches.Access, me: matches.Joined) -> None:
        self._client, self._game, self._host, self._me = client, game, host, me
        self._match = me.match
        self._log: deque[str] = deque(maxlen=LOG_MAX)
        self._plies: deque[int] = deque(maxlen=LOG_MAX)  # before each move of the person
        self._moves: tuple[int, values.MovePage] | None = None
        self._changed = asyncio.Condition()
        self._open = True
        self._watcher = asyncio.create_task(self._watch())

    @classmethod
    async def open(cls, client: AsyncClient, game: values.Game, *, seats: int, level: int, preset: str) -> Table:
        """A new match: the person in seat 0, the engine at a level in the others. Raises what `matches.create` does."""
        setups = [matches.open_seat(), *[matches.engine_seat(level=level)] * (seats - 1)]
        made = await client.ask(matches.create(game.slug, seats=setups, preset=preset, private=True))
        me = await client.ask(matches.join(made.spectators, name="you"))
        return cls(client, game, made.host, me)

    async def close(self) -> None:
        """Leaves the match and deletes it."""
        self._open = False  # a cancelled call may end as a failed one, after which the watch would begin again
        self._watcher.cancel()
        await asyncio.wait([self._watcher], timeout=SEEN_SECONDS)
        with suppress(errors.TileengineError):  # gone with its server, or deleted when nobody has touched it for long
            await self._client.ask(matches.delete(self._host))

    async def _watch(self) -> None:
        event = 0
        while self._open:
            try:
                async with aclosing(
                    self._client.watch(self._me.access, after_event=event, seconds=WATCH_SECONDS)
                ) as events:
                    async for one in events:
                        event = one.number or event
                        await self._take(one)
                return
            except errors.NotFound:
                return
            except errors.TileengineError:
                await asyncio.sleep(AGAIN_SECONDS)

    async def _take(self, event: matches.Event) -> None:
        who = "you" if event.seat == self._me.seat else f"seat {event.seat}"
        match event.kind:
            case "played":
                self._log.append(f"{who}: {' '.join(event.notations)}")
                if event.seat == self._me.seat:
                    self._plies.append(event.ply - len(event.actions))
            case "undone":
                self._log.append(f"back to move {event.ply}")
                while self._plies and self._plies[-1] >= event.ply:
                    self._plies.pop()
            case "ended" if event.end is not None:
                self._log.append(f"end: {event.end.end}")
        if event.match is not None:
            async with self._changed:
                self._match = event.match
                self._changed.notify_all()

    async def state(self, after: int, seconds: float) -> dict[str, Any]:
        """What the page shows, as soon as there is an event after this one, or after so many seconds as it is."""
        await self._reached(after + 1, seconds)
        match = self._match
        mine = match.turn == self._me.seat
        moves = await self._legal() if mine else None
        seen = await self._client.ask(matches.view(self._me.access, geometry=True))
        totals = {score.seat: score.total for score in match.scores}
        names = {seat.seat: self._name(seat) for seat in match.seats}
        return {
            "event": match.event,
            "ply": match.ply,
            "over": match.status == "over",
            "end": match.end.end if match.end else "",
            "mine": mine,
            "seats": [{"name": names[seat], "total": totals.get(seat, 0)} for seat in names],
            "turn": match.turn,
            "outcomes": list(match.end.outcomes) if match.end else [],
            "undo": self._back() is not None,
            "board": self._picture(seen.view, {seat: f"{names[seat]}: {totals.get(seat, 0)}" for seat in names}),
            "log": list(self._log),
            "moves": list(zip(moves.place, moves.piece, strict=True)) if moves else [],
            "others": await self._without_a_place(moves) if moves else [],
        }

    async def _reached(self, event: int, seconds: float) -> None:
        """Waits until the watch has come to an event, at most so long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds), self._changed:
                await self._changed.wait_for(lambda: self._match.event >= event)

    def _name(self, seat: matches.Seat) -> str:
        return "you" if seat.seat == self._me.seat else f"seat {seat.seat}, level {seat.level}"

    def _picture(self, view: views.View, captions: dict[int, str]) -> str:
        if view.box is None or not view.cells:
            return ""
        return svg.picture(view, self._game.colours, width=WIDTH, captions=captions, last=_last(view), targets=True)

    async def _legal(self) -> values.MovePage:
        """The person's legal moves now."""
        if self._moves is None or self._moves[0] != self._match.event:
            event = self._match.event
            self._moves = event, (await self._client.ask(matches.moves(self._me.access))).moves
        return self._moves[1]

    async def _without_a_place(self, moves: values.MovePage) -> list[dict[str, Any]]:
        """Moves that are no click on the board, such as to draw or to pass."""
        kinds = {kind for kind, place in zip(moves.kind, moves.place, strict=True) if place == values.NO_PLACE}
        found: list[dict[str, Any]] = []
        for kind in sorted(kinds):
            query = matches.moves(self._me.access, kind=kind, notation=True, limit=CANDIDATES_MAX)
            page = (await self._client.ask(query)).moves
            found += [{"action": move.action, "text": move.notation} for move in page if move.place is None]
        return found

    async def candidates(self, place: int, piece: int | None) -> list[dict[str, Any]]:
        """The moves to a place, of one piece or of any: each with its text, and a picture of what would lie there."""
        query = matches.moves(self._me.access, place=place, piece=piece, notation=True, limit=CANDIDATES_MAX)
        page = (await self._client.ask(query)).moves
        position = self._match.position
        if position is None or not len(page):
            return []
        # A guess at what is hidden makes a whole position, on which moves can be tried; only the place is shown of it.
        whole = await self._client.resample(position, 0)
        tried = await self._client.batch([queries.apply(whole, move) for move in page])
        laid = [one.position if isinstance(one, values.Applied) else position for one in tried]
        seen = await self._client.batch([queries.view(one, seat=self._me.seat, geometry=True) for one in laid])
        return [
            {"action": move.action, "text": move.notation, "picture": self._tile(view, place)}
            for move, view in zip(page, seen, strict=True)
        ]

    def _tile(self, view: views.View | errors.TileengineError, place: int) -> str:
        if isinstance(view, errors.TileengineError) or all(piece.place != place for piece in view.pieces):
            return ""
        return svg.tile(view, place, self._game.colours)

    async def play(self, action: int, ply: int) -> None:
        """Plays a move at a ply. Raises what `matches.play` does."""
        played = await self._client.ask(matches.play(self._me.access, action, expected_ply=ply))
        await self._reached(played.event, SEEN_SECONDS)

    def _back(self) -> int | None:
        """The ply before the person's last move, if it can be taken back: nothing has been turned up since."""
        match = self._match
        if match.status != "running" or not self._plies or self._plies[-1] < match.horizon_ply:
            return None
        return self._plies[-1]

    async def undo(self) -> None:
        """Takes back the person's last move and what the engine, which consents, played since. Raises MatchState."""
        ply = self._back()
        if ply is None:
            raise errors.MatchState("what has been turned up can't be taken back")
        await self._client.ask(matches.undo(self._me.access, ply))

    async def hint(self) -> dict[str, Any]:
        """What the engine at full strength would do, from what this seat sees."""
        position = self._match.position
        if position is None or not self._match.turn == self._me.seat:
            raise errors.MatchState("it is not your turn")
        move = (await self._client.suggest(position)).move
        moves = await self._legal()
        place = dict(zip(moves.action, moves.place, strict=True)).get(move.action)
        return {"text": move.notation, "place": None if place == values.NO_PLACE else place}


def _last(view: views.View) -> int | None:
    """The place of the last move, where the game marks it."""
    return next((mark.place for mark in view.marks if mark.name == "last"), None)
