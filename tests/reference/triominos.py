"""Triominos once more, slow and obvious, written from docs/rules/triominos.md alone.

Tiles are tuples of three numbers, cells are tuples (kind, x, y), a laid tile is a dict from lattice point to number.
Neighbours, corners and shapes are found by looking at lattice points in common, never by a table. It shares nothing
with the core and knows nothing of its numbers, bytes or notation.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

Tile = tuple[int, ...]
Point = tuple[int, int]
Cell = tuple[str, int, int]
Move = tuple[Any, ...]  # ("place", tile, cell, rotation), ("draw",) or ("pass",)

DEFAULTS: dict[str, Any] = {
    "start": "highest_triple",
    "opening_bonus": 10,
    "opening_zero_total": 40,
    "bridge_rule": "strict",
    "voluntary_draw": False,
    "fail_penalty": 0,
    "empty_pass_penalty": 0,
    "max_draws": 3,
    "blocked": "sum_minus_own",
    "target": 400,
    "rounds": 0,
}
PARTS = ("tiles", "opening", "bridges", "hexagons", "draws", "failures", "passes", "out", "racks", "blocked")
ORIGIN: Cell = ("U", 0, 0)
ROUND_CAP = 50  # T8.4


def all_tiles() -> list[Tile]:
    """T1: numbers that never fall when read clockwise from the lowest, in dictionary order."""
    return list(combinations_with_replacement(range(6), 3))


def is_triple(tile: Tile) -> bool:
    return len(set(tile)) == 1


@cache
def corners(cell: Cell) -> tuple[Point, Point, Point]:
    """T4: the corners clockwise."""
    kind, x, y = cell
    if kind == "U":
        return (x, y), (x, y + 1), (x + 1, y)
    return (x + 1, y), (x, y + 1), (x + 1, y + 1)


@cache
def cells_at(point: Point) -> list[Cell]:
    """The six cells that have this point as a corner."""
    px, py = point
    near = [(kind, x, y) for kind in "UD" for x in (px - 1, px, px + 1) for y in (py - 1, py, py + 1)]
    return [cell for cell in near if point in corners(cell)]


@cache
def neighbours(cell: Cell) -> list[Cell]:
    """The three cells that share two corners with this one."""
    around = {other for point in corners(cell) for other in cells_at(point)} - {cell}
    return sorted(other for other in around if len(set(corners(other)) & set(corners(cell))) == 2)


def turned(tile: Tile, cell: Cell, rotation: int) -> dict[Point, int]:
    """T3.3: which number lies on which point when a tile is laid on a cell."""
    return {point: tile[(k + rotation) % 3] for k, point in enumerate(corners(cell))}


@dataclass
class Game:
    """One game. `start_round` deals; after a round that does not end the game, `waiting` asks for the next deal."""

    seats: int
    options: dict[str, Any]
    racks: list[set[Tile]] = field(default_factory=list)
    pool: list[Tile] = field(default_factory=list)
    table: dict[Cell, dict[Point, int]] = field(default_factory=dict)
    laid: list[Tile] = field(default_factory=list)
    parts: list[dict[str, int]] = field(default_factory=list)
    turn: int = 0
    draws: int = 0
    round: int = 0
    starter: int = 0
    end: str = "running"
    waiting: bool = True
    # what the last placement did, for the tests of T5
    shared: int = 0
    hexagons: int = 0
    bridge: bool = False

    def __post_init__(self) -> None:
        self.options = {**DEFAULTS, **self.options}
        self.parts = [dict.fromkeys(PARTS, 0) for _ in range(self.seats)]

    # -- deal --------------------------------------------------------------------------------------------------------

    def start_round(self, lots: list[Any], order: list[Tile]) -> None:
        """T2. lots: one tile a seat (draw_lots), or [seat] (random), or nothing."""
        assert self.waiting and sorted(order) == all_tiles()
        self.waiting = False
        self.round += 1
        size = {2: 9, 3: 7, 4: 7, 5: 6, 6: 6}[self.seats]
        self.racks = [set(order[seat * size : (seat + 1) * size]) for seat in range(self.seats)]
        self.pool = order[self.seats * size :]
        self.table = {}
        self.laid = []
        self.draws = 0
        if self.options["start"] == "random":
            self.starter = lots[0]
        elif self.options["start"] == "draw_lots":
            self.starter = max(range(self.seats), key=lambda seat: (sum(lots[seat]), lots[seat]))
        else:
            self.starter = self.opener()
        self.turn = self.starter

    def opener(self) -> int:
        """T2.2, T2.3."""
        triples = [(tile, seat) for seat, rack in enumerate(self.racks) for tile in rack if is_triple(tile)]
        if triples:
            return max(triples)[1]
        sums = [sorted((sum(tile) for tile in rack), reverse=True) for rack in self.racks]
        return sums.index(max(sums))

    def opening_tiles(self) -> set[Tile]:
        """T2.5, T2.6."""
        rack = self.racks[self.turn]
        if self.options["start"] != "highest_triple":
            return set(rack)
        triples = {tile for tile in rack if is_triple(tile)}
        if triples:
            return {max(triples)} | (triples & {(0, 0, 0)})
        best = max(sum(tile) for tile in rack)
        return {min(tile for tile in rack if sum(tile) == best)}

    # -- moves -------------------------------------------------------------------------------------------------------

    def numbers(self) -> dict[Point, int]:
        """The number on each lattice point that a laid tile touches."""
        return {point: number for tile in self.table.values() for point, number in tile.items()}

    def placements(self, seat: int) -> list[Move]:
        if not self.table:
            return [("place", tile, ORIGIN, 0) for tile in self.opening_tiles()] if seat == self.turn else []
        numbers = self.numbers()
        beside = {cell for laid in self.table for cell in neighbours(laid)} - set(self.table)
        found = []
        for cell in beside:
            for tile in self.racks[seat]:
                for rotation in range(1 if is_triple(tile) else 3):
                    lying = turned(tile, cell, rotation)
                    if all(numbers.get(point, number) == number for point, number in lying.items()):
                        found.append(("place", tile, cell, rotation))
        return found

    def legal(self) -> list[Move]:
        if self.end != "running" or self.waiting:
            return []
        moves = self.placements(self.turn)
        if not self.table:
            return moves
        draws_left = self.options["max_draws"] == 0 or self.draws < self.options["max_draws"]
        if self.pool and draws_left and (not moves or self.options["voluntary_draw"]):
            return [*moves, ("draw",)]
        return moves if moves else [("pass",)]

    @property
    def phase(self) -> str:
        if not self.table:
            return "open"
        return "drawing" if self.draws else "turn"

    def total(self, seat: int) -> int:
        return sum(self.parts[seat].values())

    def play(self, move: Move) -> None:
        assert move in self.legal()
        seat = self.turn
        if move[0] == "place":
            self.place(seat, *move[1:])
        elif move[0] == "draw":
            self.racks[seat].add(self.pool.pop(0))
            self.draws += 1
            self.parts[seat]["draws"] -= 5
            if self.draws == self.options["max_draws"] and not self.placements(seat):
                self.parts[seat]["failures"] -= self.options["fail_penalty"]
                self.next_turn()
        else:
            self.parts[seat]["passes"] -= self.options["empty_pass_penalty"]
            self.next_turn()
        self.maybe_end_round(seat)

    def next_turn(self) -> None:
        self.turn = (self.turn + 1) % self.seats
        self.draws = 0

    def place(self, seat: int, tile: Tile, cell: Cell, rotation: int) -> None:
        before = self.numbers()
        parts = self.parts[seat]
        self.shared = sum(other in self.table for other in neighbours(cell))
        touching = all(point in before for point in corners(cell))
        self.hexagons = sum(
            all(other in self.table for other in cells_at(point) if other != cell) for point in corners(cell)
        )
        rule = self.options["bridge_rule"]
        self.bridge = touching and self.hexagons == 0 and (self.shared == 1 or rule == "three_corners")
        parts["tiles"] += sum(tile)
        parts["hexagons"] += {0: 0, 1: 50, 2: 60, 3: 70}[self.hexagons]
        parts["bridges"] += 40 if self.bridge else 0
        if not self.table and self.options["start"] == "highest_triple" and is_triple(tile):
            zero = tile == (0, 0, 0)
            parts["opening"] += self.options["opening_zero_total"] if zero else self.options["opening_bonus"]
        self.table[cell] = turned(tile, cell, rotation)
        self.laid.append(tile)
        self.racks[seat].remove(tile)
        self.next_turn()

    # -- ends --------------------------------------------------------------------------------------------------------

    def maybe_end_round(self, mover: int) -> None:
        values = [sum(sum(tile) for tile in rack) for rack in self.racks]
        if not self.racks[mover]:  # T7.2
            self.parts[mover]["out"] += 25
            self.parts[mover]["racks"] += sum(values)
        elif not self.pool and not any(self.placements(seat) for seat in range(self.seats)):  # T7.3
            for seat, own in enumerate(values):
                others = values[:seat] + values[seat + 1 :]
                if self.options["blocked"] == "each_loses_own":
                    self.parts[seat]["blocked"] -= own
                elif own == min(values) and self.options["blocked"] == "pairwise":
                    self.parts[seat]["blocked"] += sum(other - own for other in others)
                elif own == min(values):
                    self.parts[seat]["blocked"] += sum(others) - own
            if self.turn == mover:
                self.next_turn()
        else:
            return
        best = max(self.total(seat) for seat in range(self.seats))
        if self.options["rounds"]:
            self.end = "rounds" if self.round == self.options["rounds"] else "running"
        elif best >= self.options["target"]:
            self.end = "target"
        elif self.round == ROUND_CAP:
            self.end = "round_cap"
        self.draws = 0
        self.waiting = self.end == "running"

    def outcome(self) -> tuple[int, ...]:
        totals = [self.total(seat) for seat in range(self.seats)]
        winners = totals.count(max(totals))
        return tuple(0 if total < max(totals) else 2 if winners == 1 else 1 for total in totals)
