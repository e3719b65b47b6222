"""Conversion between the wire's messages and the core's values, all of it, in one file.

Options are matched by name through the descriptors, so that a game's options message needs no code here; a test
holds the descriptors against the registry. It knows no gRPC and no game.
"""

from __future__ import annotations

from typing import cast

from google.protobuf.descriptor import FieldDescriptor

from tileengine import Position, errors, games
from tileengine._core import messages
from tileengine.service import limits
from tileengine.service.failures import BadField
from tileengine.v1 import game_pb2, position_pb2

_SLUGS = {g.id: g.slug for g in games.games()}


def slug_of(number: int) -> str:
    """The slug of a Game of the wire. Raises UnknownGame."""
    if number not in _SLUGS:
        raise errors.UnknownGame(f"unknown game number {number}; ListGames has them all", field="game")
    return _SLUGS[number]


def options_from(message: game_pb2.GameOptions, slug: str) -> dict[str, games.Value]:
    """The options that are set, by name. Raises BadOption when the arm is another game's or a value is unknown."""
    arm = message.WhichOneof("game")
    if arm is None:
        return {}
    if arm != slug:
        raise errors.BadOption(f"options of {arm} were sent for {slug}", field=f"options.{arm}")
    found: dict[str, games.Value] = {}
    for field, value in getattr(message, arm).ListFields():
        if field.type != FieldDescriptor.TYPE_ENUM:
            found[field.name] = value
        elif value != 0:
            known = field.enum_type.values_by_number.get(value)
            if known is None:
                raise errors.BadOption(f"option {field.name} has no value {value}", field=f"options.{field.name}")
            prefix = len(field.enum_type.values[0].name) - len("UNSPECIFIED")
            found[field.name] = known.name[prefix:].lower()
    return found


def position_from(data: bytes) -> Position:
    """The position of a request. Raises BadField when it is missing, and the errors of Position.decode."""
    if not data:
        raise BadField("position is required", field="position")
    return Position.decode(data)


def action_from(move: position_pb2.Move, position: Position) -> int:
    """The action of a Move. Raises BadField, BadText."""
    named = move.WhichOneof("name")
    if named == "action":
        return move.action
    if named == "notation":
        if len(move.notation) > limits.NOTATION_MAX:
            raise errors.TooLarge(f"notation is over {limits.NOTATION_MAX} characters", field="notation")
        return position.parse_move(move.notation)
    raise BadField("move is required: its action or its notation", field="move")


def check_place(place: int) -> None:
    """Raises BadField for a number that is no place in any game."""
    if place > limits.PLACE_NUMBER_MAX:
        raise BadField(f"a place must be in 0..{limits.PLACE_NUMBER_MAX}", field="place")


def observed(position: Position, viewer: position_pb2.Viewer) -> Position:
    """The position as a viewer sees it. Raises BadSeats, BadField, HiddenInformation."""
    if viewer.sight == position_pb2.Viewer.SIGHT_UNSPECIFIED:
        if position.viewer != "all":
            raise errors.HiddenInformation("what was erased can't be shown", field="viewer")
        return position
    if viewer.sight == position_pb2.Viewer.SIGHT_PUBLIC:
        return position.observe()
    if viewer.sight == position_pb2.Viewer.SIGHT_SEAT:
        return position.observe(viewer.seat)
    raise BadField(f"unknown sight {viewer.sight}", field="viewer.sight")


def state_to(position: Position) -> position_pb2.PositionState:
    """The position with its public facts, from the bytes the core writes."""
    return position_pb2.PositionState.FromString(messages.position_state(position))


def scores_to(position: Position) -> list[position_pb2.SeatScore]:
    """The score of every seat."""
    outcome = position.outcome()
    found = []
    for seat in range(position.seats):
        total, parts = position.score(seat)
        score = position_pb2.SeatScore(seat=seat, total=total)
        score.parts.extend(position_pb2.ScorePart(name=name, value=value) for name, value in parts.items())
        if outcome is not None:
            score.outcome = cast(position_pb2.Outcome, outcome[seat] + position_pb2.OUTCOME_LOST)
        found.append(score)
    return found


def value_text(value: games.Value) -> str:
    """An option's value as the wire says it: "true", "400", "strict"."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def game_to(game: games.Game) -> game_pb2.GameInfo:
    """The facts of a game."""
    info = game_pb2.GameInfo(
        game=cast(game_pb2.Game, game.id),
        slug=game.slug,
        title=game.title,
        rules_version=game.rules_version,
        seats_min=game.seats_min,
        seats_max=game.seats_max,
        seats_default=game.seats_default,
        actions_max=game.actions_max,
        plies_max=game.plies_max,
        pieces=game.pieces,
        phases=game.phases,
        ends=game.ends,
        parts=game.parts,
        colours=game.colours,
        hidden_hands=game.hidden_hands,
        hidden_stock=game.hidden_stock,
    )
    for option in game.options:
        info.options.add(
            name=option.name,
            kind=game_pb2.OptionInfo.Kind.Value("KIND_" + option.kind.upper()),
            low=option.low,
            high=option.high,
            choices=option.choices,
            default_value=value_text(option.default),
            paragraph=option.paragraph,
            meaning=option.meaning,
        )
    for prospect in game.prospects:
        info.prospects.add(name=prospect.name, unit=prospect.unit, meaning=prospect.meaning)
    for preset in game.presets:
        info.presets.add(
            name=preset.name,
            meaning=preset.meaning,
            settings={name: value_text(value) for name, value in preset.settings.items()},
        )
    return info
