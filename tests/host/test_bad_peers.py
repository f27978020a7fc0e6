"""Garbage ends that peer's connection with one line of reason; others notice nothing, the table does not change."""

from __future__ import annotations

import asyncio
import random
import ssl
from pathlib import Path

import pytest
from host.table_of import lab, run, until
from p2pcards_protocol import message as wire
from p2pcards_protocol.frame import FrameDecoder, encode
from p2pcards_protocol.message import decode_message

from p2pcards.net.tls import client_context


async def raw(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A TLS connection without a session."""
    context: ssl.SSLContext = client_context()
    return await asyncio.open_connection("127.0.0.1", port, ssl=context, server_hostname="")


async def last_words(reader: asyncio.StreamReader) -> list[object]:
    """Everything the host still says, until it closes."""
    decoder = FrameDecoder()
    decoder.push(await reader.read(1 << 20))
    messages = []
    while (payload := decoder.pop()) is not None:
        messages.append(decode_message(payload))
    return messages


GARBAGE = {
    "no frame": b"\xff" * 64,
    "empty frame": b"\x00\x00\x00\x00",
    "not msgpack": encode(b"\xc1\xc1\xc1"),
    "not a map": encode(b"\x93\x01\x02\x03"),
    "no such message": encode(b"\x81\xa1t\xa5hello"),
    "out of turn": encode(b"\x82\xa1t\xa5start\xa2id\x01"),
    "http": b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
}


@pytest.mark.parametrize("what", sorted(GARBAGE))
def test_garbage_gets_one_line_of_reason_and_a_closed_connection(what: str, tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(20, tmp_path) as here:
            table = here.host.create_table("classic", {"max_hands": 1})
            seated = await here.client()
            await seated.sit(table.ref)
            before = table.info()
            reader, writer = await raw(here.host.port)
            writer.write(GARBAGE[what])
            words = await last_words(reader)
            writer.close()
            assert [type(word).__name__ for word in words] == ["Err"]
            assert table.info() == before
            assert seated.link is not None
            assert seated.link.closed is None

    run(test)


def test_a_seated_peer_that_sends_garbage_is_dropped_and_the_match_goes_on(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(21, tmp_path) as here:
            table = here.host.create_table("classic", {"max_hands": 1})
            players = asyncio.gather(*(here.bot(table.ref) for _ in range(4)))
            stranger = await here.client()
            await stranger.spectate(table.ref)
            assert stranger.link is not None
            assert stranger.link._transport is not None
            stranger.link._transport.write(b"\xff" * 32)
            played = await players
            assert all(saved.report.ok for _, saved in played)

    run(test)


def test_a_forged_submission_changes_nothing(tmp_path: Path) -> None:
    async def test() -> None:
        async with lab(22, tmp_path) as here:
            table = here.host.create_table("classic", {"max_hands": 1})
            client = await here.client()
            await client.sit(table.ref)
            await client.start()
            await until(lambda: bool(client.at.entries))
            assert table.conductor is not None
            forger = random.Random(22)
            for _ in range(20):
                blob, signature = forger.randbytes(80), forger.randbytes(64)
                number = client.link.request(wire.Submit(table=table.ref, blob=blob, asig=signature))
                answer: asyncio.Future[object] = asyncio.get_running_loop().create_future()
                client._answers[number] = answer
                with pytest.raises(Exception, match="illegal"):
                    await answer

    run(test)
