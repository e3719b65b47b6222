"""Helpers of the Triple Peaks tests: deals from card names, moves in notation, and positions forged byte by byte."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import Any

from tileengine import Position

DECK = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
COVERS = {
    0: (3, 4), 1: (5, 6), 2: (7, 8),
    3: (9, 10), 4: (10, 11), 5: (12, 13), 6: (13, 14), 7: (15, 16), 8: (16, 17),
    9: (18, 19), 10: (19, 20), 11: (20, 21), 12: (21, 22), 13: (22, 23), 14: (23, 24),
    15: (24, 25), 16: (25, 26), 17: (26, 27),
}  # fmt: skip
RUN_OF_28 = {27 - k: DECK[4 * (k % 13) + k // 13] for k in range(28)}  # A 2 3 ... K A 2 ... from slot 27 down
HEAD, OPTIONS, STREAM, TAIL = 20, 12, 40, 4
BODY = HEAD + OPTIONS + STREAM


def order(table: Mapping[int, str], waste: str = "", stock: Sequence[str] = ()) -> bytes:
    """A dealt order with these cards where they are named, the rest of the pack in between in its own order."""
    named = {**table, **{29 + i: card for i, card in enumerate(stock)}}
    if waste:
        named[28] = waste
    rest = [card for card in DECK if card not in named.values()]
    return bytes(DECK.index(named[at] if at in named else rest.pop(0)) for at in range(52))


def deal(
    table: Mapping[int, str], waste: str = "", stock: Sequence[str] = (), *, seed: int = 0, **options: Any
) -> Position:
    return Position.deal("triple_peaks", seed=seed, options=options, order=order(table, waste, stock))


def run_deal(seed: int = 0, **options: Any) -> Position:
    """The deal whose slots 27, 26, ... 0 make one run of 28 cards."""
    return deal(RUN_OF_28, "KS", seed=seed, **options)


def moves(p: Position) -> list[str]:
    return [p.format(a) for a in p.legal()]


def play(p: Position, *line: str) -> Position:
    """Plays slots ("17"), whose card is looked up, and "draw"."""
    for word in line:
        p = p.play(p.parse_move("draw" if word == "draw" else f"-{DECK[p.order[int(word)]]}@{word}"))
    return p


def run_out(p: Position, count: int = 28) -> Position:
    """The first cards of the run of `run_deal`."""
    return play(p, *[str(27 - k) for k in range(count)])


def points(p: Position) -> int:
    return int(p.score(0)[0])


def reason(p: Position, move: str) -> tuple[int, str, tuple[str, ...], tuple[int, ...]]:
    """(code, paragraph, places, numbers) of explain."""
    code, paragraph, text, places, numbers = p.explain(p.parse_move(move))
    assert bool(paragraph) == bool(text)
    return code, paragraph, places, numbers


def checksum(data: bytes) -> bytes:
    """The snapshot's checksum: eight bytes a step, multiply and fold."""
    mask = (1 << 64) - 1
    h = 0x9E3779B97F4A7C15 ^ len(data)
    whole = len(data) // 8 * 8
    for at in range(0, whole, 8):
        h = (h ^ int.from_bytes(data[at : at + 8], "little")) * 0xBF58476D1CE4E5B9 & mask
        h ^= h >> 29
    h = (h ^ int.from_bytes(data[whole:], "little")) * 0xBF58476D1CE4E5B9 & mask
    h ^= h >> 32
    h = h * 0x94D049BB133111EB & mask
    return ((h ^ (h >> 29)) & 0xFFFFFFFF).to_bytes(4, "little")


FIELDS = {"total": (0, "<q"), "stock": (8, "<i"), "present": (12, "<I"), "round": (16, "<H"), "drawn": (18, "<B"),
          "run": (19, "<B"), "top": (20, "<B")}  # fmt: skip
HEADER = {"ply": (8, "<I"), "turn": (12, "<B"), "phase": (13, "<B"), "over": (14, "<B"), "viewer": (15, "<B")}


def forge(p: Position, values: Mapping[str, int] | None = None, cards: Mapping[int, int] | None = None) -> bytes:
    """The encoded position with fields of header and body, or entries of the dealt order, changed; checksum right."""
    data = bytearray(p.encode()[:-TAIL])
    for name, value in (values or {}).items():
        at, form = HEADER[name] if name in HEADER else (BODY + FIELDS[name][0], FIELDS[name][1])
        struct.pack_into(form, data, at, value)
    for index, card in (cards or {}).items():
        data[BODY + 21 + index] = card
    return bytes(data) + checksum(bytes(data))
