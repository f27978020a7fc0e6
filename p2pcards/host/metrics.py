"""What a host can tell about itself in numbers, in the text form of Prometheus, and `/healthz`, on 127.0.0.1 only.

No package is needed for it: the form is lines of text, and the server answers two paths.
"""

from __future__ import annotations

import asyncio

from .server import HostServer

_HELP = {
    "p2pcards_tables": "Tables by state.",
    "p2pcards_links": "Connections that have said who they are.",
    "p2pcards_seats": "Taken seats by kind.",
    "p2pcards_entries_total": "Transcript entries made since the start.",
    "p2pcards_commits_total": "Transactions since the start.",
    "p2pcards_store_trouble": "1 while nothing can be kept.",
    "p2pcards_refused_connections_total": "Connections turned away at the door.",
}


def text(host: HostServer) -> str:
    """The metrics as they are now."""
    tables = list(host.tables.values())
    states = {state: sum(table.state == state for table in tables) for state in ("lobby", "playing", "over")}
    slots = [slot for table in tables for slot in table.lobby.slots if slot is not None]
    kinds = {kind: sum(slot.kind == kind for slot in slots) for kind in ("person", "bot")}
    values: dict[str, list[tuple[str, float]]] = {
        "p2pcards_tables": [(f'{{state="{state}"}}', count) for state, count in states.items()],
        "p2pcards_links": [("", host.links)],
        "p2pcards_seats": [(f'{{kind="{kind}"}}', count) for kind, count in kinds.items()],
        "p2pcards_entries_total": [("", host.entries_made)],
        "p2pcards_commits_total": [("", host.commits)],
        "p2pcards_store_trouble": [("", float(host.trouble is not None))],
        "p2pcards_refused_connections_total": [("", host.turned_away)],
    }
    lines = []
    for name, samples in values.items():
        kind = "counter" if name.endswith("_total") else "gauge"
        lines += [f"# HELP {name} {_HELP[name]}", f"# TYPE {name} {kind}"]
        lines += [f"{name}{labels} {value:g}" for labels, value in samples]
    return "\n".join(lines) + "\n"


async def serve_metrics(host: HostServer, port: int) -> asyncio.Server:
    """Answer GET /healthz (200 "ok", or 503 while nothing can be kept) and GET /metrics on 127.0.0.1."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(5.0):
                head = await reader.readuntil(b"\r\n\r\n")
            status, body = _respond(host, head.split(b"\r\n", 1)[0])
            data = body.encode()
            writer.write(
                f"HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {len(data)}\r\n"
                "Connection: close\r\n\r\n".encode()
                + data
            )
            async with asyncio.timeout(5.0):
                await writer.drain()
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, TimeoutError, ConnectionError):
            pass
        finally:
            writer.close()

    return await asyncio.start_server(answer, "127.0.0.1", port, limit=8192)


def _respond(host: HostServer, request: bytes) -> tuple[str, str]:
    parts = request.split()
    if len(parts) < 2 or parts[0] != b"GET":
        return "405 Method Not Allowed", "GET only\n"
    if parts[1] == b"/healthz":
        return ("200 OK", "ok\n") if host.trouble is None else ("503 Service Unavailable", f"{host.trouble}\n")
    if parts[1] == b"/metrics":
        return "200 OK", text(host)
    return "404 Not Found", "/healthz, /metrics\n"
