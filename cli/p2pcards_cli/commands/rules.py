"""`rules [GAME]`: the rules and options in force."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from .. import clicks
from ..clicks import option
from ..house import GameType, changes, find
from ..say.games import about_game, game_name
from ..say.i18n import N_, tr
from ..settings import global_options

if TYPE_CHECKING:
    from p2pcards_protocol.fields import DealKind


@clicks.command("rules")
@global_options
@option("--set", multiple=True, metavar="NAME=VALUE", help=N_("Change a house rule; may be repeated."))
@option("--deal", type=click.Choice(["sealed", "dealer"]), default="sealed", help=N_("The kind of deal."))
@option("--players", type=click.IntRange(2, 8), help=N_("Check the rules for so many players."))
@option("--sources", is_flag=True, help=N_("With the line of the document that each rule comes from."))
@option("--json", "as_json", is_flag=True, help=N_("One JSON object a line instead of text."))
@click.argument("game", required=False, type=GameType())
def command(
    game: str | None, set: tuple[str, ...], deal: DealKind, players: int | None, sources: bool, as_json: bool
) -> int:
    """How GAME is played, and its house rules with the values in force; without GAME the list of games."""
    from p2pcards.rules.presets import GAMES

    from ..pages import page_lines
    from ..present.rules import rules_lines

    if game is None:
        for each in GAMES:
            if as_json:
                click.echo(
                    json.dumps(
                        {"game": each.game, "seats": list(each.seats), "rules_hash": each.rules_hash(deal).hex()}
                    )
                )
            else:
                click.echo(
                    tr(
                        "%(key)-10s %(game)s: %(about)s",
                        key=each.game,
                        game=game_name(each.game),
                        about=about_game(each.game),
                    )
                )
        return 0
    preset = find(game)
    rules = preset.change(changes(preset, set))
    rules.check(players if players is not None else rules.usual_seats)
    if as_json:
        told = {
            "game": rules.game,
            "ruleset": rules.ruleset,
            "deal": deal,
            "rules_hash": rules.rules_hash(deal).hex(),
            "seats": list(rules.seats),
            "options": rules.to_options(),
            "changed": list(rules.changed),
        }
        click.echo(json.dumps(told, ensure_ascii=False))
        return 0
    for line in (*page_lines(rules.game, sources=sources), *rules_lines(rules, deal)):
        click.echo(line)
    return 0
