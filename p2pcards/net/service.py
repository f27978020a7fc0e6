"""What a host says about itself by mDNS, and how much of what others say is believed.

One instance per host, whatever its number of tables. The TXT record is a hint to choose by and never a proof: the key
is proved by TLS. Nothing of a player or a card is in it. All that comes in is cut to size and cleaned here.

    txtvers=1  v=1 or 1-2 (protocol versions)  id=16 of base32 (`identity.fingerprint` of the host key)
    n=<the host's full name>  t=<tables>  s=<free seats>  g=<games, comma>
    r=<the first 8 hex digits of the hash of each table's rules, comma>
"""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from p2pcards_protocol.identity import fingerprint

TYPE = "_p2pcards._tcp.local."
_LABEL = 63  # bytes of one DNS label
_NAME = 160  # bytes of n=
_RULES = 8  # hashes of r=
_GAMES = 120  # bytes of g=
_MANY = 9999


@dataclass(frozen=True, slots=True)
class Service:
    """What a host announces. `key` is its 32-byte public key; tables and free seats are counts; `games` are keys."""

    name: str
    key: bytes
    port: int
    tables: int = 0
    free: int = 0
    games: tuple[str, ...] = ()
    versions: tuple[int, int] = (1, 1)
    rules: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        return fingerprint(self.key)

    def instance(self) -> str:
        """The instance's name: the host's name and 4 characters of its key, so that no two hosts ever clash.

        zeroconf takes a dot for the end of a label, and avahi then never shows the service: dots become "·".
        """
        tail = f" {self.id[:4]}"
        name = clean(self.name, _LABEL - len(tail)).replace(".", "·")
        return clean(name, _LABEL - len(tail)) + tail

    def full_name(self) -> str:
        return f"{self.instance()}.{TYPE}"

    def server(self) -> str:
        """The name that the addresses hang on: not the machine's own, which belongs to its avahi."""
        return f"p2pcards-{self.id}.local."

    def text(self) -> dict[str, str]:
        """The TXT record: under 400 bytes."""
        low, high = self.versions
        games = ""
        for game in self.games:
            longer = f"{games},{game}" if games else game
            if len(longer.encode()) > _GAMES:
                break
            games = longer
        said = {
            "txtvers": "1",
            "v": str(low) if low == high else f"{low}-{high}",
            "id": self.id,
            "n": clean(self.name, _NAME),
            "t": str(min(self.tables, _MANY)),
            "s": str(min(self.free, _MANY)),
            "g": games,
        }
        return {**said, "r": ",".join(self.rules[:_RULES])} if self.rules else said


@dataclass(frozen=True, slots=True)
class Found:
    """A host that was seen on the LAN. `id` is what it claims its key's fingerprint is; `addresses` are numeric, fe80
    with its interface, in no order that means anything; the rest is as announced."""

    id: str
    name: str
    addresses: tuple[str, ...]
    port: int
    tables: int
    free: int
    games: tuple[str, ...]
    versions: tuple[int, int]
    rules: tuple[str, ...] = ()

    def matches(self, key: bytes) -> bool:
        """Whether this key is the one that is announced: what to pin the connection to."""
        return fingerprint(key) == self.id


def read(text: Mapping[str, str | None], addresses: tuple[str, ...], port: int) -> Found | None:
    """A service as others see it; None when it is not one of ours, or nonsense."""
    number = re.fullmatch(r"[1-9][0-9]{0,4}", text.get("v") or "")
    span = re.fullmatch(r"([1-9][0-9]{0,4})-([1-9][0-9]{0,4})", text.get("v") or "")
    identity = (text.get("id") or "").lower()
    if not (number or span) or not re.fullmatch(r"[a-z2-7]{16}", identity) or not 1 <= port <= 65535:
        return None
    low, high = (int(span[1]), int(span[2])) if span else (int(text["v"] or 0), int(text["v"] or 0))
    games = [game for game in (text.get("g") or "").split(",")[:64] if re.fullmatch(r"[a-z0-9_-]{1,32}", game)]
    rules = [one for one in (text.get("r") or "").split(",")[:_RULES] if re.fullmatch(r"[0-9a-f]{8}", one)]
    return Found(
        identity,
        clean(text.get("n") or "", _NAME) or identity[:4],
        addresses,
        port,
        _count(text.get("t")),
        _count(text.get("s")),
        tuple(games),
        (low, high),
        tuple(rules),
    )


def clean(name: str, most: int) -> str:
    """A name fit to show: one line, no control or invisible characters, at most so many bytes, cut at a character."""
    kept = "".join(
        char for char in name if unicodedata.category(char)[0] != "C" and unicodedata.category(char) not in ("Zl", "Zp")
    )
    text = " ".join(kept.split())
    while len(text.encode()) > most:
        text = text[:-1]
    return text.rstrip()


def _count(text: str | None) -> int:
    return min(int(text), _MANY) if re.fullmatch(r"[0-9]{1,9}", text or "") and text else 0
