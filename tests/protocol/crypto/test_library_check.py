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


def fulfils(key: bytes, signature: bytes, cofactor: int) -> bool:
    """Whether the equation of RFC 8032 holds times the cofactor, whatever the order of anything."""
    r, s = signature[:32], int.from_bytes(signature[32:], "little")
    e = int.from_bytes(hashlib.sha512(r + key + check.MESSAGE).digest(), "little") % curve.L
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
    assert (fulfils(check.KEY, check.MIXED_R, 1), fulfils(check.KEY, check.MIXED_R, 8)) == (
        False,
        True,
    )


@pytest.mark.parametrize(
    ("accepted", "about"),
    [
        (check.LARGE_S, "signature-large-s"),
        (check.MIXED_R, "signature-mixed-r"),
        (check.NEUTRAL_R, "signature-neutral-r"),
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
