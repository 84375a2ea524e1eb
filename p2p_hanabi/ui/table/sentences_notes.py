"""Notes on one's own cards, in English sentences."""

from __future__ import annotations

from ..kit.i18n import N_, _

HELP = (
    N_("notes           your notes on your cards; nobody else sees them"),
    N_("note 3 TEXT     a note on your third card; without a text it is taken away"),
)


def usage(cards: int) -> str:
    return _("Type for example: note 1 keep. You hold {n} cards.").format(n=cards)


def no_hidden_hand() -> str:
    return _("You hold no cards here that you cannot see, so there is nothing to note.")


def noted(number: int, words: str) -> str:
    return _("Noted on card {n}: {words}").format(n=number, words=words)


def taken_away(number: int) -> str:
    return _("There is no note on card {n} any more.").format(n=number)


def note(number: int, words: str) -> str:
    return _("Card {n}: {words}").format(n=number, words=words)


def none() -> str:
    return _('You have no notes; "note 3 TEXT" makes one on your third card.')


def set_aside(path: object, kept: object) -> str:
    return _(
        "{path} was damaged and is kept as {kept}; your notes at this table begin anew."
    ).format(path=path, kept=kept)
