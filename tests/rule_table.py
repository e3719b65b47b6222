"""The table of rules and tests: which test shows which paragraph, from the marks on the tests.

`python -m tests.rule_table --write` writes docs/coverage.md; a test compares, and refuses a paragraph of a rules page
that no test shows.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections import defaultdict
from pathlib import Path

from tileengine import games

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "coverage.md"
PARAGRAPH = re.compile(r"^(?:[-*] )?\**([A-Z]\d+(?:\.\d+)*)\b", re.MULTILINE)


def marked() -> dict[str, list[str]]:
    """Paragraph -> tests that carry it in @pytest.mark.rule, as "file::test"."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted((ROOT / "tests").glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                    for argument in mark.args:
                        assert isinstance(argument, ast.Constant), f"{path.name}: {node.name}: marks are literals"
                        found[str(argument.value)].append(f"{path.name}::{node.name}")
    return found


def paragraphs(slug: str) -> list[str]:
    """The numbered paragraphs of a rules page, in its order, each once."""
    page = (ROOT / "docs" / "rules" / f"{slug}.md").read_text(encoding="utf-8")
    return list(dict.fromkeys(PARAGRAPH.findall(page)))


def missing() -> list[str]:
    """Paragraphs that no test shows. A heading (T5) is shown by any of its paragraphs (T5.3)."""
    shown = set(marked())
    return [
        f"{game.slug} {paragraph}"
        for game in games.games()
        for paragraph in paragraphs(game.slug)
        if paragraph not in shown and not any(other.startswith(paragraph + ".") for other in shown)
    ]


def table() -> str:
    """The page."""
    by_paragraph = marked()
    out = ["# Rules and the tests that show them", "", "Written by `python -m tests.rule_table --write`.", ""]
    for game in games.games():
        out += [f"## {game.title}", "", "| paragraph | tests |", "| --- | --- |"]
        for paragraph in paragraphs(game.slug):
            tests = by_paragraph.get(paragraph)
            if tests:
                out.append(f"| {paragraph} | {', '.join(f'`{test}`' for test in tests)} |")
        out += ["", "| option | paragraph | tests |", "| --- | --- | --- |"]
        for option in game.options:
            cited = re.findall(r"[A-Z]\d+(?:\.\d+)?", option.paragraph)
            tests = sorted({test for paragraph in cited for test in by_paragraph.get(paragraph, ())})
            out.append(f"| `{option.name}` | {option.paragraph} | {', '.join(f'`{test}`' for test in tests)} |")
        out.append("")
    return "\n".join(out)


def main() -> int:
    """Writes or compares; 0 when the page is (now) up to date and nothing is missing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write docs/coverage.md instead of comparing with it")
    if parser.parse_args().write:
        PAGE.write_text(table(), encoding="utf-8")
    gaps = missing()
    for gap in gaps:
        print(f"no test shows {gap}", file=sys.stderr)
    return int(bool(gaps) or PAGE.read_text(encoding="utf-8") != table())


if __name__ == "__main__":
    sys.exit(main())
