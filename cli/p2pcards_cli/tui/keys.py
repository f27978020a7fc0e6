"""Every key of the full screen in one table: what it does, what the help says about it, where it works."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..keynames import key_word, plain_key
from ..say.i18n import N_, tr


@dataclass(frozen=True, slots=True)
class Binding:
    """do: a name that `pages` knows; keys: the first is the one that is shown; where: "table", "room", "home"."""

    do: str
    keys: tuple[str, ...]
    label: str
    help: str
    where: tuple[str, ...] = ("table",)


ALL = ("table", "room", "home")
AT = ("table", "room")

BINDINGS: tuple[Binding, ...] = (
    # playing
    Binding("enter", ("enter",), N_("play"), N_("play the selected card; confirm a bid, a pass or a choice")),
    Binding("left", ("left",), "", N_("select the card to the left")),
    Binding("right", ("right",), "", N_("select the card to the right")),
    Binding("up", ("up",), "", N_("select the suit before; a higher bid")),
    Binding("down", ("down",), "", N_("select the suit after; a lower bid")),
    Binding("home", ("home",), "", N_("select the first card")),
    Binding("end", ("end",), "", N_("select the last card")),
    Binding("1", ("1",), "", N_("select a spade; 2 a heart, 3 a diamond, 4 a club; again for the next one")),
    Binding("bid", ("b",), N_("bid"), N_("bid: type the number (0 is nil) or use Up and Down, then Enter")),
    Binding("pick", ("space",), N_("pick"), N_("pick a card to pass, or put it back; Enter passes the picked cards")),
    Binding("claim", ("k",), "", N_("claim all the remaining tricks; your cards are shown to all")),
    Binding("takeback", ("u",), "", N_("ask to take your last card back, before the next one is played")),
    Binding("answer", ("j",), N_("answer"), N_("answer a claim or a take-back")),
    # looking
    Binding("cards", ("c",), N_("table"), N_("the cards on the table")),
    Binding("led", ("f",), "", N_("the led suit, and what is broken")),
    Binding("bids", ("v", "i"), N_("bids"), N_("bids and tricks of all")),
    Binding("teams", ("e",), "", N_("who plays with whom"), AT),
    Binding("score", ("s",), N_("score"), N_("the score sheet, deal by deal")),
    Binding("why", ("w",), N_("why"), N_("why the last deal was scored like that")),
    Binding("turn", ("t",), "", N_("whose turn it is")),
    Binding("last", ("l",), N_("last trick"), N_("the last trick")),
    Binding("rules", ("g",), N_("rules"), N_("the rules and options in force"), AT),
    Binding("who", ("p",), N_("who"), N_("who is who: seats, keys, and words to compare"), AT),
    Binding("verify", ("y",), N_("verify"), N_("what the check of the last deal said")),
    Binding("hint", ("a",), N_("hint"), N_("a hint: what a bot would do in my place, and why")),
    Binding("hand", ("h",), "", N_("my cards, in words")),
    Binding("repeat", ("r",), "", N_("repeat the last message"), AT),
    Binding("history", ("x",), N_("messages"), N_("all messages; PgUp and PgDn scroll them too"), AT),
    Binding("pageup", ("pageup",), "", N_("older messages"), AT),
    Binding("pagedown", ("pagedown",), "", N_("newer messages"), AT),
    # with others
    Binding("chat", ("/",), N_("chat"), N_("say something to the table"), AT),
    Binding("mute", ("c-t",), "", N_("show what others say, or do not"), AT),
    Binding("nudge", ("!",), "", N_("ring at the player whose turn it is")),
    Binding("vote", ("z",), N_("vote"), N_("vote what to do about a player who is away")),
    # before the match
    Binding("enter", ("enter",), N_("take it"), N_("what the chosen line says: a seat, or the start"), ("room",)),
    Binding("begin", ("s",), N_("start"), N_("start the match, or say that you are ready"), ("room",)),
    Binding("seat", ("d",), N_("seat"), N_("sit down, change seats, add or remove a bot"), ("room",)),
    Binding("shuffle", ("R",), N_("new teams"), N_("draw new seats and teams"), ("room",)),
    Binding("options", ("o",), N_("house rules"), N_("change the house rules"), ("room",)),
    Binding("invite", ("n",), N_("invite"), N_("how others find this table, with a QR code"), ("room",)),
    Binding("up", ("up",), "", N_("choose the line above"), ("room",)),
    Binding("down", ("down",), "", N_("choose the line below"), ("room",)),
    # the list of hosts
    Binding("enter", ("enter",), N_("take it"), N_("join the chosen table"), ("home",)),
    Binding("up", ("up",), "", N_("choose the line above"), ("home",)),
    Binding("down", ("down",), "", N_("choose the line below"), ("home",)),
    Binding("watch", ("w",), N_("watch"), N_("watch the chosen table"), ("home",)),
    # the program
    Binding("help", ("?", "f1"), N_("help"), N_("all keys"), ALL),
    Binding("menu", ("escape",), N_("menu"), N_("close what is open; else the menu"), ALL),
    Binding("settings", ("f2", "m"), "", N_("settings: order of cards, speed, colours, bell"), ALL),
    Binding("leave", ("c-w",), "", N_("leave the table"), AT),
    Binding("quit", ("q",), N_("quit"), N_("quit the program; in a match your seat waits for you"), ALL),
    Binding("interrupt", ("c-c",), "", N_("twice: end the program at once"), ALL),
    Binding("verbosity", ("a-v",), "", N_("how much is told: less, more, everything"), AT),
    Binding("bell", ("a-b",), "", N_("the bell on my turn: on or off"), ALL),
    Binding("ascii", ("a-a",), "", N_("letters instead of symbols"), ALL),
    Binding("mouse", ("c-o",), "", N_("the mouse: on or off"), ALL),
    Binding("redraw", ("c-l",), "", N_("draw the screen again"), ALL),
)

_BY_KEY: dict[tuple[str, str], Binding] = {
    (where, key): binding for binding in BINDINGS for where in binding.where for key in binding.keys
}


def find(key: str, where: str) -> Binding | None:
    """What a key means on a page; None: nothing."""
    if len(key) == 1:
        key = plain_key(key, shifted=(where, "R") in _BY_KEY)
    if key in ("2", "3", "4"):
        found = _BY_KEY.get((where, "1"))
        return None if found is None else Binding(key, (key,), "", "")
    return _BY_KEY.get((where, key))


def help_rows(where: str) -> list[tuple[str, str]]:
    """(keys, what they do) for the help of a page; those of this page alone come first."""
    here = sorted((binding for binding in BINDINGS if where in binding.where), key=lambda each: len(each.where))
    return [(" ".join(key_word(key) for key in binding.keys), tr(binding.help)) for binding in here]


def hints(where: str, names: tuple[str, ...], labels: Mapping[str, str] | None = None) -> tuple[tuple[str, str], ...]:
    """Keys for the bottom row, in this order. labels: what a key does now, where that is not always the same."""
    out = []
    for name in names:
        for binding in BINDINGS:
            if binding.do == name and where in binding.where and binding.label:
                out.append((key_word(binding.keys[0]), (labels or {}).get(name) or tr(binding.label)))
                break
    return tuple(out)
