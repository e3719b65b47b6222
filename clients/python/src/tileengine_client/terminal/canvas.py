"""A canvas of characters: filled polygons in quarter blocks, lines in braille dots, and texts over both.

Coordinates are in characters: x to the right, y downwards, a character is 1 wide and 1 high on the canvas and about
twice as high as wide on the screen. This file knows no view, no game and no wire.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from rich.style import Style
from rich.text import Text

from tileengine_client.palette import Colour

Point = tuple[float, float]

_QUARTERS = " ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""By a mask of the quarters: 1 upper left, 2 upper right, 4 lower left, 8 lower right."""
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""Bit of a braille character by row and column of its dot."""
_BRAILLE = 0x2800


def _inside(points: Sequence[Point], step_x: int, step_y: int, width: int, height: int) -> Iterator[tuple[int, int]]:
    """The (row, column) of every sample inside a polygon, step_x by step_y samples a character."""
    if not points:
        return
    xs, ys = [x * step_x for x, _ in points], [y * step_y for _, y in points]
    for row in range(max(0, math.floor(min(ys))), min(height * step_y, math.ceil(max(ys)))):
        level = row + 0.5
        crossings = sorted(
            xs[i - 1] + (level - ys[i - 1]) * (xs[i] - xs[i - 1]) / (ys[i] - ys[i - 1])
            for i in range(len(points))
            if (ys[i - 1] <= level) != (ys[i] <= level)
        )
        for left, right in zip(crossings[::2], crossings[1::2], strict=False):
            first, last = math.ceil(left - 0.5), math.floor(right - 0.5)
            for column in range(max(0, first), min(width * step_x, last + 1)):
                yield row, column


class Canvas:
    """Width by height characters, drawn on from back to front. colour: False leaves lines, dots and texts only."""

    def __init__(self, width: int, height: int, *, colour: bool = True) -> None:
        self.width = width
        self.height = height
        self.colour = colour
        self._fill: list[list[Colour | None]] = [[None] * (2 * width) for _ in range(2 * height)]
        self._dots = [[0] * width for _ in range(height)]
        self._line: list[list[Colour | None]] = [[None] * width for _ in range(height)]
        self._text: dict[tuple[int, int], tuple[str, Colour | None]] = {}

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        """Fills a polygon, and hides lines and texts under it."""
        for row, column in _inside(points, 2, 2, self.width, self.height):
            self._fill[row][column] = colour
        for row, column in _inside(points, 2, 4, self.width, self.height):
            self._dots[row // 4][column // 2] &= ~_DOTS[row % 4][column % 2]
        for row, column in _inside(points, 1, 1, self.width, self.height):
            self._text.pop((row, column), None)

    def shape(self, points: Sequence[Point], colour: Colour) -> None:
        """Fills a small shape that must also be seen without colour."""
        if self.colour:
            for row, column in _inside(points, 2, 2, self.width, self.height):
                self._fill[row][column] = colour
            return
        for row, column in _inside(points, 2, 4, self.width, self.height):
            self._dot(row, column, colour)

    def line(self, points: Sequence[Point], colour: Colour, *, closed: bool = False, inner: bool = False) -> None:
        """A thin line of dots through points; inner: only over what is filled, when there is colour."""
        dots = [(2 * x, 4 * y) for x, y in points]
        for (x0, y0), (x1, y1) in pairwise([*dots, *(dots[:1] if closed else ())]):
            steps = max(1, round(max(abs(x1 - x0), abs(y1 - y0))))
            for step in range(steps + 1):
                part = step / steps
                row, column = math.floor(y0 + part * (y1 - y0)), math.floor(x0 + part * (x1 - x0))
                if not (inner and self.colour and self._empty(row, column)):
                    self._dot(row, column, colour)

    def band(self, points: Sequence[Point], colour: Colour, width: float) -> None:
        """A line so many characters thick; without colour, as thin as any."""
        if not self.colour:
            self.line(points, colour)
            return
        half = max(width, 0.5) / 2
        for (x0, y0), (x1, y1) in pairwise(points):
            steps = max(1, math.ceil(4 * max(abs(x1 - x0), 2 * abs(y1 - y0))))
            for step in range(steps + 1):
                x, y = x0 + step / steps * (x1 - x0), y0 + step / steps * (y1 - y0)
                for row in range(math.floor(2 * y - half + 0.5), math.floor(2 * y + half + 0.5)):
                    for column in range(math.floor(2 * (x - half) + 0.5), math.floor(2 * (x + half) + 0.5)):
                        if 0 <= row < 2 * self.height and 0 <= column < 2 * self.width:
                            self._fill[row][column] = colour

    def text(self, centre: Point, text: str, colour: Colour | None = None) -> None:
        """A text around its centre; colour None: black or white, whichever shows."""
        row = math.floor(centre[1])
        left = round(centre[0] - len(text) / 2)
        for column, character in enumerate(text, left):
            if 0 <= row < self.height and 0 <= column < self.width:
                self._text[row, column] = (character, colour)

    def _empty(self, row: int, column: int) -> bool:
        return not (0 <= row < 4 * self.height and 0 <= column < 2 * self.width) or self._fill[row // 2][column] is None

    def _dot(self, row: int, column: int, colour: Colour) -> None:
        if 0 <= row < 4 * self.height and 0 <= column < 2 * self.width:
            self._dots[row // 4][column // 2] |= _DOTS[row % 4][column % 2]
            self._line[row // 4][column // 2] = colour

    def rows(self, left: int = 0, top: int = 0, width: int | None = None, height: int | None = None) -> Iterator[Text]:
        """The lines of a window of the canvas."""
        right = self.width if width is None else min(self.width, left + width)
        bottom = self.height if height is None else min(self.height, top + height)
        for row in range(top, bottom):
            line = Text(no_wrap=True, end="")
            for column in range(left, right):
                character, style = self._cell(row, column)
                line.append(character, style)
            yield line

    def _cell(self, row: int, column: int) -> tuple[str, Style]:
        quarters = (
            *self._fill[2 * row][2 * column : 2 * column + 2],
            *self._fill[2 * row + 1][2 * column : 2 * column + 2],
        )
        counted = Counter(quarters)
        ground = counted.most_common(1)[0][0]
        written, dots = self._text.get((row, column)), self._dots[row][column]
        if not self.colour:
            return written[0] if written else chr(_BRAILLE + dots) if dots else " ", Style.null()
        if written:
            ground = ground or next((q for q in quarters if q), None)
            return written[0], _style(written[1] or _contrast(ground), ground, bold=True)
        if len(counted) == 1 or (dots and None not in counted):
            return (
                (chr(_BRAILLE + dots), _style(self._line[row][column], ground)) if dots else (" ", _style(None, ground))
            )
        if None in counted:
            ground = None
        front = next(colour for colour, _ in counted.most_common() if colour not in (ground, None))
        mask = sum(1 << i for i, quarter in enumerate(quarters) if quarter == front or (ground is None and quarter))
        return _QUARTERS[mask], _style(front, ground)


def _contrast(ground: Colour | None) -> Colour | None:
    """Black or white, whichever shows; on no ground the terminal's own colour."""
    if ground is None:
        return None
    red, green, blue = ground
    return (20, 20, 20) if 0.3 * red + 0.59 * green + 0.11 * blue > 130 else (250, 250, 250)


_STYLES: dict[tuple[Colour | None, Colour | None, bool], Style] = {}


def _style(front: Colour | None, ground: Colour | None, *, bold: bool = False) -> Style:
    key = (front, ground, bold)
    if key not in _STYLES:
        _STYLES[key] = Style(
            color=f"rgb({front[0]},{front[1]},{front[2]})" if front else None,
            bgcolor=f"rgb({ground[0]},{ground[1]},{ground[2]})" if ground else None,
            bold=bold or None,
        )
    return _STYLES[key]
