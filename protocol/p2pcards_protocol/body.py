"""The bodies of the transcript's messages: one frozen struct for each kind. Strict: an unknown key is refused.

Bodies are msgpack maps with ascending keys; a field that has its default value is left out, so every body has exactly
one form. `decode_body(kind, value)` gives the struct, `encode_body(struct)` the map.

A keeps to the dealer deal, B to the sealed deal; which of the two a body must use is the deal's to check.
"""

from __future__ import annotations

from typing import Any

from . import codec
from .bodies.base import Body
from .bodies.cards import Bid, Blind, Choose, Claim, Look, PassCommit, PassOpen, Play, Tricks
from .bodies.dealing import Commit, DealtPass, Hand, Keys, Pass1, Pass2, Reveal, Seed
from .bodies.phases import MAX_DECISIONS, MAX_WORLDS, Ack, Agree, BotRecord, Close, Open, PhaseName
from .bodies.table import About, Contest, End, KeyChange, Kick, LeaveBody, Pause, Resume, Takeback, Vote

__all__ = [
    "BODIES",
    "MAX_DECISIONS",
    "MAX_WORLDS",
    "About",
    "Ack",
    "Agree",
    "Bid",
    "Blind",
    "Body",
    "BotRecord",
    "Choose",
    "Claim",
    "Close",
    "Commit",
    "Contest",
    "DealtPass",
    "End",
    "Hand",
    "KeyChange",
    "Keys",
    "Kick",
    "LeaveBody",
    "Look",
    "Open",
    "Pass1",
    "Pass2",
    "PassCommit",
    "PassOpen",
    "Pause",
    "PhaseName",
    "Play",
    "Resume",
    "Reveal",
    "Seed",
    "Takeback",
    "Tricks",
    "Vote",
    "decode_body",
    "encode_body",
]

BODIES: dict[str, type[Body]] = {
    "open": Open,
    "close": Close,
    "agree": Agree,
    "commit": Commit,
    "reveal": Reveal,
    "hand": Hand,
    "p1": Pass1,
    "p2": Pass2,
    "keys": Keys,
    "look": Look,
    "blind": Blind,
    "bid": Bid,
    "play": Play,
    "claim": Claim,
    "choose": Choose,
    "pass.commit": PassCommit,
    "pass.open": PassOpen,
    "seed": Seed,
    "ack": Ack,
    "pause": Pause,
    "resume": Resume,
    "vote": Vote,
    "takeback": Takeback,
    "leave": LeaveBody,
    "take": KeyChange,
    "reclaim": KeyChange,
    "join": KeyChange,
    "kick": Kick,
    "timeout": About,
    "void": About,
    "forfeit": About,
    "contest": Contest,
    "end": End,
}


def decode_body(kind: str, value: Any) -> Body:
    """The struct of a body. Raises ValueError for an unknown kind, an unknown key, a wrong shape or range, and for a
    field that is written out although it has its default."""
    struct = BODIES.get(kind)
    if struct is None:
        raise ValueError(f"kind {kind!r}")
    body = codec.to_struct(value, struct)
    if codec.pack_sorted(codec.to_plain(body)) != codec.pack(value):
        raise ValueError(f"{kind}: not the one form of this body")
    return body


def encode_body(body: Body) -> dict[str, Any]:
    """The map of a body, keys ascending, defaults left out."""
    plain: dict[str, Any] = codec.ordered(codec.to_plain(body))
    return plain
