"""Draws a view as SVG, from the geometry the server sends: a picture for a page, a report, or a first look at a game.

It computes no shape and knows no game: cells, strokes and labels are scaled, and coloured by palette.py. What does not
lie on the board goes below it, a row for each hand and one piece for each stock. Text is escaped; nothing is loaded and
nothing runs, so a picture is as safe as what its view shows: draw what somebody may see, not a whole position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from html import escape

from tileengine_client import errors
from tileengine_client.palette import (
    BACK,
    BACK_EDGE,
    EMPTY,
    INK,
    LAST,
    MARKS,
    PAPER,
    SEATS,
    SLATE,
    SLATE_EDGE,
    Colour,
    colour_of,
)
from tileengine_client.views import Box, Piece, Point, Stroke, View, Zone

TABLE: Colour = (36, 42, 48)
"""The ground that everything lies on."""
TEXT: Colour = (226, 224, 216)
MARGIN = 16.0
CELL_MAX = 120.0
"""Pixels that a cell is wide at most: a board of one place would fill the page."""
RACK = 52.0
"""Pixels that a piece beside the board is high, at most."""
GAP = 8.0
CAPTION = 15.0
"""Size of the captions' letters, in pixels."""
LABEL, SMALL_LABEL = 0.3, 0.18
"""Height of a label's letters, in widths of a piece: of one that has a face to itself, and of all others."""
BAND = 0.24
"""Width of a coloured line over a piece, in the units of the view."""


def picture(
    view: View,
    colours: Sequence[str],
    *,
    width: int = 640,
    captions: Mapping[int, str] | None = None,
    last: int | None = None,
    targets: bool = False,
) -> str:
    """An SVG document.

    view: with geometry. colours: Game.colours. width: in pixels, 100 to 4000; the height follows. captions: a text for
    a seat, "Ann 120", beside its hand; None: the seat's number. last: the place to point out. targets: lay an unseen
    shape over each place (attribute data-place) and each piece beside the board (data-piece), for a page that wants to
    know what was clicked. Raises BadField.
    """
    if view.box is None or not view.cells:
        raise errors.BadField("a picture needs a view with geometry", field="view")
    if not 100 <= width <= 4000:
        raise errors.BadField("the width of a picture is in 100 .. 4000", field="width")
    return _Picture(view, colours, width, captions or {}, targets).draw(last)


def tile(view: View, place: int, colours: Sequence[str], *, size: int = 64) -> str:
    """An SVG document of what lies on one place, about size by size pixels (16 to 1000). Raises BadField."""
    cell = next((cell for cell in view.cells if cell.place == place), None)
    if cell is None:
        raise errors.BadField(f"the view has no geometry for place {place}", field="place")
    if not 16 <= size <= 1000:
        raise errors.BadField("the size of a tile is in 16 .. 1000", field="size")
    xs, ys = [x for x, _ in cell.polygon], [y for _, y in cell.polygon]
    alone = replace(
        view,
        zones=(),
        pieces=tuple(piece for piece in view.pieces if piece.place == place),
        marks=(),
        features=(),
        cells=(cell,),
        box=Box(min(xs), min(ys), max(xs), max(ys)),
    )
    return _Picture(alone, colours, size, {}, targets=False, margin=2.0).draw(None)


class _Picture:
    def __init__(
        self,
        view: View,
        colours: Sequence[str],
        width: int,
        captions: Mapping[int, str],
        targets: bool,
        margin: float = MARGIN,
    ) -> None:
        assert view.box is not None
        self._view, self._colours, self._captions = view, colours, captions
        self._width, self._margin = width, margin
        self._box = view.box
        self._cells = {cell.place: cell for cell in view.cells}
        xs = [x for x, _ in view.cells[0].polygon]
        self._cell_width = max(xs) - min(xs)
        wide = max(self._box.max_x - self._box.min_x, self._cell_width)
        self._unit = min((width - 2 * margin) / wide, CELL_MAX / self._cell_width)
        self._left = (width - wide * self._unit) / 2
        self._parts: list[str] = []
        self._targets: list[str] | None = [] if targets else None

    def draw(self, last: int | None) -> str:
        self._board(last)
        height = 2 * self._margin + (self._box.max_y - self._box.min_y) * self._unit
        for number, zone in enumerate(self._view.zones):
            pieces = [piece for piece in self._view.pieces if piece.zone == number and piece.place is None]
            if zone.size and (pieces or zone.hidden):
                height = self._beside(zone, sorted(pieces, key=lambda piece: piece.index), height)
        ground = f'<rect width="{self._width}" height="{height:.0f}" rx="12" fill="{_hex(TABLE)}"/>'
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self._width}" height="{height:.0f}" '
            f'viewBox="0 0 {self._width} {height:.0f}" font-family="sans-serif" text-anchor="middle">'
        )
        return "\n".join([head, ground, *self._parts, *(self._targets or ()), "</svg>"]) + "\n"

    # -- the board -----------------------------------------------------------------------------------------------------

    def _on_board(self, point: Point) -> Point:
        return (
            self._left + (point[0] - self._box.min_x) * self._unit,
            self._margin + (self._box.max_y - point[1]) * self._unit,
        )

    def _board(self, last: int | None) -> None:
        occupied = {piece.place for piece in self._view.pieces}
        marked = {mark.place: MARKS.get(mark.name, EMPTY) for mark in self._view.marks}
        for place, cell in self._cells.items():
            if place not in occupied:
                edge = marked.get(place, EMPTY)
                self._polygon(map(self._on_board, cell.polygon), None, edge, 0.8, dashed=place in marked)
        for piece in self._view.pieces:
            if piece.place in self._cells:
                outline = [self._on_board(point) for point in self._cells[piece.place].polygon]
                scaled = _Scaled(piece, self._on_board, self._unit)
                self._piece(scaled, outline, self._cell_width * self._unit)
        for feature in self._view.features:
            for line in feature.polylines:
                colour = colour_of(self._colours, feature.colour, LAST)
                self._line(map(self._on_board, line), colour, 0.05 * self._unit, closed=feature.closed)
        if last in self._cells:
            self._polygon(map(self._on_board, self._cells[last].polygon), None, LAST, 2.5)
        for place, cell in self._cells.items():
            self._target("place", place, map(self._on_board, cell.polygon))

    # -- beside the board ----------------------------------------------------------------------------------------------

    def _beside(self, zone: Zone, pieces: Sequence[Piece], top: float) -> float:
        """A hand in a row, or the upmost piece of anything else; returns where the next one begins."""
        colour = TEXT if zone.seat is None else SEATS[zone.seat % len(SEATS)]
        name = zone.name if zone.seat is None else self._captions.get(zone.seat, f"seat {zone.seat}")
        self._text((MARGIN, top + CAPTION / 3), f"{name} ({zone.size})", CAPTION, colour, anchor="start")
        top += CAPTION
        shown = [piece for piece in pieces if piece.strokes]
        if zone.seat is None:
            shown = shown[-1:]
        if not shown:
            x, y = MARGIN, top
            corners = [(x, y), (x + 0.7 * RACK, y), (x + 0.7 * RACK, y + RACK), (x, y + RACK)]
            self._polygon(corners, BACK, BACK_EDGE, 1.5)
            return top + RACK + MARGIN
        return self._row(shown, top)

    def _row(self, pieces: Sequence[Piece], top: float) -> float:
        outline: list[Point] = []
        if not any(stroke.filled for piece in pieces for stroke in piece.strokes):
            cell = self._view.cells[0]
            outline = [(x - cell.centre[0], y - cell.centre[1]) for x, y in cell.polygon]
        corners = [*outline, *(point for piece in pieces for stroke in piece.strokes for point in stroke.points)]
        left, right = min(x for x, _ in corners), max(x for x, _ in corners)
        low, high = min(y for _, y in corners), max(y for _, y in corners)
        unit = min(RACK / (high - low), RACK * 1.2 / (right - left))
        step, line = (right - left) * unit + GAP, (high - low) * unit + GAP
        room = max(1, int((self._width - 2 * MARGIN + GAP) / step))
        for number, piece in enumerate(pieces):
            x0, y0 = MARGIN + number % room * step, top + number // room * line

            def at(point: Point, x0: float = x0, y0: float = y0) -> Point:
                return x0 + (point[0] - left) * unit, y0 + (high - point[1]) * unit

            self._piece(_Scaled(piece, at, unit), [at(point) for point in outline], (right - left) * unit)
            if piece.piece is not None:
                self._target("piece", piece.piece, map(at, ((left, low), (right, low), (right, high), (left, high))))
        return top + -(-len(pieces) // room) * line + GAP

    # -- pieces --------------------------------------------------------------------------------------------------------

    def _piece(self, piece: _Scaled, outline: Sequence[Point], width: float) -> None:
        """One piece. outline: of its place; the body of a piece that fills nothing, and the back of a hidden one.

        width: of the piece, in pixels.
        """
        if not piece.strokes:
            self._polygon(outline, BACK, BACK_EDGE, 1.0)
            return
        filled = [stroke for stroke, _ in piece.strokes if stroke.filled]
        if not filled:
            self._polygon(outline, SLATE, SLATE_EDGE, 1.0)
        for stroke, points in piece.strokes:
            if not stroke.filled:
                edge = points[0] == points[-1]
                colour = colour_of(self._colours, stroke.colour, INK)
                self._line(points, colour, 1.0 if edge else BAND * piece.unit)
            elif stroke is filled[0] or not piece.labels:
                self._polygon(points, colour_of(self._colours, stroke.colour, PAPER), INK, 1.0)
            else:  # a symbol on a body
                self._polygon(points, colour_of(self._colours, stroke.colour, INK), None, 0.0)
        ink = INK if filled else TEXT
        label = width * (LABEL if filled and len(piece.labels) == 1 else SMALL_LABEL)
        for centre, text in piece.labels:
            size = label * min(1.0, 2.2 / max(len(text), 1))
            self._text((centre[0], centre[1] + 0.35 * size), text, size, ink, halo=None if filled else SLATE)

    def _target(self, kind: str, number: int, points: Iterable[Point]) -> None:
        """A shape that is not seen and can be clicked."""
        if self._targets is not None:
            self._targets.append(
                f'<polygon class="{kind}" data-{kind}="{number}" points="{_path(points)}" fill="transparent"/>'
            )

    # -- elements ------------------------------------------------------------------------------------------------------

    def _polygon(
        self, points: Iterable[Point], fill: Colour | None, edge: Colour | None, width: float, *, dashed: bool = False
    ) -> None:
        stroke = f' stroke="{_hex(edge)}" stroke-width="{width:g}" stroke-linejoin="round"' if edge else ""
        dash = ' stroke-dasharray="4 4"' if dashed else ""
        filled = _hex(fill) if fill else "none"
        self._parts.append(f'<polygon points="{_path(points)}" fill="{filled}"{stroke}{dash}/>')

    def _line(self, points: Iterable[Point], colour: Colour, width: float, *, closed: bool = False) -> None:
        name = "polygon" if closed else "polyline"
        self._parts.append(
            f'<{name} points="{_path(points)}" fill="none" stroke="{_hex(colour)}" stroke-width="{width:.2f}" '
            'stroke-linecap="butt" stroke-linejoin="round"/>'
        )

    def _text(
        self, at: Point, text: str, size: float, colour: Colour, *, anchor: str = "", halo: Colour | None = None
    ) -> None:
        side = f' text-anchor="{anchor}"' if anchor else ""
        around = f' stroke="{_hex(halo)}" stroke-width="{size / 4:.1f}" paint-order="stroke"' if halo else ""
        self._parts.append(
            f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" font-size="{size:.1f}" fill="{_hex(colour)}"{side}{around}>'
            f"{escape(text)}</text>"
        )


class _Scaled:
    """A piece in pixels."""

    def __init__(self, piece: Piece, at: Callable[[Point], Point], unit: float) -> None:
        self.unit = unit
        self.strokes: list[tuple[Stroke, list[Point]]] = [
            (stroke, [at(point) for point in stroke.points]) for stroke in piece.strokes
        ]
        self.labels = [(at(label.centre), label.text) for label in piece.labels]


def _hex(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _path(points: Iterable[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
