"""Response messages of MatchService become values. Pure functions of a message; they know no transport and no game."""

from __future__ import annotations

from typing import Any, cast

from tileengine_client import readers, schema
from tileengine_client.matches import values
from tileengine_client.readers import optional

STATUSES = schema.enum_names("MatchStatus")
SEAT_KINDS = schema.enum_names("SeatKind")
TIME_KINDS = schema.enum_names("TimeControl.Kind")
_EVENT_KINDS = schema.enum_names("MatchEvent.Kind")


def _time(found: Any) -> values.TimeControl | None:
    return values.TimeControl(TIME_KINDS[found.kind], found.limit_ms, found.increment_ms) if found.kind else None


def _seat(info: Any) -> values.Seat:
    time = _time(info.time)
    return values.Seat(
        seat=info.seat,
        kind=SEAT_KINDS[info.kind],
        joined=info.joined,
        name=info.name,
        time=time,
        left_ms=info.left_ms if time else None,
        entropy=info.entropy,
        level=info.engine.level,
        playouts=info.engine.playouts,
    )


def _end(end: Any) -> values.MatchEnd:
    return values.MatchEnd(end.end, optional(end, "seat"), tuple(map(readers.outcome, end.outcomes)))


def match(found: Any) -> values.Match:
    """Match."""
    undo, fair = found.undo, found.fair
    return values.Match(
        match_id=found.match_id,
        game=readers.GAMES[found.game],
        rules_version=found.rules_version,
        options=dict(found.options),
        status=STATUSES[found.status],
        seats=tuple(map(_seat, found.seats)),
        event=found.event,
        position=readers.position(found.state) if found.HasField("state") else None,
        scores=tuple(map(readers.seat_score, found.scores)),
        horizon_ply=found.horizon_ply,
        free_ply=found.free_ply,
        undo=values.UndoProposal(undo.seat, undo.to_ply, tuple(undo.accepted)) if found.HasField("undo") else None,
        fair=values.FairDeal(fair.commitment, fair.secret, fair.seed, fair.order),
        end=_end(found.end) if found.HasField("end") else None,
        created_ms=found.created_ms,
        now_ms=found.now_ms,
        private=found.private,
    )


def answered(response: Any) -> values.Match:
    """Any response that is a match: of Get, Resign."""
    return match(response.match)


def nothing(response: Any) -> None:
    """DeleteMatchResponse."""


def created(response: Any) -> values.Created:
    """CreateMatchResponse."""
    made = match(response.match)
    return values.Created(
        match=made,
        host=values.Access(made.match_id, response.host_token),
        seats=tuple(values.Access(made.match_id, token) if token else None for token in response.seat_tokens),
        spectators=values.Access(made.match_id, response.spectator_token),
    )


def imported(response: Any) -> values.Created:
    """ImportRecordResponse; nobody can sit down at a match that is over."""
    made = match(response.match)
    seats = (None,) * len(made.seats)
    return values.Created(made, values.Access(made.match_id, response.host_token), seats, values.Access(made.match_id))


def joined(response: Any) -> values.Joined:
    """JoinMatchResponse."""
    found = match(response.match)
    return values.Joined(response.seat, values.Access(found.match_id, response.seat_token), found)


def listed(response: Any) -> values.MatchPage:
    """ListMatchesResponse."""
    return values.MatchPage(tuple(map(match, response.matches)), response.next_page_token)


def moves(response: Any) -> values.MatchMoves:
    """ListMatchMovesResponse."""
    return values.MatchMoves(response.ply, readers.page(response))


def checked(response: Any) -> values.CheckedMove:
    """CheckMatchMoveResponse."""
    return values.CheckedMove(response.ply, readers.check(response.check))


def viewed(response: Any) -> values.MatchView:
    """ViewMatchResponse."""
    return values.MatchView(response.ply, response.event, readers.view(response))


def played(response: Any) -> values.Played:
    """PlayMovesResponse."""
    result = response.result
    return values.Played(result.event, result.ply, tuple(result.gains), result.over, match(response.match))


def undone(response: Any) -> values.Undone:
    """UndoMovesResponse, AnswerUndoResponse."""
    return values.Undone(response.done, match(response.match))


def watched(response: Any) -> values.Event:
    """WatchMatchResponse."""
    event = response.event
    return values.Event(
        number=event.event,
        kind=_EVENT_KINDS[event.kind],
        time_ms=event.time_ms,
        seat=optional(event, "seat"),
        ply=event.ply,
        actions=tuple(event.actions),
        notations=tuple(event.notations),
        end=_end(event.end) if event.HasField("end") else None,
        match=match(response.match) if response.HasField("match") else None,
    )


def record(response: Any) -> str:
    """GetRecordResponse."""
    return cast(str, response.record)


def verified(response: Any) -> values.Verified:
    """VerifyRecordResponse."""
    return values.Verified(
        response.valid, response.problem, response.line or None, tuple(response.passed), response.record
    )
