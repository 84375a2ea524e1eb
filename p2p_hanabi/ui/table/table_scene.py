"""The scene of a table, whatever is played at it: stepping back through the game, leaving, and the
end. A game adds what its keys mean, and its board."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Generic

from protocol.game import Move, Seat, View
from protocol.peer.status import How

from ..kit import scenes, sentences_questions
from ..kit import words_shared as words
from ..kit.canvas import Picture, Size, clickable_below
from ..kit.i18n import _
from ..kit.questions import Prompt
from ..kit.sentences_questions import Question
from ..kit.style import Line, text
from ..kit.theme import Theme
from . import phone_codes, setup, table_painter
from .absence import AbsenceNews
from .chat_line import ChatLine
from .choosing import Draft, MoveChooser
from .game_screen import EXPLAIN
from .game_table import GameTable
from .keys_help import keys_help
from .log_page import LogPage
from .looking_back import STEPS, LookingBack
from .past_views import settled
from .port import EndedTable, TablePort
from .refusals import late_refusals
from .result_pages import RoundPages
from .status_line import StatusLine
from .table_board import TableBoard
from .table_end import AGAIN, TableEnd
from .table_questions import TableQuestions
from .wishes import Wish

LOG_KEY, EXPLAIN_KEY = "l", "x"
_CAPITALS = "AGSTW"
"""What concerns the whole table is a capital letter; any other is the same as the small one."""


class TableScene(Generic[Draft, View, Move]):
    """See `scenes.Scene`. `finish_table` tells what is left of the table once it has ended.

    `game` says what is played. `leave_question` and `epilogue` are for a table that is no usual
    one: what leaving means, and the page of the end, from the lines on how the table ended.
    """

    def __init__(
        self,
        port: TablePort[View, Move],
        game: GameTable[Draft, View, Move],
        clock: Callable[[], float] = time.monotonic,
        *,
        leave_question: str | None = None,
        epilogue: Callable[[Sequence[Line]], list[Line]] | None = None,
    ) -> None:
        self.wish: Wish | None = None
        self._port = port
        self._game = game
        self._players = game.players
        self._prompt = Prompt(leave_question or _(sentences_questions.LEAVE_TABLE))
        self._choosing = MoveChooser(game.keys, port, self._prompt)
        self._end = TableEnd(port, game, self._prompt, epilogue)
        self._waits = StatusLine(self._players, clock)
        self._chat = ChatLine(port, port.screen)
        self._absence = AbsenceNews(self._players)
        self._rounds = RoundPages[View](lambda view: game.screen.results(view, self._players))
        self._past = LookingBack(port)
        self._board = TableBoard(
            port=port,
            game=game,
            prompt=self._prompt,
            choosing=self._choosing,
            end=self._end,
            waits=self._waits,
            chat=self._chat,
            rounds=self._rounds,
            past=self._past,
        )
        self._of_all = TableQuestions(port, self._prompt, game.players)
        self._called: object = None
        self._actor: Seat | None = None
        self._is_new = False
        self._has_pressed = False
        self._log: LogPage[View, Move] | None = None

    @property
    def _now(self) -> View | None:
        return settled(self._port)

    # -- the scene

    @property
    def title(self) -> str:
        view = self._now
        mine = view is not None and view.actor == view.seat
        return words.your_turn_title() if mine else words.title(self._port.screen.title)

    @property
    def is_over(self) -> bool:
        """Once the end has been looked at, or something else is wanted that leads on from it."""
        return self._end.is_closed or self.wish is not None

    @property
    def plays_again(self) -> bool:
        return self._end.plays_again

    @property
    def has_left(self) -> bool:
        return self._prompt.has_left

    @property
    def is_asking(self) -> bool:
        """Whether a question is open."""
        return self._prompt.is_open

    def look(self) -> bool:
        view = self._now
        if view is not None and (move := self._game.screen.by_itself(view)) is not None:
            self._choosing.play(move)  # at once, before anybody is called for it
        status, view = self._port.status(), self._now
        self._waits.look(status)
        self._is_new = self._is_new or view is None or not view.log
        actor, self._actor = self._actor, None if view is None else view.actor
        if self._actor != actor:
            self._prompt.forget_refusal()
        if view is not None and self._rounds.look(view):
            self._prompt.says = ()  # it answered what is over
        for sentence in late_refusals(self._port):
            self._prompt.refuse(sentence, "alarm")
        self._listen()
        if self._port.ending() is not None and not self._end.has_come:
            self._show_end(EndedTable(hands=self._port.faces))
            return True
        self._end.refresh()
        if view is None or view.actor != view.seat:
            self._choosing.drop()
            return False
        if self._prompt.says == text(_(words.SENT)):
            self._prompt.says = ()  # it is one's turn again, and there is something to be asked
        called, self._called = self._called, self._game.calls_for(view)
        return called != self._called

    def _listen(self) -> None:
        """What somebody says stands in the status line, once nothing is asked or typed there."""
        self._chat.look()
        news = self._end.look()
        if self._prompt.is_open:
            return
        if news:
            self._prompt.say(" ".join(news), "strong")
        if told := self._absence.look(self._port.status()):
            self._prompt.say(" ".join(told), "alarm")
        is_free = self._choosing.move is None and not self._chat.is_open
        if is_free and (heard := self._chat.news()) is not None:
            self._prompt.say(heard, "strong")

    def tell(self, sentence: str, style: str = "alarm") -> None:
        """Show a sentence in the status line, until the next key."""
        self._prompt.say(sentence, style)

    def read(self, lines: Sequence[Line]) -> None:
        """Show a page over that of the end; a single sentence stands in the status line."""
        if len(lines) == 1:
            self._prompt.says = lines[0]
        else:
            self._prompt.open(lines)

    def finish_table(self, kept: EndedTable) -> None:
        """Show the end again: the table's files are written, or there is more to say of them."""
        if self._end.has_come and not self._end.is_read:
            self._end.kept = kept  # the player looks back, and reads it when that is done
        else:
            self._show_end(kept)

    def paint(self, size: Size, theme: Theme) -> Picture:
        if self._log is not None and not self._prompt.is_open:
            return self._log.paint(size)
        view = self._now
        if self._prompt.page is not None and not self._prompt.is_open:
            shown = self._prompt.page.paint(size, self._prompt.says)
            if not self._chat.is_open:
                return shown
        elif view is None:
            shown = setup.paint(self._port, self._waits, self._prompt, size)
        else:
            shown = self._table_picture(view, size, theme)
        if self._chat.is_open:
            return self._chat.over(shown, size, theme)
        is_asked = self._prompt.is_open or self._board.typing is not None
        return clickable_below(shown, size.rows - 1) if is_asked else shown

    def press(self, key: str) -> None:
        self._has_pressed = self._has_pressed or self._now is not None
        if self._prompt.is_open:
            self._answered(self._prompt.press(key))
        elif self._chat.is_open:
            self._prompt.refuse(self._chat.press(key) or "")
            self._listen()
        elif self._board.typing is not None:
            if (told := self._board.typing.press(key)) is not None:
                self._prompt.say(told)
        elif key == scenes.INTERRUPT:
            self.leave()
        elif self._log is not None:
            self._log = self._log if self._log.press(scenes.small(key)) else None
        elif not self._turn_page(key):
            self._prompt.says = ()
            self._pressed(key)

    def paste(self, words: str) -> None:
        typing = self._board.typing
        if self._prompt.is_open or typing is None or not typing.add(words):
            self._prompt.refuse_paste()

    def _answered(self, question: Question | None) -> None:
        """What was asked, and answered with yes."""
        match question:
            case Question.CLOSE:
                self._end.is_closed = True
            case Question.AGAIN:
                self._end.play_again()
                self._listen()
                if self._end.is_read:
                    self._show_end()
            case _:
                self._of_all.answered(question)

    def _ask(self, question: Question, sentence: str) -> None:
        """No move waits behind it."""
        self._choosing.clear()
        self._prompt.ask(question, sentence)

    # -- the result of a round, in the place of the board

    def _table_picture(self, view: View, size: Size, theme: Theme) -> Picture:
        greets = self._is_new and not self._has_pressed
        board, result = self._board.of(view, greets=greets), self._board.result
        if result is None:
            return self._game.picture(board, size, theme)
        return self._rounds.paint(board, result, size, is_past=self._past.is_shown)

    def _close_result(self, key: str) -> None:
        if key not in (scenes.ENTER, scenes.ESCAPE):
            self._prompt.say(
                _("{key} does nothing here: Enter closes this result first.").format(
                    key=words.key_name(key)
                )
            )
            return
        self._rounds.close()
        if self._end.has_come:
            self._show_end()

    # -- the end

    def _show_end(self, kept: EndedTable | None = None) -> None:
        """A question about the game is void now; one that was asked after the end stays open."""
        if not self._end.has_come:
            self._prompt.close_question()
        self._end.come(kept)
        self._choosing.clear()
        if self._game.typing is not None:
            self._game.typing.close()
        ending = self._port.ending()
        if ending is not None and ending.how is not How.CLOSED:
            self._rounds.drop()
        if ending is not None and self._rounds.held is None:
            self._end.show()

    def result(self, kept: EndedTable) -> list[Line]:
        """Return what the page of the end says; nothing before the end."""
        return self._end.result(kept)

    # -- keys

    def _turn_page(self, key: str) -> bool:
        """The page of the end is left by stepping back alone, and opened again by End."""
        key = scenes.small(key, but=_CAPITALS)
        if self._prompt.page is not None and not self._end.is_read:
            turned = self._prompt.turn_page(key)
            if self._end.has_come and self._prompt.page is None and not self._past.is_shown:
                self._show_end()  # what lay over it
            return turned
        if self._end.has_come and key == AGAIN and self._end.offers_again:
            self._ask(Question.AGAIN, _("Play again with the same players?"))
        elif not self._end.is_read:
            return False
        elif key == "q":
            self.leave()
        elif key == LOG_KEY and self._now is not None:
            self._open_log()
        elif key == ":":
            self._prompt.say(self._chat.begin() or "")
        elif (wish := self._end.wish(key)) is not None:
            self.wish = wish
        elif key in ("?", '"'):
            self._prompt.says = ()
            self._prompt.open(self._page(key))
        elif key == EXPLAIN_KEY and self._explains:
            self._explain()
        elif key == scenes.LEFT and self._past.last > 0:
            self._prompt.page = None
            self._go(-1)
        else:
            self._prompt.turn_last_page(key)
        return True

    def leave(self) -> None:
        """Ask whether the player wants to be gone."""
        if self._end.has_come:
            self._ask(Question.CLOSE, _("Close the table? The game is saved."))
        else:
            self._ask(Question.LEAVE, self._prompt.leave_question)

    def _pressed(self, key: str) -> None:
        view, key = self._now, scenes.small(key, but=_CAPITALS)
        match key:
            case "?" | "T" | "W" | '"':
                self._prompt.open(self._page(key))
            case "q":
                self.leave()
            case "A" | "G" | "S" if not self._end.has_come:
                self._of_all.ask(key)
                if self._prompt.is_open:
                    self._choosing.clear()
            case ":":
                self._prompt.say(self._chat.begin() or "")
            case _ if view is None:
                self._prompt.unknown(key)
            case _ if key == LOG_KEY and not self._choosing.is_open:
                self._open_log()
            case _ if key == EXPLAIN_KEY and self._explains and not self._choosing.is_open:
                self._explain()
            case _:
                self._pressed_in_game(key, view)

    def _pressed_in_game(self, key: str, view: View) -> None:
        match key:
            case _ if self._game.own_key(key, view, self._prompt):
                pass
            case _ if self._rounds.scrolls(key, self._board.result):
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
                    self._listen()  # it can be something that all are told

    def _open_log(self) -> None:
        self._log = LogPage(self._game.screen, lambda: self._now, self._players)

    @property
    def _explains(self) -> bool:
        return EXPLAIN in self._game.screen.topics and self._now is not None

    def _explain(self) -> None:
        """The last hint of the moment that is shown."""
        if (now := self._now) is not None:
            shown = self._past.view(now)
            self._prompt.open(self._game.screen.page(EXPLAIN, shown, self._players))

    def _page(self, key: str) -> list[Line]:
        match key:
            case "T":
                return phone_codes.rows(self._port.phones())
            case "W":
                return [*table_painter.words(self._port.status().words)]
            case '"':
                return self._chat.page()
        return keys_help(self._game, self._now, self._port.machines)

    # -- stepping back

    def _back_only(self, key: str, view: View) -> None:
        """Nothing can be played in what is past."""
        if key == scenes.ESCAPE:
            self._go(STEPS[scenes.END])
        elif self._choosing.begins(key, view):
            why = _("The game has ended.") if self._end.has_come else _(words.NOT_IN_THE_PAST)
            self._prompt.say(why, "alarm")
        else:
            self._prompt.unknown(key)

    def _go(self, by: int) -> None:
        """To an earlier moment of the game, or forward again."""
        was_past = self._past.is_shown
        if told := self._past.go(by):
            self._prompt.say(told)
        if was_past and not self._past.is_shown and self._end.has_come:
            self._show_end()
        self._choosing.drop()
