"""Instructions a move, counted by callgrind: the same on a busy machine as on an idle one, so changes can be compared.

Two runs that differ only in the number of games are counted, and the difference is divided by the moves it adds, so
that starting Python cancels out.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tileengine import Position
from tileengine._core import bench
from tileengine.bench.tables import rate, render

MOVES = 20_000
"""About so many moves are counted."""
_PROGRAM = (
    "from tileengine import Position; from tileengine._core import bench; import sys; "
    "print(bench.playouts(Position.deal(sys.argv[1], seed=1), 1, int(sys.argv[2]))[0])"
)


def _run(slug: str, count: int) -> tuple[int, int]:
    """(instructions, moves) of a process that plays `count` games. Raises FileNotFoundError without valgrind."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "callgrind"
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", sys.executable, "-P", "-c", _PROGRAM]
        result = subprocess.run(
            [*command, slug, str(count)],
            capture_output=True,
            text=True,
            timeout=600,
            check=True,
            env=os.environ | {"PYTHONHASHSEED": "0"},
        )
        found = re.search(r"^(?:totals|summary): (\d+)", out.read_text(errors="replace"), re.MULTILINE)
    if not found:
        raise RuntimeError("callgrind wrote no total")
    return int(found[1]), int(result.stdout)


def measure(slug: str, say: Callable[[str], None]) -> dict[str, Any]:
    """Instructions a move of random play with full legal lists, deals included."""
    say(f"{slug}: counting instructions")
    ten_games = bench.playouts(Position.deal(slug, seed=1), 1, 10)[0]
    (few, few_moves), (many, many_moves) = (_run(slug, count) for count in (1, 1 + 10 * MOVES // ten_games))
    return {"per_move": (many - few) / (many_moves - few_moves), "moves": many_moves - few_moves}


def table(figures: dict[str, dict[str, Any]]) -> str:
    """The counts as a table."""
    rows = [[slug, rate(f["per_move"]), str(f["moves"])] for slug, f in figures.items()]
    return render("Instructions a move (callgrind)", ["game", "instructions", "moves counted"], rows)
