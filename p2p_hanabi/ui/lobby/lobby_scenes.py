"""The lobby on the full screen: choose a table, type its code, wait for players."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from p2p_hanabi.gathering import Change, LobbyView, Notice

from ..kit import scenes, sentences_questions
from ..kit import words_shared as words
from ..kit.canvas import Block, Picture, Size, Zone, fold, high, picture, plain, stack
from ..kit.i18n import _
from ..kit.legend import Legend
from ..kit.legend import buttons as button_row
from ..kit.line_editor import LineEditor
from ..kit.sentences_questions import Question
from ..kit.spoken_words import BadCode, code_from_words, complete_code
from ..kit.style import joined, text
from ..kit.theme import Theme
from ..table.game_screen import Games
from ..table.port import LobbyPort, SearchPort
from . import known_players, lobby_painter, plain_lobby, sentences_lobby, sentences_person
from .busy_scene import LeavableScene
from .lobby_news import LobbyNews
from .roster import RosterPage, is_ready

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


class TableChoiceScene(LeavableScene):
    """The tables on the network, live."""

    def __init__(self, finding: SearchPort, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(_("Tables on this network"))
        self._clock = clock
        self._gives_up_at = clock() + plain_lobby.PATIENT_S
        self.chosen: Notice | None = None
        self._finding = finding
        self._notices: list[Notice] = []
        self._at = 0

    @property
    def is_over(self) -> bool:
        return self.chosen is not None

    def look(self) -> bool:
        """Update the list: a table keeps its place while it exists, new ones are appended."""
        there = {notice.table: notice for notice in self._finding.notices()}
        kept = [there.pop(old.table) for old in self._notices if old.table in there]
        self._notices = [*kept, *there.values()]
        self._at = max(0, min(self._at, len(self._notices) - 1))
        return False

    def _press(self, key: str) -> None:
        self._prompt.says = ()
        count = len(self._notices)
        match key:
            case scenes.INTERRUPT | "q" | "Q":
                self._prompt.leave()
            case scenes.UP | scenes.DOWN if count:
                self._at = (self._at + (1 if key == scenes.DOWN else -1)) % count
            case scenes.ENTER if count:
                self._take(self._notices[self._at])
            case _ if key.isdigit() and 1 <= int(key) <= count:
                self._at = int(key) - 1
                self._take(self._notices[self._at])
            case _:
                self._prompt.unknown(key)

    def paint(self, size: Size, theme: Theme) -> Picture:
        head = (text(_("Tables on this network"), "title"), ())
        says = fold(self._asked, size.columns) or [()]
        room = size.rows - len(head) - len(says) - 1
        searching = fold([text(each) for each in self._searching()], size.columns)
        body = self._listed(theme, size.columns, room) if self._notices else plain(searching)
        legend = self._prompt.legend(
            (("Up", ""), ("Down", _("choose")), ("Enter", _("joins")), ("q", _("leave")))
        )
        whole = stack(Block(head), high(body, room), plain(says))
        return picture(stack(whole, button_row(legend, size.columns)), size)

    def _listed(self, theme: Theme, columns: int, rows: int) -> Block:
        """Draw the tables, with the chosen one visible, and the number of rows that do not fit."""
        blocks = []
        for number, notice in enumerate(self._notices, start=1):
            sign = theme.signs.turn if number - 1 == self._at else " "
            line = joined(
                [
                    text(f"{sign} "),
                    lobby_painter.table_line(number, notice, self._notices, self._finding.games),
                ]
            )
            lines = fold([line], columns)
            zones = tuple(Zone(row, 0, columns, str(number)) for row in range(len(lines)))
            blocks.append(Block(tuple(lines), zones))
        first = 0
        while first < self._at and _rows(blocks[first : self._at + 1]) >= rows:
            first += 1
        more = _rows(blocks[first:]) - rows
        if more <= 0:
            return stack(*blocks[first:])
        below = Block((text(words.more_rows(more + 1), "dim"),))
        return stack(high(stack(*blocks[first:]), rows - 1), below)

    def _searching(self) -> list[str]:
        is_late = self._clock() >= self._gives_up_at
        advice = sentences_person.nothing_found_yet(self._finding.reminder)
        return [_(sentences_lobby.SEARCHING), *(["", advice] if is_late else [])]

    def _take(self, notice: Notice) -> None:
        if lobby_painter.can_join(notice):
            self.chosen = notice
        else:
            self._prompt.say(sentences_lobby.cannot_join(notice.name))


class CodeScene(LeavableScene):
    """Asks for the three code words, with completion."""

    def __init__(self, table: str, why: str = "") -> None:
        super().__init__(_("The room code"))
        self._table = table
        self.code: bytes | None = None
        self._typing = LineEditor(complete_code)
        self._prompt.say(why, "alarm")

    @property
    def is_over(self) -> bool:
        return self.code is not None

    def _press(self, key: str) -> None:
        match key:
            case scenes.INTERRUPT:
                self._prompt.leave()
            case scenes.ENTER:
                self._read(self._typing.line)
            case "-" | " " if self._typing.line.endswith("-"):
                pass  # Tab has already added it
            case _ if self._typing.press(key):
                self._prompt.says = ()
            case _:
                self._prompt.unknown(key)

    def paint(self, size: Size, theme: Theme) -> Picture:
        prompt, column = self._typing.shown()
        head = fold(
            [
                text(_("The room code"), "title"),
                (),
                text(self._table, "strong"),
                text(_(sentences_lobby.ASK_CODE)),
            ],
            size.columns,
        )
        offered = " ".join(self._typing.offered()[:10])
        lines = [
            *head,
            (),
            prompt,
            text(offered, "dim"),
            (),
            *fold(self._asked, size.columns),
        ]
        body = high(plain(lines), size.rows - 1)
        legend = self._prompt.legend(
            (("Tab", _("completes")), ("Enter", _("joins")), ("Ctrl-C", _("leaves")))
        )
        whole = stack(body, button_row(legend, size.columns))
        return picture(whole, size, (len(head) + 1, min(column, size.columns - 1)))

    def paste(self, words: str) -> None:
        if self._prompt.is_open:
            self._prompt.paste(words)
        else:
            self._typing.add(words.strip())

    def _read(self, line: str) -> None:
        try:
            self.code = code_from_words(line)
        except BadCode as error:
            self._prompt.say(sentences_lobby.no_code(error), "alarm")


def _rows(blocks: Sequence[Block]) -> int:
    return sum(len(block.lines) for block in blocks)
