"""Watching and playing games in a terminal, on top of the client: `main` is the command.

It needs the package rich, the extra `terminal`; the rest of the client does not.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Runs `tileengine play` with a list of arguments (default: the process's) and returns its exit code."""
    try:
        from tileengine_client.terminal import app
    except ModuleNotFoundError as missing:
        if missing.name != "rich":
            raise
        print("tileengine play draws with rich: pip install 'tileengine-client[terminal]'", file=sys.stderr)
        return 2
    return app.main(argv)
