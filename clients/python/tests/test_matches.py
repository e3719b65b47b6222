"""Matches through both clients against a real server: what is asked, what comes back, who may see it, and repeating."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import closing
from itertools import pairwise

import pytest

from tileengine_client import AsyncClient, Client, errors, matches, schema
from tileengine_client.matches import Access, Joined, Match, SeatSetup
from tileengine_client.matches import queries as questions

GAME = "triominos"
SECONDS = 60.0


OPEN = [matches.open_seat(), matches.open_seat()]
SETUPS = {"per_move", "per_game", "open_seat", "reserved_seat", "engine_seat"}


def table(client: Client, game: str = GAME) -> list[Joined]:
    """Two players at a new table."""
    made = client.ask(matches.create(game, seats=OPEN))
    return [client.ask(matches.join(made.match.match_id, name=name)) for name in ("A", "B")]


def first_move(client: Client, seat: Joined) -> int:
    page = client.ask(matches.moves(seat.access)).moves
    return page.action[0]


def test_every_method_of_the_service_can_be_asked(client: Client) -> None:
    """A method that the schema gains and this client does not know would be missed here."""
    service = {name for name, method in schema.METHODS.items() if f"/{schema.MATCHES}/" in method.path}
    functions = [getattr(questions, name) for name in dir(questions) if not name.startswith("_")]
    access = Access("x", "y")
    arguments: dict[str, tuple[object, ...]] = {
        "create": (GAME,),
        "list_page": (),
        "check": (access, 1),
        "undo": (access, 0),
        "answer_undo": (access, True),
        "import_record": ("",),
        "verify_record": ("",),
    }
    asked = set()
    for function in functions:
        if getattr(function, "__module__", "") == questions.__name__ and function.__name__ not in SETUPS:
            asked.add(function(*arguments.get(function.__name__, (access,))).method)
    assert asked == service


def test_a_match_is_made_joined_played_and_ends(client: Client, slug: str) -> None:
    seats = next(game for game in client.games() if game.slug == slug).seats_default
    made = client.ask(matches.create(slug, seats=[matches.open_seat()] * seats))
    assert (made.match.status, made.match.game, made.match.position, made.match.turn) == ("waiting", slug, None, None)
    players = [client.ask(matches.join(made.match.match_id, name=f"P{seat}")) for seat in range(seats)]
    assert [one.seat for one in players] == list(range(seats))
    match = players[-1].match
    assert match.status == "running"
    for _ in range(3):
        assert match.turn is not None
        mover = players[match.turn]
        found = client.ask(matches.moves(mover.access, limit=2, notation=True))
        assert found.ply == match.ply
        assert 1 <= len(found.moves) <= 2
        said = client.ask(matches.check(mover.access, found.moves[0].notation or ""))
        assert said.check.legal
        assert said.check.action == found.moves.action[0]
        played = client.ask(matches.play(mover.access, found.moves[0], expected_ply=match.ply))
        assert played.ply == match.ply + 1
        assert len(played.gains) == 1
        match = played.match
    assert [score.seat for score in match.scores] == list(range(seats))
    seen = client.ask(matches.view(players[0].access, geometry=True))
    assert (seen.ply, seen.event) == (match.ply, match.event)
    assert seen.view.box is not None
    end = client.ask(matches.resign(players[0].access))
    assert end.status == "over"
    assert end.end is not None
    assert (end.end.end, end.end.seat) == ("resigned", 0)
    assert end.turn is None
    assert len(end.fair.secret) == len(end.fair.seed) == 32
    assert end.fair.order
    assert all(seat.entropy for seat in end.seats)


def test_options_clocks_and_engines_are_told_back(client: Client) -> None:
    made = client.ask(
        matches.create(
            GAME,
            preset="classic",
            options={"target": 200},
            seats=[
                matches.open_seat(matches.per_game(60_000, 1_000)),
                matches.reserved_seat(matches.per_move(30_000)),
                matches.engine_seat(level=3),
                matches.engine_seat(playouts=50),
            ],
        )
    )
    assert made.match.options["target"] == "200"
    person, reserved, level, playouts = made.match.seats
    assert person.time == matches.TimeControl("per_game", 60_000, 1_000)
    assert person.left_ms == 60_000
    assert reserved.time == matches.per_move(30_000)
    assert (level.kind, level.level, level.playouts, level.left_ms) == ("engine", 3, 0, None)
    assert (playouts.level, playouts.playouts) == (0, 50)
    assert [seat.joined for seat in made.match.seats] == [False, False, True, True]
    assert [access is not None for access in made.seats] == [False, True, False, False]


def test_a_reserved_seat_wants_its_token(client: Client) -> None:
    made = client.ask(matches.create(GAME, seats=[matches.reserved_seat(), matches.reserved_seat()]))
    second = made.seats[1]
    assert second is not None
    assert client.ask(matches.join(second, name="B")).seat == 1
    with pytest.raises(errors.TileengineError):
        client.ask(matches.join(made.match.match_id, seat=0))


def test_nobody_sees_the_hand_of_another(client: Client) -> None:
    players = table(client)
    everybody = [Access(players[0].access.match_id), *(player.access for player in players)]
    positions = [client.ask(matches.get(who)).position for who in everybody]
    assert len({bytes(position) for position in positions if position is not None}) == 3
    zones = client.ask(matches.view(everybody[0])).view.zones
    assert all(zone.hidden for zone in zones if zone.name == "hand")
    with pytest.raises(errors.Unauthenticated):
        client.ask(matches.get(Access(players[0].access.match_id, players[0].access.token[:-1])))
    with pytest.raises(errors.NotFound):
        client.ask(matches.get("nowhere"))


def test_a_private_match_is_shown_to_its_spectators_only(client: Client) -> None:
    made = client.ask(matches.create(GAME, seats=OPEN, private=True))
    assert client.ask(matches.get(made.spectators)).private
    with pytest.raises(errors.NotFound):
        client.ask(matches.get(made.match.match_id))


def test_tokens_and_secrets_are_not_printed(client: Client) -> None:
    made = client.ask(matches.create(GAME, seats=[matches.reserved_seat(), matches.open_seat()], private=True))
    reserved = made.seats[0]
    assert reserved is not None
    player = client.ask(matches.join(reserved))
    tokens = {player.access.token, reserved.token, made.host.token, made.spectators.token}
    assert all(tokens)
    asked = [matches.play(player.access, 1), matches.join(reserved), matches.create(GAME)]
    for shown in (made, player, *asked):
        for text in (repr(shown), str(shown)):
            assert not any(token in text for token in tokens)
            assert "token_secret" not in text


def test_questions_may_be_asked_again(client: Client) -> None:
    creation = matches.create(GAME, seats=OPEN)
    made = client.ask(creation)
    assert client.ask(creation).host == made.host
    joins = [matches.join(made.match.match_id) for _ in range(2)]
    players = [client.ask(question) for question in joins]
    assert [client.ask(question).access for question in joins] == [one.access for one in players]
    match = client.ask(matches.get(players[0].access))
    assert match.turn is not None
    play = matches.play(players[match.turn].access, first_move(client, players[match.turn]))
    once = client.ask(play)
    again = client.ask(play)
    assert (again.event, again.ply, again.gains) == (once.event, once.ply, once.gains)
    assert again.match.ply == match.ply + 1


def test_moves_that_may_not_be_played_are_refused_and_change_nothing(client: Client) -> None:
    players = table(client)
    before = players[1].match
    assert before.turn is not None
    mover, other = players[before.turn], players[1 - before.turn]
    move = first_move(client, mover)
    with pytest.raises(errors.StalePly) as stale:
        client.ask(matches.play(mover.access, move, expected_ply=before.ply + 1))
    assert stale.value.ply == before.ply
    with pytest.raises(errors.PermissionDenied):
        client.ask(matches.play(other.access, move))
    with pytest.raises(errors.Unauthenticated):
        client.ask(matches.play(before.match_id, move))
    assert client.ask(matches.moves(other.access)).moves.total == 0
    after = client.ask(matches.get(mover.access))
    assert (after.event, after.ply) == (before.event, before.ply)


def play_until(client: Client, players: list[Joined], reached: Callable[[Match], bool]) -> tuple[Match, Joined]:
    """Plays first moves until a match is as wanted: the match and its last mover."""
    match = players[-1].match
    for _ in range(60):
        assert match.turn is not None
        mover = players[match.turn]
        match = client.ask(matches.play(mover.access, first_move(client, mover))).match
        if reached(match):
            return match, mover
    pytest.fail("not reached in sixty moves")


def test_moves_that_turned_nothing_up_are_taken_back_at_once(client: Client) -> None:
    match, mover = play_until(client, table(client), lambda match: match.free_ply < match.ply)
    undone = client.ask(matches.undo(mover.access, match.free_ply, expected_ply=match.ply))
    assert undone.done
    assert undone.match.ply == match.free_ply
    assert undone.match.turn == mover.seat


def test_what_was_turned_up_is_not_taken_back(client: Client) -> None:
    match, mover = play_until(client, table(client), lambda match: match.horizon_ply > 0)
    with pytest.raises(errors.MatchState):
        client.ask(matches.undo(mover.access, match.horizon_ply - 1))


def proposed(client: Client) -> tuple[list[Joined], Match]:
    """A match in which taking moves back needs consent, and has been proposed."""
    players = table(client)
    match, mover = play_until(client, players, lambda match: match.horizon_ply < match.free_ply)
    undone = client.ask(matches.undo(mover.access, match.horizon_ply, expected_ply=match.ply))
    assert not undone.done
    return players, undone.match


def test_a_proposal_is_accepted_or_declined(client: Client) -> None:
    for accept in (True, False):
        players, match = proposed(client)
        assert match.undo is not None
        assert match.undo.to_ply == match.horizon_ply
        assert match.undo.accepted == (match.undo.seat,)
        other = players[1 - match.undo.seat]
        answered = client.ask(matches.answer_undo(other.access, accept, expected_ply=match.ply))
        assert answered.done is accept
        assert answered.match.undo is None
        assert answered.match.ply == (match.undo.to_ply if accept else match.ply)


def test_lists_come_page_by_page(client: Client) -> None:
    made = [client.ask(matches.create("triz", seats=OPEN)) for _ in range(5)]
    found: list[str] = []
    token = ""
    while True:
        page = client.ask(matches.list_page(game="triz", status="waiting", page_size=2, page_token=token))
        assert len(page.matches) <= 2
        assert all((one.game, one.status, one.position) == ("triz", "waiting", None) for one in page.matches)
        found += [one.match_id for one in page.matches]
        token = page.next_page_token
        if not token:
            break
    assert {one.match.match_id for one in made} <= set(found)
    assert len(found) == len(set(found))
    for one in made:
        client.ask(matches.delete(one.host))
        with pytest.raises(errors.NotFound):
            client.ask(matches.get(one.host))


def test_events_are_numbered_and_end_with_the_match(client: Client) -> None:
    made = client.ask(matches.create(GAME, seats=[matches.open_seat(), matches.engine_seat(level=1)]))
    me = client.ask(matches.join(made.match.match_id, name="me"))
    seen = []
    for event in client.watch(me.access, seconds=SECONDS):
        seen.append(event)
        if event.match is not None and event.match.turn == me.seat:
            client.ask(matches.play(me.access, first_move(client, me), expected_ply=event.match.ply))
    assert [event.number for event in seen] == list(range(1, len(seen) + 1))
    assert {event.kind for event in seen[:4]} >= {"created", "joined", "started"}
    assert seen[-1].kind == "ended"
    assert seen[-1].end is not None
    plays = [event for event in seen if event.kind == "played"]
    assert all(len(event.actions) == len(event.notations) >= 1 for event in plays)
    assert all(one.ply < other.ply for one, other in pairwise(plays))
    again = list(client.watch(made.match.match_id, after_event=len(seen) - 2))
    assert [event.number for event in again] == [len(seen) - 1, len(seen)]


def test_a_watch_is_bounded_and_can_be_closed(client: Client) -> None:
    match_id = client.ask(matches.create(GAME, seats=OPEN)).match.match_id
    with closing(client.watch(match_id)) as events:
        assert next(events).kind == "created"
    with pytest.raises(errors.DeadlineExceeded):
        list(client.watch(match_id, seconds=0.3))
    with pytest.raises(errors.NotFound):
        list(client.watch("nowhere"))


def test_records_are_kept_converted_and_checked(client: Client) -> None:
    players = table(client)
    match = players[1].match
    assert match.turn is not None
    client.ask(matches.play(players[match.turn].access, first_move(client, players[match.turn])))
    client.ask(matches.resign(players[0].access))
    text = client.ask(matches.record(match.match_id))
    assert client.ask(matches.record(match.match_id, format="json")).startswith("{")
    said = client.ask(matches.verify_record(text, convert_to="text"))
    assert (said.valid, said.problem, said.line) == (True, "", None)
    assert said.record == text
    assert {"deal", "moves", "commitment"} <= set(said.passed)
    wrong = client.ask(matches.verify_record("nonsense"))
    assert not wrong.valid
    assert wrong.problem
    assert wrong.line == 1
    importing = matches.import_record(text)
    kept = client.ask(importing)
    assert client.ask(importing).host == kept.host
    assert (kept.match.status, kept.seats) == ("over", (None, None))
    client.ask(matches.delete(kept.host))
    with pytest.raises(errors.BadRecord):
        client.ask(matches.import_record("nonsense"))


def test_what_the_schema_alone_forbids_is_refused_here() -> None:
    for make in (
        lambda: matches.create("chess"),
        lambda: matches.create(GAME, options={"colour": 1}),
        lambda: matches.create(GAME, seats=[SeatSetup("throne")]),
        lambda: matches.create(GAME, seats=[matches.open_seat(matches.per_move(-1))]),
        lambda: matches.create(GAME, seats=[matches.engine_seat(level=-1)]),
        lambda: matches.list_page(status="lost"),
        lambda: matches.record("x", format="pdf"),
        lambda: matches.undo("x", -1),
        lambda: matches.join("x", seat=-1),
        lambda: matches.get(""),
    ):
        with pytest.raises(errors.InvalidRequest) as failure:
            make()
        assert failure.value.field


async def test_the_async_client_plays_a_match(async_client: AsyncClient) -> None:
    made = await async_client.ask(matches.create(GAME, seats=[matches.open_seat(), matches.engine_seat(level=1)]))
    me = await async_client.ask(matches.join(made.match.match_id))
    kinds = []
    async with asyncio.timeout(SECONDS):
        async for event in async_client.watch(me.access):
            kinds.append(event.kind)
            if event.match is None or event.match.turn != me.seat:
                continue
            if event.match.ply > 6:
                await async_client.ask(matches.resign(me.access))
                continue
            found = await async_client.ask(matches.moves(me.access, limit=1))
            await async_client.ask(matches.play(me.access, found.moves[0], expected_ply=event.match.ply))
    assert kinds[-1] == "ended"
    with pytest.raises(errors.NotFound):
        async for _ in async_client.watch("nowhere"):
            pass
    with pytest.raises(errors.DeadlineExceeded):
        waiting = await async_client.ask(matches.create(GAME))
        async for _ in async_client.watch(waiting.match.match_id, seconds=0.3):
            pass
