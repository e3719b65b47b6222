from tileengine.v1 import game_pb2 as _game_pb2
from tileengine.v1 import position_pb2 as _position_pb2
from tileengine.v1 import rules_service_pb2 as _rules_service_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import Any as _Any, ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class SeatKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SEAT_KIND_UNSPECIFIED: _ClassVar[SeatKind]
    SEAT_KIND_OPEN: _ClassVar[SeatKind]
    SEAT_KIND_RESERVED: _ClassVar[SeatKind]
    SEAT_KIND_ENGINE: _ClassVar[SeatKind]

class MatchStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MATCH_STATUS_UNSPECIFIED: _ClassVar[MatchStatus]
    MATCH_STATUS_WAITING: _ClassVar[MatchStatus]
    MATCH_STATUS_RUNNING: _ClassVar[MatchStatus]
    MATCH_STATUS_OVER: _ClassVar[MatchStatus]

class RecordFormat(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RECORD_FORMAT_UNSPECIFIED: _ClassVar[RecordFormat]
    RECORD_FORMAT_TEXT: _ClassVar[RecordFormat]
    RECORD_FORMAT_JSON: _ClassVar[RecordFormat]
SEAT_KIND_UNSPECIFIED: SeatKind
SEAT_KIND_OPEN: SeatKind
SEAT_KIND_RESERVED: SeatKind
SEAT_KIND_ENGINE: SeatKind
MATCH_STATUS_UNSPECIFIED: MatchStatus
MATCH_STATUS_WAITING: MatchStatus
MATCH_STATUS_RUNNING: MatchStatus
MATCH_STATUS_OVER: MatchStatus
RECORD_FORMAT_UNSPECIFIED: RecordFormat
RECORD_FORMAT_TEXT: RecordFormat
RECORD_FORMAT_JSON: RecordFormat

class TimeControl(_message.Message):
    __slots__ = ("kind", "limit_ms", "increment_ms")
    class Kind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        KIND_UNSPECIFIED: _ClassVar[TimeControl.Kind]
        KIND_PER_MOVE: _ClassVar[TimeControl.Kind]
        KIND_PER_GAME: _ClassVar[TimeControl.Kind]
    KIND_UNSPECIFIED: TimeControl.Kind
    KIND_PER_MOVE: TimeControl.Kind
    KIND_PER_GAME: TimeControl.Kind
    KIND_FIELD_NUMBER: _ClassVar[int]
    LIMIT_MS_FIELD_NUMBER: _ClassVar[int]
    INCREMENT_MS_FIELD_NUMBER: _ClassVar[int]
    kind: TimeControl.Kind
    limit_ms: int
    increment_ms: int
    def __init__(self, kind: _Optional[_Union[TimeControl.Kind, str]] = ..., limit_ms: _Optional[int] = ..., increment_ms: _Optional[int] = ...) -> None: ...

class EngineSetup(_message.Message):
    __slots__ = ("level", "playouts")
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    PLAYOUTS_FIELD_NUMBER: _ClassVar[int]
    level: int
    playouts: int
    def __init__(self, level: _Optional[int] = ..., playouts: _Optional[int] = ...) -> None: ...

class SeatSetup(_message.Message):
    __slots__ = ("kind", "time", "engine")
    KIND_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    ENGINE_FIELD_NUMBER: _ClassVar[int]
    kind: SeatKind
    time: TimeControl
    engine: EngineSetup
    def __init__(self, kind: _Optional[_Union[SeatKind, str]] = ..., time: _Optional[_Union[TimeControl, _Mapping[str, _Any]]] = ..., engine: _Optional[_Union[EngineSetup, _Mapping[str, _Any]]] = ...) -> None: ...

class SeatInfo(_message.Message):
    __slots__ = ("seat", "kind", "joined", "name", "time", "left_ms", "entropy", "engine")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    JOINED_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    TIME_FIELD_NUMBER: _ClassVar[int]
    LEFT_MS_FIELD_NUMBER: _ClassVar[int]
    ENTROPY_FIELD_NUMBER: _ClassVar[int]
    ENGINE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    kind: SeatKind
    joined: bool
    name: str
    time: TimeControl
    left_ms: int
    entropy: bytes
    engine: EngineSetup
    def __init__(self, seat: _Optional[int] = ..., kind: _Optional[_Union[SeatKind, str]] = ..., joined: bool = ..., name: _Optional[str] = ..., time: _Optional[_Union[TimeControl, _Mapping[str, _Any]]] = ..., left_ms: _Optional[int] = ..., entropy: _Optional[bytes] = ..., engine: _Optional[_Union[EngineSetup, _Mapping[str, _Any]]] = ...) -> None: ...

class UndoProposal(_message.Message):
    __slots__ = ("seat", "to_ply", "accepted")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TO_PLY_FIELD_NUMBER: _ClassVar[int]
    ACCEPTED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    to_ply: int
    accepted: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seat: _Optional[int] = ..., to_ply: _Optional[int] = ..., accepted: _Optional[_Iterable[int]] = ...) -> None: ...

class FairDeal(_message.Message):
    __slots__ = ("commitment", "secret", "seed", "order")
    COMMITMENT_FIELD_NUMBER: _ClassVar[int]
    SECRET_FIELD_NUMBER: _ClassVar[int]
    SEED_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    commitment: bytes
    secret: bytes
    seed: bytes
    order: bytes
    def __init__(self, commitment: _Optional[bytes] = ..., secret: _Optional[bytes] = ..., seed: _Optional[bytes] = ..., order: _Optional[bytes] = ...) -> None: ...

class MatchEnd(_message.Message):
    __slots__ = ("end", "seat", "outcomes")
    END_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    OUTCOMES_FIELD_NUMBER: _ClassVar[int]
    end: str
    seat: int
    outcomes: _containers.RepeatedScalarFieldContainer[_position_pb2.Outcome]
    def __init__(self, end: _Optional[str] = ..., seat: _Optional[int] = ..., outcomes: _Optional[_Iterable[_Union[_position_pb2.Outcome, str]]] = ...) -> None: ...

class Match(_message.Message):
    __slots__ = ("match_id", "game", "rules_version", "options", "status", "seats", "event", "state", "scores", "horizon_ply", "free_ply", "undo", "fair", "end", "created_ms", "now_ms", "private")
    class OptionsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    EVENT_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    SCORES_FIELD_NUMBER: _ClassVar[int]
    HORIZON_PLY_FIELD_NUMBER: _ClassVar[int]
    FREE_PLY_FIELD_NUMBER: _ClassVar[int]
    UNDO_FIELD_NUMBER: _ClassVar[int]
    FAIR_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    CREATED_MS_FIELD_NUMBER: _ClassVar[int]
    NOW_MS_FIELD_NUMBER: _ClassVar[int]
    PRIVATE_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    game: _game_pb2.Game
    rules_version: int
    options: _containers.ScalarMap[str, str]
    status: MatchStatus
    seats: _containers.RepeatedCompositeFieldContainer[SeatInfo]
    event: int
    state: _position_pb2.PositionState
    scores: _containers.RepeatedCompositeFieldContainer[_position_pb2.SeatScore]
    horizon_ply: int
    free_ply: int
    undo: UndoProposal
    fair: FairDeal
    end: MatchEnd
    created_ms: int
    now_ms: int
    private: bool
    def __init__(self, match_id: _Optional[str] = ..., game: _Optional[_Union[_game_pb2.Game, str]] = ..., rules_version: _Optional[int] = ..., options: _Optional[_Mapping[str, str]] = ..., status: _Optional[_Union[MatchStatus, str]] = ..., seats: _Optional[_Iterable[_Union[SeatInfo, _Mapping[str, _Any]]]] = ..., event: _Optional[int] = ..., state: _Optional[_Union[_position_pb2.PositionState, _Mapping[str, _Any]]] = ..., scores: _Optional[_Iterable[_Union[_position_pb2.SeatScore, _Mapping[str, _Any]]]] = ..., horizon_ply: _Optional[int] = ..., free_ply: _Optional[int] = ..., undo: _Optional[_Union[UndoProposal, _Mapping[str, _Any]]] = ..., fair: _Optional[_Union[FairDeal, _Mapping[str, _Any]]] = ..., end: _Optional[_Union[MatchEnd, _Mapping[str, _Any]]] = ..., created_ms: _Optional[int] = ..., now_ms: _Optional[int] = ..., private: bool = ...) -> None: ...

class CreateMatchRequest(_message.Message):
    __slots__ = ("match_id", "game", "preset", "options", "seats", "private", "token_secret")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    PRESET_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    PRIVATE_FIELD_NUMBER: _ClassVar[int]
    TOKEN_SECRET_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    game: _game_pb2.Game
    preset: str
    options: _game_pb2.GameOptions
    seats: _containers.RepeatedCompositeFieldContainer[SeatSetup]
    private: bool
    token_secret: bytes
    def __init__(self, match_id: _Optional[str] = ..., game: _Optional[_Union[_game_pb2.Game, str]] = ..., preset: _Optional[str] = ..., options: _Optional[_Union[_game_pb2.GameOptions, _Mapping[str, _Any]]] = ..., seats: _Optional[_Iterable[_Union[SeatSetup, _Mapping[str, _Any]]]] = ..., private: bool = ..., token_secret: _Optional[bytes] = ...) -> None: ...

class CreateMatchResponse(_message.Message):
    __slots__ = ("match", "host_token", "seat_tokens", "spectator_token")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    HOST_TOKEN_FIELD_NUMBER: _ClassVar[int]
    SEAT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    SPECTATOR_TOKEN_FIELD_NUMBER: _ClassVar[int]
    match: Match
    host_token: str
    seat_tokens: _containers.RepeatedScalarFieldContainer[str]
    spectator_token: str
    def __init__(self, match: _Optional[_Union[Match, _Mapping[str, _Any]]] = ..., host_token: _Optional[str] = ..., seat_tokens: _Optional[_Iterable[str]] = ..., spectator_token: _Optional[str] = ...) -> None: ...

class JoinMatchRequest(_message.Message):
    __slots__ = ("match_id", "seat", "name", "entropy", "token_secret")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    ENTROPY_FIELD_NUMBER: _ClassVar[int]
    TOKEN_SECRET_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat: int
    name: str
    entropy: bytes
    token_secret: bytes
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., name: _Optional[str] = ..., entropy: _Optional[bytes] = ..., token_secret: _Optional[bytes] = ...) -> None: ...

class JoinMatchResponse(_message.Message):
    __slots__ = ("seat", "seat_token", "match")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    SEAT_TOKEN_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    seat: int
    seat_token: str
    match: Match
    def __init__(self, seat: _Optional[int] = ..., seat_token: _Optional[str] = ..., match: _Optional[_Union[Match, _Mapping[str, _Any]]] = ...) -> None: ...

class GetMatchRequest(_message.Message):
    __slots__ = ("match_id",)
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    def __init__(self, match_id: _Optional[str] = ...) -> None: ...

class GetMatchResponse(_message.Message):
    __slots__ = ("match",)
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match: Match
    def __init__(self, match: _Optional[_Union[Match, _Mapping[str, _Any]]] = ...) -> None: ...

class ListMatchesRequest(_message.Message):
    __slots__ = ("page_size", "page_token", "game", "status")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    game: _game_pb2.Game
    status: MatchStatus
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ..., game: _Optional[_Union[_game_pb2.Game, str]] = ..., status: _Optional[_Union[MatchStatus, str]] = ...) -> None: ...

class ListMatchesResponse(_message.Message):
    __slots__ = ("matches", "next_page_token")
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    matches: _containers.RepeatedCompositeFieldContainer[Match]
    next_page_token: str
    def __init__(self, matches: _Optional[_Iterable[_Union[Match, _Mapping[str, _Any]]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class PlayMovesRequest(_message.Message):
    __slots__ = ("match_id", "moves", "expected_ply", "request_id")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    MOVES_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_PLY_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    moves: _containers.RepeatedCompositeFieldContainer[_position_pb2.Move]
    expected_ply: int
    request_id: str
    def __init__(self, match_id: _Optional[str] = ..., moves: _Optional[_Iterable[_Union[_position_pb2.Move, _Mapping[str, _Any]]]] = ..., expected_ply: _Optional[int] = ..., request_id: _Optional[str] = ...) -> None: ...

class PlayResult(_message.Message):
    __slots__ = ("event", "ply", "gains", "over")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    PLY_FIELD_NUMBER: _ClassVar[int]
    GAINS_FIELD_NUMBER: _ClassVar[int]
    OVER_FIELD_NUMBER: _ClassVar[int]
    event: int
    ply: int
    gains: _containers.RepeatedScalarFieldContainer[int]
    over: bool
    def __init__(self, event: _Optional[int] = ..., ply: _Optional[int] = ..., gains: _Optional[_Iterable[int]] = ..., over: bool = ...) -> None: ...

class PlayMovesResponse(_message.Message):
    __slots__ = ("result", "match")
    RESULT_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    result: PlayResult
    match: Match
    def __init__(self, result: _Optional[_Union[PlayResult, _Mapping[str, _Any]]] = ..., match: _Optional[_Union[Match, _Mapping[str, _Any]]] = ...) -> None: ...

class UndoMovesRequest(_message.Message):
    __slots__ = ("match_id", "to_ply", "expected_ply")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TO_PLY_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_PLY_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    to_ply: int
    expected_ply: int
    def __init__(self, match_id: _Optional[str] = ..., to_ply: _Optional[int] = ..., expected_ply: _Optional[int] = ...) -> None: ...

class UndoMovesResponse(_message.Message):
    __slots__ = ("done", "match")
    DONE_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    done: bool
    match: Match
    def __init__(self, done: bool = ..., match: _Optional[_Union[Match, _Mapping[str, _Any]]] = ...) -> None: ...

class AnswerUndoRequest(_message.Message):
    __slots__ = ("match_id", "accept", "expected_ply")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    ACCEPT_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_PLY_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    accept: bool
    expected_ply: int
    def __init__(self, match_id: _Optional[str] = ..., accept: bool = ..., expected_ply: _Optional[int] = ...) -> None: ...

class AnswerUndoResponse(_message.Message):
    __slots__ = ("done", "match")
    DONE_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    done: bool
    match: Match
    def __init__(self, done: bool = ..., match: _Optional[_Union[Match, _Mapping[str, _Any]]] = ...) -> None: ...

class ResignMatchRequest(_message.Message):
    __slots__ = ("match_id",)
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    def __init__(self, match_id: _Optional[str] = ...) -> None: ...

class ResignMatchResponse(_message.Message):
    __slots__ = ("match",)
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match: Match
    def __init__(self, match: _Optional[_Union[Match, _Mapping[str, _Any]]] = ...) -> None: ...

class DeleteMatchRequest(_message.Message):
    __slots__ = ("match_id",)
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    def __init__(self, match_id: _Optional[str] = ...) -> None: ...

class DeleteMatchResponse(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class WatchMatchRequest(_message.Message):
    __slots__ = ("match_id", "after_event")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    AFTER_EVENT_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    after_event: int
    def __init__(self, match_id: _Optional[str] = ..., after_event: _Optional[int] = ...) -> None: ...

class WatchMatchResponse(_message.Message):
    __slots__ = ("event", "match")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    event: MatchEvent
    match: Match
    def __init__(self, event: _Optional[_Union[MatchEvent, _Mapping[str, _Any]]] = ..., match: _Optional[_Union[Match, _Mapping[str, _Any]]] = ...) -> None: ...

class MatchEvent(_message.Message):
    __slots__ = ("event", "kind", "time_ms", "seat", "ply", "actions", "notations", "end")
    class Kind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        KIND_UNSPECIFIED: _ClassVar[MatchEvent.Kind]
        KIND_CREATED: _ClassVar[MatchEvent.Kind]
        KIND_JOINED: _ClassVar[MatchEvent.Kind]
        KIND_STARTED: _ClassVar[MatchEvent.Kind]
        KIND_PLAYED: _ClassVar[MatchEvent.Kind]
        KIND_UNDO_PROPOSED: _ClassVar[MatchEvent.Kind]
        KIND_UNDO_ACCEPTED: _ClassVar[MatchEvent.Kind]
        KIND_UNDO_DECLINED: _ClassVar[MatchEvent.Kind]
        KIND_UNDONE: _ClassVar[MatchEvent.Kind]
        KIND_RESIGNED: _ClassVar[MatchEvent.Kind]
        KIND_TIMED_OUT: _ClassVar[MatchEvent.Kind]
        KIND_ENDED: _ClassVar[MatchEvent.Kind]
        KIND_DELETED: _ClassVar[MatchEvent.Kind]
    KIND_UNSPECIFIED: MatchEvent.Kind
    KIND_CREATED: MatchEvent.Kind
    KIND_JOINED: MatchEvent.Kind
    KIND_STARTED: MatchEvent.Kind
    KIND_PLAYED: MatchEvent.Kind
    KIND_UNDO_PROPOSED: MatchEvent.Kind
    KIND_UNDO_ACCEPTED: MatchEvent.Kind
    KIND_UNDO_DECLINED: MatchEvent.Kind
    KIND_UNDONE: MatchEvent.Kind
    KIND_RESIGNED: MatchEvent.Kind
    KIND_TIMED_OUT: MatchEvent.Kind
    KIND_ENDED: MatchEvent.Kind
    KIND_DELETED: MatchEvent.Kind
    EVENT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    TIME_MS_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PLY_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_FIELD_NUMBER: _ClassVar[int]
    NOTATIONS_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    event: int
    kind: MatchEvent.Kind
    time_ms: int
    seat: int
    ply: int
    actions: _containers.RepeatedScalarFieldContainer[int]
    notations: _containers.RepeatedScalarFieldContainer[str]
    end: MatchEnd
    def __init__(self, event: _Optional[int] = ..., kind: _Optional[_Union[MatchEvent.Kind, str]] = ..., time_ms: _Optional[int] = ..., seat: _Optional[int] = ..., ply: _Optional[int] = ..., actions: _Optional[_Iterable[int]] = ..., notations: _Optional[_Iterable[str]] = ..., end: _Optional[_Union[MatchEnd, _Mapping[str, _Any]]] = ...) -> None: ...

class ListMatchMovesRequest(_message.Message):
    __slots__ = ("match_id", "kind", "place", "piece", "limit", "after", "count_only", "with_notation")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    PLACE_FIELD_NUMBER: _ClassVar[int]
    PIECE_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    COUNT_ONLY_FIELD_NUMBER: _ClassVar[int]
    WITH_NOTATION_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    kind: _position_pb2.MoveKind
    place: int
    piece: int
    limit: int
    after: int
    count_only: bool
    with_notation: bool
    def __init__(self, match_id: _Optional[str] = ..., kind: _Optional[_Union[_position_pb2.MoveKind, str]] = ..., place: _Optional[int] = ..., piece: _Optional[int] = ..., limit: _Optional[int] = ..., after: _Optional[int] = ..., count_only: bool = ..., with_notation: bool = ...) -> None: ...

class ListMatchMovesResponse(_message.Message):
    __slots__ = ("total", "moves", "next_after", "ply")
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    MOVES_FIELD_NUMBER: _ClassVar[int]
    NEXT_AFTER_FIELD_NUMBER: _ClassVar[int]
    PLY_FIELD_NUMBER: _ClassVar[int]
    total: int
    moves: _position_pb2.MoveList
    next_after: int
    ply: int
    def __init__(self, total: _Optional[int] = ..., moves: _Optional[_Union[_position_pb2.MoveList, _Mapping[str, _Any]]] = ..., next_after: _Optional[int] = ..., ply: _Optional[int] = ...) -> None: ...

class CheckMatchMoveRequest(_message.Message):
    __slots__ = ("match_id", "move")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    move: _position_pb2.Move
    def __init__(self, match_id: _Optional[str] = ..., move: _Optional[_Union[_position_pb2.Move, _Mapping[str, _Any]]] = ...) -> None: ...

class CheckMatchMoveResponse(_message.Message):
    __slots__ = ("check", "ply")
    CHECK_FIELD_NUMBER: _ClassVar[int]
    PLY_FIELD_NUMBER: _ClassVar[int]
    check: _rules_service_pb2.CheckMoveResponse
    ply: int
    def __init__(self, check: _Optional[_Union[_rules_service_pb2.CheckMoveResponse, _Mapping[str, _Any]]] = ..., ply: _Optional[int] = ...) -> None: ...

class ViewMatchRequest(_message.Message):
    __slots__ = ("match_id", "geometry")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    GEOMETRY_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    geometry: bool
    def __init__(self, match_id: _Optional[str] = ..., geometry: bool = ...) -> None: ...

class ViewMatchResponse(_message.Message):
    __slots__ = ("view", "ply", "event")
    VIEW_FIELD_NUMBER: _ClassVar[int]
    PLY_FIELD_NUMBER: _ClassVar[int]
    EVENT_FIELD_NUMBER: _ClassVar[int]
    view: _position_pb2.View
    ply: int
    event: int
    def __init__(self, view: _Optional[_Union[_position_pb2.View, _Mapping[str, _Any]]] = ..., ply: _Optional[int] = ..., event: _Optional[int] = ...) -> None: ...

class GetRecordRequest(_message.Message):
    __slots__ = ("match_id", "format")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    format: RecordFormat
    def __init__(self, match_id: _Optional[str] = ..., format: _Optional[_Union[RecordFormat, str]] = ...) -> None: ...

class GetRecordResponse(_message.Message):
    __slots__ = ("record",)
    RECORD_FIELD_NUMBER: _ClassVar[int]
    record: str
    def __init__(self, record: _Optional[str] = ...) -> None: ...

class ImportRecordRequest(_message.Message):
    __slots__ = ("record", "match_id", "token_secret")
    RECORD_FIELD_NUMBER: _ClassVar[int]
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    TOKEN_SECRET_FIELD_NUMBER: _ClassVar[int]
    record: str
    match_id: str
    token_secret: bytes
    def __init__(self, record: _Optional[str] = ..., match_id: _Optional[str] = ..., token_secret: _Optional[bytes] = ...) -> None: ...

class ImportRecordResponse(_message.Message):
    __slots__ = ("match", "host_token")
    MATCH_FIELD_NUMBER: _ClassVar[int]
    HOST_TOKEN_FIELD_NUMBER: _ClassVar[int]
    match: Match
    host_token: str
    def __init__(self, match: _Optional[_Union[Match, _Mapping[str, _Any]]] = ..., host_token: _Optional[str] = ...) -> None: ...

class VerifyRecordRequest(_message.Message):
    __slots__ = ("record", "convert_to")
    RECORD_FIELD_NUMBER: _ClassVar[int]
    CONVERT_TO_FIELD_NUMBER: _ClassVar[int]
    record: str
    convert_to: RecordFormat
    def __init__(self, record: _Optional[str] = ..., convert_to: _Optional[_Union[RecordFormat, str]] = ...) -> None: ...

class VerifyRecordResponse(_message.Message):
    __slots__ = ("valid", "problem", "line", "passed", "record")
    VALID_FIELD_NUMBER: _ClassVar[int]
    PROBLEM_FIELD_NUMBER: _ClassVar[int]
    LINE_FIELD_NUMBER: _ClassVar[int]
    PASSED_FIELD_NUMBER: _ClassVar[int]
    RECORD_FIELD_NUMBER: _ClassVar[int]
    valid: bool
    problem: str
    line: int
    passed: _containers.RepeatedScalarFieldContainer[str]
    record: str
    def __init__(self, valid: bool = ..., problem: _Optional[str] = ..., line: _Optional[int] = ..., passed: _Optional[_Iterable[str]] = ..., record: _Optional[str] = ...) -> None: ...
