"""What can go wrong between two machines, as keys that the command line turns into sentences."""

from p2pcards_protocol.errors import P2PCardsError


class NetError(P2PCardsError):
    """Base of the errors of this room. `key` names the reason; `data` holds plain values for the sentence."""

    def __init__(self, key: str, **data: object) -> None:
        super().__init__(key + "".join(f" {name}={value!r}" for name, value in data.items()))
        self.key = key
        self.data = data


class AddressError(NetError):
    """What was typed is neither an address, a name, words nor an invite.

    Keys: empty, bad-port, bad-address, bad-invite, bad-words.
    """


class ListenError(NetError):
    """The host cannot listen. Keys: port-taken, port-forbidden, no-such-address, cannot-listen."""


class NotReached(NetError):
    """No address of the host answered, or it answered and then ended the greeting.

    Keys: no-address, refused, unreachable, timeout, name-unknown, privacy (macOS local network), not-p2pcards,
    and the protocol's own error strings (version, auth, rate, ...) when the other side said one.
    `data["tried"]` is a tuple of (address, reason key).
    """


class WrongKey(NetError):
    """Somebody answered, but not with the key that was expected. `data["seen"]` is the tuple of keys that answered."""
