"""A note on a card in anybody's hand, while it is being typed in the status line."""

from __future__ import annotations

from p2p_hanabi.ui.drawing.style import Line, text
from p2p_hanabi.ui.kit import scenes
from p2p_hanabi.ui.kit.legend import Legend, confirming
from p2p_hanabi.ui.model.game.places import HeldCard
from p2p_hanabi.ui.model.replies import Explains
from p2p_hanabi.ui.model.table.shown_table import ShownTable
from p2p_hanabi.ui.model.table.table_actions import Write
from p2p_hanabi.ui.model.talk.notes import NOTE_LENGTH, Note
from p2p_hanabi.ui.words.i18n import _

from ..moves import Move
from ..view import HanabiView
from .words import words_board as words_hanabi


class NoteLine:
    """See `game_table.TextLine`."""

    def __init__(self, table: ShownTable[HanabiView, Move]) -> None:
        self._table = table
        self._place: HeldCard | None = None
        self._typed = ""

    @property
    def is_open(self) -> bool:
        return self._place is not None

    def begin(self, place: HeldCard) -> None:
        """Begin a note on a card, with the one that it has."""
        self._place = place
        self._typed = self._table.port.now.notes.get(place.card, "")

    def press(self, key: str) -> Explains | None:
        match key:
            case scenes.ENTER if self._place is not None:
                note = Note(self._place, self._typed)
                self.close()
                reply = self._table.do(Write(note))
                return reply if isinstance(reply, Explains) else None
            case scenes.ESCAPE | scenes.INTERRUPT:
                self.close()
                return Explains((text(_("Cancelled.")),))
            case scenes.BACKSPACE:
                self._typed = self._typed[:-1]
            case _ if len(key) == 1 and key.isprintable() and len(self._typed) < NOTE_LENGTH:
                self._typed += key
        return None

    def add(self, words: str) -> bool:
        if self.is_open:
            self._typed = (self._typed + words)[:NOTE_LENGTH]
        return self.is_open

    def close(self) -> None:
        self._place = None

    def asked(self) -> tuple[Line, ...]:
        place = self._place
        if place is None:
            return ()
        who = self._table.players.other(place.seat)
        shown = words_hanabi.note(who, n=place.slot + 1, typed=self._typed)
        return (
            text(f"{shown}_"),
            text(_("Enter saves it, Escape cancels; only you see it."), "dim"),
        )

    def keys(self) -> Legend:
        return confirming()
