"""A replay on the full screen: step through the game, see it through anybody's eyes, and try other
moves with the keys of a table."""

from __future__ import annotations

from typing import Generic, assert_never

from protocol.game import Card, Move, Seat, View

from ..drawing.canvas import Picture, Size, width
from ..drawing.style import Line, as_text, joined, text
from ..drawing.theme import Theme
from ..kit import scenes
from ..kit.legend import Legend, worded
from ..kit.pager import Pager
from ..kit.questions import Prompt
from ..model.replay_actions import (
    CompanyAction,
    InReplay,
    LineAction,
    ListsLines,
    LookThrough,
    NamesLine,
    OpenLine,
    PointBy,
    PointTo,
    ReplayAction,
    ShowsEnd,
    StepBy,
)
from ..model.replies import Asks, Explains, Opens
from ..model.shown_replay import ShownReplay
from ..model.table.table_actions import Previews
from ..replay.recording import Spectator
from ..words.i18n import _
from .line_moves import LineMoves
from .line_names import LineNames
from .replay_help import help_rows
from .table.board_frame import NO_CARDS, POINT, Board
from .table.choosing import MoveChooser
from .table.game_table import AnyDraft, LineInput, ReplayBoard
from .table.result_pages import ResultPage

_STEPS = {
    scenes.LEFT: -1,
    scenes.UP: -1,
    scenes.BACKSPACE: -1,
    scenes.WHEEL_UP: -1,
    scenes.WHEEL_DOWN: 1,
    scenes.RIGHT: 1,
    scenes.DOWN: 1,
    " ": 1,
    scenes.PAGE_UP: -10,
    scenes.PAGE_DOWN: 10,
    scenes.HOME: -100_000,
    scenes.END: 100_000,
}
_ONLOOKS = {"a": Spectator.EVERYTHING, "p": Spectator.PUBLIC}


_POINTS = {".": 1, ",": -1}
_OF_COMPANY = "CLSV"
_OF_LINES = f"BDKNOPU{_OF_COMPANY}"
"""Capital letters are for lines and company; in a line, small ones belong to the game's moves."""
_OPENED = "123456789"


class ReplayScene(Generic[View, Move]):
    """See `scenes.Scene`. `board` draws the game's, `line_input` interprets its keys in a line."""

    has_left = False

    def __init__(
        self,
        replay: ShownReplay[View, Move],
        board: ReplayBoard[View],
        line_input: LineInput[View, Move, AnyDraft] | None = None,
    ) -> None:
        self.title = replay.title
        self._replay = replay
        self._board = board
        self._result_page = ResultPage()
        self._prompt = Prompt("")
        self._names = LineNames()
        self._listed: ListsLines | None = None
        self._moves = None if line_input is None else LineMoves(replay, self._prompt, line_input)

    @property
    def is_over(self) -> bool:
        return self._replay.is_over

    def look(self) -> bool:
        """Show what the leader shows, if there are others. Return False: nobody is called."""
        if self._replay.look():
            self._prompt.message = ()  # it was about whoever led before
        if notice := self._replay.take_notice():
            self._prompt.message = text(notice, "strong")
        return False

    # -- keys

    def press(self, key: str) -> None:
        if self._names.is_open:
            if (kept := self._names.press(key)) is not None:
                self._do(kept)
            return
        if self._prompt.is_open:
            self._answered(key)
            return
        if self._prompt.page is not None and self._turn_page(self._prompt.page, key):
            return
        self._prompt.message = ()
        result = self._replay.result
        if result is not None and self._result_page.scrolls(key, result):
            return
        choosing = self._choosing
        if choosing is not None and choosing.is_open:
            self._choose(choosing, key)
        elif key == "?":
            self._prompt.show_lines([text(row) for row in self._help()])
        elif (action := self._meant(key)) is not None:
            self._do(action)
        elif choosing is not None:
            self._choose(choosing, key)
        else:
            self._prompt.unknown(key)

    def paste(self, words: str) -> None:
        if self._names.is_open:
            self._names.add(words)
        else:
            self._prompt.paste(words)

    @property
    def _choosing(self) -> MoveChooser[AnyDraft, View, Move] | None:
        """The move being chosen, while a line is shown and the board is in sight."""
        is_line = self._replay.is_line and self._replay.result is None
        return self._moves.choosing if is_line and self._moves is not None else None

    def _choose(self, choosing: MoveChooser[AnyDraft, View, Move], key: str) -> None:
        if key == scenes.INTERRUPT:
            choosing.clear()
        else:
            choosing.press(scenes.small(key, but=_OF_LINES), self._replay.view)

    def _answered(self, key: str) -> None:
        question = self._prompt.press(key)
        if question is not None and (reply := self._replay.confirm(question)) is not None:
            self._prompt.message = reply.lines[-1]

    def _help(self) -> tuple[str, ...]:
        replay = self._replay
        known = (each for each in replay.known() if self._meant(_pressed(each)) is each)
        is_together = replay.together is not None
        rows = help_rows(known, is_line=replay.is_line, is_together=is_together)
        if not replay.is_line:
            return rows
        return (*rows, "", *replay.recording.screen.help(replay.view))

    def _turn_page(self, page: Pager, key: str) -> bool:
        """Handle a key while a page is open. A key that does not scroll closes the result and then
        acts on the replay; it only closes the help. Return whether the key was used up."""
        if not page.stays:
            return self._prompt.turn_page(key)
        self._prompt.message = ()
        if page.press(key):
            return True
        self._prompt.page = None
        listed, self._listed = self._listed, None
        if listed is None:
            return False
        names = dict(zip(_OPENED, (name for name, _about in listed.rows), strict=False))
        if key in names:
            self._do(OpenLine(names[key]))
        return True

    def _meant(self, key: str) -> InReplay[Move] | None:
        """Return what a key means; None if it means nothing in this game. In a line, what the keys
        of a table mean there comes first."""
        if self._replay.is_line:
            match key:
                case scenes.ESCAPE:
                    return ReplayAction.WHAT_IF
                case _ if len(key) == 1 and key not in _IN_LINES:
                    return None
                case _ if key in _ONLOOKS or self._seat_of(key) is not None:
                    return None
        match key:
            case scenes.ESCAPE if self._replay.has_company:
                return None  # one Escape too many would leave those who look at it too
            case scenes.ESCAPE | scenes.INTERRUPT:
                return ReplayAction.CLOSE
            case _ if (card := self._clicked_card(key)) is not None:
                return PointTo(card)
            case scenes.ENTER if self._replay.result is not None:
                return StepBy(1)
            case _ if key in _ONLOOKS:
                return LookThrough(_ONLOOKS[key])
            case _ if (seat := self._seat_of(key)) is not None:
                return LookThrough(seat)
            case _ if key in _STEPS:
                return StepBy(_STEPS[key])
            case _ if key in _POINTS:
                return PointBy(_POINTS[key])
        return next((action for action in ReplayAction if _pressed(action) == key), None)

    def _seat_of(self, key: str) -> Seat | None:
        """Return the player whose number was pressed, or whose name or card was clicked."""
        number = next(iter(key.removeprefix("seat ").split()), "")
        numbers = [str(seat + 1) for seat in range(len(self._replay.recording.names))]
        return Seat(numbers.index(number)) if number in numbers else None

    def _clicked_card(self, key: str) -> Card | None:
        """Return the card that was clicked to point at it."""
        match key.split():
            case [begins, card] if begins == POINT:
                return Card(int(card))
        return None

    def _do(self, action: InReplay[Move]) -> None:
        if self._choosing is not None:
            self._choosing.clear()
        match self._replay.do(action):
            case Explains(lines):
                self._prompt.message = lines[-1]
            case Opens(_, lines):
                self._prompt.show_lines(lines)
            case Asks(question, sentence):
                self._prompt.ask(question, sentence)
            case NamesLine() as former:
                self._names.begin(former)
            case ListsLines() as listed:
                self._list(listed)
            case ShowsEnd(lines):
                self._prompt.show_lines(lines, (("Left", _("back")), *self._keys(*_AT_THE_END)))
            case None | Previews():  # moves are previewed for `LineMoves`
                pass
            case other:
                assert_never(other)

    def _list(self, listed: ListsLines) -> None:
        """Open the list of kept lines; digits open the first ones."""
        self._listed = listed
        signs = (*_OPENED, *(" " for _row in listed.rows))
        rows = zip(signs, listed.rows, strict=False)
        lines = [text(f"{sign} {name}: {about}") for sign, (name, about) in rows]
        last = min(len(listed.rows), len(_OPENED))
        digits = "1" if last == 1 else f"1-{last}"
        title = text(_("Lines kept of this game"), "title")
        self._prompt.show_lines([title, *lines], ((digits, _("opens")), ("Escape", _("back"))))

    # -- display

    def paint(self, size: Size, theme: Theme) -> Picture:
        if self._prompt.page is not None:
            return self._prompt.page.paint(size, self._prompt.message)
        replay, choosing = self._replay, self._choosing
        board = Board(
            replay.view,
            replay.players,
            self._headline(size.columns),
            self._messages(choosing),
            self._legend(choosing, size.columns),
            chosen=self._marked(choosing),
            is_live=False,
            is_pointing=replay.click_points,
        )
        if replay.result is not None:
            return self._result_page.paint(board, replay.result, size)
        return self._board(board, replay.level, size, theme)

    def _headline(self, columns: int) -> Line:
        """Return which moment is shown, and who leads; who leads comes first if the end would be
        cut off."""
        where, together = text(self._replay.where, "turn"), self._replay.together
        if together is None:
            return where
        leads = text(together.status())
        headline = joined([where, leads], "  ")
        return headline if width(headline) <= columns else joined([leads, where], "  ")

    def _marked(self, choosing: MoveChooser[AnyDraft, View, Move] | None) -> frozenset[Card]:
        """Return the cards of the move being chosen, and those at which somebody points."""
        chosen = NO_CARDS if choosing is None else choosing.touched(self._replay.view)
        together = self._replay.together
        return chosen if together is None else chosen | frozenset(together.pointed)

    def _messages(self, choosing: MoveChooser[AnyDraft, View, Move] | None) -> tuple[Line, ...]:
        """Return the question or the answer to the last key, else what has just happened."""
        replay, says = self._replay, self._prompt.message
        if self._prompt.is_open:
            return self._prompt.asked()
        if self._names.is_open:
            return self._names.asked()
        if choosing is not None and choosing.is_open:
            return self._chosen(choosing)
        if says:
            return (says, *replay.company())
        if replay.result is not None:
            return (text(_("Enter continues.")),)
        return (*replay.company(), *self._happened())

    def _happened(self) -> tuple[Line, ...]:
        """Return what has just happened; how a round ended has a page."""
        replay = self._replay
        compared = text(replay.compared(), "strong")
        if replay.at == 0:
            return tuple(replay.happened())
        ended = replay.ended_round
        ended_sentences = () if ended is None else ended.sentences()
        lines = [line for line in replay.happened() if as_text(line) not in ended_sentences]
        lines += [compared] if as_text(compared) else []
        if replay.is_at_end:
            over = text(_("The game is over; Right shows the result."))
            return (*lines[:1], *lines[-1:], over) if as_text(compared) else (*lines[:1], over)
        return (*lines, *replay.beside())

    def _chosen(self, choosing: MoveChooser[AnyDraft, View, Move]) -> tuple[Line, ...]:
        """Return the preview of a move, or the question for the next key."""
        view, says = self._replay.view, self._prompt.message
        if choosing.move is None:
            asked = text(choosing.question(view))
            return (joined([says, asked], " ") if says else asked,)
        sentence = self._replay.preview(choosing.move)
        return (text(sentence, "strong"), *([says] if says else []))

    def _legend(self, choosing: MoveChooser[AnyDraft, View, Move] | None, columns: int) -> Legend:
        if self._names.is_open:
            return self._names.keys()
        if self._prompt.is_open:
            return self._prompt.legend(())
        if choosing is not None and choosing.is_open:
            return choosing.next_keys(self._replay.view)
        arrows, helps = (("Left", _("back")), ("Right", _("forward"))), ("?", _("help"))
        if self._replay.is_line:
            own = () if self._moves is None else self._moves.legend()
            return worded(
                (*own, *self._keys(*_WITH_OTHERS, *_IN_A_LINE), *arrows, helps), columns, _ALWAYS
            )
        known = self._keys(ReplayAction.NEXT_LEVEL, ReplayAction.EXPLAIN)
        rare = self._keys(ReplayAction.POSSIBLE, ReplayAction.LOG, ReplayAction.CLOSE)
        first = self._keys(*_WITH_OTHERS, ReplayAction.NEXT_EYES)
        tries = self._keys(ReplayAction.WHAT_IF, ReplayAction.PRACTICE)
        return worded((*arrows, *first, *tries, *known, helps, *rare), columns, _ALWAYS)

    def _keys(self, *actions: ReplayAction) -> Legend:
        """Return the keys of these actions, as far as they are offered."""
        offered = self._replay.offered()
        return tuple(_key(action, self._replay) for action in actions if action in offered)


_ALWAYS = ("?", "q")
"""The keys that every row of keys has."""
_WITH_OTHERS = (ReplayAction.FOLLOW, ReplayAction.LEAD)
_AT_THE_END = (ReplayAction.NEXT_EYES, ReplayAction.CLOSE)


_IN_A_LINE = (
    ReplayAction.WHAT_IF,
    ReplayAction.BOTS,
    ReplayAction.TAKE_BACK,
    ReplayAction.KEEP,
)
_IN_LINES = f"{_OF_LINES}welxq ,."
"""The letters that mean the same in a line as in the game."""


def _pressed(action: ReplayAction) -> str:
    """Return the key for an action as scenes get it."""
    key, _label = _key(action, None)
    return key if len(key) == 1 else key.lower()


def _key(action: ReplayAction, replay: ShownReplay[View, Move] | None) -> tuple[str, str]:
    """Return the key for an action, and what it does in few words."""
    match action:
        case ReplayAction.WHAT_IF if replay is not None and replay.is_line:
            return "w", _("the game")
        case ReplayAction.WHAT_IF:
            return "w", _("what if?")
        case ReplayAction.NEXT_EYES:
            return "Tab", _("other view")
        case ReplayAction.NEXT_LEVEL:
            return "e", _("knowledge")
        case ReplayAction.EXPLAIN:
            return "x", _("explain")
        case ReplayAction.LOG:
            return "l", _("log")
        case ReplayAction.PRACTICE:
            return "d", _("practise")
        case ReplayAction.POSSIBLE:
            return "P", _("possible?")
        case ReplayAction.CLOSE:
            return "q", _("closes")
        case ReplayAction.LEAD if replay is not None and replay.asks_for_lead:
            return "L", _("stop asking")
    return _line_key(action)


def _line_key(action: LineAction | CompanyAction) -> tuple[str, str]:
    match action:
        case ReplayAction.NEW_LINE:
            return "N", _("new line")
        case ReplayAction.BOTS:
            return "B", _("bots play on")
        case ReplayAction.TAKE_BACK:
            return "U", _("undo")
        case ReplayAction.KEEP:
            return "K", _("keep")
        case ReplayAction.DELETE:
            return "D", _("delete")
        case ReplayAction.LINES:
            return "O", _("lines")
        case ReplayAction.FOLLOW:
            return "C", _("come back")
        case ReplayAction.LEAD:
            return "L", _("lead")
        case ReplayAction.SHARE_NOTES:
            return "S", _("show my notes")
        case ReplayAction.NOTES:
            return "V", _("notes")
    assert_never(action)
