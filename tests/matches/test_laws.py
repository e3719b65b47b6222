"""What holds for a match whatever is done to it: random commands, allowed and refused, over every game."""

from __future__ import annotations

import random

import pytest

from tests.matches.table import Table
from tests.variants import Variant, all_variants, name
from tileengine import TileengineError
from tileengine.matches import codec, commands
from tileengine.matches.clock import TimeControl
from tileengine.matches.events import History

DEFAULTS = [variant for variant in all_variants() if not variant[2]]
CLOCKS = [TimeControl(), TimeControl("per_move", 30_000), TimeControl("per_game", 300_000, 5_000)]
STEPS = 250


def something(table: Table, rng: random.Random) -> None:
    """One random command; many are refused."""
    seat = rng.randrange(table.position.seats)
    ply = table.position.ply
    table.now_ms += rng.randrange(4_000)
    what = rng.random()
    if what < 0.6:
        table.random(rng.getrandbits(32))
    elif what < 0.65:
        table.play(rng.getrandbits(32), seat=seat)
    elif what < 0.7:
        table.play(*[table.position.sample(1)] * 3, request_id=rng.choice(["", "a", "b"]))
    elif what < 0.85:
        table.undo(rng.randrange(max(0, ply - 4), ply + 1), seat=seat)
    elif what < 0.99:
        table.answer(seat, accept=rng.random() < 0.8)
    else:
        table.take(commands.expire(table.match, table.now_ms + rng.randrange(40_000)))


@pytest.mark.parametrize("time", CLOCKS, ids=lambda time: time.kind)
@pytest.mark.parametrize("variant", DEFAULTS, ids=name)
def test_a_match_agrees_with_its_log(variant: Variant, time: TimeControl) -> None:
    slug, seats, options = variant
    rng = random.Random(slug + time.kind)
    table = Table(slug, seats, time, options)
    sizes = []
    refused = 0
    for _ in range(STEPS):
        if table.match.status == "over":
            break
        before, events = table.match, len(table.log)
        try:
            something(table, rng)
        except TileengineError:
            refused += 1
            assert table.match is before and len(table.log) == events
            continue
        match, history = table.match, table.history
        assert history.position_at(len(history.moves)) == table.position
        assert len(history.moves) == table.position.ply >= match.horizon
        assert history.run_at(table.position.ply) == (match.last_mover, match.run_ply)
        assert match.horizon <= match.free_ply
        for seat in range(seats):
            left = match.left_ms(seat, table.now_ms)
            if time.kind == "none":
                assert left == 0
            elif time.kind == "per_move":
                assert 0 <= left <= time.limit_ms
            else:
                moved = sum(s == seat for event in table.log for s in [event.seat] * len(event.actions))
                assert 0 <= left <= time.limit_ms + moved * time.increment_ms
        sizes.append(len(codec.encode(match)))
    assert max(sizes) < 16_384, "a snapshot does not grow with play"
    if table.match.status == "running":
        table.take(commands.resign(table.match, 0, table.now_ms))
    assert table.log[-1].kind == "ended" and table.match.end is not None
    with pytest.raises(TileengineError):
        table.random(1)
    with pytest.raises(TileengineError):
        table.undo(0, seat=0)
    with pytest.raises(TileengineError):
        table.answer(0, True)
    assert History.of(table.log).position_at(table.position.ply) == table.position
