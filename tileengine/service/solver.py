"""SolverService as plain methods: a request message in, a response out. It knows no gRPC and no rule.

Every method may take milliseconds, DealBalanced seconds: they belong into threads of their own. The searches hold no
GIL.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

from google.protobuf.message import Message

from tileengine import Position, TileengineError, balance, errors, solver
from tileengine.errors import BadField
from tileengine.service import convert, limits
from tileengine.v1 import position_pb2
from tileengine.v1 import solver_service_pb2 as pb


def _line(position: Position, actions: Sequence[int]) -> pb.SolutionLine:
    line = pb.SolutionLine(action=actions)
    for action in actions:
        line.notation.append(position.format(action))
        position = position.play(action)
        line.total.append(position.score(0)[0])
    return line


def _goal(number: int) -> solver.Goal:
    try:
        return solver.Goal(number)
    except ValueError:
        raise BadField(f"unknown goal {number}", field="goals") from None


def _played(position: Position, moves: Sequence[position_pb2.Move]) -> list[int]:
    """The actions of moves in notation or by number, each read in the position it is played in."""
    actions = []
    for index, move in enumerate(moves):
        try:
            actions.append(convert.action_from(move, position))
            position = position.play(actions[-1])
        except TileengineError as failure:
            failure.index = index
            raise
    return actions


def solve_position(request: pb.SolvePositionRequest) -> pb.SolvePositionResponse:
    """The solutions of a position."""
    position = convert.position_from(request.position)
    goals = [_goal(number) for number in request.goals] or list(solver.Goal)
    if len(set(goals)) < len(goals):
        raise BadField("each goal may be asked for once", field="goals")
    response = pb.SolvePositionResponse()
    for goal in goals:
        found = solver.solve(position, goal, request.nodes or solver.NODES_DEFAULT)
        response.solutions.add(
            goal=pb.SolveGoal.ValueType(goal),
            proved=found.proved,
            found=found.found,
            line=_line(position, found.actions),
            score=found.score,
            nodes=found.nodes,
        )
    return response


def find_turning_point(request: pb.FindTurningPointRequest) -> pb.FindTurningPointResponse:
    """Where a round was lost."""
    position = convert.position_from(request.position)
    if len(request.moves) > limits.APPLY_MOVES_MAX:
        raise errors.TooLarge(f"more than {limits.APPLY_MOVES_MAX} moves", field="moves")
    actions = _played(position, request.moves)
    found = solver.turning_point(position, actions, request.nodes or solver.NODES_DEFAULT)
    response = pb.FindTurningPointResponse(
        proved=found.proved, begins=found.begins, clearable=found.clearable, nodes=found.nodes
    )
    if found.index is not None:
        response.index = found.index
        for action in actions[: found.index]:
            position = position.play(action)
        response.line.CopyFrom(_line(position, found.actions))
    return response


def deal_graded(request: pb.DealGradedRequest) -> pb.DealGradedResponse:
    """A deal of a band with its proof."""
    slug = convert.slug_of(request.game)
    if slug != solver.GAME:
        raise errors.UnknownGame(f"deals of {slug} are not graded; those of {solver.GAME} are", field="game")
    try:
        difficulty = solver.Difficulty(request.difficulty)
    except ValueError:
        raise BadField("difficulty is required: one of the bands", field="difficulty") from None
    found = solver.deal_graded(
        difficulty,
        request.seed or os.urandom(32),
        options=convert.options_from(request.options, slug),
        tries=request.tries or solver.TRIES_DEFAULT,
    )
    return pb.DealGradedResponse(
        state=convert.state_to(found.position),
        seed=found.seed,
        order=found.position.order,
        clears=found.clears,
        tries=found.tries,
        line=_line(found.position, found.actions),
    )


def deal_balanced(request: pb.DealBalancedRequest) -> pb.DealBalancedResponse:
    """A deal that favours no seat."""
    slug = convert.slug_of(request.game)
    found = balance.deal_balanced(
        slug,
        request.seed or os.urandom(32),
        seats=request.seats or None,
        options=convert.options_from(request.options, slug),
        spread_max=request.spread_max or balance.SPREAD_DEFAULT,
        tries=request.tries or balance.TRIES_DEFAULT,
    )
    return pb.DealBalancedResponse(
        state=convert.state_to(found.position),
        seed=found.seed,
        order=found.position.order,
        spread=found.spread,
        balanced=found.balanced,
        means=found.means,
        tries=found.tries,
    )


METHODS: dict[str, Callable[[Any], Message]] = {
    "SolvePosition": solve_position,
    "FindTurningPoint": find_turning_point,
    "DealGraded": deal_graded,
    "DealBalanced": deal_balanced,
}
"""The methods by their name on the wire."""
