"""Both auditors on files of all three games: a few here, thousands by `make second-auditor`."""

from __future__ import annotations

import os
from typing import Any

import pytest

from tests.lengths import long

from .files import files, hasty
from .played import agreed

SOAK = bool(os.environ.get("P2PHANABI_SOAK"))
WHOLE = [True, True, None, None, None]
UNFINISHED = [True, False, None, None, None]
SHORT: dict[str, Any] = {
    "hanabi": {"choose": hasty},
    "ikebana": {"rounds": 40},
    "koikoi": {"rounds": 24},
}
"""The second auditor takes seconds for a whole game."""


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        ("koikoi", 5),
        *(pytest.param(*each, marks=long) for each in (("hanabi", 12), ("ikebana", 5))),
    ],
)
def test_files_of_a_game_get_one_verdict_from_both_auditors(name: str, seed: int) -> None:
    short = {} if SOAK else SHORT[name]
    verdicts = [agreed(made.data) for made in files(name, seed, 28, seats=2, **short)]
    assert verdicts[0] == (UNFINISHED if "rounds" in short else WHOLE)
    assert {valid for valid, *_ in verdicts} == {True, False}
    assert any(seat is not None for *_, seat, _ in verdicts)


@long
def test_a_seat_with_nonces_of_its_own_is_found_by_both() -> None:
    """In a game whose secrets are shown. Its shares are those of another nonce from round 20 on."""
    made = next(files("hanabi", 8, 1, seats=2, choose=hasty))
    assert agreed(made.data)[:4] == [False, False, "fault", 1]
