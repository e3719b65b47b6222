"""Tantrix positions by hand: a board, hands and a bag written out as bytes, whatever play may lead there.

It knows the snapshot's layout (head, options, stream, body, checksum), so that tests can also write bodies that no
position has, with a checksum that is right.
"""

from __future__ import annotations

import struct
from typing import Any

from tests.reference import tantrix as reference
from tileengine import Position
from tileengine._core import action as actions

Board = dict[tuple[int, int], tuple[int, int]]

HEAD = struct.Struct("<2sBBHBBIBBBBHH")
TAIL = 4
STREAM = 40
MASK = (1 << 64) - 1
PHASES = ("forced_before", "free", "forced_after")
ENDS = ("running", "finished", "deadlock", "solved", "unsolved")


def checksum(data: bytes) -> bytes:
    """The last four bytes of a snapshot."""
    h = 0x9E3779B97F4A7C15 ^ len(data)
    whole = len(data) - len(data) % 8
    for at in range(0, whole, 8):
        h = (h ^ int.from_bytes(data[at : at + 8], "little")) * 0xBF58476D1CE4E5B9 & MASK
        h ^= h >> 29
    h = (h ^ int.from_bytes(data[whole:], "little")) * 0xBF58476D1CE4E5B9 & MASK
    h ^= h >> 32
    h = h * 0x94D049BB133111EB & MASK
    return struct.pack("<I", (h ^ h >> 29) & 0xFFFFFFFF)


def place(q: int, r: int) -> int:
    return (q + 64) << 7 | (r + 64)


def move(tile: int, q: int, r: int, rotation: int = 0) -> int:
    """The action that lays a tile, by its number."""
    action: int = actions.make(actions.Kind.PLACE, place(q, r), tile - 1, rotation)
    return action


def cell(action: int) -> tuple[int, int]:
    """(q, r) of an action."""
    where = actions.split(action)[1]
    return (where >> 7) - 64, (where & 127) - 64


def body_of(board: Board, hands: list[list[int]], order: list[int]) -> bytes:
    """An encoded body; tiles by number, order as it is drawn."""
    words = sorted(place(q, r) << 9 | (tile - 1) << 3 | rotation for (q, r), (tile, rotation) in board.items())
    data = bytes([len(board)]) + b"".join(word.to_bytes(3, "little") for word in words)
    for hand in hands:
        data += bytes([len(hand), *sorted(tile - 1 for tile in hand)])
    return data + bytes(tile - 1 for tile in order)


def wrapped(like: Position, body: bytes, *, ply: int, turn: int, phase: str, end: str = "running") -> bytes:
    """A snapshot with another body, seats and options as in `like`."""
    data = like.encode()
    head = list(HEAD.unpack_from(data))
    head[6:10] = ply, turn, PHASES.index(phase), ENDS.index(end)
    head[11] = len(body)
    options_end = HEAD.size + 4 * head[5] + STREAM
    data = HEAD.pack(*head) + bytes(data[HEAD.size : options_end]) + body
    return data + checksum(data)


def position(
    board: Board,
    hands: list[list[int]],
    *,
    turn: int = 0,
    phase: str = "free",
    end: str = "running",
    endgame: bool = False,
    first: int = 0,
    options: dict[str, Any] | None = None,
) -> Position:
    """A position; hands are filled up, the rest is in the bag, `first` on top.

    endgame: the bag is empty, hands are as given but that the other seats' take what is left.
    """
    like = Position.deal("tantrix", seats=len(hands), options=options, seed=1)
    used = {tile for tile, _ in board.values()} | {tile for hand in hands for tile in hand}
    rest = [tile for tile in range(1, 57) if tile not in used and tile != first] + [first] * (first > 0)
    hands = [list(hand) for hand in hands]
    if like.options["discovery"]:
        rest = []
        order = list(range(1, int(like.options["discovery_tiles"]) + 1))
    else:
        for seat in [s for s in range(len(hands)) if s != turn] + [turn]:
            while rest and len(hands[seat]) < 6 and (seat != turn or not endgame):
                hands[seat].append(rest.pop(0))
        if endgame and rest:
            raise ValueError(f"{len(rest)} tiles left for the bag")
        order = [tile for tile in range(1, 57) if tile not in rest] + rest[::-1]
    body = body_of(board, hands, order)
    return Position.decode(wrapped(like, body, ply=len(board), turn=turn, phase=phase, end=end))


def board_of(p: Position) -> Board:
    """The laid tiles of a position."""
    laid = [piece for piece in p.view()["pieces"] if piece["zone"] == 0]
    return {((x["place"] >> 7) - 64, (x["place"] & 127) - 64): (x["piece"] + 1, x["rotation"]) for x in laid}


def hand_of(p: Position, seat: int) -> list[int]:
    """The numbers of a seat's tiles, ascending."""
    return [piece["piece"] + 1 for piece in p.view()["pieces"] if piece["zone"] == 1 + seat]


def reached(seed: int, ply: int) -> Position:
    """A game for two after so many sampled moves."""
    p = Position.deal("tantrix", seed=seed)
    while p.ply < ply:
        p = p.play(p.sample(seed << 8 | p.ply))
    return p


def filled(board: Board, cells: list[tuple[int, int]], without: tuple[int, ...] = ()) -> Board:
    """The board with a tile on each of the cells, the first way found in which all touching sides match."""
    if not cells:
        return dict(board)
    used = {tile for tile, _ in board.values()} | set(without)
    game = reference.Game(1, ("R",), [], [], 0, board=dict(board))
    for tile in range(1, 57):
        for rotation in range(6):
            if tile not in used and game.fits(cells[0], tile, rotation):
                try:
                    return filled({**board, cells[0]: (tile, rotation)}, cells[1:], without)
                except LookupError:
                    continue
    raise LookupError("no tiles fit these cells")
