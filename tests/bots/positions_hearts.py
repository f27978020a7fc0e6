"""Positions of Hearts: play and passing. See positions.py."""

from __future__ import annotations

from bots.positions import OPEN, Row

HEARTS: tuple[Row, ...] = (
    Row(
        "hearts-duck", "the highest card that stays under the nine",
        "TC 8C 2C 4S 3S 7D 6D 4D 3D 9H 7H 6H 2H", "8C", game="hearts", options=OPEN, plays="5C 9C KH",
    ),
    Row(
        "hearts-dump-queen", "void: the queen of spades goes",
        "QS 9S 3S AD KD 9D 4D KH QH 8H 6H 3H 2H", "QS", game="hearts", options=OPEN, plays="5C 9C 3C",
    ),
    Row(
        "hearts-queen-under-king", "the king is on the table: the queen goes under it",
        "QS 9S 3S AD KD 9D 4D 8C 7C 8H 6H 3H 2H", "QS", game="hearts", options=OPEN, plays="5S KS 7S",
    ),
    Row(
        "hearts-must-win-high", "every card wins and I am last: the highest",
        "AD JD TD 9S 5S 4S 9C 7C 6C 9H 8H 7H 4H", "AD", game="hearts", options=OPEN, plays="4D 6D 9D",
    ),
    Row(
        "hearts-below-queen", "second in spades with the queen out: the jack cannot catch her, the king can",
        "KS JS 8C 7C 6C 8D 7D 6D 5D 8H 6H 3H 2H", "JS", game="hearts", options=OPEN, plays="5S",
    ),
    Row(
        "hearts-ace-now", "last in spades, no queen in the trick: the ace is never safer than now",
        "AS 3S 8C 7C 6C 8D 7D 6D 5D 8H 6H 3H 2H", "AS", game="hearts", options=OPEN, plays="4S 9S 5S",
        levels=("normal",),
    ),
    Row(
        "hearts-throw-ace-of-spades", "void, the queen is out and the spades are short: the ace of spades goes",
        "AS 3S 8D 7D 6D 5D 4D 3D 2D 6H 5H 3H 2H", "AS", game="hearts", options=OPEN, plays="5C 9C 3C",
    ),
    Row(
        "hearts-flush", "no high spade: lead spades until the queen falls",
        "9S 5S 2S KC 7C 6C KD 8D 7D KH 8H 6H 4H", "9S", game="hearts", options=OPEN, levels=("normal",),
    ),
    Row(
        "hearts-no-spade-lead", "the queen is mine and badly guarded: lead a low club, no spade",
        "QS 5S 2C TD 8D 7D 6D 5D 9H 8H 6H 4H 3H", "2C", game="hearts", options=OPEN, levels=("normal",),
    ),
    Row(
        "hearts-last-under", "last, hearts are on the table: under, not over",
        "AD 8D 2D 9S 5S 4S 9C 7C 6C 9H 8H 7H 4H", "8D", game="hearts", options=OPEN, plays="4D 9D 6H",
    ),
    Row(
        "hearts-not-the-queen", "must win, but not with the queen of spades",
        "QS JS 8C 7C 6C 8D 7D 6D 5D 8H 6H 3H 2H", "JS", game="hearts", options=OPEN, plays="5S 9S 7S",
    ),
    Row(
        "hearts-throw-high-heart", "void, no queen to throw: the bare high heart goes",
        "4S 3S 2S 8D 7D 6D 5D 4D 3D 2D KH 3C 2C", "KH",
        game="hearts", options=OPEN, plays="AC 5C 9C 2C KC 4C 6C 3C QC 7C 8C", dealer=0,
    ),
    Row(
        "sparts-hearts-duck", "a Hearts deal of Sparts: the highest card that stays under",
        "TC 8C 2C 4S 3S 7D 6D 4D 3D 9H 7H 6H 2H", "8C",
        game="sparts", options={"pass_cycle": ("none",)}, plays="hearts 5C 9C 3C", dealer=0,
    ),
    Row(
        "moon-guard", "seat 1 has the queen and all hearts so far: take this heart, whatever it costs",
        "KH 2H 4S 3S 7D 6D 4D 3D 9C 8C 7C 6C 2C", "KH",
        game="hearts", options=OPEN, plays="AS QS 5S 4S KS 3H 6S 3S AH 5H TH 2H QH 7H 9H", dealer=0,
    ),
)  # fmt: skip

PASSES: tuple[Row, ...] = (
    Row(
        "pass-queen", "a queen with one guard goes, and so do the top hearts",
        "QS 3S AH KH 4H 2C 3C 4C 5C 2D 3D 4D 6D", "QS AH KH", game="hearts",
    ),
    Row(
        "keep-guarded-queen", "a queen with four guards stays: give away the high cards of the short suits",
        "QS 9S 7S 5S 3S AH KD AC 6H 4H 3H 2H 5D", "AH KD AC", game="hearts",
    ),
    Row(
        "pass-high-spades", "the ace and king of spades with one guard catch the queen: away with them",
        "AS KS 4S AD 5D 4D 3D 6C 5C 3C 5H 3H 2H", "AS KS AD", game="hearts",
    ),
    Row(
        "keep-low-spades", "low spades guard against the queen: pass the high diamonds and clubs",
        "7S 5S 4S 3S 2S AD KD QD 5C 3C 2C 4H 2H", "AD KD QD", game="hearts",
    ),
    Row(
        "pass-four", "Sparts may pass four: queen, king and the top hearts",
        "QS KS 3S AH KH 2H 3C 4C 5C 2D 3D 4D 7D", "QS KS AH KH",
        game="sparts", options={"pass_count": 4}, plays="hearts",
    ),
)  # fmt: skip
