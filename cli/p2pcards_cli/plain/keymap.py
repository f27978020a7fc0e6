"""The keys of line mode with `--keys` as one table: the letters of the QuentinC document and of the full screen."""

from __future__ import annotations

from dataclasses import dataclass

from ..keynames import key_word
from ..say.i18n import N_, tr


@dataclass(frozen=True, slots=True)
class Key:
    """line: the command of line mode that it stands for, "" where the keyboard does something of its own."""

    help: str
    line: str = ""


KEYS: dict[str, Key] = {
    "enter": Key(N_("play the selected card; confirm a bid, a pass or a choice; before a match, start it")),
    "left": Key(N_("the card to the left is told and selected")),
    "right": Key(N_("the card to the right")),
    "up": Key(N_("the suit before; a higher bid")),
    "down": Key(N_("the suit after; a lower bid")),
    "home": Key(N_("the first card")),
    "end": Key(N_("the last card")),
    "1": Key(N_("a spade; 2 a heart, 3 a diamond, 4 a club; again for the next one; for a bid, its digits")),
    "b": Key(N_("bid: type the number (0 is nil) or use Up and Down, then Enter")),
    "space": Key(N_("pick a card to pass, or put it back; Enter passes the picked cards")),
    "a": Key(N_("a hint: what a bot would do in my place, and why"), "hint"),
    "k": Key(N_("claim all the remaining tricks; your cards are shown to all"), "claim"),
    "u": Key(N_("ask to take your last card back, before the next one is played"), "takeback"),
    "j": Key(N_("answer a claim or a take-back")),
    "h": Key(N_("my cards, in words"), "h"),
    "c": Key(N_("the cards on the table"), "c"),
    "f": Key(N_("the led suit, and what is broken"), "f"),
    "v": Key(N_("bids and tricks of all"), "v"),
    "i": Key(N_("bids and tricks of all"), "v"),
    "tab": Key(N_("how everything stands: score, bids, my cards, the trick, whose turn"), "where"),
    "t": Key(N_("whose turn it is")),
    "s": Key(N_("the score"), "s"),
    "w": Key(N_("why the last deal was scored like that"), "why"),
    "l": Key(N_("the last trick"), "last"),
    "e": Key(N_("who plays with whom"), "e"),
    "g": Key(N_("the rules and options in force"), "g"),
    "p": Key(N_("who is who: seats, keys, and words to compare"), "who"),
    "y": Key(N_("what the check of the last deal said"), "verify"),
    "r": Key(N_("repeat the last message"), "r"),
    "x": Key(N_("the last ten messages"), "x"),
    "/": Key(N_("say something to the table")),
    "c-t": Key(N_("show what others say, or do not"), "mute"),
    "!": Key(N_("ring at the player whose turn it is"), "nudge"),
    "z": Key(N_("vote what to do about a player who is away")),
    "m": Key(N_("how much is told: less, more, everything")),
    "d": Key(N_("sit down, change seats, add or remove a bot")),
    "R": Key(N_("draw new seats and teams"), "R"),
    "n": Key(N_("how others find this table"), "invite"),
    "o": Key(N_("the house rules, all of them"), "g all"),
    ":": Key(N_("type any command of line mode, then Enter")),
    "?": Key(N_("all keys")),
    "q": Key(N_("quit the program; in a match your seat waits for you"), "quit"),
    "c-c": Key(N_("twice: end the program at once")),
}


def key_lines() -> list[str]:
    """The help: a line a key."""
    return [tr("%(usage)s: %(help)s", usage=key_word(key), help=tr(each.help)) for key, each in KEYS.items()]
