"""The scene of Hanabi: what is pressed at the table, and what is on the screen then."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from p2p_hanabi.games.hanabi_moves import Move
from p2p_hanabi.games.hanabi_view import HanabiView
from protocol.errors import IllegalMove, NotNow
from protocol.game import Card
from protocol.status import Doing

from .. import sentences, sentences_end
from ..game_screen import Misunderstood
from ..hanabi_screen import HanabiScreen
from ..plain import ending_lines
from ..port import Company, Kept, TablePort
from ..sentences_hanabi import LETTERS
from ..style import Line, joined, text
from . import hanabi_board, hanabi_draft, scene, setup, words
from .asking import Asking, Question
from .canvas import Picture, Size
from .hanabi_board import Board
from .hanabi_cells import Level
from .hanabi_draft import Draft
from .hanabi_past import Past
from .look import Look
from .waits import Waits

NOTE_LENGTH = 40
_STEPS = {
    scene.LEFT: -1,
    scene.UP: -1,
    scene.RIGHT: 1,
    scene.DOWN: 1,
    scene.PAGE_UP: -10,
    scene.PAGE_DOWN: 10,
    scene.HOME: -1000,
    scene.END: 1000,
}


class HanabiTable:
    """See `scene.Scene`. `finish_table` tells what is left of the table once it has ended."""

    def __init__(self, port: TablePort, clock: Callable[[], float] = time.monotonic) -> None:
        self._port = port
        self._company = Company(port.seat, port.names)
        self._screen = HanabiScreen()
        self._asking = Asking(words.leave_question())
        self._waits = Waits(self._company, clock)
        self._past = Past()
        self._draft: Draft | None = None
        self._move: Move | None = None
        self._typing: tuple[Card, int, str] | None = None
        self._notes: dict[Card, str] = {}
        self._level = Level.HINTED
        self._shown: int | None = None
        self._called: int | None = None
        self._has_ended = False
        self._is_closed = False
        self._kept = Kept()

    # -- the scene

    @property
    def title(self) -> str:
        view = self._now
        mine = view is not None and view.actor == view.seat
        return words.your_turn_title() if mine else words.title("Hanabi")

    @property
    def is_over(self) -> bool:
        """Once the end has been looked at."""
        return self._is_closed

    @property
    def has_left(self) -> bool:
        return self._asking.has_left

    def look(self) -> bool:
        status, view = self._port.status(), self._now
        self._waits.look(status)
        if self._port.ending() is not None and not self._has_ended:
            self._end(Kept())
            return True
        if view is None or view.actor != view.seat:
            self._drop_draft()
            return False
        if self._called == view.turn:
            return False
        self._called = view.turn
        return True

    def tell(self, sentence: str) -> None:
        """In the status line, until the next key."""
        self._asking.say(sentence, "alarm")

    def finish_table(self, kept: Kept) -> None:
        """The table's files are written."""
        self._end(kept)

    def paint(self, size: Size, look: Look) -> Picture:
        if self._asking.page is not None and self._asking.question is None:
            return self._asking.page.paint(size)
        view = self._now
        if view is None:
            return setup.paint(self._port, self._waits, self._asking.says, size)
        return hanabi_board.paint(self._board(view), size, look)

    def press(self, key: str) -> None:
        if self._asking.question is not None:
            if self._asking.press(key) is Question.ABANDON:
                self._port.withdraw(sentences_end.WITHDRAWAL_REASON)
        elif self._typing is not None:
            self._type(key)
        elif key == scene.INTERRUPT:
            self._leave()
        elif not self._turn_page(key):
            self._asking.says = ()
            self._pressed(key)

    # -- keys

    def _turn_page(self, key: str) -> bool:
        """The page of the end is closed by stepping back, and opened again by End."""
        if self._asking.page is not None and self._has_ended:
            if key in ("q", scene.ENTER):
                self._is_closed = True
                return True
            if key == scene.LEFT:
                self._asking.page = None
                self._step(-1)
                return True
        return self._asking.turn_page(key)

    def _leave(self) -> None:
        if self._has_ended:
            self._is_closed = True
        else:
            self._asking.ask(Question.LEAVE)

    def _pressed(self, key: str) -> None:
        view = self._now
        match key:
            case "?":
                self._asking.open(self._help())
            case "q":
                self._leave()
            case "A" if not self._has_ended:
                self._asking.ask(Question.ABANDON)
            case _ if view is None:
                self._asking.unknown(key)
            case "e" if self._draft is None:
                self._level = Level((self._level + 1) % len(Level))
                self._asking.say(words.LEVELS[self._level])
            case _ if key in _STEPS and self._draft is None:
                self._step(_STEPS[key])
            case _ if self._shown is not None:
                self._back_only(key)
            case _:
                self._drafted(key, view)

    def _back_only(self, key: str) -> None:
        if key == scene.ESCAPE:
            self._step(1000)
        elif hanabi_draft.begun(key) is not None:
            self._asking.say(words.not_in_the_past(), "alarm")
        else:
            self._asking.unknown(key)

    def _step(self, by: int) -> None:
        """To an earlier moment of the game, or forward again."""
        view = self._now
        last = 0 if view is None else len(view.log)
        at = last if self._shown is None else self._shown
        to = max(0, min(last, at + by))
        if to == at:
            self._asking.say(words.nothing_earlier() if by < 0 else words.nothing_later())
        self._shown = None if to == last else to
        if self._shown is None and to != at:
            self._asking.say(words.returned())
            if self._has_ended:
                self._end(self._kept)
        self._drop_draft()

    def _drop_draft(self) -> None:
        if self._draft is not None and self._draft.word != "note":
            self._draft = self._move = None

    def _drafted(self, key: str, view: HanabiView) -> None:
        if self._draft is None:
            self._draft = hanabi_draft.begun(key)
            if self._draft is None:
                self._asking.unknown(key)
                return
        elif key == scene.ENTER and self._move is not None:
            self._play(self._move)
            return
        else:
            self._stepped(self._draft, key, view)
        self._check(view)

    def _stepped(self, draft: Draft, key: str, view: HanabiView) -> None:
        try:
            self._draft = hanabi_draft.step(draft, key, view, self._company)
        except Misunderstood as error:
            self._asking.say(str(error))
        if self._draft is None:
            self._asking.say(words.cancelled())
        if self._draft != draft:
            self._move = None

    def _check(self, view: HanabiView) -> None:
        """What is drafted must be possible; a whole move must be allowed, and says if it is not."""
        draft = self._draft
        if draft is None:
            return
        if draft.word == "note":
            self._begin_note(draft, view)
        elif view.actor != view.seat and draft.word != hanabi_draft.CARD:
            self._draft = None
            who = None if view.actor is None else self._company.name(view.actor)
            self._asking.say(sentences.not_your_turn(who, self._screen.turn_rule))
        elif draft.is_whole and self._move is None:
            self._propose(draft, view)

    def _propose(self, draft: Draft, view: HanabiView) -> None:
        try:
            move = hanabi_draft.move_of(draft, self._screen, view, self._company)
        except Misunderstood as error:
            self._draft = None
            self._asking.say(str(error))
            return
        if move in view.moves:
            self._move = move
        else:
            self._draft = None
            self._play(move)

    def _play(self, move: Move) -> None:
        """The table itself refuses what is not allowed, and nothing has changed then."""
        self._draft = self._move = None
        try:
            self._port.play(move)
        except IllegalMove as error:
            self._asking.say(sentences.illegal(error, self._screen.refusals))
        except NotNow:
            self._asking.say(sentences.not_your_turn(None, self._screen.turn_rule))
        else:
            self._asking.say(words.sent())

    # -- notes

    def _begin_note(self, draft: Draft, view: HanabiView) -> None:
        if draft.slot is not None and draft.slot < len(view.hand):
            card = view.hand[draft.slot].card
            self._typing = (card, draft.slot, self._notes.get(card, ""))
            self._draft = None

    def _type(self, key: str) -> None:
        if self._typing is None:
            return
        card, slot, typed = self._typing
        match key:
            case scene.ENTER:
                self._notes[card] = typed.strip()
                self._typing = None
            case scene.ESCAPE | scene.INTERRUPT:
                self._typing = None
                self._asking.say(words.cancelled())
            case scene.BACKSPACE:
                self._typing = (card, slot, typed[:-1])
            case _ if len(key) == 1 and key.isprintable() and len(typed) < NOTE_LENGTH:
                self._typing = (card, slot, typed + key)

    # -- what is shown

    @property
    def _now(self) -> HanabiView | None:
        """Nobody acts while the last move is agreed on."""
        view: HanabiView | None = self._port.view()
        if view is None or not self._screen.is_dealt(view):
            return None
        settled = self._port.status().doing is Doing.MOVING
        return view if settled else replace(view, actor=None, moves=())

    def _board(self, now: HanabiView) -> Board:
        headline = self._waits.headline(self._port)
        view = now
        if self._shown is not None and self._shown < len(now.log):
            headline = text(words.looking_back(self._shown, len(now.log)), "turn")
            view = self._past.view(now, self._shown)
        live = view is now
        buttons = self._asking.legend(words.LEGEND)
        chosen = hanabi_board.NO_CARDS
        if self._asking.question is None and self._draft is not None and live:
            buttons = hanabi_draft.buttons(self._draft, view, self._company)
            chosen = hanabi_draft.touched(self._draft, self._move, view)
        return Board(
            view,
            self._company,
            headline,
            self._asked(view),
            buttons,
            self._port.status().words,
            self._port.missing(),
            self._level,
            self._notes,
            chosen,
        )

    def _asked(self, view: HanabiView) -> tuple[Line, ...]:
        says = self._asking.says
        if self._asking.question is not None:
            return (says,)
        if self._typing is not None:
            _, slot, typed = self._typing
            return (text(f"{words.note(slot + 1, typed)}_"), text(words.note_help(), "dim"))
        if self._move is not None:
            told = words.confirm(self._screen.preview(self._move, view, self._company))
            more = view.announce and self._draft is not None and self._draft.word == "play"
            letters = LETTERS[: view.colours].lower()
            return (text(told, "strong"), *([text(words.or_announce(letters))] if more else []))
        if self._draft is not None:
            asked = text(hanabi_draft.question(self._draft, view, self._company))
            return (joined([says, asked], " ") if says else asked,)
        if says or view.log:
            return (says or self._past_line(),)
        return (text(sentences.compare_words(), "strong"),)

    def _past_line(self) -> Line:
        return text(words.steps() if self._shown is not None else "", "dim")

    def _help(self) -> list[Line]:
        rules = self._screen.rules(self._now)
        return [text(row) for row in (*words.HELP, *rules)]

    def _end(self, kept: Kept) -> None:
        self._has_ended = True
        self._kept = kept
        self._draft = self._move = self._typing = None
        ending = self._port.ending()
        if ending is not None:
            self._asking.question = None
            self._asking.open(
                self._epilogue(ending_lines(self._port, ending, kept)), words.any_key()
            )

    def _epilogue(self, ending: Sequence[Line]) -> list[Line]:
        view = self._now
        result = [] if view is None else self._screen.result(view, self._company)
        return [*result, *([()] if result else []), *ending]
