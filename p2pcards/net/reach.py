"""From what a person typed to a link: the whole of "which host is meant", for joining and for coming back.

invite           its addresses, its key
HOST[:PORT]      that address; any key at first contact
NAME             an announced host of that name (or "name abcd" with the 4 characters that tell two apart), else a
                 name for the resolver
six words        every announced host in turn, until one proves a key with these words
"""

import asyncio
import unicodedata
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

from p2pcards_protocol.identity import host_words
from p2pcards_protocol.session import Session

from p2pcards.net.address import DEFAULT_PORT, Target
from p2pcards.net.browsing import browse
from p2pcards.net.connect import Pin, connect
from p2pcards.net.errors import NotReached
from p2pcards.net.link import Link
from p2pcards.net.service import Found

SEARCH = 3.0
"""Seconds to look for an announced host before saying that there is none."""

Look = Callable[[float, Callable[[tuple[Found, ...]], bool]], Awaitable[tuple[Found, ...]]]


@dataclass(frozen=True, slots=True)
class Reached:
    """The link, and how the host was found. `found` is its announcement, None when an address led there; `others` are
    all hosts seen on the way, for telling two of one name apart."""

    link: Link
    found: Found | None
    others: tuple[Found, ...] = ()


async def reach(
    target: Target,
    session: Callable[[bytes], Session],
    *,
    pin: Pin = None,
    search: float = SEARCH,
    timeout: float = 10.0,
    look: Look = browse,
) -> Reached:
    """Find the host that is meant and connect to it.

    pin     what its key must be, where it is known from before (an invite brings its own)
    search  seconds to look for announcements; timeout: seconds for the connection then

    Raises NotReached (also not-found, ambiguous with `hosts`), WrongKey.
    """
    pin = target.key or pin
    if target.words:
        return await _by_words(target.words, session, search, timeout, look)
    if target.name:
        seen = await look(search, lambda found: bool(called(target.name, found)))
        named = called(target.name, seen)
        if len(named) > 1:
            named = [one for one in named if isinstance(pin, bytes) and one.matches(pin)] or named
        if len(named) > 1:
            raise NotReached("ambiguous", name=target.name, hosts=tuple(named))
        if named:
            link = await connect(named[0].addresses, named[0].port, session, pin or named[0].matches, timeout=timeout)
            return Reached(link, named[0], seen)
        if not target.addresses:
            raise NotReached("not-found", name=target.name, hosts=seen)
    link = await connect(target.addresses, target.port or DEFAULT_PORT, session, pin, timeout=timeout)
    return Reached(link, None)


def called(name: str, found: Sequence[Found]) -> list[Found]:
    """The hosts that this name may mean: by the name alone, or with the first characters of the id behind it."""
    wanted = _fold(name)
    return [one for one in found if wanted in (_fold(one.name), f"{_fold(one.name)} {one.id[:4]}")]


async def _by_words(
    words: tuple[str, ...], session: Callable[[bytes], Session], search: float, timeout: float, look: Look
) -> Reached:
    """Try each announced host as it turns up: what is announced does not tell its words, only its key does."""
    tried: dict[tuple[str, tuple[str, ...], int], asyncio.Task[Link]] = {}
    won: asyncio.Future[tuple[Link, Found]] = asyncio.get_running_loop().create_future()

    async def attempt(one: Found) -> Link:
        link = await connect(one.addresses, one.port, session, lambda key: host_words(key) == words, timeout=timeout)
        if won.done():
            link.abort()
        else:
            won.set_result((link, one))
        return link

    def enough(found: tuple[Found, ...]) -> bool:
        for one in found:
            what = (one.id, one.addresses, one.port)
            if what not in tried and one.addresses:
                tried[what] = asyncio.create_task(attempt(one))
        return won.done()

    async def all_tried() -> tuple[Found, ...]:
        seen = await look(search, enough)
        await asyncio.gather(*tried.values(), return_exceptions=True)
        return seen

    looking = asyncio.create_task(all_tried())
    try:
        either: list[asyncio.Future[Any]] = [looking, won]
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if won.done():
            link, one = won.result()
            return Reached(link, one)
        raise NotReached("not-found", name=" ".join(words), hosts=looking.result())
    finally:
        for task in (looking, *tried.values()):
            task.cancel()  # those that are done do not mind
        await asyncio.gather(looking, *tried.values(), return_exceptions=True)


def _fold(name: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
