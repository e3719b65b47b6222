"""What can be done to a match. Each command takes a match and returns the changed one with the events that say how,
or raises and has changed nothing. Time is an argument; chance is drawn at creation only.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tileengine import Position, TileengineError, errors, games
from tileengine.errors import BadField, StalePly
from tileengine.games import Value
from tileengine.matches import fairness, tokens
from tileengine.matches.clock import Clocks
from tileengine.matches.events import Event, History
from tileengine.matches.failures import Reveals, SeatTaken, StoreFull, UndoRefused, WrongSeat, WrongState
from tileengine.matches.horizon import reveals
from tileengine.matches.match import NAME_MAX, RECENT_MAX, End, Match, Played, Proposal, Reader, Seat

MOVES_MAX = 1_024
REQUEST_ID_MAX = 64
EVENTS_MAX = 65_536
"""Events of one match; only endless undoing gets there."""

UNFINISHED = "unfinished"


@dataclass(frozen=True, slots=True)
class Change:
    """A changed match, the events in between (none: nothing changed), and the result of a request to play."""

    match: Match
    events: tuple[Event, ...] = ()
    played: Played | None = None


def _changed(match: Match, now_ms: int, *events: Event) -> Change:
    """Numbers the events and ends the match when its position is final."""
    found = list(events)
    if match.status == "running" and match.position is not None and match.position.over:
        match = match.with_end(End(match.position.end, match.position.outcome() or ()))
    if match.end is not None:
        found.append(Event(0, "ended", now_ms, match.table().ply, match.end.seat, end=match.end))
    numbered = tuple(replace(event, number=match.event + 1 + i) for i, event in enumerate(found))
    if match.event + len(numbered) > EVENTS_MAX:
        raise StoreFull(f"the match has {match.event} events, at most {EVENTS_MAX}")
    return Change(replace(match, event=match.event + len(numbered), changed_ms=now_ms), numbered)


# -- before the deal -------------------------------------------------------------------------------------------------


def create(
    match_id: str,
    game: str,
    options: Mapping[str, Value],
    seats: Sequence[Seat],
    *,
    private: bool,
    token_secret: bytes,
    request: str,
    now_ms: int,
) -> Change:
    """A new match that waits for its seats, or runs when the engine has all. Raises BadField, UnknownGame, BadSeats,
    BadOption.
    """
    facts = games.game(game)
    trial = Position.deal(game, seats=len(seats), options=options, seed=0)
    for number, seat in enumerate(seats):
        seat.time.check(f"seats[{number}].time")
        if seat.strength is not None:
            seat.strength.check(f"seats[{number}].engine")
    secret = os.urandom(fairness.SECRET_BYTES)
    made = tuple(
        _made(seat, tokens.derive(token_secret, match_id, f"seat {number}")) for number, seat in enumerate(seats)
    )
    spectator = tokens.hash_of(tokens.derive(token_secret, match_id, "view")) if private else ""
    match = Match(
        id=match_id,
        game=game,
        rules=facts.rules_version,
        options=trial.options,
        seats=made,
        private=private,
        created_ms=now_ms,
        changed_ms=now_ms,
        request=request,
        host=tokens.hash_of(tokens.derive(token_secret, match_id, "host")),
        spectator=spectator,
        secret=secret,
        committed_id=match_id,
        committed_ms=now_ms,
        commitment=fairness.commitment(match_id, game, facts.rules_version, len(seats), trial.options, secret),
        recent=((),) * len(seats),
    )
    created = Event(0, "created", now_ms)
    if not all(seat.joined for seat in match.seats):
        return _changed(match, now_ms, created)
    match = _dealt(match, now_ms)
    return _changed(match, now_ms, created, Event(0, "started", now_ms, deal=match.table().encode()))


def _made(seat: Seat, token: str) -> Seat:
    """A seat of a new match: a reserved one gets its token, and the engine has taken its own."""
    if seat.kind == "engine":
        return replace(seat, joined=True, name=f"engine, {seat.strength}")
    return replace(seat, token=tokens.hash_of(token)) if seat.kind == "reserved" else seat


def join(
    match: Match, reader: Reader, wanted: int | None, name: str, entropy: bytes, token_secret: bytes, now_ms: int
) -> tuple[Change, int, str]:
    """Takes a seat; deals when it was the last one. Returns the change, the seat, and the token of an open seat ("" for
    a reserved one, whose player has it). Raises BadField, BadSeats, SeatTaken, WrongSeat, WrongState.
    """
    if len(name) > NAME_MAX or not all(c.isprintable() for c in name):
        raise BadField(f"name must be at most {NAME_MAX} printable characters", field="name")
    if len(entropy) > fairness.ENTROPY_MAX:
        raise BadField(f"entropy must be at most {fairness.ENTROPY_MAX} bytes", field="entropy")
    if wanted is not None and wanted >= len(match.seats):
        raise errors.BadSeats(f"the match has seats 0..{len(match.seats) - 1}", field="seat")
    if reader.seat is not None:
        number, token = reader.seat, ""
        if wanted not in (None, number):
            raise WrongSeat("this token is another seat's")
        if match.seats[number].joined:
            return Change(match), number, token
    else:
        derived = [tokens.derive(token_secret, match.id, f"open {i}") for i in range(len(match.seats))]
        for number, seat in enumerate(match.seats):
            if seat.kind == "open" and tokens.matches(derived[number], seat.token) and wanted in (None, number):
                return Change(match), number, derived[number]
        match.need("waiting")
        number = _open_seat(match, wanted)
        token = derived[number]
    match.need("waiting")
    seat = replace(match.seats[number], joined=True, name=name, entropy=entropy)
    if token:
        seat = replace(seat, token=tokens.hash_of(token))
    match = replace(match, seats=(*match.seats[:number], seat, *match.seats[number + 1 :]))
    joined = Event(0, "joined", now_ms, seat=number)
    if not all(seat.joined for seat in match.seats):
        return _changed(match, now_ms, joined), number, token
    match = _dealt(match, now_ms)
    started = Event(0, "started", now_ms, deal=match.table().encode())
    return _changed(match, now_ms, joined, started), number, token


def _open_seat(match: Match, wanted: int | None) -> int:
    if wanted is None:
        for number, seat in enumerate(match.seats):
            if seat.kind == "open" and not seat.joined:
                return number
        raise SeatTaken("no open seat is left", field="seat")
    if match.seats[wanted].kind != "open":
        raise WrongSeat(f"the seat is {match.seats[wanted].kind}; join a reserved one with its token")
    if match.seats[wanted].joined:
        raise SeatTaken(f"seat {wanted} is taken", field="seat")
    return wanted


def _dealt(match: Match, now_ms: int) -> Match:
    seed = fairness.seed(match.secret, [seat.entropy for seat in match.seats])
    position = Position.deal(match.game, seats=len(match.seats), options=match.options, seed=seed)
    left = tuple(seat.time.limit_ms for seat in match.seats)
    return replace(
        match,
        status="running",
        position=position,
        seed=seed,
        order=position.order,
        clocks=Clocks(left, now_ms),
        shown_ms=left,
    )


# -- play ------------------------------------------------------------------------------------------------------------


def check_ply(match: Match, expected: int | None) -> None:
    """Raises StalePly unless the match is at the ply the caller expects (None: any)."""
    ply = match.position.ply if match.position is not None else 0
    if expected is not None and expected != ply:
        raise StalePly(expected, ply)


def refuse_unless_legal(position: Position, action: int) -> None:
    """Raises the refusal of a move by the seat to move, judged by what that seat sees and nothing else."""
    code, paragraph, text, places, numbers = position.observe(position.turn).explain(action)
    if code == 0:
        return
    if code == errors.MalformedMove.code:
        raise errors.MalformedMove(f"{action:#010x} names no move of {position.game}", field="move")
    notation = position.format(action)
    raise errors.make(
        code,
        f"{notation}: {text} (rule {paragraph})" if paragraph else f"{notation}: the game is over",
        paragraph=paragraph,
        places=places,
        numbers=numbers,
    )


def play(
    match: Match,
    seat: int,
    moves: Sequence[int | str],
    now_ms: int,
    *,
    expected_ply: int | None = None,
    request_id: str = "",
) -> Change:
    """Plays moves (numbers or notations) for a seat, all or none. See PlayMoves of the schema for the errors."""
    if not 1 <= len(moves) <= MOVES_MAX:
        raise errors.TooLarge(f"a request plays 1..{MOVES_MAX} moves, not {len(moves)}", field="moves")
    if len(request_id) > REQUEST_ID_MAX:
        raise BadField(f"request_id must be at most {REQUEST_ID_MAX} characters", field="request_id")
    digest = hashlib.sha256(repr(tuple(moves)).encode()).hexdigest()[:32]
    if request_id:
        for played in match.recent[seat]:
            if played.request_id == request_id:
                if played.digest != digest:
                    raise BadField("request_id was used for other moves", field="request_id")
                return Change(match, played=played)
    match.need("running")
    check_ply(match, expected_ply)
    first = position = match.table()
    horizon = match.horizon
    actions: list[int] = []
    gains: list[int] = []
    for index, move in enumerate(moves):
        try:
            # First: whatever else is said about this move would tell what was turned up.
            if index and horizon == position.ply:
                raise Reveals("a move that turns up hidden pieces must be the last of its list", field="moves")
            if position.turn != seat:
                raise WrongSeat(f"it is the turn of seat {position.turn}")
            action = position.parse_move(move) if isinstance(move, str) else move
            refuse_unless_legal(position, action)
            after = position.play(action)
        except TileengineError as failure:
            failure.index = index
            raise
        if reveals(position, action, after):
            horizon = after.ply
        actions.append(action)
        gains.append(after.score(seat)[0] - position.score(seat)[0])
        position = after
    match = _clock_after(match, seat, len(actions), first.turn, position.turn, now_ms)
    match = replace(
        match,
        position=position,
        horizon=horizon,
        last_mover=seat,
        run_ply=match.run_ply if match.last_mover == seat else first.ply,
        proposal=None,
    )
    change = _changed(match, now_ms, Event(0, "played", now_ms, position.ply, seat, tuple(actions)))
    result = Played(request_id, digest, change.events[0].number, position.ply, tuple(gains), position.over)
    if not request_id:
        return replace(change, played=result)
    recent = (*change.match.recent[seat], result)[-RECENT_MAX:]
    remembered = (*match.recent[:seat], recent, *match.recent[seat + 1 :])
    return Change(replace(change.match, recent=remembered), change.events, result)


def _clock_after(match: Match, seat: int, moves: int, turn: int, next_turn: int, now_ms: int) -> Match:
    """Stops and refills the mover's clock and starts that of the next seat."""
    shown = match.clocks.left(seat, turn, now_ms)
    used = match.clocks.left_ms[seat] - shown
    left = list(match.clocks.left_ms)
    left[seat] = match.seats[seat].time.after_moves(left[seat], used, moves)
    kept = list(match.shown_ms)
    kept[seat] = shown
    return replace(match, clocks=Clocks(tuple(left), now_ms), shown_ms=tuple(kept))


# -- taking back -----------------------------------------------------------------------------------------------------


def undo(
    match: Match, seat: int, to_ply: int, history: History, now_ms: int, *, expected_ply: int | None = None
) -> Change:
    """Goes back at once over the seat's own last moves, or proposes it. Raises StalePly, BadField, UndoRefused."""
    match.need("running")
    check_ply(match, expected_ply)
    ply = match.table().ply
    if to_ply >= ply:
        raise BadField(f"to_ply must be below the ply of the match, {ply}", field="to_ply")
    if to_ply < match.horizon:
        raise UndoRefused(
            f"hidden pieces were turned up at ply {match.horizon}; going back beyond it would let the future be known",
            match.horizon,
        )
    if match.last_mover == seat and to_ply >= match.run_ply:
        return _back(match, to_ply, history, now_ms)
    # The engine always consents: what it may not know again lies beyond the horizon.
    consent = tuple(number for number, other in enumerate(match.seats) if number != seat and other.kind == "engine")
    proposal = Proposal(seat, to_ply, (seat, *consent))
    proposed = Event(0, "undo_proposed", now_ms, to_ply, seat)
    if len(proposal.accepted) == len(match.seats):
        return _back(match, to_ply, history, now_ms, proposed)
    return _changed(replace(match, proposal=proposal), now_ms, proposed)


def answer_undo(
    match: Match, seat: int, accept: bool, history: History, now_ms: int, *, expected_ply: int | None = None
) -> Change:
    """Accepts or declines the proposal of another seat. Raises StalePly, WrongState."""
    match.need("running")
    check_ply(match, expected_ply)
    proposal = match.proposal
    if proposal is None:
        raise WrongState("running without a proposal to take moves back", "waiting for an answer to one")
    ply = match.table().ply
    if not accept:
        return _changed(replace(match, proposal=None), now_ms, Event(0, "undo_declined", now_ms, ply, seat))
    if seat in proposal.accepted:
        return Change(match)
    accepted = (*proposal.accepted, seat)
    agreed = Event(0, "undo_accepted", now_ms, ply, seat)
    if len(accepted) == len(match.seats):
        return _back(match, proposal.to_ply, history, now_ms, agreed)
    return _changed(replace(match, proposal=replace(proposal, accepted=accepted)), now_ms, agreed)


def _back(match: Match, to_ply: int, history: History, now_ms: int, *before: Event) -> Change:
    """The match at an earlier ply. No clock gains by it: what was spent stays spent, and increments are given back."""
    turn = match.table().turn
    position = history.position_at(to_ply)
    last_mover, run_ply = history.run_at(to_ply)
    left = list(match.clocks.left_ms)
    left[turn] = match.clocks.left(turn, turn, now_ms)
    for seat in set(history.seats[to_ply:]):
        left[seat] = min(left[seat], match.shown_ms[seat])
    if turn != position.turn and match.seats[turn].time.kind == "per_move":
        left[turn] = match.seats[turn].time.limit_ms
    match = replace(
        match,
        position=position,
        clocks=Clocks(tuple(left), now_ms),
        last_mover=last_mover,
        run_ply=run_ply,
        proposal=None,
    )
    return _changed(match, now_ms, *before, Event(0, "undone", now_ms, to_ply))


# -- ending ----------------------------------------------------------------------------------------------------------


def resign(match: Match, seat: int, now_ms: int) -> Change:
    """Gives the match up for a seat, which ends it. Raises WrongState."""
    match.need("running")
    ended = match.with_end(End("resigned", outcomes_without(match.table(), seat), seat))
    return _changed(ended, now_ms, Event(0, "resigned", now_ms, match.table().ply, seat))


def expire(match: Match, now_ms: int) -> Change:
    """Ends the match when the seat to move has run out of time; else changes nothing."""
    deadline = match.deadline_ms()
    if deadline is None or now_ms < deadline:
        return Change(match)
    position = match.table()
    ended = match.with_end(End("timeout", outcomes_without(position, position.turn), position.turn))
    return _changed(ended, now_ms, Event(0, "timed_out", now_ms, position.ply, position.turn))


def outcomes_without(position: Position, leaver: int) -> tuple[int, ...]:
    """Who wins when a seat leaves: the highest of the others by score; the leaver has lost."""
    scores = {seat: position.score(seat)[0] for seat in range(position.seats) if seat != leaver}
    best = [seat for seat, score in scores.items() if score == max(scores.values())]
    return tuple((2 if len(best) == 1 else 1) if seat in best else 0 for seat in range(position.seats))
