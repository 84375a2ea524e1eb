"""The artefacts of a failed test: everything that its processes wrote, on one timeline."""

from __future__ import annotations

import re
import shutil
import tempfile
import time
from collections.abc import Iterable, Sequence
from datetime import datetime
from operator import itemgetter
from pathlib import Path

FOLDER = Path(tempfile.gettempdir()) / "p2phanabi-failures"
LAST = 150
_STAMP = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}) (.*)")


def stamp(seconds: float) -> str:
    """Return a timestamp in the format of the log."""
    when = datetime.fromtimestamp(seconds)  # noqa: DTZ006 - the log has no zone either
    return when.strftime("%Y-%m-%d %H:%M:%S,") + f"{when.microsecond // 1000:03}"


def keep(test: str, folders: Sequence[Path]) -> tuple[Path, list[str]]:
    """Copy these folders; return where, and the timeline of their content, which is stored there
    too.

    The copies contain keys of test tables.
    """
    name = re.sub(r"\W+", "-", test)[:80]
    kept = FOLDER / f"{time.strftime('%Y%m%d-%H%M%S')}-{name}"
    for number, folder in enumerate(folders):
        shutil.copytree(folder, kept / f"{number}-{folder.name}", dirs_exist_ok=True)
    lines = timeline(kept)
    (kept / "timeline").write_text("\n".join(lines) + "\n")
    return kept, lines


def timeline(folder: Path) -> list[str]:
    """Return every line of all logs and events below the folder, in order, with its source."""
    files = sorted(path for path in folder.rglob("*") if _is_report(path))
    lines = [line for path in files for line in _ends_of(path)]
    return [line for _, line in sorted(lines, key=itemgetter(0))]


def _is_report(path: Path) -> bool:
    return path.name in ("log", "log.1") or path.suffix in (".events", ".stderr")


def _ends_of(path: Path) -> Iterable[tuple[str, str]]:
    """Yield the lines with their times; a line without one has that of the line before."""
    who = path.stem if path.suffix in (".events", ".stderr") else path.parent.name
    at = ""
    if path.suffix == ".stderr":
        at = stamp(path.stat().st_mtime)
    for line in path.read_text("utf-8", errors="replace").splitlines():
        found = _STAMP.match(line)
        at, text = (found[1], found[2]) if found else (at, line)
        yield at, f"{at[11:]} {who:8} {text}"
