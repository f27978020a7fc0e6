"""What is offered to be typed can be typed: an example that names a card one does not hold misleads a beginner."""

import random
import re

import pytest
from p2pcards_cli.plain.command import BY_NAME, help_line, split
from p2pcards_cli.plain.words import find_card, find_cards
from p2pcards_cli.present.cards import hand_line
from p2pcards_cli.present.sight import Sight
from p2pcards_cli.say import examples
from p2pcards_cli.say.people import Names
from p2pcards_cli.say.prompts import your_turn

from p2pcards.cards.card import card_set, cards, parse_cards
from p2pcards.rules.action import Action, Bid, Choose, Look, Pass, Play
from p2pcards.rules.phases import Phase, Prompt
from p2pcards.rules.presets import GAMES, find_game
from p2pcards.table.engine import prompt
from p2pcards.table.match import Match
from p2pcards.table.view import seen_by


def meant(question: Prompt, line: str) -> Action:
    """The decision that the typed line is, for one who holds these cards."""
    command, _, rest = split(line.partition(",")[0])
    assert command is not None
    if command.key == "p":
        return Play(question.seat, find_card(rest, question.cards))
    if command.key == "pass":
        return Pass(question.seat, card_set(find_cards(rest, question.cards)))
    if command.key == "b":
        return Bid(question.seat, 0 if rest == "nil" else int(rest))
    if command.key == "choose":
        return Choose(question.seat, None if rest == "none" else rest)
    return Look(question.seat)


@pytest.mark.parametrize("game", [game.game for game in GAMES])
def test_the_example_of_every_question_is_an_answer_to_it(game: str) -> None:
    rules = find_game(game)
    n, source = rules.usual_seats, random.Random(f"examples {game}")
    print(f"seed examples {game}")
    match = Match.begin(rules, n, 0)
    phases = set()
    for _ in range(3):
        deck = list(cards(rules.deck(n)))
        source.shuffle(deck)
        size = rules.hand_size(n)
        match, _ = match.start_deal([card_set(deck[seat * size : (seat + 1) * size]) for seat in range(n)])
        while match.deal is not None and not match.deal.over:
            seat = match.deal.to_act[0]
            question = prompt(seen_by(match.deal, seat), seat)
            assert question is not None
            action = meant(question, examples.answer(question))
            assert action in list(question.actions()), examples.answer(question)
            phases.add(question.phase)
            match, _ = match.apply(action)
        match, _ = match.finish()
    assert Phase.PLAYING in phases


def test_the_help_of_a_command_names_my_cards() -> None:
    hand = parse_cards("TS 3S 4H 9D KD 2C")
    for name in ("p", "pass"):
        said = help_line(BY_NAME[name], hand)
        named = re.findall(r"\b(?:10|[2-9jqka])[cdhs]\b", said)
        assert named, said
        assert all(hand >> find_card(word, 0) & 1 for word in named), said
    assert "p 2h" in help_line(BY_NAME["p"])


def test_a_single_card_is_named_in_full() -> None:
    three, more = parse_cards("3C"), parse_cards("3C 2C KH")
    for said in (
        your_turn(0, three, more, three),
        your_turn(0, three, three, three),
        your_turn(-1, 0, three, three),
        your_turn(3, 0, three, three),
        your_turn(3, 0, more, three),
    ):
        assert "three of clubs." in said
    assert your_turn(0, parse_cards("3C 2C"), more, parse_cards("3C 2C")).endswith("Yours: three, two.")
    rules = find_game("spar")
    match = Match.begin(rules, 2, 0)
    match, _ = match.start_deal([parse_cards("3H 9S 8S 7C 6C"), parse_cards("AS KS QS JS TS")])
    assert match.deal is not None
    sight = Sight(rules, Names.of(("Anna", "Bo"), 0), 0, seen_by(match.deal, 0), match)
    assert hand_line(sight) == "5 cards. spades: nine, eight. three of hearts. clubs: seven, six."
