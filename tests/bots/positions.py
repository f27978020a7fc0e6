"""Positions with one right answer, each with its reason: what averages cannot see.

The seat asked is 0, clockwise follow 1, 2, 3; in classic Spades 2 is the partner. `hand` is seat 0's hand as dealt.
`bids` are the bids so far in order of bidding, `plays` the cards so far in order of play; the dealer follows from them
unless it is named (a first trick that has begun was begun by the eldest). `right` is the card, the bid, the cards to
pass (in any order), the game chosen, or "look" / "blind".

    ace-no-nil   classic   AS ... bids 2 3   ->  1    why

Levels: all of a level's rows must be right. A row names the levels that must pass it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Row:
    """See the module."""

    name: str
    why: str
    hand: str
    right: str
    game: str = "classic"
    bids: str = ""
    plays: str = ""
    dealer: int | None = None
    seats: int = 4
    options: Mapping[str, Any] = field(default_factory=dict)
    points: tuple[int, ...] = ()
    bags: tuple[int, ...] = ()
    levels: tuple[str, ...] = ("normal", "hard")


#: Hearts without passing in which the eldest leads what it likes, so that a trick is quickly set up.
OPEN = {"pass_count": 0, "first_lead": "eldest", "first_trick_penalty_ban": False}
FIVE = {"cards_each": 5}
FOUR = {"cards_each": 4}

BIDS: tuple[Row, ...] = (
    Row(
        "ace-no-nil", "the ace of spades cannot lose a trick: never nil with it",
        "AS 3C 4C 5C 6C 2D 3D 4D 5D 2H 3H 4H 5H", "1", bids="4 3",
    ),
    Row(
        "plain-nil", "low in every suit, two low spades: nil",
        "2S 4S 2C 3C 5C 7C 2D 3D 5D 8D 2H 4H 6H", "0", bids="4 3",
    ),
    Row(
        "long-spades-no-nil", "five spades to the queen are worth two tricks and kill a nil",
        "QS 9S 7S 5S 3S 2C 3C 4C 2D 3D 4D 2H 3H", "2", bids="4 3",
    ),
    Row(
        "one-nil-a-side", "the partner has bid nil and needs cover: no second nil, though this hand might make one",
        "5S 3S 2C 4C 6C 8C 2D 4D 6D 9D 2H 5H 7H", "1", bids="4 0 4",
    ),
    Row(
        "solid", "eight solid spades and the five tops beside them are thirteen tricks, and bid as such",
        "AS KS QS JS TS 9S 8S 7S AC KC AD KD AH", "13",
    ),
    Row(
        "two-aces", "two aces and nothing else: two",
        "5S 3S 2S AC 8C 6C 3C AD 7D 4D 9H 6H 3H", "2",
    ),
    Row(
        "king-counts", "ace, two guarded kings and short spades: three, not two",
        "7S 4S 2S AC 9C 5C KD 8D 4D KH 7H 5H 2H", "3", bids="3",
    ),
    Row(
        "royal-has-no-nil", "Royal has no nil: the worst hand bids one",
        "3S 2S 2C 3C 5C 7C 2D 3D 5D 8D 2H 4H 6H", "1", game="royal",
    ),
    Row(
        "sparts-no-one", "one is forbidden in Sparts and the ace of spades forbids nil: two",
        "AS 3C 4C 5C 6C 2D 3D 4D 7D 2H 3H 4H 5H", "2", game="sparts", plays="spades",
    ),
    Row(
        "no-hell", "the bids may not add up to 13: with a little over three tricks four, not two",
        "AS 8S 2S KC 9C 4C 3C KD 8D 3D QH 6H 3H", "4", bids="4 3 3", options={"no_hell": True},
    ),
    Row(
        "suicide-high", "suicide: the strong hand says what it is worth, its partner will say nil",
        "AS KS 9S 5S AC KC 7C AD 8D 4D KH 9H 3H", "6", bids="4", options={"suicide": True},
    ),
    Row(
        "suicide-nil", "suicide: a hand worth two, without a high spade, says nil rather than four",
        "8S 5S 2S 9C 7C 4C JD 6D 3D KH 8H 5H 2H", "0", bids="5", options={"suicide": True},
    ),
    Row(
        "suicide-second", "suicide: the partner has said five, so this seat says nil whatever it holds",
        "AS KS QS 4S 3C 2C AC 5D 7D 9D KH 4H 2H", "0", bids="4 5 0", options={"suicide": True},
    ),
    Row(
        "quentin-six", "eight cards, six seats: two aces and the king of spades are worth two",
        "KS 5S AC 6C 3C AD 7D 8H", "2", game="spades", seats=6, bids="1 1",
    ),
    Row(
        "cutthroat-long", "seventeen cards of three seats: six spades with ace and king, two aces: eight",
        "AS KS 9S 7S 5S 3S AC QC 8C 4C AD 9D 6D 3D KH 7H 4H", "8", game="cutthroat", seats=3,
    ),
    Row(
        "blind-desperate", "the others need one deal, we are 300 behind: blind nil is the only hope",
        "AS KS QS 4S 3C 2C AC 5D 7D 9D KH 4H 2H", "blind",
        game="cutthroat", seats=3, options={"blind_nil": True, "cards_each": 13}, points=(150, 450, 200),
    ),
    Row(
        "blind-not-yet", "100 behind at the start of a match: look",
        "AS KS QS 4S 3C 2C AC 5D 7D 9D KH 4H 2H", "look",
        game="cutthroat", seats=3, options={"blind_nil": True, "cards_each": 13}, points=(50, 150, 150),
    ),
    Row(
        "bold-behind", "the others are 60 from the target, we are far behind: count the half tricks",
        "QS 7S 4S AC QC 6C KD 9D 5D KH JH 4H 2H", "4", bids="3", points=(200, 440),
    ),
)  # fmt: skip

PLAY: tuple[Row, ...] = (
    Row(
        "partner-boss", "the partner's ace has it: the king is worth a trick of its own",
        "KC 3C 9S 5S 4S AD 7D 6D 2D KH 8H 7H 4H", "3C", bids="3 3 3 3", plays="AC 5C", dealer=1,
    ),
    Row(
        "fourth-cheap", "last, and the trick is wanted: the jack is enough",
        "AD JD 2D 9S 5S 4S KC 7C 6C KH 8H 7H 4H", "JD", bids="3 3 3 3", plays="4D 6D 9D",
    ),
    Row(
        "fourth-partner", "last, and the partner has the trick: lowest card",
        "AD KD 3D 9S 5S 4S KC 7C 6C KH 8H 7H 4H", "3D", bids="3 3 3 3", plays="4D QD 9D",
    ),
    Row(
        "second-low", "second hand with a king over a low lead: the ace is behind as often as not, play low",
        "KH 3H 2H 9S 5S 4S KC 7C 6C AD QD 8D 4D", "2H", levels=("normal",), bids="3 3 3 3", plays="5H",
    ),
    Row(
        "second-covers", "second hand covers the queen that was led with its king: the ace must be spent on it",
        "9S 7S 3S JC 8C 5C KD 6D 2D TH 8H 5H 3H", "KD", bids="3 3 3 2", plays="QD", dealer=2, levels=("normal",),
    ),
    Row(
        "second-ace", "second hand with the ace of a suit that all follow: take it before it is ruffed",
        "AH 8H 2H 9S 5S 4S KC 7C 6C JD QD 8D 4D", "AH", bids="3 3 3 3", plays="5H",
        levels=("normal",),
    ),
    Row(
        "ruff-low", "last and void, a foe has the trick: the two ruffs it, the ace is a trick of its own",
        "AS 2S AD KD 9D 4D KH QH 8H 7H 6H 5H 3H", "2S", bids="3 3 3 3", plays="AC 3C KC",
    ),
    Row(
        "no-ruff-partner", "the partner's ace has it: throw the loser, keep the spades",
        "AS KS QS JS TS AD KD QD JD TD 9D 8D 3H", "3H", bids="1 2 1 9", plays="5C AC 7C",
    ),
    Row(
        "overruff", "a foe has ruffed with the nine: over it as cheaply as can be",
        "KS JS 5S 2S AD KD 9D 4D KH QH 8H 6H 3H", "JS", bids="3 5 2 4", plays="AC 3C 9S",
    ),
    Row(
        "no-underruff", "a foe has ruffed with the queen and it cannot be beaten: keep the small spades",
        "9S 5S 2S AD KD QD JD TD 9D 8D 7D 6D 2D", "2D", levels=("normal",), bids="3 3 3 3", plays="AC 3C QS",
    ),
    Row(
        "must-trump-low", "QuentinC: void must trump, and the queen cannot be beaten: the lowest spade",
        "TS 5S 2S AD KD QD 9D 8D KH QH JH TH 3H", "2S", game="spades", bids="3 3 3 3", plays="AC 3C QS",
    ),
    Row(
        "third-high", "third hand over the partner's low card: the king must be played to win it",
        "KH 8H 2H 9S 5S 4S KC 7C 6C AD QD 8D 4D", "KH", bids="3 3 3 3", plays="5H 7H", dealer=1,
    ),
    Row(
        "cash-ace", "on lead: the ace of a short suit that all can still follow",
        "AC 4C 9S 5S 4S KD 8D 7D 6D QH 8H 7H 4H", "AC", bids="3 3 3 3", levels=("normal",),
    ),
    Row(
        "cash-king", "the ace is gone: the king is boss",
        "KC 6C 9S 5S 4S KD 8D 7D 6D QH 8H 7H 4H", "KC", bids="3 3 3 3", plays="AC 6C 5C 3C 9H QH 2H 3H", dealer=2,
    ),
    Row(
        "end-cash-the-long-suit", "two more are needed: first the king of a suit with five out; of diamonds one is out",
        "2C 7C 8C 9C KC 9D JD KD AD 3H TH QH QS", "KC", bids="3 2 2 5", dealer=3,
        plays="AD 2D 7D 5D KD 3D 8D 6D 2C AC TC 3C 4D QD 4S 9D AH 3H 7H 2H KH TH 8H 4H AS QS 3S 2S KS 7C 8S 5S "
        "JS 8C TS 6S 6H QH 9H 5H",
    ),
    Row(
        "end-unblock", "the bid is made and bags cost: under the king with the ten, it would win one later",
        "4C 6C JC KC 4D 5D TD 3H 4H KH 2S 6S TS", "TS", bids="2 5 4 1", dealer=3, levels=("hard",),
        plays="4D 3D AD 2D AH 7H 3H 5H AC 3C 4C 9C 2C 7C KC QC KH 9H 2H 8H JC 4S 5C 7D KD 6D 9D 5D AS 3S 7S 2S "
        "JD 8D QD TD TH 4H 5S 6H 8S KS JS",
    ),
    Row(
        "end-underruff", "the bid is made and bags cost: under the jack with the ten, it would win one later",
        "TC 7D TD AD 3H 4H 6H 8H JH KH 7S 8S TS", "TS", bids="2 3 5 2", dealer=0, levels=("hard",),
        plays="AC 4C 3C TC KC 5C JC 7S AD 3D 5D 2D 7D 6D QD 4D QC AS 3H 2C AH 4H 5H 2H 9D TD JD KD KS 3S 8S 5S "
        "9H 7H KH QH 6H 6S 9S TH 6C JS",
    ),
    Row(
        "nil-highest-under", "own nil: the highest card that stays under the jack",
        "QC TC 3C 4S 2S 7D 6D 4D 3D 9H 7H 6H 2H", "TC", bids="4 4 4 0", plays="9C JC 5C",
    ),
    Row(
        "nil-big-spade", "own nil, void, the trick is ruffed with the king: the queen of spades goes under it",
        "QS 5S 2S 8D 7D 6D 4D 3D 9H 7H 6H 4H 2H", "QS", bids="4 4 4 0", plays="AC 3C KS",
    ),
    Row(
        "nil-throw-ace", "own nil, void, not ruffed: the bare ace goes, it would win for certain",
        "5S 4S 2S AH TD 9D 8D 7D 6D 5D 4D 3D 2D", "AH", bids="4 4 4 0", plays="AC 3C KC",
    ),
    Row(
        "nil-lead", "own nil, on lead: the bare two cannot win",
        "2C 5S 3S QD TD 9D 8D 7D JH TH 9H 8H 7H", "2C", bids="0 4 4 4",
    ),
    Row(
        "cover-overtake", "the partner's nil is about to take the trick: overtake it",
        "KD 3D 9S 5S 4S AC 7C 6C 2C KH 8H 7H 4H", "KD", bids="0 4 4 4", plays="9D 5D", dealer=1,
    ),
    Row(
        "cover-high", "the nil partner has yet to play: take the trick high, so that it can go under",
        "AH 2H 9S 5S 4S KC 7C 6C 2C JD QD 8D 4D", "AH", bids="4 4 4 0", plays="4H", dealer=2,
    ),
    Row(
        "cover-ruff", "void, and the nil partner leads the trick: ruff to save it",
        "AS 2S AD KD QD 9D 8D 7D KH QH JH TH 3H", "2S", bids="0 4 4 4", plays="9C 5C", dealer=1,
    ),
    Row(
        "cover-lead", "lead for a nil partner: the ace, not the four",
        "AC KC 4C 9S 5S 4S QD 8D 7D 6D 8H 7H 4H", "AC", bids="4 4 0 4",
    ),
    Row(
        "attack-duck", "the foe's nil is winning this trick: stay under it",
        "TC 2C 9S 5S 4S AD QD 8D 4D KH 8H 4H 3H", "2C", bids="0 4 4 3", plays="9C 5C 3C",
    ),
    Row(
        "attack-no-ruff", "void, the foe's nil is winning: throw the loser, do not rescue it with a ruff",
        "AS KS QS JS TS AD KD QD JD TD 9D 8D 3H", "3H", bids="0 2 1 9", plays="9C 5C 3C",
    ),
    Row(
        "attack-lead", "a foe has bid nil: lead the two it may have to win, not the ace",
        "2D 3D 9S 8S 7S AC KC QC AH KH 8H 7H 6H", "2D", bids="3 3 6 0", dealer=3,
    ),
    Row(
        "duck-bags", "the bid is made and bags cost: under the queen with the jack",
        "AD AC KD JD 4D 3H", "JD",
        options={"cards_each": 6}, bids="1 1 1 1", dealer=0,
        plays="2D 5D 9D AD AC 2C 3C 4C 4D 6D 7D TD 5H 3H KH 4H QD 3D 8D",
    ),
    Row(
        "royal-overtrick", "Royal has no bags: an overtrick is a point, take it",
        "AD KD JD 4D 9C", "KD",
        game="royal", options=FIVE, bids="1 1 1 1", plays="2D 5D 9D AD 9C TC 2C 3C QD 3D 6D", dealer=0,
    ),
    Row(
        "failed-nil-takes-nothing-for-me", "the nil has failed, its tricks do not count for my bid: take it over",
        "KD 3D AS 5C", "KD", options=FOUR, bids="0 2 2 1", plays="KC 4C 5C 2C QD 5D", dealer=1,
    ),
    Row(
        "cutthroat-fourth", "alone, last, the trick is wanted: as cheap as can be",
        "AD JD 2D 9S 8S 5S 4S KC 7C 6C 4C 3C KH 8H 7H 4H 2H", "JD",
        game="cutthroat", seats=3, bids="5 5 5", plays="4D 9D",
    ),
    Row(
        "cutthroat-no-partner", "alone there is no partner to leave the trick to: take it",
        "AD KD 2D 9S 8S 5S 4S KC 7C 6C 4C 3C KH 8H 7H 4H 3H", "KD",
        game="cutthroat", seats=3, bids="5 5 5", plays="JD QD",
    ),
    Row(
        "royal-alone", "the seat opposite is no partner in Royal: ruff its ace",
        "QS 8S 5S 2S AD KD 9D 4D KH QH 8H 6H 3H", "2S", game="royal", bids="3 3 3 4", plays="4C AC KC",
    ),
)  # fmt: skip
