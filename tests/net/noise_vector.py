"""A published vector of the handshake, for both of its implementations here; and false keys."""

from __future__ import annotations

import json
from pathlib import Path

from p2p_hanabi.net.page.noise import KEY_BYTES, _Symmetric

_VECTOR = json.loads(Path(__file__).with_name("noise_vector.json").read_text("utf-8"))

PROLOGUE = bytes.fromhex(_VECTOR["init_prologue"])
PSK = bytes.fromhex(_VECTOR["init_psks"][0])
INITIATOR, RESPONDER = (bytes.fromhex(_VECTOR[f"{side}_ephemeral"]) for side in ("init", "resp"))
PAYLOADS = [bytes.fromhex(each["payload"]) for each in _VECTOR["messages"]]
CIPHERTEXTS = [bytes.fromhex(each["ciphertext"]) for each in _VECTOR["messages"]]

SMALL_ORDER = (
    "0000000000000000000000000000000000000000000000000000000000000000",
    "0100000000000000000000000000000000000000000000000000000000000000",
    "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    "5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157",
    "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
)
"""The public keys with which every shared point is zero (https://cr.yp.to/ecdh.html#validate)."""


def small_greeting(public: bytes) -> bytes:
    """Return an otherwise valid first message with this public key."""
    state = _Symmetric(PROLOGUE)
    state.mix_ephemeral(public)
    return public + state.encrypt_and_hash(b"")


def small_answer(greeting: bytes, public: bytes) -> bytes:
    """Return an answer with this public key that is valid if the shared point is zero."""
    state = _Symmetric(PROLOGUE)
    state.mix_ephemeral(greeting[:KEY_BYTES])
    state.decrypt_and_hash(greeting[KEY_BYTES:])
    state.mix_ephemeral(public)
    state.mix_key(bytes(KEY_BYTES))
    state.mix_key_and_hash(PSK)
    return public + state.encrypt_and_hash(b"")
