"""The scene of Hanabi: what is pressed at the table, and what is on the screen then."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from p2p_hanabi.ui.kit import scenes
from p2p_hanabi.ui.kit import words_shared as words
from p2p_hanabi.ui.kit.canvas import Picture, Size
from p2p_hanabi.ui.kit.i18n import _
from p2p_hanabi.ui.kit.legend import Legend, confirming
from p2p_hanabi.ui.kit.style import Line, text
from p2p_hanabi.ui.kit.theme import Theme
from p2p_hanabi.ui.table import sentences_talk
from p2p_hanabi.ui.table.board_frame import Board
from p2p_hanabi.ui.table.chat import order_of
from p2p_hanabi.ui.table.choosing import Draft
from p2p_hanabi.ui.table.notes import NOTE_LENGTH
from p2p_hanabi.ui.table.port import EndedTable, TablePort
from p2p_hanabi.ui.table.table_scene import TableScene
from protocol.game import Card
from protocol.peer.remarks import NotSaid, Order

from ..moves import Discard, HintColour, HintRank, Move, Play
from ..view import HanabiView
from . import board as hanabi_board
from . import draft as hanabi_draft
from . import words as words_hanabi
from .cells import Level
from .sentences import colour_letters

_LETTERS: dict[type[Move], str] = {Play: "p", Discard: "d", HintColour: "h", HintRank: "h"}


class HanabiTable(TableScene[HanabiView, Move]):
    """Beside the moves there are notes, which are this player's alone, and levels of knowledge."""

    def __init__(
        self, port: TablePort[HanabiView, Move], clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(port, clock)
        self._typing: tuple[Card, int, str] | None = None
        self._level = Level.HINTED

    # -- a move

    def _begun(self, key: str, view: HanabiView) -> Draft | None:  # noqa: ARG002 - the same in every view
        return hanabi_draft.begun(key, self._company)

    def _step(self, draft: Draft, key: str, view: HanabiView) -> Draft | None:
        return hanabi_draft.step(draft, key, view, self._company)

    def _is_whole(self, draft: Draft, view: HanabiView) -> bool:  # noqa: ARG002 - the same in every view
        return hanabi_draft.is_whole(draft)

    def _move_of(self, draft: Draft, view: HanabiView) -> Move:
        return hanabi_draft.move_of(draft, view, self._company)

    def _question(self, draft: Draft, view: HanabiView) -> str:
        return hanabi_draft.question(draft, view, self._company)

    def _next_keys(self, draft: Draft, view: HanabiView) -> Legend:
        return hanabi_draft.buttons(draft, view, self._company)

    def _touched(self, draft: Draft, view: HanabiView) -> frozenset[Card]:
        return hanabi_draft.touched(draft, self._move, view)

    def _needs_turn(self, draft: Draft) -> bool:
        return draft.word not in (hanabi_draft.CARD, hanabi_draft.NOTE, hanabi_draft.ORDER)

    def _check(self, view: HanabiView) -> None:
        """Nobody chooses a card for what is not allowed at all: the rules say at once why."""
        draft = self._draft
        if draft is not None and draft.word == hanabi_draft.NOTE:
            self._begin_note(draft, view)
            return
        if draft is not None and view.actor == view.seat:
            self._draft = hanabi_draft.any_of_its_kind(draft, view, self._company) or draft
        super()._check(view)

    def _refuse(self, move: Move, draft: Draft) -> None:
        """Another hint to the same player needs one more key, not three."""
        super()._refuse(move, draft)
        view = self._now
        hints = [m for m in view.moves if isinstance(m, HintColour | HintRank)] if view else []
        if draft.word == "hint" and hints:
            self._draft = replace(draft, rest=draft.rest[:-1])

    # -- what is no move

    def _drafted(self, key: str, view: HanabiView) -> None:
        draft = self._draft
        if key == scenes.ENTER and draft is not None and hanabi_draft.is_order(draft):
            self._draft = None
            hand = [info.card for info in view.hand]
            self._arrange(order_of(draft.rest, hand))
        else:
            super()._drafted(key, view)

    def _arrange(self, order: Order) -> None:
        """The table tells it to everybody, this player too."""
        try:
            self._port.say(order)
        except NotSaid as error:
            self._prompt.say(sentences_talk.not_said(error.why))
        self._listen()

    def _own_key(self, key: str) -> bool:
        if key == "e":
            self._level = Level((self._level + 1) % len(Level))
            self._prompt.say(words_hanabi.level(self._level))
        return key == "e"

    def _begin_note(self, draft: Draft, view: HanabiView) -> None:
        slot = hanabi_draft.slot(draft)
        if slot is not None and slot < len(view.hand):
            card = view.hand[slot].card
            self._typing = (card, slot, self._port.notes().get(card, ""))
            self._draft = None

    def _typing_keys(self) -> Legend | None:
        return super()._typing_keys() if self._typing is None else confirming()

    def _type(self, key: str) -> bool:
        if self._typing is None:
            return False
        card, slot, typed = self._typing
        match key:
            case scenes.ENTER:
                self._port.note(card, typed.strip())
                self._typing = None
            case scenes.ESCAPE | scenes.INTERRUPT:
                self._typing = None
                self._prompt.say(_("Nothing was done."))
            case scenes.BACKSPACE:
                self._typing = (card, slot, typed[:-1])
            case _ if len(key) == 1 and key.isprintable() and len(typed) < NOTE_LENGTH:
                self._typing = (card, slot, typed + key)
        return True

    def _add(self, words: str) -> bool:
        if self._typing is None:
            return super()._add(words)
        card, slot, typed = self._typing
        self._typing = (card, slot, (typed + words)[:NOTE_LENGTH])
        return True

    # -- what is shown

    def _legend(self, view: HanabiView) -> Legend:
        """Only what the rules allow now is offered, and no note on what is past."""
        offered = {_LETTERS[type(move)] for move in view.moves}
        is_past = self._shown is not None or self._has_ended
        missing = set(_LETTERS.values()) - offered | ({"n", "o"} if is_past else set())
        return tuple(each for each in words.legend() if each[0] not in missing)

    def _keys_page(self) -> Sequence[str]:
        return words_hanabi.help_rows(len(self._company.names))

    def _picture(self, board: Board[HanabiView], size: Size, theme: Theme) -> Picture:
        shown = hanabi_board.HanabiBoard.of(board, self._level, self._port.notes())
        return hanabi_board.paint(shown, size, theme)

    def _asked(self, view: HanabiView) -> tuple[Line, ...]:
        asked = super()._asked(view)
        if self._prompt.is_open:
            return asked
        if self._typing is not None:
            _, slot, typed = self._typing
            return (
                text(f"{words_hanabi.note(slot + 1, typed)}_"),
                text(words_hanabi.note_help(), "dim"),
            )
        if self._move is None or self._draft is None or self._draft.word != "play":
            return asked
        letters = colour_letters()[: view.colours].lower()
        return (*asked, text(words_hanabi.or_announce(letters))) if view.rules.announce else asked

    def _end(self, kept: EndedTable) -> None:
        self._typing = None
        super()._end(kept)


SCENE = HanabiTable
