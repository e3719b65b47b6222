"""Checks docs/deploy: hadolint, yamllint, the compose file and the Kubernetes objects against their schemas.

Everything needed is in the packages of the extra `lint`, nothing is fetched. Also: no Secret objects and no literal
passwords, and every flag that the files give to `tileengine serve` exists.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "docs" / "deploy"
KUBERNETES = "1.31"
"""The oldest release of Kubernetes that the manifests are checked against."""


def run(tool: str, *arguments: str, cwd: Path = DEPLOY) -> str:
    """Runs a tool that is installed beside this Python; a failure ends this program. Returns what it printed."""
    print("+", tool, *arguments, flush=True)
    done = subprocess.run(
        [str(Path(sys.executable).parent / tool), *arguments], cwd=cwd, check=False, text=True, capture_output=True
    )
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}{tool} failed")
    return done.stdout


def main() -> None:
    """Runs all checks."""
    manifests = sorted(str(path.relative_to(DEPLOY)) for path in DEPLOY.glob("kubernetes/*.yaml"))
    run("hadolint", "Dockerfile")
    run("yamllint", "--strict", ".")
    run("check-jsonschema", "--builtin-schema", "vendor.compose-spec", "compose.yaml")
    run("kubernetes-validate", "--strict", "--kubernetes-version", KUBERNETES, *manifests)
    known = set(re.findall(r"--[a-z-]+", run("python", "-m", "tileengine", "serve", "--help", cwd=ROOT)))
    for name in ["compose.yaml", *manifests]:
        text = (DEPLOY / name).read_text(encoding="utf-8")
        if re.search(r"^kind: Secret", text, re.MULTILINE) or re.search(r"(?i)\b(password|token): *[^\s{]", text):
            sys.exit(f"{name} holds a secret")
        given = set(re.findall(r"^ +- (--[a-z-]+)(?:=|$)", text, re.MULTILINE))
        if unknown := given - known:
            sys.exit(f"{name}: tileengine serve has no {', '.join(sorted(unknown))}")
    print("the files of docs/deploy are fine")


if __name__ == "__main__":
    main()
