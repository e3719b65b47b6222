"""Triple Peaks again, slow and obvious, written from docs/rules/triple_peaks.md and sharing nothing with the core.

Cards are texts such as "7S", moves are the notation of the page. A new round needs a dealt order from outside: this
file shuffles nothing and knows neither the interface nor the wire.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

RANKS = "A23456789TJQK"
SUITS = "CDHS"
DECK = [rank + suit for rank in RANKS for suit in SUITS]  # P1.0
ROUNDS_MAX = 1000  # P3.7


def _layout() -> list[tuple[int, int]]:
    """(row, column in half cards) of each slot, P1.1 and P1.3."""
    apexes = [3, 9, 15]
    spots = [(0, column) for column in apexes]
    spots += [(1, column + side) for column in apexes for side in (-1, 1)]
    spots += [(2, column + side) for column in apexes for side in (-2, 0, 2)]
    return spots + [(3, column) for column in range(0, 20, 2)]


LAYOUT = _layout()
COVERED_BY = {
    slot: [other for other, (r, c) in enumerate(LAYOUT) if r == row + 1 and abs(c - column) == 1]
    for slot, (row, column) in enumerate(LAYOUT)
}


def fits(card: str, waste: str) -> bool:
    """One rank apart on the closed circle, P2.1."""
    circle = RANKS + "A"
    pair = waste[0] + card[0]
    return pair in circle or pair[::-1] in circle


@dataclass
class Game:
    """One game. `redeal` gives the order of each later round."""

    order: Sequence[str]
    score_floor: str = "zero"
    multiplier: str = "off"
    progressive: bool = False
    redeal: Callable[[], Sequence[str]] | None = None
    table: dict[int, str] = field(default_factory=dict)
    stock: list[str] = field(default_factory=list)
    waste: list[str] = field(default_factory=list)
    run: list[str] = field(default_factory=list)
    points: dict[str, int] = field(default_factory=lambda: {"cards": 0, "triangles": 0, "clear": 0, "stock": 0})
    round: int = 0
    end: str = "running"

    def __post_init__(self) -> None:
        self.start_round(self.order)

    def start_round(self, order: Sequence[str]) -> None:
        if sorted(order) != sorted(DECK):
            raise ValueError("not an arrangement of the pack")
        self.table = dict(enumerate(order[:28]))
        self.waste = [order[28]]
        self.stock = list(order[29:])
        self.run = []
        self.round += 1

    @property
    def total(self) -> int:
        return sum(self.points.values())

    def is_open(self, slot: int) -> bool:
        return slot in self.table and not any(cover in self.table for cover in COVERED_BY[slot])

    def plays(self) -> list[int]:
        """The slots that can be played, P2.1."""
        return [slot for slot in sorted(self.table) if self.is_open(slot) and fits(self.table[slot], self.waste[-1])]

    def legal(self) -> list[str]:
        if self.end != "running":
            return []
        return [f"-{self.table[slot]}@{slot}" for slot in self.plays()] + (["draw"] if self.stock else [])

    def card_points(self, k: int) -> int:
        """What the k-th card of a run scores, P3.1 and P3.4."""
        if self.multiplier == "off":
            return k
        series = [1, 2, 4, 8] if self.multiplier == "doubling" else [1, 2, 4, 16]
        while len(series) < k:
            series.append(2 * series[-1])
        return series[k - 1]

    def play(self, move: str) -> None:
        if move not in self.legal():
            raise ValueError(f"illegal: {move}")
        bonus = 15 if self.multiplier == "off" else 25
        if move == "draw":
            self.waste.append(self.stock.pop(0))
            self.run = []
            if self.multiplier == "off":
                self.points["stock"] -= 5
                if self.score_floor == "zero" and self.total < 0:
                    self.points["stock"] -= self.total
        else:
            slot = int(move.partition("@")[2])
            self.run.append(self.table.pop(slot))
            self.waste.append(self.run[-1])
            self.points["cards"] += self.card_points(len(self.run))
            if slot in (0, 1, 2):
                self.points["triangles"] += bonus
            if not self.table:
                self.points["clear"] += bonus
                if self.progressive and self.round < ROUNDS_MAX:
                    assert self.redeal is not None
                    self.start_round(self.redeal())
                    return
                self.end = "cleared"
        if self.table and not self.stock and not self.plays():
            self.end = "stuck"

    def face_up(self) -> dict[int, str]:
        """The tableau cards that everybody sees."""
        return {slot: card for slot, card in self.table.items() if self.is_open(slot)}

    def unseen(self) -> set[str]:
        """The cards that nobody has seen in this round, P5.4."""
        hidden = {card for slot, card in self.table.items() if not self.is_open(slot)}
        return hidden | set(self.stock)


def reachable_tableaus() -> int:
    """How many sets of slots can be left when any open card may be played, P6.1."""
    start = frozenset(range(28))
    seen = {start}
    todo = [start]
    while todo:
        here = todo.pop()
        for slot in here:
            if not any(cover in here for cover in COVERED_BY[slot]):
                there = here - {slot}
                if there not in seen:
                    seen.add(there)
                    todo.append(there)
    return len(seen)
