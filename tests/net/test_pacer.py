"""The client's brake: order is kept, and nobody waits for a message that can never be sent."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from p2pcards.net.pacer import BURST, Dropped, Pacer


class Wire:
    """A link that notes what is sent."""

    def __init__(self) -> None:
        self.sent: list[Any] = []

    def send(self, message: Any) -> None:
        self.sent.append(message)

    def request(self, message: Any) -> int:
        self.sent.append(message)
        return len(self.sent)


def test_what_waits_when_the_link_ends_is_dropped_and_its_sender_told() -> None:
    async def test() -> None:
        pacer, wire = Pacer(1.0), Wire()
        pacer.start(wire)  # type: ignore[arg-type]
        for number in range(int(BURST)):
            pacer.send(number)
        waiting = asyncio.ensure_future(pacer.request("late"))
        await asyncio.sleep(0)
        assert not waiting.done()
        pacer.stop()
        with pytest.raises(Dropped):
            await waiting
        with pytest.raises(Dropped):
            await pacer.request("later still")
        assert wire.sent == list(range(int(BURST)))

    asyncio.run(test())


def test_order_is_kept_without_a_limit() -> None:
    async def test() -> None:
        pacer, wire = Pacer(None), Wire()
        pacer.start(wire)  # type: ignore[arg-type]
        pacer.send("a")
        assert await pacer.request("b") == 2
        pacer.submit("c", lambda number: wire.sent.append(number))
        assert wire.sent == ["a", "b", "c", 3]

    asyncio.run(test())
