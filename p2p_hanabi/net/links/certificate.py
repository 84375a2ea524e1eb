"""Ephemeral certificates, one per player and table, and the TLS 1.3 contexts that use them.

The certificates are self-signed, and no authority is involved. A joiner accepts any certificate
from the host, and the room code then proves that both saw the same one; after that, every link is
pinned to two certificates of the seating.

OpenSSL looks up a pin by the subject of the peer's certificate, which its creator chooses freely.
So no context ever has two pins: the dialler announces its certificate (`introduced_as`), and the
listener switches to the context that trusts only that one.
"""

from __future__ import annotations

import datetime
import os
import ssl
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)
from cryptography.x509.oid import NameOID

from p2p_hanabi.faults import fault_of
from p2p_hanabi.paths import CannotStore
from p2p_hanabi.systems import unlink

# Players' clocks may differ by years; the pins decide, not the dates.
_ALWAYS = (
    datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC),
    datetime.datetime(9999, 12, 31, 23, 59, 59, tzinfo=datetime.UTC),
)


@dataclass(frozen=True, slots=True, repr=False)
class LinkCertificate:
    """A certificate (DER) and its private key (PKCS 8, DER)."""

    der: bytes
    private_key: bytes

    @property
    def fingerprint(self) -> bytes:
        return sha256(self.der).digest()

    def __repr__(self) -> str:
        return f"LinkCertificate({self.fingerprint.hex()[:16]})"  # never the key


def new_certificate() -> LinkCertificate:
    """Create an Ed25519 certificate with a random subject."""
    key = Ed25519PrivateKey.generate()
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, os.urandom(16).hex())])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_ALWAYS[0])
        .not_valid_after(_ALWAYS[1])
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .sign(key, None)
    )
    private = key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
    return LinkCertificate(certificate.public_bytes(Encoding.DER), private)


def is_certificate(der: bytes) -> bool:
    """Return whether OpenSSL can pin this; a peer's bytes are validated before they are pinned."""
    try:
        subject_of(der)
        pinned_context(None, der)
    except (ValueError, ssl.SSLError):
        return False
    return True


def subject_of(der: bytes) -> bytes:
    """Return the subject, by which OpenSSL looks up a pin."""
    return x509.load_der_x509_certificate(der).subject.public_bytes()


def introduced_as(fingerprint: bytes) -> str:
    """Return the server name (SNI) that the owner of a certificate sends: two labels, because a
    label has at most 63 characters.

    It names the dialler; the dialled end is known by its certificate.
    """
    digits = fingerprint.hex()
    return f"{digits[:32]}.{digits[32:]}"


class Pins:
    """The pins of one listening port: a client without a certificate is a joiner, one that shows
    the pinned certificate it announced is a seat, and any other certificate is refused."""

    def __init__(self, own: LinkCertificate) -> None:
        self._own = own
        self._pinned: dict[str, ssl.SSLContext] = {}
        self.context = _listening(own)
        self.context.sni_callback = self._choose

    def set(self, certificates: Iterable[bytes]) -> None:
        """Let only the owners of these connect as seats from now on."""
        named = {introduced_as(sha256(der).digest()): der for der in certificates}
        before = self._pinned
        self._pinned = {
            name: before.get(name) or _listening(self._own, der) for name, der in named.items()
        }

    def _choose(
        self, connection: ssl.SSLSocket | ssl.SSLObject, name: str | None, _: ssl.SSLContext
    ) -> None:
        """Choose the context by the name; without a pin it stays the one that trusts nobody."""
        if name in self._pinned:
            connection.context = self._pinned[name]


def joining_context() -> ssl.SSLContext:
    """Return the context of a joiner, who has no certificate, and pairs with the host instead of
    verifying its certificate."""
    context = _context(ssl.PROTOCOL_TLS_CLIENT, None)
    context.verify_mode = ssl.CERT_NONE
    return context


def pinned_context(own: LinkCertificate | None, peer: bytes) -> ssl.SSLContext:
    """Return a context that accepts only the certificate of that peer."""
    context = _context(ssl.PROTOCOL_TLS_CLIENT, own)
    context.verify_mode = ssl.CERT_REQUIRED
    context.load_verify_locations(cadata=peer)
    return context


def _listening(own: LinkCertificate, peer: bytes | None = None) -> ssl.SSLContext:
    context = _context(ssl.PROTOCOL_TLS_SERVER, own)
    context.verify_mode = ssl.CERT_OPTIONAL
    context.num_tickets = 0  # a resumed session would show no certificate
    if peer is not None:
        context.load_verify_locations(cadata=peer)
    return context


def _context(protocol: int, own: LinkCertificate | None) -> ssl.SSLContext:
    context = ssl.SSLContext(protocol)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    if own is not None:
        _load(context, own)
    return context


def _load(context: ssl.SSLContext, own: LinkCertificate) -> None:
    """Load the key through a short-lived file of mode 0600: Python reads keys only from files."""
    pem = ssl.DER_cert_to_PEM_cert(own.der).encode() + _key_pem(own.private_key)
    try:
        descriptor, name = tempfile.mkstemp(prefix="p2phanabi-")
        try:
            with open(descriptor, "wb") as file:
                file.write(pem)
            context.load_cert_chain(name)
        finally:
            unlink(Path(name))
    except ssl.SSLError:
        raise  # also an OSError, but not from the disk
    except OSError as error:
        folder = Path(tempfile.tempdir or "/tmp")  # noqa: S108 - only named
        raise CannotStore(folder, fault_of(error)) from None


def _key_pem(key: bytes) -> bytes:
    body = ssl.DER_cert_to_PEM_cert(key)  # the same armour with another label
    return body.replace("CERTIFICATE", "PRIVATE KEY").encode()
