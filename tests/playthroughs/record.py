"""Recorded playthroughs: one whole deal of every game in text, with the legal actions in their order at every step.

    python tests/playthroughs/record.py            writes tests/playthroughs/<game>.txt anew

The text pins what a reader can check by hand: options, hands, prompts, events, score lines. Choices come from a hash of
the game and the step, so they are the same on every machine.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TypeVar

from p2pcards.cards import CardSet, card_set, cards, text, texts
from p2pcards.rules.action import Action, Bid, Blind, Choose, Look, Pass, Play
from p2pcards.rules.base import Rules
from p2pcards.rules.phases import Phase, Prompt
from p2pcards.rules.presets import GAMES
from p2pcards.rules.score import Sheet
from p2pcards.table import Deal, Match, prompt
from p2pcards.table.event import CardPlayed, DealScored, Event

HERE = Path(__file__).parent
T = TypeVar("T")

#: Options that make a recording show more of its game, and the points before the deal.
SHOWN: dict[str, tuple[dict[str, object], tuple[int, ...]]] = {
    "cutthroat": ({"blind_nil": True}, (310, 180, 250)),
    "classic": ({}, (250, 180)),
    "spar": ({"double_count": True}, (3, 0, 7, 9)),
}


class Draw:
    """Numbers from a hash: the same everywhere."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.count = 0

    def below(self, limit: int) -> int:
        """A number 0..limit-1."""
        self.count += 1
        digest = hashlib.sha256(f"{self.name}/{self.count}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % limit

    def one(self, some: list[T]) -> T:
        """One of some."""
        return some[self.below(len(some))]

    def hands(self, rules: Rules, seats: int) -> list[CardSet]:
        """Hands for every seat."""
        deck = list(cards(rules.deck(seats)))
        for last in range(len(deck) - 1, 0, -1):
            other = self.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        size = rules.hand_size(seats)
        return [card_set(deck[seat * size : (seat + 1) * size]) for seat in range(seats)]


def playthrough(plain: Rules) -> str:
    """The text of a deal of a game with its usual number of seats."""
    changes, points = SHOWN.get(plain.game, ({}, ()))
    rules = plain.change(changes)
    seats = rules.usual_seats
    draw = Draw(rules.game)
    return "\n".join(_lines(rules, seats, draw, points)) + "\n"


def _lines(rules: Rules, seats: int, draw: Draw, points: tuple[int, ...]) -> Iterator[str]:
    yield f"game {rules.game}, {seats} seats, rules {rules.ruleset}"
    yield "sides " + " | ".join(" ".join(map(str, side)) for side in rules.sides(seats))
    yield ""
    for option in rules.options:
        mark = "*" if option.name in rules.changed else " "
        yield f"{mark} {option.name} = {getattr(rules, option.name)}"
    match = Match.begin(rules, seats, draw.below(seats))
    if points:
        sheet = Sheet(points, match.sheet.bags)
        match = Match(rules, seats, match.dealer, sheet)
    match, events = match.start_deal(draw.hands(rules, seats))
    yield ""
    yield from map(_event, events)
    assert match.deal is not None
    yield from _hands(match.deal)
    while match.deal is not None and not match.deal.over:
        deal = match.deal
        seat = deal.to_act[0]
        asked = prompt(deal, seat)
        assert asked is not None
        yield f"seat {seat} {asked.phase.value}: {_asked(asked)}"
        match, events = match.apply(_pick(deal, asked, draw))
        assert match.deal is not None
        yield from (f"  {_event(event)}" for event in events)
        if asked.phase is Phase.PASSING and match.deal.phase is Phase.PLAYING:
            yield from _hands(match.deal)
    match, events = match.finish()
    yield ""
    for event in events:
        if isinstance(event, DealScored):
            for line in event.score.lines:
                who = "" if line.seat is None else f" (seat {line.seat})"
                numbers = " ".join(f"{name}={number}" for name, number in line.numbers.items())
                yield f"side {line.side}{who} {line.key}: {numbers}"
            yield f"points {event.score.points}"
            yield f"sheet {event.score.sheet}"
        else:
            yield _event(event)
    yield f"next dealer {match.dealer}"


def _hands(deal: Deal) -> Iterator[str]:
    for seat in range(deal.n):
        yield f"seat {seat} holds {texts(deal.hand(seat) or 0)}"


def _asked(asked: Prompt) -> str:
    if asked.phase is Phase.PASSING:
        first = [texts(action.cards or 0) for action in islice(asked.actions(), 3) if isinstance(action, Pass)]
        return f"{asked.count} of {texts(asked.cards)}; first {' / '.join(first)}"
    return " ".join(_action(action) for action in asked.actions())


def _action(action: Action) -> str:
    if isinstance(action, Play):
        return text(action.card)
    if isinstance(action, Bid):
        return str(action.tricks)
    if isinstance(action, Choose):
        return action.game or "decline"
    return {Look: "look", Blind: "blind"}[type(action)]  # type: ignore[index]


def _pick(deal: Deal, asked: Prompt, draw: Draw) -> Action:
    """A choice that is random but for bids, which stay small so that some are made."""
    if asked.phase is Phase.PASSING:
        held = list(cards(asked.cards))
        return Pass(asked.seat, card_set(held.pop(draw.below(len(held))) for _ in range(asked.count)))
    if asked.phase is Phase.BIDDING:
        return Bid(asked.seat, draw.one(list(asked.bids[: 2 + deal.rules.hand_size(deal.n) // deal.n])))
    return draw.one(list(asked.actions()))


def _event(event: Event) -> str:
    if isinstance(event, CardPlayed):
        return f"CardPlayed seat={event.seat} {text(event.card)} trick={event.trick}"
    body = repr(event)
    for name in ("cards=", "card="):
        if name in body:
            held = getattr(event, name[:-1])
            shown = text(held) if name == "card=" else texts(held)
            body = body.replace(f"{name}{held}", f"{name}{shown}")
            break
    return body


def main() -> None:
    """Write every playthrough anew."""
    for rules in GAMES:
        (HERE / f"{rules.game}.txt").write_text(playthrough(rules), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
