"""A program for a machine of the lab: a bare host, browser or guest over the real network room. One JSON object a line.

peer.py host NAME SEED [BIND...]     announces and serves until SIGTERM
peer.py browse SECONDS               what is found, at every change and at the end
peer.py join PORT SEED ADDRESS...    connects with the key of SEED pinned
"""

import asyncio
import json
import os
import signal
import sys
import time

from p2pcards_protocol.identity import Identity
from p2pcards_protocol.session import Session

from p2pcards.net.announcing import Announcer
from p2pcards.net.browsing import Browser
from p2pcards.net.connect import connect
from p2pcards.net.errors import NetError
from p2pcards.net.serve import EVERYWHERE, serve
from p2pcards.net.service import Service

BEGIN = time.monotonic()


def identity(seed: str) -> Identity:
    return Identity.from_seed(bytes([int(seed)]) * 32)


def say(what: str, **values: object) -> None:
    print(json.dumps({"what": what, "s": round(time.monotonic() - BEGIN, 3), **values}), flush=True)


async def host(name: str, seed: str, *bind: str) -> None:
    mine = identity(seed)
    server = await serve(mine, bind or EVERYWHERE, None, lambda link: say("guest", peer=link.peer[0]))
    announcer = Announcer(server.listening, Service(name, mine.public, server.port, 1, 3, ("spades",)))
    announcer.on_problem = lambda problem: say("announced", problem=problem, addresses=announcer.addresses)
    announcer.start()
    say("listening", port=server.port)
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    await stop.wait()
    await announcer.close()
    await server.close()
    say("end")


async def browse(seconds: str) -> None:
    def changed() -> None:
        say("found", hosts=[{"name": one.name, "id": one.id, "addresses": one.addresses} for one in browser.found])

    browser = Browser(changed)
    browser.start()
    await asyncio.sleep(float(seconds))
    await browser.close()
    say("end", problem=browser.problem)


async def join(port: str, seed: str, *addresses: str) -> None:
    me, key = Identity.generate(os.urandom), identity(seed).public
    try:
        link = await connect(
            addresses, int(port), lambda seen: Session("client", me, os.urandom, host_key_seen=seen), key
        )
    except NetError as why:
        say("failed", key=why.key, tried=why.data.get("tried"))
        return
    say("joined", peer=link.peer[0])
    link.close()
    await asyncio.shield(link.gone)


if __name__ == "__main__":
    asyncio.run({"host": host, "browse": browse, "join": join}[sys.argv[1]](*sys.argv[2:]))
