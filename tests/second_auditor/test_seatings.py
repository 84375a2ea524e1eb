"""Seatings that all seats have signed: the specification's rule, read twice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.second_auditor import digest, enc
from tests.second_auditor.played import GAME_3, agreed


def signed(change: Callable[[list[Any]], None]) -> bytes:
    """A file of a seating, changed and then signed by all, and of the round of commitments."""
    header = [*GAME_3.values[0]]
    seating = [[*part] if type(part) is list else part for part in header[2]]
    seating[6] = [[*seat] for seat in seating[6]]
    change(seating)
    table = digest("table", seating)
    messages = [enc(["p2ph/1", "seat", table, seat]) for seat in range(GAME_3.seats)]
    header[2] = seating
    header[3] = [GAME_3.sign(seat, message)[1] for seat, message in enumerate(messages)]
    game = replace(GAME_3, facts={**GAME_3.facts, "table": table.hex()})
    head = digest("genesis", table, header[3])
    statements = [game.say(i, 0, ["commit", bytes([i]) * 32], head) for i in range(game.seats)]
    return enc(header) + enc(statements)


def put(seat: int, entry: int, value: Callable[[list[Any]], Any]) -> Callable[[list[Any]], None]:
    def change(seating: list[Any]) -> None:
        seating[6][seat][entry] = value(seating[6])

    return change


def test_a_table_that_has_not_begun_is_read() -> None:
    assert agreed(signed(lambda _seating: None))[0]
    assert agreed(signed(put(1, 2, lambda _seats: bytes(32))))[0]


def on(machines: Any) -> Callable[[list[Any]], None]:
    """Where the option stands in this game's."""

    def change(seating: list[Any]) -> None:
        seating[3] = sorted([*seating[3], ["machines", machines]])

    return change


@pytest.mark.parametrize("machines", [[0, 0, 0], [0, 0, 2], [0, 2, 2], [1, 1, 2], [2, 2, 2]])
def test_seats_can_be_on_the_machine_of_another(machines: list[int]) -> None:
    assert agreed(signed(on(machines)))[0]


@pytest.mark.parametrize(
    "machines",
    [
        *([0, 1, 2], [0, 0], [0, 0, 2, 2], [], [0, 0, 3], [1, 2, 2], [1, 0, 2], [1, 2, 0]),
        *(None, 0, "0", [0, 0, None], [0, 0, False], [0, True, 1], [[0], 1, 2], [0, 0, 2**63]),
    ],
    ids=str,
)
def test_every_machine_is_that_of_a_seat_which_is_on_it(machines: Any) -> None:
    assert not agreed(signed(on(machines)))[0]


@pytest.mark.parametrize("entry", [0, 1, 2], ids=["name", "identity", "certificate"])
def test_seating_with_two_seats_sharing_an_identifier_is_refused(entry: int) -> None:
    assert not agreed(signed(put(2, entry, lambda seats: seats[0][entry])))[0]
