"""Looking back at moves: what each one lost against the best (skill), and what the draw after it brought (luck).

Every position is judged by a search that knows what its mover knew; the estimates carry the noise of their playouts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tileengine import Position
from tileengine.analysis.engine import default_settings, grow, make_search
from tileengine.analysis.results import BadBudget, lead
from tileengine.analysis.stopping import Stopper

MOVES_MAX = 512


@dataclass(frozen=True, slots=True)
class Review:
    """One move. All points are the mover's expected final lead (single seat: its expected score).

    before: of the best move. after: of the move played. skill: after - before, 0 for the best move and below 0 by
    what a mistake cost. luck: what was drawn or uncovered then changed, None where the search was stopped.
    """

    ply: int
    seat: int
    action: int
    best: int
    before: float
    after: float
    luck: float | None

    @property
    def skill(self) -> float:
        """What the choice brought, 0 or less."""
        return self.after - self.before


def _judged(
    position: Position, allow: Sequence[int], playouts: int, seed: int, stopper: Stopper
) -> tuple[int, tuple[float, ...]]:
    """(the best action, its expected score per seat)."""
    search = make_search(position, seed, default_settings(position.game), allow)
    grow(search, playouts, None, stopper)
    best = search.moves()[0]
    return best["action"], best["score"] or tuple(float(position.score(s)[0]) for s in range(position.seats))


def review(
    position: Position, moves: Sequence[int], *, playouts: int = 500, seed: int = 0, stopper: Stopper | None = None
) -> list[Review]:
    """Judges moves played from a whole position, in order, with 2 * playouts a move; ends early when stopped.

    moves: at most MOVES_MAX actions. playouts: 1..100000. Raises the errors of Position.play, BadBudget.
    """
    stopper = stopper or Stopper()
    if len(moves) > MOVES_MAX:
        raise BadBudget(f"at most {MOVES_MAX} moves", field="moves")
    if not 1 <= playouts <= 100_000:
        raise BadBudget("playouts must be in 1..100000", field="playouts")
    line = [position]
    for action in moves:
        line.append(line[-1].play(action))
    found: list[Review] = []
    best, scores = 0, tuple(float(position.score(s)[0]) for s in range(position.seats))
    if moves:
        best, scores = _judged(position, (), playouts, seed, stopper)
    for ply, action in enumerate(moves):
        here, after = line[ply], line[ply + 1]
        before = lead(scores, here.turn)
        played = scores if action == best else _judged(here, (action,), playouts, seed, stopper)[1]
        chosen = lead(played, here.turn)
        own_best = best
        if after.over:
            scores = tuple(float(after.score(s)[0]) for s in range(after.seats))
        else:
            best, scores = _judged(after, (), playouts, seed, stopper)
        if stopper.stopped:
            break
        # Noise can make the move played look better than the search's choice; then it was no mistake.
        found.append(
            Review(here.ply, here.turn, action, own_best, max(before, chosen), chosen, lead(scores, here.turn) - chosen)
        )
    return found
