"""List the hosts that are announced by mDNS; see lan.py."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable

from zeroconf import IPVersion, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from p2pcards.net.lan import Lan
from p2pcards.net.local import named_scope, needs_scope
from p2pcards.net.service import TYPE, Found, read

RESTARTS = (0.3, 1.0)
"""Seconds after which a browser asks afresh. With 20 % loss the median stays at 0.1 s, but without this one start in
ten takes 5 s (network.md section 4)."""

_RESOLVE = 3000  # milliseconds to ask for the details of one host
_REPLACED = 2.5  # seconds after which replaced records are surely gone: three announcements, then one second


class Browser(Lan):
    """Lists the announced hosts until it is closed.

    One host is one entry, however many interfaces and addresses it is seen through. An entry is only a suggestion: a
    host that was killed stays announced for minutes, so a lobby should hold a link to each and drop those that end.
    """

    def __init__(self, on_change: Callable[[], None] | None = None) -> None:
        super().__init__()
        self._on_change = on_change
        self._instances: dict[str, Found] = {}  # the one seen last at the end
        self._browser: AsyncServiceBrowser | None = None
        self._asking: dict[str, asyncio.Task[None]] = {}
        self._restarting: asyncio.Task[None] | None = None

    @property
    def found(self) -> tuple[Found, ...]:
        """The hosts announced now, by name."""
        hosts: dict[str, Found] = {}
        for one in self._instances.values():
            hosts[one.id] = _merge(hosts.get(one.id), one)
        return tuple(sorted(hosts.values(), key=lambda one: (one.name.casefold(), one.id)))

    async def _begin(self, zeroconf: AsyncZeroconf) -> None:
        await self._ask(zeroconf)
        self._restarting = asyncio.create_task(self._ask_again(zeroconf))

    async def _follow(self, zeroconf: AsyncZeroconf) -> None:
        await zeroconf.async_update_interfaces()
        await self._ask(zeroconf)

    async def _end(self) -> None:
        tasks = [*self._asking.values(), *([self._restarting] if self._restarting else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._browser is not None:
            await self._browser.async_cancel()
        self._browser = None

    async def _ask_again(self, zeroconf: AsyncZeroconf) -> None:
        start = asyncio.get_running_loop().time()
        for when in RESTARTS:
            await asyncio.sleep(max(0.0, start + when - asyncio.get_running_loop().time()))
            await self._ask(zeroconf)

    async def _ask(self, zeroconf: AsyncZeroconf) -> None:
        """Begin to browse, or begin anew: a new browser asks at once."""
        if self._browser is not None:
            await self._browser.async_cancel()
        self._browser = AsyncServiceBrowser(zeroconf.zeroconf, TYPE, handlers=[self._heard])

    def _heard(self, zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        if state_change is ServiceStateChange.Removed:
            if self._instances.pop(name, None) is not None:
                self._changed()
            return
        before = self._asking.pop(name, None)
        if before is not None:
            before.cancel()
        self._asking[name] = task = asyncio.ensure_future(self._resolve(zeroconf, name))
        task.add_done_callback(lambda _done: self._asking.pop(name) if self._asking.get(name) is task else None)

    async def _resolve(self, zeroconf: Zeroconf, name: str) -> None:
        info = AsyncServiceInfo(TYPE, name)
        if await info.async_request(zeroconf, _RESOLVE):
            self._learn(name, info)
        # records that the news replaced stay in the cache for a second (RFC 6762 section 10.2) and end in silence
        await asyncio.sleep(_REPLACED)
        info = AsyncServiceInfo(TYPE, name)
        if info.load_from_cache(zeroconf):
            self._learn(name, info)

    def _learn(self, name: str, info: AsyncServiceInfo) -> None:
        addresses = tuple(
            dict.fromkeys(
                named_scope(one) for one in info.parsed_scoped_addresses(IPVersion.All) if not needs_scope(one)
            )
        )
        found = read(info.decoded_properties, addresses, info.port or 0)
        if found is not None and found != self._instances.get(name):
            self._instances.pop(name, None)
            self._instances[name] = found
            self._changed()

    def _changed(self) -> None:
        if self._on_change is not None:
            self._on_change()


async def browse(
    timeout: float, enough: Callable[[tuple[Found, ...]], bool] = lambda found: False
) -> tuple[Found, ...]:
    """Look for `timeout` seconds, or until what was found is `enough`."""
    changed = asyncio.Event()
    browser = Browser(changed.set)
    browser.start()
    try:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(timeout):
                while not enough(browser.found):
                    await changed.wait()
                    changed.clear()
        return browser.found
    finally:
        await browser.close()


def _merge(old: Found | None, new: Found) -> Found:
    """Two instances of one host: the newer one is right, and the older one's addresses are worth a try."""
    if old is None or old.port != new.port:
        return new
    both = tuple(dict.fromkeys((*new.addresses, *old.addresses)))
    return Found(new.id, new.name, both, new.port, new.tables, new.free, new.games, new.versions, new.rules)
