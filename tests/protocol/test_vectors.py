"""The primitives agree, value by value, with an independent implementation of the design."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest
from nacl.public import Box, PrivateKey, PublicKey

from protocol.crypto import group
from protocol.crypto.group import Point, Scalar, to_bytes
from protocol.crypto.proofs import (
    Context,
    ShareProof,
    TableSecret,
    claim_value,
    prove_blinded,
    prove_claim,
    prove_key,
    prove_share,
    verify_claim,
    verify_key,
)
from protocol.crypto.shuffle_proof import Task, permutation, shuffle, starting_pile, verify_shuffle
from protocol.encoding import H, W, dec, enc
from protocol.errors import BadEncoding, BadProof
from protocol.game import Card, Claim, Face, Seat
from protocol.identity.keys import Identity, seat_message
from protocol.identity.seating import seating_from
from tests.independent_vectors import load, value

V: dict[str, Any] = load("primitives.json")
PLACE = V["place"]
TABLE = bytes.fromhex(PLACE["table"])
CTX = Context(TABLE, PLACE["round"], Seat(PLACE["seat"]), bytes.fromhex(PLACE["head"]))
SECRET = TableSecret(bytes.fromhex(PLACE["secret"]), TABLE)
BEACON = bytes.fromhex(PLACE["beacon"])


def raw(digits: str) -> bytes:
    return bytes.fromhex(digits)


@pytest.mark.parametrize("case", V["enc"])
def test_value_has_exactly_one_encoding(case: dict[str, Any]) -> None:
    assert enc(value(case["value"])).hex() == case["hex"]
    assert dec(raw(case["hex"])) == value(case["value"])


@pytest.mark.parametrize("case", V["enc_refused"], ids=lambda case: str(case["why"]))
def test_other_encodings_are_refused(case: dict[str, Any]) -> None:
    with pytest.raises(BadEncoding):
        dec(raw(case["hex"]))


def test_sixteen_levels_are_read() -> None:
    assert enc(dec(raw(V["enc_deepest"]))).hex() == V["enc_deepest"]


@pytest.mark.parametrize("case", V["H"])
def test_h(case: dict[str, Any]) -> None:
    assert H(case["tag"], *value(case["parts"])).hex() == case["value"]


@pytest.mark.parametrize("case", V["W"])
def test_w(case: dict[str, Any]) -> None:
    assert W(case["tag"], *value(case["parts"])).hex() == case["value"]


@pytest.mark.parametrize("case", V["scalar"])
def test_scalar(case: dict[str, Any]) -> None:
    made = group.hash_to_scalar(case["tag"], *value(case["parts"]))
    assert to_bytes(made).hex() == case["value"]


@pytest.mark.parametrize("case", V["point"])
def test_point(case: dict[str, Any]) -> None:
    assert group.hash_to_point(case["tag"], *value(case["parts"])).hex() == case["value"]


def test_fixed_points() -> None:
    points = V["fixed_points"]
    assert group.G.hex() == points["G"]
    assert group.Q.hex() == points["Q"]
    assert group.CHAIN_BASE.hex() == points["h"]
    assert [p.hex() for p in group.shuffle_bases(55)] == points["H"]
    assert [p.hex() for p in group.face_points("hanabi", 30)] == points["M hanabi"]
    assert group.face_points("hanafuda", 1)[0].hex() == points["M hanafuda 0"]


@pytest.mark.parametrize("case", V["points_refused"], ids=lambda case: str(case["why"]))
def test_bad_points_are_refused_even_as_factors(case: dict[str, Any]) -> None:
    with pytest.raises(BadProof):
        group.point_from(raw(case["hex"]))
    with pytest.raises(BadProof):
        group.mul(5, group.bytes_as_point(raw(case["hex"])))


@pytest.mark.parametrize("case", V["scalars_refused"], ids=lambda case: str(case["why"]))
def test_bad_scalars_are_refused(case: dict[str, Any]) -> None:
    with pytest.raises(BadProof):
        group.scalar_from(raw(case["hex"]))


@pytest.mark.parametrize("case", V["nonces"], ids=lambda case: str(case["purpose"]))
def test_nonce(case: dict[str, Any]) -> None:
    ctx = value(case["ctx"])
    owner = next(
        s for s in PLACE["secrets"] if f"c420{s}" in case["preimage"]
    )  # each case contains its secret only in the preimage
    digest = group.nonce_digest(*value(case["statement"]))
    assert digest.hex() == case["statement_digest"]
    nonce = TableSecret(raw(owner), TABLE).nonce(ctx, case["purpose"], value(case["index"]), digest)
    assert to_bytes(nonce).hex() == case["value"]


@pytest.mark.parametrize("case", V["key_proof"])
def test_key_proof(case: dict[str, Any]) -> None:
    secret, seat = TableSecret(raw(case["secret"]), TABLE), Seat(case["seat"])
    e, z = prove_key(secret, seat)
    assert secret.public_key.hex() == case["K"]
    assert secret.box_public.hex() == case["X"]
    assert secret.beacon_share.hex() == case["b"]
    assert secret.commitment(seat).hex() == case["sigma"]
    assert (to_bytes(e).hex(), to_bytes(z).hex()) == (case["e"], case["z"])
    verify_key(TABLE, seat, secret.public_key, (e, z))
    with pytest.raises(BadProof):
        verify_key(TABLE, Seat(seat + 1), secret.public_key, (e, z))


@pytest.mark.parametrize("name", ["share", "sealed_share"])
def test_share(name: str) -> None:
    case = V[name]
    card, a = Card(PLACE["card"]), Point(raw(case["A"]))
    d, e, z = prove_share(SECRET, CTX, card, a, tag=case["tag"])
    assert d.hex() == case["d"]
    assert (to_bytes(e).hex(), to_bytes(z).hex()) == (case["e"], case["z"])
    ShareProof(CTX, card, a, SECRET.public_key).verify_share(d, e, z, tag=case["tag"])
    with pytest.raises(BadProof):
        ShareProof(CTX, Card(card + 1), a, SECRET.public_key).verify_share(d, e, z, tag=case["tag"])


def test_blinded_share() -> None:
    case = V["blinded_share"]
    card, a = Card(PLACE["card"]), Point(raw(case["A"]))
    blinded, e, z, u = prove_blinded(SECRET, CTX, card, a)
    assert to_bytes(SECRET.blinding(CTX, card)).hex() == case["y"]
    assert [blinded.hex(), *(to_bytes(s).hex() for s in (e, z, u))] == [
        case[letter] for letter in "Eezu"
    ]
    ShareProof(CTX, card, a, SECRET.public_key).verify_blinded(blinded, e, z, u)
    with pytest.raises(BadProof):
        ShareProof(CTX, card, a, group.G).verify_blinded(blinded, e, z, u)


def test_box_of_a_sealed_share() -> None:
    case = V["sealed_share"]
    sender, receiver = PrivateKey(raw(case["sender box key"])), PublicKey(raw(case["receiver X"]))
    nonce = H("box nonce", CTX.value, case["to"])[:24]
    assert nonce.hex() == case["box nonce"]
    box = Box(sender, receiver).encrypt(raw(case["rows"]), nonce).ciphertext
    assert box.hex() == case["box"]


def test_claim() -> None:
    case = V["claim"]
    points = group.face_points("hanabi", case["faces of the deck"])
    claim = Claim(Card(PLACE["card"]), tuple(Face(f) for f in case["claimed"]))
    y = Scalar(int.from_bytes(raw(case["y"]), "little"))
    proof = claim_value(prove_claim(SECRET, CTX, claim, (points, Face(case["true"]), y)))
    assert [[e.hex(), z.hex()] for e, z in proof] == case["proof"]  # type: ignore[union-attr, misc] # a Value is any shape
    commitment = Point(raw(case["C"]))
    verify_claim(proof, CTX, claim, (points, commitment))
    with pytest.raises(BadProof):
        verify_claim(proof, CTX, Claim(claim.card, (Face(0), Face(3))), (points, commitment))


def test_shuffle() -> None:
    case = V["shuffle"]
    key = Point(raw(case["K*"]))
    pile = starting_pile("hanabi", 5, [Face(f) for f in case["faces"]], key)
    assert [[a.hex(), b.hex()] for a, b in pile] == case["pile"]
    assert permutation(SECRET.secret, BEACON, case["m"], 5) == case["permutation"]
    task = Task(CTX, case["m"], key, pile)
    result, proof = shuffle(SECRET, BEACON, task)
    assert [[a.hex(), b.hex()] for a, b in result] == case["result"]
    assert enc(proof.value()).hex() == case["proof_enc"]
    assert verify_shuffle(task, result, proof.value()) == result
    assert H("pile", result).hex() == case["pile digest"]
    with pytest.raises(BadProof):
        verify_shuffle(Task(CTX, 1, key, pile), result, proof.value())


def test_words() -> None:
    case = V["words"]
    assert list(W("words", raw(case["table"]), raw(case["beacon"]))[:5]) == case["words"]


def test_seating() -> None:
    case = V["seating"]
    seating = seating_from(value(case["value"]))
    assert enc(seating.value()).hex() == case["enc"]
    assert seating.table.hex() == case["table"]
    identities = [Identity(raw(seed)) for seed in case["identity seeds"]]
    for seat in seating.seats:
        assert seat_message(seating.table, seat).hex() == case["signed"][seat]
        signature = identities[seat].sign(seat_message(seating.table, seat))
        assert signature.hex() == case["signatures"][seat]
        seating.verify_seat(seat, signature)
        with pytest.raises(BadProof):
            seating.verify_seat(Seat(1 - seat), signature)


_TWO_THREADS = """
import sys
from concurrent.futures import ThreadPoolExecutor
from protocol.encoding import enc
sys.setswitchinterval(1e-5)
said = [[tag * 40, [tag * 100] * 20] for tag in (b"a", b"b")]
alone = [enc(each) for each in said]
def pack(which):
    return all(enc(said[which]) == alone[which] for _ in range(2000))
with ThreadPoolExecutor(2) as threads:
    assert all(threads.map(pack, (0, 1)))
"""


@pytest.mark.parametrize("without_c", ["", "1"])
def test_values_encoded_by_two_threads_at_once_are_not_mixed(without_c: str) -> None:
    environment = {**os.environ, "MSGPACK_PUREPYTHON": without_c}
    subprocess.run([sys.executable, "-c", _TWO_THREADS], check=True, env=environment)
