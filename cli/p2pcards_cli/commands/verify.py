"""`verify [FILE]`: what the file of a match proves."""

from __future__ import annotations

import json
import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .. import clicks
from ..clicks import option
from ..exits import Exit, Failure
from ..say.i18n import N_, tr
from ..settings import Settings, global_options, settings_of

if TYPE_CHECKING:
    from p2pcards.bots.replay import SeatReplay
    from p2pcards.verify import Report


@clicks.command("verify")
@global_options
@option("--bots", is_flag=True, help=N_("Take every decision of the bots again, too."))
@option("--json", "as_json", is_flag=True, help=N_("One JSON object instead of text."))
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
@click.pass_context
def command(context: click.Context, file: Path | None, bots: bool, as_json: bool) -> int:
    """Check a match: every signature, every card, every move, every point.

    Without FILE: your last match. Exit code 3 when something does not hold.
    """
    from p2pcards.verify import summary, verify_bytes

    from ..present.verdict import names_of, report_lines

    settings = settings_of(context)
    if file is None:
        file = last_match(settings.folder())
        click.echo(str(file), err=True)
    report = verify_bytes(read_match(file))
    seats = decided_again(report, settings) if bots else []
    if as_json:
        from p2pcards.bots.replay import plain

        told = {"file": str(file), **summary(report), **({"bots": plain(seats)} if bots else {})}
        click.echo(json.dumps(told, ensure_ascii=False))
    else:
        lines = report_lines(report, columns=not settings.plain)
        if bots:
            from ..present.replays import replay_lines

            lines += replay_lines(seats, names_of(report))
        click.echo("\n".join(lines))
    return Exit.OK if report.ok and all(one.ok for one in seats) else Exit.NOT_VERIFIED


def decided_again(report: Report, settings: Settings) -> list[SeatReplay]:
    """The decisions of the bots, taken again; those of searches on all cores, with the deals counted on stderr."""
    from p2pcards.bots.replay import replay, searched

    if not searched(report):
        return replay(report)
    from concurrent.futures import ProcessPoolExecutor

    def progress(done: int) -> None:
        if not settings.quiet:
            click.echo(tr("Bots: deal %(done)d of %(deals)d", done=done, deals=len(report.bots)), err=True)

    with ProcessPoolExecutor(os.cpu_count() or 1) as pool:
        return replay(report, partial(pool.map, chunksize=4), progress)


def read_match(file: Path) -> bytes:
    """The bytes of a match file, without reading more than a match can be. Raises OSError."""
    from p2pcards_protocol.file import MAX_FILE

    with file.open("rb") as opened:
        return opened.read(MAX_FILE + 1)


def last_match(folder: Path) -> Path:
    """The newest match file of this person. Raises Failure when there is none."""
    from p2pcards.store.matches import list_matches

    files = list_matches(folder)
    if not files:
        raise Failure(tr("There is no match yet in %(path)s.", path=folder / "matches"), Exit.NOT_FOUND)
    return max(files, key=lambda one: one.path.stat().st_mtime).path
