"""The room code, without a network: two machines, and an attacker between them."""

from __future__ import annotations

import hashlib
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from protocol.encoding import dec, enc
from protocol.identity.keys import Identity
from protocol.identity.pairing import (
    MAX_PAIRING_BYTES,
    OPEN_CODE,
    VERSION,
    BadPairing,
    Banner,
    HostPairing,
    Introduction,
    JoinerPairing,
    OtherVersion,
    Refused,
    Setting,
    WrongCode,
    banner_from,
    own_version,
    refusal,
)
from protocol.reasons import Malformed, PairingFailure
from tests.raised import for_reason

TABLE = b"t" * 16
ANA = Introduction("Ana", Identity(b"a" * 32), b"certificate of Ana")
BO = Introduction("Bo", Identity(b"b" * 32), b"certificate of Bo")
CODE = b"\x01\x02\x03"


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def setting(code: bytes = CODE, server: bytes = ANA.certificate, table: bytes = TABLE) -> Setting:
    return Setting(table, sha(server), code)


def host(here: Setting | None = None, me: Introduction = ANA) -> HostPairing:
    return HostPairing(here or setting(), me, b"h" * 64)


def joiner(here: Setting | None = None, me: Introduction = BO) -> JoinerPairing:
    return JoinerPairing(here or setting(), me, b"j" * 64)


def run(a: HostPairing, b: JoinerPairing) -> None:
    answer: bytes | None = b.opening()
    while answer is not None:
        answer = b.receive(a.receive(answer))


def test_two_players_with_the_code_learn_each_others_identity() -> None:
    a, b = host(), joiner()
    run(a, b)
    assert a.peer is not None
    assert b.peer is not None
    assert (a.peer.name, a.peer.identity) == ("Bo", BO.identity.public_key)
    assert (b.peer.name, b.peer.certificate) == ("Ana", ANA.certificate)


def test_an_open_table_pairs_under_the_agreed_code() -> None:
    a, b = host(setting(OPEN_CODE)), joiner(setting(OPEN_CODE))
    run(a, b)
    assert a.peer is not None


def test_host_detects_a_wrong_code_before_proving_anything() -> None:
    a, b = host(), joiner(setting(b"\x01\x02\x04"))
    with pytest.raises(WrongCode):
        run(a, b)
    assert a.peer is None


def test_joiner_learns_that_the_code_was_wrong() -> None:
    b = joiner()
    b.opening()
    with pytest.raises(WrongCode):
        b.receive(refusal("wrong code"))


def test_joiner_learns_any_other_refusal_with_its_detail() -> None:
    b = joiner()
    b.opening()
    with pytest.raises(Refused) as caught:
        b.receive(refusal("wait", 20))
    assert (caught.value.reason, caught.value.detail) == ("wait", 20)


def test_a_relay_that_shows_its_own_certificate_fails() -> None:
    a = host()
    b = joiner(setting(server=b"certificate of the relay"))
    with pytest.raises(WrongCode):
        run(a, b)


def test_relay_would_pass_if_the_code_ignored_the_certificate() -> None:
    unbound = replace(setting(), server=bytes(32))  # as if neither side had checked
    a, b = host(unbound), joiner(unbound)
    b_confirms = b.receive(a.receive(b.opening()))
    assert b_confirms is not None
    b_introduces = b.receive(a.receive(b_confirms))  # each accepts the other's confirmation
    assert b_introduces is not None
    a.receive(b_introduces)
    assert a.peer is not None


@pytest.mark.parametrize(
    "other", [setting(table=b"u" * 16), setting(b"\x03\x02\x01"), setting(server=b"x")]
)
def test_table_code_and_certificate_must_all_be_the_same(other: Setting) -> None:
    with pytest.raises(WrongCode):
        run(host(), joiner(other))


def test_a_host_that_signs_for_another_certificate_is_refused() -> None:
    a = host(me=replace(ANA, certificate=b"another"))
    with pytest.raises(BadPairing, check=for_reason(PairingFailure.CERTIFICATE)):
        run(a, joiner())


def test_a_signature_of_somebody_else_is_refused() -> None:
    a, b = host(), joiner()
    confirm = b.receive(a.receive(b.opening()))
    assert confirm is not None
    introduces = b.receive(a.receive(confirm))
    assert introduces is not None
    value = dec(introduces)
    assert isinstance(value, tuple)
    forged = enc([*value[:2], ANA.identity.public_key, *value[3:]])
    with pytest.raises(BadPairing, check=for_reason(PairingFailure.BAD_IDENTITY)):
        a.receive(forged)
    assert a.peer is None


def test_a_reflected_message_is_refused() -> None:
    b = joiner()
    with pytest.raises(BadPairing):
        b.receive(b.opening())


def test_a_point_of_small_order_is_garbage_and_not_a_wrong_code() -> None:
    with pytest.raises(BadPairing):
        host().receive(enc(["pair", b"A" + bytes([1]) + bytes(31)]))


def test_a_confirmation_before_the_exchange_is_garbage() -> None:
    with pytest.raises(BadPairing):
        host().receive(enc(["confirm", bytes(32)]))


def test_garbage_at_each_later_step_is_garbage() -> None:
    a, b = host(), joiner()
    confirm = b.receive(a.receive(b.opening()))
    with pytest.raises(BadPairing, check=for_reason(PairingFailure.CONFIRMATION_DUE)):
        a.receive(enc(["identity", 1]))
    assert confirm is not None
    introduces = b.receive(a.receive(confirm))
    with pytest.raises(BadPairing, check=for_reason(PairingFailure.IDENTITY_DUE)):
        a.receive(confirm)
    assert introduces is not None
    b.receive(a.receive(introduces))
    with pytest.raises(BadPairing, check=for_reason(PairingFailure.OVER)):
        a.receive(introduces)


def test_a_message_over_the_size_limit_is_not_read() -> None:
    with pytest.raises(BadPairing, check=for_reason(Malformed.TOO_LARGE)):
        host().receive(enc(["pair", bytes(MAX_PAIRING_BYTES)]))


@given(st.binary(max_size=200))
def test_no_bytes_break_the_host(message: bytes) -> None:
    with pytest.raises(BadPairing):
        host().receive(message)


def test_a_banner_is_read_back() -> None:
    banner = Banner(TABLE, is_open=True, description=("Sunday", 3))
    assert banner_from(banner.message()) == banner


def test_a_banner_of_another_version_is_recognised() -> None:
    with pytest.raises(OtherVersion) as caught:
        banner_from(enc(["p2phanabi", 9, "all", "else", "differs"]))
    assert caught.value.version == 9


def test_a_joiner_of_another_version_is_recognised() -> None:
    with pytest.raises(OtherVersion) as caught:
        host().receive(enc(["p2phanabi", 9, "what later versions add"]))
    assert caught.value.version == 9


def test_only_a_number_that_differs_is_another_version() -> None:
    for version in (True, False, "9", VERSION):
        with pytest.raises(BadPairing):
            host().receive(enc(["p2phanabi", version]))
    with pytest.raises(BadPairing):
        banner_from(enc(["p2phanabi", True, bytes(16), True, None]))


def test_the_answer_to_another_version_has_ones_own() -> None:
    assert own_version() == enc(["p2phanabi", VERSION])
    with pytest.raises(BadPairing):
        banner_from(own_version())


def test_a_banner_may_be_a_refusal() -> None:
    with pytest.raises(Refused) as caught:
        banner_from(refusal("playing"))
    assert caught.value.reason == "playing"


@pytest.mark.parametrize(
    "message", [b"", enc("hello"), enc(["p2phanabi", VERSION, b"short", True, None])]
)
def test_a_malformed_banner_is_not_a_table(message: bytes) -> None:
    with pytest.raises(BadPairing):
        banner_from(message)


def test_too_little_randomness_is_a_programming_error() -> None:
    with pytest.raises(ValueError, match="random"):
        HostPairing(setting(), ANA, b"short")
