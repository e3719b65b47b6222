"""Matches in Redis or Valkey, shared by any number of servers: each can serve any match, and watchers on one see at
once what is played through another.

Every write is one Lua script, so it is atomic and checks the version it starts from. News travel by publish and
subscribe and carry an id only: a watcher that wakes reads the events themselves, so lost news lose nothing, and after
every reconnection all watchers are woken. Nothing is retried here: when Redis does not answer, callers are told so.
What is kept survives as well as the Redis server is set up to: appendfsync always for every answered move.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Sequence
from typing import Any

import redis.asyncio as aioredis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from tileengine.matches.failures import Conflict, MatchExists, StoreFull, StoreUnavailable, UnknownMatch
from tileengine.matches.storage.base import PAGE_MAX, Hub, Stored, StoreLimits, Subscription

log = logging.getLogger("tileengine.matches")

MATCHES_MAX = 1_000_000
CONNECTIONS_MAX = 32
ANSWER_SECONDS = 3.0
CONNECT_SECONDS = 1.0
RECONNECT_SECONDS = 0.25
NEWS_SECONDS = 5.0
"""A silent connection is asked for a sign of life so often."""

# KEYS: match, events, index, wake. All share one hash tag, so that a cluster keeps them on one node.
_PUSH = """
local function push(key, first)
    for i = first, #ARGV, 1000 do
        redis.call('RPUSH', key, unpack(ARGV, i, math.min(i + 999, #ARGV)))
    end
end
"""
# ARGV: channel, id, matches_max, version, data, wake_ms, key, events...
_CREATE = (
    _PUSH
    + """
if redis.call('EXISTS', KEYS[1]) == 1 then return 'exists' end
if redis.call('ZCARD', KEYS[4]) >= tonumber(ARGV[3]) then return 'full' end
redis.call('HSET', KEYS[1], 'version', ARGV[4], 'data', ARGV[5], 'wake', ARGV[6], 'key', ARGV[7])
redis.call('ZADD', KEYS[4], ARGV[6], ARGV[2])
if ARGV[7] ~= '' then redis.call('ZADD', KEYS[3], 0, ARGV[7]) end
push(KEYS[2], 8)
redis.call('PUBLISH', ARGV[1], ARGV[2])
return 'ok'
"""
)
# ARGV: channel, id, expected, version, data, wake_ms, events...
_APPEND = (
    _PUSH
    + """
local version = redis.call('HGET', KEYS[1], 'version')
if not version then return 'unknown' end
if version ~= ARGV[3] then return 'conflict' end
redis.call('HSET', KEYS[1], 'version', ARGV[4], 'data', ARGV[5], 'wake', ARGV[6])
redis.call('ZADD', KEYS[4], ARGV[6], ARGV[2])
push(KEYS[2], 7)
redis.call('PUBLISH', ARGV[1], ARGV[2])
return 'ok'
"""
)
# ARGV: channel, id
_DELETE = """
local key = redis.call('HGET', KEYS[1], 'key')
if not key then return 'unknown' end
redis.call('DEL', KEYS[1], KEYS[2])
redis.call('ZREM', KEYS[4], ARGV[2])
if key ~= '' then redis.call('ZREM', KEYS[3], key) end
redis.call('PUBLISH', ARGV[1], ARGV[2])
return 'ok'
"""

_FAILURES = {b"exists": MatchExists, b"unknown": UnknownMatch, b"conflict": Conflict}


@contextlib.asynccontextmanager
async def _available() -> AsyncIterator[None]:
    """Turns whatever the connection or the server fails with into StoreUnavailable."""
    try:
        yield
    except (RedisError, OSError, TimeoutError) as failure:
        log.warning("the store does not answer", extra={"why": type(failure).__name__})
        raise StoreUnavailable("the store does not answer; try again later") from failure


class RedisStore:
    """See storage.base.Store. prefix: put before every key, so that several installations may share a server."""

    def __init__(self, url: str, limits: StoreLimits | None = None, prefix: str = "tileengine") -> None:
        self._limits = limits or StoreLimits(MATCHES_MAX)
        self._root = "{" + prefix + "}"
        self._channel = f"{self._root}:news"
        self._hub = Hub()
        retry = Retry(NoBackoff(), 0)
        timeouts: dict[str, Any] = {"socket_connect_timeout": CONNECT_SECONDS, "retry": retry}
        pool = aioredis.BlockingConnectionPool.from_url(
            url, max_connections=CONNECTIONS_MAX, timeout=ANSWER_SECONDS, socket_timeout=ANSWER_SECONDS, **timeouts
        )
        self._redis: Any = aioredis.Redis(connection_pool=pool)
        # Its own connection: it waits for news for as long as none come.
        self._news: Any = aioredis.Redis.from_url(
            url, socket_timeout=None, health_check_interval=NEWS_SECONDS, **timeouts
        )
        self._create = self._redis.register_script(_CREATE)
        self._append = self._redis.register_script(_APPEND)
        self._delete = self._redis.register_script(_DELETE)
        self._listener: asyncio.Task[None] | None = None
        self._closing = False

    async def open(self) -> None:
        """Makes sure that the server answers. Raises StoreUnavailable."""
        async with _available():
            await self._redis.ping()
        with contextlib.suppress(RedisError):  # some hosts forbid the question
            if not (await self._redis.info("persistence")).get("aof_enabled"):
                log.warning("the Redis server keeps no append-only file: a crash of it loses the newest moves")
        self._closing = False
        self._listener = asyncio.create_task(self._listen())

    async def close(self) -> None:
        """Lets go of all connections."""
        if self._listener is not None:
            self._closing = True  # a cancelled read may come back as a failed one, and the listener go on
            self._listener.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._listener
        await self._redis.aclose()
        await self._redis.connection_pool.disconnect()
        await self._news.aclose()

    # -- the protocol --------------------------------------------------------------------------------------------------

    async def create(self, match_id: str, stored: Stored, events: Sequence[bytes]) -> None:
        """See Store."""
        head = (self._limits.matches_max, stored.version, stored.data, stored.wake_ms, stored.key)
        await self._run(self._create, match_id, *head, *events)

    async def load(self, match_id: str) -> Stored:
        """See Store."""
        async with _available():
            found = await self._redis.hmget(f"{self._root}:m:{match_id}", "version", "data", "wake", "key")
        return self._stored(found)

    async def append(self, match_id: str, expected: int, stored: Stored, events: Sequence[bytes]) -> None:
        """See Store."""
        await self._run(self._append, match_id, expected, stored.version, stored.data, stored.wake_ms, *events)

    async def events(self, match_id: str, after: int, limit: int) -> list[bytes]:
        """See Store."""
        last = after + min(limit, PAGE_MAX) - 1
        async with _available():
            found: list[bytes] = await self._redis.lrange(f"{self._root}:e:{match_id}", after, last)
        return found

    async def delete(self, match_id: str) -> None:
        """See Store."""
        await self._run(self._delete, match_id)

    async def page(self, after: str, limit: int) -> list[Stored]:
        """See Store."""
        async with _available():
            low = f"({after}" if after else "-"
            keys = await self._redis.zrangebylex(f"{self._root}:index", low, "+", 0, min(limit, PAGE_MAX))
            if not keys:
                return []
            pipe = self._redis.pipeline(transaction=False)
            for key in keys:
                pipe.hmget(f"{self._root}:m:{key.decode().partition(' ')[2]}", "version", "data", "wake", "key")
            rows = await pipe.execute()
        return [self._stored(row) for row in rows if row[0] is not None]

    async def due(self, now_ms: int, limit: int) -> list[str]:
        """See Store."""
        async with _available():
            found = await self._redis.zrangebyscore(f"{self._root}:wake", "-inf", now_ms, 0, min(limit, PAGE_MAX))
        return [match_id.decode() for match_id in found]

    def subscribe(self, match_id: str) -> Subscription:
        """See Store."""
        return Subscription(self._hub, match_id)

    # -- inside --------------------------------------------------------------------------------------------------------

    async def _run(self, script: Any, match_id: str, *arguments: Any) -> None:
        keys = [f"{self._root}:m:{match_id}", f"{self._root}:e:{match_id}"]
        keys += [f"{self._root}:index", f"{self._root}:wake"]
        async with _available():
            answer = await script(keys=keys, args=[self._channel, match_id, *arguments])
        if answer == b"full":
            raise StoreFull(f"the store holds {self._limits.matches_max} matches, its most")
        if answer in _FAILURES:
            raise _FAILURES[answer]()

    @staticmethod
    def _stored(found: Sequence[bytes | None]) -> Stored:
        version, data, wake, key = found
        if version is None or data is None or wake is None or key is None:
            raise UnknownMatch
        return Stored(int(version), data, int(wake), key.decode())

    async def _listen(self) -> None:
        """Hears the news until the store is closed; whenever some may have been lost, everybody is woken."""
        while not self._closing:
            try:
                async with self._news.pubsub(ignore_subscribe_messages=True) as news:
                    await news.subscribe(self._channel)
                    self._hub.notify_all()
                    while True:
                        message = await news.get_message(timeout=NEWS_SECONDS)
                        if message is not None:
                            self._hub.notify(message["data"].decode())
            except (RedisError, OSError, TimeoutError) as failure:
                log.warning("lost the news of the store", extra={"why": type(failure).__name__})
                self._hub.notify_all()
                await asyncio.sleep(RECONNECT_SECONDS)
