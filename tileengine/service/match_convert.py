"""Conversion between the wire's match messages and the matches room. What a reader may know is decided here, once:
everything that leaves goes through `match_to` or `event_to`, with a reader. It knows no gRPC.
"""

from __future__ import annotations

from typing import Literal

from tileengine import games
from tileengine.errors import BadField, TooLarge
from tileengine.matches.clock import TimeControl
from tileengine.matches.events import Event
from tileengine.matches.match import End, Match, Reader, Seat, Strength
from tileengine.matches.record_text import MATCH_ID
from tileengine.service import convert, limits
from tileengine.v1 import match_service_pb2 as pb
from tileengine.v1 import position_pb2

_STATUS = {
    "waiting": pb.MATCH_STATUS_WAITING,
    "running": pb.MATCH_STATUS_RUNNING,
    "over": pb.MATCH_STATUS_OVER,
}
_OUTCOMES = (position_pb2.OUTCOME_LOST, position_pb2.OUTCOME_SHARED, position_pb2.OUTCOME_WON)
_KINDS = {"open": pb.SEAT_KIND_OPEN, "reserved": pb.SEAT_KIND_RESERVED, "engine": pb.SEAT_KIND_ENGINE}
_TIMES: dict[Literal["none", "per_move", "per_game"], pb.TimeControl.Kind] = {
    "none": pb.TimeControl.KIND_UNSPECIFIED,
    "per_move": pb.TimeControl.KIND_PER_MOVE,
    "per_game": pb.TimeControl.KIND_PER_GAME,
}
_TIME_NAMES: dict[int, Literal["none", "per_move", "per_game"]] = {number: name for name, number in _TIMES.items()}


def match_id_from(text: str) -> str:
    """The id of a request. Raises BadField."""
    if not MATCH_ID.fullmatch(text):
        raise BadField("match_id must be 1..64 characters of A-Z a-z 0-9 . _ -", field="match_id")
    return text


def seat_from(setup: pb.SeatSetup, number: int) -> Seat:
    """A seat as it is asked for. Raises BadField."""
    field = f"seats[{number}]"
    kinds: dict[int, Literal["open", "reserved", "engine"]] = {
        pb.SEAT_KIND_UNSPECIFIED: "open",
        pb.SEAT_KIND_OPEN: "open",
        pb.SEAT_KIND_RESERVED: "reserved",
        pb.SEAT_KIND_ENGINE: "engine",
    }
    if setup.kind not in kinds:
        raise BadField(f"unknown kind of seat {setup.kind}", field=f"{field}.kind")
    kind = kinds[setup.kind]
    if setup.HasField("engine") != (kind == "engine"):
        raise BadField("engine goes with an engine's seat, and only with it", field=f"{field}.engine")
    if setup.time.kind not in _TIME_NAMES:
        raise BadField(f"unknown kind of time control {setup.time.kind}", field=f"{field}.time.kind")
    time = TimeControl(_TIME_NAMES[setup.time.kind], setup.time.limit_ms, setup.time.increment_ms)
    return Seat(kind, time, strength=Strength(setup.engine.level, setup.engine.playouts) if kind == "engine" else None)


def moves_from(moves: list[position_pb2.Move]) -> list[int | str]:
    """Moves by number or notation. Raises BadField, TooLarge."""
    found: list[int | str] = []
    for index, move in enumerate(moves):
        named = move.WhichOneof("name")
        if named is None:
            raise BadField("move is required: its action or its notation", field="moves", index=index)
        if named == "notation" and len(move.notation) > limits.NOTATION_MAX:
            raise TooLarge(f"notation is over {limits.NOTATION_MAX} characters", field="notation", index=index)
        found.append(move.action if named == "action" else move.notation)
    return found


def _end_to(end: End) -> pb.MatchEnd:
    made = pb.MatchEnd(end=end.end, seat=end.seat)
    made.outcomes.extend(_OUTCOMES[outcome] for outcome in end.outcomes)
    return made


def _seat_to(match: Match, number: int, now_ms: int) -> pb.SeatInfo:
    seat = match.seats[number]
    info = pb.SeatInfo(
        seat=number,
        kind=_KINDS[seat.kind],
        joined=seat.joined,
        name=seat.name,
        left_ms=match.left_ms(number, now_ms),
        entropy=seat.entropy if match.status == "over" else b"",
    )
    if seat.strength is not None:
        info.engine.level = seat.strength.level
        info.engine.playouts = seat.strength.playouts
    if seat.time.kind != "none":
        info.time.kind = _TIMES[seat.time.kind]
        info.time.limit_ms = seat.time.limit_ms
        info.time.increment_ms = seat.time.increment_ms
    return info


def match_to(match: Match, reader: Reader, now_ms: int, *, brief: bool = False) -> pb.Match:
    """A match as a reader may see it; brief: without position and scores."""
    defaults = {option.name: option.default for option in games.game(match.game).options}
    made = pb.Match(
        match_id=match.id,
        game=games.game(match.game).id,  # type: ignore[arg-type]
        rules_version=match.rules,
        options={name: convert.value_text(v) for name, v in match.options.items() if v != defaults[name]},
        status=_STATUS[match.status],
        seats=[_seat_to(match, number, now_ms) for number in range(len(match.seats))],
        event=match.event,
        horizon_ply=match.horizon,
        free_ply=match.free_ply,
        fair=pb.FairDeal(commitment=match.commitment),
        created_ms=match.created_ms,
        now_ms=now_ms,
        private=match.private,
    )
    if match.proposal is not None:
        made.undo.seat = match.proposal.seat
        made.undo.to_ply = match.proposal.to_ply
        made.undo.accepted.extend(match.proposal.accepted)
    if match.end is not None:
        made.end.CopyFrom(_end_to(match.end))
        made.fair.secret = match.secret
        made.fair.seed = match.seed
        made.fair.order = match.order
    if match.position is not None and not brief:
        seen = match.seen(reader)
        made.state.CopyFrom(convert.state_to(seen))
        made.scores.extend(convert.scores_to(seen))
    return made


def event_to(event: Event, match: Match, reader: Reader) -> pb.MatchEvent:
    """An event as a reader may see it."""
    shown = event.disclosed(match, reader)
    made = pb.MatchEvent(
        event=shown.number,
        kind=f"KIND_{shown.kind.upper()}",
        time_ms=shown.time_ms,
        seat=shown.seat,
        ply=shown.ply,
        actions=shown.actions,
    )
    if shown.actions:
        position = match.table()
        made.notations.extend(position.format(action) for action in shown.actions)
    if shown.end is not None:
        made.end.CopyFrom(_end_to(shown.end))
    return made
