"""The solvers of Triple Peaks against an exhaustive search, an independent program, themselves, and known figures."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any

import pytest
from soliterm.engine.core import Solitaire
from soliterm.engine.games.triplepeaks import TriplePeaks

from tests.reference.triple_peaks_solver import game_from, search
from tests.test_triple_peaks_soliterm import number
from tests.triple_peaks_deals import DECK, RUN_OF_28, deal, play, points, run_deal, run_out
from tileengine import Position, errors, solver
from tileengine._core.solve import peaks
from tileengine.solver import Difficulty, Goal

LONG = bool(os.environ.get("TILEENGINE_LONG"))
MODES: list[dict[str, Any]] = [
    {},
    {"score_floor": "none"},
    {"multiplier": "doubling"},
    {"multiplier": "as_printed"},
    {"progressive": True},
]


def first(seed: int, options: dict[str, Any]) -> Position:
    return Position.deal("triple_peaks", seed=seed, options=options)


def wander(position: Position, rng: random.Random, cards: int) -> tuple[Position, list[str]]:
    """Random play until at most so many cards are in the tableau or the game is over, with the moves."""
    moves = []
    while not position.over and peaks.cards_left(position) > cards:
        legal = position.legal()
        if len(legal) > 1 and rng.random() < 0.7:
            legal = legal[:-1]
        action = rng.choice(legal)
        moves.append(position.format(action))
        position = position.play(action)
    return position, moves


def follow(position: Position, actions: tuple[int, ...]) -> Position:
    for action in actions:
        position = position.play(action)
    return position


def cleared(position: Position, after: Position) -> bool:
    """Whether a line from the one to the other cleared the board the first stood on."""
    return after.end == "cleared" or (after.options["progressive"] is True and peaks.cards_left(after) == 28)


def check_all(position: Position, moves: list[str], order: bytes, merge: bool) -> int:
    """Holds all three goals against the exhaustive search; returns how many positions that looked at."""
    options = {k: str(v) for k, v in position.options.items() if k != "progressive"}
    game = game_from([DECK[card] for card in order], moves, **options)
    assert game.total == points(position)
    expected = search(game, merge)
    best = solver.solve(position, Goal.MAXIMUM_SCORE)
    assert (best.proved, best.score) == (True, expected.best)
    assert points(follow(position, best.actions)) == best.score
    shortest = solver.solve(position, Goal.SHORTEST_CLEAR)
    anyhow = solver.solve(position, Goal.CLEAR)
    for solution in (shortest, anyhow):
        assert solution.proved and solution.found == (expected.shortest is not None)
        if solution.found and position.end != "cleared":
            assert cleared(position, follow(position, solution.actions))
    if expected.shortest is not None:
        assert len(shortest.actions) == expected.shortest <= len(anyhow.actions)
    return expected.positions


@pytest.mark.rule("P2.1", "P2.2", "P3.1", "P3.2", "P3.3", "P3.4")
@pytest.mark.parametrize("mode", range(len(MODES)))
def test_late_positions_agree_with_every_line_there_is(mode: int) -> None:
    rng = random.Random(mode)
    looked_at = found = lost = 0
    for seed in range(60 if LONG else 12):
        start = first(1000 * mode + seed, MODES[mode])
        position, moves = wander(start, rng, rng.choice((8, 11, 14)))
        looked_at += check_all(position, moves, start.order, merge=False)
        found += solver.solve(position, Goal.CLEAR).found
        lost += not solver.solve(position, Goal.CLEAR).found
    assert looked_at > 2000 and found and lost


@pytest.mark.parametrize("seed", range(200 if LONG else 2))
def test_whole_deals_agree_with_every_line_there_is(seed: int) -> None:
    start = first(seed, MODES[seed % 4])
    assert check_all(start, [], start.order, merge=True) > 100_000


def test_the_most_points_now_are_the_most_points_of_the_best_move() -> None:
    """Along random games each position's answer is the best of the answers after its moves, or what it has already."""
    rng = random.Random(5)
    for seed in range(40 if LONG else 8):
        position = first(seed, MODES[seed % 4])
        while not position.over:
            after = [position.play(action) for action in position.legal()]
            best = solver.solve(position, Goal.MAXIMUM_SCORE).score
            assert best == max([points(position)] + [solver.solve(p, Goal.MAXIMUM_SCORE).score for p in after])
            clear = solver.solve(position, Goal.SHORTEST_CLEAR)
            ways = [s for s in (solver.solve(p, Goal.SHORTEST_CLEAR) for p in after) if s.found]
            assert clear.found == bool(ways)
            if ways:
                assert len(clear.actions) == 1 + min(len(s.actions) for s in ways)
            position = rng.choice(after)


def test_a_dive_and_the_full_computation_decide_alike() -> None:
    decided = [0, 0]
    for seed in range(10_000 if LONG else 1_000):
        position = first(seed, {})
        dive, shortest = solver.solve(position, Goal.CLEAR), solver.solve(position, Goal.SHORTEST_CLEAR)
        assert dive.proved and shortest.proved and dive.found == shortest.found
        decided[dive.found] += 1
        assert shortest.nodes < 22_932
    assert decided[0] > 10


def test_the_share_of_deals_that_can_be_cleared() -> None:
    """97.02 % of 400,000 deals; of 2,000 within 1.5 points of that (four deviations), of 10,000 within 0.5 (three)."""
    deals, within = (10_000, 0.5) if LONG else (2_000, 1.5)
    found = sum(solver.solve(first(seed, {}), Goal.CLEAR).found for seed in range(deals))
    assert abs(100 * found / deals - 97.02) <= within


@pytest.mark.rule("P2.2")
def test_stock_cards_of_the_rank_already_on_the_waste_are_turned_over() -> None:
    """Turning on past a rank that was there before must not be cut off as nothing new."""
    position = deal(RUN_OF_28, "QH", ["QS", "KH"])
    shortest = solver.solve(position, Goal.SHORTEST_CLEAR)
    assert len(shortest.actions) == 30 and shortest.found
    assert follow(position, shortest.actions).end == "cleared"
    assert solver.solve(position, Goal.CLEAR).found


@pytest.mark.rule("P3.1", "P3.2", "P3.4", "P7.10")
@pytest.mark.parametrize("options, most", [({}, 466), ({"multiplier": "doubling"}, 268_435_555),
                                           ({"multiplier": "as_printed"}, 536_871_003)])  # fmt: skip
def test_the_highest_scores_there_are(options: dict[str, Any], most: int) -> None:
    position = run_deal(**options)
    for count in (0, 1, 13, 27):
        here = run_out(position, count)
        best = solver.solve(here, Goal.MAXIMUM_SCORE)
        assert best.score == most and len(best.actions) == 28 - count


@pytest.mark.rule("P3.5", "P3.6")
def test_a_later_round_counts_from_the_score_so_far() -> None:
    position = run_out(run_deal(progressive=True))
    assert peaks.cards_left(position) == 28 and points(position) == 466
    best = solver.solve(position, Goal.MAXIMUM_SCORE)
    alone = Position.deal("triple_peaks", seed=0, order=position.order, options={"score_floor": "none"})
    assert best.score == 466 + solver.solve(alone, Goal.MAXIMUM_SCORE).score


# -- an independent program ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("scoring", ["standard", "multiplier"])
def test_best_lines_score_what_they_claim_in_another_program(scoring: str) -> None:
    definition: Any = TriplePeaks()
    multiplier = "doubling" if scoring == "multiplier" else "off"
    for seed in range(250 if LONG else 20):
        oracle = Solitaire(definition, seed=seed, options={"scoring": scoring})
        slots = oracle.slots
        order = [number(slots[sid].cards[0]) for sid in (*definition.peaks, definition.waste)]
        order += [number(card) for card in reversed(slots[definition.stock].cards)]
        start = Position.deal("triple_peaks", seed=0, order=bytes(order), options={"multiplier": multiplier})
        best = solver.solve(start, Goal.MAXIMUM_SCORE)
        for action in best.actions:
            move = start.format(action)
            place = definition.stock if move == "draw" else definition.peaks[int(move.partition("@")[2])]
            assert oracle.click(place)
        assert oracle.score == best.score


# -- budgets and refusals ------------------------------------------------------------------------------------------


def test_a_budget_that_is_too_small_says_so() -> None:
    position = first(17, {})
    whole = {goal: solver.solve(position, goal) for goal in Goal}
    assert not whole[Goal.CLEAR].found
    for goal in Goal:
        assert whole[goal].proved
        for nodes in (1, 100, whole[goal].nodes - 1):
            short = solver.solve(position, goal, nodes)
            assert not short.proved and short.nodes <= nodes + 100
            assert short.found == (goal is Goal.MAXIMUM_SCORE)
            assert short.score == points(follow(position, short.actions)) <= whole[Goal.MAXIMUM_SCORE].score
        assert solver.solve(position, goal) == whole[goal], "the same question has the same answer"


def test_games_that_are_over() -> None:
    won = run_out(run_deal())
    assert solver.solve(won, Goal.SHORTEST_CLEAR).found
    assert solver.solve(won, Goal.MAXIMUM_SCORE).score == 466
    stuck, _ = wander(first(17, {}), random.Random(1), 0)
    assert stuck.end == "stuck"
    answer = solver.solve(stuck, Goal.CLEAR)
    assert (answer.found, answer.proved, answer.actions) == (False, True, ())
    assert solver.solve(stuck, Goal.MAXIMUM_SCORE).actions == ()


def test_what_is_refused() -> None:
    position = first(1, {})
    with pytest.raises(errors.HiddenInformation, match="observed"):
        solver.solve(position.observe(), Goal.CLEAR)
    with pytest.raises(errors.UnknownGame, match="no solver for triominos"):
        solver.solve(Position.deal("triominos", seed=1), Goal.CLEAR)
    for nodes in (0, -1, solver.NODES_MAX + 1):
        with pytest.raises(errors.BadField, match="nodes must be in") as caught:
            solver.solve(position, Goal.CLEAR, nodes)
        assert caught.value.field == "nodes"
    for tries in (0, solver.TRIES_MAX + 1):
        with pytest.raises(errors.BadField, match="tries"):
            solver.deal_graded(Difficulty.EASY, b"1", tries=tries)
    for seed in (b"", bytes(33)):
        with pytest.raises(errors.BadSeed):
            solver.deal_graded(Difficulty.EASY, seed)


# -- turning points ------------------------------------------------------------------------------------------------


def lines(count: int, options: dict[str, Any]) -> Iterator[tuple[Position, list[int]]]:
    rng = random.Random(3)
    for seed in range(count):
        start = position = first(seed, options)
        actions: list[int] = []
        while not position.over and len(actions) < 200:
            legal = position.legal()
            actions.append(rng.choice(legal[:-1] if len(legal) > 1 else legal))
            position = position.play(actions[-1])
        yield start, actions


@pytest.mark.parametrize("options", [{}, {"progressive": True}])
def test_the_turning_point_is_the_first_position_that_cannot_be_cleared(options: dict[str, Any]) -> None:
    kinds = {"never": 0, "won": 0, "lost": 0, "later round": 0}
    for start, actions in lines(120 if LONG else 40, options):
        found = solver.turning_point(start, actions)
        positions = [start]
        for action in actions:
            positions.append(positions[-1].play(action))
        rounds = [position.view()["counters"][0]["value"] for position in positions]
        begins = rounds.index(rounds[-1])
        can = [solver.solve(p, Goal.SHORTEST_CLEAR).found for p in positions[begins:]]
        assert can == sorted(can, reverse=True), "what cannot be cleared stays so"
        assert found.proved and found.begins == begins and found.clearable == can[0]
        kinds["later round"] += begins > 0
        if not can[0] or can[-1]:
            kinds["won" if can[-1] else "never"] += 1
            assert found.index is None and found.actions == ()
        else:
            kinds["lost"] += 1
            assert found.index == begins + can.index(False) - 1
            assert cleared(start, follow(positions[found.index], found.actions))
            assert found.actions[0] != actions[found.index]
    assert kinds["lost"] and (kinds["later round"] if options else kinds["won"]), kinds


def test_turning_points_with_too_small_a_budget_or_a_bad_move() -> None:
    start, actions = next(lines(1, {}))
    assert not solver.turning_point(start, actions, 1).proved
    with pytest.raises(errors.TileengineError) as caught:
        solver.turning_point(start, [*actions[:3], 5])
    assert caught.value.index == 3
    assert solver.turning_point(start, []).index is None


# -- graded deals --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("difficulty", list(Difficulty))
def test_graded_deals_are_of_their_band_and_can_be_cleared(difficulty: Difficulty) -> None:
    for seed in (b"a", b"b"):
        graded = solver.deal_graded(difficulty, seed, options={"score_floor": "none"})
        assert graded == solver.deal_graded(difficulty, seed, options={"score_floor": "none"})
        assert graded.position == Position.deal("triple_peaks", seed=graded.seed, options={"score_floor": "none"})
        assert solver.grade(graded.position) == (graded.clears, difficulty)
        low, high = solver.BANDS[difficulty], {1: 257, 2: 154, 3: 77, 4: 13}[difficulty]
        assert low <= graded.clears < high
        assert follow(graded.position, graded.actions).end == "cleared"
        if graded.tries > 1:
            with pytest.raises(solver.NoSuchDeal, match="none of"):
                solver.deal_graded(difficulty, seed, tries=graded.tries - 1)


def test_bands_are_about_as_large_as_the_page_says() -> None:
    counts = dict.fromkeys(Difficulty, 0)
    for seed in range(4_000 if LONG else 800):
        position = first(seed, {})
        if solver.solve(position, Goal.CLEAR).found:
            counts[solver.grade(position)[1]] += 1
    total = sum(counts.values())
    for difficulty, share in {1: 0.28, 2: 0.30, 3: 0.27, 4: 0.15}.items():
        assert abs(counts[Difficulty(difficulty)] / total - share) < 0.07, counts


def test_a_slot_played_by_name() -> None:
    """The lines are actions of the position they start from."""
    position = play(run_deal(), "27")
    best = solver.solve(position, Goal.MAXIMUM_SCORE)
    assert position.format(best.actions[0]) == f"-{RUN_OF_28[26]}@26"
