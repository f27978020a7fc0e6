"""A host that somebody plays at tells its status to the programs of its machine, and nothing else."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from p2pcards_protocol.identity import Identity

from p2pcards.host.control import ControlError, ask, control_path
from p2pcards.host.presence import present
from p2pcards.host.server import HostServer


def test_the_status_is_told_while_the_host_runs(tmp_path: Path) -> None:
    async def story() -> None:
        host = HostServer(Identity(bytes(range(32))), name="anna")
        await host.start(("127.0.0.1",), 0, announce=False)
        path = control_path(tmp_path, 2)
        async with present(host, tmp_path, 2, announces=False):
            told = await asyncio.to_thread(ask, path, {"do": "status"})
            assert (told["name"], told["port"], told["key"]) == ("anna", host.port, host.identity.public.hex())
            assert told["announced"] is False
            with pytest.raises(ControlError) as why:
                await asyncio.to_thread(ask, path, {"do": "stop"})
            assert why.value.key == "no-such-command"
        with pytest.raises(ControlError) as why:
            ask(path, {"do": "status"})
        assert why.value.key == "not-running"
        await host.close()

    asyncio.run(story())


def test_a_host_runs_where_it_cannot_be_told(tmp_path: Path) -> None:
    async def story() -> None:
        host = HostServer(Identity(bytes(range(32))), name="anna")
        await host.start(("127.0.0.1",), 0, announce=False)
        async with present(host, tmp_path / "missing", 1):
            assert host.port
        await host.close()

    asyncio.run(story())
