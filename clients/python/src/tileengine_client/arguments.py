"""Arguments become fields of requests; what is impossible by the schema alone is refused here, before anything is sent.

This file knows no transport and no game: options are matched to the game's options message by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from google.protobuf.descriptor import FieldDescriptor

from tileengine_client import errors, readers, schema, values

_NUMBERS = {name: number for number, name in readers.GAMES.items() if number}
_KINDS = {name: number for number, name in readers.KINDS.items() if number}
_MOVE = schema.message("Move")
_VIEWER = schema.message("Viewer")
_OPTIONS = schema.message("GameOptions")
_PUBLIC, _SEAT = 1, 2


def game(slug: str) -> int:
    """The number of a game. Raises UnknownGame."""
    if slug not in _NUMBERS:
        raise errors.UnknownGame(f"this client knows no game {slug!r}, only {', '.join(_NUMBERS)}", field="game")
    return _NUMBERS[slug]


def seed(seed: int | bytes | None) -> bytes:
    """The bytes of a seed; none for None. Raises BadSeed."""
    if seed is None:
        return b""
    if isinstance(seed, bytes):
        return seed
    if not 0 <= seed < 1 << 256:
        raise errors.BadSeed("a seed is a whole number in 0 .. 2**256 - 1", field="seed")
    return seed.to_bytes(max(1, (seed.bit_length() + 7) // 8), "little")


def options(game: str, options: Mapping[str, values.OptionValue] | None) -> Any:
    """A GameOptions message, or None when nothing is set. Raises BadOption."""
    if not options:
        return None
    arm = _OPTIONS.DESCRIPTOR.fields_by_name.get(game)
    fields = arm.message_type.fields_by_name if arm else {}
    message = _OPTIONS()
    for name, value in options.items():
        if name not in fields:
            known = ", ".join(fields) or "none"
            raise errors.BadOption(f"{game} has no option {name!r}; it has {known}", field=f"options.{name}")
        setattr(getattr(message, game), name, _option(fields[name], value))
    return message


def _option(field: FieldDescriptor, value: values.OptionValue) -> int:
    """The value as the field takes it. Raises BadOption."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    if field.type == FieldDescriptor.TYPE_ENUM:
        choices = {name: number for number, name in schema.names_of(field.enum_type).items() if number}
    elif field.type == FieldDescriptor.TYPE_BOOL:
        choices = {"false": 0, "true": 1}
    else:
        try:
            number = int(text)
        except ValueError:
            number = 1 << 31
        if not -(1 << 31) <= number < 1 << 31:
            raise errors.BadOption(
                f"option {field.name} takes a whole number, not {text!r}", field=f"options.{field.name}"
            )
        return number
    if text not in choices:
        raise errors.BadOption(
            f"option {field.name} is one of {', '.join(choices)}, not {text!r}", field=f"options.{field.name}"
        )
    return choices[text]


def wanted(kind: str | None, place: int | None, piece: int | None) -> dict[str, Any]:
    """The fields that say which moves of a list are wanted. Raises BadField."""
    if kind is not None and kind not in _KINDS:
        raise errors.BadField(f"no kind of move {kind!r}, only {', '.join(_KINDS)}", field="kind")
    found = {"kind": _KINDS[kind] if kind else None, "place": place, "piece": piece}
    return {name: value for name, value in found.items() if value is not None}


def move(move: values.MoveLike) -> Any:
    """A Move message."""
    if isinstance(move, str):
        return _MOVE(notation=move)
    return _MOVE(action=move if isinstance(move, int) else move.action)


def viewer(seat: int | None) -> Any:
    """A seat, or with None the public."""
    return _VIEWER(sight=_PUBLIC) if seat is None else _VIEWER(sight=_SEAT, seat=seat)


def numbered(field: str, value: str, names: Mapping[str, int]) -> int:
    """The number of an enum's value by its name. Raises BadField."""
    if value not in names:
        raise errors.BadField(f"{field} is one of {', '.join(names)}, not {value!r}", field=field)
    return names[value]


def whole(field: str, value: int, low: int, bits: int = 32) -> int:
    """A number that fits its field; upper limits are the server's affair. Raises BadField."""
    if value < low:
        raise errors.BadField(f"{field} is at least {low}", field=field)
    if value >= 1 << bits:
        raise errors.BadField(f"{field} is below 2**{bits}", field=field)
    return value
