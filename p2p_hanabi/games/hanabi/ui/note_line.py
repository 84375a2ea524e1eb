"""A note on a card in anybody's hand, while it is being typed in the status line."""

from __future__ import annotations

from p2p_hanabi.ui.kit import scenes
from p2p_hanabi.ui.kit.i18n import _
from p2p_hanabi.ui.kit.legend import Legend, confirming
from p2p_hanabi.ui.kit.style import Line, text
from p2p_hanabi.ui.model.talk.notes import NOTE_LENGTH
from p2p_hanabi.ui.table.port import SeatPort
from protocol.game import Card

from . import words as words_hanabi


class NoteLine:
    """See `game_table.TextLine`."""

    def __init__(self, port: SeatPort) -> None:
        self._port = port
        self._card: Card | None = None
        self._slot = 0
        self._who: str | None = None
        self._typed = ""

    @property
    def is_open(self) -> bool:
        return self._card is not None

    def begin(self, card: Card, slot: int, who: str | None) -> None:
        """Begin a note on the card at this position, from 0, in a player's hand; in one's own if
        `who` is None."""
        self._card, self._slot, self._who = card, slot, who
        self._typed = self._port.now.notes.get(card, "")

    def press(self, key: str) -> str | None:
        match key:
            case scenes.ENTER:
                if self._card is not None:
                    self._port.note(self._card, self._typed.strip())
                self.close()
            case scenes.ESCAPE | scenes.INTERRUPT:
                self.close()
                return _("Cancelled.")
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
        self._card = None

    def asked(self) -> tuple[Line, ...]:
        shown = words_hanabi.note(self._who, n=self._slot + 1, typed=self._typed)
        return (
            text(f"{shown}_"),
            text(_("Enter saves it, Escape cancels; only you see it."), "dim"),
        )

    def keys(self) -> Legend:
        return confirming()
