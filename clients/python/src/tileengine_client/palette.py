"""Colours by name, for whatever draws views: tiles, marks, seats.

It knows words that colours and marks are commonly called, and no game: an unknown colour gets one of a palette.
"""

from __future__ import annotations

from collections.abc import Sequence

Colour = tuple[int, int, int]
"""Red, green and blue, each 0 to 255."""

PAPER: Colour = (244, 236, 216)
INK: Colour = (70, 62, 50)
SLATE: Colour = (52, 54, 64)
SLATE_EDGE: Colour = (112, 114, 126)
BACK: Colour = (62, 92, 140)
BACK_EDGE: Colour = (120, 150, 196)
EMPTY: Colour = (110, 110, 110)
LAST: Colour = (214, 96, 20)

_COLOURS: dict[str, Colour] = {
    "red": (204, 44, 48),
    "blue": (38, 98, 200),
    "yellow": (232, 182, 28),
    "green": (44, 144, 72),
    "black": (32, 32, 36),
    "white": (236, 236, 236),
    "orange": (232, 126, 32),
    "purple": (128, 66, 160),
    "violet": (128, 66, 160),
    "pink": (226, 120, 160),
    "brown": (128, 84, 50),
    "grey": (128, 128, 128),
    "gray": (128, 128, 128),
    "turquoise": (36, 160, 160),
    "face": PAPER,
    "paper": PAPER,
    "edge": INK,
    "ink": INK,
}
_PALETTE: tuple[Colour, ...] = ((186, 80, 140), (60, 150, 160), (150, 140, 50), (110, 96, 190), (190, 110, 70))
MARKS: dict[str, Colour] = {
    "last": LAST,
    "forced": (220, 60, 60),
    "controlled": (170, 110, 30),
    "open": (74, 112, 78),
}
"""Colours of marks that are commonly called so."""

SEATS: tuple[Colour, ...] = (
    (232, 126, 32),
    (70, 140, 230),
    (70, 170, 90),
    (200, 90, 170),
    (190, 170, 40),
    (60, 170, 170),
)
"""Colours of seats, unless the game has its own."""


def colour_of(names: Sequence[str], index: int | None, default: Colour) -> Colour:
    """The colour of a name of Game.colours."""
    if index is None or index >= len(names):
        return default
    return _COLOURS.get(names[index].lower(), _PALETTE[index % len(_PALETTE)])
