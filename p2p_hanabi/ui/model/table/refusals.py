"""Moves and remarks of the player that the table refused after accepting them, and why."""

from __future__ import annotations

from protocol.errors import IllegalMove, RemarkRefused
from protocol.game import Move, View

from ...words import sentences_shared
from ..seat.table_port import TablePort
from ..talk import sentences_talk
from . import sentences_absence


def late_refusals(port: TablePort[View, Move]) -> list[str]:
    """Return each late refusal as a sentence, once."""
    screen, sentences = port.screen, []
    for refusal in port.refusals():
        match refusal:
            case IllegalMove():
                sentences.append(sentences_shared.illegal(refusal, screen.refusals))
            case RemarkRefused():
                code = refusal.reason.code
                sentences.append(sentences_talk.not_said(code))
            case _:
                sentences.append(sentences_absence.refused(refusal.reason.code))
    return sentences
