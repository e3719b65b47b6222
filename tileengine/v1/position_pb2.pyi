from tileengine.v1 import game_pb2 as _game_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import Any as _Any, ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class MoveKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MOVE_KIND_UNSPECIFIED: _ClassVar[MoveKind]
    MOVE_KIND_PLACE: _ClassVar[MoveKind]
    MOVE_KIND_TAKE: _ClassVar[MoveKind]
    MOVE_KIND_DRAW: _ClassVar[MoveKind]
    MOVE_KIND_PASS: _ClassVar[MoveKind]
    MOVE_KIND_LAY_TRIPLE: _ClassVar[MoveKind]

class Outcome(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OUTCOME_UNSPECIFIED: _ClassVar[Outcome]
    OUTCOME_LOST: _ClassVar[Outcome]
    OUTCOME_SHARED: _ClassVar[Outcome]
    OUTCOME_WON: _ClassVar[Outcome]
MOVE_KIND_UNSPECIFIED: MoveKind
MOVE_KIND_PLACE: MoveKind
MOVE_KIND_TAKE: MoveKind
MOVE_KIND_DRAW: MoveKind
MOVE_KIND_PASS: MoveKind
MOVE_KIND_LAY_TRIPLE: MoveKind
OUTCOME_UNSPECIFIED: Outcome
OUTCOME_LOST: Outcome
OUTCOME_SHARED: Outcome
OUTCOME_WON: Outcome

class PositionState(_message.Message):
    __slots__ = ("position", "info")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    INFO_FIELD_NUMBER: _ClassVar[int]
    position: bytes
    info: PositionInfo
    def __init__(self, position: _Optional[bytes] = ..., info: _Optional[_Union[PositionInfo, _Mapping[str, _Any]]] = ...) -> None: ...

class PositionInfo(_message.Message):
    __slots__ = ("game", "seats", "ply", "turn", "phase", "over", "end", "viewer", "hash", "canonical_id", "totals")
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    PLY_FIELD_NUMBER: _ClassVar[int]
    TURN_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    OVER_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    VIEWER_FIELD_NUMBER: _ClassVar[int]
    HASH_FIELD_NUMBER: _ClassVar[int]
    CANONICAL_ID_FIELD_NUMBER: _ClassVar[int]
    TOTALS_FIELD_NUMBER: _ClassVar[int]
    game: _game_pb2.Game
    seats: int
    ply: int
    turn: int
    phase: str
    over: bool
    end: str
    viewer: Viewer
    hash: int
    canonical_id: int
    totals: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, game: _Optional[_Union[_game_pb2.Game, str]] = ..., seats: _Optional[int] = ..., ply: _Optional[int] = ..., turn: _Optional[int] = ..., phase: _Optional[str] = ..., over: bool = ..., end: _Optional[str] = ..., viewer: _Optional[_Union[Viewer, _Mapping[str, _Any]]] = ..., hash: _Optional[int] = ..., canonical_id: _Optional[int] = ..., totals: _Optional[_Iterable[int]] = ...) -> None: ...

class Viewer(_message.Message):
    __slots__ = ("sight", "seat")
    class Sight(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        SIGHT_UNSPECIFIED: _ClassVar[Viewer.Sight]
        SIGHT_PUBLIC: _ClassVar[Viewer.Sight]
        SIGHT_SEAT: _ClassVar[Viewer.Sight]
    SIGHT_UNSPECIFIED: Viewer.Sight
    SIGHT_PUBLIC: Viewer.Sight
    SIGHT_SEAT: Viewer.Sight
    SIGHT_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    sight: Viewer.Sight
    seat: int
    def __init__(self, sight: _Optional[_Union[Viewer.Sight, str]] = ..., seat: _Optional[int] = ...) -> None: ...

class Move(_message.Message):
    __slots__ = ("action", "notation")
    ACTION_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    action: int
    notation: str
    def __init__(self, action: _Optional[int] = ..., notation: _Optional[str] = ...) -> None: ...

class MoveList(_message.Message):
    __slots__ = ("action", "kind", "place", "piece", "rotation", "extra", "gain", "notation")
    ACTION_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    PIECE_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    EXTRA_FIELD_NUMBER: _ClassVar[int]
    GAIN_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    action: _containers.RepeatedScalarFieldContainer[int]
    kind: _containers.RepeatedScalarFieldContainer[MoveKind]
    place: _containers.RepeatedScalarFieldContainer[int]
    piece: _containers.RepeatedScalarFieldContainer[int]
    rotation: _containers.RepeatedScalarFieldContainer[int]
    extra: _containers.RepeatedScalarFieldContainer[int]
    gain: _containers.RepeatedScalarFieldContainer[int]
    notation: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, action: _Optional[_Iterable[int]] = ..., kind: _Optional[_Iterable[_Union[MoveKind, str]]] = ..., place: _Optional[_Iterable[int]] = ..., piece: _Optional[_Iterable[int]] = ..., rotation: _Optional[_Iterable[int]] = ..., extra: _Optional[_Iterable[int]] = ..., gain: _Optional[_Iterable[int]] = ..., notation: _Optional[_Iterable[str]] = ...) -> None: ...

class SeatScore(_message.Message):
    __slots__ = ("seat", "total", "parts", "outcome")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    PARTS_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    seat: int
    total: int
    parts: _containers.RepeatedCompositeFieldContainer[ScorePart]
    outcome: Outcome
    def __init__(self, seat: _Optional[int] = ..., total: _Optional[int] = ..., parts: _Optional[_Iterable[_Union[ScorePart, _Mapping[str, _Any]]]] = ..., outcome: _Optional[_Union[Outcome, str]] = ...) -> None: ...

class ScorePart(_message.Message):
    __slots__ = ("name", "value")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    name: str
    value: int
    def __init__(self, name: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...

class View(_message.Message):
    __slots__ = ("zones", "pieces", "counters", "marks", "features", "cells", "box")
    ZONES_FIELD_NUMBER: _ClassVar[int]
    PIECES_FIELD_NUMBER: _ClassVar[int]
    COUNTERS_FIELD_NUMBER: _ClassVar[int]
    MARKS_FIELD_NUMBER: _ClassVar[int]
    FEATURES_FIELD_NUMBER: _ClassVar[int]
    CELLS_FIELD_NUMBER: _ClassVar[int]
    BOX_FIELD_NUMBER: _ClassVar[int]
    zones: _containers.RepeatedCompositeFieldContainer[Zone]
    pieces: _containers.RepeatedCompositeFieldContainer[Piece]
    counters: _containers.RepeatedCompositeFieldContainer[Counter]
    marks: _containers.RepeatedCompositeFieldContainer[Mark]
    features: _containers.RepeatedCompositeFieldContainer[Feature]
    cells: _containers.RepeatedCompositeFieldContainer[Cell]
    box: BoundingBox
    def __init__(self, zones: _Optional[_Iterable[_Union[Zone, _Mapping[str, _Any]]]] = ..., pieces: _Optional[_Iterable[_Union[Piece, _Mapping[str, _Any]]]] = ..., counters: _Optional[_Iterable[_Union[Counter, _Mapping[str, _Any]]]] = ..., marks: _Optional[_Iterable[_Union[Mark, _Mapping[str, _Any]]]] = ..., features: _Optional[_Iterable[_Union[Feature, _Mapping[str, _Any]]]] = ..., cells: _Optional[_Iterable[_Union[Cell, _Mapping[str, _Any]]]] = ..., box: _Optional[_Union[BoundingBox, _Mapping[str, _Any]]] = ...) -> None: ...

class Zone(_message.Message):
    __slots__ = ("name", "seat", "hidden", "size")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    HIDDEN_FIELD_NUMBER: _ClassVar[int]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    name: str
    seat: int
    hidden: bool
    size: int
    def __init__(self, name: _Optional[str] = ..., seat: _Optional[int] = ..., hidden: bool = ..., size: _Optional[int] = ...) -> None: ...

class Piece(_message.Message):
    __slots__ = ("zone", "piece", "name", "place", "rotation", "index", "strokes", "labels")
    ZONE_FIELD_NUMBER: _ClassVar[int]
    PIECE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    STROKES_FIELD_NUMBER: _ClassVar[int]
    LABELS_FIELD_NUMBER: _ClassVar[int]
    zone: int
    piece: int
    name: str
    place: int
    rotation: int
    index: int
    strokes: _containers.RepeatedCompositeFieldContainer[Stroke]
    labels: _containers.RepeatedCompositeFieldContainer[Label]
    def __init__(self, zone: _Optional[int] = ..., piece: _Optional[int] = ..., name: _Optional[str] = ..., place: _Optional[int] = ..., rotation: _Optional[int] = ..., index: _Optional[int] = ..., strokes: _Optional[_Iterable[_Union[Stroke, _Mapping[str, _Any]]]] = ..., labels: _Optional[_Iterable[_Union[Label, _Mapping[str, _Any]]]] = ...) -> None: ...

class Counter(_message.Message):
    __slots__ = ("name", "seat", "value")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    name: str
    seat: int
    value: int
    def __init__(self, name: _Optional[str] = ..., seat: _Optional[int] = ..., value: _Optional[int] = ...) -> None: ...

class Mark(_message.Message):
    __slots__ = ("name", "seat", "place", "value")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    name: str
    seat: int
    place: int
    value: int
    def __init__(self, name: _Optional[str] = ..., seat: _Optional[int] = ..., place: _Optional[int] = ..., value: _Optional[int] = ...) -> None: ...

class Feature(_message.Message):
    __slots__ = ("name", "seat", "colour", "value", "closed", "items", "polylines")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    COLOUR_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    CLOSED_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    POLYLINES_FIELD_NUMBER: _ClassVar[int]
    name: str
    seat: int
    colour: int
    value: int
    closed: bool
    items: _containers.RepeatedCompositeFieldContainer[FeatureItem]
    polylines: _containers.RepeatedCompositeFieldContainer[Polyline]
    def __init__(self, name: _Optional[str] = ..., seat: _Optional[int] = ..., colour: _Optional[int] = ..., value: _Optional[int] = ..., closed: bool = ..., items: _Optional[_Iterable[_Union[FeatureItem, _Mapping[str, _Any]]]] = ..., polylines: _Optional[_Iterable[_Union[Polyline, _Mapping[str, _Any]]]] = ...) -> None: ...

class FeatureItem(_message.Message):
    __slots__ = ("place", "a", "b")
    PLACE_FIELD_NUMBER: _ClassVar[int]
    A_FIELD_NUMBER: _ClassVar[int]
    B_FIELD_NUMBER: _ClassVar[int]
    place: int
    a: int
    b: int
    def __init__(self, place: _Optional[int] = ..., a: _Optional[int] = ..., b: _Optional[int] = ...) -> None: ...

class Polyline(_message.Message):
    __slots__ = ("xy",)
    XY_FIELD_NUMBER: _ClassVar[int]
    xy: _containers.RepeatedScalarFieldContainer[float]
    def __init__(self, xy: _Optional[_Iterable[float]] = ...) -> None: ...

class Cell(_message.Message):
    __slots__ = ("place", "name", "polygon", "centre_x", "centre_y")
    PLACE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    POLYGON_FIELD_NUMBER: _ClassVar[int]
    CENTRE_X_FIELD_NUMBER: _ClassVar[int]
    CENTRE_Y_FIELD_NUMBER: _ClassVar[int]
    place: int
    name: str
    polygon: _containers.RepeatedScalarFieldContainer[float]
    centre_x: float
    centre_y: float
    def __init__(self, place: _Optional[int] = ..., name: _Optional[str] = ..., polygon: _Optional[_Iterable[float]] = ..., centre_x: _Optional[float] = ..., centre_y: _Optional[float] = ...) -> None: ...

class Stroke(_message.Message):
    __slots__ = ("colour", "filled", "xy")
    COLOUR_FIELD_NUMBER: _ClassVar[int]
    FILLED_FIELD_NUMBER: _ClassVar[int]
    XY_FIELD_NUMBER: _ClassVar[int]
    colour: int
    filled: bool
    xy: _containers.RepeatedScalarFieldContainer[float]
    def __init__(self, colour: _Optional[int] = ..., filled: bool = ..., xy: _Optional[_Iterable[float]] = ...) -> None: ...

class Label(_message.Message):
    __slots__ = ("x", "y", "text")
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    x: float
    y: float
    text: str
    def __init__(self, x: _Optional[float] = ..., y: _Optional[float] = ..., text: _Optional[str] = ...) -> None: ...

class BoundingBox(_message.Message):
    __slots__ = ("min_x", "min_y", "max_x", "max_y")
    MIN_X_FIELD_NUMBER: _ClassVar[int]
    MIN_Y_FIELD_NUMBER: _ClassVar[int]
    MAX_X_FIELD_NUMBER: _ClassVar[int]
    MAX_Y_FIELD_NUMBER: _ClassVar[int]
    min_x: float
    min_y: float
    max_x: float
    max_y: float
    def __init__(self, min_x: _Optional[float] = ..., min_y: _Optional[float] = ..., max_x: _Optional[float] = ..., max_y: _Optional[float] = ...) -> None: ...
