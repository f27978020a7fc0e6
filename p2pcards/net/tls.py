"""TLS 1.3 with one Ed25519 key per host, and the pin.

The certificate only carries the host's key: it is self-signed, made in memory at every start, and never expires, so no
clock and no authority takes part. Whoever completes the handshake has proved that it owns the key in its certificate
(CertificateVerify, RFC 8446 section 4.4.3); whether it is the *right* key is for the client to say before it sends a
byte, and this module hands it the key to compare. Session tickets are off: a resumed session would skip the
certificate, and with it the pin.
"""

import datetime
import os
import secrets
import ssl
import tempfile

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.x509.oid import NameOID
from p2pcards_protocol.identity import Identity

_FROM = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
_UNTIL = datetime.datetime(9999, 12, 31, 23, 59, 59, tzinfo=datetime.UTC)  # RFC 5280: no end


def certificate(seed: bytes) -> bytes:
    """The self-signed certificate (DER) of the Ed25519 key with this 32-byte seed: the same bytes at every call."""
    key = Ed25519PrivateKey.from_private_bytes(seed)
    public = key.public_key().public_bytes_raw()
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "p2pcards")])
    builder = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(int.from_bytes(public[:16], "big") | 1)
        .not_valid_before(_FROM)
        .not_valid_after(_UNTIL)
    )
    return builder.sign(key, None).public_bytes(serialization.Encoding.DER)


def server_context(identity: Identity) -> ssl.SSLContext:
    """The context of a host: its one key, TLS 1.3 only, no tickets, no client certificates.

    Python's ssl reads keys from files alone. The file lives for one call in a private folder and is encrypted under a
    passphrase that only this call knows, so the key is never on a disk in the clear.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0
    passphrase = secrets.token_hex(16).encode()
    key = Ed25519PrivateKey.from_private_bytes(identity.seed)
    pem = ssl.DER_cert_to_PEM_cert(certificate(identity.seed)).encode() + key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.BestAvailableEncryption(passphrase),
    )
    with tempfile.TemporaryDirectory(prefix="p2pcards-") as folder:
        path = os.path.join(folder, "host.pem")
        with open(path, "xb") as file:
            file.write(pem)
        context.load_cert_chain(path, password=passphrase)
    return context


def client_context() -> ssl.SSLContext:
    """The context of a player: TLS 1.3 only, accepts any certificate. The caller must check `peer_key` itself."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def peer_key(connection: ssl.SSLObject | ssl.SSLSocket) -> bytes | None:
    """The 32-byte Ed25519 key that the other end proved in the handshake; None if it showed any other kind of key."""
    der = connection.getpeercert(binary_form=True)
    if not der:
        return None
    try:
        key = x509.load_der_x509_certificate(der).public_key()
    except (ValueError, UnsupportedAlgorithm):
        return None
    return key.public_bytes_raw() if isinstance(key, Ed25519PublicKey) else None
