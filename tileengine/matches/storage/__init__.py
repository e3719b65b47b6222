"""The places a match can live in, behind one protocol; `open_store` finds one by its URL.

memory:                 this process, gone with it
sqlite:PATH             one file, one server; survives crashes
redis://HOST:PORT/DB    Redis or Valkey, any number of servers (also rediss:// and unix://)
"""

from __future__ import annotations

from tileengine.matches.storage.base import Store
from tileengine.matches.storage.memory import MemoryStore


class BadStore(ValueError):
    """A URL that names no store, or one whose library is not installed."""


def is_shared(url: str) -> bool:
    """True when several servers may use the store at once."""
    return url.startswith(("redis:", "rediss:", "unix:"))


def make_store(url: str) -> Store:
    """The store of a URL, not opened yet. Raises BadStore."""
    if url == "memory:":
        return MemoryStore()
    if url.startswith("sqlite:"):
        from tileengine.matches.storage.sqlite import SqliteStore

        path = url.removeprefix("sqlite:")
        if not path:
            raise BadStore("sqlite: needs a path: sqlite:matches.db")
        return SqliteStore(path)
    if is_shared(url):
        try:
            from tileengine.matches.storage.redis import RedisStore
        except ImportError:
            raise BadStore("a Redis store needs the extra: pip install 'tileengine[redis]'") from None
        return RedisStore(url)
    raise BadStore(f"no store {url.partition(':')[0]!r}; there are memory:, sqlite:PATH and redis://HOST:PORT/DB")
