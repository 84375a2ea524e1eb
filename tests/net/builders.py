"""Short builders for the tests between machines."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from p2p_hanabi.net.links.certificate import LinkCertificate
from protocol.identity.keys import Identity


def identity(name: str) -> Identity:
    return Identity(hashlib.sha256(name.encode()).digest())


def namesake_of(der: bytes) -> LinkCertificate:
    """Another certificate with the same subject, as anybody who has seen the first can make."""
    name, key = x509.load_der_x509_certificate(der).subject, Ed25519PrivateKey.generate()
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(datetime(2000, 1, 1, tzinfo=UTC))
        .not_valid_after(datetime(9999, 12, 31, tzinfo=UTC))
        .sign(key, None)
    )
    private = key.private_bytes(Encoding.DER, PrivateFormat.PKCS8, NoEncryption())
    return LinkCertificate(certificate.public_bytes(Encoding.DER), private)
