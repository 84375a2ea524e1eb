"""A game played again from its log, so that one can step back through it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Protocol


class Past(Protocol):
    """The same game at each earlier moment, as this seat saw it then."""

    def count(self, now: Any) -> int:
        """How many moments there are after the first one."""

    def view(self, now: Any, moment: int) -> Any:
        """In which nobody can move."""


class Replayed(ABC):
    """See `Past`. Grows with the game: what has happened is played again once.

    There is a moment for each time that the log has grown, and the first one.
    """

    def __init__(self) -> None:
        self._states: list[Any] = []

    @abstractmethod
    def _first(self, now: Any) -> Any:
        """The state at the first moment; its log may be the beginning of that of the view, which
        is not empty."""

    @abstractmethod
    def _after(self, state: Any, coming: Sequence[Any]) -> Any:
        """The state once the first of these entries of the log has come about, at least."""

    @abstractmethod
    def _seen(self, state: Any, now: Any) -> Any:
        """What the seat of the view saw then."""

    def count(self, now: Any) -> int:
        """How many moments there are after the first one."""
        if now.log and not self._states:
            self._states.append(self._first(now))
        while self._states and (done := len(self._states[-1].log)) < len(now.log):
            self._states.append(self._after(self._states[-1], now.log[done:]))
        return max(0, len(self._states) - 1)

    def view(self, now: Any, moment: int) -> Any:
        """In which nobody can move."""
        return now if moment >= self.count(now) else self._seen(self._states[moment], now)


class NoPast:
    """See `Past`: of a game in which one cannot step back."""

    def count(self, now: Any) -> int:  # noqa: ARG002 - there is one moment
        return 0

    def view(self, now: Any, moment: int) -> Any:  # noqa: ARG002 - there is one moment
        return now
