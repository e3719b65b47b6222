from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ErrorReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ERROR_REASON_UNSPECIFIED: _ClassVar[ErrorReason]
    ERROR_REASON_ILLEGAL_MOVE: _ClassVar[ErrorReason]
    ERROR_REASON_GAME_OVER: _ClassVar[ErrorReason]
    ERROR_REASON_MALFORMED_MOVE: _ClassVar[ErrorReason]
    ERROR_REASON_HIDDEN_INFORMATION: _ClassVar[ErrorReason]
    ERROR_REASON_TRUNCATED: _ClassVar[ErrorReason]
    ERROR_REASON_NOT_A_POSITION: _ClassVar[ErrorReason]
    ERROR_REASON_FOREIGN_FORMAT: _ClassVar[ErrorReason]
    ERROR_REASON_UNKNOWN_GAME: _ClassVar[ErrorReason]
    ERROR_REASON_FOREIGN_RULES: _ClassVar[ErrorReason]
    ERROR_REASON_BAD_CHECKSUM: _ClassVar[ErrorReason]
    ERROR_REASON_CORRUPT_POSITION: _ClassVar[ErrorReason]
    ERROR_REASON_BAD_OPTION: _ClassVar[ErrorReason]
    ERROR_REASON_BAD_SEATS: _ClassVar[ErrorReason]
    ERROR_REASON_BAD_ORDER: _ClassVar[ErrorReason]
    ERROR_REASON_BAD_TEXT: _ClassVar[ErrorReason]
    ERROR_REASON_BAD_SEED: _ClassVar[ErrorReason]
    ERROR_REASON_TOO_LARGE: _ClassVar[ErrorReason]
    ERROR_REASON_STALE_PLY: _ClassVar[ErrorReason]
    ERROR_REASON_BAD_FIELD: _ClassVar[ErrorReason]
    ERROR_REASON_BUSY: _ClassVar[ErrorReason]
    ERROR_REASON_INTERNAL: _ClassVar[ErrorReason]
    ERROR_REASON_UNKNOWN_MATCH: _ClassVar[ErrorReason]
    ERROR_REASON_MATCH_EXISTS: _ClassVar[ErrorReason]
    ERROR_REASON_UNAUTHENTICATED: _ClassVar[ErrorReason]
    ERROR_REASON_WRONG_SEAT: _ClassVar[ErrorReason]
    ERROR_REASON_SEAT_TAKEN: _ClassVar[ErrorReason]
    ERROR_REASON_MATCH_STATE: _ClassVar[ErrorReason]
    ERROR_REASON_REVEALS: _ClassVar[ErrorReason]
    ERROR_REASON_UNDO_REFUSED: _ClassVar[ErrorReason]
    ERROR_REASON_STORE_FULL: _ClassVar[ErrorReason]
    ERROR_REASON_STORE_UNAVAILABLE: _ClassVar[ErrorReason]
    ERROR_REASON_CONFLICT: _ClassVar[ErrorReason]
    ERROR_REASON_BAD_RECORD: _ClassVar[ErrorReason]
    ERROR_REASON_UNSUPPORTED: _ClassVar[ErrorReason]
    ERROR_REASON_BAD_KEY: _ClassVar[ErrorReason]
    ERROR_REASON_WRONG_ROLE: _ClassVar[ErrorReason]
ERROR_REASON_UNSPECIFIED: ErrorReason
ERROR_REASON_ILLEGAL_MOVE: ErrorReason
ERROR_REASON_GAME_OVER: ErrorReason
ERROR_REASON_MALFORMED_MOVE: ErrorReason
ERROR_REASON_HIDDEN_INFORMATION: ErrorReason
ERROR_REASON_TRUNCATED: ErrorReason
ERROR_REASON_NOT_A_POSITION: ErrorReason
ERROR_REASON_FOREIGN_FORMAT: ErrorReason
ERROR_REASON_UNKNOWN_GAME: ErrorReason
ERROR_REASON_FOREIGN_RULES: ErrorReason
ERROR_REASON_BAD_CHECKSUM: ErrorReason
ERROR_REASON_CORRUPT_POSITION: ErrorReason
ERROR_REASON_BAD_OPTION: ErrorReason
ERROR_REASON_BAD_SEATS: ErrorReason
ERROR_REASON_BAD_ORDER: ErrorReason
ERROR_REASON_BAD_TEXT: ErrorReason
ERROR_REASON_BAD_SEED: ErrorReason
ERROR_REASON_TOO_LARGE: ErrorReason
ERROR_REASON_STALE_PLY: ErrorReason
ERROR_REASON_BAD_FIELD: ErrorReason
ERROR_REASON_BUSY: ErrorReason
ERROR_REASON_INTERNAL: ErrorReason
ERROR_REASON_UNKNOWN_MATCH: ErrorReason
ERROR_REASON_MATCH_EXISTS: ErrorReason
ERROR_REASON_UNAUTHENTICATED: ErrorReason
ERROR_REASON_WRONG_SEAT: ErrorReason
ERROR_REASON_SEAT_TAKEN: ErrorReason
ERROR_REASON_MATCH_STATE: ErrorReason
ERROR_REASON_REVEALS: ErrorReason
ERROR_REASON_UNDO_REFUSED: ErrorReason
ERROR_REASON_STORE_FULL: ErrorReason
ERROR_REASON_STORE_UNAVAILABLE: ErrorReason
ERROR_REASON_CONFLICT: ErrorReason
ERROR_REASON_BAD_RECORD: ErrorReason
ERROR_REASON_UNSUPPORTED: ErrorReason
ERROR_REASON_BAD_KEY: ErrorReason
ERROR_REASON_WRONG_ROLE: ErrorReason

class Error(_message.Message):
    __slots__ = ("reason", "message", "field", "paragraph", "places", "numbers", "index")
    REASON_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    FIELD_FIELD_NUMBER: _ClassVar[int]
    PARAGRAPH_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    NUMBERS_FIELD_NUMBER: _ClassVar[int]
    INDEX_FIELD_NUMBER: _ClassVar[int]
    reason: ErrorReason
    message: str
    field: str
    paragraph: str
    places: _containers.RepeatedScalarFieldContainer[str]
    numbers: _containers.RepeatedScalarFieldContainer[int]
    index: int
    def __init__(self, reason: _Optional[_Union[ErrorReason, str]] = ..., message: _Optional[str] = ..., field: _Optional[str] = ..., paragraph: _Optional[str] = ..., places: _Optional[_Iterable[str]] = ..., numbers: _Optional[_Iterable[int]] = ..., index: _Optional[int] = ...) -> None: ...
