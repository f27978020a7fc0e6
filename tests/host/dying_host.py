"""A host that ends as by kill -9 between the lobby and the first entry: dying_host.py POINT ARGUMENTS OF p2pcards...

POINT: begin (the header is being written), or a message to the table: propose, join_commits, header: instead of sending
it, or right after it was sent where a "+" follows.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from typing import Any

from p2pcards_cli.main import run
from p2pcards_protocol import message as wire

from p2pcards.host.shelf import Shelf
from p2pcards.host.switchboard import Switchboard

MESSAGES = {"propose": wire.Propose, "join_commits": wire.JoinCommits, "header": wire.HeaderMessage}


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def die_at(point: str) -> None:
    """Arrange the end."""
    if point == "begin":
        begin = Shelf.begin

        def beginning(*given: Any) -> None:
            begin(*given)
            die()

        Shelf.begin = beginning  # type: ignore[method-assign]
        return
    send_all, kind = Switchboard._send_all, MESSAGES[point.rstrip("+")]

    def sending(host: Switchboard, peers: Sequence[int], message: Any) -> None:
        if isinstance(message, kind) and not point.endswith("+"):
            die()
        send_all(host, peers, message)
        if isinstance(message, kind):
            asyncio.get_running_loop().call_later(0.005, die)

    Switchboard._send_all = sending  # type: ignore[method-assign]


if __name__ == "__main__":
    die_at(sys.argv[1])
    sys.exit(run(sys.argv[2:]))
