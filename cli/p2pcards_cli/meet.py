"""A client at the host that was meant, and whether it is the one that we know.

A host that we have met must show the key that we know, and nothing is sent to another one (KeyChanged; a person accepts
with `id trust`). An announced host must show the key whose fingerprint it announces. Only an unknown address is taken
at its first word; then its six words are shown.
"""

from __future__ import annotations

import os
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from p2pcards_protocol.identity import Identity, fingerprint, host_words
from p2pcards_protocol.session import Session

from p2pcards.net.address import DEFAULT_PORT, Target, parse
from p2pcards.net.client import RATE, Client
from p2pcards.net.connect import connect
from p2pcards.net.errors import NetError, WrongKey
from p2pcards.net.link import Link
from p2pcards.net.reach import Reached, reach
from p2pcards.net.service import Found
from p2pcards.player import Ask, Player
from p2pcards.rules.action import Action
from p2pcards.store import KeyChanged, Store

from .reach import announced, keep_changed

Decide = Callable[[Player, Ask], Action]


@dataclass(frozen=True, slots=True)
class Met:
    """A host that proved its key. name: as announced or as it was known, else where it is; first: never met before;
    secret: of an invite, for an invite-only table."""

    name: str
    key: bytes
    words: tuple[str, ...]
    first: bool
    secret: bytes = b""


async def meet(
    wanted: str | Found,
    identity: Identity,
    name: str,
    store: Store,
    *,
    search: float,
    others: Sequence[Found] = (),
    decide: Decide | None = None,
) -> tuple[Client, Met]:
    """Find the host, connect, and make sure who it is. wanted: what was typed, or a host of a list (others: the rest).

    Raises AddressError, NotReached, WrongKey, KeyChanged.
    """

    def session(seen: bytes) -> Session:
        return Session("client", identity, os.urandom, host_key_seen=seen)

    target = parse(wanted) if isinstance(wanted, str) else None
    known = _known(store, wanted, target)
    try:
        if target is not None:
            reached = await reach(target, session, pin=known, search=search)
        else:
            assert isinstance(wanted, Found)
            link = await connect(wanted.addresses, wanted.port, session, known or wanted.matches)
            reached = Reached(link, wanted, tuple(others))
    except WrongKey as error:
        seen = error.data.get("seen")
        if known is None or not isinstance(seen, tuple) or not seen:
            raise
        old = store.hosts.get(known)
        changed = KeyChanged(known, seen[0], old.name if old is not None else "")
        keep_changed(store, changed)
        raise changed from None
    return await _client(reached, target, identity, name, store, session, decide)


def _known(store: Store, wanted: str | Found, target: Target | None) -> bytes | None:
    """The key that the host must show, where we have met it."""
    if isinstance(wanted, Found):
        return next((host.key for host in store.hosts.all() if wanted.matches(host.key)), None)
    if target is None or target.words or target.key is not None:
        return None
    if target.name:
        expected = store.hosts.expected(target.name)
        if expected is not None:
            return expected.key
    expected = store.hosts.expected("", target.addresses, target.port or DEFAULT_PORT)
    return None if expected is None else expected.key


async def _client(
    reached: Reached,
    target: Target | None,
    identity: Identity,
    name: str,
    store: Store,
    session: Callable[[bytes], Session],
    decide: Decide | None,
) -> tuple[Client, Met]:
    link, found = reached.link, reached.found
    key = link.peer_key or b""
    addresses = found.addresses if found is not None else target.addresses if target is not None else ()
    port = found.port if found is not None else (target.port if target is not None else None) or DEFAULT_PORT
    alive = {each.id for each in reached.others}
    others = tuple(host.key for host in store.hosts.all() if fingerprint(host.key) in alive and host.key != key)
    title = found.name if found is not None else ""
    try:
        first = store.hosts.meet(key, title, addresses, port, int(time.time()), others=others)
    except KeyChanged as changed:
        link.abort()
        keep_changed(store, changed)
        raise
    client = Client(identity, name, _again(link, addresses, port, key, session), store=store, rate=RATE, decide=decide)
    await client.open()
    kept = store.hosts.get(key)
    shown = title or (kept.name if kept is not None else "") or (addresses[0] if addresses else link.peer[0])
    secret = (target.secret or b"") if target is not None else b""
    return client, Met(shown, key, host_words(key), first, secret)


def _again(
    link: Link, addresses: Sequence[str], port: int, key: bytes, session: Callable[[bytes], Session]
) -> Callable[[], Awaitable[Link]]:
    """What the client connects with: first the link that stands, later the same host wherever it is by then."""
    ready = [link]

    async def open_again() -> Link:
        if ready:
            return ready.pop()
        try:
            return await connect(addresses, port, session, key, timeout=5.0)
        except NetError:
            found, _ = await announced(1.5)
            here = [host for host in found if host.matches(key)]
            if not here:
                raise
            return await connect(here[0].addresses, here[0].port, session, key, timeout=5.0)

    return open_again
