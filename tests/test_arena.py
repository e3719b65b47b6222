"""Tournaments: what they decide, what a file keeps, ratings with known answers, and the command."""

from __future__ import annotations

import json
import math
import random
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.serving import server
from tileengine import Position
from tileengine.arena import report
from tileengine.arena.command import main
from tileengine.arena.duplicate import Player
from tileengine.arena.players import player
from tileengine.arena.ratings import PRIOR, Stop, expected, fit, interval, log_ratio, ratings
from tileengine.arena.results import ArenaError, Meeting, Plan, Played, Results, ResultsFile, Unit
from tileengine.arena.tournament import play, play_unit
from tileengine.arena.workers import Processes, Work
from tileengine.transport.remote import make_player


class Here:
    """A worker in this process that gives its results in another order."""

    def __enter__(self) -> Here:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def run(self, work: Work, units: Iterable[Unit]) -> Iterator[Played]:
        for unit in reversed(list(units)):
            yield work(unit)


def lines(path: Path) -> list[str]:
    return sorted(path.read_text().splitlines())


def run(path: Path, plan: Plan, deals: int, workers: Any = None, stop: Stop | None = None) -> Results:
    with ResultsFile(path, plan) as file, workers or Here() as some:
        play(file, player, some, deals=deals, stop=stop)
        return file.results


DUEL = Plan("triominos", ("random", "greedy", "level:1"), seed=7)


def test_results_do_not_depend_on_workers_or_interruptions(tmp_path: Path) -> None:
    stop = Stop(elo=150)
    whole = run(tmp_path / "whole", DUEL, 30, stop=stop)
    run(tmp_path / "two", DUEL, 30, Processes(2), stop=stop)
    assert lines(tmp_path / "two") == lines(tmp_path / "whole")
    assert len(whole.units) < 3 * 30, "nothing stopped early, so this test shows too little"
    # Cut in the middle of a line, as by a crash, and gone on with.
    kept = (tmp_path / "whole").read_bytes()
    (tmp_path / "cut").write_bytes(kept[: len(kept) * 2 // 3])
    again = run(tmp_path / "cut", DUEL, 30, stop=stop)
    assert lines(tmp_path / "cut") == lines(tmp_path / "whole")
    assert report.html(report.Standing.of(again)) == report.html(report.Standing.of(whole))


def test_a_file_belongs_to_one_tournament(tmp_path: Path) -> None:
    run(tmp_path / "f", DUEL, 1)
    for other in (Plan("triominos", DUEL.players, seed=8), Plan("triominos", ("random", "greedy"), seed=7)):
        with pytest.raises(ArenaError, match="another tournament"):
            ResultsFile(tmp_path / "f", other)
    with (tmp_path / "f").open("a") as file:
        file.write("{}\n")
    with pytest.raises(ArenaError, match="line 5"):
        ResultsFile(tmp_path / "f", DUEL)


def test_a_deal_is_played_from_both_seats() -> None:
    seen: list[tuple[int, int]] = []

    def make(name: str) -> Player:
        def choose(position: Position, seed: int) -> int:
            if position.ply == 0:
                seen.append((int(name), position.turn))
            assert position == position.observe(position.turn), "it sees too much"
            return position.legal()[0]

        return choose

    plan = Plan("triominos", ("0", "1"))
    played = play_unit(plan, make, Unit((0, 1), 3))
    assert {number for number, _ in seen} == {0, 1} and len({turn for _, turn in seen}) == 1
    # Both play the same moves, so the second game is the first with the players exchanged.
    assert played.scores[0] == played.scores[1][::-1] and played.outcomes[0] == played.outcomes[1][::-1]
    assert Played.decode(played.encode()) == played
    results = Results(plan)
    results.add(played)
    assert results.meetings((0, 1)) == []  # deals 0 to 2 are missing
    for deal in range(3):
        results.add(play_unit(plan, make, Unit((0, 1), deal)))
    assert [(m.points, m.margin) for m in results.meetings((0, 1))] == [(0.5, 0.0)] * 4


def test_games_for_one_seat_compare_scores_on_the_same_deal(tmp_path: Path) -> None:
    results = run(tmp_path / "f", Plan("triple_peaks", ("random", "greedy", "quick")), 12)
    assert len(results.units) == 36
    for pair in results.plan.pairs:
        for meeting in results.meetings(pair):
            assert meeting.points == (meeting.margin > 0) + 0.5 * (meeting.margin == 0)
            one, other = (results.units[Unit((number,), meeting.deal)].scores[0][0] for number in pair)
            assert meeting.margin == one - other


def test_a_player_that_fails_is_named_and_what_was_played_is_kept(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="level:11: level must be in"):
        run(tmp_path / "f", Plan("triominos", ("level:11", "random", "greedy")), 5)
    assert len(lines(tmp_path / "f")) == 2, "the pair without the player that failed came first"

    def liar(name: str) -> Player:
        return lambda position, seed: 0xFFFFFFFF

    with pytest.raises(ArenaError, match="liar: 0xffffffff is no legal move"):
        play_unit(Plan("triominos", ("a liar", "another liar")), liar, Unit((0, 1), 0))


@pytest.mark.parametrize("players", [("random",), ("random", "random"), tuple(map(str, range(33)))])
def test_who_may_play(players: tuple[str, ...]) -> None:
    with pytest.raises(ArenaError):
        Plan("triominos", players)


# -- ratings ---------------------------------------------------------------------------------------------------------


def test_elo_of_two_is_the_formula() -> None:
    won, lost = 75.0, 25.0
    first, second = fit(2, {(0, 1): (won, lost)})
    assert first == -second
    assert first - second == pytest.approx(400 * math.log10((won + PRIOR) / (lost + PRIOR)))
    assert expected(first - second) == pytest.approx((won + PRIOR) / (won + lost + 2 * PRIOR))


def test_elo_of_many_recovers_the_strengths_that_made_the_results() -> None:
    true = [150.0, 40.0, 0.0, -60.0, -130.0]
    rng = random.Random(5)
    met = {}
    for one in range(5):
        for other in range(one + 1, 5):
            share = expected(true[one] - true[other])
            met[one, other] = [Meeting(deal, float(rng.random() < share), 0.0) for deal in range(800)]
    found = ratings(5, met, seed=1)
    assert found == ratings(5, met, seed=1)
    for rating, elo in zip(found, true):
        assert rating.low <= rating.elo <= rating.high
        assert abs(rating.elo - elo) < 25 and rating.high - rating.low < 50
    assert sum(r.low <= elo <= r.high for r, elo in zip(found, true)) >= 4


def test_whoever_always_wins_has_a_finite_rating() -> None:
    met = {(0, 1): [Meeting(deal, 1.0, 5.0) for deal in range(50)]}
    best, worst = ratings(2, met)
    assert math.isfinite(best.high) and math.isfinite(worst.low) and best.elo > 300
    mean, wide = interval([1.0] * 50)
    assert mean == 1.0 and 0 < wide < 0.1
    assert interval([1.0] * 7)[1] == math.inf


def test_the_sequential_test_errs_as_seldom_as_it_says() -> None:
    """Two players of which one is 30 points stronger, by pairs of games; looks every 10 deals."""
    rng = random.Random(11)
    stop = Stop(elo=30)
    share = expected(30)
    wrong = decided = spent = 0
    for _ in range(150):
        points: list[float] = []
        while len(points) < 1_500:
            points += [((rng.random() < share) + (rng.random() < share)) / 2 for _ in range(10)]
            if stop.reached([Meeting(i, p, 0.0) for i, p in enumerate(points)]):
                decided += 1
                wrong += log_ratio(points, 30) < 0
                break
        spent += len(points)
    assert decided >= 140 and wrong / decided < 0.10
    assert spent / 150 < 600


def test_stop_by_width() -> None:
    meetings = [Meeting(i, float(i % 2), 0.0) for i in range(100)]
    assert not Stop(width=0.08).reached(meetings) and Stop(width=0.12).reached(meetings)
    assert not Stop().reached(meetings)


# -- report and command ----------------------------------------------------------------------------------------------


def test_the_report_is_well_formed_and_escapes_names(tmp_path: Path) -> None:
    plan = Plan("triominos", ("random", "<script>alert(1)</script>", "a & b"))
    results = Results(plan)
    for pair in plan.pairs:
        for deal in range(20):
            results.add(Played(Unit(pair, deal), ((9, 5), (4, 6)), ((2, 0), (0, 2)), 40))
    page = report.html(report.Standing.of(results))
    body = page.removeprefix("<!DOCTYPE html>\n").replace('<meta charset="utf-8">', "").replace("<br>", "")
    tree = ET.fromstring(body)
    assert len(list(tree.iter("svg"))) == 2 and not list(tree.iter("script"))
    assert "a &amp; b" in page
    empty = report.html(report.Standing.of(Results(plan)))
    assert "Too few deals" in empty


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    line = ["triominos", "random", "greedy", "--deals", "10", "--workers", "1", "--option", "target=200"]
    assert main([*line, "--report", "page.html"], make_player) == 0
    out, err = capsys.readouterr()
    assert out.startswith("triominos: 20 games\n") and "greedy against random:" in out
    assert "10/10 deals of pairs" in err
    assert (tmp_path / "page.html").read_text().endswith("</body></html>\n")
    assert json.loads((tmp_path / "arena.jsonl").read_text().splitlines()[0])["options"] == {"target": 200}
    assert main(line, make_player) == 0  # nothing is left to play
    assert capsys.readouterr().out == out
    for wrong in (["--option", "colour=red"], ["--seed", "1"]):
        assert main([*line, *wrong], make_player) == 2
        assert capsys.readouterr().err.startswith("tileengine arena: ")
    assert main(["triominos", "random", "nobody"], make_player) == 2


def test_an_outside_program_plays_like_the_same_player_here(tmp_path: Path) -> None:
    with server() as served:
        name = f"grpc:{served.address}/2"
        plan = Plan("triominos", (name, "level:2", "greedy"))
        with ResultsFile(tmp_path / "f", plan) as file, Here() as here:
            play(file, make_player, here, deals=4)
            assert {m.margin for m in file.results.meetings((0, 1))} == {0.0}
            remote, local = (file.results.meetings(pair) for pair in ((0, 2), (1, 2)))
            assert remote == local
