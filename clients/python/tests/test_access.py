"""Servers that do not talk to everybody: API keys and TLS, through both clients, bots and the terminal."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import grpc
import pytest
import trustme

from tileengine_client import AsyncClient, Client, errors, matches, queries
from tileengine_client.bots import play_seats
from tileengine_client.terminal import main
from tileengine_client.terminal.app import KEY_VARIABLE

Starter = Callable[..., tuple[subprocess.Popen[str], str]]

GAME = "triominos"
ROLES = ("trusted", "player")


@pytest.fixture(scope="module")
def keys(environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, str]]:
    """The server's file, and per role a key."""
    lines, made = [], {}
    for role in ROLES:
        command = [sys.executable, "-m", "tileengine", "keys", "new", role]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=True)
        said = dict(line.split(": ", 1) for line in done.stdout.splitlines())
        made[role] = next(value for name, value in said.items() if name.startswith("key"))
        lines += [value for name, value in said.items() if name.startswith("line")]
    path = tmp_path_factory.mktemp("keys") / "keys"
    path.write_text("\n".join(lines) + "\n", encoding="ascii")
    return path, made


@pytest.fixture(scope="module")
def guarded(start_server: Starter, keys: tuple[Path, dict[str, str]]) -> str:
    """Where a server is that wants keys."""
    return start_server("--api-keys", str(keys[0]))[1]


async def test_a_key_opens_what_its_role_may_call(guarded: str, keys: tuple[Path, dict[str, str]]) -> None:
    for key, asked, refused in (
        ("", None, errors.Unauthenticated),
        ("te_wrong", None, errors.Unauthenticated),
        (keys[1]["trusted"], queries.games(), None),
        (keys[1]["trusted"], None, errors.PermissionDenied),
        (keys[1]["player"], matches.list_page(), None),
        (keys[1]["player"], queries.games(), errors.PermissionDenied),
    ):
        question = asked or matches.list_page()
        with Client(guarded, api_key=key) as client:
            client.wait_ready()
            if refused is None:
                assert client.ask(question) is not None
            else:
                with pytest.raises(refused):
                    client.ask(question)
        async with AsyncClient(guarded, api_key=key) as other:
            await other.wait_ready()
            if refused is None:
                assert await other.ask(question) is not None
            else:
                with pytest.raises(refused):
                    await other.ask(question)


async def test_streams_carry_the_key_too(guarded: str, keys: tuple[Path, dict[str, str]]) -> None:
    with Client(guarded, api_key=keys[1]["player"]) as client:
        made = client.ask(matches.create(GAME, seats=[matches.reserved_seat()] * 2))
        seats = [access for access in made.seats if access is not None]
        left = play_seats(client, seats, lambda turn: None)
        assert [one.cause for one in left] == ["over"] * 2
        assert [event.kind for event in client.watch(made.match.match_id)][-1] == "ended"
    async with AsyncClient(guarded, api_key=keys[1]["player"]) as other:
        assert [event.kind async for event in other.watch(made.match.match_id)][-1] == "ended"
    with Client(guarded, api_key=keys[1]["trusted"]) as client:
        position = client.deal(GAME, seed=1).position
        assert next(client.stream([[queries.score(position)]]))
        assert client.analyse(position, playouts=50).final
    async with AsyncClient(guarded, api_key=keys[1]["trusted"]) as other:
        assert [answers async for answers in other.stream([[queries.score(position)]])]


def test_a_key_is_not_printed() -> None:
    with Client("127.0.0.1:1", api_key="te_secret") as client:
        assert "te_secret" not in f"{client!r} {vars(client)!r}"


def test_the_terminal_takes_its_key_from_the_environment(
    guarded: str, keys: tuple[Path, dict[str, str]], capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(KEY_VARIABLE, raising=False)
    assert main(["--list", "--server", guarded]) == 2
    assert KEY_VARIABLE in capfd.readouterr().err
    monkeypatch.setenv(KEY_VARIABLE, keys[1]["trusted"])
    assert main(["--list", "--server", guarded]) == 0


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> tuple[trustme.CA, Path]:
    """A certificate authority, and a folder for files."""
    return trustme.CA(), tmp_path_factory.mktemp("tls")


@pytest.fixture(scope="module")
def encrypted(start_server: Starter, authority: tuple[trustme.CA, Path]) -> str:
    """Where a server is that speaks TLS."""
    ca, folder = authority
    issued = ca.issue_cert("127.0.0.1")
    issued.private_key_pem.write_to_path(folder / "key.pem")
    for blob in issued.cert_chain_pems:
        blob.write_to_path(folder / "cert.pem", append=True)
    ca.cert_pem.write_to_path(folder / "ca.pem")
    return start_server("--tls-cert", str(folder / "cert.pem"), "--tls-key", str(folder / "key.pem"))[1]


def test_tls(encrypted: str, authority: tuple[trustme.CA, Path], capfd: pytest.CaptureFixture[str]) -> None:
    ca, folder = authority
    with Client(encrypted, credentials=grpc.ssl_channel_credentials(ca.cert_pem.bytes())) as client:
        client.wait_ready()
        assert client.games()
    assert main(["--list", "--server", encrypted, "--tls-ca", str(folder / "ca.pem")]) == 0
    assert main(["--list", "--server", encrypted]) == 3
    for arguments, said in (
        (["--server", encrypted, "--tls-ca", str(folder / "none")], "can't be read"),
        (["--tls-ca", str(folder / "ca.pem")], "goes with --server"),
    ):
        assert main(["--list", *arguments]) == 2
        assert said in capfd.readouterr().err
