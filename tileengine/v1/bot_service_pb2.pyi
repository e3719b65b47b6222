from tileengine.v1 import error_pb2 as _error_pb2
from tileengine.v1 import match_service_pb2 as _match_service_pb2
from tileengine.v1 import position_pb2 as _position_pb2
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import Any as _Any, ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class PlaySeatsRequest(_message.Message):
    __slots__ = ("take", "answer", "resign", "leave")
    TAKE_FIELD_NUMBER: _ClassVar[int]
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    RESIGN_FIELD_NUMBER: _ClassVar[int]
    LEAVE_FIELD_NUMBER: _ClassVar[int]
    take: TakeSeat
    answer: AnswerMove
    resign: ResignSeat
    leave: LeaveSeat
    def __init__(self, take: _Optional[_Union[TakeSeat, _Mapping[str, _Any]]] = ..., answer: _Optional[_Union[AnswerMove, _Mapping[str, _Any]]] = ..., resign: _Optional[_Union[ResignSeat, _Mapping[str, _Any]]] = ..., leave: _Optional[_Union[LeaveSeat, _Mapping[str, _Any]]] = ...) -> None: ...

class PlaySeatsResponse(_message.Message):
    __slots__ = ("taken", "move_requested", "refused", "left")
    TAKEN_FIELD_NUMBER: _ClassVar[int]
    MOVE_REQUESTED_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    LEFT_FIELD_NUMBER: _ClassVar[int]
    taken: SeatTaken
    move_requested: MoveRequested
    refused: MoveRefused
    left: SeatLeft
    def __init__(self, taken: _Optional[_Union[SeatTaken, _Mapping[str, _Any]]] = ..., move_requested: _Optional[_Union[MoveRequested, _Mapping[str, _Any]]] = ..., refused: _Optional[_Union[MoveRefused, _Mapping[str, _Any]]] = ..., left: _Optional[_Union[SeatLeft, _Mapping[str, _Any]]] = ...) -> None: ...

class TakeSeat(_message.Message):
    __slots__ = ("match_id", "seat_token", "name", "move_ms", "misses_max")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_TOKEN_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    MOVE_MS_FIELD_NUMBER: _ClassVar[int]
    MISSES_MAX_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat_token: str
    name: str
    move_ms: int
    misses_max: int
    def __init__(self, match_id: _Optional[str] = ..., seat_token: _Optional[str] = ..., name: _Optional[str] = ..., move_ms: _Optional[int] = ..., misses_max: _Optional[int] = ...) -> None: ...

class AnswerMove(_message.Message):
    __slots__ = ("match_id", "seat", "ply", "move")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PLY_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat: int
    ply: int
    move: _position_pb2.Move
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., ply: _Optional[int] = ..., move: _Optional[_Union[_position_pb2.Move, _Mapping[str, _Any]]] = ...) -> None: ...

class ResignSeat(_message.Message):
    __slots__ = ("match_id", "seat")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat: int
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ...) -> None: ...

class LeaveSeat(_message.Message):
    __slots__ = ("match_id", "seat")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat: int
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ...) -> None: ...

class SeatTaken(_message.Message):
    __slots__ = ("match_id", "seat", "match")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat: int
    match: _match_service_pb2.Match
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., match: _Optional[_Union[_match_service_pb2.Match, _Mapping[str, _Any]]] = ...) -> None: ...

class MoveRequested(_message.Message):
    __slots__ = ("match_id", "seat", "ply", "position", "legal", "deadline_ms", "misses")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PLY_FIELD_NUMBER: _ClassVar[int]
    POSITION_FIELD_NUMBER: _ClassVar[int]
    LEGAL_FIELD_NUMBER: _ClassVar[int]
    DEADLINE_MS_FIELD_NUMBER: _ClassVar[int]
    MISSES_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat: int
    ply: int
    position: bytes
    legal: _match_service_pb2.ListMatchMovesResponse
    deadline_ms: int
    misses: int
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., ply: _Optional[int] = ..., position: _Optional[bytes] = ..., legal: _Optional[_Union[_match_service_pb2.ListMatchMovesResponse, _Mapping[str, _Any]]] = ..., deadline_ms: _Optional[int] = ..., misses: _Optional[int] = ...) -> None: ...

class MoveRefused(_message.Message):
    __slots__ = ("match_id", "seat", "ply", "error")
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PLY_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat: int
    ply: int
    error: _error_pb2.Error
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., ply: _Optional[int] = ..., error: _Optional[_Union[_error_pb2.Error, _Mapping[str, _Any]]] = ...) -> None: ...

class SeatLeft(_message.Message):
    __slots__ = ("match_id", "seat", "cause", "error", "match")
    class Cause(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        CAUSE_UNSPECIFIED: _ClassVar[SeatLeft.Cause]
        CAUSE_OVER: _ClassVar[SeatLeft.Cause]
        CAUSE_DELETED: _ClassVar[SeatLeft.Cause]
        CAUSE_FAILED: _ClassVar[SeatLeft.Cause]
        CAUSE_LEFT: _ClassVar[SeatLeft.Cause]
    CAUSE_UNSPECIFIED: SeatLeft.Cause
    CAUSE_OVER: SeatLeft.Cause
    CAUSE_DELETED: SeatLeft.Cause
    CAUSE_FAILED: SeatLeft.Cause
    CAUSE_LEFT: SeatLeft.Cause
    MATCH_ID_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    match_id: str
    seat: int
    cause: SeatLeft.Cause
    error: _error_pb2.Error
    match: _match_service_pb2.Match
    def __init__(self, match_id: _Optional[str] = ..., seat: _Optional[int] = ..., cause: _Optional[_Union[SeatLeft.Cause, str]] = ..., error: _Optional[_Union[_error_pb2.Error, _Mapping[str, _Any]]] = ..., match: _Optional[_Union[_match_service_pb2.Match, _Mapping[str, _Any]]] = ...) -> None: ...
