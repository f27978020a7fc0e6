"""House-rule options in words: a label for each, and values."""

from __future__ import annotations

import re

from p2pcards.rules.option import Option, Value

from .i18n import NP_, listing, tr, trp

#: The help line of each option is itself a message (p2pcards.rules keeps the English one); values are here.
VALUE_WORDS = {
    "extra_hand": NP_("option value", "one more deal"),
    "shared": NP_("option value", "shared win"),
    "any_spade_played": NP_("option value", "once one has been played"),
    "never": NP_("option value", "never"),
    "minus_bid": NP_("option value", "loses 10 a trick bid"),
    "zero": NP_("option value", "scores zero"),
    "minus_missing": NP_("option value", "loses 10 a missing trick"),
    "bags": NP_("option value", "bags"),
    "ignored": NP_("option value", "ignored"),
    "bags_and_points": NP_("option value", "bags and a point each"),
    "help_partner": NP_("option value", "for the partner's bid"),
    "game": NP_("option value", "over the match"),
    "round": NP_("option value", "each deal alone"),
    "carry": NP_("option value", "the rest stays"),
    "reset": NP_("option value", "back to zero"),
    "side": NP_("option value", "the side's total"),
    "player": NP_("option value", "each player"),
    "usual": NP_("option value", "as usual"),
    "none": NP_("option value", "none"),
    "two": NP_("option value", "two"),
    "three": NP_("option value", "three"),
    "left": NP_("option value", "left"),
    "right": NP_("option value", "right"),
    "across": NP_("option value", "across"),
    "only_hearts": NP_("option value", "only from a hand of hearts"),
    "always": NP_("option value", "always"),
    "lowest_club": NP_("option value", "the lowest club"),
    "any_club": NP_("option value", "any club"),
    "eldest": NP_("option value", "the seat left of the dealer"),
    "others_up": NP_("option value", "the others score them"),
    "shooter_down": NP_("option value", "the shooter scores them off"),
    "off": NP_("option value", "no such rule"),
}


def option_value(value: Value) -> str:
    """A value as it is typed, with its words where it needs them."""
    if isinstance(value, bool):
        return tr("on") if value else tr("off")
    if isinstance(value, tuple):
        return listing(option_value(each) for each in value) if value else tr("none")
    if isinstance(value, str):
        words = trp("option value", VALUE_WORDS[value]) if value in VALUE_WORDS else value
        return value if words == value else tr("%(value)s (%(words)s)", value=value, words=words)
    return str(value)


def option_words(value: Value) -> str:
    """A value for people who do not type it: "yes", "10", "one more deal"."""
    if isinstance(value, bool):
        return tr("yes") if value else tr("no")
    if isinstance(value, tuple):
        return listing(option_words(each) for each in value) if value else tr("none")
    if isinstance(value, str) and value in VALUE_WORDS:
        return trp("option value", VALUE_WORDS[value])
    return str(value)


def option_label(option: Option) -> str:
    """What an option is about, in a few words: the beginning of its help."""
    return re.split("[:;]", tr(option.help), maxsplit=1)[0]


def option_line(option: Option, value: Value, changed: bool) -> str:
    """An option with its value: "bag_limit = 10 (10): bags that cost a penalty; ...", changed ones with a star."""
    values = {"name": option.name, "value": option_value(value), "help": tr(option.help)}
    if changed:
        return tr("* %(name)s = %(value)s (usually %(usual)s): %(help)s", usual=option_value(option.default), **values)
    return tr("%(name)s = %(value)s: %(help)s", **values)


def option_range(option: Option) -> str:
    """What may be said for an option: "0 to 26", "on or off", "extra_hand or shared"."""
    if option.kind == "bool":
        return tr("on or off")
    if option.choices:
        return listing(str(each) for each in option.choices)
    span = tr("%(low)d to %(high)d", low=option.low, high=option.high)
    return tr("numbers from %(range)s, with commas", range=span) if option.kind == "ints" else span
