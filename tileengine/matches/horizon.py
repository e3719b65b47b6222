"""Did a move turn up something that its mover did not know? That is where undo has to stop.

The question is put to the rules through `observe` and `resample` only: worlds that the mover can't tell from the
real one are drawn, the move is played in each, and the mover's views afterwards are compared with the real one. If
all agree, the mover knew what would happen. A move whose outcome has two even possibilities is missed once in
2**WORLDS. It knows no game.
"""

from __future__ import annotations

from tileengine import Position, TileengineError, games

WORLDS = 40


def reveals(before: Position, action: int, after: Position) -> bool:
    """True when the seat that played `action` knows more afterwards than it could have foretold."""
    if not games.game(before.game).hidden:
        return False
    mover = before.turn
    seen = before.observe(mover)
    real = after.observe(mover)
    for seed in range(WORLDS):
        try:
            other = seen.resample(seed).play(action)
        except TileengineError:
            return True
        if other.observe(mover) != real:
            return True
    return False
