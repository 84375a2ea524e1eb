"""What the proofs of a pairing bind: each attack needs some of it left out, and all of that.

Docs/protocol.md, section 10, "What is bound". Mallory is invited too, so she knows the code where
an attack says so; Ana hosts, Bo joins.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from protocol.encoding import H, Value, dec, enc
from protocol.identity import pairing
from protocol.identity.keys import Identity
from protocol.identity.pairing import (
    HostPairing,
    Introduction,
    JoinerPairing,
    PairingFailed,
    Peer,
    Setting,
)
from tests.lengths import sampled

TABLE, OTHER_TABLE = b"t" * 16, b"u" * 16
CODE, OTHER_CODE = b"\x01\x02\x03", b"\x03\x02\x01"
ANA = Introduction("Ana", Identity(b"a" * 32), b"certificate of Ana")
BO = Introduction("Bo", Identity(b"b" * 32), b"certificate of Bo")
MALLORY = Introduction("Mallory", Identity(b"m" * 32), b"certificate of Mallory")


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


AT_ANAS = Setting(TABLE, sha(ANA.certificate), CODE)


def host(setting: Setting = AT_ANAS, me: Introduction = ANA) -> HostPairing:
    return HostPairing(setting, me, b"h" * 64)


def joiner(setting: Setting = AT_ANAS, me: Introduction = BO, seed: bytes = b"j") -> JoinerPairing:
    return JoinerPairing(setting, me, seed * 64)


def sent(message: bytes | None) -> bytes:
    assert message is not None
    return message


def introductions(a: HostPairing, b: JoinerPairing) -> tuple[bytes, bytes]:
    """What both say of themselves in the end, the joiner first."""
    confirms = sent(b.receive(a.receive(b.opening())))
    own = sent(b.receive(a.receive(confirms)))
    others = a.receive(own)
    b.receive(others)
    return own, others


def presented(recorded: bytes, certificate: bytes | None = None) -> Peer | None:
    """Whom Ana seats, if Mallory joins by the code and shows an introduction that she has
    recorded, perhaps with another certificate."""
    a, b = host(), joiner(me=MALLORY, seed=b"m")
    sent(b.receive(a.receive(sent(b.receive(a.receive(b.opening()))))))
    value = dec(recorded)
    assert isinstance(value, tuple)
    shown = value if certificate is None else (*value[:3], certificate, *value[4:])
    a.receive(enc(shown))
    return a.peer


# The attacks. Each raises `PairingFailed`, or returns what it has reached.


def guessed_code() -> bool:
    a = host()
    introductions(a, joiner(replace(AT_ANAS, room_code=OTHER_CODE)))
    return a.peer is not None


def another_table() -> bool:
    """Bo means to join another table of Ana's."""
    a = host()
    introductions(a, joiner(replace(AT_ANAS, table=OTHER_TABLE)))
    return a.peer is not None


def another_version() -> bool:
    """A relay shows Bo's newer program the banner of its own version."""
    a, known = host(), pairing.VERSION
    pairing.VERSION = known + 1
    try:
        b = joiner()
    finally:
        pairing.VERSION = known
    introductions(a, b)
    return a.peer is not None


RELAYED = replace(AT_ANAS, server=sha(b"certificate of the relay"))


def relay_learns_who_joins() -> bool:
    a, b = host(), joiner(RELAYED)
    own = dec(sent(b.receive(a.receive(sent(b.receive(a.receive(b.opening())))))))
    return isinstance(own, tuple) and own[1] == "Bo"


def relay_lets_bo_in() -> bool:
    a, b = host(), joiner(RELAYED)
    a.receive(sent(b.receive(a.receive(sent(b.receive(a.receive(b.opening())))))))
    return a.peer is not None


def relay_between_both() -> bool:
    a, b = host(), joiner(RELAYED)
    introductions(a, b)
    return a.peer is not None and b.peer is not None


def host_without_the_code() -> bool:
    """It sends Bo's own confirmation back to him."""
    a, b = host(replace(AT_ANAS, room_code=OTHER_CODE)), joiner()
    own = dec(sent(b.receive(sent(b.receive(a.receive(b.opening()))))))
    return isinstance(own, tuple) and own[1] == "Bo"


AT_MALLORYS = Setting(TABLE, sha(MALLORY.certificate), OTHER_CODE)


def seat_in_the_name_of_a_guest() -> bool:
    """Bo joined a table of Mallory's, for which she copied the id of Ana's."""
    own, _ = introductions(host(AT_MALLORYS, MALLORY), joiner(AT_MALLORYS))
    return presented(own) == Peer("Bo", BO.identity.public_key, BO.certificate)


def seat_with_links_in_the_name_of_a_guest() -> bool:
    """The same with a certificate whose key she has."""
    own, _ = introductions(host(AT_MALLORYS, MALLORY), joiner(AT_MALLORYS))
    found = presented(own, MALLORY.certificate)
    return found == Peer("Bo", BO.identity.public_key, MALLORY.certificate)


def seat_in_the_name_of_a_guest_of_old() -> bool:
    """Bo joined a table of Mallory's before Ana's was opened."""
    there = replace(AT_MALLORYS, table=OTHER_TABLE)
    own, _ = introductions(host(there, MALLORY), joiner(there))
    return presented(own) is not None


def seat_in_the_name_of_a_host() -> bool:
    """Mallory joined a table of Bo's, whose id was that of Ana's."""
    there = Setting(TABLE, sha(BO.certificate), OTHER_CODE)
    _, own = introductions(host(there, BO), joiner(there, MALLORY))
    return presented(own) == Peer("Bo", BO.identity.public_key, BO.certificate)


def host_with_the_certificate_of_another() -> bool:
    """Bo would take Ana for the machine that he comes back to, and link with it."""
    a = host(AT_MALLORYS, replace(MALLORY, certificate=ANA.certificate))
    b = joiner(AT_MALLORYS)
    introductions(a, b)
    return b.peer is not None


ATTACKS: dict[Callable[[], bool], tuple[str, ...]] = {
    guessed_code: ("code",),
    another_table: ("table in names", "table in signature"),
    another_version: ("version in names",),
    relay_learns_who_joins: ("server in names",),
    relay_lets_bo_in: ("server in names", "server in signature"),
    relay_between_both: ("server in names", "server in signature", "host's certificate"),
    host_without_the_code: ("role in confirmation",),
    seat_in_the_name_of_a_guest: ("session in signature", "server in signature"),
    seat_with_links_in_the_name_of_a_guest: (
        "session in signature",
        "server in signature",
        "certificate in signature",
    ),
    seat_in_the_name_of_a_guest_of_old: (
        "session in signature",
        "server in signature",
        "table in signature",
    ),
    seat_in_the_name_of_a_host: (
        "session in signature",
        "server in signature",
        "role in signature",
    ),
    host_with_the_certificate_of_another: ("host's certificate",),
}
"""What has to be left out for each to succeed."""


def leave_out(monkeypatch: pytest.MonkeyPatch, items: tuple[str, ...]) -> None:
    """Make the pairing that of a weaker protocol."""

    def kept(item: str, value: Value) -> Value:
        return None if item in items else value

    def spake_name(role: Any, setting: Setting) -> bytes:
        version = kept("version in names", pairing.VERSION)
        table = kept("table in names", setting.table)
        server = kept("server in names", setting.server)
        return enc(["p2ph/1", "pairing", version, table, role.value, server])

    def proof_of(self: Any, role: Any) -> bytes:
        return H("pairing confirmation", self._key, kept("role in confirmation", role.value))

    def signed_by(self: Any, role: Any, certificate: bytes) -> bytes:
        session = H("pairing session", self._key)
        parts = {
            "table in signature": self._setting.table,
            "role in signature": role.value,
            "session in signature": session,
            "server in signature": self._setting.server,
            "certificate in signature": sha(certificate),
        }
        return enc(["p2ph/1", "pairing", *(kept(item, part) for item, part in parts.items())])

    monkeypatch.setattr(pairing, "_spake_name", spake_name)
    monkeypatch.setattr(pairing._Side, "_proof_of", proof_of)
    monkeypatch.setattr(pairing._Side, "_signed_by", signed_by)
    if "code" in items:
        for name in ("SPAKE2_A", "SPAKE2_B"):
            machine = getattr(pairing, name)
            monkeypatch.setattr(pairing, name, without_code(machine))
    if "host's certificate" in items:
        monkeypatch.setattr(pairing._Side, "peer_from", without_the_check(pairing._Side.peer_from))


def without_code(machine: Any) -> Any:
    return lambda _code, **given: machine(b"no code", **given)


def without_the_check(peer_from: Any) -> Any:
    """A host does not compare the certificate with that of the connection, a joiner does."""

    def unchecked(self: Any, value: Value) -> Peer:
        role, self._role = self._role, pairing._Role.HOST
        try:
            found: Peer = peer_from(self, value)
        finally:
            self._role = role
        return found

    return unchecked


def succeeds(attack: Callable[[], bool]) -> bool:
    try:
        return attack()
    except PairingFailed:
        return False


@sampled(4)
@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.__name__)
def test_attack_on_a_pairing_needs_all_of_this_left_out(
    monkeypatch: pytest.MonkeyPatch, attack: Callable[[], bool]
) -> None:
    items = ATTACKS[attack]
    assert not succeeds(attack)
    for kept in items:
        with monkeypatch.context() as weaker:
            leave_out(weaker, tuple(item for item in items if item != kept))
            assert not succeeds(attack), kept
    leave_out(monkeypatch, items)
    assert succeeds(attack)


def test_leaving_nothing_out_changes_no_byte(monkeypatch: pytest.MonkeyPatch) -> None:
    before = introductions(host(), joiner())
    leave_out(monkeypatch, ())
    assert introductions(host(), joiner()) == before
