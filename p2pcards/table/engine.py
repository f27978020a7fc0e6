"""The one judge: what may be done now (`prompt`, `legal`), doing it (`apply`), and judging it again with every hand
known (`audit`).

A known hand is judged exactly. An unseen hand is judged by what is public: an action is accepted when some hand that
fits what is known of that seat allows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from p2pcards.cards.card import SEVEN_OF_DIAMONDS, CardSet, cards
from p2pcards.cards.seat import Seat
from p2pcards.rules.action import Action, Bid, Blind, Choose, Claim, IllegalAction, Pass, Play
from p2pcards.rules.phases import ACCEPTS, Phase, Prompt
from p2pcards.table.deal import Deal
from p2pcards.table.event import Event
from p2pcards.table.fold import advance
from p2pcards.table.judge import Why, why_not_claim, why_not_play


@dataclass(frozen=True, slots=True)
class Violation:
    """An action of the log that was not allowed. log: its index; why: a key of action.WHY. shown: log is an index in
    `setup.shown`, and what the seat showed there was not its own."""

    seat: Seat
    log: int
    why: str
    data: dict[str, object]
    shown: bool = False


def apply(deal: Deal, action: Action) -> tuple[Deal, tuple[Event, ...]]:
    """The deal after an action, and what happened. Raises IllegalAction and changes nothing when it is refused."""
    check(deal, action)
    facts, events = advance(deal.setup, deal.facts, action)
    return Deal(deal.setup, (*deal.log, action), facts), events


def check(deal: Deal, action: Action) -> None:
    """Raises IllegalAction unless `apply` would accept the action."""
    why = why_not(deal, action)
    if why is not None:
        raise IllegalAction(action.seat, action, why[0], why[1])


def why_not(deal: Deal, action: Action) -> Why:
    """None when the action is accepted, else the key and data of its IllegalAction."""
    phase = deal.phase
    if phase is None:
        return ("over", {})
    if not isinstance(action, ACCEPTS[phase]):
        return ("wrong-phase", {"phase": phase.value})
    if action.seat not in deal.to_act:
        if phase in (Phase.CHOOSING, Phase.PASSING) and 0 <= action.seat < deal.n:
            return ("already-spoken", {})
        return ("not-your-turn", {"to_act": deal.to_act})
    if isinstance(action, Play):
        return why_not_play(deal, action)
    if isinstance(action, Claim):
        return why_not_claim(deal, action)
    if isinstance(action, Bid):
        return deal.game.why_not_bid(deal, action.seat, action.tricks)
    if isinstance(action, Blind):
        return None if 0 in deal.game.bids(deal, action.seat) else ("blind-not-allowed", {})
    if isinstance(action, Pass):
        return _why_not_pass(deal, action)
    if isinstance(action, Choose):
        return _why_not_choose(deal, action)
    return None


def _why_not_choose(deal: Deal, action: Choose) -> Why:
    bit = 1 << SEVEN_OF_DIAMONDS
    if action.game is None:
        if deal.must_hold(action.seat) & bit:
            return ("must-choose", {})
        if deal.chooser is None and deal.to_act == (action.seat,):
            return ("nobody-chose", {})
        return None
    if action.game not in deal.rules.choices:
        return ("unknown-game", {"games": deal.rules.choices})
    if deal.chooser is not None:
        return ("already-chosen", {"seat": deal.chooser})
    if not deal.may_hold(action.seat) & bit:
        return ("not-holder", {"card": SEVEN_OF_DIAMONDS})
    return None


def _why_not_pass(deal: Deal, action: Pass) -> Why:
    held = deal.hand(action.seat)
    if action.cards is None:
        return None if held is None else ("cards-needed", {})
    count = deal.game.passing
    if action.cards < 0 or action.cards.bit_count() != count:
        return ("pass-count", {"count": count})
    strange = action.cards & ~deal.may_hold(action.seat)
    return ("not-held", {"card": next(cards(strange))}) if strange else None


def legal(deal: Deal, seat: Seat) -> CardSet:
    """The cards the seat may play now; of an unseen hand, those that `apply` would accept. Empty out of turn."""
    if deal.phase is not Phase.PLAYING or seat not in deal.to_act:
        return 0
    hand = deal.hand(seat)
    if hand is not None:
        return deal.facts.play.legal(hand, deal.led, deal.broken, deal.first_trick)
    out = 0
    for card in cards(deal.may_hold(seat)):
        if why_not_play(deal, Play(seat, card)) is None:
            out |= 1 << card
    return out


def prompt(deal: Deal, seat: Seat) -> Prompt | None:
    """What the seat is asked now, None when it is not its turn."""
    phase = deal.phase
    if phase is None or seat not in deal.to_act:
        return None
    if phase is Phase.PLAYING:
        return Prompt(seat, phase, cards=legal(deal, seat), count=1, may_claim=deal.game.has_claims)
    if phase is Phase.PASSING:
        return Prompt(seat, phase, cards=deal.may_hold(seat), count=deal.game.passing)
    if phase is Phase.BIDDING:
        return Prompt(seat, phase, bids=deal.game.bids(deal, seat))
    if phase is Phase.LOOKING:
        return Prompt(seat, phase, may_blind=0 in deal.game.bids(deal, seat))
    may_choose = deal.chooser is None and bool(deal.may_hold(seat) >> SEVEN_OF_DIAMONDS & 1)
    may_decline = why_not(deal, Choose(seat, None)) is None
    return Prompt(seat, phase, games=deal.rules.choices if may_choose else (), may_decline=may_decline)


def audit(deal: Deal, hands: Sequence[CardSet]) -> tuple[Violation, ...]:
    """Every action of the log that was not allowed, judged with all dealt hands known. Empty: all was legal.

    Passed cards that the log does not name must have been filled in (`with_pass`); else they are a violation.
    """
    now = Deal.fold(replace(deal.setup, dealt=tuple(hands)), ())
    found: list[Violation] = []
    for index, action in enumerate(deal.log):
        why = why_not(now, action)
        if why is not None:
            found.append(Violation(action.seat, index, why[0], dict(why[1])))
            if why[0] in ("over", "wrong-phase"):
                break
        facts, _ = advance(now.setup, now.facts, action)
        now = Deal(now.setup, (*now.log, action), facts)
    found += _false_shows(now)
    return tuple(found)


def _false_shows(deal: Deal) -> list[Violation]:
    """What seats have shown that was not in their hands, all of which are known."""
    found = []
    for index, shown in enumerate(deal.setup.shown):
        held = deal.facts.start[shown.seat]
        if held is None:
            continue  # what was passed is not known, and that is a violation of its own
        strange = shown.cards & ~held or (held & ~shown.cards if shown.whole else 0)
        if strange:
            data: dict[str, object] = {"card": next(cards(strange))}
            found.append(Violation(shown.seat, index, "not-held", data, shown=True))
    return found
