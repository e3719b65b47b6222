from tileengine.v1 import game_pb2 as _game_pb2
from tileengine.v1 import position_pb2 as _position_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import Any as _Any, ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class SolveGoal(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SOLVE_GOAL_UNSPECIFIED: _ClassVar[SolveGoal]
    SOLVE_GOAL_CLEAR: _ClassVar[SolveGoal]
    SOLVE_GOAL_SHORTEST_CLEAR: _ClassVar[SolveGoal]
    SOLVE_GOAL_MAXIMUM_SCORE: _ClassVar[SolveGoal]

class Difficulty(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DIFFICULTY_UNSPECIFIED: _ClassVar[Difficulty]
    DIFFICULTY_EASY: _ClassVar[Difficulty]
    DIFFICULTY_MEDIUM: _ClassVar[Difficulty]
    DIFFICULTY_HARD: _ClassVar[Difficulty]
    DIFFICULTY_EXPERT: _ClassVar[Difficulty]
SOLVE_GOAL_UNSPECIFIED: SolveGoal
SOLVE_GOAL_CLEAR: SolveGoal
SOLVE_GOAL_SHORTEST_CLEAR: SolveGoal
SOLVE_GOAL_MAXIMUM_SCORE: SolveGoal
DIFFICULTY_UNSPECIFIED: Difficulty
DIFFICULTY_EASY: Difficulty
DIFFICULTY_MEDIUM: Difficulty
DIFFICULTY_HARD: Difficulty
DIFFICULTY_EXPERT: Difficulty

class SolutionLine(_message.Message):
    __slots__ = ("action", "notation", "total")
    ACTION_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    action: _containers.RepeatedScalarFieldContainer[int]
    notation: _containers.RepeatedScalarFieldContainer[str]
    total: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, action: _Optional[_Iterable[int]] = ..., notation: _Optional[_Iterable[str]] = ..., total: _Optional[_Iterable[int]] = ...) -> None: ...

class Solution(_message.Message):
    __slots__ = ("goal", "proved", "found", "line", "score", "nodes")
    GOAL_FIELD_NUMBER: _ClassVar[int]
    PROVED_FIELD_NUMBER: _ClassVar[int]
    FOUND_FIELD_NUMBER: _ClassVar[int]
    LINE_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    NODES_FIELD_NUMBER: _ClassVar[int]
    goal: SolveGoal
    proved: bool
    found: bool
    line: SolutionLine
    score: int
    nodes: int
    def __init__(self, goal: _Optional[_Union[SolveGoal, str]] = ..., proved: bool = ..., found: bool = ..., line: _Optional[_Union[SolutionLine, _Mapping[str, _Any]]] = ..., score: _Optional[int] = ..., nodes: _Optional[int] = ...) -> None: ...

class SolvePositionRequest(_message.Message):
    __slots__ = ("position", "goals", "nodes")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    GOALS_FIELD_NUMBER: _ClassVar[int]
    NODES_FIELD_NUMBER: _ClassVar[int]
    position: bytes
    goals: _containers.RepeatedScalarFieldContainer[SolveGoal]
    nodes: int
    def __init__(self, position: _Optional[bytes] = ..., goals: _Optional[_Iterable[_Union[SolveGoal, str]]] = ..., nodes: _Optional[int] = ...) -> None: ...

class SolvePositionResponse(_message.Message):
    __slots__ = ("solutions",)
    SOLUTIONS_FIELD_NUMBER: _ClassVar[int]
    solutions: _containers.RepeatedCompositeFieldContainer[Solution]
    def __init__(self, solutions: _Optional[_Iterable[_Union[Solution, _Mapping[str, _Any]]]] = ...) -> None: ...

class FindTurningPointRequest(_message.Message):
    __slots__ = ("position", "moves", "nodes")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    MOVES_FIELD_NUMBER: _ClassVar[int]
    NODES_FIELD_NUMBER: _ClassVar[int]
    position: bytes
    moves: _containers.RepeatedCompositeFieldContainer[_position_pb2.Move]
    nodes: int
    def __init__(self, position: _Optional[bytes] = ..., moves: _Optional[_Iterable[_Union[_position_pb2.Move, _Mapping[str, _Any]]]] = ..., nodes: _Optional[int] = ...) -> None: ...

class FindTurningPointResponse(_message.Message):
    __slots__ = ("proved", "begins", "clearable", "index", "line", "nodes")
    PROVED_FIELD_NUMBER: _ClassVar[int]
    BEGINS_FIELD_NUMBER: _ClassVar[int]
    CLEARABLE_FIELD_NUMBER: _ClassVar[int]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    LINE_FIELD_NUMBER: _ClassVar[int]
    NODES_FIELD_NUMBER: _ClassVar[int]
    proved: bool
    begins: int
    clearable: bool
    index: int
    line: SolutionLine
    nodes: int
    def __init__(self, proved: bool = ..., begins: _Optional[int] = ..., clearable: bool = ..., index: _Optional[int] = ..., line: _Optional[_Union[SolutionLine, _Mapping[str, _Any]]] = ..., nodes: _Optional[int] = ...) -> None: ...

class DealGradedRequest(_message.Message):
    __slots__ = ("game", "options", "difficulty", "seed", "tries")
    GAME_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    DIFFICULTY_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    TRIES_FIELD_NUMBER: _ClassVar[int]
    game: _game_pb2.Game
    options: _game_pb2.GameOptions
    difficulty: Difficulty
    seed: bytes
    tries: int
    def __init__(self, game: _Optional[_Union[_game_pb2.Game, str]] = ..., options: _Optional[_Union[_game_pb2.GameOptions, _Mapping[str, _Any]]] = ..., difficulty: _Optional[_Union[Difficulty, str]] = ..., seed: _Optional[bytes] = ..., tries: _Optional[int] = ...) -> None: ...

class DealGradedResponse(_message.Message):
    __slots__ = ("state", "seed", "order", "clears", "tries", "line")
    STATE_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    CLEARS_FIELD_NUMBER: _ClassVar[int]
    TRIES_FIELD_NUMBER: _ClassVar[int]
    LINE_FIELD_NUMBER: _ClassVar[int]
    state: _position_pb2.PositionState
    seed: bytes
    order: bytes
    clears: int
    tries: int
    line: SolutionLine
    def __init__(self, state: _Optional[_Union[_position_pb2.PositionState, _Mapping[str, _Any]]] = ..., seed: _Optional[bytes] = ..., order: _Optional[bytes] = ..., clears: _Optional[int] = ..., tries: _Optional[int] = ..., line: _Optional[_Union[SolutionLine, _Mapping[str, _Any]]] = ...) -> None: ...

class DealBalancedRequest(_message.Message):
    __slots__ = ("game", "seats", "options", "seed", "spread_max", "tries")
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    SPREAD_MAX_FIELD_NUMBER: _ClassVar[int]
    TRIES_FIELD_NUMBER: _ClassVar[int]
    game: _game_pb2.Game
    seats: int
    options: _game_pb2.GameOptions
    seed: bytes
    spread_max: float
    tries: int
    def __init__(self, game: _Optional[_Union[_game_pb2.Game, str]] = ..., seats: _Optional[int] = ..., options: _Optional[_Union[_game_pb2.GameOptions, _Mapping[str, _Any]]] = ..., seed: _Optional[bytes] = ..., spread_max: _Optional[float] = ..., tries: _Optional[int] = ...) -> None: ...

class DealBalancedResponse(_message.Message):
    __slots__ = ("state", "seed", "order", "spread", "balanced", "means", "tries")
    STATE_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    SPREAD_FIELD_NUMBER: _ClassVar[int]
    BALANCED_FIELD_NUMBER: _ClassVar[int]
    MEANS_FIELD_NUMBER: _ClassVar[int]
    TRIES_FIELD_NUMBER: _ClassVar[int]
    state: _position_pb2.PositionState
    seed: bytes
    order: bytes
    spread: float
    balanced: bool
    means: _containers.RepeatedScalarFieldContainer[float]
    tries: int
    def __init__(self, state: _Optional[_Union[_position_pb2.PositionState, _Mapping[str, _Any]]] = ..., seed: _Optional[bytes] = ..., order: _Optional[bytes] = ..., spread: _Optional[float] = ..., balanced: bool = ..., means: _Optional[_Iterable[float]] = ..., tries: _Optional[int] = ...) -> None: ...
