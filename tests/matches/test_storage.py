"""What every store has to do, run over memory, SQLite and a real Redis; and what only some of them can."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.matches.redis_server import RedisServer
from tileengine.matches.failures import Conflict, MatchExists, StoreFull, StoreUnavailable, UnknownMatch
from tileengine.matches.storage import BadStore, make_store
from tileengine.matches.storage.base import PAGE_MAX, Store, Stored, StoreLimits
from tileengine.matches.storage.memory import MemoryStore
from tileengine.matches.storage.redis import RedisStore
from tileengine.matches.storage.sqlite import SqliteStore


@pytest.fixture
async def store(store_url: str) -> AsyncIterator[Store]:
    store = make_store(store_url)
    await store.open()
    yield store
    await store.close()


def stored(version: int, data: bytes = b"data", wake_ms: int = 1_000, key: str = "") -> Stored:
    return Stored(version, data, wake_ms, key)


def events(first: int, count: int) -> list[bytes]:
    return [b"event %d" % number for number in range(first, first + count)]


async def test_what_was_kept_is_read(store: Store) -> None:
    data = bytes(range(256)) * 20
    await store.create("a", stored(2, data, 5, "k a"), events(1, 2))
    assert await store.load("a") == stored(2, data, 5, "k a")
    await store.append("a", 2, stored(4, b"", 6, "k a"), events(3, 2))
    assert await store.load("a") == stored(4, b"", 6, "k a")
    assert await store.events("a", 0, 10) == events(1, 4)
    assert await store.events("a", 1, 2) == events(2, 2)
    assert await store.events("a", 4, 2) == [] == await store.events("b", 0, 2)


async def test_ids_are_taken_once_and_unknown_ids_are_told(store: Store) -> None:
    await store.create("a", stored(1), events(1, 1))
    with pytest.raises(MatchExists):
        await store.create("a", stored(1, b"other"), events(1, 1))
    assert (await store.load("a")).data == b"data"
    for call in (store.load("b"), store.append("b", 1, stored(2), events(2, 1)), store.delete("b")):
        with pytest.raises(UnknownMatch):
            await call


async def test_of_many_writers_one_wins(store: Store) -> None:
    await store.create("a", stored(1), events(1, 1))
    for version in range(1, 6):
        tries = [store.append("a", version, stored(version + 1, b"%d" % i), events(version + 1, 1)) for i in range(8)]
        results = await asyncio.gather(*tries, return_exceptions=True)
        assert results.count(None) == 1
        assert all(result is None or isinstance(result, Conflict) for result in results)
        assert (await store.load("a")).data == b"%d" % results.index(None)
    assert await store.events("a", 0, 100) == events(1, 6)


async def test_deleted_matches_leave_nothing(store: Store) -> None:
    await store.create("a", stored(1, key="k a"), events(1, 1))
    await store.create("b", stored(1, key="k b"), events(1, 1))
    await store.delete("a")
    assert [found.key for found in await store.page("", 10)] == ["k b"]
    assert await store.events("a", 0, 10) == [] and await store.due(5_000, 10) == ["b"]
    await store.create("a", stored(1, key="k a"), events(7, 1))
    assert await store.events("a", 0, 10) == events(7, 1)


async def test_pages_are_in_order_and_bounded(store: Store) -> None:
    for number in range(30):
        await store.create(
            f"m{number}", stored(1, b"%d" % number, key=f"{number * 7 % 30:03d} m{number}"), events(1, 1)
        )
    await store.create("private", stored(1), events(1, 1))
    found: list[str] = []
    while page := await store.page(found[-1] if found else "", 7):
        assert len(page) <= 7
        found += [each.key for each in page]
    assert len(found) == 30 and found == sorted(found)


async def test_long_logs_come_in_bounded_pages(store: Store) -> None:
    await store.create("a", stored(3_000), events(1, 3_000))
    found: list[bytes] = []
    while page := await store.events("a", len(found), 100_000):
        assert len(page) <= PAGE_MAX
        found += page
    assert found == events(1, 3_000)


async def test_what_is_due_is_found_the_earliest_first(store: Store) -> None:
    for name, wake_ms in (("c", 30), ("a", 10), ("b", 20), ("later", 99)):
        await store.create(name, stored(1, wake_ms=wake_ms), events(1, 1))
    assert await store.due(9, 10) == []
    assert await store.due(30, 10) == ["a", "b", "c"] == await store.due(30, 10)
    assert await store.due(30, 2) == ["a", "b"]
    await store.append("a", 1, stored(2, wake_ms=98), events(2, 1))
    assert await store.due(30, 10) == ["b", "c"]
    await store.append("a", 2, stored(2, wake_ms=15), [])
    assert await store.due(30, 10) == ["a", "b", "c"]


async def test_watchers_are_woken_by_every_change_of_their_match(store: Store) -> None:
    await store.create("a", stored(1), events(1, 1))
    await store.create("b", stored(1), events(1, 1))
    with store.subscribe("a") as news, store.subscribe("b") as quiet:
        await asyncio.sleep(0.3)
        for subscription in (news, quiet):  # a store may wake everybody once when it connects
            subscription.wake()
            await subscription.wait()
        await store.append("a", 1, stored(2), events(2, 1))
        await asyncio.wait_for(news.wait(), 5)
        await store.delete("a")
        await asyncio.wait_for(news.wait(), 5)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(quiet.wait(), 0.05)


@pytest.mark.parametrize("kind", ["memory", "sqlite", "redis"])
async def test_a_full_store_says_so_and_has_room_again(kind: str, tmp_path: Path, redis_server: RedisServer) -> None:
    limits = StoreLimits(2, bytes_max=10_000)
    made: dict[str, Store] = {
        "memory": MemoryStore(limits),
        "sqlite": SqliteStore(str(tmp_path / "x.db"), limits),
        "redis": RedisStore(redis_server.url, limits, prefix=f"full{tmp_path.name}"),
    }
    store = made[kind]
    await store.open()
    try:
        await store.create("a", stored(1), events(1, 1))
        await store.create("b", stored(1), events(1, 1))
        with pytest.raises(StoreFull):
            await store.create("c", stored(1), events(1, 1))
        with pytest.raises(MatchExists):
            await store.create("a", stored(1), events(1, 1))
        await store.delete("a")
        await store.create("c", stored(1), events(1, 1))
        if kind == "memory":
            with pytest.raises(StoreFull):
                await store.append("c", 1, stored(2, bytes(20_000)), events(2, 1))
            assert (await store.load("c")).version == 1
    finally:
        await store.close()


async def test_sqlite_keeps_matches_and_belongs_to_one_server(tmp_path: Path) -> None:
    url = f"sqlite:{tmp_path / 'matches.db'}"
    first, second = make_store(url), make_store(url)
    await first.open()
    await first.create("a", stored(1), events(1, 1))
    with pytest.raises(StoreUnavailable, match="locked"):
        await second.open()
    await first.close()
    with pytest.raises(StoreUnavailable):
        await first.load("a")
    again = make_store(url)
    await again.open()
    assert await again.load("a") == stored(1)
    assert (tmp_path / "matches.db").stat().st_mode & 0o077 == 0
    await again.close()


async def test_a_file_that_is_no_store_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a database, " * 100)
    with pytest.raises(StoreUnavailable, match="not a database"):
        await make_store(f"sqlite:{path}").open()
    assert path.read_text() == "not a database, " * 100
    with pytest.raises(StoreUnavailable):
        await make_store(f"sqlite:{tmp_path / 'no' / 'folder' / 'x.db'}").open()


async def test_redis_down_is_unavailable_and_comes_back(tmp_path: Path) -> None:
    with RedisServer() as server:
        store = make_store(server.url)
        await store.open()
        try:
            await store.create("a", stored(1), events(1, 1))
            server.kill()
            for call in (store.load("a"), store.append("a", 1, stored(2), events(2, 1)), store.due(1, 1)):
                with pytest.raises(StoreUnavailable):
                    await call
            server.start()
            assert await store.load("a") == stored(1)
            with store.subscribe("a") as news:
                await asyncio.sleep(1.0)
                news.wake()
                await news.wait()
                await store.append("a", 1, stored(2), events(2, 1))
                await asyncio.wait_for(news.wait(), 5)
        finally:
            await store.close()
        server.kill()
        with pytest.raises(StoreUnavailable):
            await make_store(server.url).open()


def test_urls_that_name_no_store() -> None:
    for url in ("", "memory", "sqlite:", "postgres://x", "file:x"):
        with pytest.raises(BadStore):
            make_store(url)
