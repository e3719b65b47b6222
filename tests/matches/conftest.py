"""A server with matches in memory, and a client of it, for every test that asks."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.matches.client import Client
from tileengine.transport.config import ServerConfig
from tileengine.transport.server import Server


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    server = Server(ServerConfig(address="127.0.0.1:0", grace_seconds=0.0))
    await server.start()
    yield server
    await server.stop()


@pytest.fixture
async def client(server: Server) -> AsyncIterator[Client]:
    client = Client(server.address)
    yield client
    await client.close()
