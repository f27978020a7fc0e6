"""`replay [FILE]`: walk through a match, on the screen or in text, all hands open once they have been revealed."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from .. import clicks
from ..clicks import option
from ..exits import Exit, Failure
from ..say.i18n import N_, tr
from ..settings import global_options, settings_of
from .common import full_screen
from .verify import last_match, read_match


@clicks.command("replay")
@global_options
@option("--json", "as_json", is_flag=True, help=N_("One JSON object a line: each event with its numbers."))
@option("--step", is_flag=True, help=N_("In text: wait for Enter after each trick."))
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
@click.pass_context
def command(context: click.Context, file: Path | None, as_json: bool, step: bool) -> int:
    """Walk through a match, card by card.

    Without FILE: your last match. On a terminal the full screen shows it; with --plain, in a pipe or with --step it is
    text.
    """
    from p2pcards.verify import verify_bytes

    from ..present.replay import step_object, steps
    from ..present.verdict import names_of, report_lines, verdict_line

    settings = settings_of(context)
    if file is None:
        file = last_match(settings.folder())
        click.echo(str(file), err=True)
    report = verify_bytes(read_match(file))
    found = steps(report)
    if not found:
        for line in report_lines(report):
            click.echo(line, err=True)
        raise Failure(tr("There is no deal in this file to walk through."), Exit.NOT_VERIFIED)
    if as_json:
        for number, one in enumerate(found):
            click.echo(json.dumps(step_object(number, one, names_of(report)), ensure_ascii=False))
    elif not step and full_screen(settings):
        import asyncio

        from ..tui.replay import show

        return asyncio.run(show(settings, report, found))
    else:
        _text(found, step)
        click.echo(verdict_line(report))
    return Exit.OK if report.ok else Exit.NOT_VERIFIED


def _text(found: tuple[object, ...], wait: bool) -> None:
    """Sentence by sentence; a pause after each trick and score."""
    from p2pcards.table import event as table

    from ..present.replay import Step

    for one in found:
        assert isinstance(one, Step)
        for line in one.lines:
            click.echo(line)
        if wait and isinstance(one.event, table.TrickTaken | table.DealScored):
            click.echo(tr("Enter goes on, q ends."))
            if (answer := sys.stdin.readline()) == "" or answer.strip().lower() == "q":
                return
