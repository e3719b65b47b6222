"""Hole odds: which unseen pieces still fit a place, and how likely each seat holds or next draws one.

Exact (hypergeometric) over what the position's viewer does not see, every arrangement equally likely. It reads the
position's own view and knows no game.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

from tileengine._core.position import Position


@dataclass(frozen=True, slots=True)
class PlaceOdds:
    """The odds of one place.

    pieces: unseen piece ids that fit; copies: how many pieces that are; unseen: how many are unseen in all.
    holds: per seat the chance that it holds one that fits; next_draw: that the next drawn one does. 0.0 .. 1.0.
    """

    place: int
    name: str
    pieces: tuple[int, ...]
    copies: int
    unseen: int
    holds: tuple[float, ...]
    next_draw: float


def chance_of_any(unseen: int, fitting: int, hand: int) -> float:
    """The chance that a hand of `hand` of the unseen pieces has one of the fitting ones."""
    if not 0 <= fitting <= unseen or not 0 <= hand <= unseen:
        raise ValueError("needs 0 <= fitting <= unseen and 0 <= hand <= unseen")
    return 1 - comb(unseen - fitting, hand) / comb(unseen, hand)


def odds(position: Position, places: list[int] | None = None) -> list[PlaceOdds]:
    """The odds of places, by default of every place the view marks "open".

    A whole position is looked at with the eyes of the seat to move. Hands the viewer sees give 0.0 or 1.0; of hidden
    ones and of the stock the chances are exact.
    """
    if position.viewer == "all":
        position = position.observe(position.turn)
    view = position.view(geometry=False)
    names = {mark["place"]: mark["place_name"] for mark in view["marks"]}
    if places is None:
        places = sorted({mark["place"] for mark in view["marks"] if mark["name"] == "open"})
    unseen = position.unseen()
    total = sum(unseen.values())
    held: dict[int, set[int]] = {seat: set() for seat in range(position.seats)}
    hidden = dict.fromkeys(range(position.seats), 0)
    stock = 0
    for index, zone in enumerate(view["zones"]):
        down = sum(1 for piece in view["pieces"] if piece["zone"] == index and piece["piece"] < 0)
        listed = sum(1 for piece in view["pieces"] if piece["zone"] == index)
        unknown = down + (zone["size"] - listed if zone["hidden"] else 0)
        if zone["name"] == "hand" and zone["owner"] >= 0:
            held[zone["owner"]] |= {p["piece"] for p in view["pieces"] if p["zone"] == index and p["piece"] >= 0}
            hidden[zone["owner"]] += unknown
        elif zone["name"] in ("stock", "bag", "pool"):
            stock += zone["size"]
    found = []
    for place in places:
        fitting = set(position.fits(place))
        pieces = tuple(sorted(fitting & set(unseen)))
        copies = sum(unseen[piece] for piece in pieces)
        holds = tuple(
            1.0 if fitting & held[seat] else chance_of_any(total, copies, min(hidden[seat], total))
            for seat in range(position.seats)
        )
        drawn = copies / total if stock and total else 0.0
        found.append(PlaceOdds(place, names.get(place, ""), pieces, copies, total, holds, drawn))
    return found
