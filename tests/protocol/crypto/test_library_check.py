"""A libsodium that decides otherwise than the protocol is refused before it is used."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from nacl import bindings as sodium

from protocol.crypto import library_check as check
from protocol.errors import UnsuitableLibrary
from tests.second_auditor import curve
from tests.second_auditor.boxes import x25519

BASE = bytes([0x58]) + bytes([0x66]) * 31
RIGHT = sodium.crypto_sign_open
IS_POINT = sodium.crypto_core_ed25519_is_valid_point


def times(number: int, data: bytes) -> curve.Point:
    """The multiple of a point of any order."""
    total, one = curve.NEUTRAL, curve.addend(curve.known(data))
    for bit in f"{number:b}":
        total = curve.doubled(total, 1)
        total = curve.add(total, one) if bit == "1" else total
    return total


def order(data: bytes) -> int:
    """The order of a point modulo L: 1, 2, 4 or 8."""
    return next(n for n in (1, 2, 4, 8) if curve.is_zero(times(n * curve.L, data)))


def challenge(key: bytes, signature: bytes) -> int:
    digest = hashlib.sha512(signature[:32] + key + check.MESSAGE).digest()
    return int.from_bytes(digest, "little") % curve.L


def fulfils(key: bytes, signature: bytes, cofactor: int) -> bool:
    """Whether the equation of RFC 8032 holds times the cofactor, whatever the order of anything."""
    r, s = signature[:32], int.from_bytes(signature[32:], "little")
    e = challenge(key, signature)
    right = curve.add(curve.known(r), curve.addend(times(e, key)))
    left = times(s, BASE)
    both = (curve.encoded(times(cofactor, curve.encoded(each))) for each in (left, right))
    return len({*both}) == 1


def test_the_fixed_values_are_what_they_are_said_to_be() -> None:
    s = int.from_bytes(check.LARGE_S[32:], "little")
    assert s - curve.L == int.from_bytes(check.GOOD[32:], "little")
    assert [order(each) for each in (check.KEY, check.GOOD[:32])] == [1, 1]
    assert order(check.MIXED_R[:32]) == 8
    assert curve.is_zero(curve.known(check.NEUTRAL_R[:32]))
    assert (check.SMALL_R[:32], order(check.SMALL_KEY)) == (check.SMALL_KEY, 8)
    assert int.from_bytes(check.NON_CANONICAL_R[:32], "little") == curve.P + 1
    assert (order(check.SMALL_KEY), curve.is_zero(times(8, check.SMALL_KEY))) == (8, True)
    assert order(check.MIXED_POINT) == 2
    assert not curve.is_zero(times(2, check.MIXED_POINT))
    for key, signature in (
        (check.KEY, check.GOOD),
        (check.KEY, check.LARGE_S),
        (check.KEY, check.NEUTRAL_R),
        (check.SMALL_KEY, check.BY_SMALL_KEY),
    ):
        assert fulfils(key, signature, 1)  # so that a verifier which omits a check accepts it
    for signature in (check.MIXED_R, check.SMALL_R):
        assert not fulfils(check.KEY, signature, 1)
        assert fulfils(check.KEY, signature, 8)
    e = challenge(check.KEY, check.NON_CANONICAL_R)
    s_of_it = int.from_bytes(check.NON_CANONICAL_R[32:], "little")
    assert curve.encoded(times(s_of_it, BASE)) == curve.encoded(times(e, check.KEY))  # R is zero


def test_no_point_of_the_group_has_a_second_encoding() -> None:
    """A second one has y + P below 2^255, so y is below 19, or x = 0 with the other sign. None of
    these points is of order L: so who refuses other orders refuses all second encodings."""
    low = [(y | sign << 255).to_bytes(32, "little") for y in range(19) for sign in (0, 1)]
    assert not any(curve.is_point(data) for data in low)
    assert not curve.is_point((curve.P - 1).to_bytes(32, "little"))  # the other point with x = 0


@pytest.mark.parametrize(
    ("accepted", "about"),
    [
        (check.LARGE_S, "signature-large-s"),
        (check.MIXED_R, "signature-mixed-r"),
        (check.NEUTRAL_R, "signature-neutral-r"),
        (check.SMALL_R, "signature-small-r"),
        (check.NON_CANONICAL_R, "signature-non-canonical-r"),
        (check.BY_SMALL_KEY, "key-small-order"),
    ],
)
def test_a_library_that_accepts_another_signature_is_refused(
    monkeypatch: pytest.MonkeyPatch, accepted: bytes, about: str
) -> None:
    def opens(signed: bytes, key: bytes) -> bytes:
        return check.MESSAGE if signed[:64] == accepted else RIGHT(signed, key)

    monkeypatch.setattr(sodium, "crypto_sign_open", opens)
    assert why() == about


def test_a_library_that_refuses_a_signature_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def opens(signed: bytes, key: bytes) -> bytes:
        return RIGHT(bytes(64) + signed[64:], key)

    monkeypatch.setattr(sodium, "crypto_sign_open", opens)
    assert why() == "signature"


@pytest.mark.parametrize(
    ("is_point", "about"),
    [
        (lambda data: data == check.MIXED_POINT or IS_POINT(data), "point-mixed-order"),
        (lambda data: data == check.SMALL_KEY or IS_POINT(data), "point-small-order"),
        (lambda _data: False, "point"),
    ],
)
def test_a_library_that_takes_other_points_is_refused(
    monkeypatch: pytest.MonkeyPatch, is_point: Callable[[bytes], bool], about: str
) -> None:
    monkeypatch.setattr(sodium, "crypto_core_ed25519_is_valid_point", is_point)
    assert why() == about


@pytest.mark.parametrize(
    ("accepted", "about"),
    [(check.MIXED_POINT, "factor-mixed-order"), (check.SMALL_KEY, "factor-small-order")],
)
def test_a_library_that_multiplies_other_points_is_refused(
    monkeypatch: pytest.MonkeyPatch, accepted: bytes, about: str
) -> None:
    right = sodium.crypto_scalarmult_ed25519_noclamp

    def multiplies(number: bytes, point: bytes) -> bytes:
        return point if point == accepted else right(number, point)

    monkeypatch.setattr(sodium, "crypto_scalarmult_ed25519_noclamp", multiplies)
    assert why() == about


def test_a_library_that_takes_a_small_box_key_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert x25519(bytes(31) + b"\x01", check.SMALL_BOX_KEY) == bytes(32)
    monkeypatch.setattr(sodium, "crypto_box_beforenm", lambda _public, _private: bytes(32))
    assert why() == "box-key-small-order"


def why() -> object:
    with pytest.raises(UnsuitableLibrary) as refused:
        check.check_library()
    reason = refused.value.reason
    assert str(reason.named["library"]).startswith("libsodium of PyNaCl 1.")
    return reason.named["about"]


OTHER = """
from nacl import bindings
bindings.crypto_sign_open = lambda signed, key: signed[64:]
from p2p_hanabi.__main__ import main
main()
"""
"""The program with a library that accepts every signature."""


@pytest.mark.parametrize("command", [("whoami",), ("host", "--bot"), ("audit", "a.p2ph")])
def test_the_program_says_which_library_it_cannot_use(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    words = (sys.executable, "-c", OTHER, *command)
    environment = {**os.environ, "P2PHANABI_HOME": str(tmp_path)}
    ended = subprocess.run(words, check=False, capture_output=True, text=True, env=environment)
    assert ended.returncode == 2
    assert ended.stderr.startswith("libsodium of PyNaCl 1.")
    assert "(signature-large-s)" in ended.stderr
    assert ended.stderr.count("\n") == 1
