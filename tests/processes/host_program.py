"""A host as a program of its own, without bots: `python host_program.py GAME SEATS DEALS`.

It prints port, key and table, then how many entries there are whenever that changes, and stays until its standard input
closes.
"""

from __future__ import annotations

import asyncio
import os
import sys

from p2pcards_protocol.identity import Identity

from p2pcards.host.server import HostServer


async def main(game: str, seats: int, deals: int) -> None:
    host = HostServer(Identity.generate(os.urandom), name="alone", rate=10_000)
    await host.start(("127.0.0.1",), 0, announce=False)
    table = host.create_table(game, {"max_hands": deals}, seats, deal="sealed")
    print(host.port, host.identity.public.hex(), table.ref, flush=True)
    said = 0
    loop = asyncio.get_running_loop()
    gone = loop.run_in_executor(None, sys.stdin.read)
    while not gone.done():
        entries = 0 if table.conductor is None else len(table.conductor.entries)
        if entries != said:
            said = entries
            print(entries, flush=True)
        await asyncio.sleep(0.002)
    await host.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
