"""The numbers of rules stay in docs/rules/: families read the screens, in any language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from p2p_hanabi.ui.words.sentences_reasons import why
from protocol.reasons import Reason
from tests.any_game import RULES, SCREENS
from tests.messages import TRANSLATED, extracted, forms, kept

DOCS = Path(__file__).parents[3] / "docs"
ROW = re.compile(r"^\| ?\**([A-Z]{1,2})\d+\b", re.MULTILINE)


def rule_numbers() -> re.Pattern[str]:
    """As the pages of the rules count them."""
    pages = (page.read_text(encoding="utf-8") for page in (DOCS / "rules").glob("*.md"))
    kinds = sorted({kind for page in pages for kind in ROW.findall(page)})
    assert {"D", "E", "F", "HB", "IK", "KK"} <= set(kinds)
    return re.compile(rf"\b(?:{'|'.join(kinds)})\d+\b|\{{rule\}}")


def test_no_sentence_has_the_number_of_a_rule() -> None:
    number = rule_numbers()
    english = [form for message in extracted() if message.id for form in forms(message.id)]
    own = [
        form
        for language in TRANSLATED
        for message in kept(language)
        if message.id
        for form in forms(message.string)
    ]
    assert [each for each in (*english, *own) if number.search(each)] == []


def test_no_capture_of_a_screen_has_the_number_of_a_rule() -> None:
    number = rule_numbers()
    shown = {page.name: page.read_text("utf-8") for page in (DOCS / "captures").glob("*.txt")}
    assert [
        (page, number.findall(words)) for page, words in shown.items() if number.search(words)
    ] == []


@pytest.mark.parametrize("game", list(RULES))
def test_refusal_gives_a_reason_and_not_a_rule_number(game: str) -> None:
    number, screen = rule_numbers(), SCREENS[game]
    for words in (screen.refusals, screen.reasons):
        codes = [code for code in RULES[game].refusals if not code.facts]
        assert [code for code in codes if number.search(why(Reason(code), words))] == []
