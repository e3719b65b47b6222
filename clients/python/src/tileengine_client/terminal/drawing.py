"""Draws a view on a canvas from the geometry the server sends: cells, pieces, marks, features. It computes no shape.

Colours are those of palette.py. It knows no game.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.text import Text

from tileengine_client.palette import (
    BACK,
    BACK_EDGE,
    EMPTY,
    INK,
    LAST,
    MARKS,
    PAPER,
    SLATE,
    SLATE_EDGE,
    Colour,
    colour_of,
)
from tileengine_client.terminal.canvas import Canvas, Point
from tileengine_client.views import Piece, Stroke, View

CELL_MIN = 6.0
CELL_MAX = 14.0
"""Characters that the narrowest cell is wide: below the least its labels would overlap."""
RACK_WIDTH, RACK_HEIGHT = 10.0, 4.5
RACK_WIDTH_MIN = 6.0
"""Characters of a piece that does not lie on the board: it is smaller where there are many."""


@dataclass(frozen=True, slots=True)
class Scale:
    """From a view's coordinates to characters."""

    left: float
    top: float
    unit: float

    def point(self, point: Point) -> Point:
        """One point."""
        return (point[0] - self.left) * self.unit, (self.top - point[1]) * self.unit / 2

    def points(self, points: Iterable[Point]) -> list[Point]:
        """Many points."""
        return [self.point(point) for point in points]


def _narrowest(view: View) -> float:
    """Width of the narrowest cell, in the view's units."""
    return min(max(x for x, _ in cell.polygon) - min(x for x, _ in cell.polygon) for cell in view.cells)


def width_min(view: View) -> int:
    """Characters that the whole board takes in width at its smallest scale."""
    if view.box is None:
        return 0
    return math.ceil((view.box.max_x - view.box.min_x) * CELL_MIN / _narrowest(view)) + 3


def board(
    view: View, colours: Sequence[str], *, width: int, height: int, last: int | None = None, colour: bool = True
) -> Text | None:
    """The board in lines that fit width by height characters; cut around the place `last` when it is larger."""
    if view.box is None:
        return None
    box, narrowest = view.box, _narrowest(view)
    room = min((width - 2) / max(box.max_x - box.min_x, 0.1), 2 * (height - 1) / max(box.max_y - box.min_y, 0.1))
    unit = min(max(room, CELL_MIN / narrowest), CELL_MAX / narrowest)
    scale = Scale(box.min_x - 1 / unit, box.max_y + 1 / unit, unit)
    canvas = Canvas(
        round((box.max_x - box.min_x) * unit) + 3, round((box.max_y - box.min_y) * unit / 2) + 2, colour=colour
    )
    _draw_board(canvas, view, scale, colours, last)
    cells = {cell.place: cell for cell in view.cells}
    centre = ((box.min_x + box.max_x) / 2, (box.min_y + box.max_y) / 2)
    x, y = scale.point(cells[last].centre if last in cells else centre)
    left = max(0, min(round(x - width / 2), canvas.width - width))
    top = max(0, min(round(y - height / 2), canvas.height - height))
    return Text("\n").join(canvas.rows(left, top, width, height))


def _draw_board(canvas: Canvas, view: View, scale: Scale, colours: Sequence[str], last: int | None) -> None:
    polygons = {cell.place: scale.points(cell.polygon) for cell in view.cells}
    occupied = {piece.place for piece in view.pieces}
    for place, polygon in polygons.items():
        if place not in occupied:
            canvas.line(polygon, EMPTY, closed=True)
    for mark in view.marks:
        if mark.place not in occupied and mark.place in polygons:
            canvas.line(polygons[mark.place], MARKS.get(mark.name, EMPTY), closed=True)
    for piece in view.pieces:
        if piece.place is None or piece.place not in polygons:
            continue
        if piece.strokes:
            draw_piece(canvas, piece, scale, colours, polygons[piece.place], last=piece.place == last)
        else:
            canvas.polygon(polygons[piece.place], BACK)
            canvas.line(polygons[piece.place], BACK_EDGE, closed=True, inner=True)
    for feature in view.features:
        for line in feature.polylines:
            canvas.line(scale.points(line), colour_of(colours, feature.colour, LAST), closed=feature.closed)
    if last in occupied and last in polygons:
        canvas.line(polygons[last], LAST, closed=True, inner=True)


def draw_piece(
    canvas: Canvas, piece: Piece, scale: Scale, colours: Sequence[str], outline: Sequence[Point], *, last: bool = False
) -> None:
    """One piece. outline: of its place; it hides what lies below, and is the body of a piece that fills nothing.

    Without colour, a piece that has no labels gets the initial of each colour.
    """
    filled = [stroke for stroke in piece.strokes if stroke.filled]
    body = SLATE if not filled else colour_of(colours, filled[0].colour, PAPER)
    if last and body in (SLATE, PAPER):
        body = _blend(body, LAST)
    canvas.polygon(outline, body)
    for stroke in piece.strokes:
        line = scale.points(stroke.points)
        colour = colour_of(colours, stroke.colour, PAPER if stroke.filled else INK)
        if stroke is filled[0] if filled else False:
            canvas.polygon(line, body)
            canvas.line(line, INK, closed=True, inner=True)
        elif stroke.filled and piece.labels:
            canvas.shape(line, colour_of(colours, stroke.colour, INK))
        elif stroke.filled:
            canvas.polygon(line, colour)
            canvas.line(line, INK, closed=True, inner=True)
        elif stroke.points[0] == stroke.points[-1]:
            canvas.line(line, colour, inner=True)
        else:
            canvas.band(line, colour, scale.unit * 0.16)
    if not filled:
        canvas.line(outline, SLATE_EDGE, closed=True, inner=True)
    for label in piece.labels:
        canvas.text(scale.point(label.centre), label.text)
    if not canvas.colour:
        for stroke in piece.strokes:
            if stroke.colour is not None and (not stroke.filled or not piece.labels):
                _initial(canvas, stroke, scale, colours)


def _initial(canvas: Canvas, stroke: Stroke, scale: Scale, colours: Sequence[str]) -> None:
    """The first letter of a stroke's colour: in the middle of a shape, at a quarter of a line."""
    line = scale.points(stroke.points)
    if line[0] == line[-1] and not stroke.filled:
        return
    if stroke.filled:
        xs, ys = [x for x, _ in line], [y for _, y in line]
        at = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    else:
        at = line[len(line) // 4]
        if len(line) == 2:
            at = (0.75 * line[0][0] + 0.25 * line[1][0], 0.75 * line[0][1] + 0.25 * line[1][1])
    canvas.text(at, colours[stroke.colour or 0][:1].upper())


def _blend(one: Colour, other: Colour) -> Colour:
    """Two parts of one colour and one of the other."""
    return (2 * one[0] + other[0]) // 3, (2 * one[1] + other[1]) // 3, (2 * one[2] + other[2]) // 3


def rack(
    view: View, pieces: Sequence[Piece], colours: Sequence[str], *, width: int, colour: bool = True
) -> Text | None:
    """Pieces side by side, each with its name below, as many as the width holds."""
    shown = [piece for piece in pieces if piece.strokes]
    if not shown:
        return None
    outline: list[Point] = []
    if view.cells and not any(stroke.filled for stroke in shown[0].strokes):
        cell = view.cells[0]
        outline = [(x - cell.centre[0], y - cell.centre[1]) for x, y in cell.polygon]
    corners = [*outline, *(point for piece in shown for stroke in piece.strokes for point in stroke.points)]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    bottom, top = min(y for _, y in corners), max(y for _, y in corners)
    each = max(RACK_WIDTH_MIN, min(RACK_WIDTH, width / len(shown) - 3))
    unit = min(each / (right - left), 2 * RACK_HEIGHT / (top - bottom))
    step = round((right - left) * unit) + 3
    shown = shown[: max(1, width // step)]
    high = math.ceil((top - bottom) * unit / 2)
    named = [piece.name for piece in shown if piece.name not in [label.text for label in piece.labels]]
    canvas = Canvas(step * len(shown), high + bool(named), colour=colour)
    for number, piece in enumerate(shown):
        scale = Scale(left - (number * step + 1) / unit, top, unit)
        draw_piece(canvas, piece, scale, colours, scale.points(outline))
        if piece.name in named:
            canvas.text((number * step + step / 2, high + 0.5), piece.name)
    return Text("\n").join(canvas.rows())
