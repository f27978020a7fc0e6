"""A key outside its folder: PKCS #8 in PEM, locked with a passphrase, as other tools read and write it."""

from __future__ import annotations

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from .exits import Exit, Failure
from .say.i18n import tr


def locked(seed: bytes, passphrase: str) -> bytes:
    """The key of a 32-byte seed as a PEM file."""
    return Ed25519PrivateKey.from_private_bytes(seed).private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.BestAvailableEncryption(passphrase.encode()),
    )


def unlocked(data: bytes, passphrase: str) -> bytes:
    """The 32-byte seed in such a file. Raises Failure: not such a file, or the wrong passphrase."""
    try:
        key = serialization.load_pem_private_key(data, passphrase.encode())
    except (ValueError, TypeError):
        raise Failure(tr("This is no key file, or the passphrase is wrong."), Exit.FAILED) from None
    except Exception as error:  # UnsupportedAlgorithm and what later versions of the library may raise
        raise Failure(tr("This key file cannot be read: %(text)s", text=str(error)), Exit.FAILED) from None
    if not isinstance(key, Ed25519PrivateKey):
        raise Failure(tr("This file holds another kind of key."), Exit.FAILED)
    return key.private_bytes_raw()
