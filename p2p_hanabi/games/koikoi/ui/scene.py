"""Koi-Koi on the full screen: keys at the table, and what they show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from p2p_hanabi.ui.drawing.canvas import Picture, Size
from p2p_hanabi.ui.drawing.theme import Theme
from p2p_hanabi.ui.kit.legend import Legend
from p2p_hanabi.ui.kit.questions import Prompt
from p2p_hanabi.ui.model.table.shown_table import ShownTable
from p2p_hanabi.ui.terminal.table.board_frame import Board
from p2p_hanabi.ui.terminal.table.game_table import GameTable
from p2p_hanabi.ui.terminal.table.letter_input import Letter, LetterInput
from p2p_hanabi.ui.words.i18n import _, ngettext, translated
from protocol.game import Card

from ..moves import Move, Play, Show, Take
from ..view import KoikoiView
from . import near
from . import painter as koikoi_painter
from .asked import ToCall, ToDeclare, ToPlay, ToTake, asked
from .board import board as koikoi_board
from .board import cells
from .words import sentences
from .words import words_board as words

_LETTERS = {"p": "play", "t": "take", "s": "shobu", "d": "declare"}


class KoikoiInput(LetterInput[KoikoiView, Move]):
    """A number alone names a card of the hand, or one of two to take."""

    def letters(self, view: KoikoiView) -> Mapping[str, str]:
        return {**_LETTERS, "k": "keep" if isinstance(asked(view), ToDeclare) else "koi"}

    def word_of(self, move: object) -> str:
        return "declare" if isinstance(move, Show) else super().word_of(move)

    def word_for_number(self, view: KoikoiView) -> str:
        return "take" if isinstance(asked(view), ToTake) else "play"

    def numbers(self, word: str, view: KoikoiView) -> Sequence[tuple[str, str]] | None:
        match word:
            case "play":
                return [(str(number), "") for number in range(1, len(view.hand) + 1)]
            case "take":
                task = asked(view)
                matches = task.matches if isinstance(task, ToTake) else ()
                return [
                    (str(n), koikoi_painter.short_name(face))
                    for n, face in enumerate(matches, start=1)
                ]
        return None

    def legend(self, view: KoikoiView, *, is_past: bool) -> Legend:
        offered = super().legend(view, is_past=is_past)
        if self.screen.by_enter(view) is not None:
            offered = (("Enter", _("continues")),)
        return (*offered, (near.PAGE, _("yaku")))

    def question(self, draft: Letter, view: KoikoiView) -> str:
        if draft.word == "play":
            return _("Play which card? 1 to {count}; Escape cancels.").format(count=len(view.hand))
        return _("Take which one? {cards}; Escape cancels.").format(
            cards=", ".join([" ".join(each) for each in self.numbers("take", view) or ()])
        )

    def touched(self, draft: Letter, move: Move | None, view: KoikoiView) -> frozenset[Card]:
        match move:
            case Play(card):
                face = next(seen.face for seen in view.hand if seen.card == card)
                return frozenset({card, *(seen.card for seen in view.matches(face))})
            case Take(card):
                return frozenset({card})
            case Show(cards):
                return frozenset(cards)
        return frozenset()


class KoikoiTable(GameTable[Letter, KoikoiView, Move]):
    """See `GameTable`. Cards are named as on the board."""

    def __init__(self, table: ShownTable[KoikoiView, Move]) -> None:
        super().__init__(table, KoikoiInput(table.screen, table.players))

    picture = staticmethod(koikoi_board.paint)

    def keys_page(self, view: KoikoiView | None) -> Sequence[str]:
        return (*translated(words.HELP), *cells.months(), "", _("RULES"))

    def own_key(self, key: str, view: KoikoiView, prompt: Prompt) -> bool:
        if key == near.PAGE:
            prompt.show_lines(koikoi_painter.yaku_page(view, self.players))
        return key == near.PAGE

    def waits_for(self, view: KoikoiView) -> str:
        task = asked(view)
        if view.actor != view.seat or task is None:
            return super().waits_for(view)
        match task:
            case ToTake(face, _matches, was_turned):
                return words.to_take(koikoi_painter.short_name(face), was_turned=was_turned)
            case ToCall(_yaku, worth):
                return ngettext(
                    "Shobu (s) ends the round and scores {n} point; koi (k) continues.",
                    "Shobu (s) ends the round and scores {n} points; koi (k) continues.",
                    worth,
                ).format(n=worth)
            case ToDeclare(special) if special is not None:
                choice = _("You hold {special}: declare it (d), or keep it secret (k).")
                return choice.format(special=sentences.special_name(special))
            case ToDeclare():
                return _("You have nothing to declare: Enter continues.")
            case ToPlay():
                return _("Play a card from your hand: press its number.")
        assert_never(task)


def _replay_board(board: Board[KoikoiView], _level: int, size: Size, theme: Theme) -> Picture:
    return koikoi_board.paint(board, size, theme)


SCENE, REPLAY_BOARD, LINE_INPUT = KoikoiTable, _replay_board, KoikoiInput
