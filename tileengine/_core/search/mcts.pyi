"""Information-set Monte Carlo tree search; see _core/search/mcts.pyx."""

from collections.abc import Iterable
from typing import Any

from tileengine._core.position import Position

class Search:
    """One search from one position; grows by `run`, answers at any time, sees only what the seat to move may."""

    root: Position
    def __init__(
        self,
        position: Position,
        *,
        seed: int = 0,
        win: float = 0.5,
        exploration: float = 1.0,
        widen_base: int = 8,
        widen_rate: float = 1.0,
        horizon: int = -1,
        tries: int = 4,
        noise: float = 0.0,
        nodes_max: int = 524288,
        trust: float = 0.0,
        belief: float = 1.0,
        allow: Iterable[int] = (),
        avoid: Iterable[int] = (),
    ) -> None: ...
    @property
    def stopped(self) -> bool: ...
    @property
    def playouts(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    def run(self, playouts: int) -> int: ...
    def stop(self) -> None: ...
    def digest(self) -> int: ...
    def moves(self) -> list[dict[str, Any]]: ...
    def line(self, action: int, length: int = 8) -> list[int]: ...
