"""`p2phanabi audit`: the verdict on transcripts, as JSON or for a player to read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from p2p_hanabi.games import GAMES
from protocol.audit import Report, audit
from protocol.transcript import MAX_FILE_BYTES, NotATranscript

from . import outcomes
from .failures import Failed


def read_file(path: Path) -> bytes:
    """The whole file, unless it is too large to be a transcript."""
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise Failed(f"{path} is larger than any transcript ({MAX_FILE_BYTES} bytes).")
        return path.read_bytes()
    except OSError as error:
        raise Failed(f"Cannot read {path}: {(error.strerror or str(error)).lower()}.") from None


def examine(path: Path, demanded: Mapping[str, str]) -> tuple[Report, str | None]:
    """The report, and what is wrong with who played, if that was asked. `Failed`: no transcript."""
    report = audit(read_file(path), GAMES)
    if isinstance(report.fault, NotATranscript):
        raise Failed(f"{path} is no transcript: {report.fault.reason}.")
    return report, _wrong_player(report, demanded)


def demands(texts: Iterable[str]) -> dict[str, str]:
    """NAME=FINGERPRINT, with the fingerprint's spaces or without."""
    wanted = {}
    for text in texts:
        name, equals, digits = text.rpartition("=")
        if not equals or not name:
            raise Failed(f"--player is NAME=FINGERPRINT, not {text!r}.")
        wanted[name] = digits.replace(" ", "").lower()
    return wanted


def is_good(report: Report, wrong_player: str | None) -> bool:
    return report.valid and report.named is None and wrong_player is None


def as_json(path: Path, report: Report, wrong_player: str | None) -> dict[str, Any]:
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
        found["reason"] = wrong_player
    elif report.named is not None:
        found["reason"] = "withdrew" if report.withdrawn else "broke the protocol"
        found |= _given(round=report.named_round, seat=report.named)
    found |= {
        "game": report.game,
        "options": dict(report.options),
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
    if report.finished:
        found["outcome"] = outcomes.facts(report.game, report.outcome)
        if hidden := outcomes.unchecked(report):
            found["unchecked"] = list(hidden)
    return found


# What was verified, for a player to read. A kind that did not occur is not told.
_TOLD = {
    "seat signatures": "All {n} players signed the table.",
    "signatures": "All {n} statements are signed, each over everything that was said before it.",
    "keys": "Each of the {n} keys was committed to, and proven by the one who holds it.",
    "shuffles": "Each of the {n} shuffles was proven when it was made.",
    "shares": "All {n} open shares of dealt cards are true.",
    "blinded shares": "All {n} blinded shares of cards hidden from their holder are true.",
    "moves": "All {n} moves keep the rules, and all players agreed to each.",
    "claims": "All {n} things that hints said of hidden cards are true.",
    "openings": "All {n} openings show the card that was dealt.",
    "objections": "Objections made: {n}.",
    "evidence": "The evidence holds.",
    "statements recomputed": "All {n} statements were said again from the secrets, byte for byte.",
    "cards recomputed": "All {n} cards were looked at in the end, and fit all that was said.",
}


def as_text(label: str, report: Report, wrong_player: str | None) -> list[str]:
    """The verdict first, then what it rests on, and what nobody can check."""
    lines = [f"{label}: {verdict(report, wrong_player)}"]
    if report.players:
        seats = ", ".join(f"{p.name} (seat {p.seat}, {p.fingerprint})" for p in report.players)
        lines.append(f"  {report.game}, played by {seats}.")
    if report.words:
        lines.append(f"  Table words: {' '.join(report.words)}.")
    if report.finished:
        found = outcomes.facts(report.game, report.outcome)
        lines.append(f"  It ended: {found['reason']}; score {found['score']}.")
        lines += [f"    {line}" for line in outcomes.told(report)]
    if report.valid:
        lines.append(f"  What was checked, in {report.rounds} rounds:")
        lines += [f"    {line}" for line in _checked(report)]
        hidden = outcomes.unchecked(report)
        lines += [f"  Secrets stay hidden, so this was not checked: {each}." for each in hidden]
    return lines


def _checked(report: Report) -> list[str]:
    lines = [told.format(n=n) for kind, told in _TOLD.items() if (n := report.proofs[kind])]
    if report.finished and report.proofs["cards recomputed"]:
        lines.append("Every shuffle is the one that its player had committed to beforehand.")
    return lines


def every_check(report: Report) -> list[str]:
    """For `--verbose`: each statement of each round, and what was verified in it."""
    names = {player.seat: player.name for player in report.players}
    return [
        f"    round {check.round_number}, {names[check.seat]} (seat {check.seat}): "
        f"{check.count} {check.kind}"
        for check in report.checks
    ]


def exit_code(good: Iterable[bool]) -> int:
    return 0 if all(good) else 1


def dump(found: Mapping[str, Any]) -> str:
    return json.dumps(found, ensure_ascii=True)


def verdict(report: Report, wrong_player: str | None) -> str:
    """In one sentence, which stands after the file's name."""
    names: dict[int, str] = {player.seat: player.name for player in report.players}
    fault = report.fault
    if fault is not None:
        where = "" if fault.round_number is None else f" in round {fault.round_number}"
        who = "" if fault.seat is None else f", by {names[fault.seat]} (seat {fault.seat})"
        return f"NOT GOOD{where}{who}: {fault.reason}."
    if wrong_player is not None:
        return f"NOT GOOD: {wrong_player}."
    if report.named is not None:
        where = "" if report.named_round is None else f" in round {report.named_round}"
        did = "withdrew" if report.withdrawn else "broke the protocol"
        return f"true as far as it goes; {names[report.named]} (seat {report.named}) {did}{where}."
    return "good." if report.finished else "good as far as it goes, but unfinished."


def _wrong_player(report: Report, demanded: Mapping[str, str]) -> str | None:
    played = {p.name: p.fingerprint.replace(" ", "") for p in report.players}
    for name, digits in demanded.items():
        if name not in played:
            return f"no {name} played"
        if played[name] != digits:
            return f"{name} is another player than the fingerprint says"
    return None


def _given(**values: int | None) -> dict[str, int]:
    return {key: value for key, value in values.items() if value is not None}
