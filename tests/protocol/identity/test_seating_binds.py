"""What the signature of a seating binds: a host that shows two guests two of them gets no table."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from protocol.encoding import H
from protocol.errors import BadProof
from protocol.identity.keys import Identity, seat_message, verify_signature
from protocol.identity.seating import Seating
from tests.attacks.toy import Toy
from tests.attacks.villain import put
from tests.fakes import seated, seeded

SEATING, SIGNATURES, _ = seated(Toy(), 3)
ME, OTHER = 1, 2
ME_SIGNS = Identity(seeded(0, "identity", ME))


def with_other(**changes: Any) -> Seating:
    """The seating with something else said of another seat."""
    places = list(SEATING.places)
    places[OTHER] = replace(places[OTHER], **changes)
    return replace(SEATING, places=tuple(places))


OTHERWISE: dict[str, Seating] = {
    "game": replace(SEATING, game="other"),
    "options": replace(SEATING, options=(("first", 0),)),
    "machines": replace(SEATING, options=(("machines", (0, 0, 2)),)),
    "deck": replace(SEATING, deck="other"),
    "faces": replace(SEATING, faces=5),
    "name": with_other(name="Eva"),
    "identity": with_other(identity=Identity(seeded(0, "another")).public_key),
    "certificate": with_other(certificate=bytes(32)),
    "nonce": with_other(nonce=bytes(16)),
    "order": replace(SEATING, places=(SEATING.places[2], *SEATING.places[1::-1])),
    "one seat fewer": replace(SEATING, places=SEATING.places[:2]),
}


def is_valid(seating: Seating, signature: bytes, seat: int = ME) -> bool:
    message = seat_message(seating.table, seat)
    try:
        verify_signature(seating.places[ME].identity, message, signature)
    except BadProof:
        return False
    return True


@pytest.mark.parametrize("item", OTHERWISE)
def test_signature_is_of_no_seating_that_differs_in(item: str) -> None:
    assert is_valid(SEATING, SIGNATURES[ME])
    assert not is_valid(OTHERWISE[item], SIGNATURES[ME])


def test_signature_is_of_no_other_seat() -> None:
    """Otherwise a seat could be moved by who holds its signature, where one key has two seats."""
    assert not is_valid(SEATING, SIGNATURES[ME], OTHER)


PATHS = {
    "game": (2,),
    "options": (3,),
    "machines": (3,),
    "deck": (4,),
    "faces": (5,),
    "name": (6, OTHER, 0),
    "identity": (6, OTHER, 1),
    "certificate": (6, OTHER, 2),
    "nonce": (6, OTHER, 3),
}
"""Where it stands in a seating."""


@pytest.mark.parametrize("item", PATHS)
def test_two_faced_host_has_one_table_if_this_is_left_out(item: str) -> None:
    """Then two guests sign two seatings with one digest, and each signature is valid for both."""
    one, other = (
        H("table", put(seating.value(), PATHS[item], None))
        for seating in (SEATING, OTHERWISE[item])
    )
    signature = ME_SIGNS.sign(seat_message(one, ME))
    verify_signature(ME_SIGNS.public_key, seat_message(other, ME), signature)
