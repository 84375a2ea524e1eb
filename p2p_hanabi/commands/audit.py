"""`p2phanabi audit`: the verdict on transcripts, as JSON or for a player to read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from p2p_hanabi.games import GAMES, OPTIONS
from p2p_hanabi.games.options import shown
from p2p_hanabi.ui import sentences_audit as say
from p2p_hanabi.ui import sentences_failures as failures
from p2p_hanabi.ui.sentences_exchange import nothing_to_audit
from p2p_hanabi.ui.sentences_games import title_of
from protocol.audit import Report, audit
from protocol.transcript import MAX_FILE_BYTES, NotATranscript

from . import outcomes
from .failures import Failed
from .record import is_record


@dataclass(frozen=True, slots=True)
class WrongPlayer:
    """Who was demanded and did not play, or played by another key."""

    name: str
    is_absent: bool

    @property
    def reason(self) -> str:
        """For scripts: the same in every language."""
        if self.is_absent:
            return f"no {self.name} played"
        return f"{self.name} is another player than the fingerprint says"


def read_file(path: Path) -> bytes:
    """The whole file, unless it is too large to be a transcript."""
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise Failed(failures.too_large(path, MAX_FILE_BYTES))
        return path.read_bytes()
    except OSError as error:
        raise Failed(failures.cannot_read(path, (error.strerror or str(error)).lower())) from None


def examine(path: Path, demanded: Mapping[str, str]) -> tuple[Report, WrongPlayer | None]:
    """The report, and what is wrong with who played, if that was asked. `Failed`: no transcript."""
    data = read_file(path)
    if is_record(data):
        raise Failed(nothing_to_audit(path))
    report = audit(data, GAMES)
    if isinstance(report.fault, NotATranscript):
        raise Failed(failures.no_transcript(path, report.fault.reason))
    return report, _wrong_player(report, demanded)


def demands(texts: Iterable[str]) -> dict[str, str]:
    """NAME=FINGERPRINT, with the fingerprint's spaces or without."""
    wanted = {}
    for text in texts:
        name, equals, digits = text.rpartition("=")
        if not equals or not name:
            raise Failed(failures.bad_player(text))
        wanted[name] = digits.replace(" ", "").lower()
    return wanted


def is_good(report: Report, wrong_player: WrongPlayer | None) -> bool:
    return report.valid and report.named is None and wrong_player is None


def as_json(path: Path, report: Report, wrong_player: WrongPlayer | None) -> dict[str, Any]:
    """One object, its keys as docs/play.md lists them."""
    found: dict[str, Any] = {
        "file": str(path),
        "valid": report.valid and wrong_player is None,
        "finished": report.finished,
    }
    if report.fault is not None:
        found["reason"] = report.fault.reason
        found |= _given(round=report.fault.round_number, seat=report.fault.seat)
    elif wrong_player is not None:
        found["reason"] = wrong_player.reason
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
    found |= _given(gone=report.gone)
    if report.agreed:
        found["agreed"] = list(report.agreed)
    if report.finished:
        found["outcome"] = outcomes.facts(report.game, report.outcome)
        if hidden := outcomes.unchecked(report):
            found["unchecked"] = list(hidden)
    return found


def as_text(label: str, report: Report, wrong_player: WrongPlayer | None) -> list[str]:
    """The verdict first, then what it rests on, and what nobody can check."""
    lines = [say.verdict(label, verdict(report, wrong_player))]
    if report.players:
        seats = [say.player(p.name, p.seat, p.fingerprint) for p in report.players]
        lines.append(say.played_by(title_of(report.game), seats))
    if report.words:
        lines.append(say.table_words(report.words))
    if report.finished:
        found = outcomes.facts(report.game, report.outcome)
        lines.append(say.ended(found["reason"], _scores(report, found)))
        lines += [f"    {line}" for line in outcomes.told(report)]
    if report.valid:
        lines.append(say.checks_title(report.rounds))
        lines += [f"    {line}" for line in _checked(report)]
        lines += [say.unchecked(each) for each in outcomes.unchecked(report)]
    return lines


def _scores(report: Report, found: Mapping[str, Any]) -> object:
    """The score of all, or everybody's own."""
    own = found.get("prestige", found.get("points"))
    if own is None:
        return found["score"]
    each = zip(report.players, own, strict=True)
    return ", ".join(say.score_of(player.name, score) for player, score in each)


def _checked(report: Report) -> list[str]:
    lines = say.checked(report.proofs)
    if report.finished and report.proofs["cards recomputed"]:
        gone = next((p.name for p in report.players if p.seat == report.gone), None)
        meant = say.shuffles_were_meant() if gone is None else say.shuffles_were_meant_but(gone)
        lines.append(meant)
    return lines


def every_check(report: Report) -> list[str]:
    """For `--verbose`: each statement of each round, and what was verified in it."""
    names = {player.seat: player.name for player in report.players}
    return [
        say.one_check(check.round_number, names[check.seat], check.seat, (check.count, check.kind))
        for check in report.checks
    ]


def exit_code(good: Iterable[bool]) -> int:
    return 0 if all(good) else 1


def dump(found: Mapping[str, Any]) -> str:
    # the options of a file that is not good may be of any kind
    return json.dumps(found, ensure_ascii=True, default=bytes.hex)


def verdict(report: Report, wrong_player: WrongPlayer | None) -> str:
    """In one sentence, which stands after the file's name."""
    names: dict[int, str] = {player.seat: player.name for player in report.players}
    fault = report.fault
    if fault is not None:
        who = None if fault.seat is None else (names[fault.seat], fault.seat)
        return say.not_good(fault.reason, fault.round_number, who)
    if wrong_player is not None:
        tell = say.nobody_called if wrong_player.is_absent else say.another_key
        return tell(wrong_player.name)
    if report.named is not None:
        named = say.withdrew if report.withdrawn else say.broke_protocol
        return named(names[report.named], report.named, report.named_round)
    if report.agreed:
        return say.agreed([names[seat] for seat in report.agreed])
    return say.good() if report.finished else say.unfinished()


def _wrong_player(report: Report, demanded: Mapping[str, str]) -> WrongPlayer | None:
    played = {p.name: p.fingerprint.replace(" ", "") for p in report.players}
    for name, digits in demanded.items():
        if played.get(name) != digits:
            return WrongPlayer(name, is_absent=name not in played)
    return None


def _given(**values: int | None) -> dict[str, int]:
    return {key: value for key, value in values.items() if value is not None}
