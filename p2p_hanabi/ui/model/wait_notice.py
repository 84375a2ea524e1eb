"""What a player reads while the program waits for the network.

It is shown before all else, so nothing that is slow to load is imported here.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from ..drawing.style import Line, text
from ..words.i18n import _
from ..words.words_joined import duration

PATIENT_S = 2.0
"""A shorter wait is not mentioned."""


class WaitNotice:
    """A wait without choices; `sentences` can grow meanwhile. `is_left_at_once`: leaving asks
    nothing, since nothing is lost by it. `can_go_back`: the player can only end the wait
    (`is_over`), which leaves nothing."""

    def __init__(
        self,
        sentence: str = "",
        clock: Callable[[], float] = time.monotonic,
        *,
        is_left_at_once: bool = False,
        can_go_back: bool = False,
    ) -> None:
        self.can_go_back = can_go_back
        self.is_over = False
        self.is_left_at_once = is_left_at_once
        self.sentences = [sentence or _("One moment: searching the network.")]
        self._clock = clock
        self._since = clock()

    def lines(self) -> list[Line]:
        """Return what is awaited and, after a while, for how long it has been."""
        waited = self._clock() - self._since
        lines = [text(_("So far: {time}.").format(time=duration(waited)), "dim")]
        return [*map(text, self.sentences), *lines[: waited >= PATIENT_S]]
