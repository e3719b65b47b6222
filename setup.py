"""Builds the Cython core. All else about the package is in pyproject.toml.

The sources live in _core/, the compiled modules land in tileengine/_core/. Cython finds the .pxd files of a package
by its import path, so they are staged under build/cimport/tileengine/_core/ first; mapping the folders with
package_dir would break in-place builds and the sdist. TILEENGINE_DEBUG=1 builds with bounds checks and with each
game's check() after every step; TILEENGINE_SANITIZE=address adds the address sanitizer.
"""

import os
import shutil
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

ROOT = Path(__file__).parent
SOURCES = Path("_core")
CIMPORT = Path("build/cimport")
DEBUG = os.environ.get("TILEENGINE_DEBUG") == "1"
SANITIZE = os.environ.get("TILEENGINE_SANITIZE", "")
JOBS = os.cpu_count() or 1

DIRECTIVES = {
    "language_level": 3,
    "boundscheck": DEBUG,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": DEBUG,
    "embedsignature": True,
    "annotation_typing": False,
}


def stage_declarations() -> None:
    """Copies _core/**/*.pxd to where their import path says, touching only what changed."""
    (ROOT / CIMPORT / "tileengine").mkdir(parents=True, exist_ok=True)
    (ROOT / CIMPORT / "tileengine" / "__init__.pxd").touch()
    for source in sorted((ROOT / SOURCES).rglob("*.pxd")):
        target = ROOT / CIMPORT / "tileengine" / source.relative_to(ROOT)
        for folder in (target.parent, *target.parent.parents):
            if folder == ROOT / CIMPORT / "tileengine":
                break
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "__init__.pxd").touch()
        if not target.exists() or target.read_bytes() != source.read_bytes():
            shutil.copyfile(source, target)


def extensions() -> list[Extension]:
    """One extension per .pyx; a new game's file is found without a change here."""
    flags = ["-O1", "-g"] if DEBUG else ["-O3"]
    flags.append("-ffp-contract=off")  # the search gives the same doubles on every machine
    if SANITIZE:
        flags += [f"-fsanitize={SANITIZE}", "-fno-omit-frame-pointer", "-g"]
    found = []
    for path in sorted((ROOT / SOURCES).rglob("*.pyx")):
        source = path.relative_to(ROOT)
        name = "tileengine." + ".".join(source.with_suffix("").parts)
        found.append(
            Extension(
                name,
                [source.as_posix()],
                define_macros=[("TILEENGINE_DEBUG", "1")] if DEBUG else [],
                extra_compile_args=flags,
                extra_link_args=[f"-fsanitize={SANITIZE}"] if SANITIZE else [],
            )
        )
    return found


os.chdir(ROOT)
stage_declarations()
setup(
    ext_modules=cythonize(
        extensions(),
        include_path=[CIMPORT.as_posix()],
        build_dir="build/cython-debug" if DEBUG else "build/cython",
        compiler_directives=DIRECTIVES,
        nthreads=int(os.environ.get("TILEENGINE_JOBS", "0")),
    ),
    options={"build_ext": {"parallel": JOBS}},
)
