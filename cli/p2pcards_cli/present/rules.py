"""The rules and options in force."""

from __future__ import annotations

from p2pcards_protocol.fields import DealKind
from p2pcards_protocol.terms import short_hash

from p2pcards.rules.base import Rules

from ..say.games import about_game, game_name
from ..say.i18n import listing, tr
from ..say.lobby import DEALS
from ..say.options import option_line


def game_line(rules: Rules) -> str:
    """What game it is."""
    return tr("%(game)s: %(about)s.", game=game_name(rules.game), about=about_game(rules.game))


def rules_lines(rules: Rules, deal: DealKind, *, every: bool = True) -> list[str]:
    """The game, the name of its rules with this kind of deal, and the options in force, those changed first and with a
    star; every: also those that are as usual."""
    name_line = tr(
        "Players: %(seats)s, usually %(usual)d. Rules: %(name)s, %(hash)s.",
        seats=listing(str(n) for n in rules.seats),
        usual=rules.usual_seats,
        name=rules.ruleset,
        hash=short_hash(rules.rules_hash(deal)),
    )
    lines = [game_line(rules), name_line]
    changed = set(rules.changed)
    rows = [(option, getattr(rules, option.name)) for option in rules.options if not option.fixed]
    lines += [option_line(option, value, True) for option, value in rows if option.name in changed]
    if every:
        lines += [option_line(option, value, False) for option, value in rows if option.name not in changed]
    elif not changed:
        lines.append(tr("All options are as usual."))
    return lines


def deal_line(kind: str) -> str:
    """What kind of deal it is and who sees what, as a sentence."""
    return tr(DEALS[kind]) if kind in DEALS else kind
