"""A seat in a process of its own, with its own state folder: a bot that plays one match and says how it ended.

seat.py [--person] [--dies MESSAGE] STATE NAME PORT HOSTKEY ADDRESS...

One JSON object a line; started again it goes on where it was killed. --person: it sits as a person who is ready.
--dies: it ends as by kill -9 instead of sending this message (join_commit, join_nonce), or right after it where a "+"
follows.
"""

import argparse
import asyncio
import json
import os
import signal
from pathlib import Path
from typing import Any

from p2pcards_protocol.message import JoinCommit, JoinNonce
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


def as_person(client: Client) -> None:
    """Sit as a person, and be ready."""
    sit = client.sit

    async def sit_down(ref: str, seat: int | None = None, *, bot: bool = False, secret: bytes = b"") -> int:
        got = await sit(ref, seat)
        if client.at is not None and client.at.info.state == "lobby":
            await client.ready()
        return got

    client.sit = sit_down  # type: ignore[method-assign]


def die_at(client: Client, point: str) -> None:
    """The program ends at its first message of this type."""
    send, kind = client._send, {"join_commit": JoinCommit, "join_nonce": JoinNonce}[point.rstrip("+")]

    def sending(message: Any) -> None:
        if isinstance(message, kind) and not point.endswith("+"):
            os.kill(os.getpid(), signal.SIGKILL)
        send(message)
        if isinstance(message, kind):
            asyncio.get_running_loop().call_later(0.005, os.kill, os.getpid(), signal.SIGKILL)

    client._send = sending  # type: ignore[method-assign]


async def play(
    state: Path, name: str, port: int, key: bytes, addresses: list[str], *, person: bool = False, dies: str = ""
) -> None:
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
        if person:
            as_person(client)
        if dies:
            die_at(client, dies)
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
    options = argparse.ArgumentParser()
    options.add_argument("--person", action="store_true")
    options.add_argument("--dies", default="")
    options.add_argument("rest", nargs="+")
    given = options.parse_args()
    state, name, port, key, *addresses = given.rest
    seat = play(Path(state), name, int(port), bytes.fromhex(key), addresses, person=given.person, dies=given.dies)
    asyncio.run(seat)
