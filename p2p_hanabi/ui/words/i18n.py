"""The player's language, and translation into it.

`_`, `ngettext`, `pgettext` and `npgettext` look up a sentence at once, so they belong in functions;
a constant is marked with `N_` and looked up where it is used. So the language can be chosen, and
changed, after all imports. The translations are in `locale/`: see `make messages`.
"""

from __future__ import annotations

import gettext
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from p2p_hanabi.systems import interface_language

LANGUAGES = ("en", "fr", "ro")
"""English is the language of the sources, and the fallback for any other."""
LANGUAGE_VARIABLE = "P2PHANABI_LANG"
DOMAIN = "p2phanabi"
FOLDER = Path(__file__).parents[1] / "locale"

_in_english = gettext.NullTranslations()
_chosen: gettext.NullTranslations = _in_english


def choose(language: str) -> None:
    """Translate into this one of `LANGUAGES` from now on."""
    global _chosen  # noqa: PLW0603 - a program has one user, and so one language
    _chosen = _translations(language, FOLDER)


def load_translations() -> None:
    """Read those of all languages, which later choices then need no file for."""
    for language in LANGUAGES:
        _translations(language, FOLDER)


@cache
def _translations(language: str, folder: Path) -> gettext.NullTranslations:
    if language == LANGUAGES[0]:
        return _in_english
    return gettext.translation(DOMAIN, folder, [language], fallback=True)


def language() -> str:
    """Return the current language."""
    return _chosen.info().get("language", LANGUAGES[0])


def language_of(environ: Mapping[str, str]) -> str:
    """Return the language set for this program, else the first of `LANGUAGES` that the locale asks
    for, determined as gettext does."""
    if (own := environ.get(LANGUAGE_VARIABLE, "")) in LANGUAGES:
        return own
    variables = ("LC_ALL", "LC_MESSAGES", "LANG")
    chosen = (environ[name] for name in variables if environ.get(name))
    locale = next(chosen, None) or interface_language() or "C"
    if _language(locale) in ("c", "posix"):
        return LANGUAGES[0]
    wanted = [*environ.get("LANGUAGE", "").split(":"), locale]
    return next((code for each in wanted if (code := _language(each)) in LANGUAGES), LANGUAGES[0])


def N_(sentence: str) -> str:  # noqa: N802 - the name that gettext's tools know
    """Mark a constant that `_` looks up where it is used."""
    return sentence


def NN_(one: str, many: str) -> tuple[str, str]:  # noqa: N802 - like `N_`
    """Mark a constant with a singular and a plural form."""
    return one, many


def NC_(context: str, sentence: str) -> str:  # noqa: ARG001, N802 - like `N_`
    """Mark a constant that `pgettext` looks up."""
    return sentence


def _(sentence: str) -> str:
    return _chosen.gettext(sentence) if sentence else ""


def translated(sentences: Iterable[str]) -> tuple[str, ...]:
    """Translate constants that were marked with `N_`; empty ones stay empty."""
    return tuple(_(sentence) for sentence in sentences)


def ngettext(one: str, many: str, count: int) -> str:
    """Translate with the language's plural forms; 0 is plural in English, and singular in
    French."""
    return _chosen.ngettext(one, many, count)


def pgettext(context: str, sentence: str) -> str:
    """Translate words that have several meanings in English."""
    return _chosen.pgettext(context, sentence)


def npgettext(context: str, one: str, many: str, count: int) -> str:
    return _chosen.npgettext(context, one, many, count)


def bare(word: str) -> str:
    """Return a word without accents and capitals, as it may be typed."""
    if word.isascii():  # most words: the rest takes ten times as long
        return word.casefold()
    apart = unicodedata.normalize("NFKD", word.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def beginning(typed: str, names: Sequence[str]) -> int | None:
    """Return the index of the name typed, else of the first that begins so; None if none does."""
    start, known = bare(typed), [bare(name) for name in names]
    if start in known:
        return known.index(start)
    return next((n for n, name in enumerate(known) if name.startswith(start)), None)


def _language(locale: str) -> str:
    """Return fr for fr_CA.UTF-8@euro."""
    return locale.replace("_", ".").replace("@", ".").partition(".")[0].lower()
