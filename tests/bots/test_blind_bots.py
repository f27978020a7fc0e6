"""No peeking: dealing the cards that a seat cannot see anew never changes what its bot decides."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from bots.support_bots import random_sheet

from p2pcards.bots import make_bot
from p2pcards.bots.arena.runner import new_deal
from p2pcards.bots.hard import SearchBot
from p2pcards.bots.position import read
from p2pcards.bots.search.setup import worlds
from p2pcards.rules.phases import Phase
from p2pcards.rules.presets import make_rules
from p2pcards.table import engine
from p2pcards.table.deal import Deal
from p2pcards.table.view import seen_by

GAMES = (
    ("classic", 4, {}),
    ("spades", 3, {}),
    ("spades", 6, {"team_count": "three", "suicide": True}),
    ("cutthroat", 2, {}),
    ("royal", 4, {}),
    ("hearts", 4, {"pass_count": 0}),
    ("sparts", 4, {"pass_count": 0}),
    ("spar", 4, {}),
    ("spar", 3, {"double_count": True}),
    ("spar", 2, {}),
)


def redeal(deal: Deal, seat: int, rng: Random) -> Deal:
    """The same deal with the hidden cards of the other seats dealt anew, as far as the play so far allows."""
    view = seen_by(deal, seat)
    legal = engine.legal(view, seat)
    world = worlds(view, read(view, seat, legal)).draw(rng)
    dealt = tuple(world[s] | deal.facts.gone[s] for s in range(deal.n))
    return Deal.fold(replace(deal.setup, dealt=dealt), deal.log)


@pytest.mark.parametrize("level", ["easy", "normal", "reference", "hard"])
@pytest.mark.parametrize(("game", "seats", "options"), GAMES)
def test_swapped_hidden_cards_change_nothing(game: str, seats: int, options: dict[str, object], level: str) -> None:
    bot = SearchBot(worlds=4) if level == "hard" else make_bot(level)
    changed = solved = 0
    for index in range(2):
        seed = f"blind {game} {seats} {level} {index}"
        rng = Random(seed)
        rules = make_rules(game, options)
        deal = new_deal(rules, seats, rng.randrange(seats), rng, random_sheet(rules, seats, rng))
        while not deal.over:
            seat = deal.to_act[0]
            prompt = engine.prompt(deal, seat)
            assert prompt is not None
            own = bot.decide(seen_by(deal, seat), prompt, Random(seed))
            if deal.phase is Phase.PLAYING:
                other = redeal(deal, seat, rng)
                changed += other.dealt != deal.dealt
                solved += other.dealt != deal.dealt and 2 <= deal.hand_count(seat) <= 3
                again = bot.decide(seen_by(other, seat), prompt, Random(seed))
                assert again == own, seed
            deal, _ = engine.apply(deal, own.action)
    assert changed > 5, "the redeals must move cards, or this test cannot fail"
    assert solved, "in places that are solved, too"
