"""Every error of the project in one place: those of the protocol floor and those of the games."""

from __future__ import annotations

from p2pcards_protocol.errors import (
    FairnessError,
    LocalProtocolError,
    P2PCardsError,
    ProtocolError,
    RemoteProtocolError,
    TranscriptError,
)

from p2pcards.rules.action import IllegalAction
from p2pcards.rules.option import OptionError

__all__ = [
    "FairnessError",
    "IllegalAction",
    "LocalProtocolError",
    "OptionError",
    "P2PCardsError",
    "ProtocolError",
    "RemoteProtocolError",
    "TranscriptError",
]
