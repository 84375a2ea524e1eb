"""The page of rules and the tests agree."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from p2p_hanabi.registry import OPTIONS
from p2p_hanabi.ui.model.talk.sentences_talk import PHRASES
from protocol.peer.remarks import AT_ANY_TIME

HERE = Path(__file__).parent
PAGE = (HERE.parents[2] / "docs" / "rules" / "hanabi.md").read_text(encoding="utf-8")
NUMBER = re.compile(r"\b(?:H[ABCDFMT]|D)\d+\b")


@pytest.mark.parametrize(
    ("kind", "count"),
    [("HB", 34), ("HD", 2), ("HA", 6), ("HF", 6), ("HC", 5), ("HM", 2), ("HT", 5), ("D", 29)],
)
def test_every_rule_is_on_the_page(kind: str, count: int) -> None:
    listed = set(re.findall(rf"^\| ({kind}\d+) \|", PAGE, re.MULTILINE))
    assert listed == {f"{kind}{number}" for number in range(1, count + 1)}


def test_every_rule_of_the_page_is_cited_by_a_test() -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))
    tests += (HERE.parents[1] / "seam" / "test_options.py").read_text(encoding="utf-8")
    assert set(NUMBER.findall(PAGE)) <= set(NUMBER.findall(tests))


def test_every_row_is_in_a_table() -> None:
    """A blank line ends a table, and rows after it without a heading belong to none."""
    for before, row in pairwise(PAGE.splitlines()):
        if row.startswith("|") and not before.startswith("|"):
            rest = PAGE[PAGE.index(before + "\n" + row) + len(before) + 1 + len(row) :]
            assert rest.lstrip("\n").startswith("|---"), row


def test_the_phrases_are_those_that_the_program_has() -> None:
    row = r"^\| (\d+) \| (.+?) \| (at any time|nobody .+) \| (HM2|\*house rule\*) \|$"
    listed = re.findall(row, PAGE, re.MULTILINE)
    assert [(number, phrase) for number, phrase, *_ in listed] == [
        (str(number), phrase) for number, phrase in enumerate(PHRASES)
    ]
    assert [number for number, *_, source in listed if source == "HM2"] == ["0", "1"]
    always = {int(number) for number, _, when, _ in listed if when == "at any time"}
    assert always == AT_ANY_TIME


def test_every_option_is_on_the_page() -> None:
    for option in OPTIONS["hanabi"]:
        assert f"`{option.name}`" in PAGE
