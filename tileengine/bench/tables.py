"""Plain text tables for figures."""

from __future__ import annotations

from collections.abc import Sequence


def rate(value: float | None) -> str:
    """A rate with three significant digits: 20.8 M, 175 k, 79.3."""
    if value is None:
        return "-"
    for size, unit in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if value >= size:
            return f"{value / size:.3g}{unit}"
    return f"{value:.3g}"


def render(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A title and a table; the first column is aligned left, the others right."""
    widths = [max(len(row[i]) for row in (head, *rows)) for i in range(len(head))]
    lines = [title]
    for row in (head, ["-" * width for width in widths], *rows):
        lines.append("  ".join(c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths))))
    return "\n".join(line.rstrip() for line in lines)
