"""Luck: 0 on average, 0 where nothing came up, and a smaller spread of what is left."""

from __future__ import annotations

import math
import statistics
from itertools import pairwise

import pytest

from tileengine import Position
from tileengine._core.search import policy
from tileengine.arena import play_solo
from tileengine.arena.luck import WORLDS, Luck, has_judge, luck_of_deal, luck_of_move
from tileengine.arena.players import player

GAME = "triple_peaks"


def positions(seed: int) -> list[Position]:
    """The positions of a quick game, with the end."""
    found = [Position.deal(GAME, seed=seed)]
    while not found[-1].over:
        found.append(found[-1].play(policy.quick(found[-1], seed + found[-1].ply)))
    return found


def face_up(position: Position) -> int:
    """Cards that have been seen: everything but what the seat can't see."""
    return 52 - sum(position.observe(0).unseen().values())


@pytest.mark.parametrize("name", ["random", "level:2", "quick"])
def test_it_is_nothing_on_average_whoever_plays(name: str) -> None:
    solo = play_solo(GAME, player(name), range(200), luck=True)
    for lucks in ([one.score for one in solo.lucks], [one.win for one in solo.lucks]):
        assert abs(statistics.mean(lucks)) < 4 * statistics.stdev(lucks) / math.sqrt(len(lucks))


def test_it_takes_much_of_the_spread() -> None:
    """The judge expects good play; for players like that the rest varies less than the result."""
    solo = play_solo(GAME, player("quick"), range(200), luck=True)
    for lucks, results in (
        ([one.score for one in solo.lucks], solo.scores),
        ([one.win for one in solo.lucks], solo.won),
    ):
        rest = [result - luck for result, luck in zip(results, lucks, strict=True)]
        assert statistics.stdev(rest) < 0.85 * statistics.stdev(results)


def test_deals_are_weighed_against_the_same_others() -> None:
    starts = [Position.deal(GAME, seed=seed) for seed in range(60)]
    lucks = [luck_of_deal(start, 1).score for start in starts]
    promised = [(policy.expected(start) or ([0.0], []))[0][0] for start in starts]
    assert {round(p - luck, 6) for p, luck in zip(promised, lucks, strict=True)} == {round(promised[0] - lucks[0], 6)}


def test_a_move_that_turns_nothing_up_is_not_luck() -> None:
    quiet = 0
    for seed in range(4):
        game = positions(seed)
        for before, after in pairwise(game):
            action = next(a for a in before.legal() if before.play(a).hash == after.hash)
            luck = luck_of_move(before, action, after, seed)
            if face_up(after) == face_up(before):
                quiet += 1
                assert luck.score == pytest.approx(0, abs=1e-9) and luck.win == pytest.approx(0, abs=1e-9)
    assert quiet > 10


def test_what_came_is_weighed_against_the_same_others() -> None:
    """Two worlds that the player can't tell apart differ in luck by what came up, and by nothing else."""
    before = Position.deal(GAME, seed=3)
    draw = before.legal()[-1]
    worlds = [before.observe(0).resample(seed) for seed in range(8)]
    lucks = [luck_of_move(world, draw, world.play(draw), 5).score for world in worlds]
    promised = [(policy.expected(world.play(draw)) or ([0.0], []))[0][0] for world in worlds]
    assert {round(p - luck, 6) for p, luck in zip(promised, lucks, strict=True)} == {round(promised[0] - lucks[0], 6)}
    assert len({round(luck, 6) for luck in lucks}) > 1


def test_reckoning_changes_no_game_and_repeats() -> None:
    one, two = (play_solo(GAME, player("level:2"), range(10), luck=True) for _ in range(2))
    plain = play_solo(GAME, player("level:2"), range(10))
    assert one == two
    assert (one.scores, one.won) == (plain.scores, plain.won) and not plain.lucks
    assert "less luck" in str(one) and "less luck" not in str(plain)


def test_without_a_judge_there_is_no_luck() -> None:
    assert has_judge(Position.deal(GAME, seed=1))
    assert not has_judge(Position.deal(GAME, seed=1, options={"multiplier": "doubling"}))
    assert not has_judge(Position.deal("triominos", seed=1))
    assert not has_judge(Position.deal("triz", seed=1, seats=2))
    doubling = play_solo(GAME, player("random"), range(3), options={"multiplier": "doubling"}, luck=True)
    assert len(doubling.scores) == 3 and not doubling.lucks
    assert Luck(1, 2) + Luck(3, 4) == Luck(4, 6) and WORLDS > 1
