"""The pool of searches: bounds, priorities, turns of callers, dropping what was cancelled."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from tileengine.analysis import Pool, PoolFull

SECONDS = 20


class Gate:
    """A pool of one thread that is kept busy until `open`."""

    def __init__(self, queue_max: int = 8, caller_max: int = 8) -> None:
        self.pool = Pool(workers=1, queue_max=queue_max, caller_max=caller_max, nice=0)
        self.order: list[str] = []
        self._gate = threading.Event()
        begun = threading.Event()

        def wait() -> None:
            begun.set()
            self._gate.wait(SECONDS)

        self.first = self.pool.submit(wait)
        assert begun.wait(SECONDS)

    def open(self) -> None:
        self._gate.set()


@pytest.fixture
def gate() -> Iterator[Gate]:
    gate = Gate()
    yield gate
    gate.open()
    gate.pool.close()


def test_callers_take_turns_within_a_priority(gate: Gate) -> None:
    futures = []
    for caller, priority, name in (
        ("a", 1, "a1"),
        ("a", 1, "a2"),
        ("a", 1, "a3"),
        ("b", 1, "b1"),
        ("c", 0, "c1"),
        ("d", 2, "d1"),
        ("b", 1, "b2"),
    ):
        futures.append(gate.pool.submit(lambda n=name: gate.order.append(n), caller=caller, priority=priority))  # type: ignore[misc]
    gate.open()
    for future in futures:
        future.result(SECONDS)
    assert gate.order == ["d1", "a1", "b1", "a2", "b2", "a3", "c1"]


def test_a_full_queue_and_a_full_share_refuse() -> None:
    gate = Gate(queue_max=3, caller_max=2)
    try:
        waiting = [gate.pool.submit(int, caller="a") for _ in range(2)]
        with pytest.raises(PoolFull):
            gate.pool.submit(int, caller="a")
        waiting.append(gate.pool.submit(int, caller="b"))
        with pytest.raises(PoolFull):
            gate.pool.submit(int, caller="c")
        waiting[0].cancel()
        waiting.append(gate.pool.submit(int, caller="c"))
        gate.open()
        assert [future.result(SECONDS) for future in waiting[1:]] == [0, 0, 0]
    finally:
        gate.open()
        gate.pool.close()


def test_failures_reach_the_caller_and_spare_the_thread(gate: Gate) -> None:
    failed = gate.pool.submit(lambda: 1 // 0)
    good = gate.pool.submit(lambda: 5)
    gate.open()
    with pytest.raises(ZeroDivisionError):
        failed.result(SECONDS)
    assert good.result(SECONDS) == 5


def test_closing_drops_what_waits(gate: Gate) -> None:
    waiting = gate.pool.submit(int)
    gate.pool.close()
    assert waiting.cancelled()
    with pytest.raises(PoolFull):
        gate.pool.submit(int)
    with pytest.raises(ValueError):
        gate.pool.submit(int, priority=3)


def test_settings_out_of_range() -> None:
    for wrong in ({"workers": 0}, {"queue_max": -1}, {"caller_max": 0}, {"nice": 20}):
        with pytest.raises(ValueError):
            Pool(**wrong)
