"""The page of rules and the tests of Koi-Koi agree."""

from __future__ import annotations

import re
from pathlib import Path

from p2p_hanabi.games.koikoi.hanafuda import (
    ALL_FACES,
    FLOWERS,
    PRINTS,
    card_of,
    month_of,
    points_of,
)
from p2p_hanabi.games.koikoi.rules import OPTIONS
from p2p_hanabi.games.koikoi.yaku import Yaku

HERE = Path(__file__).parent
PAGE = (HERE.parents[2] / "docs" / "rules" / "koikoi.md").read_text(encoding="utf-8")
NUMBER = re.compile(r"\b(?:KK|F)\d+\b")


def rows(first: str) -> list[list[str]]:
    """The cells of all table rows whose first cell matches this."""
    found = re.findall(rf"^\| ({first}) \|(.*)\|$", PAGE, re.MULTILINE)
    return [[start, *(cell.strip() for cell in rest.split("|"))] for start, rest in found]


def test_every_rule_and_every_decision_is_on_the_page() -> None:
    listed = [row[0] for row in rows(r"(?:KK|F)\d+")]
    assert len(listed) == len(set(listed))
    assert set(listed) == {f"KK{n}" for n in range(1, 39)} | {f"F{n}" for n in range(1, 29)}


def test_every_rule_of_the_page_is_cited_by_a_test() -> None:
    tests = HERE.glob("test_*.py")
    cited = "".join(path.read_text(encoding="utf-8") for path in tests if path != Path(__file__))
    assert set(NUMBER.findall(PAGE)) <= set(NUMBER.findall(cited))


def test_every_option_is_on_the_page_with_its_values_and_default() -> None:
    listed = {row[0]: row[1:3] for row in rows("`[a-z_]+`")}
    assert set(listed) == {f"`{option.name}`" for option in OPTIONS}
    for option in OPTIONS:
        values, default = listed[f"`{option.name}`"]
        assert set(values.split(", ")) == {option.spelled(value) for value in option.allowed}
        assert default == option.spelled(option.default)


def test_every_card_is_on_the_page_with_its_points() -> None:
    """KK2"""
    listed = {int(row[0]): row[1:] for row in rows(r"\d+")}
    assert [row[0] for row in listed.values()] == list(FLOWERS)
    assert len(listed) == 12
    for face in ALL_FACES:
        assert listed[month_of(face)][card_of(face)] == f"{PRINTS[face]} {points_of(face)}"


def test_every_yaku_is_on_the_page() -> None:
    listed = [row[1] for row in rows(r"KK(?:2[6-9]|3\d)")]
    assert len(listed) == len(Yaku)
    assert all(any(yaku.value in name for name in listed) for yaku in Yaku)
