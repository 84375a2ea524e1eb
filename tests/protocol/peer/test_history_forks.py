"""What a seat sends to one that brings something of another history."""

from __future__ import annotations

from protocol.game import Seat
from protocol.ledger.history import History
from protocol.peer.effects import Effect, Send
from protocol.peer.history_forks import Forks, differs
from protocol.peer.messages import AllSent, Signatures
from tests.protocol.peer.test_absence_rules import (
    ALL,
    NOW,
    ONE,
    SIGNATURES,
    TWO,
    head_of,
    history,
    stated,
)

STRANGE = stated(1, ("said",), number=1, head=bytes(32))


def shown(here: History, link: Seat) -> list[Effect]:
    """All that this history has."""
    number = here.stage.round_number
    stated_before = [
        stated(seat, ("said",), before).data for before in range(number) for seat in ALL
    ]
    parts = (Signatures(SIGNATURES).data, *stated_before, AllSent(number, head_of(number)).data)
    return [Send(link, data) for data in parts]


def test_only_a_known_round_under_another_head_differs() -> None:
    for number, head, is_other in (
        (1, bytes(32), True),
        (NOW, bytes(32), True),
        (1, head_of(1), False),
        (NOW, head_of(NOW), False),
        (NOW + 1, bytes(32), False),
    ):
        assert differs(AllSent(number, head), history()) is is_other
        assert differs(stated(1, number=number, head=head), history()) is is_other


def test_another_history_is_answered_with_ours_once_a_round() -> None:
    forks, here, later = Forks(), history(), history(number=NOW + 1)
    assert forks.answer(TWO, stated(1, ("said",), number=1), here) == []
    assert forks.answer(TWO, STRANGE, here) == shown(here, TWO)
    assert forks.answer(TWO, AllSent(1, bytes(32)), here) == []
    assert forks.answer(ONE, AllSent(1, bytes(32)), here) == shown(here, ONE)
    assert forks.answer(TWO, STRANGE, later) == shown(later, TWO)
    forks.allow_resending()
    assert forks.answer(TWO, STRANGE, later) == shown(later, TWO)


def test_a_seat_that_is_gone_may_have_another_history() -> None:
    here = history(gone=ONE)
    assert Forks().answer(TWO, STRANGE, here) == []
    assert Forks().answer(ONE, AllSent(1, bytes(32)), here) == shown(here, ONE)
    assert Forks().answer(TWO, STRANGE, history(gone=TWO)) == shown(here, TWO)
