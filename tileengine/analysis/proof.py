"""Exact endgames: the proof that goes before a search, where nothing is hidden any more and chance has no say.

It knows no message. What it proves is the mover's final lead, whatever the search plays for; only a single seat can
put its result before its score.
"""

from __future__ import annotations

import time
from typing import Any

from tileengine._core.search.mcts import Search
from tileengine._core.solve.endgame import Endgame, settled
from tileengine.analysis.stopping import SLICE_SECONDS, Stopper

SLICE_NODES = 1_000
"""The first slice of nodes; later ones fit the clock."""


WIN_FIRST = 0.5
"""With more than this weight of winning a single seat's result goes before its score."""


class Proof:
    """The proof of the best of a search's moves, if there can be one.

    search: gives the root and the moves that are allowed. win: weight of winning, by which a single seat's result goes
    before its score or behind. limit: nodes it may take, 0: it is not tried.
    """

    def __init__(self, search: Search, win: float, limit: int) -> None:
        self._win = win
        self._limit = limit
        self._endgame: Endgame | None = None
        self._size = SLICE_NODES
        if limit and settled(search.root):
            moves = [move["action"] for move in search.moves()]
            self._endgame = Endgame(search.root, moves=moves, win_first=win > WIN_FIRST)

    @property
    def nodes(self) -> int:
        """Nodes it has taken: with these as its limit it gets just as far."""
        return 0 if self._endgame is None else min(self._endgame.nodes, self._limit)

    @property
    def proved(self) -> bool:
        """True when `best` has an answer."""
        return self._endgame is not None and self._endgame.proved

    @property
    def open(self) -> bool:
        """True while it could get further."""
        return self._endgame is not None and not self._endgame.finished and self._endgame.nodes < self._limit

    def run(self, stopper: Stopper, seconds: float | None = None) -> None:
        """Goes on until it is proved, the limit is reached, or the time is over; None: no limit of time."""
        if self._endgame is None:
            return
        stopper.attach(self._endgame)
        end = None if seconds is None else time.monotonic() + seconds
        while self.open and not self._endgame.stopped:
            began = time.monotonic()
            if end is not None and began >= end:
                break
            self._endgame.run(min(self._size, self._limit - self._endgame.nodes))
            took = time.monotonic() - began
            if took < SLICE_SECONDS / 2:
                self._size *= 2
            elif took > SLICE_SECONDS:
                self._size = max(self._size // 2, 1)

    def best(self) -> dict[str, Any]:
        """The best move and what it leads to, see Endgame.answer."""
        found = None if self._endgame is None else self._endgame.answer(self._win)
        assert found is not None
        return found
