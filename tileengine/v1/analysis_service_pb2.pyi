from tileengine.v1 import error_pb2 as _error_pb2
from tileengine.v1 import position_pb2 as _position_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import Any as _Any, ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Aim(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    AIM_UNSPECIFIED: _ClassVar[Aim]
    AIM_WIN: _ClassVar[Aim]
    AIM_SCORE: _ClassVar[Aim]

class Priority(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PRIORITY_UNSPECIFIED: _ClassVar[Priority]
    PRIORITY_URGENT: _ClassVar[Priority]
    PRIORITY_BACKGROUND: _ClassVar[Priority]
AIM_UNSPECIFIED: Aim
AIM_WIN: Aim
AIM_SCORE: Aim
PRIORITY_UNSPECIFIED: Priority
PRIORITY_URGENT: Priority
PRIORITY_BACKGROUND: Priority

class Budget(_message.Message):
    __slots__ = ("playouts", "time_ms", "proof_nodes")
    PLAYOUTS_FIELD_NUMBER: _ClassVar[int]
    TIME_MS_FIELD_NUMBER: _ClassVar[int]
    PROOF_NODES_FIELD_NUMBER: _ClassVar[int]
    playouts: int
    time_ms: int
    proof_nodes: int
    def __init__(self, playouts: _Optional[int] = ..., time_ms: _Optional[int] = ..., proof_nodes: _Optional[int] = ...) -> None: ...

class AnalyzePositionsRequest(_message.Message):
    __slots__ = ("positions", "budget", "seed", "allow", "avoid", "report_every", "moves_max", "aim", "priority")
    POSITIONS_FIELD_NUMBER: _ClassVar[int]
    BUDGET_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    ALLOW_FIELD_NUMBER: _ClassVar[int]
    AVOID_FIELD_NUMBER: _ClassVar[int]
    REPORT_EVERY_FIELD_NUMBER: _ClassVar[int]
    MOVES_MAX_FIELD_NUMBER: _ClassVar[int]
    AIM_FIELD_NUMBER: _ClassVar[int]
    PRIORITY_FIELD_NUMBER: _ClassVar[int]
    positions: _containers.RepeatedScalarFieldContainer[bytes]
    budget: Budget
    seed: int
    allow: _containers.RepeatedCompositeFieldContainer[_position_pb2.Move]
    avoid: _containers.RepeatedCompositeFieldContainer[_position_pb2.Move]
    report_every: int
    moves_max: int
    aim: Aim
    priority: Priority
    def __init__(self, positions: _Optional[_Iterable[bytes]] = ..., budget: _Optional[_Union[Budget, _Mapping[str, _Any]]] = ..., seed: _Optional[int] = ..., allow: _Optional[_Iterable[_Union[_position_pb2.Move, _Mapping[str, _Any]]]] = ..., avoid: _Optional[_Iterable[_Union[_position_pb2.Move, _Mapping[str, _Any]]]] = ..., report_every: _Optional[int] = ..., moves_max: _Optional[int] = ..., aim: _Optional[_Union[Aim, str]] = ..., priority: _Optional[_Union[Priority, str]] = ...) -> None: ...

class AnalyzePositionsResponse(_message.Message):
    __slots__ = ("index", "analysis", "error")
    INDEX_FIELD_NUMBER: _ClassVar[int]
    ANALYSIS_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    index: int
    analysis: Analysis
    error: _error_pb2.Error
    def __init__(self, index: _Optional[int] = ..., analysis: _Optional[_Union[Analysis, _Mapping[str, _Any]]] = ..., error: _Optional[_Union[_error_pb2.Error, _Mapping[str, _Any]]] = ...) -> None: ...

class Analysis(_message.Message):
    __slots__ = ("seat", "moves", "moves_total", "nodes", "final", "certificate", "proved")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    MOVES_FIELD_NUMBER: _ClassVar[int]
    MOVES_TOTAL_FIELD_NUMBER: _ClassVar[int]
    NODES_FIELD_NUMBER: _ClassVar[int]
    FINAL_FIELD_NUMBER: _ClassVar[int]
    CERTIFICATE_FIELD_NUMBER: _ClassVar[int]
    PROVED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    moves: _containers.RepeatedCompositeFieldContainer[RankedMove]
    moves_total: int
    nodes: int
    final: bool
    certificate: Certificate
    proved: bool
    def __init__(self, seat: _Optional[int] = ..., moves: _Optional[_Iterable[_Union[RankedMove, _Mapping[str, _Any]]]] = ..., moves_total: _Optional[int] = ..., nodes: _Optional[int] = ..., final: bool = ..., certificate: _Optional[_Union[Certificate, _Mapping[str, _Any]]] = ..., proved: bool = ...) -> None: ...

class RankedMove(_message.Message):
    __slots__ = ("action", "notation", "visits", "rating", "value", "win", "score", "spread", "line", "line_notation", "why", "prospects", "proved")
    ACTION_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    VISITS_FIELD_NUMBER: _ClassVar[int]
    RATING_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    WIN_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    SPREAD_FIELD_NUMBER: _ClassVar[int]
    LINE_FIELD_NUMBER: _ClassVar[int]
    LINE_NOTATION_FIELD_NUMBER: _ClassVar[int]
    WHY_FIELD_NUMBER: _ClassVar[int]
    PROSPECTS_FIELD_NUMBER: _ClassVar[int]
    PROVED_FIELD_NUMBER: _ClassVar[int]
    action: int
    notation: str
    visits: int
    rating: float
    value: float
    win: float
    score: _containers.RepeatedScalarFieldContainer[float]
    spread: _containers.RepeatedScalarFieldContainer[float]
    line: _containers.RepeatedScalarFieldContainer[int]
    line_notation: _containers.RepeatedScalarFieldContainer[str]
    why: _containers.RepeatedCompositeFieldContainer[Why]
    prospects: _containers.RepeatedCompositeFieldContainer[Prospect]
    proved: bool
    def __init__(self, action: _Optional[int] = ..., notation: _Optional[str] = ..., visits: _Optional[int] = ..., rating: _Optional[float] = ..., value: _Optional[float] = ..., win: _Optional[float] = ..., score: _Optional[_Iterable[float]] = ..., spread: _Optional[_Iterable[float]] = ..., line: _Optional[_Iterable[int]] = ..., line_notation: _Optional[_Iterable[str]] = ..., why: _Optional[_Iterable[_Union[Why, _Mapping[str, _Any]]]] = ..., prospects: _Optional[_Iterable[_Union[Prospect, _Mapping[str, _Any]]]] = ..., proved: bool = ...) -> None: ...

class Prospect(_message.Message):
    __slots__ = ("name", "seat", "before", "after")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    name: str
    seat: int
    before: int
    after: int
    def __init__(self, name: _Optional[str] = ..., seat: _Optional[int] = ..., before: _Optional[int] = ..., after: _Optional[int] = ...) -> None: ...

class Why(_message.Message):
    __slots__ = ("part", "seat", "points")
    PART_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    part: str
    seat: int
    points: int
    def __init__(self, part: _Optional[str] = ..., seat: _Optional[int] = ..., points: _Optional[int] = ...) -> None: ...

class Certificate(_message.Message):
    __slots__ = ("engine_version", "search_version", "seed", "playouts", "position_hash", "settings", "restriction", "tree", "proof_nodes")
    ENGINE_VERSION_FIELD_NUMBER: _ClassVar[int]
    SEARCH_VERSION_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    PLAYOUTS_FIELD_NUMBER: _ClassVar[int]
    POSITION_HASH_FIELD_NUMBER: _ClassVar[int]
    SETTINGS_FIELD_NUMBER: _ClassVar[int]
    RESTRICTION_FIELD_NUMBER: _ClassVar[int]
    TREE_FIELD_NUMBER: _ClassVar[int]
    PROOF_NODES_FIELD_NUMBER: _ClassVar[int]
    engine_version: str
    search_version: int
    seed: int
    playouts: int
    position_hash: int
    settings: str
    restriction: int
    tree: int
    proof_nodes: int
    def __init__(self, engine_version: _Optional[str] = ..., search_version: _Optional[int] = ..., seed: _Optional[int] = ..., playouts: _Optional[int] = ..., position_hash: _Optional[int] = ..., settings: _Optional[str] = ..., restriction: _Optional[int] = ..., tree: _Optional[int] = ..., proof_nodes: _Optional[int] = ...) -> None: ...

class SuggestMoveRequest(_message.Message):
    __slots__ = ("position", "level", "budget", "seed", "aim", "priority")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    BUDGET_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    AIM_FIELD_NUMBER: _ClassVar[int]
    PRIORITY_FIELD_NUMBER: _ClassVar[int]
    position: bytes
    level: int
    budget: Budget
    seed: int
    aim: Aim
    priority: Priority
    def __init__(self, position: _Optional[bytes] = ..., level: _Optional[int] = ..., budget: _Optional[_Union[Budget, _Mapping[str, _Any]]] = ..., seed: _Optional[int] = ..., aim: _Optional[_Union[Aim, str]] = ..., priority: _Optional[_Union[Priority, str]] = ...) -> None: ...

class SuggestMoveResponse(_message.Message):
    __slots__ = ("action", "notation", "move", "certificate", "proved")
    ACTION_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    CERTIFICATE_FIELD_NUMBER: _ClassVar[int]
    PROVED_FIELD_NUMBER: _ClassVar[int]
    action: int
    notation: str
    move: RankedMove
    certificate: Certificate
    proved: bool
    def __init__(self, action: _Optional[int] = ..., notation: _Optional[str] = ..., move: _Optional[_Union[RankedMove, _Mapping[str, _Any]]] = ..., certificate: _Optional[_Union[Certificate, _Mapping[str, _Any]]] = ..., proved: bool = ...) -> None: ...

class ReviewMovesRequest(_message.Message):
    __slots__ = ("position", "moves", "playouts", "seed", "priority")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    MOVES_FIELD_NUMBER: _ClassVar[int]
    PLAYOUTS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    PRIORITY_FIELD_NUMBER: _ClassVar[int]
    position: bytes
    moves: _containers.RepeatedCompositeFieldContainer[_position_pb2.Move]
    playouts: int
    seed: int
    priority: Priority
    def __init__(self, position: _Optional[bytes] = ..., moves: _Optional[_Iterable[_Union[_position_pb2.Move, _Mapping[str, _Any]]]] = ..., playouts: _Optional[int] = ..., seed: _Optional[int] = ..., priority: _Optional[_Union[Priority, str]] = ...) -> None: ...

class ReviewMovesResponse(_message.Message):
    __slots__ = ("moves",)
    MOVES_FIELD_NUMBER: _ClassVar[int]
    moves: _containers.RepeatedCompositeFieldContainer[ReviewedMove]
    def __init__(self, moves: _Optional[_Iterable[_Union[ReviewedMove, _Mapping[str, _Any]]]] = ...) -> None: ...

class ReviewedMove(_message.Message):
    __slots__ = ("ply", "seat", "action", "notation", "best_action", "best_notation", "before", "after", "skill", "luck")
    PLY_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    BEST_ACTION_FIELD_NUMBER: _ClassVar[int]
    BEST_NOTATION_FIELD_NUMBER: _ClassVar[int]
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    SKILL_FIELD_NUMBER: _ClassVar[int]
    LUCK_FIELD_NUMBER: _ClassVar[int]
    ply: int
    seat: int
    action: int
    notation: str
    best_action: int
    best_notation: str
    before: float
    after: float
    skill: float
    luck: float
    def __init__(self, ply: _Optional[int] = ..., seat: _Optional[int] = ..., action: _Optional[int] = ..., notation: _Optional[str] = ..., best_action: _Optional[int] = ..., best_notation: _Optional[str] = ..., before: _Optional[float] = ..., after: _Optional[float] = ..., skill: _Optional[float] = ..., luck: _Optional[float] = ...) -> None: ...
