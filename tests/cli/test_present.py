"""Presenters on deals that are made by hand."""

from dataclasses import dataclass

import pytest
from p2pcards_cli.present import bids, cards, rules, sheet
from p2pcards_cli.present.sight import Sight
from p2pcards_cli.present.told import Teller
from p2pcards_cli.present.verdict import comparison_lines
from p2pcards_cli.say.people import Names

from p2pcards.cards.card import parse_card, parse_cards
from p2pcards.player import Player
from p2pcards.referee.requests import Request
from p2pcards.rules.action import Bid, Play
from p2pcards.rules.base import Rules
from p2pcards.rules.presets import find_game
from p2pcards.table.deal import Deal
from p2pcards.table.engine import apply, prompt
from p2pcards.table.match import Match
from p2pcards.table.view import seen_by
from p2pcards.verify import compare

NAMES = ("Anna", "Bo", "Cleo", "Dan")
HANDS = (
    "AS KS 4S KH QH 9D 8D 7D 2D AC KC 5C 4C",
    "QS JS TS AH JH TH 9H AD KD QD QC JC TC",
    "9S 8S 7S 8H 7H 6H 5H JD TD 9C 8C 7C 6C",
    "6S 5S 3S 2S 4H 3H 2H 6D 5D 4D 3D 3C 2C",
)


@dataclass
class Game:
    """A match in its first deal, with every hand known to the test."""

    match: Match
    me: int | None = 0

    def do(self, *words: str) -> list[object]:
        """Bids ("4") and plays ("QS") in turn; returns what happened."""
        happened: list[object] = []
        for word in words:
            deal = self.match.deal
            assert deal is not None
            seat = deal.to_act[0]
            action = Bid(seat, int(word)) if word.isdecimal() else Play(seat, parse_card(word))
            deal, events = apply(deal, action)
            self.match = self.match.with_deal(deal)
            happened += events
        return happened

    @property
    def sight(self) -> Sight:
        deal = self.match.deal
        view = None if deal is None else seen_by(deal, self.me)
        return Sight(self.match.rules, Names.of(NAMES, self.me), self.me, view, self.match)


@pytest.fixture
def game() -> Game:
    match = Match.begin(find_game("classic"), 4, 3)
    match, _ = match.start_deal([parse_cards(hand) for hand in HANDS])
    return Game(match)


def test_a_hand_is_told_by_suit_with_the_count_first(game: Game) -> None:
    assert cards.hand_line(game.sight) == (
        "13 cards. spades: ace, king, four. hearts: king, queen. diamonds: nine, eight, seven, two. "
        "clubs: ace, king, five, four."
    )
    assert cards.hand_suit_line(game.sight, 2) == "2 cards. hearts: king, queen."
    game.me = None
    assert "watching" in cards.hand_line(game.sight)


def test_bids_turns_and_teams(game: Game) -> None:
    assert bids.turn_line(game.sight) == "Bidding: You."
    game.do("4", "3", "0")
    assert bids.turn_line(game.sight) == "Bidding: Dan."
    assert bids.bid_lines(game.sight) == [
        "You: bid 4, taken 0.",
        "Bo: bid 3, taken 0.",
        "Cleo: bid nil, taken 0.",
        "Dan: no bid yet.",
        "You and Cleo: together bid 4, taken 0.",
    ]
    game.do("2")
    assert bids.bid_lines(game.sight)[-1] == "All bids: 9 of 13 tricks."
    assert bids.team_lines(game.sight) == ["Team 1: You and Cleo.", "Team 2: Bo and Dan."]


def test_my_turn_says_what_i_can_do(game: Game) -> None:
    game.do("4", "3", "2", "2")
    teller = Teller()

    def told() -> list[str]:
        deal = game.match.deal
        assert deal is not None
        question = prompt(deal, 0)
        assert question is not None
        return [line.text for line in teller.ask(question, game.sight)]

    assert told()[1].startswith("Your turn. You lead, with one of: king of hearts, queen of hearts, nine of diamonds")
    assert cards.table_line(game.sight) == "No cards on the table. You to lead."
    game.do("KH", "AH", "8H", "4H")
    game.do("QC")
    assert cards.led_line(game.sight) == "Led: clubs. Not broken: spades."
    assert cards.table_line(game.sight) == "On the table: Bo queen of clubs. Best so far: Bo."
    game.do("9C", "3C")
    assert told() == ["Your turn. Led clubs. Yours: ace, king, five, four."]
    assert cards.legal_line(game.sight).startswith("You may play: 1 ace of clubs, 2 king of clubs")
    assert cards.last_trick_line(game.sight) == (
        "Last trick: You king of hearts, Bo ace of hearts, Cleo eight of hearts, Dan four of hearts. Taken by: Bo."
    )


def test_events_are_told_once_and_at_their_level(game: Game) -> None:
    teller = Teller()
    lines = [
        line for event in game.do("4", "3", "2", "2", "KH", "AH", "8H", "4H") for line in teller.tell(event, game.sight)
    ]
    assert [(line.level, line.text) for line in lines] == [
        (2, "You: bid 4."),
        (1, "Bo: bid 3."),
        (1, "Cleo: bid 2."),
        (1, "Dan: bid 2."),
        (2, "You: king of hearts."),
        (1, "Bo: ace of hearts."),
        (1, "Cleo: eight of hearts."),
        (1, "Dan: four of hearts."),
        (1, "Bo: trick 1, with ace of hearts. Bid 3, taken 1."),
    ]


def play_out(game: Game) -> None:
    """The first legal card until the deal is over."""
    from p2pcards.table.engine import legal

    deal = game.match.deal
    assert deal is not None
    while not deal.over:
        seat = deal.to_act[0]
        deal, _ = apply(deal, Play(seat, cards.shown(legal(deal, seat))[-1]))
    game.match = game.match.with_deal(deal)
    game.match, _ = game.match.finish()


def test_the_score_explains_itself(game: Game) -> None:
    assert sheet.why_lines(game.sight) == ["No deal has been scored yet."]
    game.do("4", "3", "2", "2")
    play_out(game)
    why = sheet.why_lines(game.sight)
    assert why[0] == "Deal 1 is scored."
    assert any(line.startswith("You and Cleo: bid 6, took") for line in why)
    total = game.match.sheet.points
    assert why[-2:] == [
        f"You and Cleo: {total[0]}, in all {total[0]}.",
        f"Bo and Dan: {total[1]}, in all {total[1]}.",
    ]
    assert sheet.score_lines(game.sight)[-1] == "Deals played: 1. Target: 500."
    assert sheet.sheet_lines(game.sight)[0].startswith("Deal 1. You and Cleo: ")
    assert sheet.why_lines(game.sight, 9) == ["Deals scored so far: 1 to 1."]
    assert cards.last_trick_line(game.sight).startswith("Last trick: ")


def test_rules_star_what_is_changed() -> None:
    changed = find_game("classic").change({"nil_value": 50, "no_hell": True})
    lines = rules.rules_lines(changed, "sealed", every=False)
    assert [line for line in lines if line.startswith("*")] == [
        "* nil_value = 50 (usually 100): points for a nil made, lost for a nil failed",
        "* no_hell = on (usually off): the bids may not add up to the number of tricks: binds the last to bid",
    ]
    assert rules.rules_lines(find_game("classic"), "sealed", every=False)[-1] == "All options are as usual."


def test_a_table_without_a_deal_can_be_asked_everything() -> None:
    match = Match.begin(find_game("hearts"), 4, 0)
    sight = Sight(match.rules, Names.of(NAMES, 1), 1, None, match)
    for line in (
        cards.hand_line,
        cards.legal_line,
        cards.table_line,
        cards.led_line,
        cards.last_trick_line,
        bids.turn_line,
    ):
        assert line(sight)
    for lines in (bids.bid_lines, bids.team_lines, sheet.score_lines, sheet.sheet_lines, sheet.why_lines):
        assert lines(sight)


def test_shut_hands_are_not_told() -> None:
    rules_ = find_game("classic").change({"blind_nil": True, "blind_nil_min_deficit": 0})
    deal = Deal.begin(rules_, 4, 3, [parse_cards(hand) for hand in HANDS])
    sight = Sight(rules_, Names.of(NAMES, 0), 0, seen_by(deal, 0), None)
    assert sight.hand is None
    assert "shut" in cards.hand_line(sight)


@dataclass
class Offered:
    """A table as a host may offer it: a game, and so many seats."""

    game: str
    names: tuple[str, ...]
    seat: int | None = None
    view: Deal | None = None
    match: Match | None = None
    owing: tuple[int, ...] | None = None
    paused: bool = False
    away: tuple[int, ...] = ()
    request: Request | None = None
    player: Player | None = None

    @property
    def rules(self) -> Rules:
        return find_game(self.game)


def test_a_table_that_makes_no_game_here_is_no_sight() -> None:
    assert Sight.known(Offered("classic", NAMES)) is not None
    assert Sight.known(Offered("canasta", NAMES)) is None
    assert Sight.known(Offered("classic", NAMES[:3])) is None


def test_nobody_is_said_to_lead_before_the_cards_are_played(game: Game) -> None:
    assert cards.table_line(game.sight) == "No cards on the table."  # bids come first
    game.do("4", "3", "3", "2")
    assert cards.table_line(game.sight) == "No cards on the table. You to lead."


def test_files_that_cannot_be_read_are_not_said_to_be_of_two_matches() -> None:
    assert comparison_lines(compare(b"", b"no match"))[-1] == "What cannot be read cannot be compared."
