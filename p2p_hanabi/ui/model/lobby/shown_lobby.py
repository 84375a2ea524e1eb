"""A lobby as its player sees it, on every screen: who is there, what happened, what can be done.

A screen passes on what its player does (`do`), shows the reply, and calls `confirm` where it asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from p2p_hanabi.gathering import Change, LobbyView

from ...drawing.style import Line, as_text, text
from ...words import sentences_questions
from ...words.i18n import N_, _
from ...words.sentences_questions import Question
from ..device import Device
from ..game.game_screen import Games
from ..replies import Asks, Explains, Opens, reply
from ..table import phone_codes
from . import known_players, lobby_painter, lobby_seats, sentences_lobby
from .lobby_painter import is_ready
from .lobby_port import LobbyPort

KEPT_EVENTS = 6
NOT_THE_HOST = N_("Only the host has the room code.")
NOBODY_TO_COME = N_("Nobody else can join: bots have all the other seats.")
ONLY_THE_HOST = N_("Only the host changes the seats.")
_CANNOT = {
    Change.ADD_BOT: N_("There is no seat for another bot."),
    Change.SEND_BOT_AWAY: N_("There is no bot to remove."),
    Change.MORE_SEATS: N_("This game cannot have more players."),
    Change.FEWER_SEATS: N_("No seat can be removed: they are taken, or the game needs them."),
}


class LobbyAction(Enum):
    """What a player can do in a lobby, beside changing its seats. The full screen and pages always
    show how others join, with `PHONES` for another phone's code; lines show it again with `CODE`.
    """

    READY = "ready"
    WAIT = "wait"
    PHONES = "phones"
    CODE = "code"
    FREE = "free"
    PLAYERS = "players"
    RULES = "rules"
    LEAVE = "leave"


InLobby: TypeAlias = LobbyAction | Change
_CHANGES = (Change.ADD_BOT, Change.SEND_BOT_AWAY, Change.FEWER_SEATS, Change.MORE_SEATS)


LobbyReply: TypeAlias = Explains | Asks | Opens | None


@dataclass(frozen=True, slots=True)
class LobbyNews:
    """What has changed. `calls`: the player is to be alerted. `has_doubts`: there are new warnings
    to read before being ready."""

    lines: tuple[Line, ...] = ()
    calls: bool = False
    has_doubts: bool = False


class ShownLobby:
    """`roster` is None until the host has admitted the player; `events` are the last ones. `device`
    is how the player acts."""

    def __init__(self, port: LobbyPort, games: Games, device: Device) -> None:
        self.roster: LobbyView | None = None
        self.events: list[Line] = []
        self._port = port
        self._games = games
        self._device = device
        self._warned: frozenset[str] = frozenset()

    @property
    def games(self) -> Games:
        return self._games

    @property
    def title(self) -> str:
        return _(sentences_lobby.TITLE)

    @property
    def leave_question(self) -> str:
        return sentences_questions.leave_lobby(is_host=self._is_host)

    @property
    def _is_host(self) -> bool:
        return self.roster is not None and self.roster.me == 0

    def look(self) -> LobbyNews:
        """Update the state."""
        before, now = self.roster, self._port.view()
        self.roster = now
        if now is None:
            return LobbyNews()
        doubts = known_players.doubts(now)
        if before is None:
            return LobbyNews(calls=bool(doubts), has_doubts=bool(doubts))
        introduces = self._device is Device.LINE  # elsewhere it is beside the name
        lines = lobby_painter.changes(before, now, introduces=introduces)
        self._keep(lines)
        if len(now.members) < now.config.seats:
            all_here = text(_(sentences_lobby.ALL_HERE))
            self.events = [event for event in self.events if event != all_here]
        begins = lobby_painter.is_seating(now) and not lobby_painter.is_seating(before)
        is_new = bool(doubts - known_players.doubts(before))
        return LobbyNews(tuple(lines), begins or is_new, is_new)

    def notify(self, sentence: str) -> None:
        """Add an event that the port does not report."""
        self._keep([text(sentence, "alarm")])

    def offered(self) -> tuple[InLobby, ...]:
        """Return what can be done now."""
        roster = self.roster
        if roster is None:
            return (LobbyAction.LEAVE,)
        if lobby_painter.is_practice(roster):
            return (LobbyAction.RULES, LobbyAction.LEAVE)
        return (
            LobbyAction.WAIT if is_ready(roster) else LobbyAction.READY,
            *([LobbyAction.PHONES] if roster.phones else []),
            *([LobbyAction.CODE] if self._device is Device.LINE and self._ways_in(roster) else []),
            *([LobbyAction.FREE] if lobby_painter.away(roster) else []),
            *(change for change in _CHANGES if change in roster.can),
            *([LobbyAction.PLAYERS] if known_players.are_there(roster) else []),
            LobbyAction.RULES,
            LobbyAction.LEAVE,
        )

    def why_never(self, action: InLobby) -> str | None:
        """Return why only another player can do this; None if this one can."""
        match action:
            case LobbyAction.CODE if not self._is_host:
                return _(NOT_THE_HOST)
            case LobbyAction.FREE | Change() if not self._is_host:
                return _(ONLY_THE_HOST)
        return None

    def why_no_talk(self) -> str:
        """Return why nothing can be said in a lobby."""
        return _("You can talk once the game has started: remarks are signed like moves.")

    def why_not(self, action: InLobby) -> str | None:
        """Return why this cannot be done now; None if it can."""
        roster = self.roster
        if action is LobbyAction.LEAVE:
            return None
        if roster is None:
            return _(sentences_lobby.KNOCKING)
        if lobby_painter.is_practice(roster) and action is not LobbyAction.RULES:
            return _(sentences_lobby.BOTS_ALONE)
        match action:
            case _ if (why_never := self.why_never(action)) is not None:
                return why_never
            case LobbyAction.READY if lobby_painter.is_searching(roster):
                return as_text(lobby_painter.searching(roster))
            case LobbyAction.PHONES if not roster.phones:
                return _(phone_codes.NOBODY)
            case LobbyAction.CODE if not self._ways_in(roster):
                return _(NOBODY_TO_COME)
            case LobbyAction.FREE if not lobby_painter.away(roster):
                return _("Everybody at the table is connected: there is no seat to free.")
            case LobbyAction.PLAYERS if not known_players.are_there(roster):
                return _("No other player is here yet.")
            case Change() if action not in roster.can:
                return _(_CANNOT[action])
        return None

    def do(self, action: InLobby) -> LobbyReply:
        """Do it, or return what is to be shown, asked or opened instead."""
        if action is LobbyAction.LEAVE:
            return Asks(Question.LEAVE, self.leave_question)
        why_not, roster = self.why_not(action), self.roster
        if why_not is not None or roster is None:
            return reply(why_not or "")
        match action:
            case LobbyAction.READY:
                return self._be_ready(roster)
            case LobbyAction.WAIT:
                self._port.ready(False)
            case LobbyAction.PHONES:
                phones = lobby_painter.phone_codes(lobby_seats.phones(roster.phones))
                return Opens(_("Phones"), tuple(phones))
            case LobbyAction.CODE:
                return Opens("", tuple(self._ways_in(roster)))
            case LobbyAction.FREE:
                return Asks(Question.FREE, _("Free the seats of disconnected players for others?"))
            case LobbyAction.PLAYERS:
                return Opens(_("Players"), tuple(known_players.lines(roster, in_full=True)))
            case LobbyAction.RULES:
                offer = lobby_painter.offer(roster.config, self._games)
                rules = lobby_painter.rules(roster.config, self._games)
                known = known_players.warnings(roster)
                return Opens(_("Rules"), (offer, *known, (), *rules))
            case Change():
                self._port.arrange(action)
        return None

    def about(self, number: int) -> Opens | None:
        """Return who the member with this number is; None if nothing is known."""
        roster = self.roster
        if roster is None or not 0 <= number < len(roster.members):
            return None
        known = known_players.identity(roster, number)
        return Opens(roster.members[number].name, tuple(known)) if known else None

    def confirm(self, question: Question) -> None:
        """Do what was confirmed."""
        match question:
            case Question.LEAVE:
                self._port.leave()
            case Question.READY:
                self._port.ready(True)
            case Question.FREE if self.roster is not None:
                # the last first, so that the other numbers stay valid
                for number in reversed(lobby_painter.away(self.roster)):
                    self._port.free(number)

    def _ways_in(self, roster: LobbyView) -> list[Line]:
        """Return how others can join: the room code, and the codes of phones on this computer."""
        phones = lobby_painter.phone_codes(lobby_seats.phones(roster.phones))
        return [*lobby_painter.invitation(roster, self._device), *phones]

    def _be_ready(self, roster: LobbyView) -> LobbyReply:
        """An unread warning must be confirmed by doing it again; so must a single key."""
        doubts = known_players.doubts(roster)
        if doubts - self._warned:
            self._warned |= doubts
            warnings = known_players.warnings(roster) if self._device is Device.LINE else []
            return Explains((*warnings, known_players.not_yet(roster, self._device)))
        if self._device is Device.KEY:
            return Asks(
                Question.READY, sentences_lobby.ask_if_ready(is_review=roster.config.is_review)
            )
        self._port.ready(True)
        return None

    def _keep(self, lines: list[Line]) -> None:
        self.events = [*self.events, *lines][-KEPT_EVENTS:]
