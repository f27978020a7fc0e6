"""`compare A B`: two players' files of one match."""

from __future__ import annotations

import json
from pathlib import Path

import click

from .. import clicks
from ..clicks import option
from ..exits import Exit
from ..say.i18n import N_
from ..settings import global_options

FILE = click.Path(dir_okay=False, path_type=Path)


@clicks.command("compare")
@global_options
@option("--json", "as_json", is_flag=True, help=N_("One JSON object instead of text."))
@click.argument("first", type=FILE)
@click.argument("second", type=FILE)
def command(first: Path, second: Path, as_json: bool) -> int:
    """Hold two players' files of one match against each other.

    Exit code 0 when they are equal (or one is only shorter), 3 otherwise.
    """
    from p2pcards.verify import compare, summary

    from ..present.verdict import comparison_lines
    from .verify import read_match

    found = compare(read_match(first), read_match(second))
    agree = found.same_match and found.divergence is None and found.a.fault is None and found.b.fault is None
    if as_json:
        divergence = found.divergence
        told = {
            "equal": found.equal,
            "same_match": found.same_match,
            "differ_from": divergence.seq if divergence else None,
            "proof": divergence.proof if divergence else False,
            "missing": found.missing,
            "a": summary(found.a),
            "b": summary(found.b),
        }
        click.echo(json.dumps(told, ensure_ascii=False))
    else:
        for line in comparison_lines(found):
            click.echo(line)
    return Exit.OK if agree else Exit.NOT_VERIFIED
