"""`browse`: the hosts in reach, with their tables."""

from __future__ import annotations

import asyncio
import json

import click

from .. import clicks
from ..clicks import option
from ..exits import Exit
from ..say.i18n import N_, tr
from ..settings import global_options


@clicks.command("browse")
@global_options
@option("--json", "as_json", is_flag=True, help=N_("One JSON object a line: a host each."))
@option("--timeout", type=click.FloatRange(0.1, 600), default=3.0, help=N_("Seconds to look."))
def command(as_json: bool, timeout: float) -> int:
    """List the hosts that are announced in this network, and their tables.

    Exit code 4 when there is none.
    """
    from ..present.hosts import browse_lines, host_json
    from ..reach import look_around
    from ..say.lobby import lan_problem

    hosts, problem = asyncio.run(look_around(timeout, settle=None))
    if as_json:
        for host in hosts:
            click.echo(json.dumps(host_json(host), ensure_ascii=False))
    else:
        for line in browse_lines(hosts):
            click.echo(line)
    if problem is not None and problem != "starting":
        click.echo(lan_problem(problem), err=True)
    if not hosts:
        click.echo(
            tr("No host seen in %(seconds).0f seconds. By address: p2pcards join ADDRESS", seconds=timeout), err=True
        )
        return Exit.NOT_FOUND
    return Exit.OK
