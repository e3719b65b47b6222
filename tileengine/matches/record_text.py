"""The text of a record: one fact a line, one move a line, a checksum at the end. docs/matches.md describes it.

Reading is strict and the exact inverse of writing: a text that reads writes the same text again. Every fault names
its line. It checks words and numbers only; whether the moves are legal is asked in record.py.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from tileengine import Position, TileengineError, games
from tileengine.games import Option, Value
from tileengine.matches.failures import BadRecord
from tileengine.matches.match import NAME_MAX, End
from tileengine.matches.record import MOVES_MAX, Lines, Record

FIRST = "tileengine record 1"
TEXT_MAX = 1_048_576
LINE_MAX = 2_048
OUTCOMES = ("lost", "shared", "won")
MATCH_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
TIME_MAX = 253_402_300_799_999
T = TypeVar("T")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def value_text(value: Value) -> str:
    """An option's value: "true", "400", "strict"."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def value_of(option: Option, text: str) -> Value:
    """The inverse. Raises ValueError."""
    if option.kind == "bool":
        return {"true": True, "false": False}[text] if text in ("true", "false") else _fail(text)
    if option.kind == "int":
        return int(text) if re.fullmatch(r"-?[0-9]{1,9}", text) else _fail(text)
    return text if text in option.choices else _fail(text)


def _fail(text: str) -> Value:
    raise ValueError(f"{text!r} is no value of this option")


def order_words(game: games.Game, order: bytes) -> list[str]:
    """The dealt order by the names of the pieces; a number after # for an entry that is not a piece."""
    return [game.pieces[entry] if entry < len(game.pieces) else f"#{entry}" for entry in order]


def order_of(game: games.Game, words: list[str]) -> bytes:
    """The inverse. Raises ValueError."""
    numbers = {name: number for number, name in enumerate(game.pieces)}
    numbers |= {f"#{number}": number for number in range(len(game.pieces), 256)}
    unknown = next((word for word in words if word not in numbers), None)
    if unknown is not None:
        raise ValueError(f"{unknown[:40]!r} is no piece of {game.slug}")
    return bytes(numbers[word] for word in words)


def sample_of(record: Record) -> Position:
    """Some position of the record's game: notation is the same in all of them."""
    return Position.deal(record.game, seats=len(record.players), options=record.options, seed=0)


def time_text(created_ms: int) -> str:
    """2026-11-29T22:26:23.120Z."""
    return (_EPOCH + timedelta(milliseconds=created_ms)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def write(record: Record) -> str:
    """The text of a record."""
    game = games.game(record.game)
    lines = [FIRST, f"game {record.game}", f"rules {record.rules}", f"match {record.match_id}"]
    lines.append(f"created {time_text(record.created_ms)}")
    lines += [f"option {name} {value_text(value)}" for name, value in record.options.items()]
    lines += [f"player {seat} {json.dumps(name)}" for seat, name in enumerate(record.players)]
    for name, data in (("commitment", record.commitment), ("secret", record.secret)):
        if data:
            lines.append(f"{name} {data.hex()}")
    lines += [f"entropy {seat} {mixed.hex()}" for seat, mixed in enumerate(record.entropy) if mixed]
    if record.seed:
        lines.append(f"seed {record.seed.hex()}")
    if record.order:
        lines.append("order " + " ".join(order_words(game, record.order)))
    lines.append(f"moves {len(record.moves)}")
    sample = sample_of(record)
    lines += [f"{i + 1} {seat} {sample.format(action)}" for i, (seat, action) in enumerate(record.moves)]
    if record.end is not None:
        whose = "" if record.end.seat is None else f" {record.end.seat}"
        lines.append(f"end {record.end.end}{whose}")
        lines.append("outcome " + " ".join(OUTCOMES[outcome] for outcome in record.end.outcomes))
        lines.append("score " + " ".join(map(str, record.scores)))
    body = "\n".join(lines) + "\n"
    return f"{body}checksum {hashlib.sha256(body.encode()).hexdigest()}\n"


class _Reader:
    """The lines of a text, taken one after the other."""

    def __init__(self, text: str) -> None:
        if len(text) > TEXT_MAX:
            raise BadRecord(f"the text is over {TEXT_MAX} characters")
        self.rows = text.split("\n")
        if self.rows.pop() != "":
            raise BadRecord("the last line has no end", len(self.rows) + 1)
        self.at = 0
        self.head: dict[str, int] = {}

    def fail(self, message: str) -> BadRecord:
        return BadRecord(message, self.at)

    def next(self) -> str:
        if self.at == len(self.rows):
            raise BadRecord("the text ends too early", max(1, self.at))
        self.at += 1
        row = self.rows[self.at - 1]
        if len(row) > LINE_MAX or not row.isascii() or not row.isprintable():
            raise self.fail(f"more than {LINE_MAX} characters, or characters that are not printable ASCII")
        return row

    def starts(self, name: str) -> bool:
        return self.at < len(self.rows) and self.rows[self.at].startswith(name + " ")

    def take(self, name: str) -> str:
        """The rest of the next line, which has to begin with `name`."""
        row = self.next()
        word, _, rest = row.partition(" ")
        if word != name or not rest:
            raise self.fail(f"expected {name!r}, found {row[:40]!r}")
        self.head.setdefault(name, self.at)
        return rest

    def parsed(self, name: str, parse: Callable[[str], T]) -> T:
        """The rest of the next line through a parser; its ValueError becomes a fault of the line."""
        rest = self.take(name)
        try:
            return parse(rest)
        except (ValueError, TileengineError) as failure:
            raise self.fail(str(failure)) from None


def number_of(text: str) -> int:
    """A whole number. Raises ValueError."""
    if not re.fullmatch(r"-?(0|[1-9][0-9]{0,11})", text):
        raise ValueError(f"{text[:40]!r} is not a number")
    return int(text)


def hex_of(text: str) -> bytes:
    """Bytes in lower-case hexadecimal, at most 64. Raises ValueError."""
    if not re.fullmatch(r"([0-9a-f]{2}){1,64}", text):
        raise ValueError("expected 1..64 bytes in lower-case hexadecimal")
    return bytes.fromhex(text)


def time_of(text: str) -> int:
    """The inverse of time_text. Raises ValueError."""
    if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", text):
        raise ValueError(f"{text[:40]!r} is not a time like 2026-11-29T22:26:23.120Z")
    found = (datetime.fromisoformat(text) - _EPOCH) // timedelta(milliseconds=1)
    if not 0 <= found <= TIME_MAX:
        raise ValueError("a time before 1970")
    return found


def id_of(text: str) -> str:
    """A match id. Raises ValueError."""
    if not MATCH_ID.fullmatch(text):
        raise ValueError("a match id is 1..64 characters of A-Z a-z 0-9 . _ -")
    return text


def name_of(text: str) -> str:
    """A player's name in JSON's quotes. Raises ValueError."""
    name = json.loads(text)
    if not isinstance(name, str) or len(name) > NAME_MAX or not all(c.isprintable() for c in name):
        raise ValueError(f"a name is at most {NAME_MAX} printable characters in quotes")
    return name


def end_of(text: str) -> tuple[str, int | None]:
    """The end and whose it is. Raises ValueError."""
    word, _, seat = text.partition(" ")
    return word, number_of(seat) if seat else None


def outcome_of(words: list[str]) -> tuple[int, ...]:
    """Outcomes by name. Raises ValueError."""
    if not all(word in OUTCOMES for word in words):
        raise ValueError(f"an outcome is one of {', '.join(OUTCOMES)}")
    return tuple(map(OUTCOMES.index, words))


def _numbered(reader: _Reader, name: str, parse: Callable[[str], T]) -> dict[int, T]:
    found: dict[int, T] = {}
    while reader.starts(name):

        def pair(rest: str) -> tuple[int, T]:
            seat, _, value = rest.partition(" ")
            return number_of(seat), parse(value)

        seat, value = reader.parsed(name, pair)
        if not 0 <= seat < 6 or seat in found or seat < max(found, default=0):
            raise reader.fail(f"seat {seat} is out of order")
        found[seat] = value
    return found


def _game_of(slug: str) -> games.Game:
    return games.game(slug)


def _options(reader: _Reader, game: games.Game) -> dict[str, Value]:
    known = {option.name: option for option in game.options}
    found: dict[str, Value] = {}
    while reader.starts("option"):
        name, _, text = reader.take("option").partition(" ")
        if name not in known or name in found:
            raise reader.fail(f"{name[:40]!r} is no option of {game.slug}, or is there twice")
        try:
            found[name] = value_of(known[name], text)
        except ValueError as failure:
            raise reader.fail(str(failure)) from None
    if list(found) != list(known):
        raise reader.fail(f"expected a line for each option of {game.slug}: {', '.join(known)}")
    return found


def read(text: str) -> tuple[Record, Lines]:
    """The record of a text, and where its parts stand. Raises BadRecord with the line of the first fault."""
    reader = _Reader(text)
    if reader.next() != FIRST:
        raise reader.fail(f"a record begins with {FIRST!r}")
    game = reader.parsed("game", _game_of)
    rules = reader.parsed("rules", number_of)
    match_id = reader.parsed("match", id_of)
    created_ms = reader.parsed("created", time_of)
    options = _options(reader, game)
    players = _numbered(reader, "player", name_of)
    if list(players) != list(range(len(players))) or not game.seats_min <= len(players) <= game.seats_max:
        raise reader.fail(f"{game.slug} has {game.seats_min}..{game.seats_max} players, numbered from 0")
    commitment, secret = (reader.parsed(n, hex_of) if reader.starts(n) else b"" for n in ("commitment", "secret"))
    mixed = _numbered(reader, "entropy", hex_of)
    if mixed and (not secret or max(mixed) >= len(players)):
        raise reader.fail("entropy goes with a secret, and with a player")
    seed = reader.parsed("seed", hex_of) if reader.starts("seed") else b""
    order = reader.parsed("order", lambda rest: order_of(game, rest.split(" "))) if reader.starts("order") else b""
    record = Record(match_id, game.slug, rules, options, tuple(players.values()), created_ms, commitment, secret)
    try:
        sample = sample_of(record)
    except TileengineError as failure:
        raise BadRecord(str(failure), reader.head.get("option", reader.at)) from None
    moves, move_lines = _moves(reader, sample)
    end, scores = _end(reader, len(players))
    stated = reader.take("checksum")
    body = "".join(row + "\n" for row in reader.rows[: reader.at - 1])
    if stated != hashlib.sha256(body.encode()).hexdigest():
        raise reader.fail("the checksum is not that of the lines above")
    if reader.at != len(reader.rows):
        raise BadRecord("nothing may follow the checksum", reader.at + 1)
    entropy = tuple(mixed.get(seat, b"") for seat in range(len(players))) if secret else ()
    record = Record(
        match_id, game.slug, rules, options, tuple(players.values()), created_ms, commitment, secret, entropy, seed,
        order, moves, end, scores,
    )  # fmt: skip
    _require_canonical(record, text)
    return record, Lines(reader.head, move_lines)


def _moves(reader: _Reader, sample: Position) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    count = reader.parsed("moves", number_of)
    if not 0 <= count <= MOVES_MAX:
        raise reader.fail(f"a record has at most {MOVES_MAX} moves")
    found = []
    for index in range(count):
        words = reader.next().split(" ")
        if len(words) != 3 or words[0] != str(index + 1) or words[1] not in "012345" or not words[1]:
            raise reader.fail(f"expected move {index + 1}: NUMBER SEAT NOTATION")
        try:
            found.append((int(words[1]), sample.parse_move(words[2])))
        except TileengineError as failure:
            raise reader.fail(str(failure)) from None
    first = reader.at - count + 1
    return tuple(found), tuple(range(first, first + count))


def _end(reader: _Reader, seats: int) -> tuple[End | None, tuple[int, ...]]:
    if not reader.starts("end"):
        return None, ()
    word, seat = reader.parsed("end", end_of)
    outcomes = reader.parsed("outcome", lambda rest: outcome_of(rest.split(" ")))
    if len(outcomes) != seats:
        raise reader.fail(f"expected {seats} outcomes")
    scores = reader.parsed("score", lambda rest: tuple(map(number_of, rest.split(" "))))
    return End(word, outcomes, seat), scores


def _require_canonical(record: Record, text: str) -> None:
    """Raises BadRecord at the first line that `write` would have written differently."""
    want = write(record).split("\n")
    have = text.split("\n")
    for index, row in enumerate(want):
        if index >= len(have) or have[index] != row:
            raise BadRecord(f"not in the form of a record: expected {row[:60]!r}", index + 1)
