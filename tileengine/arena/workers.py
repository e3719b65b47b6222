"""Where units are played: processes of this machine, or a Ray cluster.

Both keep a few units handed out ahead of each worker and give results in whatever order they come. They know no
tournament.
"""

from __future__ import annotations

import itertools
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from types import TracebackType
from typing import Any, Protocol, Self

from tileengine.arena.results import ArenaError, Played, Unit

AHEAD = 4
"""Units handed out a worker, so that it never waits."""
NICE = 5

Work = Callable[[Unit], Played]


class Workers(Protocol):
    """Context managers that play units."""

    def run(self, work: Work, units: Iterable[Unit]) -> Iterator[Played]:
        """Plays units at once, as many as there are workers. Raises ArenaError."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None
    ) -> None: ...


class Processes:
    """count: processes on this machine, 1..256, at a lower priority than this one."""

    def __init__(self, count: int) -> None:
        self._count = count

    def __enter__(self) -> Self:
        context = multiprocessing.get_context("spawn")  # safe beside threads and gRPC
        self._pool = ProcessPoolExecutor(self._count, mp_context=context, initializer=_start)
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)

    def run(self, work: Work, units: Iterable[Unit]) -> Iterator[Played]:
        """See Workers."""
        waiting: set[Future[Played]] = set()
        source = iter(units)
        try:
            while True:
                for unit in itertools.islice(source, self._count * AHEAD - len(waiting)):
                    waiting.add(self._pool.submit(work, unit))
                if not waiting:
                    return
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield future.result()
        except BrokenProcessPool:
            raise ArenaError("a worker died; what was played is kept, start again to go on") from None


def _start() -> None:
    """A worker leaves an interrupt, which the terminal sends to all, to the process that started it."""
    os.nice(NICE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class RayCluster:
    """address: "local" starts a cluster on this machine, "auto" finds the running one, else where its head is.

    Its nodes need this version of tileengine. Raises ArenaError without Ray.
    """

    def __init__(self, address: str) -> None:
        try:
            import ray
        except ImportError:
            raise ArenaError("Ray is an extra: pip install 'tileengine[ray]'", field="ray") from None
        self._ray: Any = ray
        self._address = address

    def __enter__(self) -> Self:
        local = self._address == "local"
        where: dict[str, Any] = {"num_cpus": os.cpu_count()} if local else {"address": self._address}
        try:
            self._ray.init(include_dashboard=False if local else None, log_to_driver=False, **where)
        except (ConnectionError, ValueError) as failure:
            raise ArenaError(f"no Ray cluster at {self._address}: {failure}", field="ray") from None
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, at: TracebackType | None) -> None:
        self._ray.shutdown()

    def run(self, work: Work, units: Iterable[Unit]) -> Iterator[Played]:
        """See Workers."""
        remote = self._ray.remote(num_cpus=1, max_retries=3)(_called)
        carried = self._ray.put(work)
        ahead = max(1, int(self._ray.cluster_resources().get("CPU", 1))) * AHEAD
        waiting: list[Any] = []
        source = iter(units)
        try:
            while True:
                waiting += [remote.remote(carried, unit) for unit in itertools.islice(source, ahead - len(waiting))]
                if not waiting:
                    return
                done, waiting = self._ray.wait(waiting)
                yield from self._ray.get(done)
        except self._ray.exceptions.RayError as failure:
            cause = getattr(failure, "cause", None)
            raise cause if isinstance(cause, ArenaError) else ArenaError(f"Ray: {failure}") from None


def _called(work: Work, unit: Unit) -> Played:
    return work(unit)
