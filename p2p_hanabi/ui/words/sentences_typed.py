"""Commands in the player's language; the English ones are always understood."""

from __future__ import annotations

from collections.abc import Sequence

from .i18n import bare, pgettext

DICTATED = " .,!\u00a0"
"""Blanks and full stops, which dictation adds to words."""


def undictated(typed: str) -> str:
    """Return what was typed, without the blanks and full stops of dictation around it."""
    return typed.strip().strip(DICTATED)


def own_words() -> dict[str, str]:
    """Return the translation of each English command; a whole word, not an abbreviation."""
    return {
        "play": pgettext("typed", "play"),
        "discard": pgettext("typed", "discard"),
        "hint": pgettext("typed", "hint"),
        "draw": pgettext("typed", "draw"),
        "keep": pgettext("typed", "keep"),
        "refuse": pgettext("typed", "refuse"),
        "buy": pgettext("typed", "buy"),
        "take": pgettext("typed", "take"),
        "declare": pgettext("typed", "declare"),
        "show": pgettext("typed", "show"),
        "log": pgettext("typed", "log"),
        "hands": pgettext("typed", "hands"),
        "me": pgettext("typed", "me"),
        "discards": pgettext("typed", "discards"),
        "explain": pgettext("typed", "explain"),
        "conventions": pgettext("typed", "conventions"),
        "bouquets": pgettext("typed", "bouquets"),
        "scores": pgettext("typed", "scores"),
        "taken": pgettext("typed", "taken"),
        "words": pgettext("typed", "words"),
        "rules": pgettext("typed", "rules"),
        "help": pgettext("typed", "help"),
        "quit": pgettext("typed", "quit"),
        "abandon": pgettext("typed", "abandon"),
        "say": pgettext("typed", "say"),
        "said": pgettext("typed", "said"),
        "order": pgettext("typed", "order"),
        "move": pgettext("typed", "move"),
        "note": pgettext("typed", "note"),
        "notes": pgettext("typed", "notes"),
        "gone": pgettext("typed", "gone"),
        "stop": pgettext("typed", "stop"),
        "phones": pgettext("typed", "phones"),
        "times": pgettext("typed", "times"),
        "ready": pgettext("typed", "ready"),
        "wait": pgettext("typed", "wait"),
        "free": pgettext("typed", "free"),
        "players": pgettext("typed", "players"),
        "code": pgettext("typed", "code"),
        "bot": pgettext("typed", "bot"),
        "dismiss": pgettext("typed", "dismiss"),
        "more": pgettext("typed", "more"),
        "fewer": pgettext("typed", "fewer"),
        "again": pgettext("typed", "again"),
        "replay": pgettext("typed", "replay"),
        "what-if": pgettext("typed", "what-if"),
        "deal": pgettext("typed", "deal"),
        "page": pgettext("typed", "page"),
        "statistics": pgettext("typed", "statistics"),
        "history": pgettext("typed", "history"),
        "next": pgettext("typed", "next"),
        "back": pgettext("typed", "back"),
        "go": pgettext("typed", "go"),
        "moves": pgettext("typed", "moves"),
        "bots": pgettext("typed", "bots"),
        "new": pgettext("typed", "new"),
        "practice": pgettext("typed", "practice"),
        "possible": pgettext("typed", "possible"),
        "undo": pgettext("typed", "undo"),
        "game": pgettext("typed", "game"),
        "eyes": pgettext("typed", "eyes"),
        "save": pgettext("typed", "save"),
        "lines": pgettext("typed", "lines"),
        "open": pgettext("typed", "open"),
        "rename": pgettext("typed", "rename"),
        "delete": pgettext("typed", "delete"),
        "follow": pgettext("typed", "follow"),
        "lead": pgettext("typed", "lead"),
        "point": pgettext("typed", "point"),
        "share": pgettext("typed", "share"),
        "together": pgettext("typed", "together"),
    }


def _other_words() -> dict[str, str]:
    """Return further names of commands."""
    return {
        "quit": pgettext("typed too", "quit"),
        "log": pgettext("typed too", "log"),
        "hint": pgettext("typed too", "tell"),
    }


def in_english(line: str) -> str:
    """Return the line with its command, the first word, translated to English."""
    before, word, rest = _parted(line)
    own = own_words()
    if word.lower() in own:
        return line
    typed, words = bare(word), (*own.items(), *_other_words().items())
    return before + next((each for each, own in words if bare(own) == typed), word) + rest


def begun_in_own_words(start: str, commands: Sequence[str]) -> list[str]:
    """Return the commands, in English, whose names in the player's language begin so."""
    own = own_words()
    return [each for each in commands if bare(own.get(each, each)).startswith(bare(start))]


def in_own_words(english: str) -> str:
    """Return a command in the player's language."""
    return own_words().get(english, english)


def means(line: str, english: str) -> bool:
    """Return whether the line is this one word, in English or in the player's language."""
    return in_english(undictated(line)).lower() == english


def _parted(line: str) -> tuple[str, str, str]:
    """Return what precedes the first word, the word, and the rest."""
    start = line.lstrip()
    word = start.split(maxsplit=1)[0] if start else ""
    return line[: len(line) - len(start)], word, start[len(word) :]
