"""The scene of a table, for any game: looking back, leaving, and the end. A game adds its keys and
its board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, assert_never

from protocol.game import Move, View

from ...drawing.canvas import Picture, Size, clickable_below
from ...drawing.style import Line
from ...drawing.theme import Theme
from ...kit import scenes
from ...model.end.ended_table import EndedTable
from ...model.end.shown_end import AtEnd
from ...model.replies import Opens, Talks
from ...model.table import phone_codes
from ...model.table.action_keys import CAPITALS
from ...model.table.followed_table import FollowedTable
from ...model.table.table_actions import OpensLog, OpensPhones, Previews, TableAction
from ...words import words_shared as words
from ...words.i18n import _
from ...words.sentences_questions import Question
from . import available_keys, setup_painter
from .chat_line import ChatLine
from .choosing import Draft, MoveChooser
from .end_keys import EndPage, end_action_of
from .game_table import GameTable
from .keys_help import keys_help
from .log_page import LogPage
from .result_pages import ResultPage
from .table_board import TableBoard

STEPS = {
    scenes.LEFT: -1,
    scenes.UP: -1,
    scenes.RIGHT: 1,
    scenes.DOWN: 1,
    scenes.PAGE_UP: -10,
    scenes.PAGE_DOWN: 10,
    scenes.HOME: -100_000,
    scenes.END: 100_000,
    scenes.WHEEL_UP: -1,
    scenes.WHEEL_DOWN: 1,
}
"""The number of moments that each key steps forward."""


class TableScene(Generic[Draft, View, Move]):
    """See `scenes.Scene`. `finish_table` shows what remains of the table after its end."""

    def __init__(
        self, table: FollowedTable[View, Move], game: GameTable[Draft, View, Move]
    ) -> None:
        self._table = table
        self._port = table.port
        self._game = game
        self._prompt = table.prompt
        self.end = table.end
        self._end_page = EndPage(table)
        self._rounds = table.rounds
        self._past = table.past
        self._players = table.players
        self._choosing = MoveChooser(game.keys, table)
        self._chat = ChatLine(table.shown)
        self._board = TableBoard(table, game, self._choosing, self._chat)
        self._result_page = ResultPage()
        self._log: LogPage[View, Move] | None = None

    @property
    def _now(self) -> View | None:
        return self._table.now

    # -- the scene

    @property
    def title(self) -> str:
        return self._table.title

    @property
    def is_over(self) -> bool:
        """Whether the player has closed the end, or wants something next, such as a replay."""
        return self.end.is_over

    @property
    def logged(self) -> int:
        return self._table.logged

    @property
    def has_left(self) -> bool:
        return self._prompt.has_left

    def step_out(self) -> bool:
        return False

    def offer(self, name: str, content: str) -> bool:
        return False

    @property
    def is_asking(self) -> bool:
        """Whether a question is open."""
        return self._prompt.is_open

    @property
    def is_typing(self) -> bool:
        """Whether a text is being typed, so that keys are letters."""
        return self._board.typing is not None

    def look(self) -> bool:
        news = self._table.look()
        self._chat.receive(news.remarks)
        self._listen()
        if self._table.ends_now:
            self._show_end(EndedTable(hands=self._port.now.faces))
        else:
            self._end_page.refresh()
            if not self._table.is_my_turn:
                self._choosing.drop()
        return news.calls

    def _listen(self) -> None:
        """Show remarks in the status line, once nothing is asked or typed there."""
        self._table.tell_news()
        is_free = self._choosing.move is None and not self._chat.is_open
        if is_free and not self._prompt.is_open and (remark := self._chat.news()) is not None:
            self._prompt.show(remark, "strong")

    def notify(self, sentence: str, style: str = "alarm") -> None:
        """Show a sentence in the status line, until the next key."""
        self._prompt.show(sentence, style)

    def show_lines(self, lines: Sequence[Line]) -> None:
        """Show a page over that of the end, or a single sentence in the status line."""
        if len(lines) == 1:
            self._prompt.message = lines[0]
        else:
            self._prompt.show_lines(lines)

    def finish_table(self, kept: EndedTable) -> None:
        """Show the end again: the table's files are written, or there is more to report on them."""
        if self.end.has_come and not self._end_page.is_read:
            self.end.ended_table = kept  # the player is looking back, and sees it afterwards
        else:
            self._show_end(kept)

    def paint(self, size: Size, theme: Theme) -> Picture:
        if self._log is not None and not self._prompt.is_open:
            return self._log.paint(size)
        view = self._now
        if self._prompt.page is not None and not self._prompt.is_open:
            shown = self._prompt.page.paint(size, self._prompt.message)
            if not self._chat.is_open:
                return shown
        elif view is None:
            shown = setup_painter.paint(self._table.shown, self._table.waits, self._prompt, size)
        else:
            shown = self._table_picture(view, size, theme)
        if self._chat.is_open:
            return self._chat.over(shown, size, theme)
        is_asked = self._prompt.is_open or self._board.typing is not None
        return clickable_below(shown, size.rows - 1) if is_asked else shown

    def press(self, key: str) -> None:
        self._table.shown.act()
        if self._prompt.is_open:
            self._answered(self._prompt.press(key))
        elif self._chat.is_open:
            reply = self._chat.press(key)
            self._prompt.refuse_with(() if reply is None else reply.lines[-1])
            self._listen()
        elif self._board.typing is not None:
            if (reply := self._board.typing.press(key)) is not None:
                self._prompt.message = reply.lines[-1]
        elif key == scenes.INTERRUPT:
            self.leave()
        elif self._log is not None:
            self._log = self._log if self._log.press(scenes.small(key)) else None
        else:
            self._pressed(scenes.small(key, but=CAPITALS))

    def paste(self, words: str) -> None:
        typing = self._board.typing
        if self._prompt.is_open or typing is None or not typing.add(words):
            self._prompt.paste(words)

    def _answered(self, question: Question | None) -> None:
        """Handle a question that was answered with yes."""
        self._table.answered(question)
        if question is Question.AGAIN:
            self._listen()
            if self._end_page.is_read:
                self._show_end()

    # -- the result of a round, shown instead of the board

    def _table_picture(self, view: View, size: Size, theme: Theme) -> Picture:
        board, result = self._board.of(view), self._board.result
        if result is None:
            return self._game.picture(board, size, theme)
        return self._result_page.paint(board, result, size, is_past=self._past.is_shown)

    def _close_result(self, key: str) -> None:
        if key not in (scenes.ENTER, scenes.ESCAPE):
            self._prompt.show(
                _("{key} does nothing here: Enter closes this result first.").format(
                    key=words.key_name(key)
                )
            )
            return
        self._rounds.close()
        if self.end.has_come:
            self._show_end()

    # -- the end

    def _show_end(self, kept: EndedTable | None = None) -> None:
        self._table.come_to_end(kept)
        self._choosing.clear()
        if self._game.typing is not None:
            self._game.typing.close()
        if self._port.now.ending is not None and self._rounds.held is None:
            self._end_page.show()

    # -- keys

    def _pressed(self, key: str) -> None:
        if self._end_page.is_read:
            self._pressed_at_end(key)
        elif self._prompt.page is not None:
            self._turn_page(key)
        else:
            self._prompt.message = ()
            self._pressed_at_table(key)

    def _turn_page(self, key: str) -> None:
        """Pass a key to a page over the table, or over its end."""
        self._prompt.turn_page(key)
        if self.end.has_come and self._prompt.page is None and not self._past.is_shown:
            self._show_end()

    def _pressed_at_end(self, key: str) -> None:
        """Handle a key on the page of the end, which only stepping back leaves, and End reopens."""
        match key:
            case _ if (at_end := end_action_of(key)) is not None:
                self._do_at_end(at_end)
            case _ if (action := self._meant(key)) is not None:
                self._prompt.message = ()
                self._do(action)
            case scenes.LEFT if self._past.last > 0:
                self._prompt.page = None
                self._go(-1)
            case _:
                self._prompt.turn_last_page(key)

    def leave(self) -> None:
        """Ask whether the player wants to leave; a move being chosen is dropped."""
        self._choosing.clear()
        self._table.ask_to_leave()

    def _do_at_end(self, action: AtEnd) -> None:
        self._choosing.clear()
        self._table.do_at_end(action)

    def _pressed_at_table(self, key: str) -> None:
        view = self._now
        match key:
            case _ if (at_end := self._meant_at_end(key)) is not None:
                self._do_at_end(at_end)
            case _ if (action := self._meant(key)) is not None:
                self._do(action)
            case _ if view is None:
                self._prompt.unknown(key)
            case _:
                self._pressed_in_game(key, view)

    def _pressed_in_game(self, key: str, view: View) -> None:
        match key:
            case _ if self._game.own_key(key, view, self._prompt):
                pass
            case _ if self._result_page.scrolls(key, self._board.result):
                pass
            case scenes.WHEEL_UP | scenes.WHEEL_DOWN if self._choosing.is_open:
                pass
            case _ if key in STEPS and not self._choosing.is_open:
                self._go(STEPS[key])
            case _ if self._past.is_shown:
                self._back_only(key, view)
            case _ if self._rounds.held is not None:
                self._close_result(key)
            case _:
                if self._choosing.press(key, view):
                    self._listen()  # it may be a remark to everybody

    def _meant_at_end(self, key: str) -> AtEnd | None:
        """Return what the key does while looking back at a finished game; None if nothing."""
        action = end_action_of(key, is_past=True) if self.end.has_come else None
        return action if action in self.end.offered() else None

    def _meant(self, key: str) -> TableAction | None:
        """Return what the key does at every table; None if it belongs to the game or to a move
        being chosen."""
        action = available_keys.action_of(key)
        match action:
            case TableAction.LOG | TableAction.EXPLAIN if self._choosing.is_open:
                return None
            case TableAction.EXPLAIN if not self._table.shown.has_hints:
                return None
        return action

    def _do(self, action: TableAction) -> None:
        if action is TableAction.LEAVE:
            self.leave()
            return
        if action is TableAction.RULES:  # they are below the keys
            self._prompt.show_lines(keys_help(self._game, self._now, self._port.now))
            return
        match self._table.do(action):
            case None:
                pass
            case Opens(_, lines):
                self._prompt.show_lines(lines)
            case Talks():
                self._chat.begin()
            case OpensLog():
                self._log = LogPage(self._table.shown)
            case OpensPhones(codes):
                self._prompt.show_lines(phone_codes.rows(codes))
            case Previews():  # chosen by the game's keys: see `MoveChooser`
                pass
            case other:
                assert_never(other)
        if self._prompt.is_open:
            self._choosing.clear()

    # -- stepping back

    def _back_only(self, key: str, view: View) -> None:
        """Handle a key in the past, where nothing can be played."""
        if key == scenes.ESCAPE:
            self._go(STEPS[scenes.END])
        elif self._choosing.begins(key, view):
            self._prompt.show(self._table.shown.why_no_move() or "", "alarm")
        else:
            self._prompt.unknown(key)

    def _go(self, by: int) -> None:
        """Go to an earlier moment of the game, or forward again."""
        was_past = self._past.is_shown
        if sentence := self._past.go(by):
            self._prompt.show(sentence)
        if was_past and not self._past.is_shown and self.end.has_come:
            self._show_end()
        self._choosing.drop()
