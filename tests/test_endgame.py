"""Exact endgames over every game: proofs against plain minimax, what they may know, budgets, certificates, play."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from tests.variants import Variant, all_variants, name
from tileengine import Position, errors
from tileengine._core import registry
from tileengine._core.search import policy
from tileengine._core.solve.endgame import Endgame, settled
from tileengine.analysis import BadBudget, Budget, Stopper, Suggestion, analyse, suggest
from tileengine.analysis.results import PROOF_NODES_DEFAULT, PROOF_NODES_MAX, lead

SMALL = [variant for variant in all_variants() if variant[1] <= 2]
ENOUGH = 10_000_000


class TooManyPositions(Exception):
    """The plain minimax would take too long here."""


def game(variant: Variant, seed: int) -> Iterator[Position]:
    """The positions of one game: of random moves, or (odd seeds) of quick ones, which come further in some games."""
    slug, seats, options = variant
    position = Position.deal(slug, seats=seats, options=options, seed=seed)
    while not position.over and position.ply < 400:
        yield position
        move = policy.quick(position, seed + position.ply) if seed % 2 else position.sample(seed + position.ply)
        position = position.play(move)


def endgame(variant: Variant, seed: int) -> list[Position]:
    """The settled positions of one game, the last one first."""
    return [position for position in game(variant, seed) if settled(position)][::-1]


def endgames(variant: Variant, most: int) -> Iterator[list[Position]]:
    """The endgames of the first `most` games that have one; a patience seldom has."""
    for seed in range(1, 40 if variant[1] == 2 else 600):
        found = endgame(variant, seed)
        if found:
            yield found
            most -= 1
        if most == 0:
            return


def usual(slug: str) -> Variant:
    return slug, registry.facts(slug)["seats_default"], {}


def hard() -> Position:
    """Far more than any budget here."""
    return next(endgames(usual("tantrix"), 1))[-1]


def provable(slug: str) -> Position:
    """The longest endgame of some games that is proved soon, and in which there is a choice."""
    for positions in endgames(usual(slug), 40):
        for position in reversed(positions):
            proof = Endgame(position)
            proof.run(10_000)
            if proof.proved and position.count() > 1 and proof.nodes > 4:
                return position
    raise AssertionError(f"no endgame of {slug}")


def lead_at(position: Position, seat: int) -> int:
    scores = [position.score(seat)[0] for seat in range(position.seats)]
    return scores[seat] if len(scores) == 1 else scores[seat] - scores[1 - seat]


def minimax(position: Position, order: bytes, seat: int, known: dict[bytes, int], most: int) -> int:
    """The final lead of a seat under best play; another dealt order tells that the deal has ended."""
    if position.over or position.order != order:
        return lead_at(position, seat)
    key = position.encode()[12:]  # without the ply
    if key not in known:
        if len(known) == most or position.count() > 60:
            raise TooManyPositions
        values = [minimax(position.play(move), order, seat, known, most) for move in position.legal()]
        known[key] = max(values) if position.turn == seat else min(values)
    return known[key]


def moves_by_value(position: Position, most: int) -> dict[int, int]:
    known: dict[bytes, int] = {}
    return {move: minimax(position.play(move), position.order, position.turn, known, most) for move in position.legal()}


def finished(position: Position, moves: list[int] | None = None) -> Endgame:
    proof = Endgame(position, moves=moves or ())
    proof.run(ENOUGH)
    assert proof.proved
    return proof


@pytest.mark.parametrize("variant", SMALL, ids=name)
def test_proofs_agree_with_plain_minimax(variant: Variant) -> None:
    for positions in endgames(variant, 3):
        for position in positions[:4]:
            try:
                values = moves_by_value(position, 700)
            except TooManyPositions:
                break
            best = max(values.values())
            low, high = Endgame(position).bounds
            assert (low is None or low <= best) and (high is None or best <= high)
            proof = finished(position)
            assert proof.bounds == (best, best)
            answer = proof.answer()
            assert answer is not None and values[answer["action"]] == best
            assert lead(answer["score"], position.turn) == best
            end = position
            for move in answer["line"]:
                assert end.order == position.order
                end = end.play(move)
            assert end.over or end.order != position.order
            assert answer["score"] == tuple(end.score(seat)[0] for seat in range(end.seats))
            assert answer["action"] == answer["line"][0]


@pytest.mark.parametrize("slug", registry.slugs())
def test_every_game_has_endgames(slug: str) -> None:
    """Else the test above would say nothing."""
    assert any(len(positions) > 1 for positions in endgames(usual(slug), 3))


@pytest.mark.parametrize("variant", [variant for variant in SMALL if variant[1] == 1], ids=name)
def test_a_single_seat_can_put_the_result_first(variant: Variant) -> None:
    def best(position: Position, order: bytes, result_first: bool) -> tuple[int, int]:
        if position.over or position.order != order:
            pair = (position.outcome() or (0,))[0], position.score(0)[0]
        else:
            values = [best(position.play(move), order, result_first) for move in position.legal()]
            return max(values, key=lambda pair: pair if result_first else pair[::-1])
        return pair

    for positions in endgames(variant, 6):
        for position in positions[:3]:
            for result_first in (False, True):
                proof = Endgame(position, win_first=result_first)
                proof.run(ENOUGH)
                answer = proof.answer()
                assert answer is not None
                end = position
                for move in answer["line"]:
                    end = end.play(move)
                reached = (end.outcome() or (0,))[0], end.score(0)[0]
                assert reached == best(position, position.order, result_first)


def test_moves_left_out_are_not_played() -> None:
    for slug in ("tantrix", "triominos", "triz"):
        tried = 0
        for positions in endgames(usual(slug), 12):
            for position in positions[:4]:
                try:
                    values = moves_by_value(position, 700)
                except TooManyPositions:
                    break
                if len(values) < 2:
                    continue
                best = finished(position).answer()
                assert best is not None
                rest = {move: value for move, value in values.items() if move != best["action"]}
                proof = finished(position, list(rest))
                assert proof.bounds == (max(rest.values()),) * 2
                tried += 1
        assert tried > 2, slug


@pytest.mark.parametrize("variant", SMALL, ids=name)
def test_settled_positions_have_one_world_and_one_proof(variant: Variant) -> None:
    for seed in range(2):
        for position in game(variant, seed):
            assert settled(position) == settled(position.observe(position.turn))
    for positions in endgames(variant, 2):
        for position in positions[:12]:
            seen = position.observe(position.turn)
            worlds = [position, seen, seen.resample(1), seen.resample(2)]
            proofs = [Endgame(world) for world in worlds]
            for proof in proofs:
                proof.run(500)
            told = {(p.nodes, p.bounds, p.proved, str(p.answer())) for p in proofs}
            assert len(told) == 1
            for move in position.legal()[:5]:
                after = [world.play(move) for world in worlds if world.viewer == "all"]
                if not after[0].over and after[0].order == position.order:
                    assert all(world.legal() == after[0].legal() for world in after)


def test_three_seats_and_hidden_pieces_are_refused() -> None:
    position = Position.deal("triominos", seed=1)
    assert not settled(position)
    with pytest.raises(errors.HiddenInformation):
        Endgame(position)
    three = endgame(("tantrix", 3, {}), 1)
    assert not three
    position = provable("tantrix")
    with pytest.raises(errors.IllegalMove):
        Endgame(position, moves=[0])
    while not position.over:
        position = position.play(position.legal()[0])
    with pytest.raises(errors.GameOver):
        Endgame(position)


@pytest.mark.parametrize("slug", registry.slugs())
def test_slices_do_not_matter_and_too_few_nodes_prove_nothing(slug: str) -> None:
    position = provable(slug)
    whole = finished(position)
    cut = Endgame(position)
    assert cut.run(0) == 0 and cut.answer() is None and not cut.finished
    while not cut.finished:
        cut.run(7)
    assert (cut.nodes, cut.answer(), cut.bounds) == (whole.nodes, whole.answer(), whole.bounds)
    assert cut.run(100) == 0
    exact = Endgame(position)
    exact.run(whole.nodes)
    assert exact.proved
    for few in (1, whole.nodes // 2):
        short = Endgame(position)
        short.run(few)
        assert not short.proved and short.answer() is None
        low, high = short.bounds
        assert low is None or low <= whole.bounds[0]
        assert high is None or high >= whole.bounds[1]


def test_stopping_from_outside() -> None:
    """No figure of speed: stop() must end a run that would otherwise take hours."""
    proof = Endgame(hard())
    thread = threading.Thread(target=proof.run, args=(1 << 50,))
    thread.start()
    while proof.nodes == 0:
        pass
    proof.stop()
    thread.join(20)
    assert not thread.is_alive() and proof.stopped and not proof.finished
    assert proof.run(1000) == 0
    again = Endgame(hard())
    again.run(proof.nodes)
    assert (again.nodes, again.bounds) == (proof.nodes, proof.bounds)


@pytest.mark.parametrize("slug", registry.slugs())
def test_an_analysis_says_what_is_proved(slug: str) -> None:
    position = provable(slug)
    answer = analyse(position, seed=3)
    proof = finished(position)
    expected = proof.answer()
    assert expected is not None
    assert answer.proved and answer.best.proved and not any(move.proved for move in answer.moves[1:])
    assert answer.best.action == expected["action"] and answer.best.line == tuple(expected["line"])
    assert answer.best.score == expected["score"] and answer.best.spread == (0.0,) * position.seats
    assert 0 <= (answer.best.win or 0.0) <= 1 and answer.best.value is not None
    assert {move.action for move in answer.moves} <= set(position.legal())
    assert answer.moves_total == position.count()
    assert (answer.certificate.proof_nodes, answer.certificate.playouts) == (proof.nodes, 0)
    assert answer == analyse(position.observe(position.turn), seed=3)
    assert answer == analyse(position, seed=3, budget=Budget(playouts=0, proof_nodes=proof.nodes))
    assert len(analyse(position, moves_max=1).moves) == 1

    for nodes in (0, 1, proof.nodes - 1):
        short = analyse(position, seed=3, budget=Budget(playouts=40, proof_nodes=nodes))
        assert not short.proved and not short.best.proved and short.certificate.playouts == 40
        assert short.certificate.proof_nodes == nodes
    rest = analyse(position, avoid=[answer.best.action])
    assert rest.proved and lead(rest.best.score, position.turn) <= lead(answer.best.score, position.turn)
    only = analyse(position, allow=[answer.moves[1].action])
    assert only.best.action == answer.moves[1].action and only.moves_total == 1


def test_an_answer_stopped_in_its_proof_is_made_again_from_its_certificate() -> None:
    position = hard()
    stopper = Stopper()
    timer = threading.Timer(0.1, stopper.stop)
    timer.start()
    stopped = analyse(position, budget=Budget(playouts=50, proof_nodes=PROOF_NODES_MAX), stopper=stopper)
    timer.join()
    spent = stopped.certificate
    assert not stopped.proved and spent.playouts == 0 and 0 < spent.proof_nodes < PROOF_NODES_MAX
    assert analyse(position, budget=Budget(playouts=0, proof_nodes=spent.proof_nodes)) == stopped
    timed = analyse(position, budget=Budget(time_ms=100, proof_nodes=PROOF_NODES_MAX))
    spent = timed.certificate
    assert spent.playouts > 0 and spent.proof_nodes > 0
    assert analyse(position, budget=Budget(playouts=spent.playouts, proof_nodes=spent.proof_nodes)) == timed


@pytest.mark.parametrize("slug", registry.slugs())
def test_only_full_strength_proves(slug: str) -> None:
    position = provable(slug)
    full = suggest(position, budget=Budget(playouts=50))
    assert full.proved and full.best.action == analyse(position).best.action
    assert suggest(position, level=10, budget=Budget(playouts=50)).best.action == full.best.action
    assert not suggest(position, level=9, budget=Budget(playouts=50)).proved
    assert not suggest(position, budget=Budget(playouts=50, proof_nodes=0)).proved
    steps = Suggestion(position, playouts=50)
    while not steps.run(Stopper(), 1):
        pass
    assert steps.answer(explain=True) == full


def test_steps_that_the_clock_cuts_give_the_same_answer() -> None:
    """Playouts made between two steps of a proof have no part in what is proved."""
    position = next(p for p in next(endgames(usual("tantrix"), 1)) if finished(p).nodes > 10_000)
    whole = suggest(position, budget=Budget(playouts=ENOUGH // 10, proof_nodes=ENOUGH))
    steps = Suggestion(position, playouts=ENOUGH // 10, proof_nodes=ENOUGH)
    while not steps.run(Stopper(), 1):
        pass
    assert whole.proved and steps.answer(explain=True) == whole


def test_of_equal_scores_the_better_result_is_proved() -> None:
    """Ten tiles in one loop count the same with a hole in it, which is no solution."""
    options = {"discovery": True, "discovery_tiles": 4}
    position = Position.deal("tantrix", seats=1, options=options, seed=1)
    results = {answer["win"] for answer in [finished(position).answer()] if answer}
    assert results == {1.0}


def test_budgets_out_of_range() -> None:
    assert Budget().proof_limit == PROOF_NODES_DEFAULT
    for wrong in (-1, PROOF_NODES_MAX + 1):
        with pytest.raises(BadBudget) as failure:
            Budget(proof_nodes=wrong)
        assert failure.value.field == "budget.proof_nodes"


@pytest.mark.parametrize("slug", ["tantrix", "triominos", "triz"])
def test_a_proved_lead_is_never_lost(slug: str) -> None:
    position = provable(slug)
    for start in (position, position.play(position.legal()[0])):
        if start.over:
            continue
        seat = start.turn
        proved = lead(analyse(start).best.score, seat)
        for reply in ("best", *range(6)):
            here = start
            while not here.over and here.order == start.order:
                if here.turn == seat or reply == "best":
                    here = here.play(suggest(here, budget=Budget(playouts=1)).best.action)
                else:
                    here = here.play(here.sample(int(reply) * 100 + here.ply))
            if reply == "best":
                assert lead_at(here, seat) == proved
            assert lead_at(here, seat) >= proved
