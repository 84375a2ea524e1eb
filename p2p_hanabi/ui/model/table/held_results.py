"""Results of rounds, shown instead of the table until the player closes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic

from protocol.game import View

from ..game.round_result import RoundResult, since


class HeldResults(Generic[View]):
    """The results shown instead of the table: those that this player has not closed yet, the oldest
    first, and those of the past. They are never closed by a timeout.

    `results_of` returns those of all finished rounds. Rounds that ended before the first look are
    not held, except one whose end is the last event.
    """

    def __init__(self, results_of: Callable[[View], Sequence[RoundResult]]) -> None:
        self._results_of = results_of
        self._entries: int | None = None
        self._view: View | None = None
        self._held: list[int] = []

    def look(self, view: View) -> bool:
        """Update the results, and return whether there is a new one."""
        self._view = view
        before, self._entries = self._entries, len(view.log)
        if before == self._entries:
            return False
        if before is None:
            before = self._entries if view.outcome is not None else self._entries - 1
        new = since(self._results_of(view), before)
        self._held += [each.entries for each in new]
        return bool(new)

    @property
    def held(self) -> RoundResult | None:
        """The first result that is not closed, in the words of this moment."""
        if not self._held or self._view is None:
            return None
        results = self._results_of(self._view)
        return next(each for each in results if each.entries == self._held[0])

    def of_past(self, view: View) -> RoundResult | None:
        """Return the result of the round that ended with this view, if any."""
        return next(iter(since(self._results_of(view), len(view.log) - 1)), None)

    def close(self) -> None:
        """Close the first result."""
        self._held.pop(0)

    def drop(self) -> None:
        """Close all results: there is more important news."""
        self._held.clear()
