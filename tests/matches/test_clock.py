"""Time controls: decided by the server's clock, which these tests move by hand."""

from __future__ import annotations

import pytest

from tests.matches.client import game_number, moves
from tests.matches.table import Table
from tileengine.errors import BadField
from tileengine.matches import commands
from tileengine.matches.clock import TimeControl
from tileengine.matches.failures import WrongState
from tileengine.matches.storage.memory import MemoryStore
from tileengine.service.matches import MatchLimits, MatchService
from tileengine.v1 import match_service_pb2 as pb

PER_MOVE = TimeControl("per_move", 10_000)
PER_GAME = TimeControl("per_game", 60_000, 2_000)


def test_each_move_has_its_time() -> None:
    table = Table("triominos", 2, PER_MOVE)
    for seed in range(8):
        table.now_ms += 9_999
        turn = table.position.turn
        assert table.match.left_ms(turn, table.now_ms) == 1
        assert commands.expire(table.match, table.now_ms).events == ()
        table.random(seed)
    late = commands.expire(table.match, table.now_ms + 10_000)
    assert [event.kind for event in late.events] == ["timed_out", "ended"]
    assert late.match.end is not None
    assert (late.match.end.end, late.match.end.seat) == ("timeout", table.position.turn)
    assert late.match.end.outcomes[table.position.turn] == 0 and 2 in late.match.end.outcomes


def test_a_game_clock_runs_down_and_is_incremented() -> None:
    table = Table("triominos", 2, PER_GAME)
    left = {0: 60_000, 1: 60_000}
    for seed in range(12):
        turn = table.position.turn
        table.now_ms += 3_000
        table.random(seed)
        left[turn] += 2_000 - 3_000
        assert [table.match.left_ms(seat, table.now_ms) for seat in (0, 1)] == [left[0], left[1]]
    deadline = table.match.deadline_ms()
    assert deadline == table.now_ms + left[table.position.turn]
    assert commands.expire(table.match, deadline - 1).events == ()
    assert commands.expire(table.match, deadline).match.status == "over"


@pytest.mark.parametrize("time", [PER_MOVE, PER_GAME])
def test_nobody_gains_time_by_taking_back(time: TimeControl) -> None:
    table = Table("triominos", 2, time)
    for seed in range(60):
        ply, seat = table.position.ply, table.position.turn
        table.now_ms += 1_000
        shown = table.match.left_ms(seat, table.now_ms)
        table.random(seed)
        if table.match.status == "running" and table.match.free_ply <= ply:
            table.now_ms += 500
            table.undo(ply)
            assert table.match.left_ms(seat, table.now_ms) <= shown
            return
        table.now_ms -= 1_000
    raise AssertionError("no move that could be taken back was found")


def test_time_controls_out_of_bounds() -> None:
    for kind, limit, increment in (
        ("per_move", 99, 0), ("per_game", 2_592_000_001, 0), ("per_move", 1_000, 1), ("per_game", 1_000, 3_600_001),
        ("none", 1, 0),
    ):  # fmt: skip
        with pytest.raises(BadField):
            TimeControl(kind, limit, increment).check("seats[0].time")  # type: ignore[arg-type]


class Hands:
    """A service whose clock is moved by hand."""

    def __init__(self) -> None:
        self.now_ms = 1_000_000
        self.store = MemoryStore()
        limits = MatchLimits(waiting_ms=1_000, idle_ms=50_000, over_ms=5_000)
        self.service = MatchService(self.store, limits, lambda: self.now_ms)

    async def start(self) -> tuple[str, list[str]]:
        time = pb.TimeControl(kind=pb.TimeControl.KIND_PER_MOVE, limit_ms=10_000)
        made = await self.service.create_match(
            pb.CreateMatchRequest(game=game_number("triominos"), seats=[pb.SeatSetup(time=time)] * 2), None
        )
        join = pb.JoinMatchRequest(match_id=made.match.match_id)
        return made.match.match_id, [(await self.service.join_match(join, None)).seat_token for _ in range(2)]


async def test_the_server_ends_a_match_whose_time_is_up_without_being_asked() -> None:
    hands = Hands()
    match_id, _ = await hands.start()
    hands.now_ms += 9_999
    assert await hands.service.sweep() == 0
    hands.now_ms += 1
    assert await hands.service.sweep() == 1
    assert len(await hands.store.events(match_id, 0, 100)) == 6
    assert await hands.service.sweep() == 0
    match = (await hands.service.get_match(pb.GetMatchRequest(match_id=match_id), None)).match
    assert match.end.end == "timeout"


async def test_whoever_comes_too_late_is_too_late_before_any_sweep() -> None:
    hands = Hands()
    match_id, tokens = await hands.start()
    match = (await hands.service.get_match(pb.GetMatchRequest(match_id=match_id), None)).match
    token = tokens[match.state.info.turn]
    listed = await hands.service.list_match_moves(pb.ListMatchMovesRequest(match_id=match_id), token)
    action = pb.ListMatchMovesResponse.FromString(listed).moves.action[0]
    hands.now_ms += 10_000
    with pytest.raises(WrongState):
        await hands.service.play_moves(pb.PlayMovesRequest(match_id=match_id, moves=moves(action)), token)
    match = (await hands.service.get_match(pb.GetMatchRequest(match_id=match_id), None)).match
    assert match.end.end == "timeout" and match.state.info.ply == 0


async def test_matches_are_kept_as_long_as_said_and_no_longer() -> None:
    hands = Hands()
    waiting = (await hands.service.create_match(pb.CreateMatchRequest(game=game_number("triominos")), None)).match
    over, tokens = await hands.start()
    await hands.service.resign_match(pb.ResignMatchRequest(match_id=over), tokens[0])
    for wait, gone in ((999, set()), (1, {waiting.match_id}), (3_999, set()), (1, {over})):
        before = {stored.key.split()[1] for stored in await hands.store.page("", 10)}
        hands.now_ms += wait
        await hands.service.sweep()
        assert before - {stored.key.split()[1] for stored in await hands.store.page("", 10)} == gone
