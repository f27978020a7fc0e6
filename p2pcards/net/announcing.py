"""Announce a host by mDNS; see lan.py."""

from __future__ import annotations

import socket
from collections.abc import Sequence

from zeroconf import ServiceInfo
from zeroconf.asyncio import AsyncZeroconf

from p2pcards.net.lan import Lan
from p2pcards.net.local import announced, interfaces
from p2pcards.net.service import TYPE, Service


class Announcer(Lan):
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
