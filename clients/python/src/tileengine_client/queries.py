"""Questions: one function per method builds its request and says how the response is read.

A client asks one by its method of the same name, or by `ask`; `Client.batch` and `Client.stream` take many at once.
Arguments are checked (arguments.py) only where the schema decides: names of games, options, kinds. The rules are the
server's. Questions about matches are in matches/. This file knows no transport and no game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from tileengine_client import analyses, arguments, errors, readers, schema, solutions, values, views

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

PAGE_MOVES = 4096
"""Moves of one page, unless said otherwise."""

_QUERY = schema.message("Query")


@dataclass(frozen=True, slots=True)
class Query(Generic[T_co]):
    """One question: the method it asks, its request message, and the reader of its response.

    arm: field of the wire's Query and Answer; "" when the question can't be part of a batch. token: who asks, in a
    match; "": nobody in particular. Requests and tokens hold secrets, so neither is shown.
    """

    method: str
    arm: str
    request: Any = field(repr=False)
    read: Callable[[Any], T_co] = field(repr=False)
    token: str = field(default="", repr=False)


def _query(arm: str, read: Callable[[Any], T], **fields: Any) -> Query[T]:
    method = "".join(word.capitalize() for word in arm.split("_"))
    return Query(method, arm, schema.METHODS[method].request(**fields), read)


def ping(payload: bytes = b"") -> Query[bytes]:
    """An echo; not for batches."""
    return Query("Ping", "", schema.METHODS["Ping"].request(payload=payload), readers.ping)


def games() -> Query[tuple[values.Game, ...]]:
    """All games; not for batches."""
    return Query("ListGames", "", schema.METHODS["ListGames"].request(), readers.games)


def deal(
    game: str,
    *,
    seats: int | None = None,
    preset: str = "",
    options: Mapping[str, values.OptionValue] | None = None,
    seed: int | bytes | None = None,
    order: bytes = b"",
) -> Query[values.Dealt]:
    """A first position; see Client.deal."""
    return _query(
        "deal",
        readers.dealt,
        game=arguments.game(game),
        seats=seats or 0,
        preset=preset,
        options=arguments.options(game, options),
        seed=arguments.seed(seed),
        order=order,
    )


def move_page(
    position: values.PositionLike,
    *,
    kind: str | None = None,
    place: int | None = None,
    piece: int | None = None,
    limit: int = PAGE_MOVES,
    after: int = 0,
    gains: bool = False,
    notation: bool = False,
) -> Query[values.MovePage]:
    """One page of legal moves: at most `limit` (1 to 65536) after the action `after`. For the rest see Client.moves."""
    if limit < 1:
        raise errors.BadField("a limit is at least 1", field="limit")
    return _query(
        "list_moves",
        readers.page,
        position=bytes(position),
        **arguments.wanted(kind, place, piece),
        limit=limit,
        after=after,
        with_gain=gains,
        with_notation=notation,
    )


def count_moves(
    position: values.PositionLike, *, kind: str | None = None, place: int | None = None, piece: int | None = None
) -> Query[int]:
    """How many legal moves there are."""
    wanted = arguments.wanted(kind, place, piece)
    return _query("list_moves", readers.count, position=bytes(position), **wanted, count_only=True)


def check(position: values.PositionLike, move: values.MoveLike) -> Query[values.MoveCheck]:
    """Whether a move is legal, and why not."""
    return _query("check_move", readers.check, position=bytes(position), move=arguments.move(move))


def apply(
    position: values.PositionLike, *moves: values.MoveLike, expected_ply: int | None = None
) -> Query[values.Applied]:
    """The position after some moves, at most 1024."""
    return _query(
        "apply_moves",
        readers.applied,
        position=bytes(position),
        moves=map(arguments.move, moves),
        expected_ply=expected_ply,
    )


def score(position: values.PositionLike) -> Query[values.Score]:
    """The points of every seat."""
    return _query("score_position", readers.score, position=bytes(position))


def view(
    position: values.PositionLike, *, seat: int | None = None, public: bool = False, geometry: bool = False
) -> Query[views.View]:
    """What a seat, the public or (neither given) the position's own viewer sees."""
    viewer = _viewer(seat, public)
    return _query("view_position", readers.view, position=bytes(position), viewer=viewer, geometry=geometry)


def _viewer(seat: int | None, public: bool) -> Any:
    if public and seat is not None:
        raise errors.BadField("what is asked is for a seat or for the public, not for both", field="viewer")
    return arguments.viewer(seat) if public or seat is not None else None


def place_odds(
    position: values.PositionLike, places: Sequence[int] = (), *, seat: int | None = None, public: bool = False
) -> Query[tuple[values.PlaceOdds, ...]]:
    """Who may fill places, from what a seat, the public or (neither given) the position's own viewer knows.

    places: at most 256; none: every place that the view marks "open". Asking raises BadSeats, HiddenInformation,
    TooLarge. Clients have no method for this: ask it with `ask`.
    """
    wanted = [arguments.whole("places", place, 0) for place in places]
    viewer = _viewer(seat, public)
    return _query("list_place_odds", readers.odds, position=bytes(position), viewer=viewer, places=wanted)


def observe(position: values.PositionLike, seat: int | None = None) -> Query[values.Position]:
    """The position without what a seat, or with None the public, may not know."""
    return _query("observe_position", readers.state, position=bytes(position), viewer=arguments.viewer(seat))


def resample(position: values.PositionLike, seed: int) -> Query[values.Position]:
    """A whole position that agrees with an observed one; seed: 0 .. 2**64 - 1."""
    if not 0 <= seed < 1 << 64:
        raise errors.BadSeed("the seed of a resampling is in 0 .. 2**64 - 1", field="seed")
    return _query("resample_position", readers.state, position=bytes(position), seed=seed)


def to_text(position: values.PositionLike) -> Query[str]:
    """The one-line text of a position."""
    return _query("convert_position", readers.text, position=bytes(position))


def from_text(text: str) -> Query[values.Position]:
    """The position of a text of at most 8192 characters."""
    return _query("convert_position", readers.state, text=text)


def restore(data: bytes) -> Query[values.Position]:
    """The position of stored bytes, checked, with its public facts."""
    return _query("convert_position", readers.state, position=data)


# -- searches (not for batches) ----------------------------------------------------------------------------------------

_AIMS = {"balanced": 0} | {name: number for number, name in schema.enum_names("Aim").items() if number}
_PRIORITIES = {"usual": 0} | {name: number for number, name in schema.enum_names("Priority").items() if number}


def _search(seed: int, priority: str) -> dict[str, Any]:
    """What all searches take."""
    return {
        "seed": arguments.whole("seed", seed, 0, 64),
        "priority": arguments.numbered("priority", priority, _PRIORITIES),
    }


def _budget(playouts: int | None, time_ms: int | None, proof_nodes: int | None) -> Any:
    """A Budget, or None when nothing is said. Limits that are said are at least 1; a proof may be 0: none."""
    found = {}
    for name, value, low in (("playouts", playouts, 1), ("time_ms", time_ms, 1), ("proof_nodes", proof_nodes, 0)):
        if value is not None:
            found[name] = arguments.whole(f"budget.{name}", value, low)
    return schema.message("Budget")(**found) if found else None


def suggest(
    position: values.PositionLike,
    *,
    level: int | None = None,
    playouts: int | None = None,
    time_ms: int | None = None,
    proof_nodes: int | None = None,
    aim: str = "balanced",
    seed: int = 0,
    priority: str = "usual",
) -> Query[analyses.Suggestion]:
    """A move to play; see Client.suggest."""
    request = schema.METHODS["SuggestMove"].request(
        position=bytes(position),
        level=0 if level is None else arguments.whole("level", level, 1),
        budget=_budget(playouts, time_ms, proof_nodes),
        aim=arguments.numbered("aim", aim, _AIMS),
        **_search(seed, priority),
    )
    return Query("SuggestMove", "", request, readers.suggestion)


def analyse_many(
    positions: Sequence[values.PositionLike],
    *,
    playouts: int | None = None,
    time_ms: int | None = None,
    proof_nodes: int | None = None,
    aim: str = "balanced",
    seed: int = 0,
    allow: Sequence[values.MoveLike] = (),
    avoid: Sequence[values.MoveLike] = (),
    report_every: int = 0,
    moves_max: int = 0,
    priority: str = "usual",
) -> Query[tuple[int, analyses.Analysis | errors.TileengineError]]:
    """Analyses of up to 16 positions, one response a report; see Client.analyse_many."""
    request = schema.METHODS["AnalyzePositions"].request(
        positions=map(bytes, positions),
        budget=_budget(playouts, time_ms, proof_nodes),
        aim=arguments.numbered("aim", aim, _AIMS),
        allow=map(arguments.move, allow),
        avoid=map(arguments.move, avoid),
        report_every=arguments.whole("report_every", report_every, 0),
        moves_max=arguments.whole("moves_max", moves_max, 0),
        **_search(seed, priority),
    )
    return Query("AnalyzePositions", "", request, readers.analysed)


def review(
    position: values.PositionLike,
    moves: Sequence[values.MoveLike],
    *,
    playouts: int = 0,
    seed: int = 0,
    priority: str = "usual",
) -> Query[tuple[analyses.ReviewedMove, ...]]:
    """What moves that were played gave away, and what luck brought; see Client.review."""
    request = schema.METHODS["ReviewMoves"].request(
        position=bytes(position),
        moves=map(arguments.move, moves),
        playouts=arguments.whole("playouts", playouts, 0),
        **_search(seed, priority),
    )
    return Query("ReviewMoves", "", request, readers.review)


# -- the solver (not for batches; clients have no methods for these: ask them with `ask`) ------------------------------

_GOALS = {name: number for number, name in schema.enum_names("SolveGoal").items() if number}
_DIFFICULTIES = {name: number for number, name in schema.enum_names("Difficulty").items() if number}


def solve(
    position: values.PositionLike, *goals: str, nodes: int | None = None
) -> Query[tuple[solutions.Solution, ...]]:
    """Exact answers where all cards are known: for hosts and puzzles, never for a player in a game that runs.

    position: whole. goals: "clear", "shortest_clear", "maximum_score"; none: all three, in this order. nodes: budget of
    each, 1 or more, None: a million. Asking raises HiddenInformation, UnknownGame (no solver), BadField, Busy.
    """
    request = schema.METHODS["SolvePosition"].request(
        position=bytes(position),
        goals=[arguments.numbered("goals", goal, _GOALS) for goal in goals],
        nodes=_nodes(nodes),
    )
    return Query("SolvePosition", "", request, readers.solved)


def turning_point(
    position: values.PositionLike, moves: Sequence[values.MoveLike], *, nodes: int | None = None
) -> Query[solutions.TurningPoint]:
    """The move after which a round could not be cleared any more. position: whole, before the moves; nodes: as solve.

    Asking raises what solve does, and IllegalMove, GameOver, MalformedMove, BadText with the index of the move.
    """
    request = schema.METHODS["FindTurningPoint"].request(
        position=bytes(position), moves=map(arguments.move, moves), nodes=_nodes(nodes)
    )
    return Query("FindTurningPoint", "", request, readers.turning_point)


def deal_graded(
    game: str,
    difficulty: str,
    *,
    options: Mapping[str, values.OptionValue] | None = None,
    seed: int | bytes | None = None,
    tries: int = 0,
) -> Query[solutions.GradedDeal]:
    """A deal that can be cleared, "easy", "medium", "hard" or "expert"; options, seed: as Client.deal.

    tries: deals to look at, 0: 200. Asking raises UnknownGame, BadOption, BadSeed, BadField (or none fits), Busy.
    """
    request = schema.METHODS["DealGraded"].request(
        game=arguments.game(game),
        options=arguments.options(game, options),
        difficulty=arguments.numbered("difficulty", difficulty, _DIFFICULTIES),
        seed=arguments.seed(seed),
        tries=arguments.whole("tries", tries, 0),
    )
    return Query("DealGraded", "", request, readers.graded)


def deal_balanced(
    game: str,
    *,
    seats: int | None = None,
    options: Mapping[str, values.OptionValue] | None = None,
    seed: int | bytes | None = None,
    spread_max: float = 0.0,
    tries: int = 0,
) -> Query[solutions.BalancedDeal]:
    """Hands and a bag that favour no seat of a game for two or more; seats, options, seed: as Client.deal.

    spread_max: how far apart mean scores may be, in deviations of a seat's score, 0: 0.15. tries: deals to look at, 0:
    32; the most even one is the answer. Asking raises UnknownGame, BadSeats, BadOption, BadSeed, BadField, Busy.
    """
    request = schema.METHODS["DealBalanced"].request(
        game=arguments.game(game),
        seats=seats or 0,
        options=arguments.options(game, options),
        seed=arguments.seed(seed),
        spread_max=spread_max,
        tries=arguments.whole("tries", tries, 0),
    )
    return Query("DealBalanced", "", request, readers.balanced)


def _nodes(nodes: int | None) -> int:
    return 0 if nodes is None else arguments.whole("nodes", nodes, 1, 64)


# -- many at once ------------------------------------------------------------------------------------------------------


def wrap(queries: Sequence[Query[Any]]) -> list[Any]:
    """The wire's Query messages. Raises BadField for a question that can't be part of a batch."""
    for query in queries:
        if not query.arm:
            raise errors.BadField(f"{query.method} can't be part of a batch", field="queries")
    return [_QUERY(**{query.arm: query.request}) for query in queries]


def unwrap(queries: Sequence[Query[T]], answers: Sequence[Any]) -> list[T | errors.TileengineError]:
    """Per question its value, or the exception of its failure."""
    found: list[T | errors.TileengineError] = []
    for query, answer in zip(queries, answers, strict=True):
        failed = answer.WhichOneof("answer") == "error"
        found.append(errors.from_wire(answer.error) if failed else query.read(getattr(answer, query.arm)))
    return found


class Pager:
    """Which page of a list of moves to ask for next; the asking is the client's.

    limit: moves of all pages together, None: all. page_size: moves of one page.
    """

    def __init__(self, position: values.PositionLike, limit: int | None, page_size: int, **wanted: Any) -> None:
        if limit is not None and limit < 1:
            raise errors.BadField("a limit is at least 1", field="limit")
        self._position = position
        self._left = limit
        self._size = page_size
        self._wanted = wanted
        self._after: int | None = 0

    def next(self) -> Query[values.MovePage] | None:
        """The next question, or None when there is no further page."""
        if self._after is None:
            return None
        limit = self._size if self._left is None else min(self._size, self._left)
        return move_page(self._position, limit=limit, after=self._after, **self._wanted)

    def accept(self, page: values.MovePage) -> values.MovePage:
        """Takes note of a page and returns it."""
        if self._left is not None:
            self._left -= len(page)
        self._after = page.next_after if page.next_after and self._left != 0 else None
        return page
