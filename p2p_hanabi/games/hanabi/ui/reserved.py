"""Names that no player may have, because a command would take them for a colour or a card."""

from __future__ import annotations

import re
from collections.abc import Iterator

from .words.sentences import every_colour

_LETTERS = "abcgjklmnrvwy"
"""The letters of colours, in any language."""
_CARD = re.compile(f"[{_LETTERS}][1-6]|[1-6][{_LETTERS}]")


class CardNames:
    """See `ui.model.game.game_screen.ReservedNames`."""

    def words(self) -> Iterator[str]:
        yield from _LETTERS
        yield from every_colour()

    def is_card(self, word: str) -> bool:
        return _CARD.fullmatch(word) is not None


NAMES = CardNames()
