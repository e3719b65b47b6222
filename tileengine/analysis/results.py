"""What goes into an analysis and what comes out of it, as plain values. It knows no thread and no message."""

from __future__ import annotations

from dataclasses import dataclass, fields

from tileengine.errors import TileengineError

SEARCH_VERSION = 4
"""Raised when the same certificate would give another answer."""

PLAYOUTS_DEFAULT = 2_000
PLAYOUTS_MAX = 2_000_000
TIME_MS_MAX = 600_000
PROOF_NODES_DEFAULT = 100_000
PROOF_NODES_MAX = 10_000_000


class BadBudget(TileengineError):
    """A budget, level or setting is out of its range."""

    reason = "BAD_FIELD"


@dataclass(frozen=True, slots=True)
class Settings:
    """How a search searches; all of it is part of the certificate.

    win: weight of winning against the margin in points, 0..1. exploration: bonus for rarely tried moves, 0..100.
    widen_base, widen_rate: a node with v visits has at most base + rate * sqrt(v) children, the root four times the
    base. horizon: moves of a playout, -1: to the end of the deal. tries: random moves a playout's move is chosen from
    where the game has no quick move. noise: share of random moves in playouts, 0..1. nodes_max: nodes of the tree.
    trust: share of the game's judge beside the playout, 0..1, 1: no playouts. belief: how far what others'
    play tells of their hidden pieces is believed, 0..1, where the game can tell.
    Ranges: see tileengine._core.search.mcts.Search.
    """

    win: float = 0.5
    exploration: float = 1.5
    widen_base: int = 8
    widen_rate: float = 1.0
    horizon: int = -1
    tries: int = 4
    noise: float = 0.0
    nodes_max: int = 1 << 19
    trust: float = 0.0
    belief: float = 1.0

    def text(self) -> str:
        """One line that names every setting: "win=0.5 exploration=1.5 ..."."""
        return " ".join(f"{f.name}={getattr(self, f.name)}" for f in fields(self))


@dataclass(frozen=True, slots=True)
class Budget:
    """When to stop, whichever comes first. playouts: 0..PLAYOUTS_MAX, None: no limit; time_ms: None: no limit.

    Without either the search makes PLAYOUTS_DEFAULT playouts. proof_nodes: what the proof of an endgame may take
    before that, 0..PROOF_NODES_MAX, 0: none is tried, None: PROOF_NODES_DEFAULT; of a time it takes half at most.
    Raises BadBudget.
    """

    playouts: int | None = None
    time_ms: int | None = None
    proof_nodes: int | None = None

    def __post_init__(self) -> None:
        if self.playouts is not None and not 0 <= self.playouts <= PLAYOUTS_MAX:
            raise BadBudget(f"playouts must be in 0..{PLAYOUTS_MAX}", field="budget.playouts")
        if self.time_ms is not None and not 1 <= self.time_ms <= TIME_MS_MAX:
            raise BadBudget(f"time_ms must be in 1..{TIME_MS_MAX}", field="budget.time_ms")
        if not 0 <= self.proof_limit <= PROOF_NODES_MAX:
            raise BadBudget(f"proof_nodes must be in 0..{PROOF_NODES_MAX}", field="budget.proof_nodes")

    @property
    def limit(self) -> int:
        """The playouts after which it stops at the latest."""
        if self.playouts is not None:
            return self.playouts
        return PLAYOUTS_DEFAULT if self.time_ms is None else PLAYOUTS_MAX

    @property
    def proof_limit(self) -> int:
        """The nodes after which a proof is given up."""
        return PROOF_NODES_DEFAULT if self.proof_nodes is None else self.proof_nodes


@dataclass(frozen=True, slots=True)
class Certificate:
    """What decided an answer: ask again with the same, and `playouts` and `proof_nodes` as the budget, for the same.

    position_hash: of the encoded position as the seat to move sees it. restriction: hash of the allowed and avoided
    moves, 0 without any. tree: hash of the whole tree, equal exactly when the search was the same. proof_nodes: what
    the proof took, proved or not; 0 where there was none.
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
class Why:
    """One thing a move does at once. name: a part of the score, or "total" for another seat. points: the change."""

    name: str
    seat: int
    points: int


@dataclass(frozen=True, slots=True)
class Prospect:
    """One thing promised to a seat beyond its score that a move changes. name: one of the game's prospects."""

    name: str
    seat: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class MoveReport:
    """What is known of one move.

    rating: points at first sight, a rough guess. value: mean utility, what the search maximises; win: mean, 0..1;
    score, spread: per seat the expected final score and its standard deviation, points; None, None, () and () for a
    move never tried. line: the expected continuation, this move first, up to where chance has a say. why, prospects:
    what it changes in the scores at once, and in what the position promises beyond them. proved: no move brings a
    larger final lead (single seat: score, or with the aim of winning result), and under best replies it ends with just
    this score and line; the visits are 0 then.
    """

    action: int
    visits: int
    rating: float
    value: float | None
    win: float | None
    score: tuple[float, ...]
    spread: tuple[float, ...]
    line: tuple[int, ...]
    why: tuple[Why, ...]
    prospects: tuple[Prospect, ...]
    proved: bool = False


@dataclass(frozen=True, slots=True)
class Analysis:
    """An answer. moves: best first. seat: whose move it is. final: False for a report on the way. proved: the first
    move is proved to be a best one; the others, by rating, bring no more."""

    seat: int
    moves: tuple[MoveReport, ...]
    moves_total: int
    nodes: int
    final: bool
    certificate: Certificate
    proved: bool = False

    @property
    def best(self) -> MoveReport:
        """The move to play."""
        return self.moves[0]


def lead(score: tuple[float, ...], seat: int) -> float:
    """A seat's expected lead over the best other seat; for a single seat its expected score. Points."""
    if len(score) == 1:
        return score[0]
    return score[seat] - max(points for other, points in enumerate(score) if other != seat)
