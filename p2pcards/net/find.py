"""From what a person typed to a connected client: which host is meant, and is it the one we know?

A name and the six words are looked for among the announced hosts first; addresses and invites lead straight to the
host. The key of a host that we have met is the pin; another key stops hard (KeyChanged).
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from p2pcards_protocol.identity import Identity, host_words
from p2pcards_protocol.session import Session

from p2pcards.net.address import DEFAULT_PORT, Target, parse
from p2pcards.net.client import RATE, Client
from p2pcards.net.connect import Pin, connect
from p2pcards.net.errors import NotReached, WrongKey
from p2pcards.net.lan import browse
from p2pcards.net.link import Link
from p2pcards.net.service import Found
from p2pcards.player import Ask, Player
from p2pcards.rules.action import Action
from p2pcards.store import KeyChanged, Store
from p2pcards.store.hosts import fold

LOOK = 3.0
"""Seconds to look for announced hosts."""


@dataclass(frozen=True, slots=True)
class HostRef:
    """A host that proved its key. words: its six. address, port: where it was reached. first_contact: never met."""

    key: bytes
    name: str
    words: tuple[str, ...]
    address: str
    port: int
    first_contact: bool


@dataclass(frozen=True, slots=True)
class Where:
    """How to reach a host: addresses to race, the port, the test of its key, and its name if it was announced."""

    addresses: tuple[str, ...]
    port: int
    pin: Pin
    name: str = ""


def where_found(found: Found) -> Where:
    """An announced host."""
    return Where(found.addresses, found.port, found.matches, found.name)


async def locate(target: Target, look: float = LOOK) -> tuple[Where, ...]:
    """The places to try for what was typed, the likeliest first; empty when nothing is announced under it."""
    if target.words:
        words = target.words
        everybody = await browse(look)
        return tuple(
            Where(found.addresses, found.port, lambda key: host_words(key) == words, found.name) for found in everybody
        )
    places: list[Where] = []
    if target.name:
        wanted = fold(target.name)

        def same(found: Found) -> bool:
            return wanted in (fold(found.name), fold(found.name.split(".")[0]))

        seen = await browse(look, lambda found: any(map(same, found)))
        places += [where_found(found) for found in seen if same(found)]
    if target.addresses:
        places.append(Where(target.addresses, target.port or DEFAULT_PORT, target.key))
    return tuple(places)


async def join(
    target: Target | Found | str,
    identity: Identity,
    name: str,
    store: Store | None,
    *,
    look: float = LOOK,
    rate: float | None = RATE,
    trust_new_key: bool = False,
    rng: Callable[[int], bytes] = os.urandom,
    decide: Callable[[Player, Ask], Action] | None = None,
) -> tuple[Client, HostRef]:
    """Connect to the host that is meant; the client comes back to it by itself.

    Raises AddressError (what was typed means nothing), NotReached (key "not-announced" when nobody announces that
    name or those words), WrongKey, KeyChanged (a host we know shows another key; trust_new_key accepts it).
    """
    if isinstance(target, str):
        target = parse(target)
    places = (where_found(target),) if isinstance(target, Found) else await locate(target, look)
    if not places:
        raise NotReached("not-announced")
    failure: NotReached | WrongKey | None = None
    for place in places:
        try:
            return await _reach(place, identity, name, store, rate, trust_new_key, rng, decide)
        except (NotReached, WrongKey) as error:
            failure = error if failure is None or isinstance(error, WrongKey) else failure
    assert failure is not None
    raise failure


async def _reach(
    place: Where,
    identity: Identity,
    name: str,
    store: Store | None,
    rate: float | None,
    trust_new_key: bool,
    rng: Callable[[int], bytes],
    decide: Callable[[Player, Ask], Action] | None,
) -> tuple[Client, HostRef]:
    known = None if store is None else store.hosts.expected(place.name, place.addresses, place.port)
    pin = place.pin
    if known is not None and pin is None and not trust_new_key:
        pin = known.key

    async def connect_with(chosen: Pin, addresses: tuple[str, ...], port: int) -> Link:
        return await connect(addresses, port, lambda key: Session("client", identity, rng, host_key_seen=key), chosen)

    try:
        link = await connect_with(pin, place.addresses, place.port)
    except WrongKey as error:
        if known is not None and place.pin is None:
            raise KeyChanged(known.key, error.data["seen"][0], known.name) from error  # type: ignore[index]
        raise
    assert link.connected is not None
    key = link.connected.key
    address = link.peer[0]
    first = False
    if store is not None:
        now = int(time.time())
        try:
            if trust_new_key and known is not None and known.key != key:
                store.hosts.replace(known.key, key, now)
            first = store.hosts.meet(key, place.name, place.addresses, place.port, now)
        except KeyChanged:
            link.close()
            raise
    links = [link]
    now_at = [place]

    async def open_again() -> Link:
        if links:
            return links.pop()
        try:
            return await connect_with(key, now_at[0].addresses, now_at[0].port)
        except NotReached:
            moved = await browse(1.0, lambda all_: any(f.matches(key) for f in all_))
            for found in moved:
                if found.matches(key):
                    now_at[0] = replace(where_found(found), pin=key)
            raise

    client = Client(identity, name, open_again, store=store, rng=rng, rate=rate, decide=decide)
    await client.open()
    return client, HostRef(key, place.name, host_words(key), address, place.port, first)
