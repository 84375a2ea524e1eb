"""The packed program, which needs no Python: as one file, or as a folder.

    python -m release.packed [--folder]

writes it to dist/. Windows packs its own, with the same spec (`make single-file-windows`).
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import venv
from collections.abc import Sequence
from pathlib import Path

from .building import DATE, ROOT, built, output_of

DIST = ROOT / "dist"
SPEC = ROOT / "release" / "frozen" / "p2phanabi.spec"
PACKER = "pyinstaller==6.22.3"
SOURCE_WITH = "zeroconf"
"""Under the LGPL: its source goes with it."""
FOLDER = "--folder"
SAME = {"PYTHONHASHSEED": "1", "SOURCE_DATE_EPOCH": str(DATE)}
"""Settings for reproducible builds."""
CONTENTS, DOWNLOADS = "contents.json", "downloads.json"
"""What is inside a packed program, and what pip installed for it, with digests."""


def main(arguments: Sequence[str]) -> int:
    with tempfile.TemporaryDirectory(prefix="p2phanabi-packed-") as temporary:
        folder = Path(temporary)
        made = packed(folder, is_folder=FOLDER in arguments)
        DIST.mkdir(exist_ok=True)
        target = DIST / f"{made.name}{'-folder' if made.is_dir() else ''}"
        shutil.rmtree(target, ignore_errors=True)
        target.unlink(missing_ok=True)
        shutil.move(made, target)
    size = sum(path.stat().st_size for path in [target, *target.rglob("*")] if path.is_file())
    print(f"{target.relative_to(ROOT)}: {size / 1e6:.1f} MB")  # noqa: T201 - it is a command
    return 0


def packed(folder: Path, *, is_folder: bool) -> Path:
    """Build the program in this folder, with a Python that has nothing else, and return it."""
    wheel, _source = built(folder / "built")
    return frozen(packer(folder, wheel), folder, is_folder=is_folder)


def packer(folder: Path, wheel: Path, versions: Sequence[str] = ()) -> Path:
    """Return a Python in this folder that has only the wheel and what packs it: the newest
    versions, except where a requirement in `versions` says another."""
    venv.create(folder / "venv", with_pip=True)
    python = folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    pip = (python, "-m", "pip", "--quiet", "--disable-pip-version-check")
    constraints = folder / "versions.txt"  # a version named as an argument would leave a trace
    constraints.write_text("".join(f"{each}\n" for each in versions), "utf-8")
    options = ("--report", folder / DOWNLOADS, "--constraint", constraints)
    run(*pip, "install", *options, wheel, PACKER)
    download_source(version_of(python), folder / "licences")
    return python


def frozen(python: Path, folder: Path, *, is_folder: bool) -> Path:
    """Pack the program with the Python of `packer` in the same folder, and return it. What is
    inside is then in the file `contents.json` there."""
    shape = FOLDER if is_folder else "--file"
    where = ("--distpath", folder / shape, "--workpath", folder / "work", "--log-level", "WARN")
    arguments: list[str | Path] = [
        "--licences",
        folder / "licences",
        "--contents",
        folder / CONTENTS,
    ]
    arguments += [FOLDER] if is_folder else []
    run(python, "-m", "PyInstaller", *where, SPEC, "--", *arguments)
    (made,) = (folder / shape).iterdir()
    return made


def version_of(python: Path) -> str:
    """Return which version of zeroconf this Python has."""
    asks = f"import importlib.metadata as of; print(of.version({SOURCE_WITH!r}))"
    return run(python, "-c", asks).strip()


def download_source(version: str, folder: Path) -> None:
    """Download the source of this version of zeroconf to a folder."""
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    which = ("--no-deps", "--no-binary", SOURCE_WITH, f"{SOURCE_WITH}=={version}")
    run(*pip, "download", "--dest", folder, *which, SKIP_CYTHON="1")  # compile nothing


def run(*words: str | Path, **more: str) -> str:
    return output_of(*words, environment={**SAME, **more})


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
