"""A cache of audit results, so that `history` need not repeat audits.

The file is append-only, with one line for each audit, so a crash never loses earlier lines. A line
begins with a checksum of the rest; a line that does not match it is skipped, and only its file is
audited again. The last line about a file counts.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from p2p_hanabi import __version__
from p2p_hanabi.paths import Home, StorageFailed, append_to, write
from p2p_hanabi.ui.words.i18n import language

Facts = dict[str, Any]
"""A game's facts as `history --json` prints them, each player's `points`, None if they have none of
their own, and `statistics`, which were `counted` by some version of this program or never; or
`valid` is false, with the `reason`."""
MAX_CACHE_BYTES = 16 * 1024 * 1024
MAX_LINE_BYTES = 16 * 1024
DIGITS = 16
_OF_PLAYERS = ("seat", "name", "fingerprint")


@dataclass(frozen=True, slots=True)
class Audited:
    """The result for one file. `mark` is that of its status, `digest` that of its content."""

    mark: str
    digest: str
    facts: Facts


class HistoryCache:
    """Looks up files by their status or, if that has changed, by their content."""

    def __init__(self, home: Home) -> None:
        self._home = home
        self._by_mark: dict[str, Facts] = {}
        self._by_digest: dict[str, Facts] = {}
        for found in map(_read, _lines(home.history)):
            if found is not None:
                self._by_mark[found.mark] = self._by_digest[found.digest] = found.facts

    def unchanged(self, status: os.stat_result) -> Facts | None:
        """Look up a file that was not written to since its audit."""
        return self._by_mark.get(mark_of(status))

    def copied(self, status: os.stat_result, data: bytes) -> Facts | None:
        """Look up a file by its content, and cache its new status."""
        digest = digest_of(data)
        facts = self._by_digest.get(digest)
        if facts is not None:
            keep(self._home, Audited(mark_of(status), digest, facts))
        return facts


def keep(home: Home, found: Audited) -> None:
    """Append a result to the cache. Storage errors are ignored: the file is then audited again."""
    line = _line(found)
    if len(line) > MAX_LINE_BYTES:
        return
    with contextlib.suppress(OSError, StorageFailed):
        _shrink(home.history)
        with append_to(home.history) as file:
            # the first newline ends a truncated line
            file.write(b"\n" + line + b"\n")


def mark_of(status: os.stat_result) -> str:
    """Return a mark that changes whenever a file is written to: its ctime cannot be set back."""
    of_file = (status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
    return "-".join(map(str, of_file))


def digest_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _line(found: Audited) -> bytes:
    facts = found.facts if found.facts["valid"] else {**found.facts, "by": _by()}
    content = json.dumps([found.mark, found.digest, facts]).encode()
    return _checksum(content) + b" " + content


def _checksum(content: bytes) -> bytes:
    return digest_of(content)[:DIGITS].encode()


def _lines(path: Path) -> list[bytes]:
    """Read the lines, only the last ones if the file is too large; none if it cannot be read."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # reading a pipe could take for ever
            return []
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - MAX_CACHE_BYTES))
            return file.read(MAX_CACHE_BYTES).split(b"\n")
    except OSError:
        return []


def _shrink(path: Path) -> None:
    """Drop the older half of the lines if the file is too large."""
    with contextlib.suppress(FileNotFoundError):
        if path.stat().st_size > MAX_CACHE_BYTES:
            lines = [line for line in _lines(path) if _read(line) is not None]
            write(path, b"\n".join(lines[len(lines) // 2 :]))


def _read(line: bytes) -> Audited | None:
    """Parse a line; None if it is damaged."""
    content = line[DIGITS + 1 :]
    if line != _checksum(content) + b" " + content:
        return None
    try:
        found = json.loads(content)
    except (ValueError, RecursionError):
        return None
    match found:
        case [str(mark), str(digest), dict(facts)] if _is_game(facts) or _is_no_game(facts):
            return Audited(mark, digest, facts)
    return None


def _is_no_game(facts: Facts) -> bool:
    match facts:
        case {"valid": False, "reason": str(), "by": by}:
            return bool(by == _by())
    return False


def _by() -> str:
    """Return what a stored reason depends on: the version, which decides what is rejected, and the
    language."""
    return f"{__version__} {language()}"


def _is_game(facts: object) -> bool:
    """Return whether the facts have all fields that `history` prints."""
    match facts:
        case {
            "valid": True,
            "game": str(),
            "players": [*players],
            "finished": bool(),
            "agreed": list(),
            "options": dict(),
            **more,
        }:
            named = all(isinstance(p, dict) and set(_OF_PLAYERS) <= set(p) for p in players)
            return named and ("outcome" not in more or _is_result(more, len(players)))
    return False


def _is_result(facts: object, players: int) -> bool:
    match facts:
        case {"outcome": {"score": _}, "points": None}:
            return True
        case {"outcome": {"score": _}, "points": [*each]}:
            return len(each) == players
    return False
