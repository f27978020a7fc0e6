"""What the judge makes of hands that nobody has seen: exactly what brute force over all hands makes of them."""

from __future__ import annotations

import dataclasses
import random
from itertools import combinations

import pytest
from table.playing import deal_out, do, pick

from p2pcards.cards import CardSet, Seat, card_set, cards, parse_card, parse_cards, texts
from p2pcards.errors import IllegalAction
from p2pcards.rules.action import Bid, Blind, Choose, Look, Pass, Play
from p2pcards.rules.base import Rules
from p2pcards.rules.hearts import Hearts
from p2pcards.rules.phases import Phase
from p2pcards.rules.presets import make_rules
from p2pcards.rules.score import Sheet
from p2pcards.rules.variants import Quentin
from p2pcards.table import Deal, Violation, apply, audit, legal, prompt, seen_by, why_not

TINY = parse_cards("2C 9C AC 3D QD KD 2H 8H AH 4S JS QS AS 7D")


@dataclasses.dataclass(frozen=True)
class TinySpades(Quentin):
    """Must-trump Spades with hands of three from fourteen cards: two stay in the stock."""

    def deck(self, seats: int) -> CardSet:
        return TINY

    def hand_size(self, seats: int) -> int:
        return 3


@dataclasses.dataclass(frozen=True)
class TinyHearts(Hearts):
    """Hearts with hands of three from twelve cards and no pass."""

    def deck(self, seats: int) -> CardSet:
        return TINY & ~parse_cards("7D 4S")

    def hand_size(self, seats: int) -> int:
        return 3

    def _cycle(self, seats: int) -> tuple[str, ...]:
        return ("none",)


def fits(deal: Deal, seat: Seat, hand: CardSet) -> bool:
    """Whether a seat dealt `hand` would have been within the rules so far."""
    gone = deal.facts.gone
    if gone[seat] & ~hand or any(gone[other] & hand for other in range(deal.n) if other != seat):
        return False
    now = Deal.begin(deal.rules, deal.n, deal.dealer)
    for action in deal.log:
        if isinstance(action, Play):
            opener = now.facts.play.opener_card
            if opener is not None and not now.played and (action.seat == seat) != bool(hand >> opener & 1):
                return False
            if action.seat == seat:
                play = now.facts.play.legal(hand & ~now.played, now.led, now.broken, now.first_trick)
                if not play >> action.card & 1:
                    return False
        now = Deal.fold(now.setup, (*now.log, action))
    return True


def by_force(deal: Deal, seat: Seat) -> CardSet:
    """The cards that some hand of that seat, in accord with its own play, would let it play."""
    out = 0
    opener = deal.facts.play.opener_card
    for some in combinations(cards(deal.deck), deal.rules.hand_size(deal.n)):
        hand = card_set(some)
        if opener is not None and not deal.played and not hand >> opener & 1:
            continue
        if fits(deal, seat, hand):
            out |= deal.facts.play.legal(hand & ~deal.played, deal.led, deal.broken, deal.first_trick)
    return out


@pytest.mark.parametrize("rules", [TinySpades(), TinyHearts(), TinyHearts(first_lead="any_club")], ids=lambda r: r.game)
@pytest.mark.parametrize("seed", range(12))
def test_unseen_hands_by_brute_force(rules: Rules, seed: int) -> None:
    rng = random.Random(seed)
    deal = Deal.begin(rules, 4, 0, deal_out(rules, 4, rng))
    blank = Deal.begin(rules, 4, 0)
    while not deal.over:
        if deal.phase is Phase.PLAYING:
            for seat in blank.to_act:
                got, wanted = legal(blank, seat), by_force(blank, seat)
                assert got == wanted, f"seed {seed} {blank.log} seat {seat}: {texts(got)} not {texts(wanted)}"
        action = pick(deal, rng)
        deal, blank = do(deal, action), do(blank, action)


def spades_deal(**changes: object) -> Deal:
    """A deal of classic Spades after the bids, seat 0 on lead, nothing known."""
    deal = Deal.begin(make_rules("classic", changes), 4, dealer=3)
    return do(deal, *(Bid(seat, 3) for seat in range(4)))


def plays(deal: Deal, *names: str) -> Deal:
    """Play cards in turn."""
    for name in names:
        deal = do(deal, Play(deal.to_act[0], parse_card(name)))
    return deal


def refusal(deal: Deal, name: str) -> tuple[str, dict[str, object]]:
    """Why the seat in turn may not play that card."""
    with pytest.raises(IllegalAction) as caught:
        apply(deal, Play(deal.to_act[0], parse_card(name)))
    return caught.value.why, dict(caught.value.data)


def test_a_revoke_is_proven_by_the_card_that_was_denied() -> None:
    deal = plays(spades_deal(), "AC", "2D", "3C", "4C", "KC")
    assert refusal(deal, "5C") == ("revoke-proven", {"card": parse_card("5C"), "log": 5})


def test_a_void_hand_that_discards_has_no_spade_where_it_must_trump() -> None:
    deal = plays(spades_deal(must_trump_when_void=True), "AC", "2D", "3C", "4C")
    assert deal.may_hold(1) & parse_cards("2S AS QC") == 0
    deal = plays(deal, "KC")
    assert refusal(deal, "2S") == ("revoke-proven", {"card": parse_card("2S"), "log": 5})


def test_a_spade_led_unbroken_shows_a_hand_of_spades() -> None:
    deal = plays(spades_deal(), "2S")
    assert deal.may_hold(0) == parse_cards("3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS")
    assert deal.broken


def test_a_hand_cannot_shrink_below_its_cards() -> None:
    """Two seats that both lead unbroken spades would need 26 spades."""
    deal = plays(spades_deal(spades_break="never"), "2S", "3S", "4S", "AS")
    assert refusal(deal, "5S") == ("impossible-hand", {"card": parse_card("5S")})


def test_a_penalty_card_in_the_first_trick_shows_a_hand_of_them() -> None:
    deal = plays(Deal.begin(make_rules("hearts", {"pass_count": 0}), 4, 3), "2C", "AH")
    assert deal.may_hold(1) & ~parse_cards("2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH QS") == 0


def test_the_unseen_holder_of_the_lowest_club_leads_it() -> None:
    deal = Deal.begin(make_rules("hearts", {"pass_count": 0}), 4, 3)
    assert (deal.to_act, deal.leader) == ((0, 1, 2, 3), -1)
    assert legal(deal, 2) == parse_cards("2C")
    with pytest.raises(IllegalAction, match="opening-card"):
        apply(deal, Play(2, parse_card("3C")))
    deal = do(deal, Play(2, parse_card("2C")))
    assert (deal.to_act, deal.leader) == ((3,), 2)


def test_a_known_hand_without_the_lowest_club_does_not_open() -> None:
    rules = make_rules("hearts", {"pass_count": 0})
    hand = parse_cards("3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2D")
    assert Deal.begin(rules, 4, 3, (hand, None, None, None)).to_act == (1, 2, 3)
    assert Deal.begin(rules, 4, 3, (None, hand & ~1 << 0 | 1, None, None)).to_act == (1,)


def test_any_club_led_by_the_holder_of_the_lowest_keeps_it_there() -> None:
    deal = Deal.begin(make_rules("hearts", {"pass_count": 0, "first_lead": "any_club"}), 4, 3)
    deal = do(deal, Play(1, parse_card("5C")))
    assert deal.must_hold(1) == parse_cards("2C")
    assert not any(deal.may_hold(seat) & 1 for seat in (0, 2, 3))


def test_my_passed_cards_are_known_where_they_went() -> None:
    rules = make_rules("hearts")
    rng = random.Random(7)
    hands = deal_out(rules, 4, rng)
    mine = card_set(list(cards(hands[0]))[-3:])
    deal = Deal.begin(rules, 4, 3, (hands[0], None, None, None))
    deal = do(deal, Pass(0, mine), *(Pass(seat, None) for seat in (1, 2, 3)))
    assert deal.hand(0) is None
    assert deal.must_hold(0) == hands[0] & ~mine
    assert deal.must_hold(1) == mine
    assert not any(deal.may_hold(seat) & mine for seat in (0, 2, 3))
    got = card_set(list(cards(hands[3]))[:3])
    deal = deal.with_pass(3, got)
    assert deal.hand(0) == hands[0] & ~mine | got
    assert not any(deal.may_hold(seat) & got for seat in (1, 2, 3))


def test_a_hand_known_later_is_narrowed_by_the_cards_it_got() -> None:
    rules = make_rules("hearts")
    hands = deal_out(rules, 4, random.Random(8))
    got = card_set(list(cards(hands[3]))[:3])
    deal = do(Deal.begin(rules, 4, 3), *(Pass(seat, None) for seat in range(4)))
    deal = deal.with_pass(3, got).with_hand(0, hands[0])
    assert deal.may_hold(0) == hands[0] | got
    assert deal.must_hold(0) == got


def test_cards_passed_to_me_are_hidden_until_all_have_passed() -> None:
    rules = make_rules("hearts")
    hands = deal_out(rules, 4, random.Random(9))
    given = [card_set(list(cards(hand))[:3]) for hand in hands]
    deal = Deal.begin(rules, 4, 3, hands)
    for seat in (3, 1, 0):
        deal = do(deal, Pass(seat, given[seat]))
    assert seen_by(deal, 0).passes == (given[0], None, None, None)
    deal = do(deal, Pass(2, given[2]))
    assert seen_by(deal, 0).passes == (given[0], None, None, given[3])
    assert seen_by(deal, None).passes == (None,) * 4


def test_the_place_of_a_revoke_is_that_of_its_seat() -> None:
    deal = plays(spades_deal(), "AC", "2D", "3D", "4C", "KC", "4D")
    assert refusal(deal, "5C") == ("revoke-proven", {"card": parse_card("5C"), "log": 6})


def test_passed_cards_of_a_known_hand_must_be_named() -> None:
    rules = make_rules("hearts")
    deal = Deal.begin(rules, 4, 3, deal_out(rules, 4, random.Random(1)))
    with pytest.raises(IllegalAction, match="cards-needed"):
        apply(deal, Pass(0, None))


def test_choosing_with_unseen_hands() -> None:
    deal = Deal.begin(make_rules("sparts"), 4, 3)
    assert (deal.phase, deal.to_act) == (Phase.CHOOSING, (0, 1, 2, 3))
    chosen = do(deal, Choose(2, "hearts"), Choose(0, None), Choose(3, None))
    with pytest.raises(IllegalAction, match="already-chosen"):
        apply(chosen, Choose(1, "spades"))
    chosen = do(chosen, Choose(1, None))
    assert (chosen.game.game, chosen.phase, chosen.chooser) == ("hearts", Phase.PASSING, 2)
    assert chosen.must_hold(2) == parse_cards("7D")
    nobody = do(deal, Choose(2, None), Choose(0, None), Choose(3, None))
    with pytest.raises(IllegalAction, match="nobody-chose"):
        apply(nobody, Choose(1, None))


def test_choosing_with_known_hands() -> None:
    rules = make_rules("sparts")
    holder = parse_cards("7D AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C")
    deal = Deal.begin(rules, 4, 3, (holder, None, None, None))
    with pytest.raises(IllegalAction, match="must-choose"):
        apply(deal, Choose(0, None))
    with pytest.raises(IllegalAction, match="not-holder"):
        apply(deal, Choose(1, "spades"))
    other = Deal.begin(rules, 4, 3, (None, holder & ~parse_cards("7D") | 1, None, None))
    with pytest.raises(IllegalAction, match="not-holder"):
        apply(other, Choose(1, "spades"))


def test_the_audit_names_the_revoke_and_goes_on() -> None:
    hands = [parse_cards(suit) for suit in ("AC KC", "2C 2D", "3C 3D", "4C 4D")]
    rules = make_rules("classic", {"cards_each": 2})
    deal = Deal.begin(rules, 4, 3)
    deal = do(deal, *(Bid(seat, 1) for seat in range(4)))
    deal = plays(deal, "AC", "2D", "3C", "4C", "KC")
    assert refusal(deal, "2C") == ("revoke-proven", {"card": 0, "log": 5})
    forced = Deal.fold(deal.setup, (*deal.log, Play(1, 0), Play(2, parse_card("3D")), Play(3, parse_card("4D"))))
    assert audit(forced, hands) == (Violation(1, 5, "must-follow", {"suit": 0}),)


def test_the_audit_names_a_false_chooser() -> None:
    rules = make_rules("sparts")
    hands = deal_out(rules, 4, random.Random(3))
    holder = next(seat for seat, hand in enumerate(hands) if hand & parse_cards("7D"))
    liar = (holder + 1) % 4
    deal = Deal.begin(rules, 4, 3)
    deal = do(deal, *(Choose(seat, "spades" if seat == liar else None) for seat in range(4)))
    assert {(v.seat, v.why) for v in audit(deal, hands)} == {(liar, "not-holder"), (holder, "must-choose")}


def test_blind_nil_needs_no_hand() -> None:

    rules = make_rules("cutthroat", {"blind_nil": True})
    sheet = Sheet((300, 180, 320), (0, 0, 0), 5)
    deal = Deal.begin(rules, 3, 2, deal_out(rules, 3, random.Random(5)), sheet)
    assert deal.looked == (True, False, True)
    view = seen_by(deal, 1)
    assert view.hand(1) is None
    deal, view = do(deal, Bid(0, 4)), do(view, Bid(0, 4))
    assert (deal.phase, deal.to_act) == (Phase.LOOKING, (1,))
    asked = prompt(view, 1)
    assert asked is not None
    assert list(asked.actions()) == [Look(1), Blind(1)]
    assert why_not(deal, Bid(1, 0)) == ("wrong-phase", {"phase": "looking"})
    looked, blind = do(deal, Look(1)), do(deal, Blind(1))
    assert (looked.phase, looked.to_act, seen_by(looked, 1).hand(1)) == (Phase.BIDDING, (1,), deal.dealt[1])
    assert (blind.phase, blind.to_act, blind.bids, blind.blind) == (
        Phase.BIDDING,
        (2,),
        (4, 0, None),
        (False, True, False),
    )


def test_blind_nil_is_shut_where_the_bid_of_nil_is() -> None:

    rules = make_rules("classic", {"blind_nil": True, "no_hell": True})
    deal = Deal.begin(rules, 4, 3, None, Sheet((200, 0), (0, 0)))
    assert deal.looked == (True, False, True, False)

    deal = do(deal, Bid(0, 3), Look(1), Bid(1, 3), Bid(2, 7))
    assert why_not(deal, Blind(3)) == ("blind-not-allowed", {})
