"""What a host costs: CPU an action against a bare relay in the same interleaved run, latency, memory a seat.

pytest tests/bench/test_host.py -m bench -s
"""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from p2pcards_protocol.identity import Identity, verify
from p2pcards_protocol.session import Session

from p2pcards.bots.levels import make_bot
from p2pcards.net.bot import BotMind, play_bot
from p2pcards.net.client import Client
from p2pcards.net.connect import connect
from p2pcards.net.link import Link, opened

pytestmark = pytest.mark.bench
FOLDER = Path(__file__).parent
FRAME = 420
"""Bytes of a relayed action, about (a `play` entry with two signatures)."""


class Relay:
    """The bare relay in a process, and what it costs."""

    def __init__(self, tmp: Path) -> None:
        cc = shutil.which("cc")
        if cc is None:
            pytest.skip("no C compiler for the bare relay")
        program = tmp / "relay"
        subprocess.run([cc, "-O2", "-o", program, FOLDER / "relay.c"], check=True)
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())

    def cpu(self) -> float:
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(") ", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def run(self, tables: int, actions: int) -> float:
        """Seconds of CPU an action."""
        ends = [await asyncio.open_connection("127.0.0.1", self.port) for _ in range(4 * tables)]
        frame = FRAME.to_bytes(4, "big") + bytes(FRAME)
        before = self.cpu()

        async def table(number: int) -> None:
            mine = ends[4 * number : 4 * number + 4]
            for turn in range(actions // tables):
                mine[turn % 4][1].write(frame)
                for reader, _ in mine:
                    await reader.readexactly(len(frame))

        await asyncio.gather(*(table(number) for number in range(tables)))
        used = (self.cpu() - before) / (actions // tables * tables)
        for _, writer in ends:
            writer.close()
        return used


class Host:
    """A host in a process."""

    def __init__(self, state: str, wire: str, tables: int, deal: str, deals: int) -> None:
        command = [sys.executable, str(FOLDER / "host_load.py"), state, wire, str(tables), deal, str(deals)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.wire = wire
        told = self._line()
        self.port, self.key = told["port"], bytes.fromhex(told["key"])

    def _line(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        told: dict[str, Any] = json.loads(self.process.stdout.readline())
        return told

    def stat(self) -> dict[str, Any]:
        assert self.process.stdin is not None
        self.process.stdin.write("stat\n")
        self.process.stdin.flush()
        return self._line()

    async def link(self, identity: Identity) -> Link:
        def session(key: bytes) -> Session:
            return Session("client", identity, os.urandom, host_key_seen=key)

        if self.wire == "tls":
            return await connect(["127.0.0.1"], self.port, session, self.key)
        link = Link()
        await asyncio.get_running_loop().create_connection(lambda: link, "127.0.0.1", self.port)
        link.start(session(self.key))
        await opened(link, 5.0)
        return link


async def load(host: Host, tables: int, pace: float) -> dict[str, float]:
    """All matches of a host to their end. pace: seconds a bot waits before it acts."""
    sent: dict[bytes, float] = {}
    seen: dict[bytes, int] = {}
    times: list[float] = []
    clients: list[Client] = []

    async def seat(number: int) -> None:
        identity = Identity.generate(os.urandom)
        client = Client(identity, f"p{number}", lambda: host.link(identity))
        clients.append(client)
        entry, submit = client._entry, client._pacer.submit

        def timed_entry(at: Any, one: Any, *, live: bool) -> None:
            if one.blob in sent:
                seen[one.blob] = seen.get(one.blob, 0) + 1
                if seen[one.blob] == 4:
                    times.append(time.perf_counter() - sent.pop(one.blob))
                    del seen[one.blob]
            entry(at, one, live=live)

        def timed_submit(message: Any, done: Any) -> None:
            if b"play" in message.blob[-200:] or b"bid" in message.blob[-200:]:
                sent[message.blob] = time.perf_counter()
            submit(message, done)

        client._entry, client._pacer.submit = timed_entry, timed_submit  # type: ignore[method-assign]
        await client.open()
        while not client.tables:
            await asyncio.sleep(0.005)
        mind = BotMind(make_bot("easy"), pace=pace)
        over = asyncio.ensure_future(play_bot(client, mind, f"t{number // 4 + 1}", None))
        while client.at is None or client.at.referee is None or not client.at.referee.ended:
            await asyncio.sleep(0.05)
        over.cancel()

    empty = host.stat()["rss"]
    seats = asyncio.gather(*(seat(number) for number in range(4 * tables)))
    while sum(len(client.at.entries) > 8 for client in clients if client.at is not None) < 4 * tables:
        await asyncio.sleep(0.005)
    before, began = host.stat(), time.perf_counter()  # everybody is connected and the first hands are out
    await seats
    took, after = time.perf_counter() - began, host.stat()
    entries = after["entries"] - before["entries"]
    result = {
        "cpu_us": 1e6 * (after["cpu"] - before["cpu"]) / entries,
        "entries": entries,
        "rate": entries / took,
        "p50_ms": 1e3 * statistics.median(times),
        "p99_ms": 1e3 * sorted(times)[int(0.99 * len(times))],
        "kib_seat": (after["rss"] - empty) / 1024 / (4 * tables),
        "commits": after["commits"],
    }
    for client in clients:
        await client.close()
    assert host.process.stdin is not None
    host.process.stdin.close()
    host.process.wait(10)
    return result


def crypto() -> tuple[float, float]:
    """Microseconds of a verify and of a sign on this machine now."""
    identity = Identity.generate(os.urandom)
    began = time.process_time()
    signatures = [identity.sign("msg", bytes([turn % 256]) * 200) for turn in range(500)]
    signed = time.process_time()
    for turn, one in enumerate(signatures):
        assert verify(identity.public, one, "msg", bytes([turn % 256]) * 200)
    return 1e6 * (time.process_time() - signed) / 500, 1e6 * (signed - began) / 500


CASES = [
    ("tls", "none", "dealer"),
    ("plain", "none", "dealer"),
    ("tls", "memory", "dealer"),
    ("tls", "disk", "dealer"),
    ("tls", "disk", "sealed"),
]


def test_cpu_an_action_against_a_bare_relay(tmp_path: Path) -> None:
    """Rounds of relay and hosts take turns, so that both see the same machine."""
    tables, rounds = 6, 2
    relay = Relay(tmp_path)
    bare: list[float] = []
    found: dict[tuple[str, str, str], list[dict[str, float]]] = {case: [] for case in CASES}
    for turn in range(rounds):
        bare.append(1e6 * asyncio.run(relay.run(tables, 8000)))
        for case in CASES:
            wire, where, deal = case
            memory = Path("/dev/shm") / f"p2pcards-bench-{os.getpid()}-{turn}-{deal}"
            state = {"none": "none", "memory": str(memory), "disk": str(tmp_path / f"{turn}-{wire}-{deal}")}[where]
            found[case].append(asyncio.run(load(Host(state, wire, tables, deal, 4), tables, 0.02)))
            shutil.rmtree(memory, ignore_errors=True)
    relay.process.kill()
    checked, signed = crypto()
    print(f"\nan Ed25519 verify {checked:.0f} us, a sign {signed:.0f} us, in this run")
    base = statistics.median(bare)
    print(f"\nbare relay: {base:.1f} us an action, rounds {[round(one, 1) for one in bare]}")
    for case, results in found.items():
        middle = {name: statistics.median(one[name] for one in results) for name in results[0]}
        print(
            f"{' '.join(case):22} {middle['cpu_us']:6.0f} us an entry = {middle['cpu_us'] / base:4.1f} x relay; "
            f"{1e6 / middle['cpu_us']:5.0f} tables a core at one action a second; {middle['rate']:4.0f} entries/s; "
            f"p50 {middle['p50_ms']:.1f} p99 {middle['p99_ms']:.1f} ms; {middle['kib_seat']:.0f} KiB a seat; "
            f"{middle['commits']:.0f} commits for {middle['entries']:.0f} entries"
        )
    assert base > 0
