"""Notes on one's own cards, in English sentences."""

from __future__ import annotations

from ..kit.i18n import N_, _

HELP = (
    N_("notes           your notes on your cards; nobody else sees them"),
    N_("note 3 TEXT     a note on your third card; without a text it is taken away"),
)


def usage(cards: int) -> str:
    return _("Type for example: note 1 keep. You hold {n} cards.").format(n=cards)
