"""`verify [FILE]`: what the file of a match proves."""

from __future__ import annotations

import json
from pathlib import Path

import click

from .. import clicks
from ..clicks import option
from ..exits import Exit, Failure
from ..say.i18n import N_, tr
from ..settings import global_options, settings_of


@clicks.command("verify")
@global_options
@option("--json", "as_json", is_flag=True, help=N_("One JSON object instead of text."))
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
@click.pass_context
def command(context: click.Context, file: Path | None, as_json: bool) -> int:
    """Check a match: every signature, every card, every move, every point.

    Without FILE: your last match. Exit code 3 when something does not hold.
    """
    from p2pcards.verify import summary, verify_bytes

    from ..present.verdict import report_lines

    if file is None:
        file = last_match(settings_of(context).folder())
        click.echo(str(file), err=True)
    report = verify_bytes(read_match(file))
    if as_json:
        click.echo(json.dumps({"file": str(file), **summary(report)}, ensure_ascii=False))
    else:
        for line in report_lines(report, columns=not settings_of(context).plain):
            click.echo(line)
    return Exit.OK if report.ok else Exit.NOT_VERIFIED


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
