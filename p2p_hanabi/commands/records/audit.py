"""`p2phanabi audit`: the verdict on transcripts, as JSON or text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from p2p_hanabi.registry import OPTIONS, RULES
from p2p_hanabi.seam.options import shown
from p2p_hanabi.ui.words.i18n import _
from protocol.audit.compare import Comparison, compare
from protocol.audit.verdict import Report, audit
from protocol.ledger.transcript import MAX_FILE_BYTES, NotATranscript
from protocol.reasons import Reason

from ..console.failures import Failed, no_transcript
from ..console.input_file import called, read_input
from ..console.reason_text import because
from . import outcome_facts, table_ends
from .record import is_record


@dataclass(frozen=True, slots=True)
class WrongPlayer:
    """A player required by `--player` who did not take part, or had another key."""

    name: str
    is_absent: bool

    @property
    def code(self) -> str:
        """The reason code, for scripts."""
        return "absent-player" if self.is_absent else "other-player"

    @property
    def sentence(self) -> str:
        sentence = _("NOT VALID: {name} has a different fingerprint.")
        if self.is_absent:
            sentence = _("NOT VALID: nobody called {name} played.")
        return sentence.format(name=self.name)


@dataclass(frozen=True, slots=True)
class Examined:
    """A file, its audit report, and a required player who is missing or had another key."""

    path: Path
    data: bytes
    report: Report
    wrong_player: WrongPlayer | None

    @property
    def is_good(self) -> bool:
        report = self.report
        return report.valid and report.named is None and self.wrong_player is None


@dataclass(frozen=True, slots=True)
class TableFiles:
    """Several valid files of one table, and the pairs that contradict each other."""

    files: tuple[Examined, ...]
    conflicts: tuple[tuple[Examined, Examined, Comparison], ...]

    @property
    def ends(self) -> dict[table_ends.RecordedEnd, list[Path]]:
        """The ends that the files tell, if they tell several."""
        return table_ends.ends_in((one.path, one.report) for one in self.files)


def read_file(path: Path) -> bytes:
    """Read the whole file. Raise `Failed` if it cannot be read or is too large."""
    too_large = _("{path} is larger than any transcript ({most} bytes).")
    return read_input(path, MAX_FILE_BYTES, too_large)


def examine(path: Path, demanded: Mapping[str, str]) -> Examined:
    """Audit a file. Raise `Failed` if it is not a transcript."""
    data = read_file(path)
    if is_record(data):
        raise Failed(
            _(
                "{path} is an imported game: nobody has signed it, so there is nothing to audit. "
                "`p2phanabi replay` shows it."
            ).format(path=called(path))
        )
    report = audit(data, RULES)
    if isinstance(report.fault, NotATranscript):
        raise Failed(no_transcript(called(path), report.fault.reason))
    return Examined(path, data, report, _wrong_player(report, demanded))


def by_table(examined: Iterable[Examined]) -> list[TableFiles]:
    """Compare the valid files of each table that has several."""
    tables: dict[bytes, list[Examined]] = {}
    for one in examined:
        if one.report.valid:
            tables.setdefault(one.report.table, []).append(one)
    several = (files for files in tables.values() if len(files) > 1)
    return [TableFiles(tuple(files), _conflicts(files)) for files in several]


def _conflicts(files: Sequence[Examined]) -> tuple[tuple[Examined, Examined, Comparison], ...]:
    compared = (
        (one, other, compare(one.data, other.data, one.report.last))
        for one, other in combinations(files, 2)
        if one.report.last is not None  # never None in a valid file
    )
    return tuple(found for found in compared if not found[2].fits)


def demands(texts: Iterable[str]) -> dict[str, str]:
    """Parse NAME=FINGERPRINT, with or without spaces in the fingerprint. Raise `Failed`."""
    wanted = {}
    for text in texts:
        name, equals, digits = text.rpartition("=")
        if not equals or not name:
            raise Failed(_('--player needs NAME=FINGERPRINT, not "{typed}".').format(typed=text))
        wanted[name] = digits.replace(" ", "").lower()
    return wanted


def as_json(path: Path, report: Report, wrong_player: WrongPlayer | None) -> dict[str, Any]:
    """Return one object with the keys that docs/play.md lists."""
    found: dict[str, Any] = {
        "file": str(path),
        "valid": report.valid and wrong_player is None,
        "finished": report.finished,
    }
    if report.fault is not None:
        found |= _reason(report.fault.reason)
        found["sentence"] = because(report.fault.reason)
        found |= _given(round=report.fault.round_number, seat=report.fault.seat)
    elif wrong_player is not None:
        found["reason"] = wrong_player.code
        found["sentence"] = wrong_player.sentence
    elif report.named is not None:
        found["reason"] = "withdrew" if report.withdrawn else "broke the protocol"
        found |= _given(round=report.named_round, seat=report.named)
    found |= {
        "game": report.game,
        "options": shown(OPTIONS.get(report.game, ()), dict(report.options)),
        "players": [
            {"seat": p.seat, "name": p.name, "fingerprint": p.fingerprint} for p in report.players
        ],
        "table": report.table.hex(),
        "words": list(report.words),
        "rounds": report.rounds,
        "statements": report.statements,
        "proofs": dict(sorted(report.proofs.items())),
        "head": report.head.hex(),
    }
    if report.not_recomputed:
        found["not_recomputed"] = [
            {"seat": seat, "statements": count} for seat, count in report.not_recomputed.items()
        ]
    found |= _given(gone=report.gone)
    if report.unconfirmed:
        found["unconfirmed"] = list(report.unconfirmed)
        found["signed_by"] = list(report.signed_by)
    if report.machines != tuple(player.seat for player in report.players):
        found["machines"] = list(report.machines)
    if report.agreed:
        found["agreed"] = list(report.agreed)
    if report.finished:
        found["outcome"] = outcome_facts.facts(report.game, report.outcome)
        if hidden := outcome_facts.unchecked(report):
            found["unchecked"] = list(hidden)
    return found


def table_as_json(found: TableFiles) -> dict[str, Any]:
    """Return one object with the keys that docs/play.md lists."""
    names = {player.seat: player.name for player in found.files[0].report.players}
    facts: dict[str, Any] = {
        "table": found.files[0].report.table.hex(),
        "files": [str(one.path) for one in found.files],
        "same": not found.conflicts,
        "differences": [
            {
                "files": [str(one.path), str(other.path)],
                "rounds": comparison.rounds,
                "parted": comparison.parted,
                "signed_both": [
                    {"seat": both.seat, "name": names[both.seat]} | _given(round=both.round_number)
                    for both in comparison.signed_both
                ],
            }
            for one, other, comparison in found.conflicts
        ],
    }
    return {**facts, "ends": table_ends.as_json(found.ends)} if found.ends else facts


def exit_code(good: Iterable[bool]) -> int:
    return 0 if all(good) else 1


def dump(found: Mapping[str, Any]) -> str:
    # an invalid file's options may contain bytes
    return json.dumps(found, ensure_ascii=True, default=bytes.hex)


def _wrong_player(report: Report, demanded: Mapping[str, str]) -> WrongPlayer | None:
    played = {p.name: p.fingerprint.replace(" ", "") for p in report.players}
    for name, digits in demanded.items():
        if played.get(name) != digits:
            return WrongPlayer(name, is_absent=name not in played)
    return None


def _reason(reason: Reason) -> dict[str, Any]:
    """Return the reason's code, with its facts and its cause if it has any."""
    facts: dict[str, Any] = {"reason": reason.code.code}
    if reason.facts:
        facts["facts"] = reason.named
    return facts if reason.cause is None else {**facts, "because": _reason(reason.cause)}


def _given(**values: int | None) -> dict[str, int]:
    return {key: value for key, value in values.items() if value is not None}
