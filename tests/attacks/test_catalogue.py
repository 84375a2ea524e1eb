"""Every attack of the catalogue is refused, and the right seat is named by all."""

from __future__ import annotations

import pytest

from tests.attacks.__main__ import rows
from tests.attacks.catalogue import ATTACKS, Attack

# The largest tables are left to `make attacks`.
CASES = [(attack, seats) for attack in ATTACKS for seats in attack.seats[:2]]


@pytest.mark.parametrize(
    ("attack", "seats"), CASES, ids=[f"{attack.name}-{seats}" for attack, seats in CASES]
)
def test_attack_is_refused_and_names_whom_it_should(attack: Attack, seats: int) -> None:
    result = attack.mount(seats)
    assert result.blamed == attack.blamed
    assert result.audited is not False


def test_table_of_attacks_has_a_row_for_every_result() -> None:
    (attack,) = [attack for attack in ATTACKS if attack.name == "box key of small order"]
    check = "a box key of small order"
    assert list(rows(attack)) == [(attack.name, "2, 3, 5", "reveal", check, "villain", "yes")]


def test_no_attack_stands_twice_in_the_list() -> None:
    assert len({attack.name for attack in ATTACKS}) == len(ATTACKS)
