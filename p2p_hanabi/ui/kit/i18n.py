"""The player's language: which one it is, and how a sentence is said in it.

`_`, `ngettext`, `pgettext` and `npgettext` look a sentence up at once, so they stand in functions;
a constant is marked with `N_` and looked up where it is used. So the language can be chosen, and
chosen again, after everything is imported. The sentences stand in `locale/`: see `make messages`.
"""

from __future__ import annotations

import gettext
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from p2p_hanabi.systems import interface_language

LANGUAGES = ("en", "fr", "ro")
"""English is the language of the sources, and what stands in for any other."""
LANGUAGE_VARIABLE = "P2PHANABI_LANG"
DOMAIN = "p2phanabi"
FOLDER = Path(__file__).parents[1] / "locale"

_in_english = gettext.NullTranslations()
_chosen: gettext.NullTranslations = _in_english


def choose(language: str) -> None:
    """From now on everything is said in this one of `LANGUAGES`."""
    global _chosen  # noqa: PLW0603 - a program has one reader, and so one language
    if language == LANGUAGES[0]:
        _chosen = _in_english
    else:
        _chosen = gettext.translation(DOMAIN, FOLDER, [language], fallback=True)


def language() -> str:
    """Return the language in which everything is said now."""
    return _chosen.info().get("language", LANGUAGES[0])


def language_of(environ: Mapping[str, str]) -> str:
    """Return the language that is asked of this program, else the first of `LANGUAGES` that the
    locale asks for, found as gettext finds it."""
    if (own := environ.get(LANGUAGE_VARIABLE, "")) in LANGUAGES:
        return own
    variables = ("LC_ALL", "LC_MESSAGES", "LANG")
    told = (environ[name] for name in variables if environ.get(name))
    locale = next(told, None) or interface_language() or "C"
    if _language(locale) in ("c", "posix"):
        return LANGUAGES[0]
    wanted = [*environ.get("LANGUAGE", "").split(":"), locale]
    return next((code for each in wanted if (code := _language(each)) in LANGUAGES), LANGUAGES[0])


def N_(sentence: str) -> str:  # noqa: N802 - the name by which gettext's tools know it
    """Mark a constant, which `_` looks up where it is used."""
    return sentence


def NN_(one: str, many: str) -> tuple[str, str]:  # noqa: N802 - like `N_`
    """Mark a constant that has a form for one and a form for many."""
    return one, many


def NC_(context: str, sentence: str) -> str:  # noqa: ARG001, N802 - like `N_`
    """Mark a constant, which `pgettext` looks up."""
    return sentence


def _(sentence: str) -> str:
    return _chosen.gettext(sentence) if sentence else ""


def translated(sentences: Iterable[str]) -> tuple[str, ...]:
    """Constants that were marked with `N_`; what is empty stays empty."""
    return tuple(_(sentence) for sentence in sentences)


def ngettext(one: str, many: str, count: int) -> str:
    """Translate, in as many forms as the language has; 0 is plural in English and singular in
    French."""
    return _chosen.ngettext(one, many, count)


def pgettext(context: str, sentence: str) -> str:
    """Translate words that English uses for several things."""
    return _chosen.pgettext(context, sentence)


def npgettext(context: str, one: str, many: str, count: int) -> str:
    return _chosen.npgettext(context, one, many, count)


def bare(word: str) -> str:
    """Without accents and capitals, as it may be typed."""
    apart = unicodedata.normalize("NFKD", word.casefold())
    return "".join(sign for sign in apart if not unicodedata.combining(sign))


def beginning(typed: str, names: Sequence[str]) -> int | None:
    """Find the name that it is, else the first that begins so; None if none does."""
    start, known = bare(typed), [bare(name) for name in names]
    if start in known:
        return known.index(start)
    return next((n for n, name in enumerate(known) if name.startswith(start)), None)


def _language(locale: str) -> str:
    """fr of fr_CA.UTF-8@euro"""
    return locale.replace("_", ".").replace("@", ".").partition(".")[0].lower()
