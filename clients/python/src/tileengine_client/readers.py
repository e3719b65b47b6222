"""Response messages become values. Pure functions of a message; they know no transport and no game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, cast

from tileengine_client import analyses, errors, schema, solutions, values, views

GAMES = schema.enum_names("Game")
KINDS = schema.enum_names("MoveKind")
_OPTION_KINDS = schema.enum_names("OptionInfo.Kind")
_SIGHTS = schema.enum_names("Viewer.Sight") | {0: "all"}
_GOALS = schema.enum_names("SolveGoal")
_OUTCOMES = schema.enum_names("Outcome") | {0: "running"}


def optional(message: Any, field: str) -> Any:
    """The value of a field, or None when it is not set."""
    return getattr(message, field) if message.HasField(field) else None


def ping(response: Any) -> bytes:
    """PingResponse."""
    return cast(bytes, response.payload)


def games(response: Any) -> tuple[values.Game, ...]:
    """ListGamesResponse."""
    return tuple(map(_game, response.games))


def _game(info: Any) -> values.Game:
    return values.Game(
        slug=info.slug,
        title=info.title,
        rules_version=info.rules_version,
        seats_min=info.seats_min,
        seats_max=info.seats_max,
        seats_default=info.seats_default,
        actions_max=info.actions_max,
        plies_max=info.plies_max,
        pieces=tuple(info.pieces),
        options=tuple(
            values.Option(
                o.name, _OPTION_KINDS[o.kind], o.low, o.high, tuple(o.choices), o.default_value, o.paragraph, o.meaning
            )
            for o in info.options
        ),
        presets=tuple(values.Preset(p.name, p.meaning, dict(p.settings)) for p in info.presets),
        phases=tuple(info.phases),
        ends=tuple(info.ends),
        parts=tuple(info.parts),
        prospects=tuple(values.Promise(p.name, p.unit, p.meaning) for p in info.prospects),
        colours=tuple(info.colours),
        hidden_hands=info.hidden_hands,
        hidden_stock=info.hidden_stock,
    )


def position(state: Any) -> values.Position:
    """PositionState."""
    info = state.info
    sight = cast(Literal["all", "public", "seat"], _SIGHTS[info.viewer.sight])
    return values.Position(
        state.position,
        values.PositionInfo(
            game=GAMES[info.game],
            seats=info.seats,
            ply=info.ply,
            turn=None if info.over else info.turn,
            phase=info.phase,
            over=info.over,
            end=info.end,
            viewer=values.Viewer(sight, info.viewer.seat if sight == "seat" else None),
            hash=info.hash,
            canonical_id=info.canonical_id,
            totals=tuple(info.totals),
        ),
    )


def state(response: Any) -> values.Position:
    """Any response that is a position: of Observe, Resample, Convert."""
    return position(response.state)


def text(response: Any) -> str:
    """ConvertPositionResponse."""
    return cast(str, response.text)


def dealt(response: Any) -> values.Dealt:
    """DealResponse."""
    return values.Dealt(position(response.state), response.seed, response.order)


def count(response: Any) -> int:
    """ListMovesResponse, its total only."""
    return cast(int, response.total)


class _Columns:
    """The columns of a MoveList, with kinds by their names."""

    __slots__ = ("_moves",)

    def __init__(self, moves: Any) -> None:
        self._moves = moves

    def __getattr__(self, name: str) -> Any:
        column = getattr(self._moves, name)
        return map(KINDS.__getitem__, column) if name == "kind" else column


def page(response: Any) -> values.MovePage:
    """ListMovesResponse, ListMatchMovesResponse."""
    return values.MovePage(response.total, response.next_after, _Columns(response.moves))


def check(response: Any) -> values.MoveCheck:
    """CheckMoveResponse."""
    return values.MoveCheck(
        legal=response.legal,
        action=response.action,
        notation=response.notation,
        error=errors.from_wire(response.error) if response.HasField("error") else None,
        forced_by=response.forced_by,
        forced_text=response.forced_text,
        forced_places=tuple(response.forced_places),
        gain=response.gain if response.legal else None,
    )


def applied(response: Any) -> values.Applied:
    """ApplyMovesResponse."""
    return values.Applied(position(response.state), tuple(response.gains))


def outcome(number: int) -> values.Outcome:
    """Outcome."""
    return cast(values.Outcome, _OUTCOMES[number])


def seat_score(one: Any) -> values.SeatScore:
    """SeatScore."""
    parts = {part.name: part.value for part in one.parts}
    return values.SeatScore(one.seat, one.total, parts, outcome(one.outcome))


def score(response: Any) -> values.Score:
    """ScorePositionResponse."""
    return values.Score(tuple(map(seat_score, response.scores)), response.final)


def _points(xy: Sequence[float]) -> tuple[views.Point, ...]:
    return tuple(zip(xy[::2], xy[1::2], strict=True))


def view(response: Any) -> views.View:
    """ViewPositionResponse, ViewMatchResponse."""
    seen = response.view
    box = seen.box if seen.HasField("box") else None
    return views.View(
        zones=tuple(views.Zone(z.name, optional(z, "seat"), z.hidden, z.size) for z in seen.zones),
        pieces=tuple(map(_piece, seen.pieces)),
        counters=tuple(views.Counter(c.name, optional(c, "seat"), c.value) for c in seen.counters),
        marks=tuple(views.Mark(m.name, optional(m, "seat"), m.place, m.value) for m in seen.marks),
        features=tuple(map(_feature, seen.features)),
        cells=tuple(views.Cell(c.place, c.name, _points(c.polygon), (c.centre_x, c.centre_y)) for c in seen.cells),
        box=views.Box(box.min_x, box.min_y, box.max_x, box.max_y) if box is not None else None,
    )


def _piece(piece: Any) -> views.Piece:
    return views.Piece(
        zone=piece.zone,
        piece=optional(piece, "piece"),
        name=piece.name,
        place=optional(piece, "place"),
        rotation=piece.rotation,
        index=piece.index,
        strokes=tuple(views.Stroke(optional(s, "colour"), s.filled, _points(s.xy)) for s in piece.strokes),
        labels=tuple(views.Label((label.x, label.y), label.text) for label in piece.labels),
    )


def _feature(feature: Any) -> views.Feature:
    return views.Feature(
        name=feature.name,
        seat=optional(feature, "seat"),
        colour=optional(feature, "colour"),
        value=feature.value,
        closed=feature.closed,
        items=tuple(views.FeatureItem(item.place, item.a, item.b) for item in feature.items),
        polylines=tuple(_points(line.xy) for line in feature.polylines),
    )


def odds(response: Any) -> tuple[values.PlaceOdds, ...]:
    """ListPlaceOddsResponse."""
    return tuple(
        values.PlaceOdds(
            place=one.place,
            name=one.name,
            pieces=tuple(one.pieces),
            copies=one.copies,
            unseen=one.unseen,
            holds=tuple(one.holds),
            next_draw=one.next_draw,
        )
        for one in response.odds
    )


# -- searches ----------------------------------------------------------------------------------------------------------


def _ranked(move: Any) -> analyses.RankedMove:
    return analyses.RankedMove(
        action=move.action,
        notation=move.notation,
        visits=move.visits,
        rating=move.rating,
        value=optional(move, "value"),
        win=optional(move, "win"),
        score=tuple(move.score),
        spread=tuple(move.spread),
        line=tuple(move.line),
        line_notation=tuple(move.line_notation),
        why=tuple(analyses.Why(one.part, one.seat, one.points) for one in move.why),
        prospects=tuple(analyses.Prospect(one.name, one.seat, one.before, one.after) for one in move.prospects),
        proved=move.proved,
    )


def _certificate(found: Any) -> analyses.Certificate:
    return analyses.Certificate(
        engine_version=found.engine_version,
        search_version=found.search_version,
        seed=found.seed,
        playouts=found.playouts,
        position_hash=found.position_hash,
        settings=found.settings,
        restriction=found.restriction,
        tree=found.tree,
        proof_nodes=found.proof_nodes,
    )


def suggestion(response: Any) -> analyses.Suggestion:
    """SuggestMoveResponse."""
    return analyses.Suggestion(_ranked(response.move), _certificate(response.certificate), response.proved)


def analysed(response: Any) -> tuple[int, analyses.Analysis | errors.TileengineError]:
    """AnalyzePositionsResponse: (index of the position, a report or why there is none)."""
    if response.WhichOneof("result") == "error":
        return response.index, errors.from_wire(response.error)
    found = response.analysis
    return response.index, analyses.Analysis(
        seat=found.seat,
        moves=tuple(map(_ranked, found.moves)),
        moves_total=found.moves_total,
        nodes=found.nodes,
        final=found.final,
        certificate=_certificate(found.certificate),
        proved=found.proved,
    )


def review(response: Any) -> tuple[analyses.ReviewedMove, ...]:
    """ReviewMovesResponse."""
    return tuple(
        analyses.ReviewedMove(
            ply=one.ply,
            seat=one.seat,
            action=one.action,
            notation=one.notation,
            best_action=one.best_action,
            best_notation=one.best_notation,
            before=one.before,
            after=one.after,
            skill=one.skill,
            luck=one.luck,
        )
        for one in response.moves
    )


# -- the solver --------------------------------------------------------------------------------------------------------


def _line(line: Any) -> solutions.Line:
    return solutions.Line(tuple(line.action), tuple(line.notation), tuple(line.total))


def solved(response: Any) -> tuple[solutions.Solution, ...]:
    """SolvePositionResponse."""
    return tuple(
        solutions.Solution(_GOALS[one.goal], one.proved, one.found, _line(one.line), one.score, one.nodes)
        for one in response.solutions
    )


def turning_point(response: Any) -> solutions.TurningPoint:
    """FindTurningPointResponse."""
    return solutions.TurningPoint(
        response.proved,
        response.begins,
        response.clearable,
        optional(response, "index"),
        _line(response.line),
        response.nodes,
    )


def graded(response: Any) -> solutions.GradedDeal:
    """DealGradedResponse."""
    return solutions.GradedDeal(dealt(response), response.clears, response.tries, _line(response.line))


def balanced(response: Any) -> solutions.BalancedDeal:
    """DealBalancedResponse."""
    return solutions.BalancedDeal(
        dealt(response), response.spread, response.balanced, tuple(response.means), response.tries
    )
