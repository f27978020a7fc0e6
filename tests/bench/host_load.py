"""The host of the load test, in a process of its own.

host_load.py STATE|none tls|plain TABLES dealer|sealed DEALS      prints its port and key, then answers "stat" lines
"""

import asyncio
import json
import os
import resource
import sys
from typing import Any

from p2pcards_protocol.identity import Identity

from p2pcards.host.server import HostServer
from p2pcards.net.gate import Limits
from p2pcards.store import Store


async def main(state: str, wire: str, tables: str, deal: str, deals: str) -> None:
    if wire == "plain":
        loop = asyncio.get_running_loop()
        accept = loop.connect_accepted_socket

        def plain(make: Any, connection: Any, **_: Any) -> Any:
            return accept(make, connection)

        loop.connect_accepted_socket = plain  # type: ignore[assignment]
    identity = Identity.generate(os.urandom)
    limits = Limits(strangers=1024, strangers_each=1024, links=4096, handshakes=1e6, burst=1e6)
    store = None if state == "none" else Store(state)
    host = HostServer(identity, name="load", store=store, rate=1e9, limits=limits)
    await host.start(("127.0.0.1",), 0, announce=False)
    for _ in range(int(tables)):
        host.create_table("classic", {"max_hands": int(deals)}, deal=deal)  # type: ignore[arg-type]
    print(json.dumps({"port": host.port, "key": identity.public.hex()}), flush=True)
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while await reader.readline():
        used = resource.getrusage(resource.RUSAGE_SELF)
        told = {"cpu": used.ru_utime + used.ru_stime, "rss": _rss(), "entries": host.entries_made}
        print(json.dumps({**told, "commits": host.commits}), flush=True)
    await host.close()


def _rss() -> int:
    """Bytes in memory now."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
