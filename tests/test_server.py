"""The server as a process: listening, health, reflection, limits, errors with details, workers, graceful stop."""

from __future__ import annotations

import signal
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from tests import serving
from tests.serving import Rules, Served, deal_request
from tileengine import games
from tileengine.v1 import position_pb2
from tileengine.v1 import rules_service_pb2 as pb


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    with serving.server("--receive-max", "65536") as served:
        yield served


@pytest.fixture(scope="module")
def rules(served: Served) -> Iterator[Rules]:
    with serving.rules(served.address) as rules:
        yield rules


def check(address: str, service: str) -> int:
    with grpc.insecure_channel(address) as channel:
        call = channel.unary_unary(
            "/grpc.health.v1.Health/Check",
            request_serializer=health_pb2.HealthCheckRequest.SerializeToString,
            response_deserializer=health_pb2.HealthCheckResponse.FromString,
        )
        return int(call(health_pb2.HealthCheckRequest(service=service), timeout=10).status)


def test_health_of_the_server_and_of_the_service(served: Served) -> None:
    serving_status = health_pb2.HealthCheckResponse.SERVING
    assert check(served.address, "") == serving_status
    assert check(served.address, "tileengine.v1.RulesService") == serving_status
    with pytest.raises(grpc.RpcError) as caught:
        check(served.address, "no.such.Service")
    assert caught.value.code() is grpc.StatusCode.NOT_FOUND


def test_reflection_lists_the_service(served: Served) -> None:
    with grpc.insecure_channel(served.address) as channel:
        stub = reflection_pb2_grpc.ServerReflectionStub(channel)
        request = reflection_pb2.ServerReflectionRequest(list_services="")
        response = next(iter(stub.ServerReflectionInfo(iter([request]), timeout=10)))
        names = {service.name for service in response.list_services_response.service}
    assert {"tileengine.v1.RulesService", "grpc.health.v1.Health"} <= names


def test_a_whole_game_of_each_kind(rules: Rules) -> None:
    listed = rules.ListGames(pb.ListGamesRequest())
    assert [game.slug for game in listed.games] == [game.slug for game in games.games()]
    for game in listed.games:
        state = rules.Deal(deal_request(game.game, seed=b"server")).state
        for _ in range(60):
            moves = rules.ListMoves(pb.ListMovesRequest(position=state.position, limit=5, with_gain=True))
            if not moves.total:
                break
            index = state.info.ply % len(moves.moves.action)
            request = pb.ApplyMovesRequest(position=state.position, expected_ply=state.info.ply)
            request.moves.add(action=moves.moves.action[index])
            before = state.info
            answer = rules.ApplyMoves(request)
            state = answer.state
            assert state.info.ply == before.ply + 1
            assert list(answer.gains) == [moves.moves.gain[index]]
            gained = state.info.totals[before.turn] - before.totals[before.turn]
            assert gained == answer.gains[0]
        scores = rules.ScorePosition(pb.ScorePositionRequest(position=state.position))
        assert [score.total for score in scores.scores] == list(state.info.totals)
        assert scores.final == state.info.over


def refused(call: Callable[[Any], object], request: object, code: grpc.StatusCode, reason: str) -> dict[str, str]:
    with pytest.raises(grpc.RpcError) as caught:
        call(request)
    assert caught.value.code() is code
    found = serving.info(caught.value)
    assert (found.reason, found.domain) == (reason, "tileengine")
    return dict(found.metadata)


def test_errors_carry_reason_and_field(rules: Rules) -> None:
    bad, failed, aborted = (
        grpc.StatusCode.INVALID_ARGUMENT, grpc.StatusCode.FAILED_PRECONDITION, grpc.StatusCode.ABORTED,
    )  # fmt: skip
    state = rules.Deal(deal_request(games.games()[0].id, seed=b"1")).state
    assert refused(rules.Deal, deal_request(63), bad, "UNKNOWN_GAME") == {"field": "game"}
    assert refused(rules.Deal, deal_request(1, seats=9), bad, "BAD_SEATS") == {"field": "seats"}
    assert refused(rules.Deal, deal_request(1, preset="x"), bad, "BAD_OPTION") == {"field": "preset"}
    assert refused(rules.Deal, deal_request(1, order=b"x"), bad, "BAD_ORDER") == {"field": "order"}
    assert refused(rules.Deal, deal_request(1, seed=b"x" * 33), bad, "BAD_SEED") == {"field": "seed"}
    assert refused(rules.ListMoves, pb.ListMovesRequest(), bad, "BAD_FIELD") == {"field": "position"}
    damaged = state.position[:-1] + bytes([state.position[-1] ^ 1])
    assert refused(rules.ListMoves, pb.ListMovesRequest(position=damaged), bad, "BAD_CHECKSUM")
    assert refused(rules.ListMoves, pb.ListMovesRequest(position=state.position[:-1]), bad, "TRUNCATED")
    assert refused(rules.ListMoves, pb.ListMovesRequest(position=b"??" * 40), bad, "NOT_A_POSITION")
    assert refused(rules.ListMoves, pb.ListMovesRequest(position=state.position, limit=70_000), bad, "TOO_LARGE")
    assert refused(rules.CheckMove, pb.CheckMoveRequest(position=state.position), bad, "BAD_FIELD")
    stale = pb.ApplyMovesRequest(position=state.position, expected_ply=7)
    assert refused(rules.ApplyMoves, stale, aborted, "STALE_PLY") == {
        "field": "expected_ply", "expected_ply": "7", "ply": "0",
    }  # fmt: skip
    malformed = pb.ApplyMovesRequest(position=state.position, moves=[{"action": 5}])
    assert refused(rules.ApplyMoves, malformed, bad, "MALFORMED_MOVE")["index"] == "0"
    unread = pb.ApplyMovesRequest(position=state.position, moves=[{"notation": "?"}])
    assert refused(rules.ApplyMoves, unread, bad, "BAD_TEXT")["index"] == "0"
    public = pb.ObservePositionRequest(position=state.position)
    public.viewer.sight = position_pb2.Viewer.SIGHT_PUBLIC
    seen = rules.ObservePosition(public).state
    whole = pb.ApplyMovesRequest(position=seen.position, moves=[{"notation": "draw"}])
    assert refused(rules.ApplyMoves, whole, failed, "HIDDEN_INFORMATION")


def test_an_illegal_move_says_why_and_changes_nothing(rules: Rules) -> None:
    for game in games.games():
        state = rules.Deal(deal_request(game.id, seed=b"1")).state
        legal = set(rules.ListMoves(pb.ListMovesRequest(position=state.position)).moves.action)
        for notation in ("draw", "pass"):
            check_request = pb.CheckMoveRequest(position=state.position, move={"notation": notation})
            try:
                answer = rules.CheckMove(check_request)
            except grpc.RpcError:
                continue  # a kind this game does not have
            if answer.action in legal:
                continue
            assert not answer.legal and answer.error.paragraph and answer.error.message
            metadata = refused(
                rules.ApplyMoves,
                pb.ApplyMovesRequest(position=state.position, moves=[{"action": answer.action}]),
                grpc.StatusCode.FAILED_PRECONDITION,
                "ILLEGAL_MOVE",
            )
            assert metadata["paragraph"] == answer.error.paragraph


def test_batch_answers_in_order_and_keeps_going_after_a_failure(rules: Rules) -> None:
    state = rules.Deal(deal_request(1, seed=b"1")).state
    queries = [
        pb.Query(list_moves={"position": state.position}),
        pb.Query(list_moves={"position": b"junk"}),
        pb.Query(),
        pb.Query(score_position={"position": state.position}),
        pb.Query(deal={"game": 1, "seed": b"1"}),
    ]
    answers = rules.Batch(pb.BatchRequest(queries=queries)).answers
    assert [a.WhichOneof("answer") for a in answers] == ["list_moves", "error", "error", "score_position", "deal"]
    assert answers[0].list_moves == rules.ListMoves(queries[0].list_moves)
    assert answers[4].deal.state == state
    assert answers[1].error.field == "position"


def test_stream_answers_each_request_in_order(rules: Rules) -> None:
    state = rules.Deal(deal_request(1, seed=b"1")).state
    query = pb.Query(list_moves={"position": state.position})
    requests = [pb.StreamBatchRequest(tag=tag, queries=[query] * tag) for tag in (3, 0, 1, 50)]
    answered = list(rules.StreamBatch(iter(requests)))
    assert [(a.tag, len(a.answers)) for a in answered] == [(3, 3), (0, 0), (1, 1), (50, 50)]


def test_too_many_queries_are_refused(rules: Rules) -> None:
    request = pb.BatchRequest(queries=[pb.Query()] * 4097)
    assert refused(rules.Batch, request, grpc.StatusCode.INVALID_ARGUMENT, "TOO_LARGE") == {"field": "queries"}


def test_a_batch_never_outgrows_what_clients_accept(rules: Rules) -> None:
    state = rules.Deal(deal_request(games.games()[-1].id, seed=b"1")).state
    query = pb.Query(view_position={"position": state.position, "geometry": True}).SerializeToString()
    view_bytes = rules.ViewPosition(pb.ViewPositionRequest(position=state.position, geometry=True)).ByteSize()
    count = min(4096, 65_000 // (len(query) + 3))
    tall = pb.BatchRequest(queries=[pb.Query.FromString(query)] * count)
    answered = rules.Batch(tall)
    kinds = [a.WhichOneof("answer") for a in answered.answers]
    assert len(kinds) == count and answered.ByteSize() < 4 << 20
    assert kinds.count("error") == (0 if count * (view_bytes + 8) < 3_400_000 else kinds.count("error"))


def test_a_message_over_the_limit_is_refused(rules: Rules) -> None:
    with pytest.raises(grpc.RpcError) as caught:
        rules.Ping(pb.PingRequest(payload=b"x" * 100_000))
    assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED


def test_a_port_in_use_is_an_error_and_not_a_second_server(served: Served) -> None:
    second = serving.spawn("--address", served.address)
    assert serving.read_line(second, "cannot listen")["why"].startswith("cannot listen on")
    assert second.wait(serving.SECONDS) == 3
    assert second.stderr
    second.stderr.close()


@pytest.mark.parametrize("address", ["0.0.0.0:0", "[::]:0", "192.0.2.1:1", "nonsense", "unix:"])
def test_only_loopback_unless_told(address: str) -> None:
    process = serving.spawn("--address", address)
    _, text = process.communicate(timeout=serving.SECONDS)
    assert process.returncode == 2
    assert text.startswith("tileengine serve: ")


def test_unix_socket_replaces_a_stale_one_and_goes_away(tmp_path: Path) -> None:
    path = tmp_path / "engine.sock"
    with socket.socket(socket.AF_UNIX) as stale:
        stale.bind(str(path))  # bound and abandoned: nobody listens
    with serving.server("--address", f"unix:{path}") as served, serving.rules(served.address) as rules:
        assert rules.Ping(pb.PingRequest(payload=b"x")).payload == b"x"
        second = serving.spawn("--address", f"unix:{path}")
        serving.read_line(second, "cannot listen")
        assert second.wait(serving.SECONDS) == 3
        assert second.stderr
        second.stderr.close()
    assert not path.exists()
    path.write_text("not a socket")
    third = serving.spawn("--address", f"unix:{path}")
    assert "not a socket" in serving.read_line(third, "cannot listen")["why"]
    assert third.wait(serving.SECONDS) == 3
    assert third.stderr
    third.stderr.close()
    assert path.read_text() == "not a socket"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_graceful_stop(number: signal.Signals) -> None:
    with serving.server() as served:
        with serving.rules(served.address) as rules:
            rules.Ping(pb.PingRequest())
            state = rules.Deal(deal_request(1, seed=b"1")).state
            asked = threading.Event()
            stopped = threading.Event()

            def requests() -> Iterator[pb.StreamBatchRequest]:
                yield pb.StreamBatchRequest(tag=1, queries=[pb.Query(list_moves={"position": state.position})])
                asked.set()
                stopped.wait(serving.SECONDS)
                yield pb.StreamBatchRequest(tag=2)

            stream = rules.StreamBatch(requests())
            assert next(stream).tag == 1
            served.process.send_signal(number)
            serving.read_line(served.process, "stopping")
            stopped.set()
            assert next(stream).tag == 2, "a call at work may finish within the grace"
        assert served.process.wait(serving.SECONDS) == 0


def test_workers_share_a_port_and_end_with_their_parent() -> None:
    with serving.server("--workers", "2") as served:
        assert len(served.line["workers"]) == 2
        for _ in range(4):
            with serving.rules(served.address) as rules:
                for _ in range(50):
                    try:
                        assert rules.Ping(pb.PingRequest(payload=b"w")).payload == b"w"
                        break
                    except grpc.RpcError as failure:  # the workers may still be starting
                        assert failure.code() is grpc.StatusCode.UNAVAILABLE
        served.process.terminate()
        assert served.process.wait(serving.SECONDS) == 0


def test_calls_over_the_limit_are_refused_at_once() -> None:
    with serving.server("--calls-max", "2") as served, serving.rules(served.address) as rules:
        hold = threading.Event()

        def requests() -> Iterator[pb.StreamBatchRequest]:
            yield pb.StreamBatchRequest(tag=1)
            hold.wait(serving.SECONDS)

        streams = [rules.StreamBatch(requests()) for _ in range(2)]
        assert [next(stream).tag for stream in streams] == [1, 1]
        with pytest.raises(grpc.RpcError) as caught:
            rules.Ping(pb.PingRequest())
        assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
        hold.set()
        for stream in streams:
            assert list(stream) == []
        assert rules.Ping(pb.PingRequest(payload=b"x")).payload == b"x"
