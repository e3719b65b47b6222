"""The arena on a local Ray cluster; `tox -e ray` runs it.

Not collected with the rest: Ray is a large optional extra, and on a busy machine its start may outlast its own limits.
"""

from __future__ import annotations

from pathlib import Path

from tests.test_arena import DUEL, lines, run
from tileengine.arena.workers import RayCluster


def test_ray_plays_the_same(tmp_path: Path) -> None:
    run(tmp_path / "here", DUEL, 10)
    run(tmp_path / "ray", DUEL, 10, RayCluster("local"))
    assert lines(tmp_path / "ray") == lines(tmp_path / "here")
