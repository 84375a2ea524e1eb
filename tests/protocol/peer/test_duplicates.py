"""A message that comes twice costs no second verification, and changes nothing."""

from __future__ import annotations

import pytest

from protocol.errors import Dropped
from protocol.game import Seat
from tests.any_game import RULES
from tests.bench.counting import counting
from tests.fakes import Wire, wire_for


def accepted(wire: Wire) -> tuple[Seat, bytes]:
    """Return a statement that seat 0 has accepted."""
    wire.open()
    rounds = wire.nodes[0].table._history.rounds
    while not rounds:
        assert wire.deliver()
    return Seat(1), rounds[0].statements[Seat(1)].data


def test_signature_of_accepted_bytes_is_not_verified_again() -> None:
    wire = wire_for(RULES["hanabi"], 2, seed=1)
    speaker, data = accepted(wire)
    with counting() as cost:
        assert not list(wire.nodes[0].table.receive(speaker, data))
    assert cost["verify"] == 0


def test_other_signature_under_accepted_words_is_verified() -> None:
    wire = wire_for(RULES["hanabi"], 2, seed=1)
    speaker, data = accepted(wire)
    other = data[:-1] + bytes([data[-1] ^ 1])
    with counting() as cost, pytest.raises(Dropped):
        wire.nodes[0].table.receive(speaker, other)
    assert cost["verify"] == 1
