"""Balanced deals: hands and bag that favour no seat, for any game of two or more, for trusted callers.

A deal is judged by random games from it: the same hands and the same order of the bag, moves drawn by lot. Its spread
is the distance between the highest and the lowest mean score of a seat, in deviations of one seat's score, so that
games can be compared. It knows no message, no game and no clock.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tileengine import Position
from tileengine._core.solve import balance
from tileengine.errors import BadField, BadSeats, BadSeed
from tileengine.games import Value, game
from tileengine.solver import derived_seed

GAMES = 1_024
GAMES_SEED = 1
SPREAD_DEFAULT = 0.15
"""Random games scatter themselves: of 1,024 games two equal seats come out 0.05 apart on average."""
SPREAD_MAX = 10.0
TRIES_DEFAULT = 32
TRIES_MAX = 64


@dataclass(frozen=True, slots=True)
class BalancedDeal:
    """The first deal that is even enough, or the most even one of those looked at.

    seed: 32 bytes with which Position.deal gives the same position. spread: see this module. balanced: it is within
    what was asked for. means: mean score of each seat over 1,024 random games, in points. tries: deals looked at.
    """

    position: Position
    seed: bytes
    spread: float
    balanced: bool
    means: tuple[float, ...]
    tries: int


def spread(position: Position) -> tuple[float, tuple[float, ...]]:
    """(spread, mean score of each seat) of a position; the lots are the same for all. Raises HiddenInformation."""
    means, deviation = balance.seat_scores(position, GAMES_SEED, GAMES)
    apart = max(means) - min(means)
    return (apart / deviation if deviation else 0.0), tuple(means)


def deal_balanced(
    slug: str,
    seed: bytes,
    *,
    seats: int | None = None,
    options: Mapping[str, Value] | None = None,
    spread_max: float = SPREAD_DEFAULT,
    tries: int = TRIES_DEFAULT,
) -> BalancedDeal:
    """Looks at the deals that follow from a seed until one is even enough.

    seed: 1..32 bytes; the n-th deal has the seed `derived_seed("balanced deal", seed, n)`. seats: 2 or more, None for
    the game's usual number. spread_max: how far apart the seats may be, over 0 and up to 10. tries: 1..TRIES_MAX. The
    same arguments give the same deal. Raises UnknownGame, BadSeats, BadOption, BadSeed, BadField.
    """
    if not 1 <= tries <= TRIES_MAX:
        raise BadField(f"tries must be in 1..{TRIES_MAX}, not {tries}", field="tries")
    if not 0 < spread_max <= SPREAD_MAX:
        raise BadField(f"spread_max must be over 0 and up to {SPREAD_MAX:g}, not {spread_max}", field="spread_max")
    if not 1 <= len(seed) <= 32:
        raise BadSeed(f"seed of {len(seed)} bytes, 1 to 32 are needed", field="seed")
    if (game(slug).seats_default if seats is None else seats) < 2:
        raise BadSeats("a single seat has nobody to be balanced against", field="seats")
    best: BalancedDeal | None = None
    for number in range(tries):
        own = derived_seed("balanced deal", seed, number)
        position = Position.deal(slug, seats=seats, options=dict(options or {}), seed=own)
        apart, means = spread(position)
        if best is None or apart < best.spread:
            best = BalancedDeal(position, own, apart, apart <= spread_max, means, number + 1)
        if best.balanced:
            return best
    assert best is not None
    return BalancedDeal(best.position, best.seed, best.spread, False, best.means, tries)
