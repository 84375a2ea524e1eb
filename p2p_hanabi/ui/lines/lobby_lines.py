"""The lobby in plain mode: wait for players. `PlainLobby` does no I/O."""

from __future__ import annotations

from p2p_hanabi.gathering import Change, LobbyView

from ..drawing.style import Line, text
from ..kit.console_port import Console
from ..kit.loop import Update, converse
from ..model.device import Device
from ..model.game.game_screen import Games
from ..model.lobby import lobby_painter
from ..model.lobby import sentences_lobby as texts
from ..model.lobby.lobby_port import LobbyPort
from ..model.lobby.shown_lobby import InLobby, LobbyAction, ShownLobby
from ..model.replies import Asks, Explains, Opens
from ..words import sentences_questions
from ..words import sentences_shared as sentences
from ..words.i18n import _, translated
from ..words.sentences_questions import Question
from ..words.sentences_typed import (
    begun_in_own_words,
    in_english,
    in_own_words,
    undictated,
)
from . import sentences_gathering as gathering
from .typed_commands import SAY

_ACTIONS: dict[str, InLobby] = {
    "ready": LobbyAction.READY,
    "wait": LobbyAction.WAIT,
    "code": LobbyAction.CODE,
    "free": LobbyAction.FREE,
    "bot": Change.ADD_BOT,
    "dismiss": Change.SEND_BOT_AWAY,
    "fewer": Change.FEWER_SEATS,
    "more": Change.MORE_SEATS,
    "players": LobbyAction.PLAYERS,
    "rules": LobbyAction.RULES,
}
COMMANDS = (*_ACTIONS, "show", "help", "quit")


class PlainLobby:
    """One player in a lobby. `asks`: leaving must be confirmed."""

    def __init__(self, port: LobbyPort, games: Games, *, asks: bool = True) -> None:
        self.has_left = False
        self._asks = asks
        self._lobby = ShownLobby(port, games, Device.LINE)
        self._is_knocking = False
        self._asks_to_leave = False

    @property
    def is_over(self) -> bool:
        return self.has_left

    def look(self) -> Update:
        before = self._lobby.roster
        news = self._lobby.look()
        now = self._lobby.roster
        if now is None:
            lines = [] if self._is_knocking else [text(_(texts.KNOCKING))]
            self._is_knocking = True
            return Update(tuple(lines))
        if before is None:
            return Update(tuple(self._roster(now)), calls=news.calls)
        codes = lobby_painter.new_phone_codes(before, now)
        return Update((*news.lines, *codes), calls=news.calls)

    def complete(self, line: str) -> list[str]:
        if self._asks_to_leave:
            return [sentences_questions.word(Question.LEAVE)]
        own = [in_own_words(command) for command in COMMANDS]
        return [word for word in dict.fromkeys((*own, *COMMANDS)) if word.startswith(line)]

    def typed(self, line: str) -> list[Line]:
        word = in_english(undictated(line)).lower()
        if self._asks_to_leave:
            self._asks_to_leave = False
            if sentences_questions.is_word(line, Question.LEAVE):
                return self._left()
            return [text(sentences_questions.nothing_done(Question.LEAVE))]
        fitting = [word] if word in COMMANDS else [c for c in COMMANDS if c.startswith(word)]
        fitting = fitting or begun_in_own_words(word, COMMANDS)
        match fitting:
            case _ if not word:
                return []
            case [] if word.split()[0] == SAY:
                return [text(_(texts.NO_TALK_YET))]
            case [command]:
                return self._do(command)
            case []:
                return [text(sentences.unknown_command(word))]
        return [text(sentences.ambiguous(word, [in_own_words(each) for each in fitting]))]

    def interrupted(self) -> list[Line]:
        """Ask once before leaving: a slip of the finger must not give up a seat."""
        return self._left() if self._asks_to_leave else self._leave()

    def end_of_input(self) -> list[Line]:
        return [text(_("End of input.")), *self._left()]

    def _leave(self) -> list[Line]:
        if not self._asks:
            return self._left()
        self._asks_to_leave = True
        asked = self._lobby.leave_question
        return [text(f"{asked} {sentences_questions.by_line(Question.LEAVE)}")]

    def _left(self) -> list[Line]:
        self._lobby.confirm(Question.LEAVE)
        self.has_left = True
        return [text(_("You have left the table."))]

    def _do(self, command: str) -> list[Line]:
        roster = self._lobby.roster
        match command:
            case "help":
                is_guest = roster is None or roster.me > 0
                rows = (
                    gathering.LOBBY_HELP
                    if is_guest
                    else (*gathering.SEATS_HELP, *gathering.LOBBY_HELP)
                )
                return [text(row) for row in translated(rows)]
            case "quit":
                return self._leave()
            case "show" if roster is not None:
                return self._roster(roster)
            case "show":
                return [text(_(texts.KNOCKING))]
        match self._lobby.do(_ACTIONS[command]):
            case Explains(lines) | Opens(_, lines):
                return list(lines)
            case Asks(question):  # which the whole word has answered
                self._lobby.confirm(question)
        return []

    def _roster(self, roster: LobbyView) -> list[Line]:
        """Return who is there and what is played, and what there is to do."""
        lines = lobby_painter.roster_lines(roster, self._lobby.games, Device.LINE)
        return [*lines, *lobby_painter.state(roster, Device.LINE)]


async def show_lobby(port: LobbyPort, games: Games, console: Console) -> None:
    """Show the lobby until the player leaves; to be cancelled when the game begins."""
    await converse(PlainLobby(port, games, asks=console.is_terminal), console, port.changed)
