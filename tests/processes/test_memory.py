"""The memory of a host holds no hand of a person: four programs join, the host has no bots, its memory is searched
before the first card is played. Linux only; needs the right to read the memory of a child (the same user)."""

from __future__ import annotations

import os
import re
import signal
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from p2pcards_protocol.transcript import Message, read_file
from processes.programs import Programs

from p2pcards.cards.card import cards, text
from p2pcards.verify import verify_bytes

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc/PID/mem")

KEYS_CLOSED = 26
"""Entries until all hands of four seats can be read: agree 6, commit 6, lists 8, keys 6."""


def memory(pid: int) -> Iterator[bytes]:
    """Every writable part of a stopped process's memory."""
    with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb", 0) as mem:
        for line in maps:
            found = re.match(r"([0-9a-f]+)-([0-9a-f]+) rw", line)
            if found is None:
                continue
            start, end = (int(part, 16) for part in found.groups())
            try:
                mem.seek(start)
                yield mem.read(end - start)
            except OSError:
                continue


def dump(pid: int, to: Path) -> Path:
    """Stop a process, copy its memory to a file, let it go on."""
    os.kill(pid, signal.SIGSTOP)
    try:
        with open(to, "wb") as out:
            for part in memory(pid):
                out.write(part)
    finally:
        os.kill(pid, signal.SIGCONT)
    return to


def patterns(mask: int) -> dict[str, bytes]:
    """A whole hand, however it may have been put down (an order as dealt differs from these only for lists: see
    `pointers`)."""
    held = list(cards(mask))
    out: dict[str, bytes] = {}
    suits = sum(1 << (c % 13 * 4 + c // 13) for c in held)
    for name, bits in (("mask", mask), ("mask by rank", suits)):
        out[f"{name}, 8 bytes"] = bits.to_bytes(8, "little")
        out[f"{name}, 8 bytes, big"] = bits.to_bytes(8, "big")
        out[f"{name}, 7 bytes"] = bits.to_bytes(7, "little")
        out[f"{name}, 7 bytes, big"] = bits.to_bytes(7, "big")
        out[f"{name}, Python int"] = struct.pack("<II", bits & (1 << 30) - 1, bits >> 30)
        out[f"{name}, decimal"] = str(bits).encode()
        out[f"{name}, hex"] = f"{bits:x}".encode()
    for way, order in (("up", held), ("down", held[::-1])):
        out[f"numbers {way}"] = bytes(order)
        out[f"numbers from 1 {way}"] = bytes(c + 1 for c in order)
        out[f"32 bits {way}"] = struct.pack(f"<{len(order)}I", *order)
        out[f"64 bits {way}"] = struct.pack(f"<{len(order)}Q", *order)
        for join in ("", " ", ", ", ","):
            out[f"text {way} {join!r}"] = join.join(text(c) for c in order).encode()
            out[f"decimal {way} {join!r}"] = join.join(map(str, order)).encode() + b"\x00" * (join == "")
    return out


def pointers(data: bytes, hands: dict[int, int]) -> list[int]:
    """Seats whose cards stand, ascending, in a list or tuple of small ints: pointers 32 bytes apart for each number."""
    first: dict[int, list[int]] = {}
    orders = {seat: list(cards(mask)) for seat, mask in hands.items()}
    for seat, order in orders.items():
        first.setdefault(32 * (order[1] - order[0]), []).append(seat)
    words = memoryview(data[: len(data) // 8 * 8]).cast("Q")
    found = []
    before = 0
    for at, word in enumerate(words):
        for seat in first.get(word - before, ()):
            order = orders[seat]
            block = words[at - 1 : at - 1 + len(order)]
            if len(block) == len(order) and all(
                block[i] - block[0] == 32 * (card - order[0]) for i, card in enumerate(order)
            ):
                found.append(seat)
        before = word
    return found


def found_in(path: Path, hands: dict[int, int]) -> set[tuple[int, str]]:
    data = path.read_bytes()
    hits = {(seat, how) for seat, mask in hands.items() for how, pattern in patterns(mask).items() if pattern in data}
    return hits | {(seat, "pointers") for seat in pointers(data, hands)}


def test_the_hosts_memory_holds_no_hand_before_it_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PACE", "0.4")
    programs = Programs(tmp_path, "royal", 4)
    try:
        for seat in range(4):
            programs.seat(seat)
        programs.until(KEYS_CLOSED + 1)
        host = dump(programs.host.pid, tmp_path / "host.mem")
        client = dump(programs.seats[2].pid, tmp_path / "seat2.mem")
        data = programs.finish(2, 120)
    finally:
        programs.close()
    report = verify_bytes(data)
    assert report.ok
    kinds = [Message.decode(entry.blob).kind for entry in read_file(data)[1]]
    assert kinds.index("play") >= KEYS_CLOSED + 4, "two bids were still to come when the memory was read"
    hands = {seat: mask for seat, mask in enumerate(report.hands[1]) if mask is not None}
    assert len(hands) == 4
    assert found_in(host, hands) == set()
    assert {seat for seat, _ in found_in(client, hands)} == {2}, "a client holds its own hand, and no other"
