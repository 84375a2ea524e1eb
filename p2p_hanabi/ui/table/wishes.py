"""What to do after a game: keys of the full screen, and words in plain mode."""

from __future__ import annotations

from enum import Enum

from ..kit.i18n import _
from ..kit.legend import Legend
from ..kit.sentences_typed import means


class Wish(Enum):
    """What a player may want next, by its typed word."""

    REPLAY = "replay"
    PAGE = "page"
    HISTORY = "history"


KEYS = {"r": Wish.REPLAY, "w": Wish.PAGE, "h": Wish.HISTORY}


def wish_of_line(line: str) -> Wish | None:
    return next((wish for wish in Wish if means(line, wish.value)), None)


def legend() -> Legend:
    labels = (_("replay"), _("web page"), _("history"))
    return tuple(zip(KEYS, labels, strict=True))
