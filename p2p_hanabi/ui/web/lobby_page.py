"""The lobby as a web page: the players, the game, and the code; see `LobbyScene`."""

from __future__ import annotations

from p2p_hanabi.gathering import Change, LobbyView

from ..kit import sentences_questions, words_shared
from ..kit.i18n import N_, _
from ..kit.sentences_questions import Question
from ..kit.style import Line, joined, text
from ..lobby import known_players, lobby_painter, sentences_lobby
from ..lobby.lobby_news import LobbyNews
from ..lobby.roster import is_ready
from ..table import machines
from ..table.game_screen import Games
from ..table.port import LobbyPort
from . import words_live as words
from .ask_pages import LeavablePage
from .live_page import CLOSE, HAND_OVER, Button, Dialog, Done, Page, PageKind, Press
from .page_parts import asked, page_of_lines, qr_code, spoken, turning

_READY, _RULES, _PLAYERS, _FREE = "ready", "rules", "players", "free"
_CHANGES = {
    Change.ADD_BOT: N_("Add a bot"),
    Change.SEND_BOT_AWAY: N_("Remove a bot"),
    Change.FEWER_SEATS: N_("One seat fewer"),
    Change.MORE_SEATS: N_("One seat more"),
}


class LobbyPage(LeavablePage):
    """See `PageScene`."""

    is_over = False

    def __init__(self, port: LobbyPort, games: Games, why: str = "") -> None:
        super().__init__(sentences_questions.leave_lobby(is_host=False))
        self._prompt.say(why, "alarm")
        self._port = port
        self._games = games
        self._news = LobbyNews(port, self._prompt)
        self._warned: frozenset[str] = frozenset()
        self._dialog: Dialog | None = None

    def look(self) -> bool:
        return self._news.look()

    def tell(self, sentence: str) -> None:
        """Add an event that the port does not report."""
        self._news.tell(sentence)

    def page(self) -> Page:
        roster = self._news.roster
        title = words_shared.title(_("Waiting for players"))
        dialog = asked(self._prompt) or self._dialog
        if roster is None:
            told = [text(_(sentences_lobby.KNOCKING)), *self._news.events]
            buttons: tuple[Button, ...] = (self._leave_button(),)
            lines = spoken(told)
            return Page(PageKind.LOBBY, title, lines=lines, buttons=buttons, dialog=dialog)
        return Page(
            PageKind.LOBBY,
            title,
            heading=spoken([lobby_painter.offer(roster.config, self._games)])[0].text,
            lines=spoken(_lines(roster)),
            buttons=self._buttons(roster),
            log=spoken(self._news.events),
            codes=tuple(qr_code(each) for each in roster.codes) if roster.phones_coming else (),
            says=self._says,
            quoted=turning([roster.config.name, *(one.name for one in roster.sitters)]),
            dialog=dialog,
        )

    def _buttons(self, roster: LobbyView) -> tuple[Button, ...]:
        ready = is_ready(roster)
        told = _("Not ready after all") if ready else _("I am ready")
        changes = [
            Button(change.value, _(does))
            for change, does in _CHANGES.items()
            if change in roster.can
        ]
        free = (
            [Button(_FREE, _("Free the seats of disconnected players"))]
            if lobby_painter.away(roster)
            else []
        )
        known = [Button(_PLAYERS, _("Players"))] if known_players.are_there(roster) else []
        of_lobby = [Button(_READY, told, is_main=not ready), *changes, *free, *known]
        return (
            *([] if lobby_painter.is_practice(roster) else of_lobby),
            Button(_RULES, _(words.RULES)),
            Button(HAND_OVER, _(words.HAND_OVER)),
            self._leave_button(),
        )

    def _do(self, done: Done) -> None:
        roster = self._news.roster
        if done == Press(CLOSE):
            self._dialog = None
        if roster is None or not isinstance(done, Press):
            return
        match done.does:
            case "ready":
                self._be_ready(roster)
            case "rules":
                rules = lobby_painter.rules(roster.config, self._games)
                self._dialog = page_of_lines(_(words.RULES), rules)
            case "players":
                known = known_players.lines(roster, in_full=True)
                self._dialog = page_of_lines(_("Players"), known)
            case "free" if lobby_painter.away(roster):
                self._prompt.ask(Question.FREE, _(sentences_questions.FREE))
            case _:
                changes = [change for change in roster.can if change.value == done.does]
                for change in changes:
                    self._port.arrange(change)

    def _be_ready(self, roster: LobbyView) -> None:
        """Toggle being ready; an unread warning must be confirmed by pressing again."""
        doubts = known_players.doubts(roster)
        if lobby_painter.is_searching(roster):
            self._prompt.says = lobby_painter.searching(roster)
        elif is_ready(roster):
            self._port.ready(False)
        elif doubts - self._warned:
            self._warned |= doubts
            self._prompt.say(
                _(
                    "You are not ready yet. Once you have read the warnings, press the button "
                    "again to play anyway."
                ),
                "alarm",
            )
        else:
            self._port.ready(True)

    def _answered(self, question: Question | None) -> None:
        self._news.answered(question)


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
    if number >= len(roster.sitters):
        after = number - len(roster.sitters)
        told = sentences_lobby.FREE_SEAT
        if after < roster.bots_coming + roster.phones_coming:
            told = sentences_lobby.PHONE_COMING
        if after < roster.bots_coming:
            told = sentences_lobby.BOT_COMING
        return text(f"{number + 1}. {_(told)}")
    one = roster.sitters[number]
    who = f"{one.name} ({_(words_shared.YOU)})" if number == roster.me else one.name
    marks = [
        text(f"{number + 1}. {who}"),
        text(sentences_lobby.ready_mark(is_ready=one.is_ready, is_here=one.is_here)),
        known_players.mark(one.who),
        machines.mark(roster, number),
    ]
    return joined([mark for mark in marks if mark], " · ")
