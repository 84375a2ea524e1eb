"""The lobby on the full screen: wait for players."""

from __future__ import annotations

from typing import assert_never

from p2p_hanabi.gathering import Change

from ..drawing.canvas import Picture, Size, fold, high, picture, plain, stack
from ..drawing.style import text
from ..drawing.theme import Theme
from ..kit import scenes
from ..kit.legend import buttons as button_row
from ..model.device import Device
from ..model.game.game_screen import Games
from ..model.lobby.lobby_port import LobbyPort
from ..model.lobby.sentences_lobby import KNOCKING
from ..model.lobby.shown_lobby import InLobby, LobbyAction, ShownLobby
from ..model.replies import Asks, Explains, Opens
from ..words.i18n import _
from ..words.sentences_questions import Question
from .busy_scene import LeavableScene
from .roster import RosterPage

_KEYS: dict[str, InLobby] = {
    "t": LobbyAction.PHONES,
    "f": LobbyAction.FREE,
    "b": Change.ADD_BOT,
    "d": Change.SEND_BOT_AWAY,
    "-": Change.FEWER_SEATS,
    "+": Change.MORE_SEATS,
    "=": Change.MORE_SEATS,
    "k": LobbyAction.PLAYERS,
    "?": LobbyAction.RULES,
    "q": LobbyAction.LEAVE,
}


class LobbyScene(LeavableScene):
    """The players at the table, the game, and the code."""

    is_over = False

    def __init__(self, port: LobbyPort, games: Games, why: str = "") -> None:
        self._lobby = ShownLobby(port, games, Device.KEY)
        super().__init__(self._lobby.title, self._lobby.leave_question)
        self._prompt.show(why, "alarm")

    def look(self) -> bool:
        news = self._lobby.look()
        self._prompt.leave_question = self._lobby.leave_question
        if news.has_doubts:
            self._prompt.close_question()  # who is about to be ready must read them first
        return news.calls

    def notify(self, sentence: str) -> None:
        """Add an event that the port does not report."""
        self._lobby.notify(sentence)

    def press(self, key: str) -> None:
        """Handle a key; those of the lobby also replace the question whether one is ready."""
        is_asked = self._prompt.question is Question.READY and not self._prompt.takes(key)
        if is_asked and key.lower() in _KEYS and key.lower() != "q":
            self._prompt.close_question()
        super().press(key)

    def _press(self, key: str) -> None:
        if key != scenes.INTERRUPT and self._prompt.turn_page(key):
            return
        self._prompt.message = ()
        action = self._meant(key)
        if action is None:
            self._prompt.unknown(key)
        else:
            self._do(action)

    def _meant(self, key: str) -> InLobby | None:
        """Return what a key means; None if it means nothing."""
        if key == scenes.INTERRUPT:
            return LobbyAction.LEAVE
        if key.lower() == "r":
            offered = self._lobby.offered()
            return LobbyAction.WAIT if LobbyAction.WAIT in offered else LobbyAction.READY
        return _KEYS.get(key.lower())

    def _do(self, action: InLobby) -> None:
        match self._lobby.do(action):
            case Explains(lines):
                self._prompt.message = lines[-1]
            case Asks(question, sentence):
                self._prompt.ask(question, sentence)
            case Opens(_, lines):
                self._prompt.show_lines(lines)

    def _answered(self, question: Question | None) -> None:
        if question is not None:
            self._lobby.confirm(question)

    def paint(self, size: Size, theme: Theme) -> Picture:
        if self._prompt.page is not None and not self._prompt.is_open:
            return self._prompt.page.paint(size, self._prompt.message)
        lobby, asked = self._lobby, fold(self._asked, size.columns)
        legend = self._prompt.legend(tuple(map(_key, lobby.offered())))
        room = Size(size.columns, size.rows - 1 - len(asked))
        if lobby.roster is None:
            lines = fold([text(_(KNOCKING)), (), *lobby.events], size.columns)
        else:
            lines = RosterPage(lobby.roster, lobby.games, lobby.events, theme, room).lines()
        body = high(plain(lines), room.rows)
        return picture(stack(body, plain(asked), button_row(legend, size.columns)), size)


def _key(action: InLobby) -> tuple[str, str]:
    """Return the key for an action, and what it does in few words."""
    match action:
        case LobbyAction.READY | LobbyAction.WAIT:
            return "r", _("ready or not")
        case LobbyAction.PHONES:
            return "t", _("phones")
        case LobbyAction.CODE:
            return "", ""  # never offered here: the code is always shown
        case LobbyAction.FREE:
            return "f", _("free seats of disconnected")
        case Change.ADD_BOT:
            return "b", _("add bot")
        case Change.SEND_BOT_AWAY:
            return "d", _("remove bot")
        case Change.FEWER_SEATS:
            return "-", _("fewer seats")
        case Change.MORE_SEATS:
            return "+", _("more")
        case LobbyAction.PLAYERS:
            return "k", _("players")
        case LobbyAction.RULES:
            return "?", _("rules")
        case LobbyAction.LEAVE:
            return "q", _("leave")
    assert_never(action)
