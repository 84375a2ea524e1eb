"""Koi-Koi keeps what every game promises to the protocol."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from p2p_hanabi.bots import BOTS, koikoi
from p2p_hanabi.games import GAMES, OPTIONS
from p2p_hanabi.games.koikoi import OPTIONS as TABLE
from p2p_hanabi.games.koikoi import Koikoi

from . import test_contract as contract

PROMISES: list[Callable[..., None]] = [
    contract.test_a_game_ends_and_never_waits_for_nothing,
    contract.test_the_same_events_give_the_same_state,
    contract.test_no_view_holds_a_face_that_its_seat_was_not_shown,
    contract.test_a_state_holds_only_faces_that_all_were_shown,
    contract.test_moves_and_public_states_travel_unchanged,
    contract.test_every_move_that_is_offered_is_legal_and_claims_the_truth,
    contract.test_an_altered_move_is_refused_or_legal_and_changes_nothing,
]


@pytest.fixture(autouse=True)
def _among_the_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "koikoi", Koikoi())
    monkeypatch.setitem(OPTIONS, "koikoi", TABLE)
    monkeypatch.setitem(BOTS, "koikoi", koikoi.choose)


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: promise.__name__[5:])
def test_koikoi_promises_that(promise: Callable[..., None]) -> None:
    promise(name="koikoi")


@pytest.mark.parametrize("seats", [0, 100])
def test_koikoi_knows_how_many_can_play(seats: int) -> None:
    contract.test_a_game_knows_how_many_can_play("koikoi", seats)
