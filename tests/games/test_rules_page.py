"""The page of rules and the tests say the same."""

from __future__ import annotations

import re
from pathlib import Path

from p2p_hanabi.games import OPTIONS

HERE = Path(__file__).parent
PAGE = (HERE.parent.parent / "docs" / "rules" / "hanabi.md").read_text(encoding="utf-8")
NUMBER = re.compile(r"\b(?:HB|HD|D)\d+\b")


def test_every_base_rule_stands_on_the_page() -> None:
    listed = set(re.findall(r"^\| ((?:HB|D)\d+) \|", PAGE, re.MULTILINE))
    assert {f"HB{number}" for number in range(1, 35)} <= listed
    among_the_options = {"D9", "D10"}
    assert {f"D{number}" for number in range(1, 13)} <= listed | among_the_options


def test_every_rule_of_the_page_is_cited_by_a_test() -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_hanabi*.py"))
    tests += (HERE / "test_options.py").read_text(encoding="utf-8")
    assert set(NUMBER.findall(PAGE)) <= set(NUMBER.findall(tests))


def test_every_option_stands_on_the_page() -> None:
    for option in OPTIONS["hanabi"]:
        assert f"`{option.key}`" in PAGE
