"""Limits per caller: calls a second (token bucket) and calls at work. It knows no grpc and no keys.

A caller is a name: that of its API key, or else its address. Limits hold within one process; with several workers a
caller gets them once for each.
"""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from collections.abc import Callable

from tileengine.service.failures import Busy

CALLERS_MAX = 8_192
"""Callers that are remembered; the one that was idle longest is forgotten first."""
CONCURRENCY_RETRY_MS = 100


class Caller:
    """What is left of one caller's limits."""

    __slots__ = ("active", "at", "tokens")

    def __init__(self, tokens: float, at: float) -> None:
        self.tokens = tokens
        self.at = at
        self.active = 0


class Callers:
    """The callers of a server.

    rate: calls a second in the long run, 0 for no limit; burst: calls at once after a pause.
    calls_max: calls at work of one caller, 0 for no limit.
    """

    def __init__(self, rate: float, burst: int, calls_max: int, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._burst = max(burst, 1)
        self._calls_max = calls_max
        self._clock = clock
        self._callers: OrderedDict[str, Caller] = OrderedDict()

    def __len__(self) -> int:
        return len(self._callers)

    def enter(self, name: str) -> Caller:
        """Counts a call that begins; `leave` it at its end. Raises Busy over a limit, and then counts nothing."""
        caller = self._find(name)
        if self._calls_max and caller.active >= self._calls_max:
            raise Busy(f"this caller has {self._calls_max} calls at work already", CONCURRENCY_RETRY_MS)
        wait = self.take(caller)
        if wait:
            raise Busy(f"this caller makes more than {self._rate:g} calls a second", int(wait * 1000) + 1)
        caller.active += 1
        return caller

    def take(self, caller: Caller) -> float:
        """Takes a token and returns 0, or takes none and returns the seconds until there is one."""
        if not self._rate:
            return 0.0
        now = self._clock()
        caller.tokens = min(self._burst, caller.tokens + (now - caller.at) * self._rate)
        caller.at = now
        if caller.tokens >= 1:
            caller.tokens -= 1
            return 0.0
        return (1 - caller.tokens) / self._rate

    @staticmethod
    def leave(caller: Caller) -> None:
        """Counts the end of a call that was entered."""
        caller.active -= 1

    def _find(self, name: str) -> Caller:
        caller = self._callers.get(name)
        if caller is None:
            if len(self._callers) >= CALLERS_MAX:
                self._forget()
            caller = self._callers[name] = Caller(self._burst, self._clock())
        self._callers.move_to_end(name)
        return caller

    def _forget(self) -> None:
        """Makes room; callers with calls at work are kept, and calls_max of the server bounds those."""
        for name, caller in self._callers.items():
            if not caller.active:
                del self._callers[name]
                return
        raise Busy("too many callers at once", CONCURRENCY_RETRY_MS)


def name_of_peer(peer: str) -> str:
    """The name of a caller without a key, from grpc's peer: an address without port, the /64 for IPv6.

    One IPv6 host usually owns a whole /64, so a single address would limit nobody.
    """
    if peer.startswith("ipv4:"):
        return peer.rpartition(":")[0]
    if peer.startswith("ipv6:"):
        host = peer.removeprefix("ipv6:").rpartition(":")[0].replace("%5B", "").replace("%5D", "").strip("[]")
        host = host.partition("%")[0]
        try:
            address = ipaddress.IPv6Address(host)
        except ValueError:
            return "ipv6:unknown"
        if address.ipv4_mapped:
            return f"ipv4:{address.ipv4_mapped}"
        return f"ipv6:{ipaddress.ip_network((address, 64), strict=False)}"
    return peer.partition(":")[0]
