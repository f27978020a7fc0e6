"""What a running host tells the programs of its machine: `host status`, and the doctor, which shows its invite."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from p2pcards.store import StoreError

from .control import Control, control_path
from .server import HostServer


def status(host: HostServer, addresses: Sequence[str], announces: bool = True) -> dict[str, Any]:
    """The facts of a host. addresses: where others reach it; announces: whether it wants to be found."""
    return {
        "name": host.name,
        "key": host.identity.public.hex(),
        "words": " ".join(host.words),
        "port": host.port,
        "addresses": list(addresses),
        "announced": host.problem is None and announces,
        "problem": host.problem or "",
        "tables": len(host.tables),
        "links": host.links,
        "trouble": host.trouble or "",
    }


@contextlib.asynccontextmanager
async def present(host: HostServer, folder: Path, slot: int, announces: bool = True) -> AsyncIterator[None]:
    """Tell the status of a host that somebody plays at, for as long as it runs; it has no console. Where that cannot
    be (no socket in this folder), the host runs all the same."""

    async def tell(_asked: Mapping[str, Any]) -> dict[str, Any]:
        return status(host, host.addresses, announces)

    control = Control(control_path(folder, slot), {"status": tell})
    with contextlib.suppress(StoreError):
        await control.start()
    try:
        yield
    finally:
        await control.close()
