"""`doctor [HOST[:PORT]]`: why two machines do not see each other, and the invite to use instead."""

from __future__ import annotations

import asyncio
import dataclasses
import io
import json
import sys
from typing import Any

import click

from .. import clicks
from ..clicks import option
from ..exits import Exit
from ..say.i18n import N_, tr
from ..settings import global_options, settings_of

SLOTS = 4
"""Hosts of one state folder that are looked for."""

MARKS = {"good": "+", "note": "-", "bad": "!"}


@clicks.command("doctor")
@global_options
@option("--timeout", type=click.FloatRange(0.1, 60), default=3.0, help=N_("Seconds to look for hosts."))
@option("--json", "as_json", is_flag=True, help=N_("One JSON object a line."))
@option("--qr/--no-qr", default=None, help=N_("The invite as a QR code too (usual on a terminal)."))
@click.argument("peer", default="", metavar="[HOST[:PORT]]")
@click.pass_context
def command(context: click.Context, peer: str, timeout: float, as_json: bool, qr: bool | None) -> int:
    """Say why two machines do not see each other.

    Run it on both, with the address of the other one. Where a host runs here, its invite is shown too.
    """
    from p2pcards_protocol.states import VERSIONS

    from p2pcards.net.address import DEFAULT_PORT, parse
    from p2pcards.net.doctor import examine, judge

    from ..say.doctor import finding

    target = parse(peer) if peer else None
    address = "" if target is None else (target.addresses or (target.name,))[0]
    port = DEFAULT_PORT if target is None or target.port is None else target.port
    host = _running(context)
    facts = asyncio.run(
        examine(
            address,
            port,
            None if host is None else int(host["port"]),
            () if host is None else host["addresses"],
            seconds=timeout,
            versions=(min(VERSIONS), max(VERSIONS)),
        )
    )
    found = judge(facts)
    for one in found:
        if as_json:
            click.echo(json.dumps(dataclasses.asdict(one)))
        else:
            click.echo(f"{MARKS[one.level]} {finding(one.key, one.data)}")
    if host is not None and not as_json:
        _invite(host, sys.stdout.isatty() if qr is None else qr)
    return Exit.FAILED if any(one.level == "bad" for one in found) else Exit.OK


def _running(context: click.Context) -> dict[str, Any] | None:
    """The host that runs on this machine, if one does."""
    from p2pcards.host.control import ControlError, ask, control_path

    for slot in range(1, SLOTS + 1):
        try:
            return ask(control_path(settings_of(context).folder(), slot), {"do": "status"}, timeout=2.0)
        except ControlError:
            continue
    return None


def _invite(host: dict[str, Any], qr: bool) -> None:
    from p2pcards.net.address import invite

    addresses = [address for address in host["addresses"] if not address.startswith("fe80")] or host["addresses"]
    if not addresses:
        return
    text = invite(tuple(addresses[:4]), host["port"], bytes.fromhex(host["key"]))
    click.echo(tr("Invite: %(invite)s", invite=text))
    if qr:
        import segno

        picture = io.StringIO()
        segno.make(text, error="l").terminal(picture, compact=True)
        click.echo(picture.getvalue().rstrip("\n"))
