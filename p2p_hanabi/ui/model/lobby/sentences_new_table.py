"""Words of the web page for opening a table."""

from __future__ import annotations

from collections.abc import Mapping

from p2p_hanabi.seam.options import Option

from ...words.i18n import N_, _
from .lobby_painter import chosen

_USUAL = N_("as usual")
_SILENCE = N_("nothing")
_PLAIN = {"true": N_("yes"), "false": N_("no"), "None": N_("at random")}
"""Words for values; None, where nobody was chosen, lets the coin decide."""


def about(option: Option) -> str:
    """Return the meaning of an option, as a heading."""
    meaning = _(option.meaning)
    return meaning[:1].upper() + meaning[1:]


def value(option: Option, spelled: str, words: Mapping[tuple[str, str], str]) -> str:
    """Return a value in words; `words` are its game's, by key and value as typed."""
    if spelled in _PLAIN:
        return _(_PLAIN[spelled])
    if spelled.isdecimal():
        return spelled
    if spelled != option.spelled(option.default):
        return chosen(words, option.key, spelled, spelled)
    return _(_SILENCE) if option.key == "talk" else _(_USUAL)
