"""`history`: my matches, newest first, and how they went."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .. import clicks
from ..clicks import option
from ..exits import Exit, Failure
from ..say.i18n import N_, tr
from ..settings import global_options, settings_of
from .verify import read_match

if TYPE_CHECKING:
    from ..present.history import Past


@clicks.command("history")
@global_options
@option("--json", "as_json", is_flag=True, help=N_("One JSON object a line."))
@option("--game", metavar="GAME", help=N_("Only matches of this game."))
@option("-n", "--last", type=click.IntRange(1, 10_000), default=20, help=N_("How many matches are listed."))
@click.pass_context
def command(context: click.Context, as_json: bool, game: str | None, last: int) -> int:
    """Your matches and results, then statistics by game and by partner.

    They come from the match files in your own folder. To check one of them: p2pcards verify FILE.
    """
    from ..present.history import past_line, past_object, statistics

    folder = settings_of(context).folder()
    matches = [past for past in own_matches(folder) if game in (None, past.game)]
    if not matches:
        raise Failure(tr("There is no match yet in %(path)s.", path=folder / "matches"), Exit.NOT_FOUND)
    if as_json:
        for past in matches[:last]:
            click.echo(json.dumps(past_object(past), ensure_ascii=False))
        return Exit.OK
    for past in matches[:last]:
        click.echo(past_line(past))
    for line in statistics(matches):
        click.echo(line)
    return Exit.OK


def own_matches(folder: Path, most: int | None = None) -> list[Past]:
    """The matches that are kept in a state folder, the newest first. Files that cannot be read are left out."""
    from p2pcards.store.matches import list_matches

    from ..present.history import read_past

    mine = my_keys(folder)
    files = {(one.id, one.game): one for one in list_matches(folder)}  # host and player may both have kept a match
    found = (read_past(str(one.path), one.date, read_match(one.path), mine) for one in list(files.values())[:most])
    return [past for past in found if past is not None]


def my_keys(folder: Path) -> frozenset[bytes]:
    """The public keys of all my slots. A key that cannot be read is left out."""
    from p2pcards_protocol.identity import Identity

    from p2pcards.store import StoreError
    from p2pcards.store.keys import read_key

    keys = set()
    for path in sorted((folder / "keys").glob("player-*.key")):
        try:
            keys.add(Identity.from_seed(read_key(path)).public)
        except (StoreError, ValueError):
            continue
    return frozenset(keys)
