"""`Noise_NNpsk2_25519_ChaChaPoly_SHA256` of the Noise Protocol Framework, revision 34.

    initiator  e
    responder  e, ee, psk

Each side makes a key pair for this one handshake. Both ephemeral keys and the shared key go into
everything that follows: without one of the two private keys, which are dropped after the handshake,
nothing can be decrypted, even with the shared key. `ui/web/noise.js` is the responder of a page.

Names are those of the specification (https://noiseprotocol.org/noise.html, section 5).
"""

from __future__ import annotations

import hashlib
import hmac

import nacl.exceptions
from nacl.bindings import (
    crypto_aead_chacha20poly1305_ietf_decrypt,
    crypto_aead_chacha20poly1305_ietf_encrypt,
    crypto_scalarmult,
    crypto_scalarmult_base,
)

NAME = b"Noise_NNpsk2_25519_ChaChaPoly_SHA256"
KEY_BYTES = 32
TAG_BYTES = 16
MESSAGE_BYTES = KEY_BYTES + TAG_BYTES
"""The length of both messages of a handshake, without payloads."""


class NotAuthentic(Exception):
    """This is not what the other side of this handshake, or session, encrypted."""


class Cipher:
    """Encrypts or decrypts the messages of one direction, in order."""

    def __init__(self, key: bytes) -> None:
        self._key, self._n = key, 0

    def encrypt(self, plaintext: bytes) -> bytes:
        ciphertext = _encrypt(self._key, self._n, b"", plaintext)
        self._n += 1
        return ciphertext

    def decrypt(self, ciphertext: bytes) -> bytes:
        """Decrypt the next message. Raise `NotAuthentic`."""
        plaintext = _decrypt(self._key, self._n, b"", ciphertext)
        self._n += 1
        return plaintext

    def skip(self) -> None:
        """Skip a message without decrypting it."""
        self._n += 1


class NoiseSession:
    """What a handshake leaves to its initiator: a cipher for each direction, and `exported`, a
    secret that both sides know. Neither can choose it: both ephemeral keys are in it."""

    def __init__(self, ck: bytes) -> None:
        # Split() takes the first two outputs; the third is independent of them
        first, second, self.exported = hkdf(ck, b"", 3)
        self.sending, self.receiving = Cipher(first), Cipher(second)


class Initiator:
    """The side that speaks first. `ephemeral` is a private key for this handshake alone."""

    def __init__(self, prologue: bytes, ephemeral: bytes, payload: bytes = b"") -> None:
        self._ephemeral, self._state = ephemeral, _Symmetric(prologue)
        public = crypto_scalarmult_base(ephemeral)
        self._state.mix_ephemeral(public)
        self.message = public + self._state.encrypt_and_hash(payload)

    def finish(self, psk: bytes, message: bytes) -> tuple[bytes, NoiseSession]:
        """Return the payload of the responder's message, and the session. Raise `NotAuthentic`."""
        public = message[:KEY_BYTES]
        self._state.mix_ephemeral(public)
        self._state.mix_key(_dh(self._ephemeral, public))
        self._state.mix_key_and_hash(psk)
        payload = self._state.decrypt_and_hash(message[KEY_BYTES:])
        return payload, NoiseSession(self._state.ck)


def hkdf(ck: bytes, material: bytes, outputs: int) -> list[bytes]:
    """Derive 2 or 3 keys (section 4.3)."""
    temporary = hmac.digest(ck, material, "sha256")
    keys = [b""]
    for number in range(1, outputs + 1):
        keys.append(hmac.digest(temporary, keys[-1] + bytes([number]), "sha256"))
    return keys[1:]


class _Symmetric:
    """The state of a handshake (section 5.2)."""

    def __init__(self, prologue: bytes) -> None:
        self.h = self.ck = hashlib.sha256(NAME).digest()  # hashed: it has more than 32 bytes
        self.k = b""
        self.mix_hash(prologue)

    def mix_hash(self, data: bytes) -> None:
        self.h = hashlib.sha256(self.h + data).digest()

    def mix_key(self, material: bytes) -> None:
        self.ck, self.k = hkdf(self.ck, material, 2)

    def mix_key_and_hash(self, material: bytes) -> None:
        self.ck, mixed, self.k = hkdf(self.ck, material, 3)
        self.mix_hash(mixed)

    def mix_ephemeral(self, public: bytes) -> None:
        self.mix_hash(public)
        self.mix_key(public)  # where a shared key is used (section 9.2)

    def encrypt_and_hash(self, plaintext: bytes) -> bytes:
        ciphertext = _encrypt(self.k, 0, self.h, plaintext)  # each payload follows a new key
        self.mix_hash(ciphertext)
        return ciphertext

    def decrypt_and_hash(self, ciphertext: bytes) -> bytes:
        plaintext = _decrypt(self.k, 0, self.h, ciphertext)
        self.mix_hash(ciphertext)
        return plaintext


def _dh(private: bytes, public: bytes) -> bytes:
    """Return the shared point. Raise `NotAuthentic` for a key of another length, which the binding
    would read beyond its end, or of small order, with which every point is the same."""
    if len(public) != KEY_BYTES:
        raise NotAuthentic
    try:
        return crypto_scalarmult(private, public)
    except nacl.exceptions.RuntimeError:
        raise NotAuthentic from None


def _encrypt(key: bytes, n: int, data: bytes, plaintext: bytes) -> bytes:
    return crypto_aead_chacha20poly1305_ietf_encrypt(plaintext, data, _nonce(n), key)


def _decrypt(key: bytes, n: int, data: bytes, ciphertext: bytes) -> bytes:
    if len(ciphertext) < TAG_BYTES:
        raise NotAuthentic
    try:
        return crypto_aead_chacha20poly1305_ietf_decrypt(ciphertext, data, _nonce(n), key)
    except nacl.exceptions.CryptoError:
        raise NotAuthentic from None


def _nonce(n: int) -> bytes:
    return bytes(4) + n.to_bytes(8, "little")
