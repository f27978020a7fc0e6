"""What is in reach: announced hosts and their tables; and host keys that were refused, for a person to judge."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncGenerator
from dataclasses import dataclass

from p2pcards_protocol import message as wire
from p2pcards_protocol.identity import Identity, host_words
from p2pcards_protocol.session import Closed, Received, Session
from p2pcards_protocol.states import VERSIONS

from p2pcards.net.browsing import Browser
from p2pcards.net.connect import connect
from p2pcards.net.errors import NetError
from p2pcards.net.service import Found
from p2pcards.store import KeyChanged, Store

LOOK = 3.0
"""Seconds in which an announced host is found, if it is going to be found at all."""

SETTLE = 0.6
"""Seconds to wait for further hosts once there is one."""

CHANGED_KEY = "changed-key"
"""The store's setting that keeps the last host key that was refused, for `id trust`."""


@dataclass(frozen=True, slots=True)
class HostSeen:
    """An announced host. key, words and tables: of those that answered; problem: a key of NotReached for the others."""

    found: Found
    key: bytes = b""
    words: tuple[str, ...] = ()
    tables: tuple[wire.TableInfo, ...] = ()
    problem: str = ""


async def announced(timeout: float, settle: float | None = SETTLE) -> tuple[tuple[Found, ...], str | None]:
    """The hosts announced now, and what is wrong with the network if something is (a key of net.lan).

    settle: seconds to go on after the first one; None: look for the whole timeout.
    """
    changed = asyncio.Event()
    browser = Browser(changed.set)
    browser.start()
    loop = asyncio.get_running_loop()
    until = loop.time() + timeout
    try:
        while (left := until - loop.time()) > 0:
            try:
                async with asyncio.timeout(left):
                    await changed.wait()
            except TimeoutError:
                break
            changed.clear()
            if browser.found and settle is not None:
                until = min(until, loop.time() + settle)
        return browser.found, browser.problem
    finally:
        await browser.close()


async def look_around(timeout: float, settle: float | None = SETTLE) -> tuple[tuple[HostSeen, ...], str | None]:
    """The announced hosts with their tables, and what is wrong with the network."""
    found, problem = await announced(timeout, settle)
    seen = await asyncio.gather(*(ask_tables(one) for one in found))
    return tuple(seen), problem


async def ask_tables(found: Found) -> HostSeen:
    """What a host has on offer, without joining it. Never raises: a host may be announced and gone."""
    follow = follow_tables(found)
    try:
        return await anext(follow)
    finally:
        await follow.aclose()


async def follow_tables(found: Found, timeout: float = 4.0) -> AsyncGenerator[HostSeen, None]:
    """The same, and again with each change, until the host is gone: then once more, with the problem. Never raises.

    timeout: seconds for the connection, and for the first answer then."""
    if not any(found.versions[0] <= version <= found.versions[1] for version in VERSIONS):
        yield HostSeen(found, problem="version")
        return
    watcher = Identity(os.urandom(32))
    try:
        link = await connect(
            found.addresses,
            found.port,
            lambda key: Session("client", watcher, os.urandom, wants="watch", host_key_seen=key),
            found.matches,
            timeout=timeout,
        )
    except NetError as error:
        yield HostSeen(found, problem=error.key)
        return
    told: asyncio.Queue[tuple[wire.TableInfo, ...] | None] = asyncio.Queue()

    def hear(event: object) -> None:
        if isinstance(event, Closed):
            told.put_nowait(None)
        elif isinstance(event, Received) and isinstance(event.message, wire.Tables):
            told.put_nowait(event.message.tables)

    link.listen(hear)
    key = link.peer_key or b""
    try:
        async with asyncio.timeout(timeout):
            tables = await told.get()
        while tables is not None:
            yield HostSeen(found, key, host_words(key), tables)
            tables = await told.get()
    except TimeoutError:
        pass
    finally:
        link.close()
    yield HostSeen(found, problem="timeout")


def keep_changed(store: Store, changed: KeyChanged) -> None:
    """Remember a refused key, so that `id trust NAME` can show and accept it."""
    kept = {"known": changed.known.hex(), "seen": changed.seen.hex(), "name": changed.name}
    store.put_setting(CHANGED_KEY, json.dumps(kept).encode())


def kept_changed(store: Store) -> KeyChanged | None:
    """The last refused key."""
    data = store.get_setting(CHANGED_KEY)
    if not data:
        return None
    kept = json.loads(data)
    return KeyChanged(bytes.fromhex(kept["known"]), bytes.fromhex(kept["seen"]), kept["name"])
