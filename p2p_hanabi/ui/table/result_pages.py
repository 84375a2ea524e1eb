"""Results of rounds, shown instead of the board until the player closes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic

from protocol.game import View

from ..kit import scenes
from ..kit.canvas import Picture, Size
from ..kit.i18n import _
from ..kit.pager import Pager
from ..kit.style import Line, text
from . import round_painter
from .board_frame import Board
from .round_result import RoundResult, since

_SCROLLS = (
    scenes.UP,
    scenes.DOWN,
    scenes.PAGE_UP,
    scenes.PAGE_DOWN,
    scenes.WHEEL_UP,
    scenes.WHEEL_DOWN,
)


class ResultPage:
    """The result shown, and how far it is scrolled."""

    def __init__(self) -> None:
        self._result: RoundResult | None = None
        self._pager = Pager(())

    def of(self, result: RoundResult) -> Pager:
        if result != self._result:
            self._result, self._pager = result, Pager(result.lines())
        return self._pager

    def scrolls(self, key: str, result: RoundResult) -> bool:
        """Return whether the key scrolled the result; none does if all of it fits."""
        page = self.of(result)
        return page.is_longer and key in _SCROLLS and page.press(key)


class RoundPages(Generic[View]):
    """The results shown instead of the board: those that this player has not closed yet, the oldest
    first, and those of the past. They are never closed by a timeout.

    `results_of` returns those of all finished rounds. Rounds that ended before the first look are
    not held, except one whose end is the last event.
    """

    def __init__(self, results_of: Callable[[View], Sequence[RoundResult]]) -> None:
        self._results_of = results_of
        self._entries: int | None = None
        self._held: list[RoundResult] = []
        self._page = ResultPage()

    def look(self, view: View) -> bool:
        """Update the results, and return whether there is a new one."""
        before, self._entries = self._entries, len(view.log)
        if before == self._entries:
            return False
        if before is None:
            before = self._entries if view.outcome is not None else self._entries - 1
        new = since(self._results_of(view), before)
        self._held += new
        return bool(new)

    @property
    def held(self) -> RoundResult | None:
        """The first result that is not closed."""
        return self._held[0] if self._held else None

    def of_past(self, view: View) -> RoundResult | None:
        """Return the result of the round that ended with this view, if any."""
        return next(iter(since(self._results_of(view), len(view.log) - 1)), None)

    def close(self) -> None:
        """Close the first result."""
        self._held.pop(0)

    def drop(self) -> None:
        """Close all results: there is more important news."""
        self._held.clear()

    def scrolls(self, key: str, result: RoundResult | None) -> bool:
        """Return whether there is a result, and the key scrolled it."""
        return result is not None and self._page.scrolls(key, result)

    def paint(
        self, board: Board[View], result: RoundResult, size: Size, *, is_past: bool
    ) -> Picture:
        """Paint a result; a click closes it, or steps forward in the past."""
        click = scenes.RIGHT if is_past else scenes.ENTER
        return round_painter.paint(board, result.title, self._page.of(result), size, click=click)

    def meanwhile(self, result: RoundResult, now: View, *, has_ended: bool) -> Line:
        """Return what goes on while a result is held."""
        if has_ended:
            return text(_("The game is over: Enter shows how it ended."))
        if now.actor == now.seat:
            return text(
                _("The next round has begun, and it is your turn: Enter continues."), "strong"
            )
        return text(
            _("The next round has begun. Enter continues.")
            if len(now.log) > result.entries
            else _("The next round is being prepared. Enter continues.")
        )
