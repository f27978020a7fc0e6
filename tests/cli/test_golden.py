"""What line mode says in a whole deal of every game, word for word: a change of any sentence, or of their order, shows
here. The cards are drawn from a seed and everybody plays the same simple way, so nothing but rules and texts matters.

After a wanted change delete the file in golden/, run once, and read what was written.
"""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from p2pcards_cli.present.sight import Sight
from p2pcards_cli.present.told import Teller
from p2pcards_cli.say.cards import shown
from p2pcards_cli.say.people import Names

from p2pcards.cards.card import card_set, cards
from p2pcards.rules.action import Action, Bid, Choose, Look, Pass, Play
from p2pcards.rules.phases import Phase, Prompt
from p2pcards.rules.presets import GAMES, find_game
from p2pcards.table.engine import prompt
from p2pcards.table.event import CardsPassed
from p2pcards.table.match import Match
from p2pcards.table.view import seen_by

GOLDEN = Path(__file__).parent / "golden"
NAMES = ("Anna", "Bo", "Cleo", "Dan", "Eve", "Fay")
ME = 1


def answer(question: Prompt) -> Action:
    """The lowest card, a bid of three, the first of everything else."""
    if question.phase is Phase.PLAYING:
        return Play(question.seat, shown(question.cards)[-1])
    if question.phase is Phase.BIDDING:
        return Bid(question.seat, 3 if 3 in question.bids else question.bids[0])
    if question.phase is Phase.PASSING:
        return Pass(question.seat, card_set(shown(question.cards)[: question.count]))
    if question.phase is Phase.CHOOSING:
        return Choose(question.seat, question.games[-1] if question.games else None)
    return Look(question.seat)


def told(game: str, deals: int) -> list[str]:
    """What the person in seat ME hears."""
    rules = find_game(game)
    n, source = rules.usual_seats, random.Random(f"golden {game}")
    match, teller, lines = Match.begin(rules, n, 0), Teller(), list[str]()

    def sight() -> Sight:
        view = None if match.deal is None else seen_by(match.deal, ME)
        return Sight(rules, Names.of(NAMES[:n], ME), ME, view, match)

    def hear(events: tuple[object, ...]) -> None:
        for event in events:
            if isinstance(event, CardsPassed) and event.seat != ME:
                event = replace(event, cards=None)  # what a client that is not that seat knows
            lines.extend(f"{line.level} {line.text}" for line in teller.tell(event, sight()))

    for _ in range(deals):
        deck = list(cards(rules.deck(n)))
        source.shuffle(deck)
        size = rules.hand_size(n)
        match, events = match.start_deal([card_set(deck[seat * size : (seat + 1) * size]) for seat in range(n)])
        hear(events)
        while match.deal is not None and not match.deal.over:
            seat = match.deal.to_act[0]
            question = prompt(seen_by(match.deal, seat), seat)
            assert question is not None
            if seat == ME and (question.games or question.phase is not Phase.CHOOSING):  # declining is automatic
                lines.extend(f"{line.level} {line.text}" for line in teller.ask(question, sight()))
            match, events = match.apply(answer(question))
            hear(events)
        match, events = match.finish()
        hear(events)
    return lines


@pytest.mark.parametrize("game", [game.game for game in GAMES])
def test_a_deal_is_told_like_this(game: str) -> None:
    said = "\n".join(told(game, 1)) + "\n"
    golden = GOLDEN / f"{game}.txt"
    if not golden.exists():
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(said, encoding="utf-8")
        pytest.fail(f"{golden} was missing and has been written; read it and run again")
    assert said == golden.read_text(encoding="utf-8")
