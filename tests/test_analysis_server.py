"""AnalysisService as a process: reports, certificates, hidden information, limits, cancelling, deadlines, fairness."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import grpc
import pytest

from tests import serving
from tests.test_endgame import provable
from tests.test_search import midgame
from tileengine import Position
from tileengine._core import registry
from tileengine.service import limits
from tileengine.v1 import analysis_service_pb2 as pb

SERVICE = pb.DESCRIPTOR.services_by_name["AnalysisService"]
LONG = pb.Budget(playouts=2_000_000)


def stub(channel: grpc.Channel) -> Callable[..., Any]:
    """call("SuggestMove", request, timeout=...): an answer, or an iterator of them."""

    def call(name: str, request: Any, timeout: float = serving.SECONDS) -> Any:
        method = SERVICE.methods_by_name[name]
        make = channel.unary_stream if method.server_streaming else channel.unary_unary
        response = getattr(pb, method.output_type.name)
        rpc = make(
            f"/{SERVICE.full_name}/{name}",
            request_serializer=type(request).SerializeToString,
            response_deserializer=response.FromString,
        )
        return rpc(request, timeout=timeout)

    return call


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving.server("--searches", "2", "--searches-waiting", "6", "--searches-a-caller", "6") as served:
        yield served.address


@pytest.fixture
def call(address: str) -> Iterator[Callable[..., Any]]:
    with grpc.insecure_channel(address, options=[("grpc.use_local_subchannel_pool", 1)]) as channel:
        yield stub(channel)


def of(slug: str) -> Position:
    return midgame((slug, registry.facts(slug)["seats_default"], {}))


@pytest.fixture(params=registry.slugs())
def position(request: pytest.FixtureRequest) -> Position:
    return of(request.param)


def test_reports_then_one_final_answer(call: Callable[..., Any], position: Position) -> None:
    request = pb.AnalyzePositionsRequest(
        positions=[position.encode()], budget=pb.Budget(playouts=500), report_every=100, moves_max=3, seed=4
    )
    answers = list(call("AnalyzePositions", request))
    assert [a.analysis.final for a in answers] == [False] * (len(answers) - 1) + [True]
    assert [a.analysis.certificate.playouts for a in answers] == [100, 200, 300, 400, 500][-len(answers) :]
    final = answers[-1].analysis
    assert 1 <= len(final.moves) <= 3 and final.moves_total == len(position.legal())
    assert final.seat == position.turn
    for move in final.moves:
        assert move.notation == position.format(move.action)
        assert move.action in position.legal()
        if move.visits:
            assert len(move.score) == len(move.spread) == position.seats
            assert move.line[0] == move.action and move.line_notation[0] == move.notation


def test_prospects_are_changes_of_what_the_game_names(call: Callable[..., Any], position: Position) -> None:
    for _ in range(5):
        position = position.play(position.sample(position.ply))
    request = pb.AnalyzePositionsRequest(positions=[position.encode()], budget=pb.Budget(playouts=30), moves_max=256)
    (answer,) = call("AnalyzePositions", request)
    names = [fact["name"] for fact in registry.facts(position.game)["prospects"]]
    found = [(move.action, one) for move in answer.analysis.moves for one in move.prospects]
    assert found
    for action, one in found:
        assert one.name in names
        assert position.prospects(one.seat)[one.name] == one.before != one.after
        assert position.prospects(one.seat, after=action)[one.name] == one.after
    for move in answer.analysis.moves:
        assert [(p.seat, p.name) for p in move.prospects] == sorted(
            ((p.seat, p.name) for p in move.prospects), key=lambda key: (key[0], names.index(key[1]))
        )


def test_a_suggestion_is_explained_as_an_analysis_is(call: Callable[..., Any], position: Position) -> None:
    for _ in range(5):
        position = position.play(position.sample(position.ply))
    analysed = {}
    budget = pb.Budget(playouts=30)
    for answer in call(
        "AnalyzePositions", pb.AnalyzePositionsRequest(positions=[position.encode()], budget=budget, moves_max=256)
    ):
        analysed = {move.action: move for move in answer.analysis.moves}
    for level in (1, 5, 10):
        request = pb.SuggestMoveRequest(position=position.encode(), level=level, budget=budget)
        move = call("SuggestMove", request).move
        # `why` is an example where hidden pieces have a say; what is promised is not.
        assert list(move.prospects) == list(analysed[move.action].prospects)
        assert bool(move.why) == bool(analysed[move.action].why)


def test_many_positions_and_one_that_fails(call: Callable[..., Any]) -> None:
    positions = [of(slug) for slug in registry.slugs()]
    request = pb.AnalyzePositionsRequest(
        positions=[*(p.encode() for p in positions), b"nonsense"], budget=pb.Budget(playouts=50)
    )
    answers = {a.index: a for a in call("AnalyzePositions", request)}
    assert set(answers) == set(range(len(positions) + 1))
    for index in range(len(positions)):
        assert answers[index].analysis.certificate.playouts == 50
    assert answers[len(positions)].WhichOneof("result") == "error"


def test_hidden_pieces_never_change_the_answer(call: Callable[..., Any], position: Position) -> None:
    seen = position.observe(position.turn)
    answers = []
    for world in (position, seen, seen.resample(1), seen.resample(2)):
        request = pb.AnalyzePositionsRequest(positions=[world.encode()], budget=pb.Budget(playouts=100), seed=9)
        answers.append(list(call("AnalyzePositions", request))[-1].SerializeToString(deterministic=True))
        answers[-1] += call("SuggestMove", pb.SuggestMoveRequest(position=world.encode(), level=4)).SerializeToString()
    assert len(set(answers)) == 1


def test_an_answer_stopped_by_time_is_made_again_from_its_certificate(
    call: Callable[..., Any], position: Position
) -> None:
    def ask(budget: pb.Budget) -> pb.SuggestMoveResponse:
        request = pb.SuggestMoveRequest(position=position.encode(), budget=budget, seed=3)
        answer = call("SuggestMove", request)
        assert isinstance(answer, pb.SuggestMoveResponse)
        return answer

    timed = ask(pb.Budget(time_ms=80))
    assert timed.certificate.playouts > 0
    spent = timed.certificate
    assert ask(pb.Budget(playouts=spent.playouts, proof_nodes=spent.proof_nodes)) == timed


def test_an_endgame_is_proved(call: Callable[..., Any]) -> None:
    position = provable("tantrix")
    seen = position.observe(position.turn).encode()
    request = pb.AnalyzePositionsRequest(positions=[position.encode(), seen], aim=pb.AIM_WIN)
    first, other = (found.analysis for found in call("AnalyzePositions", request))
    assert first == other and first.proved and first.moves_total == position.count()
    best = first.moves[0]
    assert best.proved and list(best.spread) == [0, 0] and not any(move.proved for move in first.moves[1:])
    assert best.HasField("win") and best.HasField("value") and best.visits == 0
    end = position
    for action in best.line:
        end = end.play(action)
    assert end.over and list(best.score) == [end.score(seat)[0] for seat in range(2)]

    def ask(budget: pb.Budget) -> pb.SuggestMoveResponse:
        answer = call("SuggestMove", pb.SuggestMoveRequest(position=seen, budget=budget))
        assert isinstance(answer, pb.SuggestMoveResponse)
        return answer

    found = ask(pb.Budget())
    assert found.proved and found.action == best.action and found.certificate.proof_nodes > 0
    assert ask(pb.Budget(playouts=20, proof_nodes=found.certificate.proof_nodes)) == found
    short = ask(pb.Budget(playouts=20, proof_nodes=found.certificate.proof_nodes - 1))
    assert not short.proved and short.certificate.playouts == 20
    assert ask(pb.Budget(playouts=20, proof_nodes=0)).certificate.proof_nodes == 0
    weak = call("SuggestMove", pb.SuggestMoveRequest(position=seen, level=7))
    assert not weak.proved and weak.certificate.proof_nodes == 0


def test_every_level_plays_a_legal_move_and_repeats_it(call: Callable[..., Any], position: Position) -> None:
    for level in range(1, 8):
        request = pb.SuggestMoveRequest(position=position.encode(), level=level, seed=level)
        answer = call("SuggestMove", request)
        assert answer.action in position.legal()
        assert call("SuggestMove", request) == answer


def test_a_review_separates_skill_from_luck(call: Callable[..., Any], position: Position) -> None:
    request = pb.ReviewMovesRequest(position=position.encode(), playouts=60)
    played = position
    for _ in range(4):
        if played.over:
            break
        request.moves.add(action=played.sample(1))
        played = played.play(request.moves[-1].action)
    review = call("ReviewMoves", request).moves
    assert [m.action for m in review] == [m.action for m in request.moves]
    for move in review:
        assert move.skill == move.after - move.before <= 0
    request.moves.add(action=0)
    with pytest.raises(grpc.RpcError) as caught:
        call("ReviewMoves", request)
    assert caught.value.code() is grpc.StatusCode.FAILED_PRECONDITION or (
        caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT
    )


def test_wrong_requests_name_the_field(call: Callable[..., Any]) -> None:
    data = of("triominos").encode()
    wrong: list[tuple[str, Any, str]] = [
        ("AnalyzePositions", pb.AnalyzePositionsRequest(), "positions"),
        ("AnalyzePositions", pb.AnalyzePositionsRequest(positions=[data] * (limits.ANALYZED_MAX + 1)), "positions"),
        ("AnalyzePositions", pb.AnalyzePositionsRequest(positions=[data], report_every=1), "report_every"),
        ("AnalyzePositions", pb.AnalyzePositionsRequest(positions=[data], moves_max=1000), "moves_max"),
        ("AnalyzePositions", pb.AnalyzePositionsRequest(positions=[data], aim=77), "aim"),  # type: ignore[arg-type]
        ("SuggestMove", pb.SuggestMoveRequest(), "position"),
        ("SuggestMove", pb.SuggestMoveRequest(position=data, level=11), "level"),
        ("SuggestMove", pb.SuggestMoveRequest(position=data, budget=pb.Budget(playouts=3_000_000)), "budget.playouts"),
        (
            "SuggestMove",
            pb.SuggestMoveRequest(position=data, budget=pb.Budget(proof_nodes=1 << 31)),
            "budget.proof_nodes",
        ),
        ("SuggestMove", pb.SuggestMoveRequest(position=data, priority=9), "priority"),  # type: ignore[arg-type]
        ("ReviewMoves", pb.ReviewMovesRequest(position=data), "moves"),
    ]
    for name, request, field in wrong:
        with pytest.raises(grpc.RpcError) as caught:
            answer = call(name, request)
            list(answer) if name == "AnalyzePositions" else None
        assert caught.value.code() is grpc.StatusCode.INVALID_ARGUMENT
        assert serving.info(caught.value).metadata["field"] == field


def test_a_search_answers_before_its_deadline(call: Callable[..., Any], position: Position) -> None:
    request = pb.SuggestMoveRequest(position=position.encode(), budget=LONG)
    if len(position.legal()) > 0:
        answer = call("SuggestMove", request, timeout=1.5)
        assert 0 < answer.certificate.playouts <= 2_000_000


def test_cancelled_searches_free_their_threads(call: Callable[..., Any]) -> None:
    """Both threads and the queue are taken by searches of minutes; after they are cancelled a short one is served."""
    request = pb.AnalyzePositionsRequest(positions=[of("triz").encode()] * 6, budget=LONG, report_every=100)
    stream = call("AnalyzePositions", request)
    next(stream)
    stream.cancel()
    answer = call("SuggestMove", pb.SuggestMoveRequest(position=of("triz").encode(), level=1), timeout=10)
    assert answer.action


def test_a_full_queue_refuses_with_a_time_to_retry(address: str, call: Callable[..., Any]) -> None:
    with grpc.insecure_channel(address, options=[("grpc.use_local_subchannel_pool", 1)]) as channel:
        other = stub(channel)
        request = pb.AnalyzePositionsRequest(positions=[of("triz").encode()] * 6, budget=LONG, report_every=100)
        streams = [other("AnalyzePositions", request)]
        next(streams[0])
        with pytest.raises(grpc.RpcError) as caught:
            for _ in range(3):
                streams.append(call("AnalyzePositions", request))
                next(streams[-1])
        assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        assert serving.info(caught.value).reason == "BUSY"
        for stream in streams:
            stream.cancel()


def test_callers_that_hang_do_not_stop_the_next(address: str) -> None:
    """100 connections open a stream of reports and never read; the next caller is served."""
    data = of("triominos").encode()
    channels = [grpc.insecure_channel(address, options=[("grpc.use_local_subchannel_pool", 1)]) for _ in range(100)]
    try:
        request = pb.AnalyzePositionsRequest(positions=[data], budget=pb.Budget(time_ms=200), report_every=100)
        hung = [stub(channel)("AnalyzePositions", request) for channel in channels]
        until = time.monotonic() + serving.SECONDS
        answered = threading.Event()
        with grpc.insecure_channel(address, options=[("grpc.use_local_subchannel_pool", 1)]) as channel:
            while time.monotonic() < until and not answered.is_set():
                try:
                    stub(channel)("SuggestMove", pb.SuggestMoveRequest(position=data, level=3))
                    answered.set()
                except grpc.RpcError as busy:
                    assert busy.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
                    time.sleep(0.05)
        assert answered.is_set()
        assert len(hung) == 100
    finally:
        for channel in channels:
            channel.close()
