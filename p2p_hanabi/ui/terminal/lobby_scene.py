"""The lobby on the full screen: wait for players."""

from __future__ import annotations

from p2p_hanabi.gathering import Change, LobbyView

from ..kit import scenes, sentences_questions
from ..kit.canvas import Picture, Size, fold, high, picture, plain, stack
from ..kit.i18n import _
from ..kit.legend import Legend
from ..kit.legend import buttons as button_row
from ..kit.sentences_questions import Question
from ..kit.style import text
from ..kit.theme import Theme
from ..lobby import known_players, lobby_painter, sentences_lobby
from ..lobby.lobby_news import LobbyNews
from ..lobby.roster import RosterPage, is_ready
from ..table.game_screen import Games
from ..table.port import LobbyPort
from .busy_scene import LeavableScene

_CHANGES = {
    "b": Change.ADD_BOT,
    "d": Change.SEND_BOT_AWAY,
    "-": Change.FEWER_SEATS,
    "+": Change.MORE_SEATS,
    "=": Change.MORE_SEATS,
}

_OTHER_KEYS = ("f", "t", "k", "?")


class LobbyScene(LeavableScene):
    """The players at the table, the game, and the code."""

    is_over = False

    def __init__(self, port: LobbyPort, games: Games, why: str = "") -> None:
        super().__init__(_("Waiting for players"), sentences_questions.leave_lobby(is_host=False))
        self._port = port
        self._games = games
        self._prompt.say(why, "alarm")
        self._news = LobbyNews(port, self._prompt)
        self._warned: frozenset[str] = frozenset()

    def look(self) -> bool:
        return self._news.look()

    def tell(self, sentence: str) -> None:
        """Add an event that the port does not report."""
        self._news.tell(sentence)

    def press(self, key: str) -> None:
        """Handle a key; those of the lobby also replace the question whether one is ready."""
        is_asked = self._prompt.question is Question.READY and not self._prompt.takes(key)
        if is_asked and key.lower() in (*_CHANGES, *_OTHER_KEYS):
            self._prompt.close_question()
        super().press(key)

    def _press(self, key: str) -> None:
        roster = self._news.roster
        if key == scenes.INTERRUPT:
            self._prompt.leave()
            return
        if self._prompt.turn_page(key):
            return
        self._prompt.says = ()
        is_practice = roster is not None and lobby_painter.is_practice(roster)
        if is_practice and key.lower() not in ("?", "q"):
            self._prompt.unknown(key)
            return
        match key:
            case "r" | "R" if roster is not None:
                self._be_ready(roster)
            case "f" | "F" if roster is not None and lobby_painter.away(roster):
                self._prompt.ask(Question.FREE, _(sentences_questions.FREE))
            case "t" | "T" if roster is not None and roster.codes:
                self._prompt.open(lobby_painter.phone_codes(roster.codes))
            case _ if key.lower() in _CHANGES and roster is not None:
                self._change(_CHANGES[key.lower()], roster)
            case "?" if roster is not None:
                rules = lobby_painter.rules(roster.config, self._games)
                known = known_players.warnings(roster)
                self._prompt.open(
                    [lobby_painter.offer(roster.config, self._games), *known, (), *rules]
                )
            case "k" | "K" if roster is not None and known_players.are_there(roster):
                self._prompt.open(known_players.lines(roster, in_full=True))
            case "q" | "Q":
                self._prompt.leave()
            case _:
                self._prompt.unknown(key)

    def _be_ready(self, roster: LobbyView) -> None:
        """Toggle being ready; an unread warning must be confirmed by pressing again."""
        doubts = known_players.doubts(roster)
        if lobby_painter.is_searching(roster):
            self._prompt.says = lobby_painter.searching(roster)
        elif not is_ready(roster) and doubts - self._warned:
            self._warned |= doubts
            self._prompt.says = known_players.not_yet(roster, by_key=True)
        elif is_ready(roster):
            self._port.ready(False)
        else:
            self._prompt.ask(Question.READY, _("Are you ready? The game begins when everybody is."))

    def _change(self, change: Change, roster: LobbyView) -> None:
        if change in roster.can:
            self._port.arrange(change)
        else:
            self._prompt.say(sentences_lobby.cannot_change(change, is_host=roster.me == 0))

    def _answered(self, question: Question | None) -> None:
        self._news.answered(question)

    def paint(self, size: Size, theme: Theme) -> Picture:
        if self._prompt.page is not None and not self._prompt.is_open:
            return self._prompt.page.paint(size, self._prompt.says)
        legend = self._prompt.legend(self._keys())
        asked = fold(self._asked, size.columns)
        room = Size(size.columns, size.rows - 1 - len(asked))
        if self._news.roster is None:
            lines = fold([text(_(sentences_lobby.KNOCKING)), (), *self._news.events], size.columns)
        else:
            lines = RosterPage(
                self._news.roster, self._games, self._news.events, theme, room
            ).lines()
        body = high(plain(lines), room.rows)
        return picture(stack(body, plain(asked), button_row(legend, size.columns)), size)

    def _keys(self) -> Legend:
        roster = self._news.roster
        if roster is None:
            return sentences_lobby.legend(can_free=False, can=())
        if lobby_painter.is_practice(roster):
            return sentences_lobby.legend_of_practice()
        return sentences_lobby.legend(
            can_free=bool(lobby_painter.away(roster)),
            can=roster.can,
            has_codes=bool(roster.codes),
            has_players=known_players.are_there(roster),
        )
