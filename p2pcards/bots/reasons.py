"""Why a bot did something: keys that the command line turns into sentences."""

from __future__ import annotations

from collections.abc import Mapping

#: Every reason with the names of its numbers. `card` is a card number, `seat` a seat.
REASONS: Mapping[str, tuple[str, ...]] = {
    "forced": (),  # there was nothing to decide
    "random": (),  # drawn by lot
    "slip": (),  # a seeded slip of the easy level
    # best of the deals played out, by so many thousandths of a point over the next, better in so many of them and worse
    # in so many; second: its card, -1 where all others are clearly worse
    "search": ("worlds", "margin", "second", "better", "worse"),
    # bids and choices
    # expected tricks, and what was taken off for each cause (bidding.taken_off); thousandths
    "bid": ("estimate", "safety", "price", "bags", "standing", "room", "cover", "style"),
    "nil": ("chance", "estimate"),  # chance of taking none, thousandths
    "bid-only": (),  # the rules left no sensible choice
    "blind": ("deficit",),
    "look": (),
    "choose": ("spades", "hearts"),  # what each game seemed worth, thousandths
    "decline": (),
    "pass": ("card",),  # the card that had to go most
    # play, Spades
    "cash": (),  # a card nobody can beat
    "lead-low": (),
    "lead-trump": (),  # draw trumps
    "lead-short": (),  # to ruff later
    "lead-partner": (),  # a suit that partner ruffs or has shown
    "take": (),  # take the trick, as cheaply as can be
    "take-high": (),  # not last: play high enough
    "ruff": (),
    "duck": (),  # stay below with the highest card that loses
    "low": (),  # cannot win: the lowest
    "save": (),  # it could win now, and would most likely be beaten: the lowest
    "partner-has-it": (),
    "discard": (),
    "own-nil": (),
    "cover-nil": (),
    "attack-nil": (),
    "no-bags": (),
    # play, Hearts
    "safe-lead": (),  # higher cards of the suit are out
    "least-bad": (),  # nothing else to lead is better
    "early-high": (),  # while everybody can still follow: a high card goes
    "must-take": (),  # last, and every card takes the trick: the highest
    "hope": (),  # every card beats the table so far: the lowest
    "below-queen": (),  # every card beats the table so far: one below the queen of spades
    "flush-queen": (),  # drive the queen of spades out
    "dump-queen": (),
    "dump": (),
    "guard-moon": (),  # take a trick so that nobody takes them all
    "moon": (),  # take them all
    "last-clean": (),  # last, no points in it: take with the highest
    # play, Spar
    "keep-six": (),  # keep the cheap card for the last trick
    "win-fourth": (),  # who wins the fourth trick leads the last
    "keep-high": (),
}

#: Why a card is passed.
PASS_REASONS: tuple[str, ...] = (
    "weak",  # the rest is strong enough to take everything
    "queen",  # the queen of spades, with too few lower spades beside her
    "over-queen",  # a spade that would catch her
    "high-heart",  # a ten or higher
    "void",  # with it, or with others that go, its suit is empty
    "high",  # a ten or higher of a side suit
    "spare",  # the least useful of what is left
)
