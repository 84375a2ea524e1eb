"""The scene of Koi-Koi: what is pressed at the table, and what is on the screen then."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

from p2p_hanabi.ui.kit.canvas import Picture, Size
from p2p_hanabi.ui.kit.i18n import _
from p2p_hanabi.ui.kit.legend import Legend
from p2p_hanabi.ui.kit.style import Line, as_text
from p2p_hanabi.ui.kit.theme import Theme
from p2p_hanabi.ui.table.board_frame import Board
from p2p_hanabi.ui.table.choosing import Draft
from p2p_hanabi.ui.table.letter_table import LetterTable
from p2p_hanabi.ui.table.port import TablePort
from protocol.game import Card

from ..effects import special_of
from ..moves import Keep, Koi, Move, Play, Shobu, Show, Take
from ..state import Played, Task
from ..view import KoikoiView
from . import board as koikoi_board
from . import cells, words
from . import painter as koikoi_painter
from . import sentences as say
from .screen import KoikoiScreen

_LETTERS = {"p": "play", "t": "take", "s": "shobu", "d": "declare"}
_WORDS: dict[type, str] = {
    Play: "play",
    Take: "take",
    Koi: "koi",
    Shobu: "shobu",
    Show: "declare",
    Keep: "keep",
}


class KoikoiTable(LetterTable[KoikoiView, Move]):
    """A number alone is a card of the hand, or one of the two that can be taken."""

    def __init__(
        self, port: TablePort[KoikoiView, Move], clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(port, clock)
        self._screen = KoikoiScreen(cells.short_name)

    def _letters(self, view: KoikoiView) -> Mapping[str, str]:
        return {**_LETTERS, "k": "keep" if view.task is Task.CHECK else "koi"}

    def _word_for_number(self, view: KoikoiView) -> str:
        return "take" if view.task is Task.TAKE else "play"

    def _numbers(self, word: str, view: KoikoiView) -> Sequence[tuple[str, str]] | None:
        match word:
            case "play":
                return [(str(number), "") for number in range(1, len(view.hand) + 1)]
            case "take":
                matches = view.matches(view.placing.face) if view.placing else ()
                return [(str(n), cells.as_inline(seen)) for n, seen in enumerate(matches, start=1)]
        return None

    def _label(self, word: str) -> str:
        return words.label(word)

    def _word_of(self, move: object) -> str:
        return _WORDS[type(move)]

    def _question(self, draft: Draft, view: KoikoiView) -> str:
        if draft.word == "play":
            return _("Play which card? 1 to {count}; Escape cancels.").format(count=len(view.hand))
        return _("Take which one? {cards}; Escape cancels.").format(
            cards=", ".join([" ".join(each) for each in self._numbers("take", view) or ()])
        )

    def _touched(self, draft: Draft, view: KoikoiView) -> frozenset[Card]:  # noqa: ARG002 - the move tells
        match self._move:
            case Play(card):
                face = next(seen.face for seen in view.hand if seen.card == card)
                return frozenset({card, *(seen.card for seen in view.matches(face))})
            case Take(card):
                return frozenset({card})
            case Show(cards):
                return frozenset(cards)
        return frozenset()

    def look(self) -> bool:
        """What takes no choosing is done at once, before anybody is called for it."""
        view = self._now
        if view is not None and (move := self._screen.by_itself(view)) is not None:
            self._play(move)
        return super().look()

    def _own_key(self, key: str) -> bool:
        view = self._now
        if key == "y" and view is not None:
            self._prompt.open(koikoi_painter.yaku(view, self._company, cells.short_name))
        return key == "y"

    def _calls_for(self, view: KoikoiView) -> object:
        """Once for a turn, also where it is several moves."""
        others = sum(isinstance(each, Played) and each.seat != view.seat for each in view.log)
        return (view.round, others, view.task is Task.CHECK)

    def _legend(self, view: KoikoiView) -> Legend:
        *offered, back, help_, leave = super()._legend(view)
        return (*offered, ("y", _("yaku")), back, help_, leave)

    def _waits_for(self, view: KoikoiView) -> str:
        if view.actor != view.seat:
            told = koikoi_painter.whose_turn(view, self._company)
            return "" if told is None else as_text(told)
        match view.task:
            case Task.TAKE if view.placing is not None:
                return words.to_take(cells.as_inline(view.placing), was_turned=view.was_turned)
            case Task.CALL:
                return words.to_call(view.worth[view.seat])
            case Task.CHECK:
                special = special_of(seen.face for seen in view.hand)
                return words.to_declare(say.special_name(special)) if special else _(words.TO_KEEP)
        return _("Play a card from your hand: press its number.")

    def _account(self, view: KoikoiView) -> list[Line]:
        """Who won which round."""
        return koikoi_painter.scores(view, self._company)[:-1]

    def _keys_page(self) -> Sequence[str]:
        return (*words.help_rows(), *cells.months(), "", _("RULES"))

    def _picture(self, board: Board[KoikoiView], size: Size, theme: Theme) -> Picture:
        return koikoi_board.paint(board, size, theme)


SCENE = KoikoiTable
