"""The second auditor's own arithmetic against the examples of the standards."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from . import basics, curve
from .basics import BASE, signed
from .boxes import NINE, hsalsa20, poly1305, seal, shared_key, unseal, x25519

VECTORS = Path(__file__).parents[2] / "protocol" / "vectors" / "signatures.json"
RFC_8032 = json.loads(VECTORS.read_text(encoding="ascii"))["RFC 8032"]
raw = bytes.fromhex
ALICE = raw("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a")
BOB = raw("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb")


@pytest.mark.parametrize("case", RFC_8032, ids=lambda case: str(case["name"]))
def test_the_signatures_of_rfc_8032_hold(case: dict[str, Any]) -> None:
    seed, key, message, signature = (
        raw(case[name]) for name in ("seed", "key", "message", "signature")
    )
    half = hashlib.sha512(seed).digest()[:32]
    assert curve.linear((int.from_bytes(half, "little") & (2**254 - 8) | 2**254, BASE)) == key
    assert curve.is_point(key)
    assert signed(key, message, signature)
    assert not signed(key, message + b"!", signature)


def test_the_base_and_its_order_are_those_of_rfc_8032() -> None:
    x = 15112221349535400772501151409588531511454012693041857206046113283949847762202
    y = 46316835694926478169428394003475163141307993866256225615783033603165251855960
    assert curve.decoded(BASE) == (x, y, 1, x * y % curve.P)
    assert curve.is_zero(curve.straus([(curve.L, BASE)]))
    assert curve.D == 0x52036CEE2B6FFE738CC740797779E89800700A4D4141D8AB75EB4DCA135978A3


def test_x25519_is_that_of_rfc_7748() -> None:
    """Section 5.2, and 6.1."""
    assert x25519(
        raw("a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4"),
        raw("e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c"),
    ) == raw("c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552")
    assert x25519(
        raw("4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d"),
        raw("e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493"),
    ) == raw("95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957")
    assert x25519(NINE, NINE) == raw(
        "422c8e7a6227d7bca1350b3e2bb7279f7897b87bb6854b783c60e80311ae3079"
    )
    assert x25519(ALICE, NINE) == raw(
        "8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a"
    )
    assert x25519(BOB, NINE) == raw(
        "de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"
    )


def test_the_box_is_that_of_cryptography_in_nacl() -> None:
    """Sections 8 to 10."""
    shared = raw("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")
    first = raw("1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389")
    nonce = raw("69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37")
    text = raw(
        "be075fc53c81f2d5cf141316ebeb0c7b5228c52a4c62cbd44b66849b64244ffce5ecbaaf33bd751a"
        "1ac728d45e6c61296cdc3c01233561f41db66cce314adb310e3be8250c46f06dceea3a7fa1348057"
        "e2f6556ad6b1318a024a838f21af1fde048977eb48f59ffd4924ca1c60902e52f0a089bc76897040"
        "e082f937763848645e0705"
    )
    box = raw(
        "f3ffc7703f9400e52a7dfb4b3d3305d98e993b9f48681273c29650ba32fc76ce48332ea7164d96a4"
        "476fb8c531a1186ac0dfc17c98dce87b4da7f011ec48c97271d2c20f9b928fe2270d6fb863d51738"
        "b48eeee314a7cc8ab932164548e526ae90224368517acfeabd6bb3732bc0e9da99832b61ca01b6de"
        "56244a9e88d5f9b37973f622a43d14a6599b1f654cb45a74e355a5"
    )
    public = x25519(BOB, NINE)
    assert x25519(ALICE, public) == shared
    assert hsalsa20(shared, bytes(16)) == first == shared_key(ALICE, public)
    assert hsalsa20(first, nonce[:16]) == raw(
        "dc908dda0b9344a953629b733820778880f3ceb421bb61b91cbd4c3e66256ce4"
    )
    assert seal(text, nonce, first) == box
    assert unseal(box, nonce, first) == text


def test_poly1305_is_that_of_rfc_8439() -> None:
    """Section 2.5.2, and of appendix A.3 what wraps around."""
    key = raw("85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b")
    tag = raw("a8061dc1305136c6c22b8baf0c0127a9")
    assert poly1305(key, b"Cryptographic Forum Research Group") == tag
    two = b"\x02" + bytes(15)
    for r, s, text, tag in (
        (two, bytes(16), b"\xff" * 16, b"\x03" + bytes(15)),
        (two, b"\xff" * 16, two, b"\x03" + bytes(15)),
        (two, bytes(16), b"\xfd" + b"\xff" * 15, b"\xfa" + b"\xff" * 15),
    ):
        assert poly1305(r + s, text) == tag


def test_the_fixed_points_are_those_of_the_text() -> None:
    text = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
    h_0, m_0 = basics.shuffle_bases(1)[0], basics.faces_of("hanabi", 1)[0]
    for name, value in (("Q", basics.Q), ("h", basics.CHAIN), ("H_0", h_0), ("M_0", m_0)):
        assert f"\n{name} = {value.hex()}\n" in text
    assert curve.P == 2**255 - 19
