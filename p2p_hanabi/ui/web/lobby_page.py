"""The lobby as a web page: the players, the game, and the code; see `LobbyScene`."""

from __future__ import annotations

from typing import assert_never

from p2p_hanabi.gathering import Change, LobbyView

from ..drawing.style import Line, joined, text
from ..model.device import Device
from ..model.game.game_screen import Games
from ..model.lobby import known_players, lobby_painter, sentences_lobby
from ..model.lobby.lobby_painter import is_ready
from ..model.lobby.lobby_port import LobbyPort
from ..model.lobby.shown_lobby import InLobby, LobbyAction, LobbyReply, ShownLobby
from ..model.replies import Asks, Opens, Said
from ..model.table import machines
from ..model.table.shown_table import RULES
from ..words import words_shared
from ..words.i18n import _
from ..words.sentences_questions import Question
from . import words_live as words
from .ask_pages import LeavablePage
from .live_page import CLOSE, HAND_OVER, Button, Dialog, Done, Page, PageKind, Press
from .page_parts import asked, page_of_lines, qr_code, spoken, turning


class LobbyPage(LeavablePage):
    """See `PageScene`."""

    is_over = False

    def __init__(self, port: LobbyPort, games: Games, why: str = "") -> None:
        self._lobby = ShownLobby(port, games, Device.BUTTON)
        super().__init__(self._lobby.leave_question)
        self._prompt.show(why, "alarm")
        self._dialog: Dialog | None = None

    def look(self) -> bool:
        news = self._lobby.look()
        self._prompt.leave_question = self._lobby.leave_question
        if news.has_doubts:
            self._prompt.close_question()
        return news.calls

    def notify(self, sentence: str) -> None:
        """Add an event that the port does not report."""
        self._lobby.notify(sentence)

    def page(self) -> Page:
        lobby, roster = self._lobby, self._lobby.roster
        title = words_shared.title(_("Waiting for players"))
        dialog = asked(self._prompt) or self._dialog
        if roster is None:
            shown_lines = [text(_(sentences_lobby.KNOCKING)), *lobby.events]
            buttons: tuple[Button, ...] = (self._leave_button(),)
            lines = spoken(shown_lines)
            return Page(PageKind.LOBBY, title, lines=lines, buttons=buttons, dialog=dialog)
        return Page(
            PageKind.LOBBY,
            title,
            heading=spoken([lobby_painter.offer(roster.config, lobby.games)])[0].text,
            lines=spoken(_lines(roster)),
            buttons=self._buttons(),
            log=spoken(lobby.events),
            codes=tuple(qr_code(each) for each in roster.codes) if roster.phones_coming else (),
            says=self._messages,
            quoted=turning([roster.config.name, *(one.name for one in roster.members)]),
            dialog=dialog,
        )

    def _buttons(self) -> tuple[Button, ...]:
        """Return a button for each action but those that the page shows or has anyway."""
        named = ((one, _name(one)) for one in self._lobby.offered())
        of_lobby = (
            Button(one.value, name, is_main=one is LobbyAction.READY) for one, name in named if name
        )
        return (*of_lobby, Button(HAND_OVER, _(words.HAND_OVER)), self._leave_button())

    def _do(self, done: Done) -> None:
        if done == Press(CLOSE):
            self._dialog = None
        for action in self._lobby.offered():
            if done == Press(action.value):
                self._reply(self._lobby.do(action))
                return

    def _reply(self, reply: LobbyReply) -> None:
        match reply:
            case Said(lines):
                self._prompt.message = lines[-1]
            case Asks(question, sentence):
                self._prompt.ask(question, sentence)
            case Opens(title, lines):
                self._dialog = page_of_lines(title, lines)

    def _answered(self, question: Question | None) -> None:
        if question is not None:
            self._lobby.confirm(question)


def _name(action: InLobby) -> str:
    """Return what is on the button for an action; empty if there is none here."""
    match action:
        case LobbyAction.READY:
            return _("I am ready")
        case LobbyAction.WAIT:
            return _("Not ready after all")
        case Change.ADD_BOT:
            return _("Add a bot")
        case Change.SEND_BOT_AWAY:
            return _("Remove a bot")
        case Change.FEWER_SEATS:
            return _("One seat fewer")
        case Change.MORE_SEATS:
            return _("One seat more")
        case LobbyAction.FREE:
            return _("Free the seats of disconnected players")
        case LobbyAction.PLAYERS:
            return _("Players")
        case LobbyAction.RULES:
            return _(RULES)
        case LobbyAction.PHONES | LobbyAction.LEAVE:
            return ""
    assert_never(action)


def _lines(roster: LobbyView) -> list[Line]:
    """Return how others can join, who is there, and warnings."""
    return [
        *lobby_painter.invitation(roster),
        *(_seat(roster, number) for number in range(roster.config.seats)),
        *known_players.warnings(roster),
        *_state(roster),
    ]


def _state(roster: LobbyView) -> list[Line]:
    """Return what the player is waiting for, or that the game begins."""
    if lobby_painter.is_searching(roster):
        return [lobby_painter.searching(roster)]
    if not lobby_painter.is_seating(roster):
        return lobby_painter.outlook(roster) if is_ready(roster) else []
    late = roster.waiting_for
    waits = [text(sentences_lobby.waiting_for_signature(late))] if late else []
    return [text(_(sentences_lobby.BEGINS), "strong"), *waits]


def _seat(roster: LobbyView, number: int) -> Line:
    if number >= len(roster.members):
        after = number - len(roster.members)
        sentence = sentences_lobby.FREE_SEAT
        if after < roster.bots_coming + roster.phones_coming:
            sentence = sentences_lobby.PHONE_COMING
        if after < roster.bots_coming:
            sentence = sentences_lobby.BOT_COMING
        return text(f"{number + 1}. {_(sentence)}")
    one = roster.members[number]
    who = f"{one.name} ({_(words_shared.YOU)})" if number == roster.me else one.name
    marks = [
        text(f"{number + 1}. {who}"),
        text(sentences_lobby.ready_mark(is_ready=one.is_ready, is_here=one.is_here)),
        known_players.mark(one.who),
        machines.mark(roster, number),
    ]
    return joined([mark for mark in marks if mark], " · ")
