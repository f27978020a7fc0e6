"""How many tricks a hand is worth in a Spades game, and how safe it is without any.

Expected tricks are a linear form over features of the hand that are there or not: length and honours in spades, each
side ace, king and queen by the length of its suit, shortness by the number of spades. The weights (weights.py) are
thousandths of a trick, fitted by least squares on deals that bots of rules played against themselves; one column for
each number of seats. Everything is an int, so every machine gets the same bid.
"""

from __future__ import annotations

from functools import cache

from p2pcards.bots.position import HIGHER, LOWER
from p2pcards.bots.weights import FEATURES, RESIDUAL, column
from p2pcards.cards.card import SPADES, SUIT_MASK, CardSet, cards

_INDEX = {name: place for place, name in enumerate(FEATURES)}


def spade_features(spades: int) -> list[str]:
    """The features of the spades of a hand (13 bits)."""
    length = spades.bit_count()
    found = ["const", f"spades{min(length, 10)}"]
    if spades & 4096:
        found.append("SA")
    if spades & 2048:
        found.append("SK1" if length == 1 else "SK2")
    if spades & 1024:
        found.append("SQ2" if length <= 2 else "SQ3")
    if spades & 512:
        found.append("SJ3" if length <= 3 else "SJ4")
    return found


def side_features(held: int, spades: int) -> list[str]:
    """The features of a side suit (13 bits) beside so many spades (0..4, 4 for more)."""
    size = min(held.bit_count(), 7)
    found = [f"short{size}s{spades}"] if size < 3 else []
    found += [f"{honour}{size}" for honour, bit in (("A", 4096), ("K", 2048), ("Q", 1024)) if held & bit]
    if held & 6144 == 6144:
        found.append("AK")
    if held & 7168 == 3072:
        found.append("KQ")
    if held & 7168 == 5120:
        found.append("AQ")
    return found


def features(hand: CardSet) -> tuple[int, ...]:
    """The places in FEATURES that hold for a hand; a place may come up several times, once for each suit."""
    spades = (hand >> 39) & 0x1FFF
    beside = min(spades.bit_count(), 4)
    found = spade_features(spades)
    for suit in range(3):
        found += side_features((hand >> (13 * suit)) & 0x1FFF, beside)
    return tuple(_INDEX[name] for name in found)


class Column(dict[int, int]):
    """Sums of weights by suit, filled as they are asked for. Key: the suit's 13 bits, above them 0 for spades or one
    more than the number of spades beside it."""

    def __init__(self, seats: int, must_trump: bool) -> None:
        super().__init__()
        self.weights = column(seats, must_trump)

    def __missing__(self, key: int) -> int:
        held, kind = key & 0x1FFF, key >> 13
        names = side_features(held, kind - 1) if kind else spade_features(held)
        value = self[key] = sum(self.weights[_INDEX[name]] for name in names)
        return value


@cache
def _column(seats: int, must_trump: bool) -> Column:
    return Column(seats, must_trump)


def tricks(hand: CardSet, seats: int, must_trump: bool = False) -> int:
    """Expected tricks of a full hand, thousandths, when the seat tries for them."""
    sums = _column(seats, must_trump)
    spades = hand >> 39
    kind = min(spades.bit_count(), 4) + 1 << 13
    expected = (
        sums[spades] + sums[kind | hand & 0x1FFF] + sums[kind | hand >> 13 & 0x1FFF] + sums[kind | hand >> 26 & 0x1FFF]
    )
    if expected < 0:
        return 0
    if spades & 4096:
        expected = max(min(expected, 1000 * hand.bit_count()), 1000 * sure_tricks(hand))
    return expected


def sure_tricks(hand: CardSet) -> int:
    """Tricks that no lie of the cards can take away, once the seat leads: solid spades from the top and, if they draw
    all the others, the solid tops of the side suits."""
    spades = (hand >> 39) & 0x1FFF
    solid = run_from_top(spades)
    if solid < 13 - spades.bit_count():
        return solid
    total = spades.bit_count()
    for suit in range(3):
        held = (hand >> (13 * suit)) & 0x1FFF
        tops = run_from_top(held)
        total += held.bit_count() if tops >= 13 - held.bit_count() else tops
    return total


def run_from_top(held: int) -> int:
    """Cards of a suit (13 bits) from the ace down without a gap."""
    count = 0
    while held >> (12 - count) & 1:
        count += 1
        if count == 13:
            break
    return count


def deviation(seats: int) -> int:
    """How far off an estimate usually is, thousandths of a trick."""
    return RESIDUAL[min(max(seats, 2), 6)]


def nil_chance(hand: CardSet, deck: CardSet, seats: int, must_trump: bool = False, cover: bool = True) -> int:
    """Chance that the hand takes no trick, thousandths, when its owner tries to avoid all. cover: a partner helps.

    The danger index. In every suit the cards are matched from below: the lowest must go under the first round, the
    second lowest under the second, and so on for the rounds that the suit will see. A card is in danger as far as few
    cards of its suit that are out are higher; spades are worse, for they can be forced out and cannot be discarded on.
    """
    danger = 0
    size = hand.bit_count()
    for suit in range(4):
        held = hand & SUIT_MASK[suit]
        length = held.bit_count()
        if not length:
            continue
        out = deck & SUIT_MASK[suit] & ~hand
        rounds = min(length, 4 if suit == 3 else 3) if seats >= 4 else min(length, 5 if suit == 3 else 4)
        for place, card in enumerate(cards(held)):
            if place >= rounds:
                break
            above = (out & HIGHER[card]).bit_count()
            below = (out & LOWER[card]).bit_count()
            # Cards below that earlier rounds have drawn no longer go under this one.
            under = max(0, below - place * (seats - 1) // 2)
            if not above:
                risk = 1000 if suit == 3 else (650, 800, 900, 950)[min(place, 3)]
            else:
                risk = 900 * under * under // ((above + under) * (above + under))
                if suit == 3:
                    risk = risk * 3 // 2 + 40 * place
            if suit != 3:
                # Later rounds of a side suit often never come: a discard takes the card away before.
                risk = risk * (100, 80, 45, 30)[min(place, 3)] // 100
            danger += risk
        if suit == 3 and length >= 4:
            danger += 350 * (length - 3)
    if must_trump:
        danger += 220 * (hand & SPADES).bit_count()
    if not cover:
        danger = danger * 5 // 4 + 80
    danger = danger * 13 // max(size, 8) if size < 13 else danger
    return max(0, min(980, 1000 - danger * 1000 // (danger + 1350) - danger // 12))
