"""The errors of the protocol floor. `why`, `reason` and `layer` are keys; a front end makes the sentence."""

from __future__ import annotations

#: Error strings that end a connection, and those that only answer a request.
CLOSING_CODES = frozenset({"bad-frame", "bad-message", "version", "auth", "state", "rate", "slow", "timeout"})
ANSWER_CODES = frozenset({"illegal", "stale", "gone", "not-seated", "state"})

#: The layers of a transcript, in the order in which a reader meets them.
LAYERS = (
    "file",
    "header",
    "frame",
    "chain",
    "host-signature",
    "author-signature",
    "counter",
    "seen",
    "phase",
    "body",
    "deal",
    "rules",
    "audit",
    "end",
)


class P2PCardsError(Exception):
    """Something in p2pcards went wrong."""


class ProtocolError(P2PCardsError):
    """The two ends of a link did not agree on what comes next."""


class LocalProtocolError(ProtocolError):
    """This program tried to send something that the protocol does not allow now: a bug here."""


class RemoteProtocolError(ProtocolError):
    """The other side sent something that the protocol does not allow.

    `code` is one of the fixed error strings; `text` is for logs only.
    """

    def __init__(self, code: str, text: str = "") -> None:
        super().__init__(f"{code}: {text}" if text else code)
        self.code = code
        self.text = text


class FairnessError(P2PCardsError):
    """A step of the deal is not what an honest seat would have done.

    `seat` is the seat to blame (255 the host), or None where only the audit can tell; `entry` is the number of the
    transcript entry when it is known.
    """

    def __init__(self, seat: int | None, reason: str, entry: int | None = None) -> None:
        super().__init__(f"seat {seat}: {reason}" + ("" if entry is None else f" (entry {entry})"))
        self.seat = seat
        self.reason = reason
        self.entry = entry


class TranscriptError(P2PCardsError):
    """A transcript, or an entry offered to one, does not hold.

    `layer` is one of LAYERS; `entry` the number of the entry, None for the file and the header; `reason` a key.
    """

    def __init__(self, layer: str, entry: int | None, reason: str) -> None:
        super().__init__(f"{layer}: {reason}" + ("" if entry is None else f" (entry {entry})"))
        self.layer = layer
        self.entry = entry
        self.reason = reason
