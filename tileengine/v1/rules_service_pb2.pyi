from tileengine.v1 import error_pb2 as _error_pb2
from tileengine.v1 import game_pb2 as _game_pb2
from tileengine.v1 import position_pb2 as _position_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import Any as _Any, ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class PingRequest(_message.Message):
    __slots__ = ("payload",)
    PAYLOAD_FIELD_NUMBER: _ClassVar[int]
    payload: bytes
    def __init__(self, payload: _Optional[bytes] = ...) -> None: ...

class PingResponse(_message.Message):
    __slots__ = ("payload",)
    PAYLOAD_FIELD_NUMBER: _ClassVar[int]
    payload: bytes
    def __init__(self, payload: _Optional[bytes] = ...) -> None: ...

class ListGamesRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ListGamesResponse(_message.Message):
    __slots__ = ("games", "engine_version")
    GAMES_FIELD_NUMBER: _ClassVar[int]
    ENGINE_VERSION_FIELD_NUMBER: _ClassVar[int]
    games: _containers.RepeatedCompositeFieldContainer[_game_pb2.GameInfo]
    engine_version: str
    def __init__(self, games: _Optional[_Iterable[_Union[_game_pb2.GameInfo, _Mapping[str, _Any]]]] = ..., engine_version: _Optional[str] = ...) -> None: ...

class DealRequest(_message.Message):
    __slots__ = ("game", "seats", "preset", "options", "seed", "order")
    GAME_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    PRESET_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    game: _game_pb2.Game
    seats: int
    preset: str
    options: _game_pb2.GameOptions
    seed: bytes
    order: bytes
    def __init__(self, game: _Optional[_Union[_game_pb2.Game, str]] = ..., seats: _Optional[int] = ..., preset: _Optional[str] = ..., options: _Optional[_Union[_game_pb2.GameOptions, _Mapping[str, _Any]]] = ..., seed: _Optional[bytes] = ..., order: _Optional[bytes] = ...) -> None: ...

class DealResponse(_message.Message):
    __slots__ = ("state", "seed", "order")
    STATE_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    state: _position_pb2.PositionState
    seed: bytes
    order: bytes
    def __init__(self, state: _Optional[_Union[_position_pb2.PositionState, _Mapping[str, _Any]]] = ..., seed: _Optional[bytes] = ..., order: _Optional[bytes] = ...) -> None: ...

class ListMovesRequest(_message.Message):
    __slots__ = ("position", "kind", "place", "piece", "limit", "after", "count_only", "with_gain", "with_notation")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    PIECE_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    COUNT_ONLY_FIELD_NUMBER: _ClassVar[int]
    WITH_GAIN_FIELD_NUMBER: _ClassVar[int]
    WITH_NOTATION_FIELD_NUMBER: _ClassVar[int]
    position: bytes
    kind: _position_pb2.MoveKind
    place: int
    piece: int
    limit: int
    after: int
    count_only: bool
    with_gain: bool
    with_notation: bool
    def __init__(self, position: _Optional[bytes] = ..., kind: _Optional[_Union[_position_pb2.MoveKind, str]] = ..., place: _Optional[int] = ..., piece: _Optional[int] = ..., limit: _Optional[int] = ..., after: _Optional[int] = ..., count_only: bool = ..., with_gain: bool = ..., with_notation: bool = ...) -> None: ...

class ListMovesResponse(_message.Message):
    __slots__ = ("total", "moves", "next_after")
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    MOVES_FIELD_NUMBER: _ClassVar[int]
    NEXT_AFTER_FIELD_NUMBER: _ClassVar[int]
    total: int
    moves: _position_pb2.MoveList
    next_after: int
    def __init__(self, total: _Optional[int] = ..., moves: _Optional[_Union[_position_pb2.MoveList, _Mapping[str, _Any]]] = ..., next_after: _Optional[int] = ...) -> None: ...

class CheckMoveRequest(_message.Message):
    __slots__ = ("position", "move")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    position: bytes
    move: _position_pb2.Move
    def __init__(self, position: _Optional[bytes] = ..., move: _Optional[_Union[_position_pb2.Move, _Mapping[str, _Any]]] = ...) -> None: ...

class CheckMoveResponse(_message.Message):
    __slots__ = ("legal", "error", "forced_by", "forced_text", "forced_places", "action", "notation", "gain")
    LEGAL_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    FORCED_BY_FIELD_NUMBER: _ClassVar[int]
    FORCED_TEXT_FIELD_NUMBER: _ClassVar[int]
    FORCED_PLACES_FIELD_NUMBER: _ClassVar[int]
    ACTION_FIELD_NUMBER: _ClassVar[int]
    NOTATION_FIELD_NUMBER: _ClassVar[int]
    GAIN_FIELD_NUMBER: _ClassVar[int]
    legal: bool
    error: _error_pb2.Error
    forced_by: str
    forced_text: str
    forced_places: _containers.RepeatedScalarFieldContainer[str]
    action: int
    notation: str
    gain: int
    def __init__(self, legal: bool = ..., error: _Optional[_Union[_error_pb2.Error, _Mapping[str, _Any]]] = ..., forced_by: _Optional[str] = ..., forced_text: _Optional[str] = ..., forced_places: _Optional[_Iterable[str]] = ..., action: _Optional[int] = ..., notation: _Optional[str] = ..., gain: _Optional[int] = ...) -> None: ...

class ApplyMovesRequest(_message.Message):
    __slots__ = ("position", "moves", "expected_ply")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    MOVES_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_PLY_FIELD_NUMBER: _ClassVar[int]
    position: bytes
    moves: _containers.RepeatedCompositeFieldContainer[_position_pb2.Move]
    expected_ply: int
    def __init__(self, position: _Optional[bytes] = ..., moves: _Optional[_Iterable[_Union[_position_pb2.Move, _Mapping[str, _Any]]]] = ..., expected_ply: _Optional[int] = ...) -> None: ...

class ApplyMovesResponse(_message.Message):
    __slots__ = ("state", "gains")
    STATE_FIELD_NUMBER: _ClassVar[int]
    GAINS_FIELD_NUMBER: _ClassVar[int]
    state: _position_pb2.PositionState
    gains: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, state: _Optional[_Union[_position_pb2.PositionState, _Mapping[str, _Any]]] = ..., gains: _Optional[_Iterable[int]] = ...) -> None: ...

class ScorePositionRequest(_message.Message):
    __slots__ = ("position",)
    POSITION_FIELD_NUMBER: _ClassVar[int]
    position: bytes
    def __init__(self, position: _Optional[bytes] = ...) -> None: ...

class ScorePositionResponse(_message.Message):
    __slots__ = ("scores", "final")
    SCORES_FIELD_NUMBER: _ClassVar[int]
    FINAL_FIELD_NUMBER: _ClassVar[int]
    scores: _containers.RepeatedCompositeFieldContainer[_position_pb2.SeatScore]
    final: bool
    def __init__(self, scores: _Optional[_Iterable[_Union[_position_pb2.SeatScore, _Mapping[str, _Any]]]] = ..., final: bool = ...) -> None: ...

class ViewPositionRequest(_message.Message):
    __slots__ = ("position", "viewer", "geometry")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    VIEWER_FIELD_NUMBER: _ClassVar[int]
    GEOMETRY_FIELD_NUMBER: _ClassVar[int]
    position: bytes
    viewer: _position_pb2.Viewer
    geometry: bool
    def __init__(self, position: _Optional[bytes] = ..., viewer: _Optional[_Union[_position_pb2.Viewer, _Mapping[str, _Any]]] = ..., geometry: bool = ...) -> None: ...

class ViewPositionResponse(_message.Message):
    __slots__ = ("view",)
    VIEW_FIELD_NUMBER: _ClassVar[int]
    view: _position_pb2.View
    def __init__(self, view: _Optional[_Union[_position_pb2.View, _Mapping[str, _Any]]] = ...) -> None: ...

class ObservePositionRequest(_message.Message):
    __slots__ = ("position", "viewer")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    VIEWER_FIELD_NUMBER: _ClassVar[int]
    position: bytes
    viewer: _position_pb2.Viewer
    def __init__(self, position: _Optional[bytes] = ..., viewer: _Optional[_Union[_position_pb2.Viewer, _Mapping[str, _Any]]] = ...) -> None: ...

class ObservePositionResponse(_message.Message):
    __slots__ = ("state",)
    STATE_FIELD_NUMBER: _ClassVar[int]
    state: _position_pb2.PositionState
    def __init__(self, state: _Optional[_Union[_position_pb2.PositionState, _Mapping[str, _Any]]] = ...) -> None: ...

class ResamplePositionRequest(_message.Message):
    __slots__ = ("position", "seed")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    position: bytes
    seed: int
    def __init__(self, position: _Optional[bytes] = ..., seed: _Optional[int] = ...) -> None: ...

class ResamplePositionResponse(_message.Message):
    __slots__ = ("state",)
    STATE_FIELD_NUMBER: _ClassVar[int]
    state: _position_pb2.PositionState
    def __init__(self, state: _Optional[_Union[_position_pb2.PositionState, _Mapping[str, _Any]]] = ...) -> None: ...

class ConvertPositionRequest(_message.Message):
    __slots__ = ("position", "text")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    position: bytes
    text: str
    def __init__(self, position: _Optional[bytes] = ..., text: _Optional[str] = ...) -> None: ...

class ConvertPositionResponse(_message.Message):
    __slots__ = ("state", "text")
    STATE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    state: _position_pb2.PositionState
    text: str
    def __init__(self, state: _Optional[_Union[_position_pb2.PositionState, _Mapping[str, _Any]]] = ..., text: _Optional[str] = ...) -> None: ...

class ListPlaceOddsRequest(_message.Message):
    __slots__ = ("position", "viewer", "places")
    POSITION_FIELD_NUMBER: _ClassVar[int]
    VIEWER_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    position: bytes
    viewer: _position_pb2.Viewer
    places: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, position: _Optional[bytes] = ..., viewer: _Optional[_Union[_position_pb2.Viewer, _Mapping[str, _Any]]] = ..., places: _Optional[_Iterable[int]] = ...) -> None: ...

class ListPlaceOddsResponse(_message.Message):
    __slots__ = ("odds",)
    ODDS_FIELD_NUMBER: _ClassVar[int]
    odds: _containers.RepeatedCompositeFieldContainer[PlaceOdds]
    def __init__(self, odds: _Optional[_Iterable[_Union[PlaceOdds, _Mapping[str, _Any]]]] = ...) -> None: ...

class PlaceOdds(_message.Message):
    __slots__ = ("place", "name", "pieces", "copies", "unseen", "holds", "next_draw")
    PLACE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    PIECES_FIELD_NUMBER: _ClassVar[int]
    COPIES_FIELD_NUMBER: _ClassVar[int]
    UNSEEN_FIELD_NUMBER: _ClassVar[int]
    HOLDS_FIELD_NUMBER: _ClassVar[int]
    NEXT_DRAW_FIELD_NUMBER: _ClassVar[int]
    place: int
    name: str
    pieces: _containers.RepeatedScalarFieldContainer[int]
    copies: int
    unseen: int
    holds: _containers.RepeatedScalarFieldContainer[float]
    next_draw: float
    def __init__(self, place: _Optional[int] = ..., name: _Optional[str] = ..., pieces: _Optional[_Iterable[int]] = ..., copies: _Optional[int] = ..., unseen: _Optional[int] = ..., holds: _Optional[_Iterable[float]] = ..., next_draw: _Optional[float] = ...) -> None: ...

class Query(_message.Message):
    __slots__ = ("deal", "list_moves", "check_move", "apply_moves", "score_position", "view_position", "observe_position", "resample_position", "convert_position", "list_place_odds")
    DEAL_FIELD_NUMBER: _ClassVar[int]
    LIST_MOVES_FIELD_NUMBER: _ClassVar[int]
    CHECK_MOVE_FIELD_NUMBER: _ClassVar[int]
    APPLY_MOVES_FIELD_NUMBER: _ClassVar[int]
    SCORE_POSITION_FIELD_NUMBER: _ClassVar[int]
    VIEW_POSITION_FIELD_NUMBER: _ClassVar[int]
    OBSERVE_POSITION_FIELD_NUMBER: _ClassVar[int]
    RESAMPLE_POSITION_FIELD_NUMBER: _ClassVar[int]
    CONVERT_POSITION_FIELD_NUMBER: _ClassVar[int]
    LIST_PLACE_ODDS_FIELD_NUMBER: _ClassVar[int]
    deal: DealRequest
    list_moves: ListMovesRequest
    check_move: CheckMoveRequest
    apply_moves: ApplyMovesRequest
    score_position: ScorePositionRequest
    view_position: ViewPositionRequest
    observe_position: ObservePositionRequest
    resample_position: ResamplePositionRequest
    convert_position: ConvertPositionRequest
    list_place_odds: ListPlaceOddsRequest
    def __init__(self, deal: _Optional[_Union[DealRequest, _Mapping[str, _Any]]] = ..., list_moves: _Optional[_Union[ListMovesRequest, _Mapping[str, _Any]]] = ..., check_move: _Optional[_Union[CheckMoveRequest, _Mapping[str, _Any]]] = ..., apply_moves: _Optional[_Union[ApplyMovesRequest, _Mapping[str, _Any]]] = ..., score_position: _Optional[_Union[ScorePositionRequest, _Mapping[str, _Any]]] = ..., view_position: _Optional[_Union[ViewPositionRequest, _Mapping[str, _Any]]] = ..., observe_position: _Optional[_Union[ObservePositionRequest, _Mapping[str, _Any]]] = ..., resample_position: _Optional[_Union[ResamplePositionRequest, _Mapping[str, _Any]]] = ..., convert_position: _Optional[_Union[ConvertPositionRequest, _Mapping[str, _Any]]] = ..., list_place_odds: _Optional[_Union[ListPlaceOddsRequest, _Mapping[str, _Any]]] = ...) -> None: ...

class Answer(_message.Message):
    __slots__ = ("deal", "list_moves", "check_move", "apply_moves", "score_position", "view_position", "observe_position", "resample_position", "convert_position", "list_place_odds", "error")
    DEAL_FIELD_NUMBER: _ClassVar[int]
    LIST_MOVES_FIELD_NUMBER: _ClassVar[int]
    CHECK_MOVE_FIELD_NUMBER: _ClassVar[int]
    APPLY_MOVES_FIELD_NUMBER: _ClassVar[int]
    SCORE_POSITION_FIELD_NUMBER: _ClassVar[int]
    VIEW_POSITION_FIELD_NUMBER: _ClassVar[int]
    OBSERVE_POSITION_FIELD_NUMBER: _ClassVar[int]
    RESAMPLE_POSITION_FIELD_NUMBER: _ClassVar[int]
    CONVERT_POSITION_FIELD_NUMBER: _ClassVar[int]
    LIST_PLACE_ODDS_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    deal: DealResponse
    list_moves: ListMovesResponse
    check_move: CheckMoveResponse
    apply_moves: ApplyMovesResponse
    score_position: ScorePositionResponse
    view_position: ViewPositionResponse
    observe_position: ObservePositionResponse
    resample_position: ResamplePositionResponse
    convert_position: ConvertPositionResponse
    list_place_odds: ListPlaceOddsResponse
    error: _error_pb2.Error
    def __init__(self, deal: _Optional[_Union[DealResponse, _Mapping[str, _Any]]] = ..., list_moves: _Optional[_Union[ListMovesResponse, _Mapping[str, _Any]]] = ..., check_move: _Optional[_Union[CheckMoveResponse, _Mapping[str, _Any]]] = ..., apply_moves: _Optional[_Union[ApplyMovesResponse, _Mapping[str, _Any]]] = ..., score_position: _Optional[_Union[ScorePositionResponse, _Mapping[str, _Any]]] = ..., view_position: _Optional[_Union[ViewPositionResponse, _Mapping[str, _Any]]] = ..., observe_position: _Optional[_Union[ObservePositionResponse, _Mapping[str, _Any]]] = ..., resample_position: _Optional[_Union[ResamplePositionResponse, _Mapping[str, _Any]]] = ..., convert_position: _Optional[_Union[ConvertPositionResponse, _Mapping[str, _Any]]] = ..., list_place_odds: _Optional[_Union[ListPlaceOddsResponse, _Mapping[str, _Any]]] = ..., error: _Optional[_Union[_error_pb2.Error, _Mapping[str, _Any]]] = ...) -> None: ...

class BatchRequest(_message.Message):
    __slots__ = ("queries",)
    QUERIES_FIELD_NUMBER: _ClassVar[int]
    queries: _containers.RepeatedCompositeFieldContainer[Query]
    def __init__(self, queries: _Optional[_Iterable[_Union[Query, _Mapping[str, _Any]]]] = ...) -> None: ...

class BatchResponse(_message.Message):
    __slots__ = ("answers",)
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    answers: _containers.RepeatedCompositeFieldContainer[Answer]
    def __init__(self, answers: _Optional[_Iterable[_Union[Answer, _Mapping[str, _Any]]]] = ...) -> None: ...

class StreamBatchRequest(_message.Message):
    __slots__ = ("tag", "queries")
    TAG_FIELD_NUMBER: _ClassVar[int]
    QUERIES_FIELD_NUMBER: _ClassVar[int]
    tag: int
    queries: _containers.RepeatedCompositeFieldContainer[Query]
    def __init__(self, tag: _Optional[int] = ..., queries: _Optional[_Iterable[_Union[Query, _Mapping[str, _Any]]]] = ...) -> None: ...

class StreamBatchResponse(_message.Message):
    __slots__ = ("tag", "answers")
    TAG_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    tag: int
    answers: _containers.RepeatedCompositeFieldContainer[Answer]
    def __init__(self, tag: _Optional[int] = ..., answers: _Optional[_Iterable[_Union[Answer, _Mapping[str, _Any]]]] = ...) -> None: ...
