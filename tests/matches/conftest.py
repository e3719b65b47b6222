"""Servers over each kind of store, and a client, for every test that asks. Redis is a real server, never a stand-in."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import redis

from tests.matches.client import Client
from tests.matches.redis_server import RedisServer
from tileengine.transport.config import ServerConfig
from tileengine.transport.server import Server

STORES = ("memory", "sqlite", "redis")


@pytest.fixture(scope="session")
def redis_server() -> Iterator[RedisServer]:
    with RedisServer() as server:
        yield server


@pytest.fixture(params=STORES)
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A store with nothing in it."""
    if request.param == "redis":
        server: RedisServer = request.getfixturevalue("redis_server")
        with redis.Redis.from_url(server.url) as link:
            link.flushall()
        return server.url
    return {"memory": "memory:", "sqlite": f"sqlite:{tmp_path / 'matches.db'}"}[request.param]


@pytest.fixture
async def server(store_url: str) -> AsyncIterator[Server]:
    server = Server(ServerConfig(address="127.0.0.1:0", grace_seconds=0.0, store=store_url))
    await server.start()
    yield server
    await server.stop()


@pytest.fixture
async def client(server: Server) -> AsyncIterator[Client]:
    client = Client(server.address)
    yield client
    await client.close()
