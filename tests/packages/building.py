"""The wheel and the source distribution, built from a copy of this tree."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
TAKEN = (".ci", "docs", "p2p_hanabi", "protocol", "tests")
FILES = ("LICENSE", "MANIFEST.in", "Makefile", "README.md", "pyproject.toml", "setup.py")
LEFT_OUT = ("__pycache__", "*.mo", "*.egg-info")
BUILD = """
import os, setuptools.build_meta as backend
os.umask({umask})
backend.build_sdist("dist")
backend.build_wheel("dist")
"""


def built(folder: Path, umask: int = 0o022) -> tuple[Path, Path]:
    """Return the wheel and the source distribution, of files with the rights that this umask
    leaves."""
    for name in TAKEN:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns(*LEFT_OUT))
    for name in FILES:
        shutil.copy(ROOT / name, folder / name)
    for path in folder.rglob("*"):
        path.chmod(path.stat().st_mode & ~umask)
        os.utime(path, (umask, umask))  # any date
    build = [sys.executable, "-c", BUILD.format(umask=umask)]
    subprocess.run(build, check=True, capture_output=True, cwd=folder)
    (wheel,), (source,) = (folder / "dist").glob("*.whl"), (folder / "dist").glob("*.tar.gz")
    return wheel, source
