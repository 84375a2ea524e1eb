"""The catalogues of the languages: nothing is missing, nothing differs that must not."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache

import pytest
from babel.messages.catalog import Catalog, Message
from prompt_toolkit.utils import get_cwidth

from p2p_hanabi.ui.drawing.ascii_fallback import in_encoding
from p2p_hanabi.ui.words.i18n import FOLDER
from tests import messages
from tests.messages import (
    SOURCES,
    TRANSLATED,
    extracted,
    forms,
    is_translated,
    mo_path,
    sentences,
    spoken,
)
from tests.sources import tree

OLD = "run `make messages`, and translate what stands empty in p2p_hanabi/ui/locale"
FIELD = re.compile(r"\{[^{}]*\}")
NAMES = (
    *("name", "names", "who", "by", "owner", "owners", "known_name", "host", "seat", "members"),
    *("signers", "payer", "payee", "giver", "other", "eyes", "game", "table"),
)
"""Fields for players, games and tables."""
BOTH = pytest.mark.parametrize("language", TRANSLATED)
LOOK_UP = {"_", "ngettext", "pgettext", "npgettext", "translated"}
kept = cache(messages.kept)


def keys(catalog: Catalog) -> set[tuple[str | None, tuple[str, ...]]]:
    return {(message.context, forms(message.id)) for message in catalog if message.id}


def translations(language: str) -> Iterator[tuple[Message, str]]:
    """Each form of each sentence."""
    for message in kept(language):
        if message.id:
            for form in forms(message.string):
                yield message, form


@BOTH
def test_catalogue_has_exactly_the_sentences_of_the_sources(language: str) -> None:
    assert keys(kept(language)) == keys(extracted()), OLD


@BOTH
def test_every_sentence_is_translated_in_all_its_forms(language: str) -> None:
    catalog = kept(language)
    lacking = [m.id for m in catalog if m.id and not is_translated(m, catalog)]
    assert lacking == [], OLD


@BOTH
def test_no_translation_is_a_guess(language: str) -> None:
    assert [message.id for message in kept(language) if message.id and message.fuzzy] == []


@BOTH
def test_compiled_catalogue_equals_its_source(language: str) -> None:
    assert spoken(language) == sentences(kept(language)), OLD


@BOTH
def test_every_translation_has_the_placeholders_of_its_sentence(language: str) -> None:
    wrong = [form for message, form in translations(language) if not has_the_fields(message, form)]
    assert wrong == []


def has_the_fields(message: Message, form: str) -> bool:
    """The form for one need not have the number, if English has none there either."""
    one, *others = (set(FIELD.findall(each)) for each in forms(message.id))
    fields = set(FIELD.findall(form))
    first = form == forms(message.string)[0]
    return fields == (others or [one])[0] or (first and fields == one)


@BOTH
def test_translation_keeps_the_blanks_around_a_sentence(language: str) -> None:
    """Rows are indented, and some sentences go on with what follows."""
    edges = re.compile(r"^ *|(?<=[^ ]) *$")
    wrong = [
        form
        for message, form in translations(language)
        if edges.findall(form.replace("\u00a0", "x")) != edges.findall(forms(message.id)[0])
    ]
    assert [form for form in wrong if form.strip(" \u00a0:;")] == []


@BOTH
def test_every_translation_is_as_wide_in_ascii(language: str) -> None:
    plain = [(form, in_encoding(form, "ascii")) for _, form in translations(language)]
    assert [form for form, bare in plain if get_cwidth(form) != get_cwidth(bare)] == []
    assert [form for form, bare in plain if form.count("?") != bare.count("?")] == []


def test_french_signs_stay_with_the_word_before_them() -> None:
    apart = re.compile(r"\w [:;!?](?= |$)")
    keys_ = re.compile(r"(touche|partie\.) \?")  # there it is a key
    texts = [
        form for _, form in translations("fr") if apart.search(form) and not keys_.search(form)
    ]
    assert texts == []


def test_no_french_word_before_a_name_needs_elision() -> None:
    """Whether it would depends on the name: "d'Ana", "de Ben", and nobody knows of an h."""
    assert (
        _before_names("fr", r"\b(?:de|du|que|jusque|lorsque|puisque|ne|se|le|la|[a-zA-Z]+')") == []
    )


def test_no_romanian_name_is_in_the_genitive() -> None:
    """Which depends on the name: "lui Ben", but "Anei"."""
    assert _before_names("ro", r"\blui") == []


def _before_names(language: str, words: str) -> list[str]:
    wrong = re.compile(rf"{words}[ \u00a0]?[\"(]?\{{(?:{'|'.join(NAMES)})\}}")
    return [form for _message, form in translations(language) if wrong.search(form)]


def test_romanian_letters_have_a_comma_below() -> None:
    assert [form for _, form in translations("ro") if set(form) & set("şţŞŢ")] == []


def test_nothing_is_looked_up_before_the_language_is_chosen() -> None:
    """A constant is marked with N_; _ looks it up in the function that uses it."""
    early = [
        f"{path}:{node.lineno}"
        for path in SOURCES.rglob("*.py")
        for node in at_import(tree(path))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in LOOK_UP
    ]
    assert early == []


def at_import(node: ast.AST) -> Iterator[ast.AST]:
    """What is run when the module is imported."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield child
            yield from at_import(child)


def test_a_word_looked_up_during_an_import_is_noticed() -> None:
    tree = ast.parse('WORDS = (_("red"),)\ndef f():\n    return _("blue")\n')
    called = [node for node in at_import(tree) if isinstance(node, ast.Call)]
    assert [node.lineno for node in called] == [1]


@BOTH
def test_the_wheel_has_the_languages(language: str) -> None:
    project = tomllib.loads((SOURCES.parent / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = project["tool"]["setuptools"]["package-data"]["p2p_hanabi.ui"]
    assert mo_path(language) in {path for each in patterns for path in FOLDER.parent.glob(each)}
