"""Positions of Spar and of the choice in Sparts. See positions.py."""

from __future__ import annotations

from bots.positions import Row

CHOICES: tuple[Row, ...] = (
    Row(
        "choose-spades", "six spades with three honours and two aces: Spades",
        "AS KS QS 8S 6S 3S AC KC 7D 5D AH 9H 4H", "spades", game="sparts",
    ),
    Row(
        "choose-hearts", "one may not be bid, nil dies on four spades to the jack, and Hearts has nothing to fear",
        "JS TS 9S 2S 3C 4C 6C 7D 5D 2D 2H 5H 6H", "hearts", game="sparts",
    ),
    Row(
        "no-hearts-with-ak", "a bare ace and king of spades with high hearts: not Hearts",
        "AS KS AC KC QC 7D KD AD QD AH KH QH 9H", "spades", game="sparts",
    ),
)  # fmt: skip

SPAR: tuple[Row, ...] = (
    Row(
        "spar-keep-six", "void in a trick that does not count: the nine goes, the six is kept for the last",
        "6C 9H KD QD AD", "9H", game="spar", plays="TS 8S JS", levels=("normal",),
    ),
    Row(
        "spar-win-fourth", "last but one trick: the king wins it, the six is led to the last",
        "KD 6C 9H 8H TS", "KD", game="spar", seats=2, plays="TH 8H QH 9H JS TS JD", dealer=0,
    ),
    Row(
        "spar-lead-fourth", "on lead with ace and six: the ace first, the six last",
        "AH 6C 9D 8D KS", "AH", game="spar", seats=2, plays="9D TD JD 8D QS KS", dealer=1,
    ),
    Row(
        "spar-win-with-ace", "both follow: win with the ace and keep the six",
        "AD 6D 9H 8H TS", "AD", game="spar", seats=2, plays="TH 8H QH 9H JS TS JD", dealer=0,
    ),
    Row(
        "spar-low-early", "a trick that does not count: the eight, not the ace",
        "8H AH KD 6C QS", "8H", game="spar", plays="TH 9H JH",
    ),
    Row(
        "spar-early-cheap", "a trick that does not count: the nine of the suit led, the six stays",
        "9H 6H KD AC QS", "9H", game="spar", plays="TH 8H JH", levels=("normal",),
    ),
)  # fmt: skip
