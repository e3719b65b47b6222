"""The engine as a plugin: the line for the host, who may connect, and a life that never outlasts the host's."""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2

from tests import serving
from tests.serving import SECONDS, Rules
from tileengine.transport.plugin import contract
from tileengine.v1 import rules_service_pb2 as pb

ROOT = Path(__file__).parent.parent
COMMAND = (sys.executable, "-m", "tileengine", "plugin")
GO_LIBRARY = Path("/usr/share/gocode/src/github.com/hashicorp/go-plugin")


def environment(**variables: str) -> dict[str, str]:
    """What a host gives its plugin."""
    return serving.environment(**{contract.COOKIE_KEY: contract.COOKIE_VALUE, **variables})


class Loaded:
    """A plugin that a test hosts."""

    def __init__(self, process: subprocess.Popen[str], line: str) -> None:
        self.process = process
        self.fields = line.rstrip("\n").split("|")
        self.path = Path(self.fields[3])

    def channel(self, **options: Any) -> grpc.Channel:
        return grpc.insecure_channel(f"unix:{self.path}", **options)

    def end(self) -> tuple[int, str, str]:
        """Its exit code, and what it still wrote to stdout and stderr; fails when it does not end by itself."""
        out, log = self.process.communicate(timeout=SECONDS)
        return self.process.returncode, out, log


@contextmanager
def plugin(*arguments: str, command: tuple[str, ...] = COMMAND, **variables: str) -> Iterator[Loaded]:
    process = subprocess.Popen(
        [*command, *arguments],
        env=environment(**variables),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line, process.communicate()[1]
        yield Loaded(process, line)
    finally:
        if process.poll() is None:
            process.terminate()
            try:
                process.communicate(timeout=SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                process.communicate()


def refused(*arguments: str, **variables: str) -> str:
    """Why a plugin did not start; it says so on stderr and writes no line."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        env=environment(**variables),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 1, done.stderr
    assert not done.stdout
    return done.stderr


def shut_down(channel: grpc.Channel) -> None:
    method: Any = channel.unary_unary("/plugin.GRPCController/Shutdown")
    method(b"", timeout=SECONDS)


def read_output(channel: grpc.Channel) -> Any:
    """The stream of what a plugin writes to its stdout and stderr."""
    method: Any = channel.unary_stream("/plugin.GRPCStdio/StreamStdio")
    return method(b"", timeout=SECONDS)


def broker_stream(channel: grpc.Channel) -> Any:
    """The stream by which host and plugin would tell each other of callbacks."""
    method: Any = channel.stream_stream("/plugin.GRPCBroker/StartStream")
    return method(iter(()), timeout=SECONDS)


def wait_until(true: Callable[[], bool]) -> None:
    until = time.monotonic() + SECONDS
    while not true():
        assert time.monotonic() < until
        time.sleep(0.05)


def test_without_a_host_it_says_what_it_is() -> None:
    for cookie in ("", "something else"):
        said = refused(**{contract.COOKIE_KEY: cookie})
        assert "tileengine serve" in said


def test_the_line_is_all_that_stdout_gets() -> None:
    with plugin() as loaded:
        assert loaded.fields == ["1", "1", "unix", str(loaded.path), "grpc", ""]
        with loaded.channel() as channel:
            assert Rules(channel).Ping(pb.PingRequest(payload=b"hello")).payload == b"hello"
            shut_down(channel)
        code, out, log = loaded.end()
        assert (code, out) == (0, "")
        assert not loaded.path.parent.exists()
        for line in map(json.loads, log.splitlines()):
            assert {"@timestamp", "@level", "@module", "@message"} <= set(line)
            assert "time" not in line


def test_a_stray_print_goes_elsewhere() -> None:
    code = (
        "import sys, threading; print('early'); "
        "from tileengine.transport.plugin import contract; from tileengine.cli import main; "
        "handshake = contract.handshake; "
        "contract.handshake = lambda *arguments: (print('middle', flush=True), handshake(*arguments))[1]; "
        "sys.exit(main(['plugin']))"
    )
    with plugin(command=(sys.executable, "-c", code), PYTHONUNBUFFERED="") as loaded:
        assert loaded.fields[0] == "1"
        with loaded.channel() as channel:
            shut_down(channel)
        code_, out, log = loaded.end()
        assert (code_, out) == (0, "")
        assert "early" in log
        assert "middle" in log


@pytest.mark.parametrize(
    ("listed", "version"), [("1", 1), ("3,1,2", 1), ("2,3", 1), ("", 1), ("x, 1 ,-4", 1), ("9" * 400, 1)]
)
def test_versions(listed: str, version: int, monkeypatch: pytest.MonkeyPatch) -> None:
    cookie = {contract.COOKIE_KEY: contract.COOKIE_VALUE}
    assert contract.read({**cookie, "PLUGIN_PROTOCOL_VERSIONS": listed}).version == version
    monkeypatch.setattr(contract, "VERSIONS", (1, 2, 3))
    common = {"1": 1, "3,1,2": 3, "2,3": 3}
    assert contract.read({**cookie, "PLUGIN_PROTOCOL_VERSIONS": listed}).version == common.get(listed, 1)


def test_only_the_user_may_connect() -> None:
    with plugin() as loaded:
        assert stat.S_IMODE(loaded.path.parent.stat().st_mode) == 0o700
        assert stat.S_IMODE(loaded.path.stat().st_mode) & 0o077 == 0


def test_a_group_may_connect_when_the_host_says_so() -> None:
    with plugin(PLUGIN_UNIX_SOCKET_GROUP=str(os.getgid())) as loaded:
        for path, mode in ((loaded.path, 0o660), (loaded.path.parent, 0o710)):
            assert stat.S_IMODE(path.stat().st_mode) == mode
            assert path.stat().st_gid == os.getgid()
    assert "PLUGIN_UNIX_SOCKET_GROUP" in refused(PLUGIN_UNIX_SOCKET_GROUP="no such group")


def test_the_hosts_folder_is_used_and_left(tmp_path: Path) -> None:
    with plugin(PLUGIN_UNIX_SOCKET_DIR=str(tmp_path)) as one, plugin(PLUGIN_UNIX_SOCKET_DIR=str(tmp_path)) as other:
        assert one.path.parent == other.path.parent == tmp_path
        assert one.path != other.path
        for loaded in (one, other):
            with loaded.channel() as channel:
                shut_down(channel)
            assert loaded.end()[0] == 0
    assert list(tmp_path.iterdir()) == []
    assert "shorter folder" in refused(PLUGIN_UNIX_SOCKET_DIR=str(tmp_path / ("x" * 100)))


def test_multiplexing_is_declined_when_it_is_asked_for() -> None:
    with plugin(PLUGIN_MULTIPLEX_GRPC="true") as loaded:
        assert loaded.fields[6:] == ["false"]


def test_hosts_find_health_stdio_and_broker() -> None:
    with plugin() as loaded, loaded.channel() as channel:
        check = channel.unary_unary(
            "/grpc.health.v1.Health/Check",
            request_serializer=health_pb2.HealthCheckRequest.SerializeToString,
            response_deserializer=health_pb2.HealthCheckResponse.FromString,
        )
        for name in ("plugin", "tileengine.v1.RulesService"):
            found = check(health_pb2.HealthCheckRequest(service=name), timeout=SECONDS)
            assert found.status == health_pb2.HealthCheckResponse.SERVING
        stdio, broker = read_output(channel), broker_stream(channel)
        assert check(health_pb2.HealthCheckRequest(service="plugin"), timeout=SECONDS)
        assert stdio.is_active()
        assert broker.is_active()
        shut_down(channel)
        assert list(stdio) == list(broker) == []
        assert loaded.end()[0] == 0


def test_keys_and_limits_do_not_stop_the_host(tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    keys.write_text(f"sha256:{'0' * 64} trusted\n", encoding="ascii")
    with plugin("--api-keys", str(keys), "--calls-max", "1") as loaded, loaded.channel() as channel:
        with pytest.raises(grpc.RpcError) as failure:
            Rules(channel).Ping(pb.PingRequest())
        assert failure.value.code() is grpc.StatusCode.UNAUTHENTICATED
        stdio = read_output(channel)
        shut_down(channel)
        assert list(stdio) == []
        assert loaded.end()[0] == 0


def test_signals() -> None:
    with plugin() as loaded, loaded.channel() as channel:
        loaded.process.send_signal(signal.SIGINT)
        assert Rules(channel).Ping(pb.PingRequest(payload=b"still")).payload == b"still"
        loaded.process.send_signal(signal.SIGTERM)
        assert loaded.end()[0] == 0
        assert not loaded.path.exists()


HOST = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, text=True)
print(process.pid, process.stdout.readline(), end="", flush=True)
sys.stdin.read()
"""


def ended(pid: int) -> bool:
    """True when no such process runs, or one that only waits to be collected."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")
def test_a_plugin_ends_with_its_host_unless_told_otherwise() -> None:
    for arguments in ((), ("--outlive-host",)):
        host = subprocess.Popen(
            [sys.executable, "-c", HOST, *COMMAND, *arguments],
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert host.stdout is not None
        assert host.stdin is not None
        pid, _, line = host.stdout.readline().partition(" ")
        path = Path(line.split("|")[3])
        assert path.exists()
        host.kill()
        host.wait()
        host.stdout.close()
        host.stdin.close()
        if arguments:
            time.sleep(1.5)  # three times as long as it takes to notice
            assert path.exists()
            os.kill(int(pid), signal.SIGTERM)
        wait_until(partial(ended, int(pid)))
        assert not path.parent.exists()


def test_tls_is_the_hosts_wish_and_its_certificate_the_one_that_counts() -> None:
    with plugin(PLUGIN_CLIENT_CERT="a certificate") as loaded, plugin(PLUGIN_CLIENT_CERT="another") as other:
        told = loaded.fields[5]
        assert "=" not in told
        assert len(told) > 50
        assert other.fields[5] != told
        roots = pem(told)
        with secure(loaded, roots) as channel:
            assert Rules(channel).Ping(pb.PingRequest(payload=b"x")).payload == b"x"
            shut_down(channel)
        assert loaded.end()[0] == 0
        for channel in (secure(other, roots), other.channel()):
            with channel, pytest.raises(grpc.RpcError) as failure:
                Rules(channel).Ping(pb.PingRequest(), timeout=2)
            assert failure.value.code() in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED)


def pem(told: str) -> bytes:
    der = base64.b64decode(told + "=" * (-len(told) % 4), validate=True)
    body = base64.encodebytes(der).decode("ascii")
    return f"-----BEGIN CERTIFICATE-----\n{body}-----END CERTIFICATE-----\n".encode()


def secure(loaded: Loaded, roots: bytes) -> grpc.Channel:
    return grpc.secure_channel(
        f"unix:{loaded.path}",
        grpc.ssl_channel_credentials(roots),
        options=[("grpc.ssl_target_name_override", "localhost")],
    )


def test_tls_without_its_library_says_what_to_install() -> None:
    code = "import sys; sys.modules['cryptography'] = None; from tileengine.cli import main; sys.exit(main(['plugin']))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment(PLUGIN_CLIENT_CERT="a certificate"),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "tileengine[plugin]" in done.stderr


def test_the_store_is_opened_or_the_host_hears_why(tmp_path: Path) -> None:
    with plugin("--store", f"sqlite:{tmp_path / 'matches.db'}"):
        assert (tmp_path / "matches.db").exists()
    assert "nonsense" in refused("--store", "nonsense:")


def test_the_page_tells_the_truth() -> None:
    """The snippet of docs/plugin.md runs as it stands, and its cookie is that of the code."""
    page = (ROOT / "docs/plugin.md").read_text(encoding="utf-8")
    assert contract.COOKIE_VALUE in page
    (snippet,) = re.findall(r"^```python\n(.*?)^```", page, re.M | re.S)
    command = f"[{', '.join(map(repr, COMMAND))}]"
    assert '["tileengine", "plugin"]' in snippet
    env = serving.environment()
    env["PYTHONPATH"] += os.pathsep + str(ROOT / "clients/python/src")
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", snippet.replace('["tileengine", "plugin"]', command)],
        env=env,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "tantrix" in done.stdout


@pytest.fixture(scope="module")
def go_host(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A host written with go-plugin itself, from Debian's packages."""
    go = shutil.which("go")
    if go is None or not GO_LIBRARY.exists():
        pytest.skip("needs Debian's golang-go, golang-github-hashicorp-go-plugin-dev and golang-google-grpc-dev")
    made = tmp_path_factory.mktemp("go")
    env = {**os.environ, "GO111MODULE": "off", "GOPATH": "/usr/share/gocode", "GOCACHE": str(made / "cache")}
    subprocess.run([go, "build", "-o", str(made / "host"), "."], cwd=ROOT / "tests/plugin_host", env=env, check=True)
    return str(made / "host")


@pytest.mark.parametrize("flags", [(), ("-tls",), ("-crash",)])
def test_a_host_of_go_plugin_loads_it(go_host: str, flags: tuple[str, ...]) -> None:
    command = [go_host, *flags, *COMMAND]
    done = subprocess.run(
        command, env=serving.environment(), capture_output=True, text=True, timeout=2 * SECONDS, check=False
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["version"], found["ping"], found["echo"]) == (1, "ok", "hello")
    assert found["exited"] is (flags != ("-crash",))
    log = [json.loads(line) for line in done.stderr.splitlines()]
    (listening,) = [line for line in log if line["@message"] == "listening"]
    assert listening["@level"] == "info"  # the host took our log lines apart
    path = Path(listening["address"].removeprefix("unix:"))
    wait_until(lambda: not path.parent.exists())
