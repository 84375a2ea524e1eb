"""The titles of the log, and the words to filter it."""

from __future__ import annotations

from ...kit.legend import Legend
from ...words.i18n import N_, _, bare, pgettext
from ..game.log_filter import AboutCard, By, Everything, LogFilter, To
from ..game.table_players import Players

KEYS = (N_("l            the log: all moves, one player's, hints to you, about a card"),)


def title(wanted: LogFilter, players: Players) -> str:
    """Return the title of a filtered log; empty if it is unfiltered."""
    match wanted:
        case Everything():
            return ""
        case By(seat):
            who = players.other(seat)
            return _("What you did:") if who is None else _("What {who} did:").format(who=who)
        case To(seat):
            who = players.other(seat)
            return _("Hints to you:") if who is None else _("Hints to {who}:").format(who=who)
        case AboutCard(place):
            who, number = players.other(place.seat), place.slot + 1
            if who is None:
                return _("About your card {n}:").format(n=number)
            return _("About card {n} of {who}:").format(n=number, who=who)


def words() -> dict[str, tuple[str, ...]]:
    """Return the words that may follow "log", in English and in the player's language."""
    own = {
        "by": pgettext("typed after log", "by"),
        "to": pgettext("typed after log", "to"),
        "me": pgettext("typed after log", "me"),
        "card": pgettext("typed after log", "card"),
    }
    return {english: (english, bare(word)) for english, word in own.items()}


def offered() -> list[str]:
    """Return the words to offer after "log"."""
    return [spelt[-1] for english, spelt in words().items() if english != "me"]


# -- keys of its page


def keys(players: Players, *, has_cards: bool) -> Legend:
    """Return the keys that filter the log; `has_cards`: there are hands that get hints."""
    of_cards = (("m", _("hints to you")), ("c", _("a card"))) if has_cards else ()
    seats = [(str(seat + 1), players.name(seat)) for seat in players.from_next]
    return (("a", _("all")), *of_cards, *sorted(seats))
