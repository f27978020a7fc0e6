"""Why something was not allowed: the keys of IllegalAction, OptionError and Refused as sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .cards import card, card_list, suit
from .games import game_name
from .i18n import N_, listing, tr, trn

Data = Mapping[str, Any]


def _cards(value: object) -> str:
    return card_list(value if isinstance(value, int) else ())


def _suit(data: Data) -> str:
    return suit(int(data.get("suit", 3)) % 4)


def _card(data: Data) -> str:
    return card(int(data.get("card", 0)) % 52)


def _values(value: object) -> str:
    if isinstance(value, (list, tuple)):
        return listing(_value(each) for each in value)
    return _value(value)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return tr("on") if value else tr("off")
    return str(value)[:60]


PHASES = {
    "choosing": N_("the game of this deal is being chosen"),
    "passing": N_("cards are being passed"),
    "looking": N_("a player decides whether to bid blind"),
    "bidding": N_("the bidding is on"),
    "playing": N_("cards are being played"),
}

#: The keys of `p2pcards.rules.action.WHY`.
ILLEGAL: dict[str, Callable[[Data], str]] = {
    "over": lambda d: tr("the deal is over"),
    "wrong-phase": lambda d: tr("not now: %(phase)s", phase=tr(PHASES.get(str(d.get("phase")), "?"))),
    "not-your-turn": lambda d: tr("it is not your turn"),
    "already-spoken": lambda d: tr("you have already answered"),
    "unknown-game": lambda d: tr(
        "no such game; choose one of: %(games)s", games=listing(game_name(g) for g in d.get("games", ()))
    ),
    "must-choose": lambda d: tr("you hold the seven of diamonds and have to choose the game"),
    "not-holder": lambda d: tr("that takes the %(card)s, which is not there", card=_card(d)),
    "already-chosen": lambda d: tr("another player has already chosen the game"),
    "nobody-chose": lambda d: tr("nobody else has chosen, so the seven of diamonds must be there"),
    "cards-needed": lambda d: tr("say which cards"),
    "pass-count": lambda d: trn("pass exactly %(n)d card", "pass exactly %(n)d cards", int(d.get("count", 0))),
    "not-held": lambda d: tr("the %(card)s is not in the hand", card=_card(d)),
    "not-in-deck": lambda d: tr("the %(card)s is not in the deck of this game", card=_card(d)),
    "already-played": lambda d: tr("the %(card)s has already been played", card=_card(d)),
    "blind-not-allowed": lambda d: tr("a blind nil is not open to you now"),
    "bid-range": lambda d: tr("bids go from %(low)d to %(high)d", low=d.get("low", 0), high=d.get("high", 0)),
    "bid-forbidden": lambda d: tr("a bid of %(bid)d is not allowed at this table", bid=d.get("bid", 0)),
    "no-hell": lambda d: tr(
        "no hell: with %(bid)d the bids would add up to the %(tricks)d tricks",
        bid=d.get("bid", 0),
        tricks=d.get("tricks", 0),
    ),
    "suicide": lambda d: (
        tr("suicide: nil, or at least %(bid)d", bid=d.get("bid", 0))
        if not d.get("partner")
        else tr("suicide: your partner has bid %(partner)d, so bid nil", partner=d["partner"])
    ),
    "team-cap": lambda d: tr("with your partner's bid that is more than %(cap)d", cap=d.get("cap", 0)),
    "must-follow": lambda d: tr("you must follow suit: %(suit)s", suit=_suit(d)),
    "must-trump": lambda d: tr("you cannot follow suit, so you must play %(suit)s", suit=_suit(d)),
    "lead-unbroken": lambda d: tr("not broken yet, so you cannot lead %(suit)s", suit=_suit(d)),
    "first-trick": lambda d: tr("no penalty card in the first trick"),
    "opening-card": lambda d: tr("the first lead must be: %(cards)s", cards=_cards(d.get("cards"))),
    "revoke-proven": lambda d: tr("the %(card)s shows an earlier revoke", card=_card(d)),
    "impossible-hand": lambda d: tr("no hand can have played like this, with the %(card)s now", card=_card(d)),
    "no-claims": lambda d: tr("in this game the remaining tricks cannot be claimed"),
    "claim-count": lambda d: trn(
        "a claim shows the whole hand: %(n)d card", "a claim shows the whole hand: %(n)d cards", int(d.get("count", 0))
    ),
    "claimed-already": lambda d: tr("this claim has been refused; play on"),
    "request-open": lambda d: tr("a claim or a take-back is still waiting for answers"),
    "no-request": lambda d: tr("nothing is waiting for your answer"),
    "takebacks-off": lambda d: tr("this table plays without take-backs"),
    "nothing-to-take-back": lambda d: tr("there is no card of yours to take back now"),
}


def illegal(why: str, data: Data) -> str:
    """Why an action is not allowed."""
    return ILLEGAL[why](data) if why in ILLEGAL else tr("not allowed (%(key)s)", key=why)


#: The keys of `p2pcards.rules.option.OPTION_WHY`; `option` is the option's name.
OPTION: dict[str, Callable[[str, Data], str]] = {
    "unknown": lambda o, d: tr("%(option)s: no such option in this game", option=o),
    "missing": lambda o, d: tr("%(option)s: not named", option=o),
    "type": lambda o, d: tr(
        "%(option)s: %(value)s is not the right kind of value", option=o, value=_values(d["value"])
    ),
    "range": lambda o, d: tr(
        "%(option)s: %(value)s is out of range, %(low)s to %(high)s",
        option=o,
        value=_values(d["value"]),
        low=d["low"],
        high=d["high"],
    ),
    "choice": lambda o, d: tr(
        "%(option)s: %(value)s is not one of %(choices)s",
        option=o,
        value=_values(d["value"]),
        choices=_values(d["choices"]),
    ),
    "seats": lambda o, d: tr(
        "%(seats)s players cannot play this; it takes %(allowed)s", seats=d["seats"], allowed=_values(d["allowed"])
    ),
    "teams": lambda o, d: tr(
        "%(option)s: %(seats)s players do not make %(teams)s teams", option=o, seats=d["seats"], teams=d["teams"]
    ),
    "pairs": lambda o, d: tr("%(option)s: needs teams of exactly two", option=o),
    "nil": lambda o, d: tr("%(option)s: does not go together with whether nil may be bid", option=o),
    "quicksand-bags": lambda o, d: tr("%(option)s: there are no bags with it, set bag_limit to 0", option=o),
    "no-bid": lambda o, d: tr("%(option)s: no bid would be left", option=o),
    "cards": lambda o, d: tr(
        "%(option)s: %(cards)s cards are needed for %(seats)s players and the deck has %(deck)s",
        option=o,
        cards=d["cards"],
        seats=d["seats"],
        deck=d["deck"],
    ),
    "across": lambda o, d: tr("%(option)s: with %(seats)s players nobody sits across", option=o, seats=d["seats"]),
    "threshold": lambda o, d: tr("%(option)s: %(value)s is more than there are tricks", option=o, value=d["value"]),
    "exclusive": lambda o, d: tr("%(option)s: not together with %(other)s", option=o, other=d["other"]),
    "macro": lambda o, d: tr(
        "%(option)s: %(value)s is not one of %(choices)s",
        option=o,
        value=_values(d["value"]),
        choices=_values(d["choices"]),
    ),
}


def option_why(option: str, why: str, data: Data) -> str:
    """Why options make no game."""
    if why not in OPTION:
        return tr("%(option)s: not possible (%(key)s)", option=option, key=why)
    return OPTION[why](option, data)


#: The codes of `Refused`, and the host's own reasons that come with them in `data["why"]`.
REFUSED = {
    "illegal": N_("The host refused it as not allowed."),
    "stale": N_("Something else happened first. Try again."),
    "gone": N_("That table is no longer there."),
    "not-seated": N_("You have no seat at this table."),
    "state": N_("Not possible now."),
    "rate": N_("Too many requests. Wait a moment."),
    "lost": N_("The connection was lost before the host answered."),
}
REFUSED_WHY = {
    "full": N_("The table is full."),
    "no-such-seat": N_("There is no such seat."),
    "seat-taken": N_("That seat is taken."),
    "not-your-seat": N_("That is somebody else's seat."),
    "name-taken": N_("Somebody at the table has that name."),
    "no-such-game": N_("The host does not know this game."),
    "no-such-level": N_("There is no such bot level. Levels: easy, normal, hard."),
    "no-bot-there": N_("There is no bot in that seat."),
    "too-many-bots": N_("More bots than seats."),
    "no-new-tables": N_("This host lets nobody else make tables."),
    "too-many-tables": N_("The host takes no more tables."),
    "no-such-request": N_("The host does not know this request."),
    "playing": N_("The match is under way."),
    "rate": N_("Too many requests. Wait a moment."),
    "not-playing": N_("There is no match under way."),
    "not-owner": N_("Only the one who made the table may do that."),
    "no-spectators": N_("This table takes no onlookers."),
    "not-due": N_("That is not due now."),
    "join-signature": N_("The signature under the terms does not fit."),
    "join-commit-copied": N_("The random number was copied from somebody else."),
    "join-nonce": N_("The random number is not the committed one."),
    "invite-only": N_("This table is by invitation only. Ask for the invite and join with it."),
    "password": N_("The password is not right, or one is needed: p2pcards join --password"),
    "no-password": N_("This table needs no password."),
    "no-password-here": N_("Passwords need one more package: pip install 'p2pcards[password]'"),
    "not-kept": N_("The host cannot write to its disk; nothing goes on until it can."),
    "chat-rate": N_("Too much chat. Wait a moment."),
    "chat-text": N_("That text cannot be sent."),
    "chat-long": N_("That text is too long."),
    "banned": N_("The host does not let you in."),
    "mistake": N_("The host has made a mistake with this."),
    "put-out": N_("You have been put out of this table. Its owner or the host can let you in again."),
    "not-out": N_("Nobody with that key has been put out of this table."),
}


def refused(code: str, data: Data) -> str:
    """Why the host did not do what was asked."""
    why, inner = data.get("why"), data.get("data")
    facts = inner if isinstance(inner, Mapping) else data
    try:
        if why == "option":
            return tr(
                "Not possible: %(reason)s.",
                reason=option_why(str(data["option"])[:40], str(data["reason"]), facts),
            )
        if isinstance(why, str) and why in ILLEGAL:
            return tr("Not allowed: %(reason)s.", reason=illegal(why, facts))
    except (KeyError, TypeError, ValueError):  # data of a host that says other things than ours
        pass
    if why == "no-such-seat" and isinstance(data.get("seats"), int):
        return tr("There is no such seat. Seats have the numbers 1 to %(seats)d.", seats=data["seats"])
    if why == "chat-long" and isinstance(data.get("most"), int):
        return tr("That text is too long: %(most)d characters at most.", most=data["most"])
    if isinstance(why, str) and why in REFUSED_WHY:
        return tr(REFUSED_WHY[why])
    return tr(REFUSED[code]) if code in REFUSED else tr("The host refused it (%(key)s).", key=code[:40])
