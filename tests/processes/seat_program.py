"""One seat as a program of its own: `python seat_program.py PORT HOST_KEY TABLE SEAT FOLDER [DIE_AT]`.

It joins a host on loopback, plays with a bot until the match is saved, and prints the file's path. All that it must
remember is in FOLDER, so that it can be killed and started again. DIE_AT: it kills itself (-9) instead of sending its
message of that number, or right after sending it where the number has a "+". In the environment: LEVEL, of the bot
(easy); PACE, seconds that it waits before it acts.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from p2pcards_protocol.identity import Identity
from p2pcards_protocol.message import Submit
from p2pcards_protocol.session import Session

from p2pcards.bots.levels import make_bot
from p2pcards.net.bot import BotMind, play_bot
from p2pcards.net.client import Client
from p2pcards.net.client_events import Saved
from p2pcards.net.connect import connect
from p2pcards.net.link import Link
from p2pcards.net.thinking import Thinker
from p2pcards.store import Store


def own_identity(folder: Path) -> Identity:
    kept = folder / "seed"
    if not kept.exists():
        kept.write_bytes(os.urandom(32))
    return Identity.from_seed(kept.read_bytes())


def die_at(client: Client, number: int, after: bool) -> None:
    """The program ends as by kill -9 at its message of that number, counted from this start."""
    submit, said = client._pacer.submit, 0

    def counted(message: Any, sent: Any) -> None:
        nonlocal said
        said += 1
        if isinstance(message, Submit) and said - 1 == number and not after:
            os.kill(os.getpid(), signal.SIGKILL)
        submit(message, sent)
        if isinstance(message, Submit) and said - 1 == number:
            assert client.link is not None
            asyncio.get_running_loop().call_later(0.02, os.kill, os.getpid(), signal.SIGKILL)

    client._pacer.submit = counted  # type: ignore[method-assign]


async def main(port: int, host_key: bytes, table: str, seat: int, folder: Path, dies: str) -> None:
    me = own_identity(folder)

    async def opener() -> Link:
        return await connect(
            ("127.0.0.1",), port, lambda key: Session("client", me, os.urandom, host_key_seen=key), host_key
        )

    client = Client(me, f"seat{seat}", opener, store=Store(folder))
    if dies:
        die_at(client, int(dies.rstrip("+")), dies.endswith("+"))
    await client.open()
    while not client.tables:
        await asyncio.sleep(0.005)
    thinker = Thinker(0.05, executor=ThreadPoolExecutor(1))
    bot = make_bot(os.environ.get("LEVEL", "easy"))
    mind = BotMind(bot, pace=float(os.environ.get("PACE", "0")), thinker=thinker)
    done = await play_bot(client, mind, table, seat, until_saved=True)
    await client.close()
    if not isinstance(done, Saved) or done.path is None:
        sys.exit(f"not finished: {done}")
    print(done.path, flush=True)


if __name__ == "__main__":
    given = sys.argv[1:]
    asyncio.run(
        main(int(given[0]), bytes.fromhex(given[1]), given[2], int(given[3]), Path(given[4]), (given[5:] or [""])[0])
    )
