"""Ikebana keeps what every game promises to the protocol: the checks of `test_contract`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from p2p_hanabi.bots import BOTS
from p2p_hanabi.bots.ikebana import choose
from p2p_hanabi.games import GAMES, OPTIONS
from p2p_hanabi.games.ikebana import OPTIONS as TABLE
from p2p_hanabi.games.ikebana import Ikebana

from . import test_contract as contract

CHECKS: list[Callable[..., Any]] = [
    contract.test_a_game_ends_and_never_waits_for_nothing,
    contract.test_the_same_events_give_the_same_state,
    contract.test_no_view_holds_a_face_that_its_seat_was_not_shown,
    contract.test_a_state_holds_only_faces_that_all_were_shown,
    contract.test_moves_and_public_states_travel_unchanged,
    contract.test_every_move_that_is_offered_is_legal_and_claims_the_truth,
    contract.test_an_altered_move_is_refused_or_legal_and_changes_nothing,
]


@pytest.fixture(autouse=True, scope="module")
def offered() -> Iterator[None]:
    """Ikebana is offered to players once it has screens; here it already is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(GAMES, "ikebana", Ikebana())
        patch.setitem(OPTIONS, "ikebana", TABLE)
        patch.setitem(BOTS, "ikebana", choose)
        yield


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__.removeprefix("test_"))
def test_what_is_promised_of_every_game_holds(check: Callable[..., Any]) -> None:
    check(name="ikebana")


@pytest.mark.parametrize("seats", [0, 100])
def test_it_knows_how_many_can_play(seats: int) -> None:
    """E1"""
    contract.test_a_game_knows_how_many_can_play("ikebana", seats)
