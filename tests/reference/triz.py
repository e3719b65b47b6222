"""Triz the slow and obvious way, written from docs/rules/triz.md: squares of the plane, letters, sets and dicts.

A piece is a word of four letters (its ring), a site a pair of numbers, a move its notation. Nothing is shared with
the core: which jewels meet is found from the squares they cover, rings are found by trying all words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import product

Site = tuple[int, int]
Square = tuple[int, int]
Jewel = tuple[Site, int]

LETTERS = "RYGB"
ARMS = ((1, 0), (0, 1), (-1, 0), (0, -1))  # E, N, W, S (Z1.3)
HAND = 5
TWO_COLOURS = ("two_colour_product", "two_colour_sum")


# -- pieces (Z1) -------------------------------------------------------------------------------------------------------


@cache
def shown(ring: str, orientation: int) -> str:
    """What a ring shows at E, N, W, S in orientation k + 4 m (Z1.3)."""
    k, mirrored = orientation % 4, orientation >= 4
    letters = ring[::-1] if mirrored else ring
    return "".join(letters[(i - k) % 4] for i in range(4))


@cache
def orientations(ring: str, flip: bool) -> tuple[int, ...]:
    """The numbers of the orientations that look different, the smallest number for each look."""
    first: dict[str, int] = {}
    for number in range(8 if flip else 4):
        first.setdefault(shown(ring, number), number)
    return tuple(sorted(first.values()))


def kind(ring: str) -> str:
    """ "abcd", "aabc", "abac", "aaab" or "" for what is no piece of the game (Z1.1)."""
    counts = sorted(Counter(ring).values())
    if counts == [1, 1, 1, 1]:
        return "abcd"
    if counts == [1, 3]:
        return "aaab"
    if counts == [1, 1, 2]:
        double = max(set(ring), key=ring.count)
        return "abac" if ring[(ring.index(double) + 2) % 4] == double else "aabc"
    return ""


def in_order(ring: str) -> tuple[int, ...]:
    return tuple(LETTERS.index(letter) for letter in ring)


@cache
def name(ring: str, flip: bool) -> str:
    """The word that stands for all words of the same piece (Notation)."""
    pattern = kind(ring)
    words = {shown(ring, number) for number in range(8 if flip else 4)}
    if pattern == "abcd":
        words = {w for w in words if w[0] == "R"}
    elif pattern == "aabc":
        words = {w for w in words if w[0] == w[1]}
    elif pattern == "abac":
        words = {w for w in words if w[0] == w[2]}
    else:
        words = {w for w in words if w[0] == w[1] == w[2]}
    return min(words, key=in_order)


def forms(flip: bool) -> dict[str, list[str]]:
    """All different pieces by kind, each kind in the order of its words."""
    found: dict[str, set[str]] = {"abcd": set(), "aabc": set(), "abac": set(), "aaab": set()}
    for letters in product(LETTERS, repeat=4):
        ring = "".join(letters)
        if kind(ring):
            found[kind(ring)].add(name(ring, flip))
    return {pattern: sorted(words, key=in_order) for pattern, words in found.items()}


@cache
def piece_set(which: str, flip: bool) -> dict[str, int]:
    """How many of each piece are played with (Z1.4, Z1.5)."""
    by_kind = forms(flip)
    if which == "complete":
        return {ring: 1 for rings in by_kind.values() for ring in rings}
    copies = dict.fromkeys(by_kind["aabc"] + by_kind["aaab"], 1)
    if flip:
        copies |= dict.fromkeys(by_kind["abac"], 1)
    if which == "listed":
        copies |= {ring: 36 // len(by_kind["abcd"]) for ring in by_kind["abcd"]}
    elif flip:
        copies |= {"RYGB": 6, "RYBG": 5, "RGYB": 5}
    else:
        copies |= {"RYGB": 3, "RBGY": 3, "RYBG": 3, "RGBY": 2, "RGYB": 3, "RBYG": 2}
    return copies


# -- the field (Z2) ----------------------------------------------------------------------------------------------------


def centre(site: Site) -> Square:
    a, b = site
    return 2 * a - b, a + 2 * b


def arm(jewel: Jewel) -> Square:
    """The square a jewel's arm covers."""
    (x, y), (dx, dy) = centre(jewel[0]), ARMS[jewel[1]]
    return x + dx, y + dy


def beside(square: Square) -> list[Square]:
    return [(square[0] + dx, square[1] + dy) for dx, dy in ARMS]


@cache
def meets(jewel: Jewel) -> frozenset[Jewel]:
    """The jewels of other sites that share an edge with one (Z2.3)."""
    site = jewel[0]
    near = [(site[0] + i, site[1] + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (i, j) != (0, 0)]
    edges = beside(arm(jewel))
    return frozenset((other, i) for other in near for i in range(4) if arm((other, i)) in edges)


@cache
def touches(one: Site) -> frozenset[Site]:
    """The sites whose piece would share an edge with the piece of a site (Z2.1)."""
    return frozenset(other for i in range(4) for other, _ in meets((one, i)))


# -- the game (Z3-Z6) --------------------------------------------------------------------------------------------------


@dataclass
class Game:
    """A game under way. Colours are letters, one or two a seat."""

    seats: int
    options: Mapping[str, object]
    order: list[str]
    board: dict[Site, str] = field(default_factory=dict)
    hands: list[list[str]] = field(default_factory=list)
    table: list[list[str]] = field(default_factory=list)
    discards: list[list[str]] = field(default_factory=list)
    stock: list[str] = field(default_factory=list)
    turn: int = 0
    passes: int = 0
    end: str = "running"

    def __post_init__(self) -> None:
        self.stock = list(self.order)
        self.hands = []
        for _ in range(self.seats):
            self.hands.append(sorted(self.stock[:HAND], key=self.rank))
            del self.stock[:HAND]
        self.discards = [[] for _ in range(self.seats)]
        self.table = [
            [t for t in forms(True)["aaab"] if t[0] in self.colours(seat)] if self.options["triples_dealt"] else []
            for seat in range(self.seats)
        ]

    # -- facts

    @property
    def flip(self) -> bool:
        return bool(self.options["flip"])

    def rank(self, ring: str) -> tuple[int, tuple[int, ...]]:
        """Pieces by kind, then by letters."""
        return ["abcd", "aabc", "abac", "aaab"].index(kind(ring)), in_order(ring)

    def colours(self, seat: int) -> list[str]:
        """The colours a seat plays for (Z4.1, Z5.2)."""
        numbers = [seat, seat + 2] if self.options["scoring"] in TWO_COLOURS else [seat]
        return [str(self.options[f"colour_{i}"])[0].upper() for i in numbers]

    def shuffled(self) -> Counter[str]:
        """What the dealt order has to be an arrangement of."""
        pieces = Counter(piece_set(str(self.options["piece_set"]), self.flip))
        for triples in self.table:
            pieces.subtract(triples)
        return +pieces

    # -- placing

    def groups(self) -> list[set[Site]]:
        """The connected components of touching pieces (Z3.4)."""
        left = set(self.board)
        found = []
        while left:
            group, new = set(), {left.pop()}
            while new:
                group |= new
                new = {other for site in new for other in touches(site) if other in left}
                left -= new
            found.append(group)
        return found

    def satisfied(self, site: Site, look: str, groups: list[set[Site]]) -> bool:
        """Whether every touched group matches twice (Z3.1-Z3.5)."""
        for group in groups:
            if not group & touches(site):
                continue
            matches = [i for i in range(4) for s, j in meets((site, i)) if s in group and self.board[s][j] == look[i]]
            if self.options["match_rule"] == "jewels":
                matches = sorted(set(matches))
            if len(matches) < 2:
                return False
        return True

    def legal(self) -> list[str]:
        """The legal moves in canonical order, as notations."""
        if self.end != "running":
            return []
        hand = sorted(set(self.hands[self.turn]), key=self.rank)
        groups = self.groups()
        near = {other for site in self.board for other in touches(site)}
        moves = []
        for triple in (False, True):
            pieces = sorted(self.table[self.turn], key=self.rank) if triple else hand
            tails = [f"~{i + 1}" for i in range(len(hand))] if triple else [""]
            for site in product(range(int(str(self.options["field_size"]))), repeat=2):
                if site in self.board:
                    continue
                for piece in pieces:
                    for number in orientations(piece, self.flip):
                        if site not in near or self.satisfied(site, shown(piece, number), groups):
                            turned = f"/{number}" if number else ""
                            where = f"@({site[0]},{site[1]})"
                            moves += [("=" if triple else "") + piece + where + turned + tail for tail in tails]
        return moves or ["pass"]

    def play(self, move: str) -> None:
        """Plays a legal move."""
        hand = self.hands[self.turn]
        if move == "pass":
            self.passes += 1
        else:
            self.passes = 0
            rest, _, extra = move.partition("~")
            rest, _, number = rest.partition("/")
            piece, _, where = rest.partition("@")
            a, b = where.strip("()").split(",")
            if piece[0] == "=":
                piece = piece[1:]
                self.table[self.turn].remove(piece)
                gone = sorted(set(hand), key=self.rank)[int(extra) - 1]
                hand.remove(gone)
                self.discards[self.turn].append(gone)
            else:
                hand.remove(piece)
                if self.stock:
                    hand.append(self.stock.pop(0))
            self.board[int(a), int(b)] = shown(piece, int(number or 0))
        self.turn = (self.turn + 1) % self.seats
        if not any(self.hands):
            self.end = "hands_empty"
        elif self.passes == self.seats:
            self.end = "all_passed"

    # -- score (Z5)

    def jewel_groups(self, colour: str) -> list[set[Jewel]]:
        """The groups of contiguous jewels of a colour, the largest first."""
        left = {(site, i) for site, look in self.board.items() for i in range(4) if look[i] == colour}
        found = []
        while left:
            group, new = set(), {left.pop()}
            while new:
                group |= new
                reach = {(s, (i + turn) % 4) for s, i in new for turn in (1, 3)}
                for jewel in new:
                    reach |= meets(jewel)
                new = reach & left
                left -= new
            found.append(group)
        return sorted(found, key=len, reverse=True)

    def score(self, seat: int) -> int:
        scoring = str(self.options["scoring"])
        best = [[len(g) for g in self.jewel_groups(c)] + [0, 0, 0] for c in self.colours(seat)]
        if scoring in TWO_COLOURS:
            sizes = [best[0][0], best[1][0]]
        else:
            sizes = best[0][: int(scoring[-1]) if scoring[-1].isdigit() else 1]
        if "product" not in scoring:
            return sum(sizes)
        result = 1
        for size in sizes:
            result *= size
        return result

    def outcome(self) -> tuple[int, ...] | None:
        """2 for the winner, 1 for who shares the win, 0 for the others (Z5.1)."""
        if self.end == "running":
            return None
        scores = [self.score(seat) for seat in range(self.seats)]
        win = 2 if scores.count(max(scores)) == 1 else 1
        return tuple(win if s == max(scores) else 0 for s in scores)
