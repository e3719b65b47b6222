"""Time controls. The server decides: these functions get its time in milliseconds and never read a clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tileengine.errors import BadField

LIMIT_MIN_MS = 100
LIMIT_MAX_MS = 2_592_000_000
INCREMENT_MAX_MS = 3_600_000


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How long a seat may think: not limited, per move, or for the game with an increment after each move."""

    kind: Literal["none", "per_move", "per_game"] = "none"
    limit_ms: int = 0
    increment_ms: int = 0

    def check(self, field: str) -> None:
        """Raises BadField."""
        if self.kind == "none":
            if self.limit_ms or self.increment_ms:
                raise BadField("a seat without time control takes no limit", field=field)
            return
        if not LIMIT_MIN_MS <= self.limit_ms <= LIMIT_MAX_MS:
            raise BadField(f"limit_ms must be in {LIMIT_MIN_MS}..{LIMIT_MAX_MS}", field=f"{field}.limit_ms")
        if not 0 <= self.increment_ms <= (INCREMENT_MAX_MS if self.kind == "per_game" else 0):
            raise BadField(
                f"increment_ms must be in 0..{INCREMENT_MAX_MS}, and 0 for a limit per move",
                field=f"{field}.increment_ms",
            )

    def after_moves(self, left_ms: int, used_ms: int, moves: int) -> int:
        """What is left on the clock after `moves` moves that took `used_ms` together."""
        if self.kind == "per_game":
            return max(0, left_ms - used_ms) + moves * self.increment_ms
        return self.limit_ms


@dataclass(frozen=True, slots=True)
class Clocks:
    """Per seat the milliseconds left when its turn began, and when the running turn began (since 1970 UTC)."""

    left_ms: tuple[int, ...]
    since_ms: int = 0

    def left(self, seat: int, turn: int, now_ms: int) -> int:
        """What a seat's clock shows now; it runs only for the seat to move."""
        spent = max(0, now_ms - self.since_ms) if seat == turn else 0
        return max(0, self.left_ms[seat] - spent)
