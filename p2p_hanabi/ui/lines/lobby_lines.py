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
from ..words.i18n import N_, _
from ..words.sentences_questions import Question
from ..words.sentences_typed import (
    begun_in_own_words,
    in_english,
    in_own_words,
    undictated,
)
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
_HELP = {
    "bot": N_("bot       a bot takes a seat"),
    "dismiss": N_("dismiss   remove the bot that came last"),
    "fewer": N_("fewer     one seat fewer: begin without another player"),
    "more": N_("more      one seat more"),
    "free": N_("free      free the seats of disconnected players"),
    "code": N_("code      the room code"),
    "ready": N_("ready     begin as soon as everybody is ready"),
    "wait": N_("wait      not ready after all"),
    "show": N_("show      who is at the table, and what will be played"),
    "players": N_("players   who they are: games together, or the fingerprint of a new key"),
    "rules": N_("rules     the rules on one page"),
    "quit": N_("quit      leave"),
}


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
        own = [in_own_words(command) for command in self._commands]
        return [word for word in dict.fromkeys((*own, *self._commands)) if word.startswith(line)]

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
                return [text(self._lobby.why_no_talk())]
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

    @property
    def _commands(self) -> list[str]:
        """Return the commands that are for this player."""
        others = [word for word, do in _ACTIONS.items() if self._lobby.why_never(do) is not None]
        return [word for word in COMMANDS if word not in others]

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
                return [text(_(row)) for word, row in _HELP.items() if word in self._commands]
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
