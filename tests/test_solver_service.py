"""SolverService on a real server: solutions that RulesService replays, refusals by field, and a bounded queue."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf.message_factory import GetMessageClass
from google.rpc import error_details_pb2, status_pb2

from tests import serving
from tests.test_server import check
from tileengine import Position, balance, solver
from tileengine.service import limits
from tileengine.transport.solver import RETRY_MS
from tileengine.v1 import game_pb2, position_pb2
from tileengine.v1 import rules_service_pb2 as rules_pb
from tileengine.v1 import solver_service_pb2 as pb

GAME = game_pb2.GAME_TRIPLE_PEAKS
SERVICE = pb.DESCRIPTOR.services_by_name["SolverService"]


class Both:
    """The methods of both services by name."""

    def __init__(self, channel: grpc.Channel) -> None:
        self.channel = channel
        self.rules = serving.Rules(channel)

    def method(self, name: str) -> Any:
        return self.channel.unary_unary(
            f"/{SERVICE.full_name}/{name}",
            request_serializer=lambda message: message.SerializeToString(),
            response_deserializer=GetMessageClass(SERVICE.methods_by_name[name].output_type).FromString,
        )

    def __getattr__(self, name: str) -> Callable[[Any], Any]:
        return lambda request: self.method(name)(request, timeout=serving.SECONDS)


@pytest.fixture(scope="module")
def served() -> Iterator[serving.Served]:
    with serving.server() as served:
        yield served


@pytest.fixture(scope="module")
def both(served: serving.Served) -> Iterator[Both]:
    with grpc.insecure_channel(served.address, options=[("grpc.use_local_subchannel_pool", 1)]) as channel:
        yield Both(channel)


def refused(call: Callable[[Any], Any], request: Any, code: grpc.StatusCode, reason: str) -> dict[str, str]:
    with pytest.raises(grpc.RpcError) as caught:
        call(request)
    info = serving.info(caught.value)
    assert (caught.value.code(), info.reason) == (code, reason)
    return dict(info.metadata)


def test_health_of_the_service(served: serving.Served) -> None:
    assert check(served.address, SERVICE.full_name) == 1


def test_the_enums_are_those_of_the_solver() -> None:
    for enum, wire, prefix in (
        (solver.Goal, pb.SolveGoal, "SOLVE_GOAL_"),
        (solver.Difficulty, pb.Difficulty, "DIFFICULTY_"),
    ):
        assert {m.name: int(m) for m in enum} == {k.removeprefix(prefix): v for k, v in wire.items() if v}


def test_the_wires_comments_state_the_bounds() -> None:
    schema = (Path(__file__).parent.parent / "proto/tileengine/v1/solver_service.proto").read_text(encoding="utf-8")
    for bound in (solver.NODES_DEFAULT, solver.NODES_MAX, solver.TRIES_DEFAULT, solver.TRIES_MAX, solver.GRADE_PLAYOUTS,
                  limits.APPLY_MOVES_MAX, balance.GAMES, balance.SPREAD_DEFAULT, balance.TRIES_DEFAULT,
                  balance.TRIES_MAX, *filter(None, solver.BANDS.values())):  # fmt: skip
        assert f" {bound}" in schema, bound


def test_solutions_replay_by_the_rules(both: Both) -> None:
    for seed in range(5):
        deal = both.rules.Deal(rules_pb.DealRequest(game=GAME, seed=bytes([seed + 1])))
        answer = both.SolvePosition(pb.SolvePositionRequest(position=deal.state.position))
        assert [s.goal for s in answer.solutions] == [1, 2, 3]
        for solution in answer.solutions:
            assert solution.proved and (solution.found or not solution.line.action)
            request = rules_pb.ApplyMovesRequest(position=deal.state.position)
            request.moves.extend(position_pb2.Move(notation=text) for text in solution.line.notation)
            played = both.rules.ApplyMoves(request)
            assert played.state.info.totals[0] == solution.score
            totals = [sum(played.gains[: i + 1]) for i in range(len(played.gains))]
            assert totals == list(solution.line.total)
            if solution.found and solution.goal != pb.SOLVE_GOAL_MAXIMUM_SCORE:
                assert played.state.info.end == "cleared"
        assert len(answer.solutions[1].line.action) <= len(answer.solutions[0].line.action)
        request_one = pb.SolvePositionRequest(position=deal.state.position, goals=[pb.SOLVE_GOAL_MAXIMUM_SCORE])
        only = both.SolvePosition(request_one)
        assert only.solutions[0] == answer.solutions[2]


def test_a_small_budget_is_not_a_proof(both: Both) -> None:
    state = both.rules.Deal(rules_pb.DealRequest(game=GAME, seed=b"1")).state
    answer = both.SolvePosition(pb.SolvePositionRequest(position=state.position, nodes=3))
    assert not any(solution.proved for solution in answer.solutions)


def test_a_turning_point_and_what_was_missed(both: Both) -> None:
    deal = both.rules.Deal(rules_pb.DealRequest(game=GAME, seed=b"\1"))
    moves = [position_pb2.Move(notation="draw")] * 23
    answer = both.FindTurningPoint(pb.FindTurningPointRequest(position=deal.state.position, moves=moves))
    assert answer.proved and answer.clearable and answer.HasField("index") and answer.begins == 0
    request = rules_pb.ApplyMovesRequest(position=deal.state.position, moves=moves[: answer.index])
    before = both.rules.ApplyMoves(request).state
    request = rules_pb.ApplyMovesRequest(position=before.position)
    request.moves.extend(position_pb2.Move(action=action) for action in answer.line.action)
    assert both.rules.ApplyMoves(request).state.info.end == "cleared"
    one_later = rules_pb.ApplyMovesRequest(position=before.position, moves=moves[:1])
    after = both.rules.ApplyMoves(one_later).state
    clear = pb.SolvePositionRequest(position=after.position, goals=[pb.SOLVE_GOAL_CLEAR])
    lost = both.SolvePosition(clear).solutions[0]
    assert lost.proved and not lost.found


def test_a_graded_deal_is_dealt_again_from_its_seed(both: Both) -> None:
    for difficulty in (pb.DIFFICULTY_EASY, pb.DIFFICULTY_EXPERT):
        request = pb.DealGradedRequest(game=GAME, difficulty=difficulty, seed=b"x")
        graded = both.DealGraded(request)
        assert graded == both.DealGraded(request)
        deal = both.rules.Deal(rules_pb.DealRequest(game=GAME, seed=graded.seed))
        assert (deal.state, deal.order) == (graded.state, graded.order)
        replay = rules_pb.ApplyMovesRequest(position=graded.state.position)
        replay.moves.extend(position_pb2.Move(action=action) for action in graded.line.action)
        assert both.rules.ApplyMoves(replay).state.info.end == "cleared"
    request.seed = b""
    assert both.DealGraded(request).seed != both.DealGraded(request).seed


def test_a_balanced_deal_is_dealt_again_from_its_seed(both: Both) -> None:
    request = pb.DealBalancedRequest(game=game_pb2.GAME_TANTRIX, seats=2, seed=b"x", spread_max=0.3)
    balanced = both.DealBalanced(request)
    assert balanced == both.DealBalanced(request)
    assert balanced.balanced and balanced.spread <= 0.3 and len(balanced.means) == 2 and balanced.tries
    deal = both.rules.Deal(rules_pb.DealRequest(game=game_pb2.GAME_TANTRIX, seats=2, seed=balanced.seed))
    assert (deal.state, deal.order) == (balanced.state, balanced.order)
    from_order = rules_pb.DealRequest(game=game_pb2.GAME_TANTRIX, seats=2, seed=b"y", order=balanced.order)
    assert both.rules.Deal(from_order).order == balanced.order
    bad = grpc.StatusCode.INVALID_ARGUMENT
    request.spread_max = -1
    assert refused(both.DealBalanced, request, bad, "BAD_FIELD") == {"field": "spread_max"}
    alone = pb.DealBalancedRequest(game=GAME, seed=b"x")
    assert refused(both.DealBalanced, alone, bad, "BAD_SEATS") == {"field": "seats"}


def test_refusals_name_the_field(both: Both) -> None:
    bad, failed = grpc.StatusCode.INVALID_ARGUMENT, grpc.StatusCode.FAILED_PRECONDITION
    whole = Position.deal("triple_peaks", seed=1)
    ask, turn, deal = both.SolvePosition, both.FindTurningPoint, both.DealGraded
    assert refused(ask, pb.SolvePositionRequest(), bad, "BAD_FIELD") == {"field": "position"}
    seen = pb.SolvePositionRequest(position=whole.observe().encode())
    assert refused(ask, seen, failed, "HIDDEN_INFORMATION") == {"field": "position"}
    other = pb.SolvePositionRequest(position=Position.deal("tantrix", seed=1).encode())
    assert refused(ask, other, bad, "UNKNOWN_GAME") == {"field": "position"}
    for goals in ([9], [1, 1], [0]):
        request = pb.SolvePositionRequest(position=whole.encode(), goals=goals)  # type: ignore[arg-type]
        assert refused(ask, request, bad, "BAD_FIELD") == {"field": "goals"}
    request = pb.SolvePositionRequest(position=whole.encode(), nodes=solver.NODES_MAX + 1)
    assert refused(ask, request, bad, "BAD_FIELD") == {"field": "nodes"}
    moves = [position_pb2.Move(notation="draw"), position_pb2.Move(notation="-AC@0")]
    illegal = pb.FindTurningPointRequest(position=whole.encode(), moves=moves)
    assert refused(turn, illegal, failed, "ILLEGAL_MOVE")["index"] == "1"
    many = pb.FindTurningPointRequest(position=whole.encode(), moves=moves[:1] * 1025)
    assert refused(turn, many, bad, "TOO_LARGE") == {"field": "moves"}
    wrong = pb.DealGradedRequest(game=game_pb2.GAME_TANTRIX, difficulty=pb.DIFFICULTY_EASY)
    assert refused(deal, wrong, bad, "UNKNOWN_GAME") == {"field": "game"}
    assert refused(deal, pb.DealGradedRequest(game=GAME), bad, "BAD_FIELD") == {"field": "difficulty"}
    wrong = pb.DealGradedRequest(game=GAME, difficulty=pb.DIFFICULTY_EASY, tries=1001)
    assert refused(deal, wrong, bad, "BAD_FIELD") == {"field": "tries"}
    wrong = pb.DealGradedRequest(game=GAME, difficulty=pb.DIFFICULTY_EASY, seed=bytes(33))
    assert refused(deal, wrong, bad, "BAD_SEED") == {"field": "seed"}


def test_more_calls_than_fit_are_told_to_come_back(both: Both) -> None:
    """120 calls at once are more than two threads and 16 places of a caller take; those taken are answered in full."""
    request = pb.SolvePositionRequest(position=Position.deal("triple_peaks", seed=1).encode())
    expected = both.SolvePosition(request)
    method = both.method("SolvePosition")
    calls = [method.future(request, timeout=serving.SECONDS) for _ in range(120)]
    busy = 0
    for call in calls:
        try:
            assert call.result() == expected
        except grpc.RpcError as failure:
            busy += 1
            assert failure.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
            assert serving.info(failure).reason == "BUSY"
            trailers: dict[str, Any] = dict(failure.trailing_metadata())  # type: ignore[arg-type]
            status = status_pb2.Status.FromString(trailers["grpc-status-details-bin"])
            retry = error_details_pb2.RetryInfo()
            assert status.details[1].Unpack(retry) and retry.retry_delay.ToMilliseconds() == RETRY_MS
    assert 0 < busy <= 120 - 16
    assert both.SolvePosition(request) == expected, "and afterwards there is room again"
