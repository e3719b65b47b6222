"""Matches in one SQLite file: the embedded store that survives crashes. One server owns the file.

All work happens in one thread. It takes whatever jobs wait, up to BATCH_MAX, runs each in a savepoint and commits them
together, so that one disk flush serves many moves; a job is answered after the commit only. WAL with synchronous=FULL
flushes at every commit: an answered move survives the death of the process and of the machine.
"""

from __future__ import annotations

import asyncio
import logging
import os
import queue
import sqlite3
import threading
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from tileengine.errors import TileengineError
from tileengine.matches.failures import Conflict, MatchExists, StoreFull, StoreUnavailable, UnknownMatch
from tileengine.matches.storage.base import PAGE_MAX, Hub, Stored, StoreLimits, Subscription

log = logging.getLogger("tileengine.matches")

MATCHES_MAX = 1_000_000
BATCH_MAX = 128
JOBS_MAX = 4_096
SCHEMA = 1

_CREATE = """
CREATE TABLE IF NOT EXISTS matches (
    id TEXT PRIMARY KEY, version INTEGER NOT NULL, data BLOB NOT NULL, wake_ms INTEGER NOT NULL, key TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS matches_key ON matches (key) WHERE key <> '';
CREATE INDEX IF NOT EXISTS matches_wake ON matches (wake_ms);
CREATE TABLE IF NOT EXISTS events (
    id TEXT NOT NULL, number INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (id, number)
) WITHOUT ROWID;
"""

T = TypeVar("T")
_Job = tuple[Callable[[sqlite3.Connection], Any], "asyncio.Future[Any]"]


class SqliteStore:
    """See storage.base.Store. path: the file; its folder must exist."""

    def __init__(self, path: str, limits: StoreLimits | None = None) -> None:
        self._path = path
        self._limits = limits or StoreLimits(MATCHES_MAX)
        self._hub = Hub()
        self._jobs: queue.Queue[_Job | None] = queue.Queue(JOBS_MAX)
        self._thread = threading.Thread(target=self._work, name="sqlite", daemon=True)
        self._count = 0
        self._opened: asyncio.Future[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def open(self) -> None:
        """Opens or makes the file. Raises StoreUnavailable, also when another server has it."""
        self._loop = asyncio.get_running_loop()
        self._opened = self._loop.create_future()
        self._thread.start()
        await self._opened

    async def close(self) -> None:
        """Commits what waits and closes the file."""
        if self._thread.is_alive():
            await asyncio.to_thread(self._jobs.put, None)
            await asyncio.to_thread(self._thread.join)

    # -- the protocol --------------------------------------------------------------------------------------------------

    async def create(self, match_id: str, stored: Stored, events: Sequence[bytes]) -> None:
        """See Store."""

        def job(db: sqlite3.Connection) -> None:
            if db.execute("SELECT 1 FROM matches WHERE id = ?", (match_id,)).fetchone():
                raise MatchExists
            if self._count >= self._limits.matches_max:
                raise StoreFull(f"the server holds {self._count} matches, its most")
            row = (match_id, stored.version, stored.data, stored.wake_ms, stored.key)
            db.execute("INSERT INTO matches VALUES (?, ?, ?, ?, ?)", row)
            _insert_events(db, match_id, 0, events)
            self._count += 1

        await self._do(job)
        self._hub.notify(match_id)

    async def load(self, match_id: str) -> Stored:
        """See Store."""

        def job(db: sqlite3.Connection) -> Stored:
            row = db.execute("SELECT version, data, wake_ms, key FROM matches WHERE id = ?", (match_id,)).fetchone()
            if row is None:
                raise UnknownMatch
            return Stored(*row)

        return await self._do(job)

    async def append(self, match_id: str, expected: int, stored: Stored, events: Sequence[bytes]) -> None:
        """See Store."""

        def job(db: sqlite3.Connection) -> None:
            row = (stored.version, stored.data, stored.wake_ms, match_id, expected)
            done = db.execute("UPDATE matches SET version = ?, data = ?, wake_ms = ? WHERE id = ? AND version = ?", row)
            if done.rowcount != 1:
                known = db.execute("SELECT 1 FROM matches WHERE id = ?", (match_id,)).fetchone()
                raise Conflict if known else UnknownMatch
            _insert_events(db, match_id, expected, events)

        await self._do(job)
        self._hub.notify(match_id)

    async def events(self, match_id: str, after: int, limit: int) -> list[bytes]:
        """See Store."""

        def job(db: sqlite3.Connection) -> list[bytes]:
            rows = db.execute(
                "SELECT data FROM events WHERE id = ? AND number > ? ORDER BY number LIMIT ?",
                (match_id, after, min(limit, PAGE_MAX)),
            )
            return [row[0] for row in rows]

        return await self._do(job)

    async def delete(self, match_id: str) -> None:
        """See Store."""

        def job(db: sqlite3.Connection) -> None:
            if db.execute("DELETE FROM matches WHERE id = ?", (match_id,)).rowcount != 1:
                raise UnknownMatch
            db.execute("DELETE FROM events WHERE id = ?", (match_id,))
            self._count -= 1

        await self._do(job)
        self._hub.notify(match_id)

    async def page(self, after: str, limit: int) -> list[Stored]:
        """See Store."""

        def job(db: sqlite3.Connection) -> list[Stored]:
            rows = db.execute(
                "SELECT version, data, wake_ms, key FROM matches WHERE key <> '' AND key > ? ORDER BY key LIMIT ?",
                (after, min(limit, PAGE_MAX)),
            )
            return [Stored(*row) for row in rows]

        return await self._do(job)

    async def due(self, now_ms: int, limit: int) -> list[str]:
        """See Store."""

        def job(db: sqlite3.Connection) -> list[str]:
            rows = db.execute(
                "SELECT id FROM matches WHERE wake_ms <= ? ORDER BY wake_ms LIMIT ?", (now_ms, min(limit, PAGE_MAX))
            )
            return [row[0] for row in rows]

        return await self._do(job)

    def subscribe(self, match_id: str) -> Subscription:
        """See Store."""
        return Subscription(self._hub, match_id)

    # -- the thread ----------------------------------------------------------------------------------------------------

    async def _do(self, job: Callable[[sqlite3.Connection], T]) -> T:
        if not self._thread.is_alive():
            raise StoreUnavailable("the store is closed")
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        try:
            self._jobs.put_nowait((job, done))
        except queue.Full:
            raise StoreUnavailable(f"{JOBS_MAX} requests wait for the disk; try again") from None
        return await done

    def _work(self) -> None:
        try:
            db = _connect(self._path)
            self._count = db.execute("SELECT count(*) FROM matches").fetchone()[0]
        except (OSError, sqlite3.Error, StoreUnavailable) as failure:
            why = StoreUnavailable(f"{self._path} can't be used as a store of matches: {failure}")
            self._answer([(self._opened, None, why)])
            return
        self._answer([(self._opened, None, None)])
        going = True
        while going:
            batch: list[_Job] = []
            job = self._jobs.get()
            while job is not None:
                batch.append(job)
                if len(batch) == BATCH_MAX:
                    break
                try:
                    job = self._jobs.get_nowait()
                except queue.Empty:
                    break
            going = job is not None
            self._answer(self._run(db, batch))
        db.close()

    def _run(self, db: sqlite3.Connection, batch: list[_Job]) -> list[Any]:
        """Runs a batch in one transaction; the answers are good only when the commit was."""
        answers: list[Any] = []
        counted = self._count
        try:
            db.execute("BEGIN IMMEDIATE")
            for job, done in batch:
                before = self._count
                db.execute("SAVEPOINT job")
                try:
                    answers.append((done, job(db), None))
                except TileengineError as failure:
                    db.execute("ROLLBACK TO job")
                    self._count = before
                    answers.append((done, None, failure))
                db.execute("RELEASE job")
            db.execute("COMMIT")
        except Exception as failure:  # whatever it is: nothing of the batch is kept, and the thread lives on
            log.error("the store failed", extra={"why": type(failure).__name__, "what": str(failure)})
            self._count = counted
            if db.in_transaction:
                db.rollback()
            return [(done, None, StoreUnavailable("the store can't write; try again later")) for _, done in batch]
        return answers

    def _answer(self, answers: list[Any]) -> None:
        def deliver() -> None:
            for done, result, failure in answers:
                if done.done():  # its caller has gone
                    continue
                if failure is not None:
                    done.set_exception(failure)
                else:
                    done.set_result(result)

        assert self._loop is not None
        # A closed loop: the server has gone without waiting for its answers.
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(deliver)


def _connect(path: str) -> sqlite3.Connection:
    # The file holds every secret: made for its owner only. SQLite gives its companions the same mode.
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
    db = sqlite3.connect(path, timeout=1.0, isolation_level=None)
    db.execute("PRAGMA locking_mode = EXCLUSIVE")
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = FULL")
    found = db.execute("PRAGMA user_version").fetchone()[0]
    if found not in (0, SCHEMA):
        raise StoreUnavailable(f"its schema is {found}, this version reads {SCHEMA}")
    db.executescript(_CREATE)
    db.execute(f"PRAGMA user_version = {SCHEMA}")
    return db


def _insert_events(db: sqlite3.Connection, match_id: str, after: int, events: Sequence[bytes]) -> None:
    rows = [(match_id, after + 1 + i, data) for i, data in enumerate(events)]
    db.executemany("INSERT INTO events VALUES (?, ?, ?)", rows)
