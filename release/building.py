"""The wheel and the source distribution, built from a copy of this tree.

    python -m release.building FOLDER

writes them to a new folder.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
TAKEN = (".ci", ".github", "docs", "p2p_hanabi", "protocol", "release", "tests")
FILES = (
    ".editorconfig", "CONTRIBUTING.md", "LICENSE", "MANIFEST.in", "Makefile", "README.md",
    "SECURITY.md", "pyproject.toml", "setup.py",
)  # fmt: skip
LEFT_OUT = ("__pycache__", "*.mo", "*.egg-info")
DATE = int(os.environ.get("SOURCE_DATE_EPOCH", "315532800"))
"""Of all files in a package, as in `setup.py`: 1980 unless a release says another."""
BUILD = """
import os, setuptools.build_meta as backend
os.umask({umask})
backend.build_sdist("dist")
backend.build_wheel("dist")
"""


def main(arguments: Sequence[str]) -> int:
    target = Path(arguments[0])
    target.mkdir()
    with tempfile.TemporaryDirectory(prefix="p2phanabi-built-") as temporary:
        for made in built(Path(temporary) / "built"):
            shutil.move(made, target)
    return 0


def built(folder: Path, umask: int = 0o022) -> tuple[Path, Path]:
    """Return the wheel and the source distribution, built from files with the permissions that this
    umask leaves."""
    copy_tree(folder)
    for path in folder.rglob("*"):
        path.chmod(path.stat().st_mode & ~umask)
        os.utime(path, (umask, umask))  # any date
    build = [sys.executable, "-c", BUILD.format(umask=umask)]
    subprocess.run(build, check=True, capture_output=True, cwd=folder)
    (wheel,), (source,) = (folder / "dist").glob("*.whl"), (folder / "dist").glob("*.tar.gz")
    return wheel, source


def unpack(packed: Path, folder: Path) -> None:
    """Unpack a tar archive into a folder, with the filter for data where this Python has it:
    Python 3.11.2, which Debian 12 has, does not know `extractall(filter=...)`."""
    with tarfile.open(packed) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", lambda member, _folder: member)
        archive.extractall(folder)  # noqa: S202 - it is ours, or a pinned package


def needed() -> list[str]:
    """Return the packages that the program needs, with the lowest version of each."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return list(project["dependencies"])


def output_of(
    *words: str | Path, at: Path | None = None, environment: Mapping[str, str] = {}
) -> str:
    """Return the output of a command, run in ours with `environment`, but without the variables of
    our Python. Raise `SystemExit` with all output if it fails."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        words,
        check=False,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        cwd=at or tempfile.gettempdir(),  # not the checkout, which Python would import
        env={**clean, **environment},
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}")
    return done.stdout


def copy_tree(folder: Path) -> None:
    """Copy this tree, without build products, into a folder, which may be new."""
    for name in TAKEN:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns(*LEFT_OUT))
    for name in FILES:
        shutil.copy(ROOT / name, folder / name)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
