"""Every paragraph and option of the rules pages is shown by a test, and docs/coverage.md says by which."""

from __future__ import annotations

import re

from tests import rule_table
from tileengine import games


def test_every_paragraph_is_shown_by_a_test() -> None:
    assert rule_table.missing() == []


def test_every_option_is_shown_by_a_test() -> None:
    shown = rule_table.marked()
    for game in games.games():
        for option in game.options:
            assert any(p in shown for p in re.findall(r"[A-Z]\d+(?:\.\d+)?", option.paragraph)), option.name


def test_the_table_is_up_to_date() -> None:
    assert rule_table.PAGE.read_text(encoding="utf-8") == rule_table.table(), "python -m tests.rule_table --write"
