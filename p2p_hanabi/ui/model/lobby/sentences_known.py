"""Sentences about which players at a table are known here, in English."""

from __future__ import annotations

from collections.abc import Sequence

from ...words.i18n import _, ngettext
from ...words.words_joined import listing


def known(name: str, games: int, last: str) -> str:
    return ngettext(
        "You have played with {name} once, on {last}.",
        "You have played with {name} {n} times, last on {last}.",
        games,
    ).format(name=name, n=games, last=last)


def known_as(name: str, known_name: str) -> str:
    return _("{name} has the same key as {known_name}, whom you know.").format(
        name=name, known_name=known_name
    )


def new(name: str, fingerprint: str) -> str:
    return _("You have not played with {name} before; fingerprint {fingerprint}.").format(
        name=name, fingerprint=fingerprint
    )


def other_key(name: str, games: int) -> str:
    return ngettext(
        "WARNING: this {name} has a different key from the {name} you have played with once.",
        "WARNING: this {name} has a different key from the {name} you have played with {n} times.",
        games,
    ).format(name=name, n=games)


def may_be_others(names: Sequence[str]) -> str:
    return ngettext(
        "{names} may be somebody else: the key is not the one you know.",
        "{names} may be somebody else: the keys are not those you know.",
        len(names),
    ).format(names=listing(names))


def how_to_settle(name: str, fingerprint: str) -> str:
    return _(
        "Ask {name} to read their own fingerprint aloud: the lobby shows it with the players. It "
        "must be {fingerprint}; if it is not, somebody else is using the name: leave."
    ).format(name=name, fingerprint=fingerprint)


def own(fingerprint: str) -> str:
    return _("This is you. Your own fingerprint: {fingerprint}.").format(fingerprint=fingerprint)


def set_aside(path: object, kept: object) -> str:
    return _(
        "{path} was damaged and is now called {kept}. Restore a copy, or compare "
        "fingerprints with the others: all players count as new until you have played "
        "with them again."
    ).format(path=path, kept=kept)


# -- on the full screen, beside a name


def known_as_mark(known_name: str, games: int) -> str:
    return ngettext(
        "known as {known_name}, one game together",
        "known as {known_name}, {n} games together",
        games,
    ).format(known_name=known_name, n=games)


def forgotten(name: str, fingerprint: str) -> str:
    return _("{name} was removed ({fingerprint}).").format(name=name, fingerprint=fingerprint)
