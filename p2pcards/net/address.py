"""What a person may type or scan to say which host they mean, and the invite.

    anna                          an announced host's name, else a name for the resolver
    ability able ... abuse        the host's six words
    10.0.0.5  anna.local  10.0.0.5:7787  [fd00::1]:7787  fd00::1  fe80::1%eth0  [fe80::1%eth0]:7787
    p2pcards:KEY@10.0.0.5,[fd00::1]:7787?s=SECRET      an invite: locates the host and proves it at once

In an invite KEY (32 bytes) and SECRET (16 bytes) are base64url without padding. Link-local addresses stand there
without a scope, because the scope is the reader's own (`local.expand` tries every link).
"""

import base64
import binascii
import difflib
import functools
import ipaddress
import re
from collections.abc import Sequence
from dataclasses import dataclass

from p2pcards.net.errors import AddressError

DEFAULT_PORT = 7787
SCHEME = "p2pcards:"
SECRET_SIZE = 16
WORDS = 6
_LABEL = r"[A-Za-z0-9_][A-Za-z0-9_-]{0,62}"
_FRAME = re.compile(r"[\s\u2500-\u257f]+")  # what a copy from a box on a screen has between its lines
_MOST = 500  # characters; a hundred times what anybody types


@dataclass(frozen=True, slots=True)
class Target:
    """Which host is meant. Exactly one of these holds: it has words, it has addresses, or it has a name only.

    text       as typed, without the blanks around it
    name       could be an announced host's name (look there first); "" when it cannot
    addresses  what to connect to, in the typed order: numeric, or a name for the resolver
    port       1..65535, or None where the default (7787) is meant
    words      six words of the host, or ()
    key        32 bytes from an invite, else None: the pin
    secret     16 bytes from an invite to an invite-only table, else None
    """

    text: str
    name: str = ""
    addresses: tuple[str, ...] = ()
    port: int | None = None
    words: tuple[str, ...] = ()
    key: bytes | None = None
    secret: bytes | None = None


def parse(text: str) -> Target:
    """Read what was typed. Raises AddressError with a key; never anything else."""
    text = text.strip()
    if not text:
        raise AddressError("empty")
    copied = _FRAME.sub(" ", text[: 2 * _MOST]).strip()
    if copied.lower().startswith(SCHEME) and len(copied) <= _MOST:
        return parse_invite(copied.replace(" ", ""))
    words = _words(copied)
    if not words and (len(text) > _MOST or any(ord(char) < 32 for char in text)):
        raise AddressError("bad-address", text=text[:80])
    if words:
        return Target(text, words=words)
    bracketed = re.fullmatch(r"\[([^\[\]]+)\](?::(.*))?", text)
    if bracketed:
        address = _ipv6(bracketed[1], text)
        return Target(text, addresses=(address,), port=None if bracketed[2] is None else _port(bracketed[2], text))
    if text.count(":") > 1:
        return Target(text, addresses=(_ipv6(text, text),))
    host, colon, port = text.partition(":")
    number = _port(port, text) if colon else None
    host = host.strip()
    if re.fullmatch(r"[0-9.]+", host):
        return Target(text, addresses=(_ipv4(host, text),), port=number)
    if not host:
        raise AddressError("bad-address", text=text)
    if len(host) <= 253 and all(re.fullmatch(_LABEL, label) for label in host.removesuffix(".").split(".")):
        return Target(text, name="" if colon else text, addresses=(host,), port=number)
    return Target(text, name=text)  # blanks or letters that no resolver takes: only an announced name can look like it


def invite(addresses: Sequence[str], port: int, key: bytes, secret: bytes | None = None) -> str:
    """The invite to a host: numeric addresses without scopes, its port and key, a 16-byte secret if the table asks."""
    if len(key) != 32 or (secret is not None and len(secret) != SECRET_SIZE):
        raise ValueError("a key is 32 bytes and a secret 16")
    plain = dict.fromkeys(one.partition("%")[0] for one in addresses)
    where = ",".join(f"[{one}]" if ":" in one else one for one in plain)
    return f"{SCHEME}{_b64(key)}@{where}:{port}" + (f"?s={_b64(secret)}" if secret else "")


def parse_invite(text: str) -> Target:
    """Read an invite. Raises AddressError("bad-invite"): an invite is whole or it is nothing."""
    match = re.fullmatch(
        r"(?i:p2pcards:)(?://)?([A-Za-z0-9_-]{43})@([^@?]*):([0-9]{1,5})(?:\?s=([A-Za-z0-9_-]{22}))?", text
    )
    if not match:
        raise AddressError("bad-invite", text=text[:80])
    try:
        key = base64.urlsafe_b64decode(match[1] + "=")
        secret = base64.urlsafe_b64decode(match[4] + "==") if match[4] else None
        addresses = tuple(
            str(ipaddress.IPv6Address(one[1:-1]) if one.startswith("[") and one.endswith("]") else _ipv4(one, text))
            for one in match[2].split(",")
        )
        port = _port(match[3], text)
    except (binascii.Error, ValueError, AddressError):
        raise AddressError("bad-invite", text=text[:80]) from None
    return Target(text, addresses=addresses, port=port, key=key, secret=secret)


def show(address: str, port: int) -> str:
    """An address as people read and type it: the port only where it is not the default one."""
    if port == DEFAULT_PORT:
        return address
    return f"[{address}]:{port}" if ":" in address else f"{address}:{port}"


def _port(text: str, whole: str) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", text) or not 1 <= int(text) <= 65535:
        raise AddressError("bad-port", text=whole)
    return int(text)


def _ipv4(host: str, whole: str) -> str:
    try:
        return str(ipaddress.IPv4Address(host))
    except ValueError:
        raise AddressError("bad-address", text=whole) from None


def _ipv6(host: str, whole: str) -> str:
    try:
        return str(ipaddress.IPv6Address(host))  # keeps a scope: fe80::1%eth0
    except ValueError:
        raise AddressError("bad-address", text=whole) from None


@functools.cache
def _word_list() -> frozenset[str]:
    from p2pcards_protocol.identity import word_list  # only here: the command line starts without cryptography

    return frozenset(word_list())


def _words(text: str) -> tuple[str, ...]:
    """Six words of the list, apart by blanks or hyphens; () if it is something else, AddressError if it nearly is."""
    parts = re.split(r"[\s\-]+", text.lower())
    if len(parts) != WORDS or not all(re.fullmatch(r"[a-z]{3,8}", part) for part in parts):
        return ()
    known = _word_list()
    wrong = [part for part in parts if part not in known]
    if not wrong:
        return tuple(parts)
    if len(wrong) > 2:
        return ()
    near = difflib.get_close_matches(wrong[0], known, n=1)
    raise AddressError("bad-words", word=wrong[0], nearest=near[0] if near else "")


def _b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
