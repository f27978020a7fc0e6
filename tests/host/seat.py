"""A seat in a process of its own, with its own state folder: a bot that plays one match and says how it ended.

seat.py STATE NAME PORT HOSTKEY ADDRESS...      one JSON object a line; started again it goes on where it was killed
"""

import asyncio
import json
import os
import sys
from pathlib import Path

from p2pcards_protocol.session import Session

from p2pcards.bots.levels import make_bot
from p2pcards.net.bot import BotMind, play_bot
from p2pcards.net.client import RATE, Client, RefusedByHost
from p2pcards.net.client_events import Saved
from p2pcards.net.connect import connect
from p2pcards.net.errors import NetError
from p2pcards.net.link import Link
from p2pcards.store import Store, claim


def say(what: str, **values: object) -> None:
    print(json.dumps({"what": what, **values}), flush=True)


async def play(state: Path, name: str, port: int, key: bytes, addresses: list[str]) -> None:
    with claim(state, "player") as mine:

        async def opener() -> Link:
            while True:
                try:
                    return await connect(
                        addresses,
                        port,
                        lambda seen: Session("client", mine.identity, os.urandom, host_key_seen=seen),
                        key,
                        timeout=3.0,
                    )
                except NetError:
                    await asyncio.sleep(0.2)

        client = Client(mine.identity, name, opener, store=Store(state), rate=RATE)
        await client.open()
        while not client.tables:
            await asyncio.sleep(0.01)
        mind = BotMind(make_bot("easy"))
        while True:
            try:
                ended = await play_bot(client, mind, client.tables[0].table, None, until_saved=True)
                break
            except RefusedByHost as error:  # the host was killed between two messages
                say("again", code=error.code, data=str(error.data))
                await asyncio.sleep(0.2)
        if isinstance(ended, Saved):
            report = ended.report
            verdicts = [verdict.outcome for verdict in report.deals]
            say("saved", ok=report.ok, finished=report.finished, verdicts=verdicts, path=str(ended.path))
        else:
            say("ended", why=repr(ended))
        await client.close()


if __name__ == "__main__":
    state, name, port, key, *addresses = sys.argv[1:]
    asyncio.run(play(Path(state), name, int(port), bytes.fromhex(key), addresses))
