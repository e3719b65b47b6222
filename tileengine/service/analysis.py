"""AnalysisService as plain methods: a request becomes jobs that run on any thread and give response messages.

Checking a request is quick and happens before anything is queued; the jobs are what the pool runs. It knows no gRPC,
no pool and no event loop.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tileengine import Position, TileengineError, analysis
from tileengine.errors import TooLarge
from tileengine.service import convert, limits
from tileengine.service.failures import BadField, to_error
from tileengine.v1 import analysis_service_pb2 as pb
from tileengine.v1 import position_pb2

_AIMS: dict[int, str] = {pb.AIM_UNSPECIFIED: "balanced", pb.AIM_WIN: "win", pb.AIM_SCORE: "score"}
_PRIORITIES: dict[int, int] = {pb.PRIORITY_BACKGROUND: 0, pb.PRIORITY_UNSPECIFIED: 1, pb.PRIORITY_URGENT: 2}

Report = Callable[[pb.AnalyzePositionsResponse], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """A checked AnalyzePositionsRequest: its jobs, one a position, and their priority."""

    jobs: tuple[Callable[[analysis.Stopper, Report], pb.AnalyzePositionsResponse], ...]
    priority: int


def priority_of(number: int) -> int:
    """The pool's priority of a Priority. Raises BadField."""
    if number not in _PRIORITIES:
        raise BadField(f"unknown priority {number}", field="priority")
    return _PRIORITIES[number]


def _aim(number: int) -> str:
    if number not in _AIMS:
        raise BadField(f"unknown aim {number}", field="aim")
    return _AIMS[number]


def _budget(budget: pb.Budget) -> analysis.Budget:
    return analysis.Budget(
        playouts=budget.playouts or None,
        time_ms=budget.time_ms or None,
        proof_nodes=budget.proof_nodes if budget.HasField("proof_nodes") else None,
    )


def _actions(position: Position, moves: Sequence[position_pb2.Move], field: str) -> tuple[int, ...]:
    if len(moves) > limits.RESTRICTED_MAX:
        raise TooLarge(f"more than {limits.RESTRICTED_MAX} moves", field=field)
    found = []
    for index, move in enumerate(moves):
        try:
            found.append(convert.action_from(move, position))
        except TileengineError as failure:
            failure.index = index
            raise
    return tuple(found)


def _move_to(position: Position, move: analysis.MoveReport) -> pb.RankedMove:
    found = pb.RankedMove(
        action=move.action,
        notation=position.format(move.action),
        visits=move.visits,
        rating=move.rating,
        score=move.score,
        spread=move.spread,
        line=move.line,
        line_notation=[position.format(action) for action in move.line],
        why=[pb.Why(part=why.name, seat=why.seat, points=why.points) for why in move.why],
        prospects=[
            pb.Prospect(name=one.name, seat=one.seat, before=one.before, after=one.after) for one in move.prospects
        ],
        proved=move.proved,
    )
    if move.value is not None and move.win is not None:
        found.value = move.value
        found.win = move.win
    return found


def _certificate_to(certificate: analysis.Certificate) -> pb.Certificate:
    return pb.Certificate(
        engine_version=certificate.engine_version,
        search_version=certificate.search_version,
        seed=certificate.seed,
        playouts=certificate.playouts,
        position_hash=certificate.position_hash,
        settings=certificate.settings,
        restriction=certificate.restriction,
        tree=certificate.tree,
        proof_nodes=certificate.proof_nodes,
    )


def analysis_to(position: Position, found: analysis.Analysis) -> pb.Analysis:
    """An analysis of a position as a message."""
    return pb.Analysis(
        seat=found.seat,
        moves=[_move_to(position, move) for move in found.moves],
        moves_total=found.moves_total,
        nodes=found.nodes,
        final=found.final,
        certificate=_certificate_to(found.certificate),
        proved=found.proved,
    )


def plan(request: pb.AnalyzePositionsRequest) -> Plan:
    """Checks what concerns the whole request. Raises BadField, TooLarge."""
    count = len(request.positions)
    if count == 0:
        raise BadField("positions is required", field="positions")
    if count > limits.ANALYZED_MAX:
        raise TooLarge(f"{count} positions, at most {limits.ANALYZED_MAX}", field="positions")
    if count > 1 and (request.allow or request.avoid):
        raise BadField("allow and avoid go with a single position only", field="allow" if request.allow else "avoid")
    if request.report_every and not limits.REPORT_MIN <= request.report_every <= limits.PLAYOUTS_MAX:
        raise BadField(f"report_every must be 0 or in {limits.REPORT_MIN}..{limits.PLAYOUTS_MAX}", field="report_every")
    if request.moves_max > limits.RANKED_MAX:
        raise BadField(f"moves_max must be in 0..{limits.RANKED_MAX}", field="moves_max")
    budget = _budget(request.budget)
    aim = _aim(request.aim)

    def job(index: int) -> Callable[[analysis.Stopper, Report], pb.AnalyzePositionsResponse]:
        def run(stopper: analysis.Stopper, report: Report) -> pb.AnalyzePositionsResponse:
            try:
                position = convert.position_from(request.positions[index])

                def partial(found: analysis.Analysis) -> None:
                    report(pb.AnalyzePositionsResponse(index=index, analysis=analysis_to(position, found)))

                found = analysis.analyse(
                    position,
                    budget=budget,
                    seed=request.seed,
                    settings=analysis.default_settings(position.game, aim),
                    allow=_actions(position, request.allow, "allow"),
                    avoid=_actions(position, request.avoid, "avoid"),
                    moves_max=request.moves_max or limits.RANKED_DEFAULT,
                    report_every=request.report_every,
                    on_report=partial,
                    stopper=stopper,
                )
                return pb.AnalyzePositionsResponse(index=index, analysis=analysis_to(position, found))
            except TileengineError as failure:
                return pb.AnalyzePositionsResponse(index=index, error=to_error(failure))

        return run

    return Plan(tuple(job(index) for index in range(count)), priority_of(request.priority))


def suggest_move(request: pb.SuggestMoveRequest, stopper: analysis.Stopper) -> pb.SuggestMoveResponse:
    """A move at a level or within a budget."""
    position = convert.position_from(request.position)
    found = analysis.suggest(
        position,
        level=request.level or None,
        budget=_budget(request.budget) if request.HasField("budget") else None,
        aim=_aim(request.aim),
        seed=request.seed,
        stopper=stopper,
    )
    best = _move_to(position, found.best)
    return pb.SuggestMoveResponse(
        action=best.action,
        notation=best.notation,
        move=best,
        certificate=_certificate_to(found.certificate),
        proved=found.proved,
    )


def review_moves(request: pb.ReviewMovesRequest, stopper: analysis.Stopper) -> pb.ReviewMovesResponse:
    """Skill and luck of moves that were played."""
    position = convert.position_from(request.position)
    if not request.moves:
        raise BadField("moves is required", field="moves")
    if len(request.moves) > limits.REVIEWED_MAX:
        raise TooLarge(f"more than {limits.REVIEWED_MAX} moves", field="moves")
    actions = []
    after = position
    for index, move in enumerate(request.moves):
        try:
            actions.append(convert.action_from(move, after))
            after = after.play(actions[-1])
        except TileengineError as failure:
            failure.index = index
            raise
    response = pb.ReviewMovesResponse()
    for found in analysis.review(
        position, actions, playouts=request.playouts or 500, seed=request.seed, stopper=stopper
    ):
        response.moves.add(
            ply=found.ply,
            seat=found.seat,
            action=found.action,
            notation=position.format(found.action),
            best_action=found.best,
            best_notation=position.format(found.best),
            before=found.before,
            after=found.after,
            skill=found.skill,
            luck=found.luck,
        )
    return response
