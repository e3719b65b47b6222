"""The README's snippets and the samples run as they stand."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1]
SNIPPETS = re.findall(r"^```python\n(.*?)^```", (PACKAGE / "README.md").read_text(encoding="utf-8"), re.M | re.S)
SAMPLES = sorted((PACKAGE / "samples").glob("*.py"))


def run(environment: dict[str, str], *command: str) -> str:
    command = (sys.executable, "-W", "error", *command)
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("snippet", SNIPPETS, ids=range(len(SNIPPETS)))
def test_snippet(snippet: str, environment: dict[str, str], address: str) -> None:
    assert run(environment, "-c", snippet.replace("127.0.0.1:50051", address)).strip()


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda path: path.stem)
def test_sample(sample: Path, environment: dict[str, str], address: str) -> None:
    assert run(environment, str(sample), address).strip()
