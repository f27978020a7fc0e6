"""The exit codes, in one place (documented in docs and in `p2pcards --help`)."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """How a command ended."""

    OK = 0
    FAILED = 1
    USAGE = 2
    NOT_VERIFIED = 3
    NOT_FOUND = 4
    PROTOCOL = 5
    INTERRUPTED = 130


#: By the name of the error's class, nearest first.
CODES = {
    "AddressError": Exit.USAGE,
    "OptionError": Exit.USAGE,
    "ConfigError": Exit.USAGE,
    "HostConfigError": Exit.USAGE,
    "NotReached": Exit.NOT_FOUND,
    "TranscriptError": Exit.NOT_VERIFIED,
    "FairnessError": Exit.NOT_VERIFIED,
    "RemoteProtocolError": Exit.PROTOCOL,
    "LocalProtocolError": Exit.FAILED,
    "ProtocolError": Exit.PROTOCOL,
    "P2PCardsError": Exit.FAILED,
}

#: Keys of NotReached that mean: it is there, and the two programs do not fit together.
PROTOCOL_KEYS = frozenset({"version", "auth", "bad-frame", "bad-message", "state", "not-p2pcards"})


def exit_code(error: BaseException) -> Exit:
    """The exit code of an error."""
    names = [kind.__name__ for kind in type(error).__mro__]
    if "NotReached" in names and getattr(error, "key", "") in PROTOCOL_KEYS:
        return Exit.PROTOCOL
    return next((CODES[name] for name in names if name in CODES), Exit.FAILED)


class Failure(Exception):
    """A command gives up: a sentence for the person and an exit code. The sentence is in the reader's language."""

    def __init__(self, sentence: str, code: Exit = Exit.FAILED) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.code = code
