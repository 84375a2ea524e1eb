"""B2 end to end: a host tries to keep two of its guests apart, who are persons at the program.

A host that gets no signature has separated nobody: without a table there are no links.
"""

from __future__ import annotations

import pytest

from .conftest import Network, NewParty
from .players import SILENT_S

SENTENCES = {
    "namesake": "the host's table is not the one shown: host-certificate",
    "accomplice": "malformed data: same-certificate",
}


@pytest.mark.parametrize(("attack", "seats"), [("namesake", 3), ("accomplice", 4)])
def test_host_that_separates_two_guests_is_refused(
    attack: str, seats: int, lan: Network, gather: NewParty
) -> None:
    table = gather(lan(seats))
    code = table.host(module=("tests.lan.separating", attack))
    for seat, guest in enumerate(table.seat_persons(code), start=1):
        assert guest.process.wait(SILENT_S) == 2
        assert f"the table was not accepted: {SENTENCES[attack]}" in guest.stderr_text
        assert not list((table.home(seat) / "tables").glob("*/*"))
