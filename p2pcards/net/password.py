"""The password of a table, proved without ever being sent.

It is proved by SPAKE2 (the package `spake2`, extra `p2pcards[password]`), bound to the keys of both ends, with
both sides confirming: who sits in the middle learns nothing, and may guess once a try.
"""

from __future__ import annotations

import hashlib
import hmac
import importlib
import importlib.util
import unicodedata
from dataclasses import dataclass
from typing import Any


def password_key(password: str) -> bytes:
    """What stands for a password in the store and in SPAKE2: 32 bytes. About 50 ms: run it in a thread."""
    text = unicodedata.normalize("NFKC", password).encode()
    return hashlib.scrypt(text, salt=b"p2pcards table password", n=2**14, r=8, p=1, dklen=32)


def available() -> bool:
    """Whether this installation can prove passwords."""
    return importlib.util.find_spec("spake2") is not None


def _package() -> Any:
    """The package, which has no types. Raises ModuleNotFoundError without the extra."""
    return importlib.import_module("spake2")


class BadPassword(Exception):
    """The other side does not know the password (or is not who it says it is)."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What came of one try at the host: its message, its confirmation, and what the client must confirm with."""

    message: bytes
    confirm: bytes
    expected: bytes


def host_side(key: bytes, client: bytes, host: bytes, message: bytes) -> Proof:
    """The host's whole part. key: `password_key`; client, host: public keys. Raises BadPassword for a message that is
    none."""
    side = _package().SPAKE2_B(key, idA=client, idB=host)
    own = bytes(side.start())
    try:
        shared = bytes(side.finish(message))
    except Exception as error:  # whatever the package thinks of garbage
        raise BadPassword("not a message") from error
    return Proof(own, _confirm(shared, b"host"), _confirm(shared, b"client"))


class ClientSide:
    """The client's part: `message` goes to the host, `finish` takes the answer and gives the secret to sit with."""

    def __init__(self, key: bytes, client: bytes, host: bytes) -> None:
        self._side = _package().SPAKE2_A(key, idA=client, idB=host)
        self.message = bytes(self._side.start())

    def finish(self, message: bytes, confirm: bytes) -> bytes:
        """Raises BadPassword: this host does not know the password."""
        try:
            shared = bytes(self._side.finish(message))
        except Exception as error:
            raise BadPassword("not a message") from error
        if not hmac.compare_digest(confirm, _confirm(shared, b"host")):
            raise BadPassword("other password")
        return _confirm(shared, b"client")


def _confirm(shared: bytes, who: bytes) -> bytes:
    return hmac.digest(shared, b"P2PC1:password-confirm:" + who, "sha256")
