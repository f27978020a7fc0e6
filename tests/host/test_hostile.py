"""Peers that mean no good, beside a match that is played: it ends as if they were not there."""

from __future__ import annotations

import asyncio
import random
import resource
import time
from pathlib import Path
from typing import Any

import pytest
from host.table_of import Lab, lab, run, until
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from p2pcards_protocol import message as wire
from p2pcards_protocol.codec import pack
from p2pcards_protocol.frame import encode
from p2pcards_protocol.identity import Identity
from p2pcards_protocol.message import MESSAGES, encode_message, type_name

from p2pcards.host.table import Settings
from p2pcards.net import password
from p2pcards.net.client import RefusedByHost
from p2pcards.net.gate import Limits
from p2pcards.net.tls import client_context

OPEN = Limits(strangers=4096, strangers_each=4096, links=8192, handshakes=1e6, burst=1e6)


async def raw(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection("127.0.0.1", port, ssl=client_context(), server_hostname="")


def hostile_frame(chance: random.Random) -> bytes:
    """A frame of a kind that a decoder, a session or a table might choke on."""
    names = [type_name(row.struct) for row in MESSAGES]
    junk: list[Any] = [None, True, -1, 2**63, b"x" * 40, "t1", [], {}, [[[[[]]]]], 1.5, "\u202e", {"t": "sit"}]
    kind = chance.randrange(6)
    if kind == 0:
        return chance.randbytes(chance.randrange(1, 200))
    if kind == 1:
        return chance.choice([b"\xff\xff\xff\xff", b"\x00\x01\x00\x01", b"\x00\x00\x00\x00"]) + chance.randbytes(30)
    if kind == 2:
        return encode(chance.randbytes(chance.randrange(1, 300)))
    if kind == 3:
        return encode(b"\x91" * chance.randrange(1, 2000) + b"\x90")
    value: dict[str, Any] = {"t": chance.choice(names)}
    for name in chance.sample(
        ["id", "table", "seat", "name", "blob", "asig", "seq", "limit", "game", "body", "key"], 5
    ):
        value[name] = chance.choice(junk)
    payload = pack(value)
    if kind == 5:
        at = chance.randrange(len(payload))
        payload = payload[:at] + bytes([payload[at] ^ (1 << chance.randrange(8))]) + payload[at + 1 :]
    return encode(payload)


async def attack(here: Lab, chance: random.Random, frames: int) -> int:
    """So many frames, over connections that are opened again when the host ends them; returns how many were sent."""
    sent = 0
    while sent < frames:
        reader, writer = await raw(here.port)
        try:
            for _ in range(min(8, frames - sent)):
                writer.write(hostile_frame(chance))
                sent += 1
                await writer.drain()
                await asyncio.sleep(0)
            await asyncio.wait_for(reader.read(1 << 16), 5)
        except (ConnectionError, TimeoutError):
            pass
        finally:
            writer.transport.abort()
    return sent


def test_a_thousand_hostile_frames_beside_a_match(tmp_path: Path) -> None:
    seed = 51
    print(f"seed {seed}")

    async def test() -> None:
        async with lab(seed, tmp_path, limits=OPEN) as here:
            table = here.host.create_table("classic", {"max_hands": 1}, deal="dealer")
            players = asyncio.gather(*(here.bot(table.ref) for _ in range(4)))
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            sent = await attack(here, random.Random(seed), 1000)
            played = await players
            grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
            assert sent == 1000
            assert all(saved.report.ok and saved.report.finished for _, saved in played)
            assert "failed" not in [event for event, _ in here.log]
            print(f"{grown:.1f} MB more at most")

    run(test)


@pytest.mark.bench
def test_what_a_thousand_hostile_frames_cost(tmp_path: Path) -> None:
    """Added latency of an action and memory, with and without the attack."""

    async def once(attacked: bool, where: Path) -> tuple[list[float], float]:
        times: list[float] = []
        async with lab(52, where, limits=OPEN) as here:
            table = here.host.create_table("classic", {"max_hands": 3}, deal="dealer")
            carry = here.host._received

            def timed(peer: int, message: Any) -> None:
                began = time.perf_counter()
                carry(peer, message)
                times.append(time.perf_counter() - began)

            here.host._received = timed
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            asked: list[float] = []

            async def ticks() -> None:
                while True:
                    began = time.perf_counter()
                    await asyncio.sleep(0.005)
                    asked.append(time.perf_counter() - began - 0.005)

            ticking = asyncio.ensure_future(ticks())
            jobs: list[Any] = [here.bot(table.ref) for _ in range(4)]
            if attacked:
                jobs.append(attack(here, random.Random(52), 1000))
            await asyncio.gather(*jobs)
            ticking.cancel()
            return asked, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024

    for attacked in (False, True):
        late, grown = asyncio.run(once(attacked, tmp_path / str(attacked)))
        late.sort()
        word = "with" if attacked else "without"
        middle, high = late[len(late) // 2], late[int(0.99 * len(late))]
        print(
            f"\n{word} hostile frames: the loop is late by {1e3 * middle:.1f} ms (median), {1e3 * high:.1f} ms (p99); "
        )
        print(f"{grown:.1f} MB more at most")


FUZZ = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.binary(max_size=80) | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
KINDS = [type_name(row.struct) for row in MESSAGES]
FIELDS = sorted({name for row in MESSAGES for name in row.struct.__struct_fields__})


def test_any_message_to_a_host_with_a_running_match(tmp_path: Path) -> None:
    """Bytes that decode to whatever: every one is refused or ends that link, and none reaches the log as a failure."""
    found: list[dict[str, Any]] = []

    @FUZZ
    @given(
        st.sampled_from([type_name(row.struct) for row in MESSAGES]), st.dictionaries(st.sampled_from(FIELDS), VALUES)
    )
    def collect(kind: str, value: dict[str, Any]) -> None:
        found.append({**value, "t": kind})

    collect()

    async def test() -> None:
        async with lab(53, tmp_path, limits=OPEN) as here:
            table = here.host.create_table("classic", {"max_hands": 1})
            client = await here.client("fuzz")
            await client.sit(table.ref)
            await client.start()
            await until(lambda: bool(client.at.entries))
            for value in found:
                if client.link.closed is not None:
                    await client.close()
                    client = await here.client("fuzz", identity=client.identity)
                    await client.sit(table.ref)
                try:
                    payload = encode(pack(value | {"table": table.ref} if "table" in value else value))
                except (ValueError, OverflowError, TypeError):
                    continue
                client.link._transport.write(payload)
                await asyncio.sleep(0)
            other = await here.client("other")
            await until(lambda: any(info.table == table.ref for info in other.tables))
            assert "failed" not in [event for event, _ in here.log]
            assert table.state == "playing"

    run(test, 60)


def test_every_message_of_every_role_at_any_time_is_answered_or_ignored(tmp_path: Path) -> None:
    """Well-formed requests in any order, with any ids: a session never breaks, a table never fails."""
    seed = 54
    chance = random.Random(seed)
    print(f"seed {seed}")

    def messages(ref: str) -> list[Any]:
        return [
            wire.Sit(table=ref, name="x", seat=chance.choice([None, 0, 3, 7])),
            wire.Stand(table=ref),
            wire.Ready(table=ref, ready=chance.random() < 0.3),
            wire.Spectate(table=ref, name="x"),
            wire.Bot(table=ref, seat=chance.randrange(8), level=chance.choice([None, "easy", "none"])),
            wire.Shuffle(table=ref),
            wire.Start(table=ref),
            wire.Change(table=ref, options={"max_hands": chance.randrange(-1, 4)}, deal="dealer"),
            wire.Change(table=ref, options={"no_such": 1}),
            wire.Since(table=ref, seq=chance.choice([-1, 0, 10**6])),
            wire.Submit(table=ref, blob=chance.randbytes(60), asig=bytes(64)),
            wire.TakeSeat(table=ref, seat=chance.randrange(8), kind="reclaim", deal=0, signature=bytes(64)),
            wire.TakeSeat(table=ref, seat=chance.randrange(8), kind="take", deal=0, signature=bytes(64)),
            wire.TakeSeat(table=ref, seat=chance.randrange(8), kind="join", deal=1, signature=bytes(64), name="x"),
            wire.Knock(table=ref, message=chance.randbytes(33)),
            wire.Leave(table=ref),
            wire.Create(game="spar", options={}, seats=chance.randrange(2, 8), bots=("easy",)),
            wire.Create(game="nothing", options={}, seats=2),
            wire.JoinCommit(table=ref, commit=bytes(32), signature=bytes(64)),
            wire.JoinNonce(table=ref, nonce=bytes(32)),
            wire.Private(table=ref, deal=1, attempt=0, kind="pass", body={"cards": [1, 1], "nonce": b""}),
            wire.Chat(table=ref, text="hello", signature=bytes(64), key=bytes(32)),
        ]

    async def test() -> None:
        async with lab(seed, tmp_path, limits=OPEN) as here:
            refs = [here.host.create_table(game, {"max_hands": 1}).ref for game in ("classic", "hearts")]
            peers = [await here.client(f"peer{number}") for number in range(3)]
            for _ in range(600):
                peer = chance.choice(peers)
                message = chance.choice(messages(chance.choice([*refs, "t99"])))
                if isinstance(message, wire.Request):
                    peer.link.request(message)
                else:
                    peer.link.send(message)
                if chance.random() < 0.2:
                    await asyncio.sleep(0)
            await asyncio.sleep(0.05)
            assert all(peer.link.closed is None for peer in peers)
            assert "failed" not in [event for event, _ in here.log]

    run(test)


def test_a_reader_that_stops_is_dropped_and_keeps_its_seat(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(55, tmp_path, limits=Limits(unsent=32 * 1024)) as here:
            table = here.host.create_table("classic", {"max_hands": 1}, deal="dealer")
            slow = await here.client("slow")
            seat = await slow.sit(table.ref)
            peer = table._here[slow.identity.public]
            link = here.host._links[peer]

            async def never() -> Any:
                raise OSError("gone fishing")

            slow._opener = never
            slow.link._transport.pause_reading()
            for _ in range(2000):
                link.send(wire.Notice(code="x", table=table.ref, data={"fill": "y" * 30_000}))
                if link.closed is not None:
                    break
                await asyncio.sleep(0)
            await until(lambda: link.closed is not None)
            assert link.closed.code == "slow"
            assert table.lobby.seat_of(slow.identity.public) == seat
            assert not table.info().seats[seat].here

    run(test)


def test_a_flood_of_requests_ends_that_link_only(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(56, tmp_path) as here:
            here.host._rate = 20.0
            table = here.host.create_table("classic")
            calm, wild = await here.client("calm"), await here.client("wild")
            for _ in range(200):
                wild.link.send(wire.Chat(table=table.ref, text="x", signature=bytes(64), key=bytes(32)))
            await until(lambda: wild.link.closed is not None)
            assert wild.link.closed.code == "rate"
            assert await calm.sit(table.ref) == 0

    run(test)


def test_a_password_is_proved_and_five_tries_a_minute_is_all(tmp_path: Path) -> None:
    pytest.importorskip("spake2")

    async def test() -> None:
        async with lab(57, tmp_path) as here:
            key = password.password_key("sésame")
            made = Settings(access="password", password=key)
            table = here.host.create_table("classic", settings=made)
            anna = await here.client("anna")
            with pytest.raises(RefusedByHost):
                await anna.sit(table.ref)
            await anna.knock(table.ref, "sésame")
            assert await anna.sit(table.ref) == 0
            eve = await here.client("eve")
            for _ in range(4):
                with pytest.raises(password.BadPassword):
                    await eve.knock(table.ref, "open")
            with pytest.raises(RefusedByHost) as refused:
                await eve.knock(table.ref, "sésame")
            assert refused.value.data["why"] == "password"
            with pytest.raises(RefusedByHost):
                await eve.sit(table.ref, secret=bytes(32))
            assert key not in encode_message(table._lobby_message())

    run(test)


def test_a_peer_makes_a_table_with_a_password_and_never_sends_it(tmp_path: Path) -> None:
    pytest.importorskip("spake2")

    async def test() -> None:
        async with lab(59, tmp_path) as here:
            anna, bert = await here.client("anna"), await here.client("bert")
            sent: list[bytes] = []
            send = anna.link.session.request
            anna.link.session.request = lambda message: sent.append(encode_message(message)) or send(message)
            ref = await anna.create("classic", {}, 4, password="s\N{LATIN SMALL LETTER E WITH ACUTE}same")
            assert await anna.sit(ref) == 0
            assert len(sent) == 2
            assert not any("s\N{LATIN SMALL LETTER E WITH ACUTE}same".encode() in payload for payload in sent)
            assert here.host.tables[ref].info().access == "password"
            with pytest.raises(RefusedByHost) as refused:
                await bert.sit(ref)
            assert refused.value.data["why"] == "password"
            await bert.knock(ref, "s\N{LATIN SMALL LETTER E WITH ACUTE}same")
            assert await bert.sit(ref) == 1
            for access in ("password", "open"):
                made = wire.Create(game="classic", options={}, seats=4, access=access, password=b"")
                if access == "password":
                    with pytest.raises(RefusedByHost) as refused:
                        await anna._request(made)
                    assert refused.value.data["why"] == "no-password-here"
                else:
                    await anna._request(made)

    run(test)


def test_an_onlooker_behind_a_password_comes_back_by_itself(tmp_path: Path) -> None:
    pytest.importorskip("spake2")

    async def test() -> None:
        async with lab(60, tmp_path) as here:
            settings = Settings(access="password", password=password.password_key("x"))
            table = here.host.create_table("classic", settings=settings)
            dora = await here.client("dora")
            await dora.knock(table.ref, "x")
            await dora.spectate(table.ref)
            assert table.info().spectators == 1
            dora.link.abort()
            await until(lambda: table.info().spectators == 0)
            await until(lambda: table.info().spectators == 1)

    run(test)


def test_a_password_is_bound_to_both_keys() -> None:
    pytest.importorskip("spake2")
    chance = random.Random(58)
    keys = [Identity.generate(chance.randbytes).public for _ in range(3)]
    secret = password.password_key("x")
    side = password.ClientSide(secret, keys[0], keys[1])
    middle = password.host_side(secret, keys[0], keys[2], side.message)
    with pytest.raises(password.BadPassword):
        side.finish(middle.message, middle.confirm)
    with pytest.raises(password.BadPassword):
        password.host_side(secret, keys[0], keys[1], b"not a message")
