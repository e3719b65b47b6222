"""Every kind of failure, provoked for real: by the server, by a server that is gone, or before anything is sent.

What the engine's server never does on purpose (being busy, bugs) a small server of this file answers instead.
"""

from __future__ import annotations

import pickle
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2, status_pb2

from tileengine_client import AsyncClient, Client, TileengineError, errors, queries, schema

Provoke = Callable[[Client], object]


def deal(client: Client, slug: str = "triple_peaks") -> Any:
    return client.deal(slug, seed=7).position


def finished(client: Client) -> Any:
    """A final position: cards are drawn until nothing is left to do."""
    position = deal(client)
    while not position.info.over:
        position = client.apply(position, list(client.moves(position))[-1]).position
    return position


def flipped(client: Client, index: int) -> bytes:
    data = bytearray(deal(client).data)
    data[index] ^= 0x55
    return bytes(data)


CASES: list[tuple[str, type[TileengineError], Provoke]] = [
    ("ILLEGAL_MOVE", errors.IllegalMove, lambda c: c.apply(deal(c), "draw", "-AC@0")),
    ("GAME_OVER", errors.GameOver, lambda c: c.apply(finished(c), "draw")),
    ("MALFORMED_MOVE", errors.MalformedMove, lambda c: c.apply(deal(c), 0xFFFFFFFF)),
    ("HIDDEN_INFORMATION", errors.HiddenInformation, lambda c: c.apply(c.observe(deal(c)), "draw")),
    ("TRUNCATED", errors.BadPosition, lambda c: c.score(deal(c).data[:-9])),
    ("NOT_A_POSITION", errors.BadPosition, lambda c: c.score(b"x" * 200)),
    ("FOREIGN_FORMAT", errors.BadPosition, lambda c: c.score(flipped(c, 2))),
    ("BAD_CHECKSUM", errors.BadPosition, lambda c: c.score(flipped(c, -20))),
    ("UNKNOWN_GAME", errors.UnknownGame, lambda c: c.deal("chess")),
    ("BAD_OPTION", errors.BadOption, lambda c: c.deal("triple_peaks", options={"wings": True})),
    ("BAD_OPTION", errors.BadOption, lambda c: c.deal("triple_peaks", options={"multiplier": "sometimes"})),
    ("BAD_OPTION", errors.BadOption, lambda c: c.deal("triominos", options={"target": "many"})),
    ("BAD_OPTION", errors.BadOption, lambda c: c.deal("triominos", options={"target": -1})),
    ("BAD_OPTION", errors.BadOption, lambda c: c.deal("triple_peaks", preset="nothing")),
    ("BAD_SEATS", errors.BadSeats, lambda c: c.deal("triple_peaks", seats=5)),
    ("BAD_SEATS", errors.BadSeats, lambda c: c.view(deal(c), seat=3)),
    ("BAD_ORDER", errors.BadOrder, lambda c: c.deal("triple_peaks", order=b"\x00" * 52)),
    ("BAD_TEXT", errors.BadText, lambda c: c.check(deal(c), "hello")),
    ("BAD_TEXT", errors.BadText, lambda c: c.from_text("hello")),
    ("BAD_SEED", errors.BadSeed, lambda c: c.deal("triple_peaks", seed=b"x" * 33)),
    ("BAD_SEED", errors.BadSeed, lambda c: c.deal("triple_peaks", seed=-1)),
    ("BAD_SEED", errors.BadSeed, lambda c: c.resample(c.observe(deal(c)), -1)),
    ("TOO_LARGE", errors.TooLarge, lambda c: c.ping(b"x" * 70_000)),
    ("TOO_LARGE", errors.TooLarge, lambda c: list(c.moves(deal(c), page_size=70_000))),
    ("STALE_PLY", errors.StalePly, lambda c: c.apply(deal(c), "draw", expected_ply=9)),
    ("BAD_FIELD", errors.BadField, lambda c: c.score(b"")),
    ("BAD_FIELD", errors.BadField, lambda c: c.resample(deal(c), 1)),
    ("BAD_FIELD", errors.BadField, lambda c: list(c.moves(deal(c), kind="jump"))),
    ("BAD_FIELD", errors.BadField, lambda c: list(c.moves(deal(c), limit=0))),
    ("BAD_FIELD", errors.BadField, lambda c: queries.move_page(deal(c), limit=0)),
    ("BAD_FIELD", errors.BadField, lambda c: c.view(deal(c), seat=0, public=True)),
    ("BAD_FIELD", errors.BadField, lambda c: c.batch([queries.ping()])),
    ("BAD_FIELD", errors.BadField, lambda c: c.stream([], in_flight=0)),
]


@pytest.mark.parametrize(("reason", "kind", "provoke"), CASES, ids=[f"{n}-{c[0]}" for n, c in enumerate(CASES)])
def test_failures(client: Client, reason: str, kind: type[TileengineError], provoke: Provoke) -> None:
    with pytest.raises(kind) as caught:
        provoke(client)
    assert type(caught.value) is kind
    assert caught.value.reason == reason
    assert caught.value.code is kind.status
    assert caught.value.message


def test_every_reason_of_the_schema_has_a_class() -> None:
    assert {name.upper() for number, name in schema.enum_names("ErrorReason").items() if number} == set(
        errors.BY_REASON
    )


def test_an_illegal_move_carries_the_rule(client: Client) -> None:
    with pytest.raises(errors.IllegalMove) as caught:
        client.apply(deal(client), "draw", "-AC@0")
    failure = caught.value
    assert failure.paragraph
    assert failure.index == 1
    assert failure.metadata["paragraph"] == failure.paragraph
    answered = client.batch([queries.apply(deal(client), "draw", "-AC@0")])[0]
    assert isinstance(answered, errors.IllegalMove)
    same = ("reason", "paragraph", "places", "numbers", "index", "field", "code", "message")
    assert [getattr(answered, name) for name in same] == [getattr(failure, name) for name in same]


def test_a_stale_ply_says_where_the_position_is(client: Client) -> None:
    with pytest.raises(errors.StalePly) as caught:
        client.apply(deal(client), "draw", expected_ply=9)
    assert caught.value.ply == 0
    answered = client.batch([queries.apply(deal(client), "draw", expected_ply=9)])[0]
    assert isinstance(answered, errors.StalePly)
    assert answered.ply is None


def test_a_failure_survives_pickling() -> None:
    failure = pickle.loads(pickle.dumps(errors.IllegalMove("no", paragraph="T3.2", places=["U(0,1)"])))
    assert (str(failure), failure.paragraph, failure.places) == ("no", "T3.2", ("U(0,1)",))


def test_silence_is_a_deadline(silent: str) -> None:
    with Client(silent).with_timeout(0.2) as client, pytest.raises(errors.DeadlineExceeded, match="timeout") as caught:
        client.ping()
    assert caught.value.code is grpc.StatusCode.DEADLINE_EXCEEDED
    assert caught.value.reason == ""


def test_an_answer_over_the_size_is_refused(address: str) -> None:
    with Client(address, message_bytes_max=2_000) as small, pytest.raises(errors.ResourceExhausted):
        small.ping(b"x" * 1_990 + b"y" * 60_000)


@pytest.mark.parametrize("settings", [{"timeout": 0}, {"retries": 5}, {"retries": -1}])
def test_settings_have_bounds(settings: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        Client("127.0.0.1:1", **settings)


def free_port() -> int:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return int(held.getsockname()[1])


def test_no_server_is_unavailable_with_advice() -> None:
    address = f"127.0.0.1:{free_port()}"
    with Client(address) as client:
        with pytest.raises(errors.Unavailable, match=f"tileengine serve --address {address}"):
            client.ping()
        with pytest.raises(errors.Unavailable, match="tileengine serve"):
            client.wait_ready(0.3)


def test_a_server_that_goes_is_unavailable(start_server: Any) -> None:
    process, address = start_server()
    with Client(address) as client:
        client.wait_ready()
        assert client.ping(b"x") == b"x"
        process.terminate()
        process.wait(10)
        with pytest.raises(errors.Unavailable) as caught:
            client.ping()
        assert caught.value.reason == ""


async def test_async_failures_are_the_same(async_client: AsyncClient, client: Client, silent: str) -> None:
    position = deal(client)
    with pytest.raises(errors.IllegalMove) as caught:
        await async_client.apply(position, "draw", "-AC@0")
    assert caught.value.index == 1
    assert caught.value.paragraph
    async with AsyncClient(silent, timeout=0.2) as waiting:
        with pytest.raises(errors.DeadlineExceeded):
            await waiting.ping()
    async with AsyncClient(f"127.0.0.1:{free_port()}") as nowhere:
        with pytest.raises(errors.Unavailable, match="tileengine serve"):
            await nowhere.ping()


# -- a server that fails on purpose ------------------------------------------------------------------------------------


class Failing(grpc.GenericRpcHandler):
    """Answers every call with the failures it was given, one after the other, and then as an echo."""

    def __init__(self) -> None:
        self.failures: list[tuple[grpc.StatusCode, bytes | None]] = []
        self.calls = 0

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> grpc.RpcMethodHandler[bytes, bytes]:
        def handle(request: bytes, context: grpc.ServicerContext) -> bytes:
            self.calls += 1
            if self.failures:
                code, details = self.failures.pop(0)
                if details is not None:
                    context.set_trailing_metadata((("grpc-status-details-bin", details),))
                context.abort(code, "on purpose")
            return request

        return grpc.unary_unary_rpc_method_handler(handle)


@pytest.fixture
def failing() -> Iterator[tuple[Failing, str]]:
    handler = Failing()
    server = grpc.server(ThreadPoolExecutor(2), handlers=[handler], options=[("grpc.so_reuseport", 0)])
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    yield handler, f"127.0.0.1:{port}"
    server.stop(0).wait(5)


def details(code: int, reason: str, retry_ms: int | None = None) -> bytes:
    status = status_pb2.Status(code=code, message="on purpose")
    status.details.add().Pack(error_details_pb2.ErrorInfo(reason=reason, domain="tileengine"))
    if retry_ms is not None:
        retry = error_details_pb2.RetryInfo()
        retry.retry_delay.FromMilliseconds(retry_ms)
        status.details.add().Pack(retry)
    return bytes(status.SerializeToString())


def test_busy_says_when_to_try_again(failing: tuple[Failing, str]) -> None:
    handler, address = failing
    handler.failures = [(grpc.StatusCode.RESOURCE_EXHAUSTED, details(8, "BUSY", 250))]
    with Client(address) as client, pytest.raises(errors.Busy) as caught:
        client.ping()
    assert caught.value.retry_after == 0.25


@pytest.mark.parametrize(
    ("code", "detail", "kind", "reason"),
    [
        (grpc.StatusCode.INTERNAL, details(13, "INTERNAL"), errors.ServerFault, "INTERNAL"),
        (grpc.StatusCode.INVALID_ARGUMENT, details(3, "FOREIGN_RULES"), errors.BadPosition, "FOREIGN_RULES"),
        (grpc.StatusCode.INVALID_ARGUMENT, details(3, "CORRUPT_POSITION"), errors.BadPosition, "CORRUPT_POSITION"),
        (grpc.StatusCode.INVALID_ARGUMENT, details(3, "OF_TOMORROW"), TileengineError, "OF_TOMORROW"),
        (grpc.StatusCode.UNIMPLEMENTED, None, errors.Unsupported, ""),
        (grpc.StatusCode.RESOURCE_EXHAUSTED, None, errors.ResourceExhausted, ""),
        (grpc.StatusCode.PERMISSION_DENIED, b"\xff no status", errors.PermissionDenied, ""),
    ],
)
def test_statuses(
    failing: tuple[Failing, str], code: grpc.StatusCode, detail: bytes | None, kind: type[TileengineError], reason: str
) -> None:
    handler, address = failing
    handler.failures = [(code, detail)]
    with Client(address) as client, pytest.raises(TileengineError) as caught:
        client.ping()
    assert (type(caught.value), caught.value.reason, caught.value.code) == (kind, reason, code)


def test_retries_are_bounded_and_only_for_unavailable(failing: tuple[Failing, str]) -> None:
    handler, address = failing
    handler.failures = [(grpc.StatusCode.UNAVAILABLE, None)] * 2
    with Client(address, retries=2) as client:
        assert client.ping(b"x") == b"x"
        assert handler.calls == 3
        handler.failures = [(grpc.StatusCode.UNAVAILABLE, None)] * 9
        with pytest.raises(errors.Unavailable):
            client.ping()
        assert handler.calls == 6
        handler.failures = [(grpc.StatusCode.INTERNAL, None)]
        with pytest.raises(TileengineError):
            client.ping()
        assert handler.calls == 7


def test_not_serving_is_not_ready(failing: tuple[Failing, str]) -> None:
    _, address = failing  # its echo of the health request reads as no status
    with Client(address) as client, pytest.raises(errors.Unavailable, match="does not serve"):
        client.wait_ready(0.3)


def test_the_engine_is_not_needed_to_read_failures(environment: dict[str, str]) -> None:
    code = "import tileengine_client.errors, sys; assert 'tileengine' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], env=environment, check=True, timeout=60)
