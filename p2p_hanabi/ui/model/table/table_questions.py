"""Questions about the whole table: leave for good, end it, or play on without a player."""

from __future__ import annotations

from functools import partial

from protocol.game import Seat

from ...kit import sentences_questions
from ...kit.i18n import _
from ...kit.questions import Prompt
from ...kit.sentences_questions import Question
from ...table.port import SeatPort
from ..game.table_players import Players
from . import absence


class TableQuestions:
    """Asks these questions, and tracks which player they are about."""

    def __init__(self, port: SeatPort, prompt: Prompt, players: Players) -> None:
        self._port = port
        self._prompt = prompt
        self._players = players
        self._lost: Seat | None = None

    def ask(self, key: str) -> None:
        match key:
            case "A":
                self._prompt.ask(Question.ABANDON, absence.before_abandon(self._port))
            case "G":
                self._ask_if_gone()
            case "F":
                self._prompt.ask(Question.STOP, absence.before_stop(self._port))

    def _ask_if_gone(self) -> None:
        """Ask about the player missing now, who may be another one by the time of the answer."""
        seat = self._lost = absence.awaited(self._port)
        if seat is None:
            self._prompt.say(_("Nobody is missing."))
        elif (refusal := absence.why_not_gone(self._port, seat)) is not None:
            self._prompt.say(refusal)
        else:
            self._prompt.ask(Question.GONE, sentences_questions.gone(self._players.name(seat)))

    def answered(self, question: Question | None) -> None:
        """Carry out what was confirmed."""
        refusal = None
        match question:
            case Question.ABANDON:
                self._port.withdraw()
            case Question.STOP:
                refusal = absence.refused(self._port.stop)
            case Question.GONE if self._lost is not None:
                refusal = absence.refused(partial(self._port.declare_gone, self._lost))
        if refusal is not None:
            self._prompt.say(refusal, "alarm")
