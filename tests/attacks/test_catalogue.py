"""Every attack in the catalogue is refused, and all name the right seat."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.attacks.__main__ import HEAD, markdown, rows
from tests.attacks.catalogue import ATTACKS, Attack

PAGE = (Path(__file__).parents[2] / "docs" / "threats.md").read_text(encoding="utf-8")
TABLE = PAGE.partition(markdown(HEAD))[2].partition("\n\n")[0].splitlines()[2:]
SHOWN = [tuple(line.strip("| ").split(" | ")) for line in TABLE]
"""The rows of the page: attack, seats, where, by which check, who is blamed, audited."""

# The largest tables are left to `make attacks`.
CASES = [(attack, seats) for attack in ATTACKS for seats in attack.seats[:2]]


@pytest.mark.parametrize(
    ("attack", "seats"), CASES, ids=[f"{attack.name}-{seats}" for attack, seats in CASES]
)
def test_attack_is_refused_and_the_right_seat_is_named(attack: Attack, seats: int) -> None:
    result = attack.mount(seats)
    assert result.blamed == attack.blamed
    assert result.audited is not False
    audited = "-" if result.audited is None else "yes"
    came_of_it = (attack.name, result.where, result.check, result.blamed, audited)
    [tables] = [row[1] for row in SHOWN if (row[0], *row[2:]) == came_of_it]
    assert str(seats) in tables.split(", ")


def test_table_of_attacks_has_a_row_for_every_result() -> None:
    (attack,) = [attack for attack in ATTACKS if attack.name == "box key of small order"]
    assert list(rows(attack)) == [(attack.name, "2, 3, 5", "reveal", "box-key", "villain", "yes")]


def test_the_page_lists_exactly_the_attacks_in_order() -> None:
    assert list(dict.fromkeys(row[0] for row in SHOWN)) == [attack.name for attack in ATTACKS]


def test_no_attack_is_listed_twice() -> None:
    assert len({attack.name for attack in ATTACKS}) == len(ATTACKS)
