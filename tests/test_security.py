"""Who may call and how much: TLS, API keys, limits, and attacks on a real server that has to live on.

The table of docs/security.md lists the same attacks with what each got.
"""

from __future__ import annotations

import contextlib
import json
import socket
import ssl
import threading
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
import trustme
from google.rpc import error_details_pb2, status_pb2

from tests import serving
from tests.serving import Served
from tileengine import games
from tileengine.transport import keys
from tileengine.v1 import rules_service_pb2 as pb

PING = "/tileengine.v1.RulesService/Ping"
HEALTH = "/grpc.health.v1.Health/Check"
StatusCode = grpc.StatusCode
Metadata = tuple[tuple[str, str | bytes], ...]


def call(channel: Any, body: bytes = b"", method: str = PING, metadata: Metadata = ()) -> bytes:
    """The response's bytes; method is any path, body any bytes."""
    return bytes(channel.unary_unary(method)(body, metadata=metadata, timeout=serving.SECONDS))


def trailers(done: Any) -> dict[str, Any]:
    """The trailing metadata of a call or of its error."""
    return {item.key: item.value for item in done.trailing_metadata() or ()}


def code_of(failing: Callable[[], Any]) -> tuple[grpc.StatusCode, str, int]:
    """Code, reason and milliseconds to wait of the refusal that a call gets."""
    with pytest.raises(grpc.RpcError) as caught:
        failing()
    info, retry = error_details_pb2.ErrorInfo(), error_details_pb2.RetryInfo()
    found = trailers(caught.value).get("grpc-status-details-bin", b"")
    for detail in status_pb2.Status.FromString(found).details:
        _ = detail.Unpack(info) or detail.Unpack(retry)
    return caught.value.code(), info.reason, retry.retry_delay.ToMilliseconds()


@contextlib.contextmanager
def open_channel(address: str) -> Iterator[Any]:
    with grpc.insecure_channel(address, options=[("grpc.use_local_subchannel_pool", 1)]) as channel:
        yield channel


def lives(address: str, metadata: Metadata = ()) -> None:
    with open_channel(address) as channel:
        assert pb.PingResponse.FromString(call(channel, b"\x0a\x01x", metadata=metadata)).payload == b"x"


class Certificates:
    """A CA, a server's pair, a client's pair, and another CA's pair, as files."""

    def __init__(self, folder: Path) -> None:
        ca, other = trustme.CA(), trustme.CA()
        self.ca, self.other_ca = folder / "ca.pem", folder / "other_ca.pem"
        ca.cert_pem.write_to_path(str(self.ca))
        other.cert_pem.write_to_path(str(self.other_ca))
        pairs = {"server": ca.issue_cert("127.0.0.1", "localhost"), "client": ca.issue_cert("client")}
        for name, leaf in (pairs | {"stranger": other.issue_cert("client")}).items():
            leaf.private_key_pem.write_to_path(str(folder / f"{name}.key"))
            leaf.cert_chain_pems[0].write_to_path(str(folder / f"{name}.pem"))
        self.folder = folder
        self.server = ("--tls-cert", str(folder / "server.pem"), "--tls-key", str(folder / "server.key"))

    def channel(self, address: str, ca: Path, client: str = "") -> Any:
        pair: Any = (None, None)
        if client:
            pair = tuple((self.folder / f"{client}.{end}").read_bytes() for end in ("key", "pem"))
        return grpc.secure_channel(address, grpc.ssl_channel_credentials(ca.read_bytes(), *pair))


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return Certificates(tmp_path_factory.mktemp("certificates"))


def test_tls(certificates: Certificates) -> None:
    with serving.server(*certificates.server) as served:
        with certificates.channel(served.address, certificates.ca) as channel:
            assert call(channel) == b""
        with certificates.channel(served.address, certificates.other_ca) as channel:
            assert code_of(lambda: call(channel))[0] is StatusCode.UNAVAILABLE
        with open_channel(served.address) as channel:
            assert code_of(lambda: call(channel))[0] is StatusCode.UNAVAILABLE
        old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
        old.set_ciphers("DEFAULT:@SECLEVEL=0")
        with pytest.warns(DeprecationWarning):
            old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_1
        host, port = served.address.split(":")
        with socket.create_connection((host, int(port)), 10) as raw, pytest.raises(OSError):
            old.wrap_socket(raw)
        with certificates.channel(served.address, certificates.ca) as channel:
            assert call(channel) == b""


@pytest.mark.parametrize("client", ["", "stranger"])
def test_mutual_tls_refuses_strangers(certificates: Certificates, client: str) -> None:
    with serving.server(*certificates.server, "--tls-client-ca", str(certificates.ca)) as served:
        with certificates.channel(served.address, certificates.ca, client) as channel:
            assert code_of(lambda: call(channel))[0] is StatusCode.UNAVAILABLE
        with certificates.channel(served.address, certificates.ca, "client") as channel:
            assert call(channel) == b""


def test_workers_speak_tls_too(certificates: Certificates) -> None:
    with (
        serving.server("--workers", "2", *certificates.server) as served,
        certificates.channel(served.address, certificates.ca) as channel,
    ):
        grpc.channel_ready_future(channel).result(serving.SECONDS)
        assert call(channel) == b""


def test_settings_that_cannot_work_are_refused(certificates: Certificates, tmp_path: Path) -> None:
    cert, key = certificates.server[1], certificates.server[3]
    raw, junk, empty = (tmp_path / name for name in ("raw", "junk", "empty"))
    made, line = keys.new("player")
    raw.write_text(made + " player\n")
    junk.write_text("# fine\n" + line + "\nsha256:12 player\n")
    empty.write_text("# nobody\n")
    twice = tmp_path / "twice"
    twice.write_text(f"{line}\n{line}\n")
    role = tmp_path / "role"
    role.write_text(line.replace("player", "king"))
    for arguments, why in [
        (["--tls-cert", cert], "go together"),
        (["--tls-client-ca", cert], "needs --tls-cert"),
        (["--tls-cert", cert, "--tls-key", str(junk)], "can't use certificate"),
        (["--tls-cert", str(tmp_path / "none"), "--tls-key", key], "can't use certificate"),
        ([*certificates.server, "--tls-client-ca", str(junk)], "can't use the client CA"),
        (["--api-keys", str(tmp_path / "none")], "can't read"),
        (["--api-keys", str(raw)], "line 1: this is a key"),
        (["--api-keys", str(junk)], "line 3"),
        (["--api-keys", str(empty)], "no key"),
        (["--api-keys", str(twice)], "line 2: the same key again"),
        (["--api-keys", str(role)], "line 1: a role is one of"),
        (["--metrics-address", "0.0.0.0:0"], "not a loopback"),
    ]:
        process = serving.spawn("--address", "127.0.0.1:0", *arguments)
        _, text = process.communicate(timeout=serving.SECONDS)
        assert process.returncode == 2, text
        assert text.startswith("tileengine serve: ") and why in text
        assert made not in text


class Guarded:
    """A server with keys and the keys for it."""

    def __init__(self, served: Served, made: dict[str, str]) -> None:
        self.served = served
        self.address = served.address
        self.keys = made

    def metadata(self, role: str) -> Metadata:
        return ((keys.HEADER, self.keys[role]),)


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Guarded]:
    made = {role: keys.new(role) for role in ("trusted", "player", "admin", "trusted,player")}
    path = tmp_path_factory.mktemp("keys") / "keys"
    path.write_text("# keys\n\n" + "".join(f"{line}  # a name\n" for _, line in made.values()))
    with serving.server("--api-keys", str(path), "--receive-max", "65536", "--receive-seconds", "1") as served:
        yield Guarded(served, {role: key for role, (key, _) in made.items()})


MATCHES = "/tileengine.v1.MatchService/GetMatch"


@pytest.mark.parametrize(
    ("role", "method", "code", "reason"),
    [
        ("trusted", PING, StatusCode.OK, ""),
        ("admin", PING, StatusCode.OK, ""),
        ("trusted,player", PING, StatusCode.OK, ""),
        ("player", PING, StatusCode.PERMISSION_DENIED, "WRONG_ROLE"),
        ("trusted", MATCHES, StatusCode.PERMISSION_DENIED, "WRONG_ROLE"),
        ("player", "/tileengine.v1.AnalysisService/SuggestMove", StatusCode.PERMISSION_DENIED, "WRONG_ROLE"),
        ("player", "/tileengine.v1.SolverService/Nothing", StatusCode.UNIMPLEMENTED, ""),
    ],
)
def test_roles(guarded: Guarded, role: str, method: str, code: grpc.StatusCode, reason: str) -> None:
    with open_channel(guarded.address) as channel:
        if code is StatusCode.OK:
            assert call(channel, method=method, metadata=guarded.metadata(role)) == b""
        else:
            assert code_of(lambda: call(channel, method=method, metadata=guarded.metadata(role)))[:2] == (code, reason)


def test_a_player_gets_through_to_matches(guarded: Guarded) -> None:
    with open_channel(guarded.address) as channel:
        code, reason, _ = code_of(lambda: call(channel, method=MATCHES, metadata=guarded.metadata("player")))
    assert (code, reason) not in [(StatusCode.PERMISSION_DENIED, "WRONG_ROLE"), (StatusCode.UNAUTHENTICATED, "BAD_KEY")]


@pytest.mark.parametrize(
    "presented",
    [
        (),
        ((keys.HEADER, ""),),
        ((keys.HEADER, "te_wrong"),),
        ((keys.HEADER, "x" * 5000),),
        ((keys.HEADER, "~!@#$%^&*() '\" ;--"),),
        (("authorization", "Bearer te_wrong"),),
    ],
)
def test_no_key_and_wrong_keys(guarded: Guarded, presented: Metadata) -> None:
    with open_channel(guarded.address) as channel:
        refused = code_of(lambda: call(channel, metadata=presented))
    assert refused[:2] == (StatusCode.UNAUTHENTICATED, "BAD_KEY")


def test_health_needs_no_key_and_reflection_any(guarded: Guarded) -> None:
    reflection = "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo"
    with open_channel(guarded.address) as channel:
        assert call(channel, method=HEALTH) == b"\x08\x01"
        ask = channel.stream_stream(reflection)
        assert code_of(lambda: list(ask(iter([b"\x3a\x00"]), timeout=10)))[1] == "BAD_KEY"
        assert list(ask(iter([b"\x3a\x00"]), metadata=guarded.metadata("player"), timeout=10))


def test_every_service_is_in_a_row_of_the_roles() -> None:
    with serving.server() as served, open_channel(served.address) as channel:
        ask = channel.stream_stream("/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo")
        (listed,) = ask(iter([b"\x3a\x00"]), timeout=10)
    from grpc_reflection.v1alpha import reflection_pb2

    names = {s.name for s in reflection_pb2.ServerReflectionResponse.FromString(listed).list_services_response.service}
    ours = {name for name in names if name.startswith("tileengine.")}
    assert ours and ours <= set().union(*keys.ROLES.values())


def raw_bytes(address: str, sent: bytes, seconds: float = 5) -> bytes:
    """What comes back for bytes that are no gRPC, until the server closes or time is up."""
    host, port = address.split(":")
    got = b""
    with socket.create_connection((host, int(port)), seconds) as raw, contextlib.suppress(OSError):
        raw.sendall(sent)
        while chunk := raw.recv(65536):
            got += chunk
    return got


PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"


def test_attacks_on_bytes_and_metadata(guarded: Guarded) -> None:
    trusted = guarded.metadata("trusted")
    state = "/tileengine.v1.RulesService/"
    with open_channel(guarded.address) as channel:
        assert code_of(lambda: call(channel, b"x" * 100_000, metadata=trusted))[0] is StatusCode.RESOURCE_EXHAUSTED
        for junk in (b"\xff" * 50, b"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", b"\x0b" * 200, b"\x00"):
            refused = code_of(lambda junk=junk: call(channel, junk, metadata=trusted))  # type: ignore[misc]
            assert refused[:2] == (StatusCode.INVALID_ARGUMENT, "BAD_FIELD")
        huge = (*trusted, *((f"x-{n}", "y" * 1000) for n in range(20)))
        assert code_of(lambda: call(channel, metadata=huge))[0] is StatusCode.RESOURCE_EXHAUSTED
        binary = (*trusted, ("x-junk-bin", bytes(range(256))), ("x-call-id", "../../etc \\ %00 <b>"))
        assert call(channel, metadata=binary) == b""
        for body in (  # numbers beyond every range: an enum, a limit, seats
            serving.deal_request(2**31 - 1).SerializeToString(),
            serving.deal_request(-(2**31)).SerializeToString(),
            serving.deal_request(games.games()[0].id, seats=2**32 - 1).SerializeToString(),
            serving.deal_request(games.games()[0].id, preset="\u202e\x00\x1b[2J\U0001f3b2").SerializeToString(),
        ):
            refused = code_of(lambda body=body: call(channel, body, state + "Deal", trusted))  # type: ignore[misc]
            assert refused[0] is StatusCode.INVALID_ARGUMENT
    for sent in (b"GET / HTTP/1.1\r\n\r\n", b"\x00" * 1000, PREFACE + b"\xff" * 500, b"\x16\x03\x01" + b"a" * 300):
        raw_bytes(guarded.address, sent, 3)
    lives(guarded.address, trusted)


def test_a_request_that_never_comes_is_given_up(guarded: Guarded) -> None:
    """Headers without a message, on more streams than one connection may have."""
    hold = threading.Event()

    def never() -> Iterator[bytes]:
        hold.wait(serving.SECONDS)
        yield from ()

    with open_channel(guarded.address) as channel:
        ask = channel.stream_unary(PING)
        waiting = [ask.future(never(), metadata=guarded.metadata("trusted"), timeout=20) for _ in range(150)]
        lives(guarded.address, guarded.metadata("trusted"))
        codes = [future.code() for future in waiting]
        hold.set()
    # Streams over --streams-max are refused or wait, as the client learns of the limit late or early.
    assert codes.count(StatusCode.DEADLINE_EXCEEDED) >= 128
    assert set(codes) <= {StatusCode.DEADLINE_EXCEEDED, StatusCode.UNAVAILABLE}
    with open_channel(guarded.address) as channel:
        nothing = code_of(
            lambda: channel.stream_unary(PING)(iter([]), metadata=guarded.metadata("trusted"), timeout=10)
        )
    assert nothing[:2] == (StatusCode.INVALID_ARGUMENT, "BAD_FIELD")


def test_half_open_connections(guarded: Guarded) -> None:
    """300 connections that say nothing, or half a preface."""
    host, port = guarded.address.split(":")
    with contextlib.ExitStack() as stack:
        for number in range(300):
            raw = stack.enter_context(socket.create_connection((host, int(port)), 5))
            raw.sendall(PREFACE[: number % 24])
        lives(guarded.address, guarded.metadata("trusted"))


def test_a_flood_is_refused_for_its_caller_only(tmp_path: Path) -> None:
    one, two = keys.new("trusted"), keys.new("trusted")
    path = tmp_path / "keys"
    path.write_text(f"{one[1]}\n{two[1]}\n")
    limits = ("--caller-rate", "1", "--caller-burst", "20", "--caller-calls", "3")
    with serving.server("--api-keys", str(path), *limits) as served, open_channel(served.address) as channel:
        got = []
        for _ in range(60):
            try:
                call(channel, metadata=((keys.HEADER, one[0]),))
                got.append("OK")
            except grpc.RpcError as failure:
                assert failure.code() is StatusCode.RESOURCE_EXHAUSTED
                assert serving.info(failure).reason == "BUSY"
                got.append("BUSY")
        assert got[:20] == ["OK"] * 20 and "BUSY" in got[20:]
        assert call(channel, metadata=((keys.HEADER, two[0]),)) == b"", "others are served"
        refused = code_of(lambda: [call(channel, metadata=((keys.HEADER, one[0]),)) for _ in range(30)])
        assert refused[1] == "BUSY" and 0 < refused[2] <= 1001, "it says when to come back"
        wrong = [code_of(lambda: call(channel, metadata=((keys.HEADER, "te_guess"),)))[1] for _ in range(40)]
        assert wrong[:20] == ["BAD_KEY"] * 20 and "BUSY" in wrong, "guessing is limited, too"
        assert call(channel, method=HEALTH) == b"\x08\x01", "probes are not"

        hold = threading.Event()

        def silent() -> Iterator[bytes]:
            hold.wait(serving.SECONDS)
            yield from ()

        stream = channel.stream_stream("/tileengine.v1.RulesService/StreamBatch")
        second = ((keys.HEADER, two[0]),)
        held = [stream(silent(), metadata=second, timeout=20) for _ in range(3)]
        for _ in range(1000):
            try:
                call(channel, metadata=second)
            except grpc.RpcError as failure:
                assert serving.info(failure).reason == "BUSY"
                break
        else:
            raise AssertionError("three calls at work did not fill the caller's limit")
        hold.set()
        assert [list(each) for each in held] == [[], [], []]


def test_the_servers_own_limit_has_a_reason_too() -> None:
    with serving.server("--calls-max", "2") as served, open_channel(served.address) as channel:
        hold = threading.Event()

        def requests() -> Iterator[bytes]:
            yield pb.StreamBatchRequest(tag=1).SerializeToString()
            hold.wait(serving.SECONDS)

        streams = [channel.stream_stream("/tileengine.v1.RulesService/StreamBatch")(requests()) for _ in range(2)]
        for stream in streams:
            next(stream)
        code, reason, wait = code_of(lambda: call(channel))
        assert (code, reason) == (StatusCode.RESOURCE_EXHAUSTED, "BUSY") and wait > 0
        assert call(channel, method=HEALTH) == b"\x08\x01"
        hold.set()
        for stream in streams:
            assert not list(stream)
        assert call(channel) == b""


def test_logs_hold_no_secret(tmp_path: Path) -> None:
    key, line = keys.new("trusted")
    path = tmp_path / "keys"
    path.write_text(line + "\n")
    deal = serving.deal_request(games.games()[0].id, seed=b"SECRETSEED").SerializeToString()
    with serving.server("--api-keys", str(path), "--access-log", "all", "--log-level", "debug") as served:
        known = ((keys.HEADER, key), ("authorization", "Bearer SECRETTOKEN"), ("x-call-id", "mine-1"))
        with open_channel(served.address) as channel:
            call(channel, deal, "/tileengine.v1.RulesService/Deal", known)
            code_of(lambda: call(channel, metadata=((keys.HEADER, "te_SECRETGUESS"), ("x-call-id", "a b SECRET"))))
        served.process.terminate()
        served.process.wait(serving.SECONDS)
        assert served.process.stderr
        text = served.process.stderr.read()
    assert "SECRET" not in text and key not in text
    lines = [json.loads(each) for each in text.splitlines()]
    done, refused = (each for each in lines if each["event"] == "call")
    assert (done["method"], done["code"], done["call_id"]) == ("/tileengine.v1.RulesService/Deal", "OK", "mine-1")
    assert done["caller"] == "key:" + line.removeprefix("sha256:")[:8]
    assert done["received_bytes"] == len(deal) and done["sent_bytes"] > 0 and done["engine_us"] >= 0
    assert (refused["code"], refused["caller"]) == ("UNAUTHENTICATED", "ipv4:127.0.0.1")


def test_call_ids_and_times_in_trailers(guarded: Guarded) -> None:
    with open_channel(guarded.address) as channel:
        named = (*guarded.metadata("trusted"), ("x-call-id", "game-7.move_3"))
        _, done = channel.unary_unary(PING).with_call(b"", metadata=named, timeout=10)
        assert trailers(done)["x-call-id"] == "game-7.move_3"
        parts = dict(part.split("=") for part in trailers(done)["x-tileengine-time"].split())
        assert set(parts) == {"engine", "queue", "encoding"} and all(int(value) >= 0 for value in parts.values())
        with pytest.raises(grpc.RpcError) as caught:
            call(channel, b"\xff", metadata=guarded.metadata("trusted"))
        assert trailers(caught.value)["x-call-id"]


def test_metrics() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with serving.server("--metrics-address", f"127.0.0.1:{port}") as served, open_channel(served.address) as channel:
        for _ in range(3):
            call(channel)
        code_of(lambda: call(channel, b"\xff"))
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as page:
            text = page.read().decode()
    counts = [line for line in text.splitlines() if line.startswith("rpc_server_call_duration_seconds_count")]
    ok, bad = (next(line for line in counts if f'"{code}"' in line) for code in ("OK", "INVALID_ARGUMENT"))
    assert ok.endswith(" 3.0") and bad.endswith(" 1.0")
    assert 'part="encoding"' in text and "rpc_server_active_calls" in text


def test_health_command(guarded: Guarded, certificates: Certificates, capsys: pytest.CaptureFixture[str]) -> None:
    from tileengine import cli

    assert cli.main(["health", "--address", guarded.address]) == 0
    assert cli.main(["health", "--address", guarded.address, "--service", "no.such"]) == 1
    assert cli.main(["health", "--address", "127.0.0.1:1"]) == 3
    with serving.server(*certificates.server) as served:
        assert cli.main(["health", "--address", served.address, "--tls-ca", str(certificates.ca)]) == 0
    assert "SERVING" in capsys.readouterr().out
