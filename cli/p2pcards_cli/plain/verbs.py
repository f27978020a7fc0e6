"""Which function does which command: the keys are those of command.COMMANDS (a test compares the two)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from . import verbs_going as going
from . import verbs_lobby as lobby
from . import verbs_play as play
from . import verbs_requests as requests
from . import verbs_table as table
from . import verbs_talk as talk

if TYPE_CHECKING:
    from .face import Face

Verb = Callable[["Face", str], Awaitable[None]]

VERBS: dict[str, Verb] = {
    "p": play.play,
    "b": play.bid,
    "pass": play.pass_cards,
    "choose": play.choose,
    "look": play.look,
    "blind": play.blind,
    "vote": play.vote,
    "hint": play.advice,
    "claim": requests.claim,
    "takeback": requests.take_back,
    "yes": requests.agree,
    "no": requests.disagree,
    "h": table.hand,
    "l": table.legal,
    "where": table.where,
    "c": table.cards,
    "f": table.led,
    "v": table.bids,
    "t": table.turn,
    "s": table.score,
    "sheet": table.sheet,
    "why": table.why,
    "last": table.last,
    "e": table.teams,
    "g": table.rules,
    "who": table.who,
    "verify": table.verify,
    "r": talk.repeat,
    "x": talk.history,
    "say": talk.say,
    "mute": talk.mute,
    "nudge": talk.nudge,
    "m": talk.verbosity,
    "bell": talk.bell,
    "?": talk.help,
    "start": lobby.start,
    "ready": lobby.ready,
    "sit": lobby.sit,
    "stand": lobby.stand,
    "bot": lobby.bot,
    "admit": lobby.admit,
    "shuffle": lobby.shuffle,
    "set": lobby.change,
    "deal": lobby.deal,
    "invite": lobby.invite,
    "tables": going.tables,
    "join": going.join,
    "watch": going.watch,
    "new": going.new,
    "leave": going.leave,
    "kick": going.kick,
    "back": going.back,
    "quit": going.quit,
}
