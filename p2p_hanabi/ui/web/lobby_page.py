"""The lobby as a web page: the players, the game, and the code; see `LobbyScene`."""

from __future__ import annotations

from typing import assert_never

from p2p_hanabi.gathering import Change, LobbyView

from ..drawing.style import Line, text
from ..model.device import Device
from ..model.game.game_screen import Games
from ..model.lobby import known_players, lobby_painter, lobby_seats, sentences_lobby
from ..model.lobby.lobby_port import LobbyPort
from ..model.lobby.lobby_seats import EmptySeat, ShownSeat
from ..model.lobby.shown_lobby import InLobby, LobbyAction, LobbyReply, ShownLobby
from ..model.replies import Asks, Explains, Opens
from ..model.table.shown_table import RULES
from ..words import words_shared
from ..words.i18n import _
from ..words.sentences_questions import Question
from . import words_live as words
from .ask_pages import LeavablePage
from .live_page import (
    CLOSE,
    HAND_OVER,
    Button,
    Dialog,
    Done,
    Page,
    PageKind,
    Press,
    QrCode,
    SeatToken,
)
from .page_parts import (
    PHONE,
    asked,
    page_of_lines,
    phone_code,
    phone_of,
    spoken,
    turning,
)

_ABOUT = "about "


class LobbyPage(LeavablePage):
    """See `PageScene`. `_phone` is the number of the phone whose code the player has chosen to see,
    0 if none."""

    is_over = False

    def __init__(self, port: LobbyPort, games: Games, why: str = "") -> None:
        self._lobby = ShownLobby(port, games, Device.BUTTON)
        super().__init__(self._lobby.leave_question)
        self._prompt.show(why, "alarm")
        self._dialog: Dialog | None = None
        self._phone = 0
        self._scanned: frozenset[int] = frozenset()

    def look(self) -> bool:
        news = self._lobby.look()
        self._look_at_phones()
        self._prompt.leave_question = self._lobby.leave_question
        if news.has_doubts:
            self._prompt.close_question()
        return news.calls

    def _look_at_phones(self) -> None:
        """Go on to the next phone once the chosen one has scanned its code."""
        roster = self._lobby.roster
        phones = () if roster is None else lobby_seats.phones(roster.phones)
        scanned = frozenset(each.number for each in phones if each.is_done)
        if self._phone in scanned - self._scanned:
            self._phone = 0
        self._scanned = scanned

    def notify(self, sentence: str) -> None:
        """Add an event that the port does not report."""
        self._lobby.notify(sentence)

    def page(self) -> Page:
        lobby, roster = self._lobby, self._lobby.roster
        title = words_shared.title(lobby.title)
        dialog = asked(self._prompt) or self._dialog
        if roster is None:
            return Page(
                PageKind.LOBBY,
                title,
                heading=_(sentences_lobby.KNOCKING),
                lines=spoken(lobby.events),
                buttons=(self._leave_button(),),
                messages=self._messages,
                dialog=dialog,
            )
        return Page(
            PageKind.LOBBY,
            title,
            heading=spoken([text(roster.config.name)])[0].text,
            lines=spoken(self._lines(roster)),
            folded=known_players.warnings_in_short(roster),
            seats=tuple(self._token(one) for one in lobby_seats.seats(roster)),
            room_code=lobby_painter.room_code(roster),
            buttons=self._buttons(roster),
            log=spoken(lobby.events),
            codes=self._codes(roster),
            messages=(*self._messages, *spoken(lobby_painter.state(roster, Device.BUTTON))),
            quoted=turning([roster.config.name, *(one.name for one in roster.members)]),
            dialog=dialog,
        )

    def _lines(self, roster: LobbyView) -> list[Line]:
        """Return what must be settled first, how others can join, and what is played."""
        played = lobby_painter.played(roster.config, self._lobby.games)
        ways = lobby_painter.ways_in(roster, Device.BUTTON)
        return [*known_players.warnings(roster), *ways, text(played)]

    def _token(self, one: ShownSeat | EmptySeat) -> SeatToken:
        if isinstance(one, EmptySeat):
            return SeatToken(one.state, is_free=True)
        return SeatToken(
            words=spoken([text(one.name)])[0].text,
            state=f"{_(words_shared.YOU)}, {one.state}" if one.is_me else one.state,
            marks=spoken(one.marks),
            is_me=one.is_me,
            is_ready=one.is_ready,
            is_away=not one.is_here,
            does=_about(one.number, one.name) if self._lobby.about(one.number) else "",
            more=_("Your fingerprint") if one.is_me else _("Who is this?"),
        )

    def _codes(self, roster: LobbyView) -> tuple[QrCode, ...]:
        """Return the code of one phone: the chosen one, or else the first that is awaited."""
        phones, awaited = lobby_seats.phones(roster.phones), lobby_seats.awaited_phones(roster)
        first = 0 if roster.is_on_board else next((each.number for each in awaited), 0)
        number = self._phone or first
        if not 0 < number <= len(phones):
            return ()
        return (phone_code(phones, number, closes=not awaited),)

    def _buttons(self, roster: LobbyView) -> tuple[Button, ...]:
        """Return a button for each action but those that the page shows or has anyway."""
        offered = self._lobby.offered()
        named = [Button(one.value, _name(one), is_main=one is LobbyAction.READY) for one in offered]
        of_lobby = (each for each in named if each.words)
        awaited = lobby_seats.awaited_phones(roster)
        has_codes = LobbyAction.PHONES not in offered or bool(awaited or self._codes(roster))
        phones = () if has_codes else (Button(f"{PHONE}1", _(words.NEW_CODES)),)
        hand_over = Button(HAND_OVER, _(words.HAND_OVER))
        return (*of_lobby, *phones, hand_over, self._leave_button())

    def _do(self, done: Done) -> None:
        if done == Press(CLOSE):
            self._dialog = None
        if isinstance(done, Press) and self._lobby.roster is not None:
            self._look_at(done.does, self._lobby.roster)
        for action in self._lobby.offered():
            if done == Press(action.value):
                self._reply(self._lobby.do(action))
                return

    def _look_at(self, does: str, roster: LobbyView) -> None:
        """Show more about a player, or another phone's code."""
        for number, one in enumerate(roster.members):
            if does == _about(number, one.name) and (known := self._lobby.about(number)):
                self._dialog = page_of_lines(known.title, known.lines)
        if (phone := phone_of(does, len(roster.phones))) is not None:
            self._phone = phone

    def _reply(self, reply: LobbyReply) -> None:
        match reply:
            case Explains(lines):
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
        case LobbyAction.RULES:
            return _(RULES)
        case LobbyAction.PLAYERS | LobbyAction.PHONES | LobbyAction.CODE | LobbyAction.LEAVE:
            return ""
    assert_never(action)


def _about(number: int, name: str) -> str:
    """Return what the button of a player does; members move up when one before them leaves."""
    return f"{_ABOUT}{number} {name}"
