"""How the files of one table say that it has ended: players who are cut off from each other may end
it in different ways."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from p2p_hanabi.ui.words.i18n import _
from p2p_hanabi.ui.words.words_joined import listing
from protocol.audit.report import Report
from protocol.game import Seat

CLOSED, AGREED, WITHDREW, BROKE = "closed", "agreed", "withdrew", "broke the protocol"


@dataclass(frozen=True, slots=True)
class RecordedEnd:
    """An end, for scripts: `how`, and who closed the table, agreed, withdrew or cheated, in which
    round."""

    how: str
    seats: tuple[Seat, ...]
    round_number: int | None


def end_in(report: Report) -> RecordedEnd | None:
    """Return the end in a valid file; None if it has none, as while a game is played."""
    if report.named is not None:
        how = WITHDREW if report.withdrawn else BROKE
        return RecordedEnd(how, (report.named,), report.named_round)
    if report.agreed:
        return RecordedEnd(AGREED, report.agreed, report.agreed_round)
    if report.finished:
        return RecordedEnd(
            CLOSED, tuple(player.seat for player in report.players), report.rounds - 1
        )
    return None


def ends_in(files: Iterable[tuple[Path, Report]]) -> dict[RecordedEnd, list[Path]]:
    """Return the ends by round, each with its files; empty unless there are several."""
    found: dict[RecordedEnd, list[Path]] = {}
    for path, report in files:
        if (end := end_in(report)) is not None:
            found.setdefault(end, []).append(path)
    ordered = sorted(found.items(), key=lambda item: item[0].round_number or 0)
    return dict(ordered) if len(ordered) > 1 else {}


def as_json(ends: dict[RecordedEnd, list[Path]]) -> list[dict[str, Any]]:
    """Return an object for each end."""
    return [
        {"how": end.how, "seats": list(end.seats)}
        | ({} if end.round_number is None else {"round": end.round_number})
        | {"files": [str(path) for path in paths]}
        for end, paths in ends.items()
    ]


def as_text(ends: dict[RecordedEnd, list[Path]], names: Sequence[str]) -> list[str]:
    """Return the ends, and that none of them makes another one false."""
    if not ends:
        return []
    lines = [_("  They tell different ends of the game, each with its signatures:")]
    for end, paths in ends.items():
        whom = [names[seat] for seat in end.seats]
        lines.append(_one_end(end.how, whom, end.round_number, [str(path) for path in paths]))
    cheats = dict.fromkeys(names[end.seats[0]] for end in ends if end.how == BROKE)
    return [
        *lines,
        _(
            "  All of this is true: players who cannot reach each other can end a game without "
            "knowing what the others sign. Nothing shows which of two ends in the same step came "
            "first."
        ),
        _who_is_accused([*cheats]),
    ]


def _one_end(how: str, names: Sequence[str], round_number: int | None, files: Sequence[str]) -> str:
    """Return one end, and the files that tell it. `how` is its word for scripts."""
    match how, round_number:
        case "closed", _:
            words = _("    step {n}: the game was played to its end ({files}).")
        case "agreed", _:
            words = _("    step {n}: {names} agreed to end the game ({files}).")
        case "withdrew", _:
            words = _("    step {n}: {names} withdrew ({files}).")
        case _, None:
            words = _("    {names} broke the protocol ({files}).")
        case _:
            words = _("    step {n}: {names} broke the protocol ({files}).")
    return words.format(n=round_number, names=listing(names), files=", ".join(files))


def _who_is_accused(cheats: Sequence[str]) -> str:
    """Return whom the different ends accuse: those convicted by evidence, else nobody."""
    if cheats:
        return _("  The evidence accuses only {names}.").format(names=listing(cheats))
    return _("  Nobody is accused: leaving a game, or agreeing to end it, is not cheating.")
