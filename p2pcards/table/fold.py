"""The fold: from a setup to the facts before the first action, and from facts and an action to the next facts.

No legality here. `advance` takes any action of the right phase as done, so that the audit can go on behind a violation;
`engine.check` is the judge.
"""

from __future__ import annotations

from p2pcards.cards.card import CardSet
from p2pcards.cards.seat import Seat, left_of
from p2pcards.rules.action import Action, Bid, Blind, Choose, Claim, Look, Pass, Play
from p2pcards.rules.phases import Phase
from p2pcards.table.event import (
    BidMade,
    CardPlayed,
    CardsPassed,
    CardsReceived,
    Event,
    GameChosen,
    Looked,
    SuitBroken,
    TrickTaken,
)
from p2pcards.table.facts import Facts, Setup, Trick
from p2pcards.table.knowledge import after_pass, after_showing, as_dealt, may_hold, must_hold

Step = tuple[Facts, tuple[Event, ...]]


def begin(setup: Setup) -> Facts:
    """The facts of a deal in which nothing has been done yet."""
    rules, n = setup.rules, setup.n
    may, must = as_dealt(setup, rules.deck(n), None)
    facts = Facts(
        game=rules,
        play=rules.play_rules(n),
        size=rules.hand_size(n),
        phase=None,
        to_act=(),
        spoken=0,
        chooser=None,
        choice=None,
        passes=(None,) * n,
        exchanged=False,
        looked=tuple(not rules.may_blind(setup.sheet, n, seat) for seat in range(n)),
        bids=(None,) * n,
        blind=(False,) * n,
        leader=left_of(setup.dealer, n),
        trick=(),
        tricks=(),
        takes=(0,) * n,
        captured=(0,) * n,
        gone=(0,) * n,
        played=0,
        broken=False,
        start=setup.dealt,
        may=may,
        must=must,
        absent=(0,) * n,
    )
    if rules.choices:
        return facts._replace(phase=Phase.CHOOSING, to_act=tuple(range(n)))
    return _open(setup, facts, rules.phases(setup.sheet, n)[0])


def _open(setup: Setup, facts: Facts, phase: Phase) -> Facts:
    """Enter a phase."""
    n = setup.n
    if phase is Phase.PASSING:
        return facts._replace(phase=phase, to_act=tuple(range(n)), spoken=0)
    facts = facts._replace(exchanged=True)
    if phase is Phase.BIDDING:
        return _ask_bid(facts, left_of(setup.dealer, n))
    return _open_play(setup, facts)


def _after(setup: Setup, facts: Facts, phase: Phase) -> Facts:
    """Enter the phase that follows `phase`."""
    order = facts.game.phases(setup.sheet, setup.n)
    return _open(setup, facts, order[order.index(phase) + 1])


def _ask_bid(facts: Facts, seat: Seat) -> Facts:
    return facts._replace(phase=Phase.BIDDING if facts.looked[seat] else Phase.LOOKING, to_act=(seat,))


def _open_play(setup: Setup, facts: Facts) -> Facts:
    if setup.shown:
        facts = after_showing(facts, setup.shown)
    card = facts.play.opener_card
    if card is None:
        leaders: tuple[Seat, ...] = (left_of(setup.dealer, setup.n),)
    else:
        bit = 1 << card
        sure = tuple(seat for seat in range(setup.n) if must_hold(facts, seat) & bit)
        leaders = sure or tuple(seat for seat in range(setup.n) if may_hold(facts, seat) & bit)
    return facts._replace(phase=Phase.PLAYING, to_act=leaders, leader=leaders[0] if len(leaders) == 1 else -1)


def advance(setup: Setup, facts: Facts, action: Action) -> Step:
    """The facts after an action, and what happened. The action must be one that the phase accepts."""
    seat = action.seat
    if isinstance(action, Play):
        return _play(setup, facts, seat, action.card)
    if isinstance(action, Claim):
        return _claim(setup, facts, action), ()
    if isinstance(action, Bid):
        return _bid(setup, facts, seat, action.tricks, blind=False)
    if isinstance(action, Blind):
        return _bid(setup, facts, seat, 0, blind=True)
    if isinstance(action, Look):
        looked = _put(facts.looked, seat, True)
        return facts._replace(looked=looked, phase=Phase.BIDDING), (Looked(seat),)
    if isinstance(action, Pass):
        return _pass(setup, facts, seat, action.cards)
    return _choose(setup, facts, action)


def _put(values: tuple, seat: Seat, value: object) -> tuple:  # type: ignore[type-arg]
    return (*values[:seat], value, *values[seat + 1 :])


def _spoke(facts: Facts, n: int, seat: Seat) -> tuple[int, tuple[Seat, ...]]:
    spoken = facts.spoken | 1 << seat
    return spoken, tuple(other for other in range(n) if not spoken >> other & 1)


def _choose(setup: Setup, facts: Facts, action: Choose) -> Step:
    spoken, waiting = _spoke(facts, setup.n, action.seat)
    events: tuple[Event, ...] = ()
    facts = facts._replace(spoken=spoken, to_act=waiting)
    if action.game is not None:
        game = setup.rules.in_force(action.game)
        may, must = as_dealt(setup, setup.rules.deck(setup.n), action.seat)
        facts = facts._replace(
            chooser=action.seat,
            choice=action.game,
            game=game,
            play=game.play_rules(setup.n),
            may=may,
            must=must,
        )
        events = (GameChosen(action.seat, action.game),)
    if not waiting:
        facts = _open(setup, facts, facts.game.phases(setup.sheet, setup.n)[0])
    return facts, events


def _pass(setup: Setup, facts: Facts, seat: Seat, cards: CardSet | None) -> Step:
    n = setup.n
    steps = facts.game.pass_steps(setup.sheet, n)
    spoken, waiting = _spoke(facts, n, seat)
    passes = _put(facts.passes, seat, cards)
    facts = facts._replace(spoken=spoken, to_act=waiting, passes=passes)
    events: list[Event] = [CardsPassed(seat, (seat + steps) % n, cards)]
    if not waiting:
        hands, may, must = after_pass(setup, setup.rules.deck(n), facts.chooser, passes, steps)
        facts = facts._replace(start=hands, may=may, must=must)
        events += [CardsReceived(other, (other - steps) % n, passes[(other - steps) % n]) for other in range(n)]
        facts = _after(setup, facts, Phase.PASSING)
    return facts, tuple(events)


def _bid(setup: Setup, facts: Facts, seat: Seat, tricks: int, *, blind: bool) -> Step:
    facts = facts._replace(
        bids=_put(facts.bids, seat, tricks),
        blind=_put(facts.blind, seat, blind),
        looked=_put(facts.looked, seat, True),
    )
    more = None in facts.bids
    facts = _ask_bid(facts, left_of(seat, setup.n)) if more else _after(setup, facts, Phase.BIDDING)
    return facts, (BidMade(seat, tricks, blind),)


def _play(setup: Setup, facts: Facts, seat: Seat, card: int) -> Step:
    n, play = setup.n, facts.play
    number = len(facts.tricks) + 1
    bit = 1 << card
    led = facts.trick[0] // 13 if facts.trick else -1
    absent = play.shown_absent(card, led, facts.broken, number == 1)
    events: list[Event] = [CardPlayed(seat, card, number)]
    broken = facts.broken
    if not broken and bit & play.breakers:
        broken = True
        events.append(SuitBroken(seat, _broken_suit(play.lead_ban)))
    must = facts.must
    opener = play.opener_card
    if opener is not None and not facts.played and card != opener:
        must = _put(must, seat, must[seat] | 1 << opener)  # who leads first holds the opener's card
    trick = (*facts.trick, card)
    facts = facts._replace(
        gone=_put(facts.gone, seat, facts.gone[seat] | bit),
        played=facts.played | bit,
        absent=_put(facts.absent, seat, facts.absent[seat] | absent) if absent else facts.absent,
        must=must,
        broken=broken,
        leader=facts.leader if facts.trick else seat,
        trick=trick,
        to_act=((seat + 1) % n,),
    )
    if len(trick) < n:
        return facts, tuple(events)
    place = play.winner(trick)
    winner = (facts.leader + place) % n
    won = 0
    for each in trick:
        won |= 1 << each
    count = facts.takes[winner] + 1
    over = number == facts.size
    facts = facts._replace(
        tricks=(*facts.tricks, Trick(facts.leader, trick, winner)),
        trick=(),
        leader=winner,
        takes=_put(facts.takes, winner, count),
        captured=_put(facts.captured, winner, facts.captured[winner] | won),
        phase=None if over else Phase.PLAYING,
        to_act=() if over else (winner,),
    )
    return facts, (*events, TrickTaken(winner, trick[place], number, count))


def _claim(setup: Setup, facts: Facts, action: Claim) -> Facts:
    """The deal ends: the claimant has all the tricks that are left, and all the cards in them. Where some cards were
    never dealt, only those that are seen are counted; no such game looks at them."""
    n, seat = setup.n, action.seat
    deck = setup.rules.deck(n)
    rest = deck if deck.bit_count() == n * facts.size else action.cards | sum(1 << card for card in facts.trick)
    for captured in facts.captured:
        rest &= ~captured
    left = facts.size - len(facts.tricks)
    return facts._replace(
        trick=(),
        takes=_put(facts.takes, seat, facts.takes[seat] + left),
        captured=_put(facts.captured, seat, facts.captured[seat] | rest),
        phase=None,
        to_act=(),
    )


def _broken_suit(ban: CardSet) -> int:
    return (ban.bit_length() - 1) // 13
