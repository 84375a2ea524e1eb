"""Both auditors on files of all three games: a few here, thousands by `make second-auditor`."""

from __future__ import annotations

import pytest

from .files import files
from .played import agreed


@pytest.mark.parametrize(("name", "seed"), [("hanabi", 12), ("ikebana", 5), ("koikoi", 5)])
def test_files_of_a_game_get_one_verdict_from_both_auditors(name: str, seed: int) -> None:
    verdicts = [agreed(made.data) for made in files(name, seed, 28, seats=2)]
    assert verdicts[0] == [True, True, None, None, None]
    assert {valid for valid, *_ in verdicts} == {True, False}
    assert any(seat is not None for *_, seat, _ in verdicts)


def test_a_seat_with_nonces_of_its_own_is_found_by_both() -> None:
    """In a game whose secrets are shown. Its shares are those of another nonce from round 20 on."""
    made = next(files("ikebana", 18, 1, seats=2))
    assert agreed(made.data)[:4] == [False, False, "fault", 0]
