"""Questions about matches: one function per method of MatchService builds its request and says how it is read.

A client asks them by `ask`, and `watch` by its method of that name. Ids and secrets that make a call safe to repeat are
drawn here from the system's randomness, when the question is made: asking it again repeats the same call. Asking raises
Unauthenticated, NotFound, PermissionDenied, Busy and BadField as the server says; others are named at the function.
This file knows no transport and no game.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from tileengine_client import arguments, errors, schema
from tileengine_client.matches import readers
from tileengine_client.matches.values import (
    Access,
    CheckedMove,
    Created,
    Event,
    Joined,
    Match,
    MatchMoves,
    MatchPage,
    MatchView,
    Played,
    SeatSetup,
    TimeControl,
    Undone,
    Verified,
)
from tileengine_client.queries import Query
from tileengine_client.values import MoveLike, OptionValue

SECRET_BYTES = 32
"""Bytes that are drawn for tokens and for the deal."""

_STATUSES = {name: number for number, name in readers.STATUSES.items() if number}
_SEAT_KINDS = {name: number for number, name in readers.SEAT_KINDS.items() if number}
_TIME_KINDS = {name: number for number, name in readers.TIME_KINDS.items() if number}
_FORMATS = {name: number for number, name in schema.enum_names("RecordFormat").items() if number}
_SEAT = schema.message("SeatSetup")
_TIME = schema.message("TimeControl")

Who = Access | str
"""An access, or the id of a match for a reader without a token."""


def per_move(limit_ms: int) -> TimeControl:
    """So long for each move: 100 to 2,592,000,000."""
    return TimeControl("per_move", limit_ms)


def per_game(limit_ms: int, increment_ms: int = 0) -> TimeControl:
    """So long for all moves, 100 to 2,592,000,000, and so much more after each, 0 to 3,600,000."""
    return TimeControl("per_game", limit_ms, increment_ms)


def open_seat(time: TimeControl | None = None) -> SeatSetup:
    """A seat for whoever joins first."""
    return SeatSetup("open", time)


def reserved_seat(time: TimeControl | None = None) -> SeatSetup:
    """A seat for whoever has its token, Created.seats."""
    return SeatSetup("reserved", time)


def engine_seat(*, level: int = 0, playouts: int = 0, time: TimeControl | None = None) -> SeatSetup:
    """A seat that the engine plays: at a level from 1 to 10, or with 1 to 100,000 playouts a move."""
    return SeatSetup("engine", time, level, playouts)


def create(
    game: str,
    *,
    seats: Sequence[SeatSetup] = (),
    preset: str = "",
    options: Mapping[str, OptionValue] | None = None,
    private: bool = False,
    match_id: str = "",
) -> Query[Created]:
    """A match. seats: none: the game's usual number, all open; preset, options: as Client.deal.

    private: only readers with a token see it. match_id: 1 to 64 of [A-Za-z0-9._-]; "": one is drawn. Safe to repeat.
    Asking raises AlreadyExists, Busy (the store is full), Unsupported (no engine), UnknownGame, BadSeats, BadOption.
    """
    return _query(
        "CreateMatch",
        match_id or _drawn_id(),
        readers.created,
        game=arguments.game(game),
        preset=preset,
        options=arguments.options(game, options),
        seats=map(_seat, seats),
        private=private,
        token_secret=secrets.token_bytes(SECRET_BYTES),
    )


def join(who: Who, *, seat: int | None = None, name: str = "", entropy: bytes | None = None) -> Query[Joined]:
    """A seat of a match: with a seat's access the reserved one, else an open one, the first unless `seat` says which.

    name: to show, at most 64 characters. entropy: at most 64 bytes to mix into the deal, so that the server alone does
    not decide it; None: 32 are drawn. Safe to repeat. Asking raises MatchState (taken, or it runs), BadSeats.
    """
    return _query(
        "JoinMatch",
        who,
        readers.joined,
        seat=None if seat is None else arguments.whole("seat", seat, 0),
        name=name,
        entropy=secrets.token_bytes(SECRET_BYTES) if entropy is None else entropy,
        token_secret=secrets.token_bytes(SECRET_BYTES),
    )


def get(who: Who) -> Query[Match]:
    """How a match stands, as the reader may see it."""
    return _query("GetMatch", who, readers.answered)


def list_page(
    *, game: str | None = None, status: str | None = None, page_size: int = 0, page_token: str = ""
) -> Query[MatchPage]:
    """Some matches that are not private, oldest first.

    game, status ("waiting", "running", "over"): only such; None: any. page_size: 1 to 100, 0: 50; fewer may come.
    page_token: MatchPage.next_page_token of the page before; "": the first page.
    """
    return Query(
        "ListMatches",
        "",
        schema.METHODS["ListMatches"].request(
            game=0 if game is None else arguments.game(game),
            status=0 if status is None else arguments.numbered("status", status, _STATUSES),
            page_size=arguments.whole("page_size", page_size, 0),
            page_token=page_token,
        ),
        readers.listed,
    )


def moves(
    who: Who,
    *,
    kind: str | None = None,
    place: int | None = None,
    piece: int | None = None,
    limit: int = 0,
    after: int = 0,
    notation: bool = False,
) -> Query[MatchMoves]:
    """One page of legal moves of the seat, in canonical order; kind, place, piece: only such.

    limit: 1 to 4096, 0: 4096. after: MovePage.next_after of the page before. notation: fill it. Asking raises
    MatchState.
    """
    return _query(
        "ListMatchMoves",
        who,
        readers.moves,
        **arguments.wanted(kind, place, piece),
        limit=arguments.whole("limit", limit, 0),
        after=arguments.whole("after", after, 0),
        with_notation=notation,
    )


def check(who: Who, move: MoveLike) -> Query[CheckedMove]:
    """Whether the seat may play a move, and why not. Asking raises MatchState, BadText, MalformedMove."""
    return _query("CheckMatchMove", who, readers.checked, move=arguments.move(move))


def view(who: Who, *, geometry: bool = False) -> Query[MatchView]:
    """What the reader sees; geometry: also how to draw it. Asking raises MatchState (nothing is dealt yet)."""
    return _query("ViewMatch", who, readers.viewed, geometry=geometry)


def play(who: Who, *moves: MoveLike, expected_ply: int | None = None) -> Query[Played]:
    """Plays a move or a whole turn of at most 1024, all or none; nothing may follow a move that turns something up.

    expected_ply: fail unless the match is there. Safe to repeat: asked again, it is answered the same and plays
    nothing. Asking raises IllegalMove, MalformedMove, BadText (each with the index of the move), MatchState, StalePly,
    Conflict, TooLarge.
    """
    return _query(
        "PlayMoves",
        who,
        readers.played,
        moves=map(arguments.move, moves),
        expected_ply=expected_ply,
        request_id=_drawn_id(),
    )


def undo(who: Who, to_ply: int, *, expected_ply: int | None = None) -> Query[Undone]:
    """Takes moves back to a ply: the seat's own last ones at once, others' when all seats consent.

    Asking raises MatchState (what was turned up can't be taken back), StalePly, Conflict.
    """
    to_ply = arguments.whole("to_ply", to_ply, 0)
    return _query("UndoMoves", who, readers.undone, to_ply=to_ply, expected_ply=expected_ply)


def answer_undo(who: Who, accept: bool, *, expected_ply: int | None = None) -> Query[Undone]:
    """Consents to a proposal to take moves back, or declines it. Asking raises MatchState, StalePly, Conflict."""
    return _query("AnswerUndo", who, readers.undone, accept=accept, expected_ply=expected_ply)


def resign(who: Who) -> Query[Match]:
    """Gives up. Asking raises MatchState, Conflict."""
    return _query("ResignMatch", who, readers.answered)


def delete(host: Access) -> Query[None]:
    """Deletes a match; Created.host may."""
    return _query("DeleteMatch", host, readers.nothing)


def watch(who: Who, *, after_event: int = 0) -> Query[Event]:
    """The events of a match after a number; see Client.watch."""
    return _query("WatchMatch", who, readers.watched, after_event=arguments.whole("after_event", after_event, 0, 64))


def record(who: Who, *, format: str = "text") -> Query[str]:
    """The record of a match, "text" or "json"; after its end with the deal. Asking raises MatchState."""
    return _query("GetRecord", who, readers.record, format=arguments.numbered("format", format, _FORMATS))


def import_record(record: str, *, match_id: str = "") -> Query[Created]:
    """A match that is over, from its record of at most 1,048,576 bytes in either form. Safe to repeat.

    Asking raises BadRecord, AlreadyExists, Busy (the store is full), TooLarge.
    """
    return _query(
        "ImportRecord",
        match_id or _drawn_id(),
        readers.imported,
        record=record,
        token_secret=secrets.token_bytes(SECRET_BYTES),
    )


def verify_record(record: str, *, convert_to: str | None = None) -> Query[Verified]:
    """Replays a record and checks all of it; convert_to: also return it as "text" or "json". Asking raises TooLarge."""
    convert = 0 if convert_to is None else arguments.numbered("convert_to", convert_to, _FORMATS)
    request = schema.METHODS["VerifyRecord"].request(record=record, convert_to=convert)
    return Query("VerifyRecord", "", request, readers.verified)


def _query(method: str, who: Who, read: Any, **fields: Any) -> Query[Any]:
    access = Access(who) if isinstance(who, str) else who
    if not access.match_id:
        raise errors.BadField("the id of a match is at least one character", field="match_id")
    request = schema.METHODS[method].request(match_id=access.match_id, **fields)
    return Query(method, "", request, read, access.token)


def _drawn_id() -> str:
    return secrets.token_hex(12)


def _seat(setup: SeatSetup) -> Any:
    engine = {}
    if setup.kind == "engine":
        engine = {
            "engine": {
                "level": arguments.whole("seats.engine.level", setup.level, 0),
                "playouts": arguments.whole("seats.engine.playouts", setup.playouts, 0),
            }
        }
    return _SEAT(
        kind=arguments.numbered("seats.kind", setup.kind, _SEAT_KINDS),
        time=None if setup.time is None else _time(setup.time),
        **engine,
    )


def _time(time: TimeControl) -> Any:
    return _TIME(
        kind=arguments.numbered("seats.time.kind", time.kind, _TIME_KINDS),
        limit_ms=arguments.whole("seats.time.limit_ms", time.limit_ms, 0),
        increment_ms=arguments.whole("seats.time.increment_ms", time.increment_ms, 0),
    )
