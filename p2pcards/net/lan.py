"""Finding each other: announce a host by mDNS, and list the hosts that are announced.

Both run as a task of their own beside the program. They never stop it and never raise into it: without a network,
without multicast, with port 5353 taken, `problem` says so in a word and the task tries again every 2 s, when the
interfaces are looked at anyway. An interface that comes, goes or changes its address is followed within that time.
"""

import asyncio
import contextlib
import errno
import socket
from collections.abc import Callable, Sequence

from zeroconf import Error, InterfaceChoice, IPVersion, ServiceInfo, ServiceStateChange, Zeroconf
from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

from p2pcards.net.local import Local, announced, interfaces, named_scope, needs_scope
from p2pcards.net.service import TYPE, Found, Service, read

POLL = 2.0
"""Seconds between two looks at the interfaces."""

RESTARTS = (0.3, 1.0)
"""Seconds after which a browser asks afresh. With 20 % loss the median stays at 0.1 s, but without this one start in
ten takes 5 s (network.md section 4)."""

_SETTLE = 0.3  # an interface that comes up gets its addresses one by one
_RESOLVE = 3000  # milliseconds to ask for the details of one host
_REPLACED = 2.5  # seconds after which replaced records are surely gone: three announcements, then one second
_GOODBYE = 2.0  # seconds for the last words


class _Lan:
    """The task that both have: keep a zeroconf that fits the interfaces, say what is wrong."""

    def __init__(self) -> None:
        self.problem: str | None = "starting"
        self.on_problem: Callable[[str | None], None] | None = None
        self._zeroconf: AsyncZeroconf | None = None
        self._local: tuple[Local, ...] = ()
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin, in the background."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Stop and say goodbye. Returns within 2 s, whatever the network does."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._drop()

    async def _run(self) -> None:
        while True:
            self._wake.clear()
            try:
                self._say(await self._step())
            except (OSError, RuntimeError, Error, ValueError, AssertionError) as why:
                await self._drop()
                self._say(_problem(why))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(POLL):
                    await self._wake.wait()

    async def _step(self) -> str | None:
        """Bring everything up to date with the machine; return what is wrong, None when all is well."""
        local = interfaces()
        if self._zeroconf is not None and local != self._local:
            while True:
                await asyncio.sleep(_SETTLE)
                later = interfaces()
                if later == local:
                    break
                local = later
        changed, self._local = local != self._local, local
        if not local:
            await self._drop()
            return "no-address"
        if self._zeroconf is None:
            self._zeroconf = AsyncZeroconf(interfaces=InterfaceChoice.All, ip_version=IPVersion.All)
            await self._begin(self._zeroconf)
        elif changed:
            await self._follow(self._zeroconf)
        else:
            await self._refresh(self._zeroconf)
        return None

    async def _begin(self, zeroconf: AsyncZeroconf) -> None: ...
    async def _follow(self, zeroconf: AsyncZeroconf) -> None: ...
    async def _refresh(self, zeroconf: AsyncZeroconf) -> None: ...
    async def _end(self) -> None: ...

    async def _drop(self) -> None:
        zeroconf, self._zeroconf = self._zeroconf, None
        if zeroconf is not None:
            with contextlib.suppress(OSError, RuntimeError, Error, TimeoutError):
                async with asyncio.timeout(_GOODBYE):
                    await self._end()
                    await zeroconf.async_close()

    def _say(self, problem: str | None) -> None:
        if problem != self.problem:
            self.problem = problem
            if self.on_problem is not None:
                self.on_problem(problem)


class Announcer(_Lan):
    """Announces one host until it is closed.

    problem    None while announced, else: starting, no-address, loopback-only, port-5353-taken, failed
    addresses  what is announced now
    """

    def __init__(self, listening: Sequence[str], service: Service) -> None:
        """`listening` is what the server is bound to (`Server.listening`); open the port first."""
        super().__init__()
        self.addresses: tuple[str, ...] = ()
        self._listening = tuple(listening)
        self._service = service
        self._said: tuple[Service, tuple[str, ...]] | None = None
        self._info: ServiceInfo | None = None  # what is registered

    def update(self, service: Service) -> None:
        """Tables or seats have changed. Cheap to call often: what was not announced yet is replaced."""
        self._service = service
        self._wake.set()

    async def _step(self) -> str | None:
        local = interfaces()
        if local and not announced(self._listening, local):
            await self._drop()
            return "loopback-only"
        return await super()._step()

    async def _begin(self, zeroconf: AsyncZeroconf) -> None:
        self._said = self._info = None
        await self._refresh(zeroconf)

    async def _follow(self, zeroconf: AsyncZeroconf) -> None:
        if self._info is not None:  # new sockets repeat what is registered: let that be the new addresses
            self._info.addresses = _packed(announced(self._listening, self._local))
        await zeroconf.async_update_interfaces()
        await self._refresh(zeroconf)

    async def _refresh(self, zeroconf: AsyncZeroconf) -> None:
        self.addresses = announced(self._listening, self._local)
        before, wanted = self._said, (self._service, self.addresses)
        if wanted == before:
            return
        old, info = self._info, _info(*wanted)
        self._said, self._info = wanted, info
        if old is not None and old.name == info.name:
            await (await zeroconf.async_update_service(info))
            return
        if old is not None:
            await zeroconf.async_unregister_service(old)
        # the name holds part of our key, so nobody else can have it: no probing, seen after 8 ms instead of 1.25 s
        await (await zeroconf.async_register_service(info, cooperating_responders=True))


class Browser(_Lan):
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


def _info(service: Service, addresses: Sequence[str]) -> ServiceInfo:
    return ServiceInfo(
        TYPE,
        service.full_name(),
        addresses=_packed(addresses),
        port=service.port,
        properties=service.text(),
        server=service.server(),
    )


def _packed(addresses: Sequence[str]) -> list[bytes]:
    return [socket.inet_pton(socket.AF_INET6 if ":" in one else socket.AF_INET, one) for one in addresses]


def _merge(old: Found | None, new: Found) -> Found:
    """Two instances of one host: the newer one is right, and the older one's addresses are worth a try."""
    if old is None or old.port != new.port:
        return new
    both = tuple(dict.fromkeys((*new.addresses, *old.addresses)))
    return Found(new.id, new.name, both, new.port, new.tables, new.free, new.games, new.versions, new.rules)


def _problem(why: BaseException) -> str:
    if isinstance(why, OSError) and why.errno in (errno.EADDRINUSE, errno.EACCES):
        return "port-5353-taken"
    if isinstance(why, RuntimeError) and "No interfaces" in str(why):
        return "no-address"
    return "failed"
