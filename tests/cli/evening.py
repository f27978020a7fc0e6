"""A host and one person in line mode, in one process and without sockets: what is typed goes in, lines come out."""

from __future__ import annotations

import asyncio
import io
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from p2pcards_cli.commands.common import first_tables
from p2pcards_cli.plain.face import Face, HostFacts, Reached
from p2pcards_cli.plain.output import Output
from p2pcards_protocol.identity import Identity

from p2pcards.host.server import HostServer
from p2pcards.host.table import Settings
from p2pcards.net.client import Client
from p2pcards.net.link import Link, opened
from p2pcards.store import Store


class Evening:
    """host: with its bots. type(...) waits until the line has been dealt with; `lines` are all lines so far."""

    def __init__(self, host: HostServer, seed: int, store: Store | None) -> None:
        self.host = host
        self.store = store
        self.random = random.Random(seed)
        self.people: list[Person] = []

    def rng(self, count: int) -> bytes:
        return self.random.randbytes(count)

    async def person(self, name: str, verbosity: int = 2) -> Person:
        identity = Identity(self.rng(32))

        async def link() -> Link:
            made = self.host.local_link(identity)
            await opened(made, 30.0)
            return made

        client = Client(identity, name, link, store=self.store, rng=self.rng)
        await client.open()
        await first_tables(client)
        person = Person(client, HostFacts(self.host.name, self.host.words, self.host.identity.public), verbosity)
        person.face.found()
        self.people.append(person)
        return person


class Person:
    """Somebody in line mode."""

    def __init__(self, client: Client, host: HostFacts, verbosity: int) -> None:
        self.stream = io.StringIO()
        self.client = client
        self.face = Face(client, Output(self.stream), host, verbosity=verbosity)
        self.task = asyncio.create_task(self.face.run())

    @property
    def said(self) -> str:
        return self.stream.getvalue()

    @property
    def lines(self) -> list[str]:
        return self.said.splitlines()

    async def until(self, true: Callable[[], object]) -> None:
        """Let everything go on until this holds. The test's own timeout ends it when it never does."""
        while not true():
            assert not self.task.done(), self.said
            await asyncio.sleep(0.001)

    async def heard(self, text: str) -> str:
        """Wait for a line that holds this; returns it."""
        await self.until(lambda: any(text in line for line in self.lines))
        return next(line for line in reversed(self.lines) if text in line)

    async def type(self, line: str) -> list[str]:
        """Type a line and wait until it has been taken; returns the lines that were said meanwhile."""
        before = len(self.lines)
        done = asyncio.Event()
        self.face.typed(line)
        self.face.inputs.put_nowait(Reached(done.set))
        await self.until(done.is_set)
        return self.lines[before:]

    async def asked(self) -> None:
        """Wait until a question is open and has been told."""
        await self.until(lambda: self.question is not None and self.face.number == self.question.number)

    @property
    def question(self):  # type: ignore[no-untyped-def]
        return None if self.client.at is None else self.client.at.question

    async def end(self) -> int:
        """End of input; returns the exit code."""
        self.face.typed(None)
        return await self.task


@asynccontextmanager
async def evening(
    game: str,
    seed: int,
    *,
    seats: int | None = None,
    options: dict[str, object] | None = None,
    deal: str = "dealer",
    bots: int = 0,
    store: Store | None = None,
) -> AsyncIterator[Evening]:
    """A host with one table. The seed is printed when a test fails."""
    print(f"seed {seed}")
    source = random.Random(seed)
    host = HostServer(Identity(source.randbytes(32)), name="The host", rng=source.randbytes)
    made = Evening(host, seed + 1, store)
    host.create_table(game, options or {}, seats, deal=deal, bots=("normal",) * bots, settings=Settings(name="Table"))  # type: ignore[arg-type]
    try:
        yield made
    finally:
        for person in made.people:
            print(f"--- {person.client.name}\n{person.said}")
            person.task.cancel()
            await asyncio.gather(person.task, return_exceptions=True)
            await person.client.close()
        await host.close()
