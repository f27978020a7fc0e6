"""The rules and options in force."""

from __future__ import annotations

from p2pcards_protocol.fields import DealKind
from p2pcards_protocol.terms import short_hash

from p2pcards.rules.base import Rules

from ..say.games import about_game, game_name
from ..say.i18n import listing, tr
from ..say.lobby import DEALS
from ..say.options import option_line, option_words


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


def rules_table(rules: Rules) -> list[tuple[str, str, bool]]:
    """The options in force for people who look and do not type: (a sentence, its value here, whether it is another
    than usual), those first."""
    rows = []
    for option in rules.options:
        if option.fixed:
            continue
        told, value = tr(option.help), option_words(getattr(rules, option.name))
        changed = option.name in rules.changed
        if changed:
            value = tr("%(value)s (usually %(usual)s)", value=value, usual=option_words(option.default))
        rows.append((told[:1].upper() + told[1:] + ".", value, changed))
    return sorted(rows, key=lambda row: not row[2])


def code_line(rules: Rules, deal: DealKind) -> str:
    """The hash of the rules, to compare."""
    code = short_hash(rules.rules_hash(deal))
    return tr("Rules code %(code)s: the same code at two tables means the same rules.", code=code)


def deal_line(kind: str) -> str:
    """What kind of deal it is and who sees what, as a sentence."""
    return tr(DEALS[kind]) if kind in DEALS else kind
