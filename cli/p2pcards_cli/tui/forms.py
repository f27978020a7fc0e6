"""Forms: a new table, and house rules made from the fields of the rules, so that a new option needs no new screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from p2pcards.rules.base import Rules
from p2pcards.rules.option import Option, OptionError, Value
from p2pcards.rules.presets import GAMES

from ..house import changes
from ..say.errors import error_sentence
from ..say.games import about_game, game_name
from ..say.i18n import tr
from ..say.lobby import DEALS, DEALS_SHORT
from ..say.options import option_label, option_words
from .overlays import Asking, Item, Menu

if TYPE_CHECKING:
    from .face import Face

KINDS = ("sealed", "dealer")
STEP = {100_000: 50, 10_000: 1}


def house_rules(face: Face) -> None:
    """The options of my table; whoever owns it changes them, the others look."""
    client = face.client
    at = None if client is None else client.at
    if client is None or at is None or not at.options:
        return
    owner = at.seat is not None and at.info.owner == at.seat

    def send(values: dict[str, Any], deal: str | None = None) -> None:
        assert client is not None
        plain = {name: list(value) if isinstance(value, tuple) else value for name, value in values.items()}
        face.do(client.change(plain, deal or at.info.deal))

    def items() -> list[Item]:
        rules = at.rules
        kind = Item(
            tr("kind of deal"),
            value=tr(DEALS_SHORT[at.info.deal]),
            adjust=(lambda by: send({}, KINDS[at.info.deal == "sealed"])) if owner else None,
            keep=True,
            help=tr(DEALS[at.info.deal]),
        )
        return [kind, *option_items(face, rules, send if owner else None)]

    foot = "" if owner else tr("Only the owner of the table changes them. Esc closes.")
    title = tr("House rules: %(game)s", game=game_name(at.info.game))
    face.open(Menu(title, items, foot=foot or tr("Left and Right change it, Enter types it, Esc closes.")))


def option_items(face: Face, rules: Rules, send: Callable[[dict[str, Any]], None] | None) -> list[Item]:
    """A line for each option that leaves a choice, those that were changed marked with a star."""
    changed = set(rules.changed)
    out = []
    for option in rules.options:
        if option.fixed:
            continue
        value: Value = getattr(rules, option.name)
        out.append(
            Item(
                ("* " if option.name in changed else "  ") + option_label(option),
                run=None if send is None or option.kind == "bool" else _typing(face, option, value, rules, send),
                value=option_words(value),
                adjust=None if send is None else _stepping(option, value, send),
                keep=True,
                help=_about(option),
            )
        )
    return out


def _about(option: Option) -> str:
    """What is said below about the chosen option; its name is what files and line mode call it."""
    usually = tr("Usually: %(value)s.", value=option_words(option.default))
    return " ".join((tr(option.help) + ".", usually, tr("Its name: %(name)s.", name=option.name)))


def _stepping(option: Option, value: Value, send: Callable[[dict[str, Any]], None]) -> Callable[[int], None] | None:
    """Left and Right through the values there are, or those that people pick most, or by one."""
    if option.kind == "bool":
        return lambda by: send({option.name: not value})
    values: tuple[Any, ...] = option.choices or option.usual
    if option.kind in ("ints", "strs"):
        return None
    if values:

        def cycle(by: int) -> None:
            place = values.index(value) if value in values else -1 if by > 0 else 0
            send({option.name: values[(place + by) % len(values)]})

        return cycle
    if isinstance(value, int):
        number = value
        step = STEP.get(option.high, 1)
        return lambda by: send({option.name: max(option.low, min(option.high, number + by * step))})
    return None


def _typing(
    face: Face, option: Option, value: Value, rules: Rules, send: Callable[[dict[str, Any]], None]
) -> Callable[[], None]:
    """Enter: type the value."""

    def done(text: str) -> str:
        try:
            found = changes(rules, [f"{option.name}={text}"])
            rules.change(found)
        except click.UsageError as error:
            return error.format_message()
        except OptionError as error:
            return error_sentence(error)
        send(found)
        return ""

    about = [tr(option.help) + "."]
    if option.choices:
        about.append(tr("One of: %(values)s.", values=", ".join(str(each) for each in option.choices)))
    elif option.kind == "int":
        about.append(tr("From %(low)d to %(high)d.", low=option.low, high=option.high))
    start = ",".join(str(each) for each in value) if isinstance(value, tuple) else str(value)
    return lambda: face.open(Asking(option.name, about, tr("Value:"), done, start, 80))


class _New:
    """A table that is being thought of."""

    def __init__(self) -> None:
        self.rules: Rules = GAMES[1]
        self.seats = self.rules.usual_seats
        self.deal = "sealed"

    def game(self, by: int) -> None:
        """Another game."""
        self.rules = GAMES[(GAMES.index(self.rules) + by) % len(GAMES)]
        self.seats = self.rules.usual_seats

    def players(self, by: int) -> None:
        """Another number of seats, of those that the game is played with."""
        fit = [n for n in self.rules.seats if _fits(self.rules, n)]
        place = fit.index(self.seats) if self.seats in fit else 0
        self.seats = fit[(place + by) % len(fit)]

    def kind(self, by: int) -> None:
        """The other kind of deal."""
        self.deal = KINDS[self.deal == "sealed"]


def _fits(rules: Rules, seats: int) -> bool:
    try:
        rules.check(seats)
    except OptionError:
        return False
    return True


def new_table(face: Face) -> None:
    """Make a table at this machine, or at the host where I am."""
    new = _New()

    def make() -> None:
        client = face.client
        if client is not None:
            face.do(_create(face, new))
        elif face.lounge is not None:
            face.lounge.host_table(face, new.rules.game, new.seats, new.deal)

    def items() -> list[Item]:
        return [
            Item(
                tr("Game"), value=game_name(new.rules.game), adjust=new.game, keep=True, help=about_game(new.rules.game)
            ),
            Item(
                tr("Players"),
                value=str(new.seats),
                adjust=new.players,
                keep=True,
                help=tr("Bots can take seats before the start."),
            ),
            Item(tr("Deal"), value=tr(DEALS_SHORT[new.deal]), adjust=new.kind, keep=True, help=tr(DEALS[new.deal])),
            Item(tr("Make the table"), make, help=tr("House rules can be changed at the table.")),
        ]

    foot = tr("Left and Right change it, Enter on the last line makes the table.")
    face.open(Menu(tr("New table"), items, foot=foot))


async def _create(face: Face, new: _New) -> None:
    client = face.client
    assert client is not None
    ref = await client.create(new.rules.game, {}, new.seats, deal=new.deal, name=client.name)
    face.when_listed(ref, lambda: face.do(client.sit(ref)))
