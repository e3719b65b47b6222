"""Matches in the memory of one process: the fastest store, and gone with the process."""

from __future__ import annotations

import heapq
from bisect import bisect_right, insort
from collections.abc import Sequence
from dataclasses import dataclass, field

from tileengine.matches.failures import Conflict, MatchExists, StoreFull, UnknownMatch
from tileengine.matches.storage.base import PAGE_MAX, Hub, Stored, StoreLimits, Subscription

MATCHES_MAX = 20_000


@dataclass(slots=True)
class _Kept:
    stored: Stored
    events: list[bytes] = field(default_factory=list)


class MemoryStore:
    """See storage.base.Store."""

    def __init__(self, limits: StoreLimits | None = None) -> None:
        self._limits = limits or StoreLimits(MATCHES_MAX)
        self._matches: dict[str, _Kept] = {}
        self._keys: list[tuple[str, str]] = []
        # Stale entries are dropped when they come up, and all of them when they outnumber the matches.
        self._wakes: list[tuple[int, str]] = []
        self._bytes = 0
        self._hub = Hub()

    async def open(self) -> None:
        """Nothing to do."""

    async def close(self) -> None:
        """Forgets everything."""
        self._matches.clear()

    async def create(self, match_id: str, stored: Stored, events: Sequence[bytes]) -> None:
        """See Store."""
        if match_id in self._matches:
            raise MatchExists
        if len(self._matches) >= self._limits.matches_max:
            raise StoreFull(f"the server holds {len(self._matches)} matches, its most")
        self._charge(len(stored.data) + sum(map(len, events)))
        self._matches[match_id] = _Kept(stored, list(events))
        if stored.key:
            insort(self._keys, (stored.key, match_id))
        self._wake_at(match_id, stored)
        self._hub.notify(match_id)

    async def load(self, match_id: str) -> Stored:
        """See Store."""
        return self._kept(match_id).stored

    async def append(self, match_id: str, expected: int, stored: Stored, events: Sequence[bytes]) -> None:
        """See Store."""
        kept = self._kept(match_id)
        if kept.stored.version != expected:
            raise Conflict
        self._charge(len(stored.data) - len(kept.stored.data) + sum(map(len, events)))
        moved = kept.stored.wake_ms != stored.wake_ms
        kept.stored = stored
        kept.events += events
        if moved:
            self._wake_at(match_id, stored)
        self._hub.notify(match_id)

    async def events(self, match_id: str, after: int, limit: int) -> list[bytes]:
        """See Store."""
        kept = self._matches.get(match_id)
        return kept.events[after : after + min(limit, PAGE_MAX)] if kept else []

    async def delete(self, match_id: str) -> None:
        """See Store."""
        kept = self._kept(match_id)
        del self._matches[match_id]
        self._bytes -= len(kept.stored.data) + sum(map(len, kept.events))
        if kept.stored.key:
            self._keys.remove((kept.stored.key, match_id))
        self._hub.notify(match_id)

    async def page(self, after: str, limit: int) -> list[Stored]:
        """See Store."""
        start = bisect_right(self._keys, (after, "\U0010ffff"))
        found = self._keys[start : start + min(limit, PAGE_MAX)]
        return [self._matches[match_id].stored for _, match_id in found]

    async def due(self, now_ms: int, limit: int) -> list[str]:
        """See Store."""
        found: list[str] = []
        again: list[tuple[int, str]] = []
        while self._wakes and self._wakes[0][0] <= now_ms and len(found) < limit:
            entry = heapq.heappop(self._wakes)
            kept = self._matches.get(entry[1])
            if kept is not None and kept.stored.wake_ms == entry[0] and entry[1] not in found:
                found.append(entry[1])
                again.append(entry)
        for entry in again:  # whoever asked may fail; the match stays due until its wake_ms moves
            heapq.heappush(self._wakes, entry)
        return found

    def subscribe(self, match_id: str) -> Subscription:
        """See Store."""
        return Subscription(self._hub, match_id)

    def _kept(self, match_id: str) -> _Kept:
        kept = self._matches.get(match_id)
        if kept is None:
            raise UnknownMatch
        return kept

    def _charge(self, size: int) -> None:
        if size > 0 and self._bytes + size > self._limits.bytes_max:
            raise StoreFull(f"the matches fill {self._limits.bytes_max} bytes, the most this server keeps")
        self._bytes += size

    def _wake_at(self, match_id: str, stored: Stored) -> None:
        heapq.heappush(self._wakes, (stored.wake_ms, match_id))
        if len(self._wakes) > 2 * len(self._matches) + 1_024:
            self._wakes = [(kept.stored.wake_ms, match_id) for match_id, kept in self._matches.items()]
            heapq.heapify(self._wakes)
