"""Builds the sdist, installs it with the client into a fresh environment elsewhere, and runs tests it carries there.

The unpacked source loses its tileengine/ folder first, so that only the installed package can be imported.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent


def run(*command: str, cwd: Path) -> None:
    """Runs a command; a failure ends this program."""
    print("+", *command, flush=True)
    if subprocess.run(command, cwd=cwd, check=False).returncode:
        sys.exit("failed: " + " ".join(command))


def main(folder: Path) -> None:
    """Works in `folder`, which is emptied first."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    run(sys.executable, "-m", "build", "--sdist", "--outdir", str(folder), str(ROOT), cwd=folder)
    archive = next(folder.glob("tileengine-*.tar.gz"))
    with tarfile.open(archive) as tar:
        tar.extractall(folder, filter="data")
    source = folder / archive.name.removesuffix(".tar.gz")
    venv.create(folder / "env", with_pip=True)
    python = str(folder / "env" / "bin" / "python")
    client = f"{source / 'clients' / 'python'}[terminal,web]"
    run(python, "-m", "pip", "install", "-q", f"{archive}[test]", client, cwd=folder)
    shutil.rmtree(source / "tileengine")
    tests = ["tests/test_laws.py", "tests/test_golden.py", "tests/test_random.py", "tests/test_server.py"]
    run(python, "-m", "pytest", "-n", "2", "--dist", "loadfile", *tests, "clients/python/tests", cwd=source)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
