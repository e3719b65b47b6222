from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import Any as _Any, ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Game(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GAME_UNSPECIFIED: _ClassVar[Game]
    GAME_TRIPLE_PEAKS: _ClassVar[Game]
    GAME_TANTRIX: _ClassVar[Game]
    GAME_TRIZ: _ClassVar[Game]
    GAME_TRIOMINOS: _ClassVar[Game]
GAME_UNSPECIFIED: Game
GAME_TRIPLE_PEAKS: Game
GAME_TANTRIX: Game
GAME_TRIZ: Game
GAME_TRIOMINOS: Game

class GameInfo(_message.Message):
    __slots__ = ("game", "slug", "title", "rules_version", "seats_min", "seats_max", "seats_default", "actions_max", "plies_max", "pieces", "options", "presets", "phases", "ends", "parts", "colours", "hidden_hands", "hidden_stock", "prospects")
    GAME_FIELD_NUMBER: _ClassVar[int]
    SLUG_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    RULES_VERSION_FIELD_NUMBER: _ClassVar[int]
    SEATS_MIN_FIELD_NUMBER: _ClassVar[int]
    SEATS_MAX_FIELD_NUMBER: _ClassVar[int]
    SEATS_DEFAULT_FIELD_NUMBER: _ClassVar[int]
    ACTIONS_MAX_FIELD_NUMBER: _ClassVar[int]
    PLIES_MAX_FIELD_NUMBER: _ClassVar[int]
    PIECES_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    PRESETS_FIELD_NUMBER: _ClassVar[int]
    PHASES_FIELD_NUMBER: _ClassVar[int]
    ENDS_FIELD_NUMBER: _ClassVar[int]
    PARTS_FIELD_NUMBER: _ClassVar[int]
    COLOURS_FIELD_NUMBER: _ClassVar[int]
    HIDDEN_HANDS_FIELD_NUMBER: _ClassVar[int]
    HIDDEN_STOCK_FIELD_NUMBER: _ClassVar[int]
    PROSPECTS_FIELD_NUMBER: _ClassVar[int]
    game: Game
    slug: str
    title: str
    rules_version: int
    seats_min: int
    seats_max: int
    seats_default: int
    actions_max: int
    plies_max: int
    pieces: _containers.RepeatedScalarFieldContainer[str]
    options: _containers.RepeatedCompositeFieldContainer[OptionInfo]
    presets: _containers.RepeatedCompositeFieldContainer[PresetInfo]
    phases: _containers.RepeatedScalarFieldContainer[str]
    ends: _containers.RepeatedScalarFieldContainer[str]
    parts: _containers.RepeatedScalarFieldContainer[str]
    colours: _containers.RepeatedScalarFieldContainer[str]
    hidden_hands: bool
    hidden_stock: bool
    prospects: _containers.RepeatedCompositeFieldContainer[ProspectInfo]
    def __init__(self, game: _Optional[_Union[Game, str]] = ..., slug: _Optional[str] = ..., title: _Optional[str] = ..., rules_version: _Optional[int] = ..., seats_min: _Optional[int] = ..., seats_max: _Optional[int] = ..., seats_default: _Optional[int] = ..., actions_max: _Optional[int] = ..., plies_max: _Optional[int] = ..., pieces: _Optional[_Iterable[str]] = ..., options: _Optional[_Iterable[_Union[OptionInfo, _Mapping[str, _Any]]]] = ..., presets: _Optional[_Iterable[_Union[PresetInfo, _Mapping[str, _Any]]]] = ..., phases: _Optional[_Iterable[str]] = ..., ends: _Optional[_Iterable[str]] = ..., parts: _Optional[_Iterable[str]] = ..., colours: _Optional[_Iterable[str]] = ..., hidden_hands: bool = ..., hidden_stock: bool = ..., prospects: _Optional[_Iterable[_Union[ProspectInfo, _Mapping[str, _Any]]]] = ...) -> None: ...

class ProspectInfo(_message.Message):
    __slots__ = ("name", "unit", "meaning")
    NAME_FIELD_NUMBER: _ClassVar[int]
    UNIT_FIELD_NUMBER: _ClassVar[int]
    MEANING_FIELD_NUMBER: _ClassVar[int]
    name: str
    unit: str
    meaning: str
    def __init__(self, name: _Optional[str] = ..., unit: _Optional[str] = ..., meaning: _Optional[str] = ...) -> None: ...

class OptionInfo(_message.Message):
    __slots__ = ("name", "kind", "low", "high", "choices", "default_value", "paragraph", "meaning")
    class Kind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        KIND_UNSPECIFIED: _ClassVar[OptionInfo.Kind]
        KIND_BOOL: _ClassVar[OptionInfo.Kind]
        KIND_INT: _ClassVar[OptionInfo.Kind]
        KIND_CHOICE: _ClassVar[OptionInfo.Kind]
    KIND_UNSPECIFIED: OptionInfo.Kind
    KIND_BOOL: OptionInfo.Kind
    KIND_INT: OptionInfo.Kind
    KIND_CHOICE: OptionInfo.Kind
    NAME_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    LOW_FIELD_NUMBER: _ClassVar[int]
    HIGH_FIELD_NUMBER: _ClassVar[int]
    CHOICES_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_VALUE_FIELD_NUMBER: _ClassVar[int]
    PARAGRAPH_FIELD_NUMBER: _ClassVar[int]
    MEANING_FIELD_NUMBER: _ClassVar[int]
    name: str
    kind: OptionInfo.Kind
    low: int
    high: int
    choices: _containers.RepeatedScalarFieldContainer[str]
    default_value: str
    paragraph: str
    meaning: str
    def __init__(self, name: _Optional[str] = ..., kind: _Optional[_Union[OptionInfo.Kind, str]] = ..., low: _Optional[int] = ..., high: _Optional[int] = ..., choices: _Optional[_Iterable[str]] = ..., default_value: _Optional[str] = ..., paragraph: _Optional[str] = ..., meaning: _Optional[str] = ...) -> None: ...

class PresetInfo(_message.Message):
    __slots__ = ("name", "meaning", "settings")
    class SettingsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    NAME_FIELD_NUMBER: _ClassVar[int]
    MEANING_FIELD_NUMBER: _ClassVar[int]
    SETTINGS_FIELD_NUMBER: _ClassVar[int]
    name: str
    meaning: str
    settings: _containers.ScalarMap[str, str]
    def __init__(self, name: _Optional[str] = ..., meaning: _Optional[str] = ..., settings: _Optional[_Mapping[str, str]] = ...) -> None: ...

class GameOptions(_message.Message):
    __slots__ = ("triple_peaks", "tantrix", "triz", "triominos")
    TRIPLE_PEAKS_FIELD_NUMBER: _ClassVar[int]
    TANTRIX_FIELD_NUMBER: _ClassVar[int]
    TRIZ_FIELD_NUMBER: _ClassVar[int]
    TRIOMINOS_FIELD_NUMBER: _ClassVar[int]
    triple_peaks: TriplePeaksOptions
    tantrix: TantrixOptions
    triz: TrizOptions
    triominos: TriominosOptions
    def __init__(self, triple_peaks: _Optional[_Union[TriplePeaksOptions, _Mapping[str, _Any]]] = ..., tantrix: _Optional[_Union[TantrixOptions, _Mapping[str, _Any]]] = ..., triz: _Optional[_Union[TrizOptions, _Mapping[str, _Any]]] = ..., triominos: _Optional[_Union[TriominosOptions, _Mapping[str, _Any]]] = ...) -> None: ...

class TriplePeaksOptions(_message.Message):
    __slots__ = ("score_floor", "multiplier", "progressive")
    class ScoreFloor(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        SCORE_FLOOR_UNSPECIFIED: _ClassVar[TriplePeaksOptions.ScoreFloor]
        SCORE_FLOOR_ZERO: _ClassVar[TriplePeaksOptions.ScoreFloor]
        SCORE_FLOOR_NONE: _ClassVar[TriplePeaksOptions.ScoreFloor]
    SCORE_FLOOR_UNSPECIFIED: TriplePeaksOptions.ScoreFloor
    SCORE_FLOOR_ZERO: TriplePeaksOptions.ScoreFloor
    SCORE_FLOOR_NONE: TriplePeaksOptions.ScoreFloor
    class Multiplier(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        MULTIPLIER_UNSPECIFIED: _ClassVar[TriplePeaksOptions.Multiplier]
        MULTIPLIER_OFF: _ClassVar[TriplePeaksOptions.Multiplier]
        MULTIPLIER_DOUBLING: _ClassVar[TriplePeaksOptions.Multiplier]
        MULTIPLIER_AS_PRINTED: _ClassVar[TriplePeaksOptions.Multiplier]
    MULTIPLIER_UNSPECIFIED: TriplePeaksOptions.Multiplier
    MULTIPLIER_OFF: TriplePeaksOptions.Multiplier
    MULTIPLIER_DOUBLING: TriplePeaksOptions.Multiplier
    MULTIPLIER_AS_PRINTED: TriplePeaksOptions.Multiplier
    SCORE_FLOOR_FIELD_NUMBER: _ClassVar[int]
    MULTIPLIER_FIELD_NUMBER: _ClassVar[int]
    PROGRESSIVE_FIELD_NUMBER: _ClassVar[int]
    score_floor: TriplePeaksOptions.ScoreFloor
    multiplier: TriplePeaksOptions.Multiplier
    progressive: bool
    def __init__(self, score_floor: _Optional[_Union[TriplePeaksOptions.ScoreFloor, str]] = ..., multiplier: _Optional[_Union[TriplePeaksOptions.Multiplier, str]] = ..., progressive: bool = ...) -> None: ...

class TantrixOptions(_message.Message):
    __slots__ = ("start_tile", "doubles", "discovery", "discovery_tiles", "colour_0", "colour_1", "colour_2", "colour_3")
    class StartTile(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        START_TILE_UNSPECIFIED: _ClassVar[TantrixOptions.StartTile]
        START_TILE_KEEP: _ClassVar[TantrixOptions.StartTile]
        START_TILE_RETURN: _ClassVar[TantrixOptions.StartTile]
    START_TILE_UNSPECIFIED: TantrixOptions.StartTile
    START_TILE_KEEP: TantrixOptions.StartTile
    START_TILE_RETURN: TantrixOptions.StartTile
    class Colour(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        COLOUR_UNSPECIFIED: _ClassVar[TantrixOptions.Colour]
        COLOUR_RED: _ClassVar[TantrixOptions.Colour]
        COLOUR_YELLOW: _ClassVar[TantrixOptions.Colour]
        COLOUR_GREEN: _ClassVar[TantrixOptions.Colour]
        COLOUR_BLUE: _ClassVar[TantrixOptions.Colour]
    COLOUR_UNSPECIFIED: TantrixOptions.Colour
    COLOUR_RED: TantrixOptions.Colour
    COLOUR_YELLOW: TantrixOptions.Colour
    COLOUR_GREEN: TantrixOptions.Colour
    COLOUR_BLUE: TantrixOptions.Colour
    START_TILE_FIELD_NUMBER: _ClassVar[int]
    DOUBLES_FIELD_NUMBER: _ClassVar[int]
    DISCOVERY_FIELD_NUMBER: _ClassVar[int]
    DISCOVERY_TILES_FIELD_NUMBER: _ClassVar[int]
    COLOUR_0_FIELD_NUMBER: _ClassVar[int]
    COLOUR_1_FIELD_NUMBER: _ClassVar[int]
    COLOUR_2_FIELD_NUMBER: _ClassVar[int]
    COLOUR_3_FIELD_NUMBER: _ClassVar[int]
    start_tile: TantrixOptions.StartTile
    doubles: bool
    discovery: bool
    discovery_tiles: int
    colour_0: TantrixOptions.Colour
    colour_1: TantrixOptions.Colour
    colour_2: TantrixOptions.Colour
    colour_3: TantrixOptions.Colour
    def __init__(self, start_tile: _Optional[_Union[TantrixOptions.StartTile, str]] = ..., doubles: bool = ..., discovery: bool = ..., discovery_tiles: _Optional[int] = ..., colour_0: _Optional[_Union[TantrixOptions.Colour, str]] = ..., colour_1: _Optional[_Union[TantrixOptions.Colour, str]] = ..., colour_2: _Optional[_Union[TantrixOptions.Colour, str]] = ..., colour_3: _Optional[_Union[TantrixOptions.Colour, str]] = ...) -> None: ...

class TrizOptions(_message.Message):
    __slots__ = ("piece_set", "flip", "field_size", "match_rule", "scoring", "triples_dealt", "colour_0", "colour_1", "colour_2", "colour_3")
    class PieceSet(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        PIECE_SET_UNSPECIFIED: _ClassVar[TrizOptions.PieceSet]
        PIECE_SET_LISTED: _ClassVar[TrizOptions.PieceSet]
        PIECE_SET_TOTAL52: _ClassVar[TrizOptions.PieceSet]
        PIECE_SET_COMPLETE: _ClassVar[TrizOptions.PieceSet]
    PIECE_SET_UNSPECIFIED: TrizOptions.PieceSet
    PIECE_SET_LISTED: TrizOptions.PieceSet
    PIECE_SET_TOTAL52: TrizOptions.PieceSet
    PIECE_SET_COMPLETE: TrizOptions.PieceSet
    class MatchRule(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        MATCH_RULE_UNSPECIFIED: _ClassVar[TrizOptions.MatchRule]
        MATCH_RULE_CONTACTS: _ClassVar[TrizOptions.MatchRule]
        MATCH_RULE_JEWELS: _ClassVar[TrizOptions.MatchRule]
    MATCH_RULE_UNSPECIFIED: TrizOptions.MatchRule
    MATCH_RULE_CONTACTS: TrizOptions.MatchRule
    MATCH_RULE_JEWELS: TrizOptions.MatchRule
    class Scoring(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        SCORING_UNSPECIFIED: _ClassVar[TrizOptions.Scoring]
        SCORING_LARGEST: _ClassVar[TrizOptions.Scoring]
        SCORING_TWO_COLOUR_PRODUCT: _ClassVar[TrizOptions.Scoring]
        SCORING_TWO_COLOUR_SUM: _ClassVar[TrizOptions.Scoring]
        SCORING_SUM2: _ClassVar[TrizOptions.Scoring]
        SCORING_SUM3: _ClassVar[TrizOptions.Scoring]
        SCORING_PRODUCT2: _ClassVar[TrizOptions.Scoring]
        SCORING_PRODUCT3: _ClassVar[TrizOptions.Scoring]
    SCORING_UNSPECIFIED: TrizOptions.Scoring
    SCORING_LARGEST: TrizOptions.Scoring
    SCORING_TWO_COLOUR_PRODUCT: TrizOptions.Scoring
    SCORING_TWO_COLOUR_SUM: TrizOptions.Scoring
    SCORING_SUM2: TrizOptions.Scoring
    SCORING_SUM3: TrizOptions.Scoring
    SCORING_PRODUCT2: TrizOptions.Scoring
    SCORING_PRODUCT3: TrizOptions.Scoring
    class Colour(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        COLOUR_UNSPECIFIED: _ClassVar[TrizOptions.Colour]
        COLOUR_RED: _ClassVar[TrizOptions.Colour]
        COLOUR_YELLOW: _ClassVar[TrizOptions.Colour]
        COLOUR_GREEN: _ClassVar[TrizOptions.Colour]
        COLOUR_BLUE: _ClassVar[TrizOptions.Colour]
    COLOUR_UNSPECIFIED: TrizOptions.Colour
    COLOUR_RED: TrizOptions.Colour
    COLOUR_YELLOW: TrizOptions.Colour
    COLOUR_GREEN: TrizOptions.Colour
    COLOUR_BLUE: TrizOptions.Colour
    PIECE_SET_FIELD_NUMBER: _ClassVar[int]
    FLIP_FIELD_NUMBER: _ClassVar[int]
    FIELD_SIZE_FIELD_NUMBER: _ClassVar[int]
    MATCH_RULE_FIELD_NUMBER: _ClassVar[int]
    SCORING_FIELD_NUMBER: _ClassVar[int]
    TRIPLES_DEALT_FIELD_NUMBER: _ClassVar[int]
    COLOUR_0_FIELD_NUMBER: _ClassVar[int]
    COLOUR_1_FIELD_NUMBER: _ClassVar[int]
    COLOUR_2_FIELD_NUMBER: _ClassVar[int]
    COLOUR_3_FIELD_NUMBER: _ClassVar[int]
    piece_set: TrizOptions.PieceSet
    flip: bool
    field_size: int
    match_rule: TrizOptions.MatchRule
    scoring: TrizOptions.Scoring
    triples_dealt: bool
    colour_0: TrizOptions.Colour
    colour_1: TrizOptions.Colour
    colour_2: TrizOptions.Colour
    colour_3: TrizOptions.Colour
    def __init__(self, piece_set: _Optional[_Union[TrizOptions.PieceSet, str]] = ..., flip: bool = ..., field_size: _Optional[int] = ..., match_rule: _Optional[_Union[TrizOptions.MatchRule, str]] = ..., scoring: _Optional[_Union[TrizOptions.Scoring, str]] = ..., triples_dealt: bool = ..., colour_0: _Optional[_Union[TrizOptions.Colour, str]] = ..., colour_1: _Optional[_Union[TrizOptions.Colour, str]] = ..., colour_2: _Optional[_Union[TrizOptions.Colour, str]] = ..., colour_3: _Optional[_Union[TrizOptions.Colour, str]] = ...) -> None: ...

class TriominosOptions(_message.Message):
    __slots__ = ("start", "opening_bonus", "opening_zero_total", "bridge_rule", "voluntary_draw", "fail_penalty", "empty_pass_penalty", "max_draws", "blocked", "target", "rounds")
    class Start(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        START_UNSPECIFIED: _ClassVar[TriominosOptions.Start]
        START_HIGHEST_TRIPLE: _ClassVar[TriominosOptions.Start]
        START_DRAW_LOTS: _ClassVar[TriominosOptions.Start]
        START_RANDOM: _ClassVar[TriominosOptions.Start]
    START_UNSPECIFIED: TriominosOptions.Start
    START_HIGHEST_TRIPLE: TriominosOptions.Start
    START_DRAW_LOTS: TriominosOptions.Start
    START_RANDOM: TriominosOptions.Start
    class BridgeRule(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        BRIDGE_RULE_UNSPECIFIED: _ClassVar[TriominosOptions.BridgeRule]
        BRIDGE_RULE_STRICT: _ClassVar[TriominosOptions.BridgeRule]
        BRIDGE_RULE_THREE_CORNERS: _ClassVar[TriominosOptions.BridgeRule]
    BRIDGE_RULE_UNSPECIFIED: TriominosOptions.BridgeRule
    BRIDGE_RULE_STRICT: TriominosOptions.BridgeRule
    BRIDGE_RULE_THREE_CORNERS: TriominosOptions.BridgeRule
    class Blocked(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
        __slots__ = ()
        BLOCKED_UNSPECIFIED: _ClassVar[TriominosOptions.Blocked]
        BLOCKED_SUM_MINUS_OWN: _ClassVar[TriominosOptions.Blocked]
        BLOCKED_PAIRWISE: _ClassVar[TriominosOptions.Blocked]
        BLOCKED_EACH_LOSES_OWN: _ClassVar[TriominosOptions.Blocked]
    BLOCKED_UNSPECIFIED: TriominosOptions.Blocked
    BLOCKED_SUM_MINUS_OWN: TriominosOptions.Blocked
    BLOCKED_PAIRWISE: TriominosOptions.Blocked
    BLOCKED_EACH_LOSES_OWN: TriominosOptions.Blocked
    START_FIELD_NUMBER: _ClassVar[int]
    OPENING_BONUS_FIELD_NUMBER: _ClassVar[int]
    OPENING_ZERO_TOTAL_FIELD_NUMBER: _ClassVar[int]
    BRIDGE_RULE_FIELD_NUMBER: _ClassVar[int]
    VOLUNTARY_DRAW_FIELD_NUMBER: _ClassVar[int]
    FAIL_PENALTY_FIELD_NUMBER: _ClassVar[int]
    EMPTY_PASS_PENALTY_FIELD_NUMBER: _ClassVar[int]
    MAX_DRAWS_FIELD_NUMBER: _ClassVar[int]
    BLOCKED_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    ROUNDS_FIELD_NUMBER: _ClassVar[int]
    start: TriominosOptions.Start
    opening_bonus: int
    opening_zero_total: int
    bridge_rule: TriominosOptions.BridgeRule
    voluntary_draw: bool
    fail_penalty: int
    empty_pass_penalty: int
    max_draws: int
    blocked: TriominosOptions.Blocked
    target: int
    rounds: int
    def __init__(self, start: _Optional[_Union[TriominosOptions.Start, str]] = ..., opening_bonus: _Optional[int] = ..., opening_zero_total: _Optional[int] = ..., bridge_rule: _Optional[_Union[TriominosOptions.BridgeRule, str]] = ..., voluntary_draw: bool = ..., fail_penalty: _Optional[int] = ..., empty_pass_penalty: _Optional[int] = ..., max_draws: _Optional[int] = ..., blocked: _Optional[_Union[TriominosOptions.Blocked, str]] = ..., target: _Optional[int] = ..., rounds: _Optional[int] = ...) -> None: ...
