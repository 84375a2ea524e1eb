"""`p2phanabi history`: the games played here, from their transcripts.

Each transcript is audited once; what came of it is kept under the file's digest, so that one that
has changed since is audited again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import click

from p2p_hanabi.games.common.options import shown
from p2p_hanabi.paths import Home, StorageFailed, find_home, read, read_error, write
from p2p_hanabi.registry import OPTIONS, RULES, title_of
from p2p_hanabi.ui.kit.i18n import _
from p2p_hanabi.ui.kit.sentences import listing
from p2p_hanabi.ui.reports import sentences_history as say
from protocol.audit.verdict import Report, audit
from protocol.identity.keys import fingerprint
from protocol.ledger.transcript import MAX_FILE_BYTES

from . import audit as audits
from . import outcome_facts as outcomes
from .failures import Failed, storage_failed
from .output import tell

MAX_CACHE_BYTES = 16 * 1024 * 1024
ENDING = ".p2ph"
_OF_PLAYERS = ("seat", "name", "fingerprint")
MANY = 4
"""From so many games on it is said that they are being checked, which takes a second each."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One file. `facts` are those of its game, or say why there is none. `when` it was written."""

    path: Path
    when: datetime
    facts: dict[str, Any]

    @property
    def is_game(self) -> bool:
        return bool(self.facts["valid"])

    def as_json(self, me: str | None) -> dict[str, Any]:
        found = {"file": str(self.path), "when": self.when.isoformat(), **self.facts}
        if self.is_game:
            table = OPTIONS.get(str(self.facts["game"]), ())
            found["options"] = shown(table, self.facts["options"])
            found["me"] = next(
                (p["seat"] for p in self.facts["players"] if p["fingerprint"] == me), None
            )
        return found


def show_history(*, as_json: bool) -> None:
    """The last game first. What is no good transcript is named on standard error."""
    home = find_home()
    me = _own_fingerprint(home)
    entries = entries_in(home)
    for entry in entries:
        if as_json:
            click.echo(json.dumps(entry.as_json(me)))
        elif entry.is_game:
            tell(_line(entry, me))
        else:
            tell(say.no_game(entry.path, str(entry.facts["reason"])), err=True)
    if not entries and not as_json:
        click.echo(say.nothing_played(home.transcripts), err=True)


def entries_in(home: Home) -> list[Entry]:
    known = _read_cache(home)
    kept: dict[str, Any] = {}
    files = sorted(_files(home), key=lambda file: file[1], reverse=True)
    if len(files) - len(known) >= MANY and sys.stderr.isatty():
        click.echo(say.checking(len(files) - len(known)), err=True)
    entries = []
    for path, written in files:
        when = datetime.fromtimestamp(written, tz=UTC)
        try:
            data = read(path, MAX_FILE_BYTES)
        except StorageFailed as error:
            entries.append(Entry(path, when, _no_game(error.reason)))
            continue
        digest = hashlib.sha256(data).hexdigest()
        facts = known.get(digest) or _facts(audit(data, RULES))
        if facts["valid"]:
            kept[digest] = facts
        entries.append(Entry(path, when, facts))
    if kept != known:
        with contextlib.suppress(StorageFailed):  # it is only checked again the next time
            write(_cache(home), json.dumps(kept).encode())
    return entries


def _files(home: Home) -> Iterator[tuple[Path, float]]:
    """Each transcript, and when it was written."""
    try:
        there_are = [path for path in home.transcripts.iterdir() if path.suffix == ENDING]
    except FileNotFoundError:
        return
    except OSError as error:
        raise Failed(storage_failed(read_error(home.transcripts, error))) from None
    for path in there_are:
        with contextlib.suppress(OSError):  # it has gone in this moment
            yield path, path.stat().st_mtime


def _facts(report: Report) -> dict[str, Any]:
    """Of a good transcript, whether or not its game was finished."""
    if not report.valid:
        return _no_game(audits.verdict(report, None).rstrip("."))
    found: dict[str, Any] = {
        "valid": True,
        "game": report.game,
        "options": dict(report.options),
        "players": [
            {"seat": p.seat, "name": p.name, "fingerprint": p.fingerprint} for p in report.players
        ],
        "table": report.table.hex(),
        "finished": report.finished,
    }
    if report.finished:
        found["outcome"] = outcomes.facts(report.game, report.outcome)
    return found


def _no_game(reason: str) -> dict[str, Any]:
    return {"valid": False, "reason": reason}


def _line(entry: Entry, me: str | None) -> str:
    facts = entry.facts
    others = [p["name"] for p in facts["players"] if p["fingerprint"] != me]
    when = entry.when.astimezone().strftime("%Y-%m-%d %H:%M")
    outcome = facts.get("outcome")
    if outcome is None:
        result = _("not finished")
    elif points := outcome.get("points") or outcome.get("prestige"):
        names = [p["name"] for p in facts["players"]]
        result = say.points(list(zip(names, points, strict=True)))
    else:
        result = _("score {n}").format(n=outcome["score"])
    told = _("{when}  {game} with {names}: {result}").format(
        when=when, game=title_of(facts["game"]), names=listing(others), result=result
    )
    return f"{told}  {entry.path.name}"


def _own_fingerprint(home: Home) -> str | None:
    try:
        return fingerprint(home.known_player().identity.public)
    except StorageFailed:
        return None


def _cache(home: Home) -> Path:
    return home.path / "history"


def _read_cache(home: Home) -> dict[str, Any]:
    """What was found before; nothing if that cannot be read, or is of another version."""
    try:
        found = json.loads(read(_cache(home), MAX_CACHE_BYTES))
    except (StorageFailed, ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    return {digest: facts for digest, facts in found.items() if _is_whole(facts)}


def _is_whole(facts: object) -> bool:
    """Whether it has what a line is made of."""
    match facts:
        case {
            "valid": True,
            "game": str(),
            "players": [*players],
            "finished": bool(),
            "options": dict(),
            **more,
        }:
            named = all(isinstance(p, dict) and set(_OF_PLAYERS) <= set(p) for p in players)
            return named and ("outcome" not in more or _is_outcome(more["outcome"], len(players)))
    return False


def _is_outcome(outcome: object, players: int) -> bool:
    if not isinstance(outcome, dict) or "score" not in outcome:
        return False
    each = outcome.get("points") or outcome.get("prestige") or [None] * players
    return isinstance(each, list) and len(each) == players
