"""B2 end to end: a host that would keep two of its guests apart, and real programs as its guests.

A host that gets no signature has separated nobody: without a table there are no links.
"""

from __future__ import annotations

import pytest

from .conftest import Network, NewParty

SAID = {
    "namesake": "the host's certificate is not the one of the pairing",
    "accomplice": "two seats of one certificate",
}


@pytest.mark.parametrize(("attack", "seats"), [("namesake", 3), ("accomplice", 4)])
def test_a_host_that_would_separate_two_guests_is_told_no_and_no_table_begins(
    attack: str, seats: int, lan: Network, gather: NewParty
) -> None:
    table = gather(lan(seats))
    code = table.host(module=("tests.lan.separating", attack))
    for seat in range(1, seats):
        table.join(seat, code)
        table.programs[seat].hear("lobby")
    for seat in range(1, seats):
        guest = table.programs[seat]
        assert guest.exit_code() == 2
        assert SAID[attack] in guest.said
        assert not [event for event in guest.events if event["event"] in ("agreed", "dealt")]
        assert not list((table.home(seat) / "tables").glob("*/*"))
