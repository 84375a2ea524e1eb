"""The state of a lobby for any screen: who is there now, and the last events."""

from __future__ import annotations

from p2p_hanabi.gathering import LobbyView

from ..kit import sentences_questions
from ..kit.i18n import _
from ..kit.questions import Prompt
from ..kit.sentences_questions import Question
from ..kit.style import Line, text
from ..table.port import LobbyPort
from . import known_players, lobby_painter, sentences_lobby

KEPT_EVENTS = 6


class LobbyNews:
    """Tracks a lobby: `roster` is None until the host has admitted the player. `prompt` asks the
    player questions."""

    def __init__(self, port: LobbyPort, prompt: Prompt) -> None:
        self.roster: LobbyView | None = None
        self.events: list[Line] = []
        self._port = port
        self._prompt = prompt

    def look(self) -> bool:
        """Update the state; return whether to alert the player."""
        before, now = self.roster, self._port.view()
        self.roster = now
        if now is None:
            return False
        if now.me == 0:
            self._prompt.leave_question = sentences_questions.leave_lobby(is_host=True)
        if before is None:
            return bool(known_players.doubts(now))
        self._keep(lobby_painter.changes(before, now, introduces=False))  # is beside the name
        if len(now.sitters) < now.config.seats:
            all_here = text(_(sentences_lobby.ALL_HERE))
            self.events = [event for event in self.events if event != all_here]
        begins = lobby_painter.is_seating(now) and not lobby_painter.is_seating(before)
        doubts = known_players.doubts(now) - known_players.doubts(before)
        if doubts:
            self._prompt.close_question()  # a player about to be ready must read the warning first
        return begins or bool(doubts)

    def tell(self, sentence: str) -> None:
        """Add an event that the port does not report."""
        self._keep([text(sentence, "alarm")])

    def answered(self, question: Question | None) -> None:
        """Carry out what was confirmed."""
        match question:
            case Question.LEAVE:
                self._port.leave()
            case Question.READY:
                self._port.ready(True)
            case Question.FREE if self.roster is not None:
                for number in reversed(lobby_painter.away(self.roster)):
                    self._port.free(number)

    def _keep(self, lines: list[Line]) -> None:
        self.events = [*self.events, *lines][-KEPT_EVENTS:]
