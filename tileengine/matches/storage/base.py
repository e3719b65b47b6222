"""What a store is: the protocol that memory, SQLite and Redis fulfil, and the hub that wakes watchers.

A store keeps per match one snapshot with its version and an append-only list of events; the version is the number of
the newest event. Snapshots and events are bytes to it. Writing is atomic and names the version it starts from, so that
of two writers exactly one wins. What `append` has returned from survives the death of the process (memory excepted).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol, Self

SUBSCRIPTIONS_MAX = 65_536
PAGE_MAX = 512
"""Events or matches that a store returns at once, whatever it is asked for."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A snapshot. key: where it stands in the list of matches, "" for a match that is not listed.

    wake_ms: when somebody has to look at it again: a clock that runs out, or its retention (milliseconds since 1970).
    """

    version: int
    data: bytes
    wake_ms: int
    key: str


@dataclass(frozen=True, slots=True)
class StoreLimits:
    """Bounds of a store: matches, and for the memory store bytes in all."""

    matches_max: int
    bytes_max: int = 1 << 30


class Subscription:
    """Tells that a match may have changed. It holds no events: whoever wakes reads on from the number it has seen."""

    def __init__(self, hub: Hub, match_id: str) -> None:
        self._hub = hub
        self._match_id = match_id
        self._news = asyncio.Event()

    def __enter__(self) -> Self:
        self._hub.add(self._match_id, self)
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        self._hub.remove(self._match_id, self)

    def wake(self) -> None:
        """Marks news."""
        self._news.set()

    async def wait(self) -> None:
        """Returns when there was news since the last return."""
        await self._news.wait()
        self._news.clear()


class Hub:
    """The watchers of one process, by match."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[Subscription]] = {}

    def add(self, match_id: str, subscription: Subscription) -> None:
        """Begins to wake a subscription."""
        self._waiting.setdefault(match_id, set()).add(subscription)

    def remove(self, match_id: str, subscription: Subscription) -> None:
        """Stops waking it."""
        waiting = self._waiting[match_id]
        waiting.discard(subscription)
        if not waiting:
            del self._waiting[match_id]

    def notify(self, match_id: str) -> None:
        """Wakes whoever watches a match."""
        for subscription in self._waiting.get(match_id, ()):
            subscription.wake()

    def notify_all(self) -> None:
        """Wakes everybody: news may have been lost."""
        for match_id in self._waiting:
            self.notify(match_id)


class Store(Protocol):
    """Where matches live. All methods may raise StoreUnavailable."""

    async def open(self) -> None:
        """Gets ready. Raises StoreUnavailable when the place can't be used."""

    async def close(self) -> None:
        """Finishes what was begun and lets go."""

    async def create(self, match_id: str, stored: Stored, events: Sequence[bytes]) -> None:
        """Keeps a new match. Raises MatchExists, StoreFull."""

    async def load(self, match_id: str) -> Stored:
        """The snapshot. Raises UnknownMatch."""

    async def append(self, match_id: str, expected: int, stored: Stored, events: Sequence[bytes]) -> None:
        """Replaces the snapshot of version `expected` and appends the events. Raises UnknownMatch, Conflict."""

    async def events(self, match_id: str, after: int, limit: int) -> list[bytes]:
        """At most `limit` (and PAGE_MAX) events after number `after`, in order; none for an unknown match."""

    async def delete(self, match_id: str) -> None:
        """Removes a match and its events. Raises UnknownMatch."""

    async def page(self, after: str, limit: int) -> list[Stored]:
        """At most `limit` (and PAGE_MAX) listed matches with keys above `after`, by key."""

    async def due(self, now_ms: int, limit: int) -> list[str]:
        """At most `limit` ids of matches whose wake_ms has come, the earliest first."""

    def subscribe(self, match_id: str) -> Subscription:
        """A subscription, to be entered before the first read so that nothing is missed."""
