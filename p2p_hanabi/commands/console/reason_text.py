"""Reasons of failures as text, in the words of the game whose rules they cite."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from p2p_hanabi.registry import RULES, SCREENS
from p2p_hanabi.ui.words.sentences_reasons import NONE, why
from protocol.reasons import Code, Reason


def because(reason: Reason) -> str:
    """Describe a reason of the protocol or of any game."""
    return why(reason, _words_of(reason))


def _words_of(reason: Reason) -> Mapping[Code, str]:
    """Return the words for the game that a code belongs to. Only then is its screen loaded."""
    codes = [*_codes(reason)]
    names = (name for name, game in RULES.items() if any(c in game.refusals for c in codes))
    name = next(names, None)
    return NONE if name is None else SCREENS[name].reasons


def _codes(reason: Reason | None) -> Iterator[Code]:
    while reason is not None:
        yield reason.code
        reason = reason.cause
