"""The greeting: how two ends learn who the other is and which version they speak. The session drives it.

    client                                     host
    hello {versions, role, key, nonce}   ->
                                         <-    challenge {nonce}              (not for "watch")
    auth {proof}                         ->
                                         <-    welcome {version, session}

proof = signature, tag "auth", over host key SEEN by the client || client nonce || host nonce || client key ||
SHA-256(hello payload): a host in the middle has another key, a replay another nonce, a downgrade another hello.
"""

from __future__ import annotations

from .errors import RemoteProtocolError
from .hashing import sha256
from .identity import Identity, Rng, verify
from .message import Auth, Challenge, Hello, Link, Wants, Welcome
from .states import Connected

Greetings = Hello | Challenge | Auth | Welcome


class Greeting:
    """One end's part of it, up to the event that says how it came out."""

    def __init__(
        self,
        identity: Identity,
        rng: Rng,
        host_key: bytes,
        *,
        wants: Wants,
        caps: tuple[str, ...],
        versions: tuple[int, ...],
    ) -> None:
        self.wants: Wants = wants
        self.version = 0
        self.versions = tuple(sorted(versions))
        self._identity = identity
        self._rng = rng
        self._host_key = host_key
        self._caps = caps
        self._peer_key = b""
        self._peer_caps: tuple[str, ...] = ()
        self._nonce = self._peer_nonce = b""
        self._hello = b""

    @property
    def outcome(self) -> Connected:
        """What came out of it, once it is done."""
        return Connected(self._peer_key, self.wants, self.version, self._peer_caps)

    def hello(self) -> Hello:
        """The client's first word. Its payload is then given to `sent`."""
        self._nonce = self._rng(32)
        key = b"" if self.wants == "watch" else self._identity.public
        return Hello(versions=self.versions, role=self.wants, key=key, nonce=self._nonce, caps=self._caps)

    def sent(self, payload: bytes) -> None:
        """The hello as it went: the proof covers it."""
        self._hello = payload

    def answer(self, state: str, payload: bytes, message: Greetings) -> tuple[Link | None, str]:
        """What is said to a message of the greeting, and the state of the session after it ("auth", "open", "watched").
        Raises RemoteProtocolError (version, auth, state, bad-message)."""
        match message:
            case Hello():
                return self._on_hello(payload, message)
            case Challenge():
                return self._on_challenge(message)
            case Auth():
                return self._on_auth(message)
            case Welcome():
                return self._on_welcome(state, message)

    def _on_hello(self, payload: bytes, hello: Hello) -> tuple[Link, str]:
        common = set(hello.versions) & set(self.versions)
        if not common:
            raise RemoteProtocolError("version", "no version in common")
        if (hello.role == "watch") != (hello.key == b""):
            raise RemoteProtocolError("bad-message", "a player or spectator has a key, a watcher none")
        self.version, self.wants, self._peer_caps = max(common), hello.role, hello.caps
        self._peer_nonce, self._hello = hello.nonce, payload
        if hello.role == "watch":
            return self._welcome(), "watched"
        self._peer_key = hello.key
        self._nonce = self._rng(32)
        return Challenge(nonce=self._nonce), "auth"

    def _proof_parts(self, client_nonce: bytes, host_nonce: bytes, client_key: bytes) -> tuple[bytes, ...]:
        return (self._host_key, client_nonce, host_nonce, client_key, sha256(self._hello))

    def _on_challenge(self, challenge: Challenge) -> tuple[Link, str]:
        if self.wants == "watch":
            raise RemoteProtocolError("state", "a watcher has nothing to prove")
        parts = self._proof_parts(self._nonce, challenge.nonce, self._identity.public)
        return Auth(proof=self._identity.sign("auth", *parts)), "auth"

    def _on_auth(self, auth: Auth) -> tuple[Link, str]:
        parts = self._proof_parts(self._peer_nonce, self._nonce, self._peer_key)
        if not verify(self._peer_key, auth.proof, "auth", *parts):
            raise RemoteProtocolError("auth", "the proof does not hold")
        return self._welcome(), "open"

    def _welcome(self) -> Welcome:
        return Welcome(version=self.version, session=self._rng(16), caps=self._caps)

    def _on_welcome(self, state: str, welcome: Welcome) -> tuple[None, str]:
        if (state == "hello") != (self.wants == "watch"):
            raise RemoteProtocolError("state", "welcome without a challenge")
        if welcome.version not in self.versions:
            raise RemoteProtocolError("version", f"version {welcome.version} was not offered")
        self.version, self._peer_key, self._peer_caps = welcome.version, self._host_key, welcome.caps
        return None, "watched" if self.wants == "watch" else "open"
