"""Taking back: freely to the horizon, with consent over others' moves, never past what was turned up."""

from __future__ import annotations

import pytest

from tests.matches.table import Table
from tests.variants import Variant, all_variants, name
from tileengine import Position, errors
from tileengine._core import registry
from tileengine.errors import BadField
from tileengine.matches.failures import UndoRefused, WrongState
from tileengine.matches.horizon import reveals

SEVERAL = [slug for slug in registry.slugs() if registry.facts(slug)["seats_max"] > 1]


DEFAULTS = [variant for variant in all_variants() if not variant[2]]


@pytest.mark.parametrize("variant", DEFAULTS, ids=name)
def test_going_back_gives_the_same_bytes_and_the_same_future(variant: Variant) -> None:
    slug, seats, options = variant
    table = Table(slug, seats, options=options)
    positions = [table.position]
    moves: list[int] = []
    for ply in range(120):
        if table.match.status == "over":
            break
        moves.append(table.position.sample(ply))
        table.play(moves[-1])
        positions.append(table.position)
        if table.match.free_ply <= table.position.ply - 1 and table.match.status == "running":
            table.undo(table.position.ply - 1)
            assert table.position == positions[-2]
            table.play(moves[-1])
            assert table.position == positions[-1]
    for ply, position in enumerate(positions):
        assert table.history.position_at(ply) == position


@pytest.mark.parametrize("variant", DEFAULTS, ids=name)
def test_no_undo_goes_below_what_the_mover_could_not_foretell(variant: Variant) -> None:
    """The horizon is asked again with other worlds than the service draws."""
    slug, seats, options = variant
    table = Table(slug, seats, options=options)
    for ply in range(150):
        if table.match.status == "over":
            break
        before = table.position
        action = before.sample(ply + 77)
        table.play(action)
        seen, real = before.observe(before.turn), table.position.observe(before.turn)
        told = False
        for seed in range(1_000, 1_300):
            try:
                told = seen.resample(seed).play(action).observe(before.turn) != real
            except errors.TileengineError:
                told = True
            if told:
                break
        assert (table.match.horizon == table.position.ply) == told
        if told and table.match.status == "running":
            with pytest.raises(UndoRefused) as caught:
                table.undo(before.ply, seat=before.turn)
            assert caught.value.details()["horizon_ply"] == str(table.position.ply)


@pytest.mark.parametrize("slug", SEVERAL)
def test_nobody_else_gets_hidden_pieces_while_the_mover_learns_nothing(slug: str) -> None:
    """What `reveals` relies on: no move fills another seat's hidden hand behind the mover's back."""
    for seed in range(6):
        position = Position.deal(slug, seed=seed)
        for ply in range(200):
            if position.over:
                break
            action = position.sample(seed * 1_000 + ply)
            after = position.play(action)
            if not reveals(position, action, after):
                for seat in set(range(position.seats)) - {position.turn}:
                    assert own_pieces(position, seat) == own_pieces(after, seat)
            position = after


def own_pieces(position: Position, seat: int) -> list[int]:
    view = position.observe(seat).view()
    own = {i for i, zone in enumerate(view["zones"]) if zone["owner"] == seat}
    return sorted(piece["piece"] for piece in view["pieces"] if piece["zone"] in own)


def with_foretold_run(slug: str) -> Table:
    """A match in which the last two plies were by different seats, and neither turned anything up.

    In Triz every turn draws a piece until the stock is empty, after 62 of them.
    """
    for attempt in range(30):
        table = Table(slug, 2)
        for ply in range(120):
            if table.match.status == "over":
                break
            table.random(attempt * 100 + ply)
            if table.match.run_ply - table.match.horizon >= 1 and table.match.status == "running":
                return table
    raise AssertionError(f"every turn of {slug} turned something up")


@pytest.mark.parametrize("slug", SEVERAL)
def test_others_are_asked_before_their_moves_are_taken_back(slug: str) -> None:
    table = with_foretold_run(slug)
    ply, goal, mover = table.position.ply, table.match.horizon, table.match.last_mover
    other = 1 - mover
    assert table.undo(goal, seat=other).match.proposal is not None
    assert table.position.ply == ply
    table.answer(mover, accept=False)
    assert table.match.proposal is None and table.position.ply == ply
    with pytest.raises(WrongState):
        table.answer(mover, accept=True)
    table.undo(goal, seat=mover)
    table.random(1)
    assert table.match.proposal is None, "a move ends the proposal"


@pytest.mark.parametrize("slug", SEVERAL)
def test_with_consent_the_moves_are_taken_back(slug: str) -> None:
    table = with_foretold_run(slug)
    goal, mover = table.match.horizon, table.match.last_mover
    expected = table.history.position_at(goal)
    table.undo(goal, seat=mover)
    assert table.answer(mover, accept=True).events == (), "the proposer has consented already"
    table.answer(1 - mover, accept=True)
    assert table.position == expected
    assert (table.match.last_mover, table.match.run_ply) == table.history.run_at(goal)
    assert [event.kind for event in table.log[-3:]] == ["undo_proposed", "undo_accepted", "undone"]


def test_the_goal_has_to_lie_behind() -> None:
    table = Table("triominos", 2)
    table.random(1)
    for to_ply in (1, 2, 4_000_000_000):
        with pytest.raises(BadField):
            table.undo(to_ply)


def test_a_repeated_request_after_an_undo_plays_nothing() -> None:
    table = Table("triominos", 2)
    for seed in range(60):
        ply, action, seat = table.position.ply, table.position.sample(seed), table.position.turn
        table.play(action, request_id=f"r{ply}")
        if table.match.status == "running" and table.match.free_ply <= ply:
            table.undo(ply)
            again = table.play(action, seat=seat, request_id=f"r{ply}")
            assert again.events == () and table.position.ply == ply
            return
    raise AssertionError("no move that could be taken back was found")
