"""Pages are for people without a terminal: no sentence there names an option, a command or a key.

What is only said to who types is marked in the source: the argument `typed`, constants `_TYPED...`,
the values for `Device.KEY` and `Device.LINE`, and lists of keys or typed words.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from p2p_hanabi.ui.web.live_page import Page
from p2p_hanabi.ui.web.wire import as_data
from p2p_hanabi.ui.words.i18n import LANGUAGES, _, pgettext

from ..words.languages import speaking
from .asked_pages import asked_pages

ROOT = Path(__file__).parents[3] / "p2p_hanabi"
FOLDERS = ("ui/model", "ui/web", "commands/menu", "commands/local_seats", "commands/play")
NO_PAGE = "commands/play/end_from_file.py"
"""Of `resume --from` alone."""
FILES = (
    "ui/words/sentences_questions.py",
    "ui/words/sentences_reasons.py",
    "commands/console/failures.py",
    "commands/doctor/doctor_machine.py",
    "commands/records/after_game.py",
    "commands/records/playback.py",
    "commands/screens/find_by_name.py",
    "commands/screens/full_screen.py",
    "commands/screens/page_scenes.py",
    "commands/screens/page_seat.py",
    "commands/screens/page_stage.py",
    "commands/settings/naming.py",
    "commands/settings/preferences.py",
    "commands/web.py",
)
MARKS = ("_", "N_", "ngettext", "pgettext", "NC_")
OF_WHO_TYPES = re.compile(r"_TYPED|\w*(KEYS|HELP)")
FOREIGN = re.compile(
    r"(?<![\w-])--\w|[`'\"]p2phanabi [a-z]|\bterminal|\bCtrl|\bEnter\b|\bEntr\u00e9e\b|\bEscape\b"
    r"|\b([Kk]ey|[Tt]ouche|[Tt]asta) [A-Z]\b|\b[Pp]ress [A-Za-z]\b"
)


def sentences(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the sentences that a page may show, with their lines."""
    match tree:
        case ast.keyword(arg="typed") | ast.FunctionDef(name="by_key" | "_terminal" | "_announce"):
            return
        case ast.Assign(targets=[ast.Name(id=name)]) if OF_WHO_TYPES.match(name):
            return
        case ast.Call(func=ast.Name("Preference"), keywords=more) if more:
            return
        case ast.Call(func=ast.Name(name), args=given) if name in MARKS:
            for each in given:
                if isinstance(each, ast.Constant) and isinstance(each.value, str):
                    yield each.lineno, each.value
        case ast.Dict(keys, values):
            for key, value in zip(keys, values, strict=True):
                if not (isinstance(key, ast.Attribute) and key.attr in ("KEY", "LINE")):
                    yield from sentences(value)
            return
    for child in ast.iter_child_nodes(tree):
        yield from sentences(child)


def sources() -> Iterator[Path]:
    for folder in FOLDERS:
        yield from sorted(set((ROOT / folder).rglob("*.py")) - {ROOT / NO_PAGE})
    yield from (ROOT / name for name in FILES)


def foreign(text: str) -> list[str]:
    return [found.group() for found in FOREIGN.finditer(text)]


def test_sentences_of_pages_name_no_option_command_or_key() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}: {sentence}"
        for path in sources()
        for line, sentence in sentences(ast.parse(path.read_text(encoding="utf-8")))
        if foreign(sentence)
    ]
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_of_pages_name_no_option_command_or_key(language: str) -> None:
    with speaking(language):
        found = [
            translated
            for path in sources()
            for _line, sentence in sentences(ast.parse(path.read_text(encoding="utf-8")))
            for translated in (_(sentence), pgettext("answer", sentence))
            if foreign(translated)
        ]
    assert found == []


def text_of(page: Page) -> str:
    return str(as_data(page))


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_without_a_table_name_no_option_command_or_key(language: str) -> None:
    with speaking(language):
        found = {name: foreign(text_of(page)) for name, page in asked_pages().items()}
    assert {name: each for name, each in found.items() if each} == {}
