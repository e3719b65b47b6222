"""What the client's tests share: one real server for all of them, and clients of it. The games are named here only."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

PACKAGE = Path(__file__).parents[1]
ROOT = PACKAGE.parents[1]
if str(PACKAGE / "src") not in sys.path:
    sys.path.insert(0, str(PACKAGE / "src"))

from tileengine_client import AsyncClient, Client, Position  # noqa: E402

STOP_SECONDS = 10.0


@pytest.fixture(scope="session")
def environment() -> dict[str, str]:
    """Of child processes: both packages are importable, whether they are installed or not."""
    # An empty entry would mean the working directory.
    path = os.pathsep.join(filter(None, [str(ROOT), str(PACKAGE / "src"), os.environ.get("PYTHONPATH")]))
    return {**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"}


@pytest.fixture(scope="session")
def start_server(environment: dict[str, str]) -> Iterator[StartServer]:
    """Starts servers, and ends each of them by its own id."""
    starter = StartServer(environment)
    yield starter
    for process in starter.processes:
        stop(process)


class StartServer:
    """Call it for (process, address) of a new server."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = environment
        self.processes: list[subprocess.Popen[str]] = []

    def __call__(self, *arguments: str) -> tuple[subprocess.Popen[str], str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "tileengine", "serve", "--address", "127.0.0.1:0", *arguments],
            stderr=subprocess.PIPE,
            text=True,
            env=self.environment,
            cwd=ROOT,
        )
        self.processes.append(process)
        assert process.stderr is not None
        line = process.stderr.readline()
        assert line, "the server ended before it listened"
        return process, str(json.loads(line)["address"])


def stop(process: subprocess.Popen[str]) -> None:
    """Ends a server and waits for it, a bounded time."""
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stderr is not None:
        process.stderr.close()


@pytest.fixture(scope="session")
def address(start_server: StartServer) -> str:
    """Where the server of all tests is."""
    return start_server()[1]


@pytest.fixture(scope="session")
def client(address: str) -> Iterator[Client]:
    with Client(address) as made:
        made.wait_ready()
        yield made


@pytest_asyncio.fixture
async def async_client(address: str) -> AsyncIterator[AsyncClient]:
    async with AsyncClient(address) as made:
        yield made


@pytest.fixture(params=["triple_peaks", "triominos", "tantrix", "triz"])
def slug(request: pytest.FixtureRequest, client: Client) -> str:
    """Each game."""
    name: str = request.param
    assert name in {game.slug for game in client.games()}
    return name


@pytest.fixture
def silent() -> Iterator[str]:
    """The address of somebody who takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as held:
        yield f"127.0.0.1:{held.getsockname()[1]}"


@pytest.fixture
def position(client: Client, slug: str) -> Position:
    """A first position of each game."""
    return client.deal(slug, seed=7).position
