"""A slow, obvious Tantrix, written from docs/rules/tantrix.md and sharing nothing with the core.

The board is a dict from (q, r) to (tile number, rotation); everything is worked out again from it at every question.
The closure of X5.4 is run as the page words it. A move is (q, r, tile number, rotation).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

Cell = tuple[int, int]
Move = tuple[int, int, int, int]

# Sides 0..5 clockwise from north, as steps of (q, r).
NEIGHBOURS: tuple[Cell, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
HAND = 6

# X1.1: each tile's links: a colour and the two sides it joins.
LINKS = """
1:R04 Y12 B35, 2:R45 Y12 B03, 3:R12 Y05 B34, 4:R04 Y13 B25, 5:R03 Y45 B12, 6:R15 Y03 B24, 7:R04 Y35 B12,
8:R35 Y04 B12, 9:R03 Y15 B24, 10:R35 Y12 B04, 11:R12 Y04 B35, 12:R12 Y35 B04, 13:R12 Y03 B45, 14:R05 Y12 B34,
15:R03 Y45 G12, 16:R12 Y03 G45, 17:R04 Y12 G35, 18:R35 Y12 G04, 19:R12 Y04 G35, 20:R12 Y35 G04, 21:R34 Y05 G12,
22:R45 Y12 G03, 23:R34 Y12 G05, 24:R45 G12 B03, 25:R34 G12 B05, 26:R12 G03 B45, 27:R12 G04 B35, 28:R05 G12 B34,
29:R12 G35 B04, 30:R03 G45 B12, 31:R35 Y04 G12, 32:R15 Y24 G03, 33:R04 Y35 G12, 34:R03 Y24 G15, 35:R24 Y03 G15,
36:R35 G12 B04, 37:R04 G35 B12, 38:R35 G04 B12, 39:R15 G03 B24, 40:R15 G24 B03, 41:R04 G12 B35, 42:R03 G24 B15,
43:Y12 G34 B05, 44:Y03 G24 B15, 45:Y34 G12 B05, 46:Y04 G12 B35, 47:Y03 G12 B45, 48:Y45 G12 B03, 49:Y12 G03 B45,
50:Y15 G24 B03, 51:Y24 G03 B15, 52:Y35 G12 B04, 53:Y12 G35 B04, 54:Y12 G04 B35, 55:Y04 G35 B12, 56:Y35 G04 B12
"""
PRINTED = "YYYRRBBBYR"


def _tiles() -> dict[int, str]:
    """Number -> the colours of sides 0..5."""
    tiles = {}
    for entry in LINKS.replace("\n", " ").split(", "):
        number, _, links = entry.partition(":")
        sides = [""] * 6
        for link in links.split():
            sides[int(link[1])] = sides[int(link[2])] = link[0]
        tiles[int(number)] = "".join(sides)
    return tiles


TILES = _tiles()


@cache
def turned(tile: int, rotation: int) -> str:
    """The colours on sides 0..5 of a tile turned clockwise by `rotation` sides."""
    sides = TILES[tile]
    return "".join(sides[(side - rotation) % 6] for side in range(6))


def near(cell: Cell) -> list[Cell]:
    """The six cells beside a cell, in the order of sides."""
    return [(cell[0] + q, cell[1] + r) for q, r in NEIGHBOURS]


def geometrically_legal(occupied: set[Cell], cell: Cell) -> bool:
    """X5.4, literally: no empty cell ever has four occupied neighbours while cells with three are counted as filled."""
    full = occupied | {cell}
    waiting = {e for c in full for e in near(c)} - full
    while waiting:
        candidate = waiting.pop()
        count = sum(n in full for n in near(candidate))
        if count >= 4:
            return False
        if count == 3:
            full.add(candidate)
            waiting |= set(near(candidate)) - full
    return True


@dataclass
class Game:
    seats: int
    colours: tuple[str, ...]  # of each seat, one letter
    hands: list[set[int]]
    bag: list[int]  # next to draw first
    turn: int
    discovery: bool = False
    phase: str = "free"
    end: str = "running"
    board: dict[Cell, tuple[int, int]] = field(default_factory=dict)

    def side(self, cell: Cell, side: int) -> str:
        """The colour an occupied cell shows on a side."""
        tile, rotation = self.board[cell]
        return turned(tile, rotation)[side]

    def asked(self, cell: Cell) -> dict[int, str]:
        """For an empty cell: side -> the colour its laid neighbour shows there."""
        return {i: self.side(n, (i + 3) % 6) for i, n in enumerate(near(cell)) if n in self.board}

    def edge(self) -> set[Cell]:
        """The empty cells that touch a laid tile."""
        return {n for c in self.board for n in near(c)} - set(self.board)

    def leaves_triple(self, cell: Cell, tile: int, rotation: int) -> bool:
        """X5.1."""
        colours = turned(tile, rotation)
        for side, n in enumerate(near(cell)):
            if n not in self.board:
                links = [*self.asked(n).values(), colours[side]]
                if any(links.count(colour) >= 3 for colour in "RYGB"):
                    return True
        return False

    def fits(self, cell: Cell, tile: int, rotation: int) -> bool:
        """X3.4 and X5.6."""
        return self.matches(self.asked(cell), tile, rotation) and not (
            self.bag and self.leaves_triple(cell, tile, rotation)
        )

    def matches(self, asked: dict[int, str], tile: int, rotation: int) -> bool:
        """X3.4."""
        colours = turned(tile, rotation)
        return all(colours[side] == colour for side, colour in asked.items())

    def placements(self, cells: set[Cell], seat: int) -> set[Move]:
        found = set()
        for cell in cells:
            asked = self.asked(cell)
            for tile in self.hands[seat]:
                for rotation in range(6):
                    if self.matches(asked, tile, rotation) and self.fits(cell, tile, rotation):
                        found.add((*cell, tile, rotation))
        return found

    def forced(self, seat: int) -> set[Move]:
        """X4.1."""
        if self.discovery:
            return set()
        return self.placements({c for c in self.edge() if len(self.asked(c)) >= 3}, seat)

    def free(self, seat: int) -> set[Move]:
        """X3.4, X5.2, X5.3."""
        if not self.board:
            return self.placements({(0, 0)}, seat)
        cells = self.edge()
        if self.bag:
            cells = {c for c in cells if geometrically_legal(set(self.board), c)}
        return self.placements(cells, seat)

    def legal(self) -> set[Move]:
        if self.end != "running":
            return set()
        return self.free(self.turn) if self.phase == "free" else self.forced(self.turn)

    def play(self, move: Move) -> None:
        q, r, tile, rotation = move
        self.hands[self.turn].remove(tile)
        self.board[q, r] = (tile, rotation)
        if self.bag:
            self.hands[self.turn].add(self.bag.pop(0))
        self._go_on("forced_after" if self.phase == "free" else self.phase)

    def _go_on(self, phase: str) -> None:
        """To the next decision: X3.1, X3.4, X6.1, X6.2, X7.2."""
        if self.discovery:
            if not self.hands[0]:
                self.end = "solved" if self.solved() else "unsolved"
            elif not self.free(0):
                self.end = "unsolved"
            return
        if not any(self.hands):
            self.turn, self.phase, self.end = (self.turn + 1) % self.seats, "free", "finished"
            return
        while True:
            self.phase = phase
            if phase == "free":
                if self.hands[self.turn]:
                    if not self.free(self.turn):
                        self.end = "deadlock"
                    return
            elif self.forced(self.turn):
                return
            if phase == "forced_before":
                phase = "free"
            else:
                phase = "forced_before"
                self.turn = (self.turn + 1) % self.seats
                while not self.hands[self.turn]:
                    self.turn = (self.turn + 1) % self.seats

    # -- score ---------------------------------------------------------------------------------------------------------

    def score(self, seat: int) -> tuple[int, int]:
        """X6.3: points of the longest line and of the longest loop."""
        colour = self.colours[seat]
        beside: dict[Cell, list[Cell]] = {}
        for cell in self.board:
            sides = [i for i in range(6) if self.side(cell, i) == colour]
            if sides:
                beside[cell] = [near(cell)[i] for i in sides if near(cell)[i] in self.board]
        line = loop = 0
        left = set(beside)
        while left:
            part, todo = set(), [left.pop()]
            while todo:
                cell = todo.pop()
                part.add(cell)
                todo += [n for n in beside[cell] if n not in part]
            left -= part
            if all(len(beside[cell]) == 2 for cell in part):
                loop = max(loop, 2 * len(part))
            else:
                line = max(line, len(part))
        return line, loop

    def outcome(self) -> tuple[int, ...]:
        """X6.2, X6.4, X7.1, X7.2."""
        if self.discovery:
            return (2 if self.end == "solved" else 0,)
        if self.end == "deadlock":
            return (1,) * self.seats
        points = [max(self.score(seat)) for seat in range(self.seats)]
        winners = {self.colours[seat] for seat in range(self.seats) if points[seat] == max(points)}
        return tuple(0 if p < max(points) else 2 if len(winners) == 1 else 1 for p in points)

    def solved(self) -> bool:
        """X7.2: one loop through all tiles and no empty cell that cannot be left."""
        return self.score(0)[1] == 2 * len(self.board) and not has_hole(set(self.board))


def has_hole(occupied: set[Cell]) -> bool:
    """Is there an empty cell from which no way leads outside?"""
    low = min(min(c) for c in occupied) - 2
    high = max(max(c) for c in occupied) + 2
    outside, todo = {(low, low)}, [(low, low)]
    while todo:
        for n in near(todo.pop()):
            if n not in occupied and n not in outside and low <= n[0] <= high and low <= n[1] <= high:
                outside.add(n)
                todo.append(n)
    return len(outside) + len(occupied) < (high - low + 1) ** 2


def deal(
    order: list[int], seats: int, *, start_tile: str = "keep", doubles: bool = False, colours: str = "RYGB"
) -> Game:
    """X2.1, X2.2, X7.1. order: tile numbers, lots first when they go back."""
    lots = order[:seats]
    hands: list[set[int]] = [set() for _ in range(seats)]
    if start_tile == "return":
        deck, each = order[seats:], HAND
    else:
        deck, each = order[seats:], HAND - 1
        for seat in range(seats):
            hands[seat].add(lots[seat])
    for seat in range(seats):
        hands[seat] |= set(deck[:each])
        deck = deck[each:]
    if doubles:
        colours = colours[:2] * 2
    return Game(seats, tuple(colours[:seats]), hands, deck, turn=lots.index(max(lots)))


def puzzle(tiles: int) -> Game:
    """X7.2."""
    return Game(1, (PRINTED[tiles - 1],), [set(range(1, tiles + 1))], [], turn=0, discovery=True)


def solutions(tiles: int, colour: str) -> int:
    """How many loops of a colour pass through tiles 1..n without a hole, all sides matching, up to turning the table.

    Tile 1 lies unturned at (0, 0); the loop is followed from its first end of the colour to its second.
    """
    first, last = (i for i in range(6) if turned(1, 0)[i] == colour)
    goal = near((0, 0))[last]
    board: dict[Cell, str] = {(0, 0): turned(1, 0)}
    left = set(range(2, tiles + 1))

    def search(cell: Cell, enter: int) -> int:
        q, r = cell[0] - goal[0], cell[1] - goal[1]
        if max(abs(q), abs(r), abs(q + r)) >= len(left):
            return 0
        asked = {i: board[n][(i + 3) % 6] for i, n in enumerate(near(cell)) if n in board}
        found = 0
        for tile in sorted(left):
            for rotation in range(6):
                sides = turned(tile, rotation)
                if any(sides[i] != c for i, c in asked.items()):
                    continue
                leave = next(i for i in range(6) if sides[i] == colour and i != enter)
                board[cell] = sides
                left.remove(tile)
                ahead = near(cell)[leave]
                if not left:
                    found += cell == goal and leave == (last + 3) % 6 and not has_hole(set(board))
                elif ahead not in board:
                    found += search(ahead, (leave + 3) % 6)
                left.add(tile)
                del board[cell]
        return found

    return search(near((0, 0))[first], (first + 3) % 6)
