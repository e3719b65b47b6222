"""What a viewer sees of a position, in one flat form for all games, with the geometry to draw it.

x grows to the right, y upwards; the unit is the game's (about the side of a cell). Points are (x, y). Lists of points,
cells and the box are empty or None unless geometry was asked for. This file knows neither the wire nor a game.
"""

from __future__ import annotations

from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Zone:
    """Where pieces lie: "board", "hand", "stock". seat: whose it is, or None. size counts hidden pieces as well."""

    name: str
    seat: int | None
    hidden: bool
    size: int


@dataclass(frozen=True, slots=True)
class Stroke:
    """A filled shape or an open line of a piece. colour: index into Game.colours; None: paper when filled, else ink."""

    colour: int | None
    filled: bool
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Label:
    """A text of at most 7 bytes around its centre."""

    centre: Point
    text: str


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece. zone: index into View.zones. piece: its number, name: its notation; None and "" when face down.

    place: where it lies on the board, None elsewhere. index: position within its zone, from 0. strokes and labels:
    in the board's coordinates when it lies there, else around the origin.
    """

    zone: int
    piece: int | None
    name: str
    place: int | None
    rotation: int
    index: int
    strokes: tuple[Stroke, ...]
    labels: tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class Counter:
    """A public number, "round"; of a seat or, with None, of the table."""

    name: str
    seat: int | None
    value: int


@dataclass(frozen=True, slots=True)
class Mark:
    """Something true of a place, "open"; for one seat or, with None, for all."""

    name: str
    seat: int | None
    place: int
    value: int


@dataclass(frozen=True, slots=True)
class FeatureItem:
    """One step of a feature: a place and up to two numbers of the game (sides, a jewel); -1: none."""

    place: int
    a: int
    b: int


@dataclass(frozen=True, slots=True)
class Feature:
    """A thing made of several places: "line", "loop". colour: index into Game.colours, or None. value: its size.

    closed: the polylines are closed.
    """

    name: str
    seat: int | None
    colour: int | None
    value: int
    closed: bool
    items: tuple[FeatureItem, ...]
    polylines: tuple[tuple[Point, ...], ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """The outline of a place, anticlockwise, at most 16 corners; centre: the mean of the corners."""

    place: int
    name: str
    polygon: tuple[Point, ...]
    centre: Point


@dataclass(frozen=True, slots=True)
class Box:
    """The smallest upright rectangle around all cells."""

    min_x: float
    min_y: float
    max_x: float
    max_y: float


@dataclass(frozen=True, slots=True)
class View:
    """All that one viewer sees."""

    zones: tuple[Zone, ...]
    pieces: tuple[Piece, ...]
    counters: tuple[Counter, ...]
    marks: tuple[Mark, ...]
    features: tuple[Feature, ...]
    cells: tuple[Cell, ...]
    box: Box | None
