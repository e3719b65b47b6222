"""All that can happen in a round of Triple Peaks, move by move: slow, obvious, sharing nothing with the core's solvers.

Every position that can be reached after n moves is listed, for n = 0, 1, 2 ... Two positions count as one when tableau,
stock, rank on the waste and length of the run are the same, and also the score, unless `merge` says that only the
better of two scores has to be followed: more points are never worse, because each move adds a fixed number to them or
takes 5, at most down to zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests.reference.triple_peaks import COVERED_BY, RANKS, Game


@dataclass
class Everything:
    """What an exhaustive search found: `shortest` clear in moves, None if there is none; `best` total at any moment."""

    shortest: int | None
    best: int
    positions: int


def search(game: Game, merge: bool) -> Everything:
    """Follows every line from where a game of one round stands."""
    rank = {slot: RANKS.index(card[0]) for slot, card in game.table.items()}
    stock = [RANKS.index(card[0]) for card in game.stock]
    covers = {slot: sum(1 << cover for cover in COVERED_BY[slot]) for slot in rank}
    value = [0] + [game.card_points(k) for k in range(1, 29)]
    bonus = 15 if game.multiplier == "off" else 25
    price = 5 if game.multiplier == "off" else 0
    floor = game.score_floor == "zero"
    start = (sum(1 << slot for slot in rank), 0, RANKS.index(game.waste[-1][0]), len(game.run))
    level: dict[tuple[int, ...], int] = {start if merge else (*start, game.total): game.total}
    best = game.total
    shortest = None
    positions = moves = 0
    openings: dict[int, list[tuple[int, int, int, int]]] = {}
    while level:
        positions += len(level)
        following: dict[tuple[int, ...], int] = {}
        for key, total in level.items():
            present, turned, waste, run = key[:4]
            best = max(best, total)
            if not present:
                if shortest is None:
                    shortest = moves
                continue
            if present not in openings:
                openings[present] = [
                    (rank[s], present & ~(1 << s), bonus * (s < 3), bonus * (present == 1 << s))
                    for s in rank
                    if present >> s & 1 and not covers[s] & present
                ]
            after: list[tuple[tuple[int, ...], int]] = []
            for card, left, triangle, clear in openings[present]:
                if (card - waste) % 13 in (1, 12):
                    after.append(((left, turned, card, run + 1), total + value[run + 1] + triangle + clear))
            if turned < len(stock):
                paid = total - price
                after.append(((present, turned + 1, stock[turned], 0), max(paid, 0) if floor and price else paid))
            for there, points in after:
                name = there if merge else (*there, points)
                if name not in following or following[name] < points:
                    following[name] = points
        level = following
        moves += 1
    return Everything(shortest, best, positions)


def game_from(order: Sequence[str], moves: Sequence[str], **options: str) -> Game:
    """A game of the reference after some moves."""
    game = Game(order, **options)  # type: ignore[arg-type]
    for move in moves:
        game.play(move)
    return game
