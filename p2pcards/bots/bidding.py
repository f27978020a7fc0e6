"""Bids of the Spades games: expected tricks less a margin that knows the score, and nil where it pays.

The margin is the one knob (thousandths of a trick): up for a side that is ahead or rich in bags of the wrong kind, down
for one that is behind, down where a missed bid costs little (Royal), by the partner's bid and by what the table has bid
already. Whatever the number, the bid made is the nearest one that the prompt allows.
"""

from __future__ import annotations

from dataclasses import dataclass

from p2pcards.bots.base import Style
from p2pcards.bots.estimate import nil_chance, tricks
from p2pcards.cards.card import ACE_OF_SPADES, CardSet
from p2pcards.cards.seat import Seat, partners, side_of
from p2pcards.rules.action import Action, Bid, Blind, Look
from p2pcards.rules.phases import Phase, Prompt
from p2pcards.rules.spades import Spades
from p2pcards.table.deal import Deal

#: Thousandths: below this chance no nil is bid while another bid is near.
NIL_LEAST = 400


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the bids look like from one seat. Numbers in thousandths where not said otherwise.

    expected: tricks of the own hand. tricks: of the whole deal. chance: of a nil. partner: bids of the
    partners that have spoken, in tricks; None for one who has not. others: tricks bid by foes so far.
    lead: points that the side is ahead of the best other (negative: behind). need: points to the target.
    """

    expected: int
    tricks: int
    chance: int
    partner: tuple[int | None, ...]
    others: int
    last: bool
    lead: int
    need: int
    foe_need: int
    bags: int
    seats: int


def outlook(view: Deal, seat: Seat, hand: CardSet, rules: Spades) -> Outlook:
    """The outlook of a seat that has its hand."""
    n = view.n
    sides = rules.sides(n)
    mine = side_of(sides, seat)
    mates = partners(sides, seat)
    points = view.sheet.points
    foes = max(value for side, value in enumerate(points) if side != mine)
    must = rules.must_trump_when_void
    return Outlook(
        expected=tricks(hand, n, must),
        tricks=1000 * rules.hand_size(n),
        chance=nil_chance(hand, rules.deck(n), n, must, bool(mates)),
        partner=tuple(view.bids[mate] for mate in mates),
        others=sum(bid or 0 for s, bid in enumerate(view.bids) if s != seat and s not in mates),
        last=all(bid is not None for s, bid in enumerate(view.bids) if s != seat),
        lead=points[mine] - foes,
        need=rules.target_score - points[mine],
        foe_need=rules.target_score - foes,
        bags=view.sheet.bags[mine],
        seats=n,
    )


def margins(rules: Spades, look: Outlook) -> dict[str, int]:
    """What is taken off an estimate before it is rounded, by cause, thousandths of a trick; below 0: put on.

    safety: in any case; price: of a missed bid; bags: what tricks above the bid cost; standing: the score; room: what
    the bids so far leave, for the last to bid.
    """
    price = -100 if rules.set_score == "zero" else 0
    if not price and (rules.quicksand or rules.set_score == "minus_missing"):
        price = -150
    bags = 0
    if not rules.bag_limit and not rules.quicksand:
        bags = 50 if rules.set_score != "zero" else 0
    elif rules.bag_limit and look.bags * 10 >= rules.bag_limit * 7:
        bags = -150
    standing = 0
    if look.lead <= -150 and look.foe_need <= 150:
        standing = -250
    elif look.lead >= 150 and look.need <= 100:
        standing = 150
    room = 0
    if look.last:
        # The table has room for so many tricks: a crowded one leaves fewer of them, an empty one more.
        crowd = 1000 * (look.others + sum(bid or 0 for bid in look.partner)) + look.expected - look.tricks
        room = max(-200, min(250, (crowd + 1500) // 8))
    return {"safety": usual_margin(look.seats), "price": price, "bags": bags, "standing": standing, "room": room}


def usual_margin(seats: int) -> int:
    """The margin when nothing special is at stake: alone among few an estimate is less sure, small hands leave less to
    lose."""
    return 450 if seats <= 3 else 300 if seats == 4 else 150


def nil_worth(rules: Spades, look: Outlook, value: int) -> int:
    """Points (thousandths) that a nil promises over a usual bid; above 0: bid nil. value: points of the nil."""
    win, lose = look.chance, 1000 - look.chance
    nil = value * (win - lose)
    # A failed nil that bags or a partner's lost tricks cost a little more than its value.
    nil -= lose * (10 if rules.bag_limit and rules.failed_nil_tricks != "ignored" else 0)
    usual = 10 * look.expected * 9 // 10 - 1000
    if rules.set_score == "zero":
        usual += 2000
    if not look.partner:
        # Alone, nobody covers; but a low contract of one or two is often missed too.
        usual -= 2000
    elif 0 in look.partner:
        # Two nils leave nobody to cover either, and nobody to bid the tricks.
        nil -= 120_000
    else:
        # A partner covers, and its own bid stands. Against bots that hunt nils badly three times as much wins more.
        nil += 11_000
    if look.lead <= -200:
        nil += 10_000
    return nil - usual


def taken_off(rules: Spades, look: Outlook, style: Style) -> dict[str, int]:
    """All that is taken off the estimate (`margins`); cover: for a partner's nil, which spends high cards early."""
    return {**margins(rules, look), "cover": 250 if 0 in look.partner else 0, "style": style.margin}


def number(rules: Spades, look: Outlook, style: Style) -> int:
    """The bid that is wanted if it is not nil, at least 1."""
    return max(1, (look.expected + 500 - sum(taken_off(rules, look, style).values())) // 1000)


def closest(bids: tuple[int, ...], wanted: int, expected: int) -> int:
    """The bid allowed that is nearest to the one wanted; of two as near, the one nearer to the estimate.

    A nil (0) is never slipped into for want of another bid.
    """
    usual = [bid for bid in bids if bid] or list(bids)
    return min(usual, key=lambda bid: (abs(bid - wanted), abs(1000 * bid - expected), bid))


def bid(view: Deal, prompt: Prompt, style: Style) -> tuple[Action, str, dict[str, int]]:
    """The bid of a seat: the action, the reason and its numbers."""
    rules = view.game
    assert isinstance(rules, Spades)
    seat = prompt.seat
    if prompt.phase is Phase.LOOKING:
        return look_or_blind(view, prompt, rules)
    hand = view.hand(seat)
    assert hand is not None
    look = outlook(view, seat, hand, rules)
    bids = prompt.bids
    if len(bids) == 1:
        return Bid(seat, bids[0]), "bid-only", {}
    if 0 in bids and not (hand >> ACE_OF_SPADES) & 1:
        worth = nil_worth(rules, look, rules.nil_points(False)) + style.nil * 100
        low = bids[1]
        if 1000 * low > look.expected + 1500:
            # Suicide and its like: the other bids begin far above the hand.
            worth += 10 * (1000 * low - look.expected)
        if worth > 0 and (look.chance >= NIL_LEAST or low > 2):
            return Bid(seat, 0), "nil", {"chance": look.chance, "estimate": look.expected}
    wanted = number(rules, look, style)
    return Bid(seat, closest(bids, wanted, look.expected)), "bid", bid_numbers(rules, look, style)


def bid_numbers(rules: Spades, look: Outlook, style: Style) -> dict[str, int]:
    """What the reason "bid" says."""
    return {"estimate": look.expected, **taken_off(rules, look, style)}


def look_or_blind(view: Deal, prompt: Prompt, rules: Spades) -> tuple[Action, str, dict[str, int]]:
    """Blind nil only when little else can save the match: the leader needs one good deal more, we need several."""
    seat = prompt.seat
    sides = rules.sides(view.n)
    mine = side_of(sides, seat)
    points = view.sheet.points
    foes = max(value for side, value in enumerate(points) if side != mine)
    deficit = foes - points[mine]
    partner_blind = any(view.blind[mate] or view.bids[mate] == 0 for mate in partners(sides, seat))
    desperate = rules.target_score - foes <= 80 and deficit >= 200
    if prompt.may_blind and desperate and not partner_blind:
        return Blind(seat), "blind", {"deficit": deficit}
    return Look(seat), "look", {}
