"""The JSON form of a record, for programs: the same facts as the text under the same names. docs/matches.md has an
example. Faults name the field.
"""

from __future__ import annotations

import json
from typing import Any

from tileengine import TileengineError, games
from tileengine.matches.failures import BadRecord
from tileengine.matches.match import End
from tileengine.matches.record import MOVES_MAX, Record
from tileengine.matches.record_text import (
    OUTCOMES,
    TEXT_MAX,
    hex_of,
    id_of,
    name_of,
    order_of,
    order_words,
    outcome_of,
    sample_of,
    time_of,
    time_text,
)

FORMAT = 1
_FIELDS = {
    "record": int, "game": str, "rules": int, "match": str, "created": str, "options": dict, "players": list,
    "commitment": str, "secret": str, "entropy": list, "seed": str, "order": list, "moves": list, "end": dict,
}  # fmt: skip
_REQUIRED = ("record", "game", "rules", "match", "created", "options", "players", "moves")


def write(record: Record) -> str:
    """The JSON text of a record, one line."""
    sample = sample_of(record)
    made: dict[str, Any] = {
        "record": FORMAT,
        "game": record.game,
        "rules": record.rules,
        "match": record.match_id,
        "created": time_text(record.created_ms),
        "options": dict(record.options),
        "players": list(record.players),
    }
    for name, data in (("commitment", record.commitment), ("secret", record.secret)):
        if data:
            made[name] = data.hex()
    if record.secret:
        made["entropy"] = [mixed.hex() for mixed in record.entropy]
    if record.seed:
        made["seed"] = record.seed.hex()
    if record.order:
        made["order"] = order_words(games.game(record.game), record.order)
    made["moves"] = [[seat, sample.format(action)] for seat, action in record.moves]
    if record.end is not None:
        made["end"] = {
            "end": record.end.end,
            "seat": record.end.seat,
            "outcomes": [OUTCOMES[outcome] for outcome in record.end.outcomes],
            "scores": list(record.scores),
        }
    return json.dumps(made, separators=(",", ":")) + "\n"


def read(text: str) -> Record:
    """The record of a JSON text. Raises BadRecord that names the field."""
    if len(text) > TEXT_MAX:
        raise BadRecord(f"the text is over {TEXT_MAX} characters")
    try:
        found = json.loads(text)
    except json.JSONDecodeError as failure:
        raise BadRecord(f"not JSON: {failure.msg}", failure.lineno) from None
    except (ValueError, RecursionError):
        raise BadRecord("not JSON that can be read: numbers too long, or nested too deep") from None
    if not isinstance(found, dict):
        raise BadRecord("a record is a JSON object")
    for name, value in found.items():
        if name not in _FIELDS or type(value) is not _FIELDS[name]:
            raise BadRecord(f"{name[:40]}: no such field, or not of its type")
    for name in _REQUIRED:
        if name not in found:
            raise BadRecord(f"{name}: required")
    if found["record"] != FORMAT:
        raise BadRecord(f"record: format {found['record']}, this build reads {FORMAT}")
    part = "record"
    try:
        part = "game"
        game = games.game(found["game"])
        part = "options"
        known = {option.name: option for option in game.options}
        kinds = {"bool": bool, "int": int, "choice": str}
        for name, value in found["options"].items():
            if name not in known or type(value) is not kinds[known[name].kind]:
                raise ValueError(f"{name[:40]!r} is no option of {game.slug}, or not of its type")
        if set(found["options"]) != set(known):
            raise ValueError(f"expected all options of {game.slug}: {', '.join(known)}")
        part = "players"
        players = tuple(name_of(json.dumps(name)) for name in found["players"])
        record = Record(
            id_of(found["match"]), game.slug, found["rules"], found["options"], players, time_of(found["created"])
        )
        sample = sample_of(record)
        part = "moves"
        moves = _moves(found["moves"], sample)
        part = "fairness"
        hexes = {name: hex_of(found[name]) for name in ("commitment", "secret", "seed") if name in found}
        mixed = tuple(hex_of(text) if text else b"" for text in found.get("entropy", ()))
        if len(mixed) != (len(players) if "secret" in found else 0):
            raise ValueError("entropy goes with a secret, one entry a player")
        part = "order"
        order = order_of(game, found["order"]) if "order" in found else b""
        part = "end"
        end, scores = _end(found.get("end"))
    except (ValueError, TypeError, KeyError, TileengineError) as failure:
        raise BadRecord(f"{part}: {failure}") from None
    return Record(
        record.match_id, record.game, record.rules, dict(sample.options), players, record.created_ms,
        hexes.get("commitment", b""), hexes.get("secret", b""), mixed, hexes.get("seed", b""), order, moves, end,
        scores,
    )  # fmt: skip


def _moves(found: list[Any], sample: Any) -> tuple[tuple[int, int], ...]:
    if len(found) > MOVES_MAX:
        raise ValueError(f"at most {MOVES_MAX}")
    made = []
    for index, move in enumerate(found):
        if not isinstance(move, list) or len(move) != 2 or type(move[0]) is not int or not isinstance(move[1], str):
            raise ValueError(f"[{index}] is not [SEAT, NOTATION]")
        if not 0 <= move[0] < sample.seats:
            raise ValueError(f"[{index}]: no seat {move[0]}")
        made.append((move[0], sample.parse_move(move[1])))
    return tuple(made)


def _end(found: dict[str, Any] | None) -> tuple[End | None, tuple[int, ...]]:
    if found is None:
        return None, ()
    if set(found) != {"end", "seat", "outcomes", "scores"} or not isinstance(found["end"], str):
        raise ValueError("expected end, seat, outcomes and scores")
    if type(found["seat"]) not in (int, type(None)) or not all(type(score) is int for score in found["scores"]):
        raise ValueError("seat and scores are whole numbers")
    return End(found["end"], outcome_of(found["outcomes"]), found["seat"]), tuple(found["scores"])
