"""The commands of line mode as one table, and how a typed line finds its command.

The letters are those of the QuentinC document and of the full screen. They are case-insensitive but for R, which draws
new teams, where r repeats the last message.
"""

from __future__ import annotations

from dataclasses import dataclass

from p2pcards.cards.card import CardSet

from ..say.examples import of_hand
from ..say.i18n import N_, tr


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its names (the first is its key), how it is typed, what it does."""

    names: tuple[str, ...]
    usage: str
    help: str

    @property
    def key(self) -> str:
        return self.names[0]


COMMANDS: tuple[Command, ...] = (
    # play
    Command(("p", "play"), N_("p CARD"), N_("play a card: p %(card)s, p %(words)s, or p 1 for the first you may play")),
    Command(("b", "bid"), N_("b NUMBER"), N_("bid: b 3, b nil, b blind")),
    Command(("pass",), N_("pass CARDS"), N_("pass cards: pass %(cards)s")),
    Command(("choose",), N_("choose GAME"), N_("choose the game of this deal: choose spades, choose hearts")),
    Command(("look",), "look", N_("look at your cards, and bid after that")),
    Command(("blind",), "blind", N_("bid nil before you have seen your cards")),
    Command(("claim", "k"), "claim", N_("claim all the remaining tricks; your cards are shown to all")),
    Command(("takeback", "u"), "takeback", N_("ask to take your last card back, before the next one is played")),
    Command(("yes",), "yes", N_("agree to a claim or a take-back")),
    Command(("no",), "no", N_("do not agree to it")),
    # what is on the table
    Command(("hint", "a"), "hint", N_("what a bot would do in your place, and why")),
    Command(("h", "hand"), N_("h [SUIT]"), N_("your cards, or those of one suit: h, h s, h hearts")),
    Command(("l", "legal"), "l", N_("the cards you may play, numbered")),
    Command(("where",), "where", N_("how everything stands: score, bids, your cards, the trick, whose turn")),
    Command(("c", "cards", "trick"), "c", N_("the cards on the table")),
    Command(("f", "led"), "f", N_("the led suit, and what is broken")),
    Command(("v", "i", "bids"), "v", N_("bids and tricks of all")),
    Command(("t", "turn"), "t", N_("whose turn it is")),
    Command(("s", "score"), "s", N_("the score")),
    Command(("sheet",), "sheet", N_("the score deal by deal")),
    Command(("why",), N_("why [DEAL]"), N_("why the last deal, or another one, was scored like that")),
    Command(("last",), "last", N_("the last trick")),
    Command(("e", "teams"), "e", N_("who plays with whom")),
    Command(("g", "rules"), "g [all]", N_("the rules in force; g all: every option")),
    Command(("who",), "who", N_("who is who: seats, keys, and words to compare")),
    Command(("verify", "y"), "verify", N_("what the check of the last deal said")),
    # what was said
    Command(("r", "repeat"), "r", N_("repeat the last message")),
    Command(("x", "history"), N_("x [NUMBER]"), N_("the last messages: x, x 30")),
    Command(("say", "/"), N_("say TEXT"), N_("say something to the table")),
    Command(("mute",), "mute", N_("do not tell what others say; again: tell it")),
    Command(("nudge", "!"), "nudge", N_("ring at the player whose turn it is")),
    Command(
        ("m",), N_("m 0, 1 or 2"), N_("how much is told: 0 my turn and results, 1 plays and bids too, 2 everything")
    ),
    Command(("bell",), "bell on, bell off", N_("ring when it is your turn")),
    Command(("vote",), N_("vote wait, bot or end"), N_("vote what to do about a player who is away")),
    # the table before the match
    Command(("start",), "start", N_("start the match; bots take the empty seats")),
    Command(("ready",), "ready, ready no", N_("say that you are ready; the match starts when all are")),
    Command(
        ("sit",), N_("sit [NUMBER]"), N_("take a seat, or change to another; while you watch a match: take over a bot")
    ),
    Command(("stand",), "stand", N_("give the seat back, and stay")),
    Command(("bot",), N_("bot add [NUMBER] [LEVEL], bot remove NUMBER"), N_("put a bot in a seat, or take it out")),
    Command(("admit",), N_("admit [NUMBER]"), N_("who was put out of the table; let one of them in again")),
    Command(("shuffle", "R"), "R", N_("draw new seats and teams")),
    Command(("set",), N_("set OPTION=VALUE"), N_("change a house rule: set no_hell=on")),
    Command(("deal",), "deal sealed, deal dealer", N_("change the kind of deal")),
    Command(("invite",), "invite", N_("how others find this table")),
    # coming and going
    Command(("tables",), "tables", N_("the tables of this host")),
    Command(("join",), N_("join NUMBER"), N_("sit down at a table of the list")),
    Command(("watch",), N_("watch NUMBER"), N_("watch a table of the list")),
    Command(("new",), N_("new GAME [PLAYERS]"), N_("make a new table: new hearts, new spades 5")),
    Command(("leave",), "leave", N_("leave the table; in a match a bot plays on for you")),
    Command(("back",), "back", N_("take your seat back from the bot that plays for you")),
    Command(("kick",), N_("kick NUMBER"), N_("vote to put the player of a seat out, at the end of the deal")),
    Command(("quit", "q", "exit"), "quit", N_("end the program; your seat waits for you")),
    Command(("?", "help"), N_("? [COMMAND]"), N_("the commands, or one of them: ? bid")),
)

BY_NAME: dict[str, Command] = {name: command for command in COMMANDS for name in command.names}


def split(line: str) -> tuple[Command | None, str, str]:
    """The command of a typed line (None: unknown), its first word and the rest."""
    line = line.strip()
    if line.startswith(("/", "!", "?")):
        first, rest = line[0], line[1:].strip()
    else:
        first, _, rest = line.partition(" ")
        rest = rest.strip()
    if first == "R":
        return BY_NAME["R"], first, rest
    return BY_NAME.get(first.lower()), first, rest


def help_line(command: Command, hand: CardSet | None = None) -> str:
    """One command: "p CARD: play a card ..."."""
    return tr("%(usage)s: %(help)s", usage=tr(command.usage), help=tr(command.help, **of_hand(hand)))


def help_lines(topic: str, hand: CardSet | None = None) -> list[str]:
    """All commands, or the one that is asked for. hand: my cards, which the examples name."""
    if topic:
        command = BY_NAME.get(topic) or BY_NAME.get(topic.lower())
        if command is None:
            return [tr("There is no command %(name)s. Type ? for all of them.", name=topic[:30])]
        return [help_line(command, hand)]
    return [help_line(command, hand) for command in COMMANDS]
