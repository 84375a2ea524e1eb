"""The room code: two strangers prove to each other that both know it, and then who they are.

    host                                   joiner
    banner                        ->
                                  <-       SPAKE2 message
    SPAKE2 message                ->
                                  <-       confirmation
    confirmation, or "wrong code" ->
                                  <-       name, identity, certificate, signature
    name, identity, certificate, signature ->

All of it is sent inside TLS with a self-signed server certificate. The pairing is bound to that TLS
connection because the identities given to SPAKE2 contain the hash of the certificate as each side
saw it: a relay in the middle shows each side a different one, and the confirmations differ.
The joiner confirms first, so an impostor host learns whether one guess was right, and no more.
Source: docs/protocol.md, section "The room code".
"""

from __future__ import annotations

import hmac
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256
from typing import Protocol, cast

from spake2 import SPAKE2_A, SPAKE2_B, SPAKEError

from ..crypto.group import point_from
from ..encoding import H, Integer, Value, dec, enc
from ..errors import BadEncoding, BadProof, P2PError, ReasonedError
from ..reasons import PairingFailure
from .keys import Identity, identity_from, verify_signature
from .name_rules import name_from

VERSION = 2
"""Of what programs send each other, in the lobby and between seats. Source: sections 10 and 11."""
MAX_PAIRING_BYTES = 4096
OPEN_CODE = b"an open table has no code"
TABLE_ID_BYTES = 16
ENTROPY_BYTES = 64


class PairingFailed(P2PError):
    """The two sides have not proven to each other who they are."""


class WrongCode(ReasonedError, PairingFailed):
    """The other side does not know the same code, or there is a relay in the middle."""

    def __init__(self) -> None:
        super().__init__(PairingFailure.WRONG_CODE)


class Refused(PairingFailed):
    """The host has refused the pairing. `reason` is the text that it sent."""

    def __init__(self, reason: str, detail: Value = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.detail = detail


class BadPairing(ReasonedError, PairingFailed):
    """The message is no pairing message, or not the one that was due."""


class OtherVersion(ReasonedError, PairingFailed):
    """The other side uses another version of the protocol."""

    def __init__(self, version: int) -> None:
        super().__init__(PairingFailure.OTHER_PROTOCOL.reason(version=version, known=VERSION))
        self.version = version


@dataclass(frozen=True, slots=True)
class Banner:
    """What a host sends to everyone who connects. `description` is unproven and only for the
    screen."""

    table: bytes
    is_open: bool
    description: Value = None

    def message(self) -> bytes:
        """Return the bytes to send: the encoding of ["p2phanabi", version, table, is open,
        about]."""
        return enc(["p2phanabi", VERSION, self.table, self.is_open, self.description])


@dataclass(frozen=True, slots=True)
class Setting:
    """What both sides must agree on. `server` is the SHA-256 of the certificate as seen here."""

    table: bytes
    server: bytes
    room_code: bytes


@dataclass(frozen=True, slots=True)
class Introduction:
    """One's own identity. `certificate` is the DER of the certificate of one's later links."""

    name: str
    identity: Identity
    certificate: bytes


@dataclass(frozen=True, slots=True)
class Peer:
    """The other side, once it has proven who it is."""

    name: str
    identity: bytes
    certificate: bytes


class _Role(Enum):
    HOST = "host"
    JOINER = "joiner"


class _Spake(Protocol):
    def start(self) -> bytes: ...
    def finish(self, message: bytes) -> bytes: ...


def banner_from(message: bytes) -> Banner:
    """Parse a banner, the first message of a host (section 10). Raises `OtherVersion`, `Refused` or
    `BadPairing`."""
    value = _decoded(message)
    _check_version(value)
    match value:
        case ("p2phanabi", version, bytes(table), bool(is_open), about) if version == VERSION:
            if len(table) == TABLE_ID_BYTES:
                return Banner(table, is_open, about)
        case ("refused", str(reason), detail):
            raise Refused(reason, detail)
    raise BadPairing(PairingFailure.NO_TABLE)


def own_version() -> bytes:
    """Return the message that a joiner sends in answer to a banner of another version."""
    return enc(["p2phanabi", VERSION])


def refusal(reason: str, detail: Value = None) -> bytes:
    """Return the message that a host sends in place of its next one, to end this pairing. `reason`
    is a word such as "wrong code"; `detail` is for the joiner's program."""
    return enc(["refused", reason, detail])


class HostPairing:
    """The host's side, after it has sent its banner.

    `entropy` are 64 random bytes or more, used for nothing else; fewer raise `ValueError`.
    """

    def __init__(self, setting: Setting, me: Introduction, entropy: bytes) -> None:
        self.peer: Peer | None = None
        self._exchange = _Side(_Role.HOST, setting, me, entropy)
        self._next: Callable[[Value], bytes] = self._agree

    def receive(self, message: bytes) -> bytes:
        """Return the answer to the joiner's next message; the last one sets `peer`.

        Raises `WrongCode` (count it, then answer with a `refusal`), `OtherVersion` or `BadPairing`;
        the pairing is then over.
        """
        value = _decoded(message)
        _check_version(value)
        return self._next(value)

    def _agree(self, value: Value) -> bytes:
        answer = self._exchange.opening()
        self._exchange.agree(value)
        self._next = self._confirm
        return answer

    def _confirm(self, value: Value) -> bytes:
        # §10: the joiner's proof first; without it, this side gives none.
        self._exchange.check_confirmation(value)
        self._next = self._introduce
        return self._exchange.confirmation()

    def _introduce(self, value: Value) -> bytes:
        self.peer = self._exchange.peer_from(value)
        self._next = _nothing_is_due
        return self._exchange.introduction()


class JoinerPairing:
    """The joiner's side, after it has read the banner: it sends first.

    `entropy` are 64 random bytes or more, used for nothing else; fewer raise `ValueError`.
    """

    def __init__(self, setting: Setting, me: Introduction, entropy: bytes) -> None:
        self.peer: Peer | None = None
        self._exchange = _Side(_Role.JOINER, setting, me, entropy)
        self._next: Callable[[Value], bytes | None] = self._agree

    def opening(self) -> bytes:
        """Return this side's first message: that of SPAKE2."""
        return self._exchange.opening()

    def receive(self, message: bytes) -> bytes | None:
        """Return the answer to the host's next message; the last one sets `peer` and has no answer.

        Raises `WrongCode`, `Refused` or `BadPairing`; the pairing is then over.
        """
        value = _decoded(message)
        match value:
            case ("refused", "wrong code", _):
                raise WrongCode
            case ("refused", str(reason), detail):
                raise Refused(reason, detail)
        return self._next(value)

    def _agree(self, value: Value) -> bytes:
        self._exchange.agree(value)
        self._next = self._confirm
        return self._exchange.confirmation()

    def _confirm(self, value: Value) -> bytes:
        self._exchange.check_confirmation(value)
        self._next = self._introduce
        return self._exchange.introduction()

    def _introduce(self, value: Value) -> None:
        self.peer = self._exchange.peer_from(value)
        self._next = _nothing_is_due


class _Side:
    """What both sides have in common, each in its own role."""

    def __init__(self, role: _Role, setting: Setting, me: Introduction, entropy: bytes) -> None:
        if len(entropy) < ENTROPY_BYTES:
            raise ValueError(f"a pairing needs {ENTROPY_BYTES} random bytes")
        self._role = role
        self._peer_role = _Role.JOINER if role is _Role.HOST else _Role.HOST
        self._setting = setting
        self._me = me
        self._key = b""
        machine = SPAKE2_B if role is _Role.HOST else SPAKE2_A
        self._spake = cast(
            "_Spake",
            machine(
                setting.room_code,
                # §10: with the certificate as each side saw it; behind a relay these differ.
                idA=_spake_name(_Role.JOINER, setting),
                idB=_spake_name(_Role.HOST, setting),
                entropy_f=lambda count: entropy[:count],
            ),
        )

    def opening(self) -> bytes:
        return enc(["pair", self._spake.start()])

    def agree(self, value: Value) -> None:
        match value:
            case ("pair", bytes(message)) if len(message) == 33:
                try:
                    point_from(message[1:])  # spake2 itself checks part of this with assert only
                    self._key = self._spake.finish(message)
                except (BadProof, SPAKEError, ValueError):
                    raise BadPairing(PairingFailure.NO_SPAKE2) from None
            case _:
                raise BadPairing(PairingFailure.SPAKE2_DUE)

    def confirmation(self) -> bytes:
        return enc(["confirm", self._proof_of(self._role)])

    def check_confirmation(self, value: Value) -> None:
        match value:
            case ("confirm", bytes(proof)) if len(proof) == 32:
                # in constant time, so that an answer's delay says nothing about the right proof
                if not hmac.compare_digest(proof, self._proof_of(self._peer_role)):
                    raise WrongCode
            case _:
                raise BadPairing(PairingFailure.CONFIRMATION_DUE)

    def introduction(self) -> bytes:
        me = self._me
        signature = me.identity.sign(self._signed_by(self._role, me.certificate))
        return enc(["identity", me.name, me.identity.public_key, me.certificate, signature])

    def peer_from(self, value: Value) -> Peer:
        match value:
            case ("identity", name, bytes(identity), bytes(certificate), bytes(signature)):
                try:
                    peer = Peer(name_from(name), identity_from(identity), certificate)
                    # §10: it binds to this pairing and to the certificate, so it cannot be used
                    # elsewhere.
                    signed = self._signed_by(self._peer_role, certificate)
                    verify_signature(peer.identity, signed, signature)
                except (BadEncoding, BadProof) as error:
                    raise BadPairing(PairingFailure.BAD_IDENTITY.because(error.reason)) from None
                # §10: the identity that is proven must be that of this very TLS connection.
                if self._role is _Role.JOINER and self._setting.server != _hash(certificate):
                    raise BadPairing(PairingFailure.CERTIFICATE)
                return peer
        raise BadPairing(PairingFailure.IDENTITY_DUE)

    def _proof_of(self, role: _Role) -> bytes:
        return H("pairing confirmation", self._key, role.value)

    def _signed_by(self, role: _Role, certificate: bytes) -> bytes:
        session = H("pairing session", self._key)
        setting = self._setting
        hashes = (setting.server, _hash(certificate))
        return enc(["p2ph/1", "pairing", setting.table, role.value, session, *hashes])


def _spake_name(role: _Role, setting: Setting) -> bytes:
    return enc(["p2ph/1", "pairing", VERSION, setting.table, role.value, setting.server])


def _check_version(value: Value) -> None:
    """Raise `OtherVersion` if a later or earlier program has sent this. True is no version."""
    match value:
        case ("p2phanabi", Integer(version), *_) if version != VERSION:
            raise OtherVersion(version)


def _hash(certificate: bytes) -> bytes:
    return sha256(certificate).digest()


def _decoded(message: bytes) -> Value:
    try:
        return dec(message, MAX_PAIRING_BYTES)
    except BadEncoding as error:
        raise BadPairing(PairingFailure.NO_MESSAGE.because(error.reason)) from None


def _nothing_is_due(_value: Value) -> bytes:
    raise BadPairing(PairingFailure.OVER)
