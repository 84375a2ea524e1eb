"""What remains of a table that has ended, and how it ended, in lines for any screen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from protocol.game import Card, Face, Move, View
from protocol.peer.status import Ending, EndingKind

from ...drawing.style import PATH, Line, text
from ...kit.shell_words import in_a_shell
from ...words.i18n import _
from ..game.game_screen import GameScreen
from ..seat.table_snapshot import TableSnapshot
from . import sentences_end


@dataclass(frozen=True, slots=True)
class EndedTable:
    """The files of a table, once they are written, and what is known of it.

    `hands` are the faces of cards that were not played; empty if they were not revealed. `verdict`
    is the finding of an audit of the transcript.
    """

    transcript: Path | None = None
    evidence: Path | None = None
    hands: Mapping[Card, Face] = field(default_factory=dict)
    verdict: Line = ()


def ending_lines(
    screen: GameScreen[View, Move], now: TableSnapshot[View], ending: Ending, kept: EndedTable
) -> list[Line]:
    """Return how the table ended, and its files, once these are written."""
    players = now.players
    who = None if ending.seat is None else players.other(ending.seat)
    of_game = screen.reasons
    lines: list[Line] = []
    match ending.how:
        case EndingKind.CLOSED:
            if (view := now.view) is not None:
                lines += screen.held_at_the_end(view, players, kept.hands)
            lines.append(text(_("All players have signed the result.")))
        case EndingKind.CHEAT:
            lines.append(text(sentences_end.cheat(who, ending.reason, of_game), "alarm"))
        case EndingKind.WITHDRAWN:
            goes_on = now.status.has_escrow
            sentence = sentences_end.withdrawn(who, ending.reason, of_game, goes_on=goes_on)
            lines.append(text(sentence, "alarm"))
        case EndingKind.AGREED:
            names = [now.names[seat] for seat in ending.by]
            lines.append(text(_("{names} agreed to end the game.").format(names=", ".join(names))))
        case EndingKind.STUCK:
            named = ending.seat is not None
            lines.append(text(sentences_end.stuck(who, named), "alarm"))
    if ending.how is not EndingKind.CLOSED:
        lines += _unfinished(screen, now, kept)
    if kept.evidence is not None and ending.how is EndingKind.CHEAT:
        proof = text(_("The evidence, which anybody can check:"))
        lines += [proof, text(in_a_shell(kept.evidence), PATH)]
    if kept.transcript is not None:
        lines += [text(_("The transcript of the game:")), text(in_a_shell(kept.transcript), PATH)]
    return [*lines, kept.verdict] if kept.verdict else lines


def _unfinished(
    screen: GameScreen[View, Move], now: TableSnapshot[View], kept: EndedTable
) -> list[Line]:
    """Return what had been reached, and the hands, of a game without a result."""
    view, players = now.view, now.players
    if view is None or view.outcome is not None or not screen.is_dealt(view):
        return []
    return [
        *screen.score_so_far(view, players),
        *screen.held_at_the_end(view, players, kept.hands),
    ]
