"""The page of Ikebana's rules and the tests agree."""

from __future__ import annotations

import re
from pathlib import Path

from p2p_hanabi.games.ikebana.bouquets import score
from p2p_hanabi.games.ikebana.rules import OPTIONS

from .table import faces

HERE = Path(__file__).parent
PAGE = (HERE.parents[2] / "docs" / "rules" / "ikebana.md").read_text(encoding="utf-8")
NUMBER = re.compile(r"\b(?:IK|E)\d+\b")
RANGE = re.compile(r"\b(IK|E)(\d+) to (?:IK|E)(\d+)\b")


def cited(text: str) -> set[str]:
    """Including those within a range, as in IK22 to IK24."""
    ranges = [
        f"{kind}{number}"
        for kind, first, last in RANGE.findall(text)
        for number in range(int(first), int(last) + 1)
    ]
    return {*NUMBER.findall(text), *ranges}


def test_every_rule_and_decision_is_on_the_page() -> None:
    listed = set(re.findall(r"^\| ((?:IK|E)\d+) \|", PAGE, re.MULTILINE))
    assert listed == {*(f"IK{n}" for n in range(1, 32)), *(f"E{n}" for n in range(1, 20))}


def test_every_rule_of_the_page_is_cited_by_a_test() -> None:
    here = Path(__file__).name
    tests = [path for path in HERE.glob("test_*.py") if path.name != here]
    assert cited(PAGE) <= cited("\n".join(path.read_text(encoding="utf-8") for path in tests))


def test_every_option_is_on_the_page() -> None:
    for option in OPTIONS:
        assert f"`{option.name}`" in PAGE


def test_examples_on_the_rules_page_score_as_stated() -> None:
    """IK27"""
    examples = {"R3 G3 B3 Y2 K2": 39, "R1 R2 B3 B4 B2": 16, "R5 B5 R1 G2 G4": 10}
    assert {cards: score(faces(cards)).total for cards in examples} == examples
