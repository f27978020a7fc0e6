"""What a seat of a Spades game is after."""

from __future__ import annotations

from enum import Enum

from p2pcards.bots.position import Position
from p2pcards.cards.seat import Seat
from p2pcards.rules.spades import Spades


class Mode(Enum):
    """What the seat plays for."""

    #: My own nil stands: lose every trick.
    OWN_NIL = "own-nil"
    #: My partner's nil stands: win what it might have to win.
    COVER = "cover"
    #: My side needs tricks.
    WANT = "want"
    #: A nil of the others stands and my bid is safe, or the nil is worth more.
    ATTACK = "attack"
    #: My bid is made, and so are too few tricks left for the others to make theirs easily.
    SET = "set"
    #: My bid is made and more tricks are bags.
    DUCK = "duck"


def live_nil(p: Position, seat: Seat) -> bool:
    """Whether a seat bid nil and has taken nothing."""
    return p.bids[seat] == 0 and not p.took[seat]


def helpful(p: Position, seat: Seat) -> bool:
    """Whether a trick of this seat, on my side, counts for the bid of my side."""
    if p.side[seat] != p.side[p.me]:
        return False
    helps = isinstance(p.rules, Spades) and p.rules.failed_nil_tricks == "help_partner"
    return bool(p.bids[seat]) or helps


def need(p: Position, side: int) -> int:
    """Tricks that a side still needs for its bid; at most 0 when it is made."""
    total = 0
    helps = isinstance(p.rules, Spades) and p.rules.failed_nil_tricks == "help_partner"
    for seat in range(p.n):
        if p.side[seat] == side:
            total += p.bids[seat]
            if p.bids[seat] or helps:
                total -= p.took[seat]
    return total


def spare(p: Position) -> int:
    """Tricks left beyond what all sides still need: at 0 or below somebody must fail."""
    return p.left - sum(max(0, need(p, side)) for side in set(p.side))


def mode_of(p: Position) -> Mode:
    """The mode of the seat that is to play."""
    me = p.me
    if live_nil(p, me):
        return Mode.OWN_NIL
    if any(live_nil(p, mate) for mate in p.mates):
        return Mode.COVER
    mine = need(p, p.side[me])
    foes_nil = any(live_nil(p, foe) for foe in p.foes)
    if mine > 0:
        if mine > p.left and foes_nil:
            return Mode.ATTACK
        return Mode.WANT
    if foes_nil:
        return Mode.ATTACK
    if not bags_hurt(p):
        return Mode.SET
    return Mode.SET if setting(p) else Mode.DUCK


def bags_hurt(p: Position) -> bool:
    """Whether a trick above the bid costs more than it gives."""
    rules = p.rules
    if not isinstance(rules, Spades):
        return False
    if rules.quicksand:
        return True
    return bool(rules.bag_limit) and rules.bag_penalty > rules.bag_limit * rules.overtrick_points


def setting(p: Position) -> bool:
    """Whether a side of the others can still be set: a single one needs all the tricks left but two, or several all."""
    foes = {p.side[foe] for foe in p.foes}
    short = [need(p, side) for side in foes if need(p, side) > 0]
    if not short:
        return False
    return max(short) <= p.left and spare(p) <= (2 if len(foes) == 1 else 0)
