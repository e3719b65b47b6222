"""Checks the schema: buf's lint, no change that breaks a released client, and generated code that is up to date."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent
TOOLS = ["grpcio-tools==1.76.0", "setuptools<81"]
RELEASED = ROOT / "proto" / "released.binpb"
"""The schema as it was last released; `buf build -o released.binpb` in proto/ writes it at each release."""


def run(*command: str, cwd: Path = ROOT) -> None:
    """Runs a command; a failure ends this program."""
    print("+", *command, flush=True)
    if subprocess.run(command, cwd=cwd, check=False).returncode:
        sys.exit(f"{command[0]} failed")


def main() -> None:
    """Runs all checks."""
    proto = ROOT / "proto"
    buf = str(Path(sys.executable).parent / "buf")
    run(buf, "lint", cwd=proto)
    run(buf, "breaking", "--against", str(RELEASED), cwd=proto)
    with tempfile.TemporaryDirectory() as folder:
        venv.create(Path(folder) / "tools", with_pip=True)
        python = str(Path(folder) / "tools" / "bin" / "python")
        run(python, "-m", "pip", "install", "-q", *TOOLS)
        out = Path(folder) / "out"
        run("bash", ".ci/generate", python, str(out))
        stale = [
            str(made.relative_to(out))
            for made in sorted(p for p in out.rglob("*") if p.is_file())
            if not (ROOT / made.relative_to(out)).exists()
            or (ROOT / made.relative_to(out)).read_bytes() != made.read_bytes()
        ]
    if stale:
        sys.exit(f"generated code is stale, run `tox -e generate`: {', '.join(stale)}")
    print("schema and generated code are fine")


if __name__ == "__main__":
    main()
