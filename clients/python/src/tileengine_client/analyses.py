"""What searches answer: ranked moves, suggestions, reviews. Immutable; knows neither the wire nor a game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Why:
    """One thing a move does at once. part: of the mover's score (Game.parts), or "total" of another seat."""

    part: str
    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class Prospect:
    """One thing a position promises a seat beyond its score, before and after a move. name: of Game.prospects."""

    name: str
    seat: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class RankedMove:
    """What a search knows of a move. `apply` and the others take it like any move.

    visits: playouts that began with it. rating: how good it looks at first sight, points. value: mean utility, 0..1;
    win: expected result of the seat to move, 0 to 1; both None without visits, unless proved. score, spread: per seat
    the expected final score and its standard deviation, points. line, line_notation: the expected continuation, this
    move first. proved: no move is better, and score and line are exact.
    """

    action: int
    notation: str
    visits: int
    rating: float
    value: float | None
    win: float | None
    score: tuple[float, ...]
    spread: tuple[float, ...]
    line: tuple[int, ...]
    line_notation: tuple[str, ...]
    why: tuple[Why, ...]
    prospects: tuple[Prospect, ...]
    proved: bool

    def __str__(self) -> str:
        return self.notation


@dataclass(frozen=True, slots=True)
class Certificate:
    """What decided an answer: the same request with these playouts and proof_nodes as its budget gives it again.

    playouts: really done. position_hash: of the position as the seat to move sees it. settings: of the search, as text.
    restriction, tree: hashes of the moves allowed and avoided, and of the whole tree. proof_nodes: 0: no proof tried.
    """

    engine_version: str
    search_version: int
    seed: int
    playouts: int
    position_hash: int
    settings: str
    restriction: int
    tree: int
    proof_nodes: int


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A move to play. proved: against best replies none brings a larger final lead (one seat: a better result)."""

    move: RankedMove
    certificate: Certificate
    proved: bool


@dataclass(frozen=True, slots=True)
class Analysis:
    """Moves, the best first. moves_total: with those left out. nodes: of the tree. final: False for a report under way.

    proved: the first move is proved to be best.
    """

    seat: int
    moves: tuple[RankedMove, ...]
    moves_total: int
    nodes: int
    final: bool
    certificate: Certificate
    proved: bool


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move that was played, in points of the mover's expected final lead (one seat: expected score).

    before: expected with the best move; after: with the move played, before anything is drawn; skill: after - before,
    0 or less; luck: what then was drawn or uncovered changed.
    """

    ply: int
    seat: int
    action: int
    notation: str
    best_action: int
    best_notation: str
    before: float
    after: float
    skill: float
    luck: float
