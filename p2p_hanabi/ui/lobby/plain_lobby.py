"""The lobby in plain mode: wait for players. `PlainLobby` does no I/O."""

from __future__ import annotations

from p2p_hanabi.gathering import Change, LobbyView

from ..kit import sentences_questions
from ..kit import sentences_shared as sentences
from ..kit.console_port import Console
from ..kit.i18n import _, translated
from ..kit.loop import Update, converse
from ..kit.sentences_questions import Question
from ..kit.sentences_typed import (
    begun_in_own_words,
    in_english,
    in_own_words,
    undictated,
)
from ..kit.style import Line, text
from ..table.game_screen import Games
from ..table.port import LobbyPort
from ..table.typed_commands import SAY
from . import known_players, lobby_painter
from . import sentences_lobby as say

_CHANGES = {
    "bot": Change.ADD_BOT,
    "dismiss": Change.SEND_BOT_AWAY,
    "fewer": Change.FEWER_SEATS,
    "more": Change.MORE_SEATS,
}
COMMANDS = ("ready", "wait", "free", *_CHANGES, "show", "players", "code", "rules", "help", "quit")


class PlainLobby:
    """One player in a lobby. `asks`: leaving must be confirmed."""

    def __init__(self, port: LobbyPort, games: Games, *, asks: bool = True) -> None:
        self.has_left = False
        self._asks = asks
        self._port = port
        self._games = games
        self._shown: LobbyView | None = None
        self._is_knocking = False
        self._warned: frozenset[str] = frozenset()
        self._asks_to_leave = False

    @property
    def is_over(self) -> bool:
        return self.has_left

    def look(self) -> Update:
        before, now = self._shown, self._port.view()
        if now is None:
            lines = [] if self._is_knocking else [text(_(say.KNOCKING))]
            self._is_knocking = True
            return Update(tuple(lines))
        self._shown = now
        if before is None:
            lines = [*lobby_painter.roster_lines(now, self._games), *_how_to_begin(now)]
            return Update(tuple(lines), calls=bool(known_players.doubts(now)))
        begins = lobby_painter.is_seating(now) and not lobby_painter.is_seating(before)
        alarms = bool(known_players.doubts(now) - known_players.doubts(before))
        codes = lobby_painter.new_phone_codes(before, now)
        told = (*lobby_painter.changes(before, now), *codes)
        return Update(told, calls=begins or alarms)

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
                return [text(_(say.NO_TALK_YET))]
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
        is_host = self._shown is not None and self._shown.me == 0
        asked = sentences_questions.leave_lobby(is_host=is_host)
        return [text(f"{asked} {sentences_questions.by_line(Question.LEAVE)}")]

    def _left(self) -> list[Line]:
        self._port.leave()
        self.has_left = True
        return [text(_("You have left the table."))]

    def _do(self, command: str) -> list[Line]:
        match command:
            case "ready":
                return self._ready()
            case "wait":
                self._port.ready(False)
                return []
            case "help":
                is_guest = self._shown is None or self._shown.me > 0
                rows = say.LOBBY_HELP if is_guest else (*say.SEATS_HELP, *say.LOBBY_HELP)
                return [text(row) for row in translated(rows)]
            case "free":
                return self._free()
            case "quit":
                return self._leave()
        if self._shown is None:
            return [text(_(say.KNOCKING))]
        if command == "rules":
            return lobby_painter.rules(self._shown.config, self._games)
        if command in _CHANGES:
            return self._change(_CHANGES[command], self._shown)
        if command == "show":
            return lobby_painter.roster_lines(self._shown, self._games)
        if command == "players":
            nobody = [text(_(say.NOBODY_ELSE))]
            return known_players.lines(self._shown, in_full=True) or nobody
        codes = lobby_painter.phone_codes(self._shown.codes)
        return [*lobby_painter.invitation(self._shown), *codes] or [
            text(_("Only the host has the room code."))
        ]

    def _ready(self) -> list[Line]:
        """Be ready; an unread warning must be confirmed by typing it again."""
        roster = self._shown
        if roster is not None and lobby_painter.is_searching(roster):
            return [lobby_painter.searching(roster)]
        if roster is not None and (doubts := known_players.doubts(roster)) - self._warned:
            self._warned |= doubts
            return [*known_players.warnings(roster), known_players.not_yet(roster, by_key=False)]
        self._port.ready(True)
        return []

    def _change(self, change: Change, roster: LobbyView) -> list[Line]:
        if change in roster.can:
            self._port.arrange(change)
            return []
        return [text(say.cannot_change(change, is_host=roster.me == 0))]

    def _free(self) -> list[Line]:
        """Free the seats of disconnected players, the last first, so that the other numbers stay
        valid."""
        away = () if self._shown is None else lobby_painter.away(self._shown)
        for number in reversed(away):
            self._port.free(number)
        return (
            []
            if away
            else [text(_("Everybody at the table is connected: there is no seat to free."))]
        )


def _how_to_begin(roster: LobbyView) -> list[Line]:
    """Return how to begin; nothing if the game begins by itself."""
    if lobby_painter.is_practice(roster):
        return []
    ways = {Change.ADD_BOT: say.HOW_TO_ADD_BOT, Change.FEWER_SEATS: say.HOW_TO_HAVE_FEWER}
    told = " ".join(_(way) for change, way in ways.items() if change in roster.can)
    return [text(_(say.HOW_TO_BEGIN)), *([text(told)] if told else [])]


async def show_lobby(port: LobbyPort, games: Games, console: Console) -> None:
    """Show the lobby until the player leaves; to be cancelled when the game begins."""
    await converse(PlainLobby(port, games, asks=console.is_terminal), console, port.changed)
