"""The golden playthroughs and the behaviour signature have not moved."""

from __future__ import annotations

import pytest

from tests.playthrough import GOLDEN, text
from tileengine import games


@pytest.mark.parametrize("slug", [game.slug for game in games.games()])
def test_playthroughs_are_as_written(slug: str) -> None:
    made = text(slug).splitlines()
    golden = (GOLDEN / f"{slug}.txt").read_text(encoding="utf-8").splitlines()
    assert made == golden, "behaviour moved; if that is meant: python -m tests.playthrough --write"
