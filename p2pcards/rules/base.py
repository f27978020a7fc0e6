"""`Rules`: every question a game may answer, with the usual answer.

A game is a frozen dataclass: its fields are the options, its methods the answers. It keeps no state. A deal is passed
in as `DealFacts`, which the table's Deal satisfies; rules know no table.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any, ClassVar, TypeVar

from p2pcards_protocol.fields import DealKind
from p2pcards_protocol.terms import rules_hash

from p2pcards.cards.card import CardSet
from p2pcards.cards.deck import even_deck
from p2pcards.cards.seat import Seat, Sides, left_of, make_sides
from p2pcards.rules.deal_facts import DealFacts
from p2pcards.rules.masks import PlayRules
from p2pcards.rules.option import Option, OptionError, Value, option
from p2pcards.rules.phases import Phase
from p2pcards.rules.score import Result, Score, Sheet

#: Version of the meaning of options and rules; it travels in the terms that all seats sign. 2 brought `takebacks`.
RULES_VERSION = 2

Self = TypeVar("Self", bound="Rules")


@dataclasses.dataclass(frozen=True)
class Rules:
    """A game with its options. `game` is the preset's name and no option."""

    game: str = ""

    target_score: int = option(
        500, "points that end the match after the deal in which a side reaches them", low=1, high=100_000
    )
    max_hands: int = option(0, "number of deals after which the match ends in any case; 0: no such limit", high=10_000)
    tie_rule: str = option(
        "extra_hand", "a tie for first at the target: one more deal, or a shared win", choices=("extra_hand", "shared")
    )
    deal_cap: int = option(0, "deals after which a match of bots ends, win shared on a tie; 0: no cap", high=100_000)
    loss_floor: int = option(
        0, "the match also ends when a side falls to this many points; 0: no floor", low=-100_000, high=0
    )
    winner: str = option("highest", "who wins at the end", choices=("highest",))
    cards_each: int = option(0, "cards dealt to each seat; 0: as many as go round", high=26)
    removed_cards: str = option(
        "lowest", "twos that leave the deck until it goes round: clubs first", choices=("lowest",)
    )
    direction: str = option("clockwise", "order of seats in dealing, bidding and play", choices=("clockwise",))
    first_dealer: str = option("cut", "first dealer: the highest card of a cut that all can check", choices=("cut",))
    dealer_rotation: str = option("clockwise", "who deals next", choices=("clockwise",))
    must_follow: bool = option(True, "follow suit if you can", choices=(True,))
    deck_low_rank: int = option(2, "the lowest rank in the deck", choices=(2,))
    played_cards_visible: bool = option(False, "tricks already played stay open on the table", choices=(False, True))
    takebacks: bool = option(False, "a card may be taken back before the next one when all the others agree", since=2)

    #: Numbers of seats the game is played with, and the usual number.
    seats: ClassVar[tuple[int, ...]] = (4,)
    usual_seats: ClassVar[int] = 4
    #: For each shorthand option, for each of its values, what it stands for.
    macros: ClassVar[Mapping[str, Mapping[Value, Mapping[str, Value]]]] = {}
    #: Games that a Choose may name; empty where nothing is chosen.
    choices: ClassVar[tuple[str, ...]] = ()

    # --- options -----------------------------------------------------------------------------------------------------

    @cached_property
    def options(self) -> tuple[Option, ...]:
        """The options of the game with this preset's own defaults, in the order of the fields."""
        plain = type(self)()
        return tuple(
            Option(name=f.name, default=getattr(plain, f.name), **f.metadata["option"])
            for f in dataclasses.fields(plain)
            if "option" in f.metadata
        )

    def to_options(self) -> dict[str, Any]:
        """Every option and its value, keys sorted, only bools, ints, strings and lists of them: ready for the terms."""
        values = ((entry.name, getattr(self, entry.name)) for entry in self.options)
        return {name: list(value) if isinstance(value, tuple) else value for name, value in sorted(values)}

    def from_options(self: Self, options: Mapping[str, object], version: int = RULES_VERSION) -> Self:
        """The same game with exactly these options, each named that the rules version knew. Raises OptionError on the
        least difference, and for a version that is not known here."""
        if not 1 <= version <= RULES_VERSION:
            raise OptionError("rules_version", "range", {"value": version, "low": 1, "high": RULES_VERSION})
        known = {entry.name: entry for entry in self.options if entry.since <= version}
        for name in options:
            if name not in known:
                raise OptionError(str(name), "unknown", {"value": options[name]})
        for name in known:
            if name not in options:
                raise OptionError(name, "missing")
        made = self._with({name: known[name].read(value) for name, value in options.items()})
        made.check_options()
        return made

    def change(self: Self, changes: Mapping[str, object]) -> Self:
        """The same game with some options changed. Macros are spelt out and what a change implies is changed with it,
        unless it is named too. Raises OptionError."""
        spelt: dict[str, object] = {}
        for name, value in changes.items():
            if name in self.macros:
                table = self.macros[name]
                if type(value) is bool or value not in table:
                    raise OptionError(name, "macro", {"value": value, "choices": tuple(table)})
                spelt.update(table[value])  # type: ignore[index]
        spelt.update({name: value for name, value in changes.items() if name not in self.macros})
        known = {entry.name: entry for entry in self.options}
        for name, value in spelt.items():
            if name not in known:
                raise OptionError(str(name), "unknown", {"value": value})
            spelt[name] = known[name].read(value)
        spelt = {**self.implied(spelt), **spelt}
        made = self._with(spelt)
        made.check_options()
        return made

    def _with(self: Self, values: Mapping[str, Any]) -> Self:
        return dataclasses.replace(self, **values)

    def implied(self, changes: Mapping[str, Any]) -> Mapping[str, Any]:
        """What these changes bring with them."""
        return {}

    def check_options(self) -> None:
        """Raises OptionError when the options contradict each other at any number of seats."""

    def check(self, seats: int) -> None:
        """Raises OptionError when these options make no game for so many seats."""
        if seats not in self.seats:
            raise OptionError("seats", "seats", {"seats": seats, "allowed": self.seats})
        deck = self.deck(seats).bit_count()
        if self.hand_size(seats) * seats > deck:
            raise OptionError(
                "cards_each", "cards", {"seats": seats, "cards": self.hand_size(seats) * seats, "deck": deck}
            )

    @cached_property
    def ruleset(self) -> str:
        """The name of the set of rules: the game, and a "+" where options differ from the preset."""
        return self.game if self == type(self)() else f"{self.game}+"

    def rules_hash(self, deal: DealKind) -> bytes:
        """The hash of the terms that a table with these rules and this kind of deal has, whoever sits there."""
        return rules_hash(self.game, self.to_options(), RULES_VERSION, deal)

    @property
    def changed(self) -> tuple[str, ...]:
        """The names of the options that differ from the preset, sorted."""
        return tuple(sorted(entry.name for entry in self.options if getattr(self, entry.name) != entry.default))

    # --- the deal ----------------------------------------------------------------------------------------------------

    def deck(self, seats: int) -> CardSet:
        """The cards in play."""
        return even_deck(seats)

    def hand_size(self, seats: int) -> int:
        """Cards dealt to each seat, which is the number of tricks."""
        return self.cards_each or self.deck(seats).bit_count() // seats

    def sides(self, seats: int) -> Sides:
        """Who scores with whom."""
        return make_sides(seats, 0)

    def in_force(self, choice: str | None) -> Rules:
        """The game that is played once `choice` is made (None: no choice was due)."""
        return self

    def pass_steps(self, sheet: Sheet, seats: int) -> int:
        """How many places clockwise passed cards go in this deal; 0: nothing is passed."""
        return 0

    def receiver(self, sheet: Sheet, seats: int, seat: Seat) -> Seat:
        """Who gets the cards that `seat` passes."""
        return (seat + self.pass_steps(sheet, seats)) % seats

    @property
    def passing(self) -> int:
        """Cards that each seat gives away when there is passing."""
        return 0

    @property
    def has_bids(self) -> bool:
        """Whether seats bid before they play."""
        return False

    @property
    def has_blind(self) -> bool:
        """Whether a seat can ever bid without having seen its hand: then hands open seat by seat."""
        return False

    def may_blind(self, sheet: Sheet, seats: int, seat: Seat) -> bool:
        """Whether the score lets the seat bid blind in this deal."""
        return False

    def bids(self, deal: DealFacts, seat: Seat) -> tuple[int, ...]:
        """The bids open to the seat in turn, ascending, never empty; they do not depend on its hand."""
        return ()

    def why_not_bid(self, deal: DealFacts, seat: Seat, tricks: int) -> tuple[str, dict[str, object]] | None:
        """None for a bid in `bids`; else the key and data of the IllegalAction."""
        return ("bid-forbidden", {"bid": tricks})

    def phases(self, sheet: Sheet, seats: int) -> tuple[Phase, ...]:
        """The phases of a deal after any choice of game, in order. LOOKING is part of BIDDING."""
        passing = (Phase.PASSING,) if self.pass_steps(sheet, seats) else ()
        bidding = (Phase.BIDDING,) if self.has_bids else ()
        return (*passing, *bidding, Phase.PLAYING)

    @property
    def has_claims(self) -> bool:
        """Whether a seat may claim all the tricks that are left: where the score needs no more than who took how many
        tricks, or which cards of a deck that is dealt out."""
        return True

    def play_rules(self, seats: int) -> PlayRules:
        """The rules of play for so many seats."""
        return _cached_play_rules(self, seats)

    def make_play_rules(self, seats: int) -> PlayRules:
        """The rules of play, made anew; games override this one."""
        return PlayRules()

    # --- scores ------------------------------------------------------------------------------------------------------

    def score(self, deal: DealFacts) -> Score:
        """What a deal that is played out gives."""
        raise NotImplementedError

    def forfeit(self, deal: DealFacts, seat: Seat, finished: bool) -> Score:
        """What a deal gives when `seat` forfeits it. finished: all was played, the audit found an illegal play."""
        raise NotImplementedError

    def next_dealer(self, deal: DealFacts, forfeited: bool = False) -> Seat:
        """Who deals after this deal."""
        return left_of(deal.dealer, deal.n)

    def result(self, sheet: Sheet) -> Result | None:
        """The end of the match, or None when another deal is due. sheet: after the last deal.

        The first of these that holds is the reason: target, max-hands, loss-floor, deal-cap. A tie for first ends the
        match only where the tie rule shares it, at max_hands (document 001 line 80) and at the cap.
        """
        points = sheet.points
        best = min(points) if self.winner == "lowest" else max(points)
        winners = tuple(side for side, value in enumerate(points) if value == best)
        at_limit = bool(self.max_hands) and sheet.deals >= self.max_hands
        capped = bool(self.deal_cap) and sheet.deals >= self.deal_cap
        shared = len(winners) == 1 or self.tie_rule == "shared"
        if max(points) >= self.target_score and shared:
            return Result(winners, "target")
        if at_limit:
            return Result(winners, "max-hands")
        if self.loss_floor and min(points) <= self.loss_floor and shared:
            return Result(winners, "loss-floor")
        if capped:
            return Result(winners, "deal-cap")
        return None


@lru_cache(maxsize=256)
def _cached_play_rules(rules: Rules, seats: int) -> PlayRules:
    return rules.make_play_rules(seats)
