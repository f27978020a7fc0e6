"""The local control of a running host: one JSON object a line in, one out.

On systems with Unix sockets it is a socket in the state folder, readable by the owner only. Elsewhere (Windows) it is a
port of 127.0.0.1 and a token, both in a file in the state folder that only the owner may read.

    {"do": "status"}                                  {"ok": true, ...}
    {"do": "close", "table": "t3"}                    {"ok": true}
    {"do": "nonsense"}                                {"ok": false, "error": "no-such-command"}
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import os
import secrets
import socket
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any

from p2pcards.errors import P2PCardsError
from p2pcards.store import StoreError, write_atomically

Command = Callable[[Mapping[str, Any]], Awaitable[dict[str, Any]]]

_LONGEST = 64 * 1024
UNIX = hasattr(socket, "AF_UNIX") and os.name != "nt"


class ControlError(P2PCardsError):
    """key: not-running (no host of this state folder and slot), no-answer, or what the host said; data: what the host
    said with it, plain values."""

    def __init__(self, kind: str, /, **data: Any) -> None:
        super().__init__(kind)
        self.key = kind
        self.data = data


def control_path(folder: Path, slot: int) -> Path:
    """Where the control of the host in this slot is: a socket, or a file with port and token."""
    return folder / (f"host-{slot}.sock" if UNIX else f"host-{slot}.control")


class Control:
    """A running control. `commands`: by name; what they return is the answer, P2PCardsError becomes an error."""

    def __init__(self, path: Path, commands: Mapping[str, Command]) -> None:
        self._path = path
        self._commands = commands
        self._server: asyncio.Server | None = None
        self._token = ""

    async def start(self) -> None:
        """Raises StoreError when the socket cannot be made."""
        try:
            if UNIX:
                with contextlib.suppress(FileNotFoundError):
                    self._path.unlink()  # of a host that was killed: the slot's lock says that none is running
                before = os.umask(0o177)
                try:
                    with _short(self._path) as name:
                        self._server = await asyncio.start_unix_server(self._serve, name, limit=_LONGEST)
                finally:
                    os.umask(before)
            else:
                self._token = secrets.token_hex(16)
                self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=_LONGEST)
                port = self._server.sockets[0].getsockname()[1]
                write_atomically(self._path, json.dumps({"port": port, "token": self._token}).encode())
        except OSError as error:
            raise StoreError("io", self._path, error.strerror or str(error)) from error

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
            with contextlib.suppress(FileNotFoundError):
                self._path.unlink()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                writer.write(json.dumps(await self._answer(line)).encode() + b"\n")
                await writer.drain()
        except (ConnectionError, ValueError, asyncio.LimitOverrunError):
            pass
        finally:
            writer.close()

    async def _answer(self, line: bytes) -> dict[str, Any]:
        try:
            asked = json.loads(line)
        except ValueError:
            return {"ok": False, "error": "not-json"}
        if not isinstance(asked, dict):
            return {"ok": False, "error": "not-an-object"}
        if self._token and not hmac.compare_digest(str(asked.get("token", "")).encode(), self._token.encode()):
            return {"ok": False, "error": "token"}
        command = self._commands.get(str(asked.get("do")))
        if command is None:
            return {"ok": False, "error": "no-such-command", "commands": sorted(self._commands)}
        try:
            return {"ok": True, **await command(asked)}
        except P2PCardsError as error:
            data = {name: value for name, value in getattr(error, "data", {}).items() if _plain(value)}
            return {"ok": False, "error": str(getattr(error, "key", getattr(error, "code", error))), "data": data}


def _plain(value: Any) -> bool:
    """Whether a value can be said in JSON as it is."""
    if isinstance(value, Mapping):
        return all(isinstance(name, str) and _plain(one) for name, one in value.items())
    if isinstance(value, list | tuple):
        return all(map(_plain, value))
    return value is None or isinstance(value, bool | int | float | str)


@contextlib.contextmanager
def _short(path: Path) -> Any:
    """A name for a Unix socket: those are limited to about 100 bytes, so long paths are reached from their folder."""
    if len(os.fsencode(path)) < 100:
        yield str(path)
        return
    before = os.getcwd()
    os.chdir(path.parent)
    try:
        yield path.name
    finally:
        os.chdir(before)


def ask(path: Path, request: Mapping[str, Any], timeout: float = 10.0) -> dict[str, Any]:
    """Ask a running host. Raises ControlError."""
    try:
        with _connected(path, timeout) as (connection, extra):
            connection.sendall(json.dumps({**request, **extra}).encode() + b"\n")
            data = b""
            while not data.endswith(b"\n"):
                part = connection.recv(65536)
                if not part:
                    raise ControlError("no-answer")
                data += part
    except (FileNotFoundError, ConnectionRefusedError, NotADirectoryError):
        raise ControlError("not-running") from None
    except (OSError, ValueError) as error:
        raise ControlError("no-answer", text=str(error)) from error
    answer = json.loads(data)
    if not answer.pop("ok", False):
        data = answer.get("data")
        raise ControlError(str(answer.get("error", "no-answer")), **(data if isinstance(data, dict) else {}))
    return dict(answer)


@contextlib.contextmanager
def _connected(path: Path, timeout: float) -> Any:
    if UNIX:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
            connection.settimeout(timeout)
            with _short(path) as name:
                connection.connect(name)
            yield connection, {}
        return
    kept = json.loads(path.read_bytes())
    with socket.create_connection(("127.0.0.1", int(kept["port"])), timeout) as connection:
        yield connection, {"token": kept["token"]}
