"""The record of a match: everything needed to replay it and to check that its deal was fair. No text, no bytes.

record_text.py and record_json.py write and read it. A record of a running match holds what its reader may know: no
deal, and so nothing to replay.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Literal

from tileengine import Position, TileengineError, games
from tileengine.games import Value
from tileengine.matches import fairness, tokens
from tileengine.matches.commands import MOVES_MAX as RUN_MAX
from tileengine.matches.commands import UNFINISHED, Change, outcomes_without
from tileengine.matches.events import Event, History, disclosed_action
from tileengine.matches.failures import BadRecord
from tileengine.matches.match import End, Match, Reader, Seat

MOVES_MAX = 65_536
LEFT = ("resigned", "timeout")
Check = Literal["syntax", "deal", "moves", "result", "commitment", "seed"]


@dataclass(frozen=True, slots=True)
class Record:
    """A match on paper. moves: (seat, action). Empty bytes and None: not disclosed, or not there."""

    match_id: str
    game: str
    rules: int
    options: Mapping[str, Value]
    players: tuple[str, ...]
    created_ms: int
    commitment: bytes = b""
    secret: bytes = b""
    entropy: tuple[bytes, ...] = ()
    seed: bytes = b""
    order: bytes = b""
    moves: tuple[tuple[int, int], ...] = ()
    end: End | None = None
    scores: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Lines:
    """Where the parts of a record stand in its text, for error messages; 0: nowhere."""

    head: Mapping[str, int] = field(default_factory=dict)
    moves: tuple[int, ...] = ()

    def of(self, name: str) -> int:
        """The line of a header."""
        return self.head.get(name, 0)

    def move(self, index: int) -> int:
        """The line of a move."""
        return self.moves[index] if index < len(self.moves) else 0


NO_LINES = Lines()


def record_of(match: Match, history: History, reader: Reader) -> Record:
    """The record of a match that was dealt, as a reader may have it."""
    names = tuple(seat.name for seat in match.seats)
    plain = Record(
        match_id=match.committed_id,
        game=match.game,
        rules=match.rules,
        options=match.options,
        players=names,
        created_ms=match.committed_ms,
        commitment=match.commitment,
    )
    pairs = tuple(zip(history.seats, history.moves))
    if match.end is None:
        shown = tuple((seat, action if seat == reader.seat else disclosed_action(action)) for seat, action in pairs)
        return replace(plain, moves=shown)
    position = match.table()
    return replace(
        plain,
        secret=match.secret,
        entropy=tuple(seat.entropy for seat in match.seats) if match.secret else (),
        seed=match.seed,
        order=match.order,
        moves=pairs,
        end=match.end,
        scores=tuple(position.score(seat)[0] for seat in range(position.seats)),
    )


@dataclass(frozen=True, slots=True)
class Replay:
    """A record played again: the deal, the last position, and which checks it has passed."""

    dealt: Position
    position: Position
    passed: tuple[Check, ...]


def replay(record: Record, lines: Lines = NO_LINES) -> Replay:
    """Plays a record again and checks everything in it. Raises BadRecord with what is wrong first."""
    dealt = _deal(record, lines)
    passed: list[Check] = ["syntax", "deal", *_check_fairness(record, dealt, lines)]
    position = dealt
    for index, (seat, action) in enumerate(record.moves):
        if position.over:
            raise BadRecord(f"move {index + 1}: the game is over ({position.end})", lines.move(index))
        if position.turn != seat:
            raise BadRecord(f"move {index + 1}: it is the turn of seat {position.turn}, not {seat}", lines.move(index))
        try:
            position = position.play(action)
        except TileengineError as failure:
            raise BadRecord(f"move {index + 1}: {failure}", lines.move(index)) from None
    passed.append("moves")
    _check_result(record, position, lines)
    passed.append("result")
    return Replay(dealt, position, tuple(passed))


def _deal(record: Record, lines: Lines) -> Position:
    known = {game.slug: game for game in games.games()}
    if record.game not in known:
        raise BadRecord(f"unknown game {record.game!r}", lines.of("game"))
    if record.rules != known[record.game].rules_version:
        raise BadRecord(
            f"rules version {record.rules}; this build plays {known[record.game].rules_version}", lines.of("rules")
        )
    if not record.order or not record.seed:
        raise BadRecord("the record holds no deal (seed and order), so it can't be replayed", lines.of("order"))
    try:
        return Position.deal(
            record.game,
            seats=len(record.players),
            options=record.options,
            seed=record.seed,
            order=record.order,
        )
    except TileengineError as failure:
        place = "option" if failure.field.startswith("options") else failure.field
        raise BadRecord(str(failure), lines.of(place)) from None


def _check_result(record: Record, position: Position, lines: Lines) -> None:
    end = record.end
    if end is None:
        raise BadRecord("the record does not say how the match ended", lines.of("end"))
    if position.over:
        expected = End(position.end, position.outcome() or ())
    elif end.end in LEFT:
        if end.seat is None or end.seat >= position.seats:
            raise BadRecord("the end does not say whose it is", lines.of("end"))
        expected = End(end.end, outcomes_without(position, end.seat), end.seat)
    else:
        expected = End(UNFINISHED, (1,) * position.seats)
    if end != expected:
        if (end.end, end.seat) != (expected.end, expected.seat):
            raise BadRecord(f"the moves end it as {expected.end!r}, not {end.end!r}", lines.of("end"))
        raise BadRecord(f"the outcome is {expected.outcomes}, not {end.outcomes}", lines.of("outcome"))
    scores = tuple(position.score(seat)[0] for seat in range(position.seats))
    if record.scores != scores:
        raise BadRecord(f"the score is {scores}, not {record.scores}", lines.of("score"))


def _check_fairness(record: Record, dealt: Position, lines: Lines) -> list[Check]:
    if not record.secret:
        return []
    committed = fairness.commitment(
        record.match_id, record.game, record.rules, len(record.players), record.options, record.secret
    )
    if committed != record.commitment:
        raise BadRecord("the secret is not the one the server committed itself to", lines.of("commitment"))
    if fairness.seed(record.secret, record.entropy) != record.seed:
        raise BadRecord("the seed is not made of the secret and the entropy", lines.of("seed"))
    own = Position.deal(record.game, seats=len(record.players), options=record.options, seed=record.seed)
    if own.order != dealt.order:
        raise BadRecord("the dealt order is not that of the seed", lines.of("order"))
    return ["commitment", "seed"]


def imported(
    record: Record, replayed: Replay, match_id: str, *, token_secret: bytes, request: str, now_ms: int
) -> Change:
    """A match that is over, made from a record that has been replayed; nobody can play in it."""
    position = replayed.position
    entropy = record.entropy or (b"",) * len(record.players)
    assert record.end is not None
    match = Match(
        id=match_id,
        game=record.game,
        rules=record.rules,
        options=record.options,
        seats=tuple(Seat(joined=True, name=name, entropy=e) for name, e in zip(record.players, entropy)),
        private=False,
        created_ms=now_ms,
        changed_ms=now_ms,
        request=request,
        host=tokens.hash_of(tokens.derive(token_secret, match_id, "host")),
        spectator="",
        committed_id=record.match_id,
        committed_ms=record.created_ms,
        secret=record.secret,
        commitment=record.commitment,
        status="over",
        position=position,
        seed=record.seed,
        order=record.order,
        horizon=position.ply,
        recent=((),) * len(record.players),
        end=record.end,
    )
    events = [Event(1, "created", now_ms), Event(2, "started", now_ms, deal=replayed.dealt.encode())]
    for seat, run in groupby(record.moves, key=lambda move: move[0]):
        actions = tuple(action for _, action in run)
        for start in range(0, len(actions), RUN_MAX):
            part = actions[start : start + RUN_MAX]
            ply = events[-1].ply + len(part)
            events.append(Event(len(events) + 1, "played", now_ms, ply, seat, part))
    events.append(Event(len(events) + 1, "ended", now_ms, position.ply, record.end.seat, end=record.end))
    return Change(replace(match, event=len(events)), tuple(events))
