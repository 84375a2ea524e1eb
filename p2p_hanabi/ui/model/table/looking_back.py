"""Stepping back and forth through a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic

from protocol.game import Move, View

from ...drawing.style import Line, text
from ...words import words_shared as words
from ...words.i18n import _
from ..seat.table_port import TablePort
from .past_views import moment, moments


class LookingBack(Generic[View, Move]):
    """Tracks which moment of the past is shown, if any. `now` returns the current view."""

    def __init__(self, port: TablePort[View, Move], now: Callable[[], View | None]) -> None:
        self._port = port
        self._now = now
        self._shown: int | None = None

    @property
    def is_shown(self) -> bool:
        return self._shown is not None

    @property
    def last(self) -> int:
        """The number of moments that one can step back."""
        now = self._now()
        return 0 if now is None else len(moments(self._port, now))

    @property
    def number(self) -> int:
        """The number of the moment shown, from 0; the present has the last one."""
        return self.last if self._shown is None else self._shown

    def go(self, by: int) -> str:
        """Step forward by `by` moments; return a message, possibly empty."""
        last = self.last
        at = last if self._shown is None else self._shown
        to = max(0, min(last, at + by))
        self._shown = None if to == last else to
        if to == at:
            return _(words.NOTHING_EARLIER) if by < 0 else _("This is the present.")
        return _("Back to the present.") if self._shown is None else ""

    def view(self, now: View) -> View:
        """Return the game at the moment shown."""
        return now if self._shown is None else moment(self._port, now, self._shown)

    def headline(self) -> Line:
        """Return which moment is shown; nothing in the present."""
        if self._shown is None:
            return ()
        sentence = _("LOOKING BACK {shown}/{of}").format(shown=self._shown, of=self.last)
        return text(sentence, "turn")
