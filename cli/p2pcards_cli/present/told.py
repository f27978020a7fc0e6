"""From what happens to lines, each with the verbosity from which it is told.

    0  my turn, results, what stops the game        1  plays, bids, tricks        2  joining, dealing, checking

A Teller remembers only what a sentence needs beyond its event: the bids and the trick of the deal that is told (the
client may be further on already) and whether my hand was read out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from p2pcards.cards.card import HEARTS, JACK_OF_DIAMONDS, QUEEN_OF_SPADES, CardSet
from p2pcards.referee import event as around
from p2pcards.rules.hearts import HeartsPlay
from p2pcards.rules.phases import Phase, Prompt
from p2pcards.table import event as table

from ..say.cards import card, card_list
from ..say.events import happened, over, taken
from ..say.examples import hint
from ..say.i18n import listing, tr, trn
from ..say.prompts import asked, key_hint, your_turn
from .cards import hand_line
from .requests import known_cards
from .sheet import told_score
from .sight import Sight


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence and the least verbosity that tells it."""

    level: int
    text: str


LEVELS: dict[type, int] = {
    table.DealStarted: 0,
    table.GameChosen: 0,
    table.CardsPassed: 2,
    table.CardsReceived: 0,
    table.Looked: 1,
    table.BidMade: 1,
    table.CardPlayed: 1,
    table.SuitBroken: 1,
    table.TrickTaken: 1,
    around.Agreed: 1,
    around.Dealing: 2,
    around.DealVoided: 0,
    around.Forfeit: 0,
    around.Paused: 0,
    around.Resumed: 0,
    around.KeyChanged: 0,
    around.Left: 0,
    around.TimedOut: 1,
    around.Voted: 0,
    around.Decided: 0,
    around.Contested: 0,
    around.Ended: 2,
    around.Claimed: 0,
    around.ClaimAccepted: 0,
    around.ClaimRefused: 0,
    around.TakeBackAsked: 0,
    around.TakenBack: 0,
    around.TakeBackRefused: 0,
    around.Consented: 1,
}


class Teller:
    """Tells one match to one person."""

    def __init__(self) -> None:
        self._bids: dict[int, int] = {}
        self._trick: CardSet = 0
        self._hand_told = False
        self._hinted: set[Phase] = set()
        self._known: dict[int, CardSet] = {}

    def tell(self, event: object, sight: Sight) -> list[Line]:
        """The lines of one event. sight: how things stand now, which may be a little later."""
        if isinstance(event, table.DealStarted):
            self._bids.clear()
            self._trick = 0
            self._known.clear()
            self._hand_told = False
        if isinstance(event, around.Claimed):
            self._known[event.seat] = event.cards
        elif isinstance(event, around.TakenBack):
            self._known[event.seat] = self._known.get(event.seat, 0) | 1 << event.card
            self._trick &= ~(1 << event.card)
        elif isinstance(event, table.CardPlayed):
            self._trick |= 1 << event.card
        if isinstance(event, table.BidMade):
            self._bids[event.seat] = event.tricks
        if isinstance(event, table.DealScored):
            return [Line(0, text) for text in told_score(sight, event.number, event.score)]
        if isinstance(event, table.MatchOver):
            return [Line(0, over(event.result, sight.side_names))]
        if isinstance(event, around.Audited):
            return [Line(1 if event.verdict.ok else 0, happened(event, sight.names))]
        if isinstance(event, table.TrickTaken):
            bid = self._bids.get(event.seat)
            lines = [Line(1, " ".join((taken(event, sight.names, bid), *self._penalties(sight))))]
        else:
            lines = self._plain(event, sight)
        return lines + self._hand(event, sight)

    def ask(self, prompt: Prompt, sight: Sight, *, keys: bool = False) -> list[Line]:
        """The lines of a question that is put to me. keys: it is answered by keys and not by typed commands."""
        lines = self._hand(None, sight)
        lines.append(Line(0, question_line(prompt, sight)))
        if prompt.phase is Phase.PLAYING:
            lines += [Line(1, text) for text in self._known_lines(sight)]
        if prompt.phase not in self._hinted:
            self._hinted.add(prompt.phase)
            lines.append(Line(0, key_hint(prompt) if keys else hint(prompt)))
        return lines

    def _penalties(self, sight: Sight) -> list[str]:
        """What counts in the trick that has just been taken, in a game with penalty cards."""
        held, self._trick = self._trick, 0
        view = sight.last_deal
        if view is None or not isinstance(view.game, HeartsPlay):
            return []
        found = [card(QUEEN_OF_SPADES)] if held >> QUEEN_OF_SPADES & 1 else []
        if held >> JACK_OF_DIAMONDS & 1 and getattr(view.game, "jack_of_diamonds", 0):
            found.append(card(JACK_OF_DIAMONDS))
        if hearts := (held & HEARTS).bit_count():
            found.append(trn("%(n)d heart", "%(n)d hearts", hearts))
        return [tr("In it: %(cards)s.", cards=listing(found))] if found else []

    def _known_lines(self, sight: Sight) -> list[str]:
        """Cards of others that all know of; no card twice, and not those that were told when they were shown."""
        lines = []
        for seat in range(sight.n):
            held = known_cards(sight, seat)
            if seat != sight.seat and held & ~self._known.get(seat, 0):
                self._known[seat] = held
                lines.append(
                    tr("%(name)s: known to all: %(cards)s.", name=sight.names.who(seat), cards=card_list(held))
                )
        return lines

    def hand_was_told(self) -> None:
        """My cards have been read out already."""
        self._hand_told = True

    def _plain(self, event: object, sight: Sight) -> list[Line]:
        if isinstance(event, table.CardsReceived) and event.seat == sight.seat and event.cards is None:
            event = replace(event, cards=_received(sight))
        text = happened(event, sight.names)
        level = LEVELS.get(type(event), 2)
        if isinstance(event, table.CardsReceived) and event.seat != sight.seat:
            return []
        if isinstance(event, table.CardsPassed) and event.seat == sight.seat:
            level = 1
        if isinstance(event, table.CardPlayed | table.BidMade | table.Looked) and event.seat == sight.seat:
            level = 2  # I know what I did
        return [Line(level, text)] if text else []

    def _hand(self, event: object, sight: Sight) -> list[Line]:
        """My cards, as soon as I may see them; again after a pass."""
        if isinstance(event, table.CardsReceived) and event.seat == sight.seat:
            return [Line(0, hand_line(sight))]
        if self._hand_told or sight.hand is None or (sight.view is not None and sight.view.played):
            return []
        self._hand_told = True
        return [Line(0, hand_line(sight))]


def _received(sight: Sight) -> int | None:
    """The cards that were passed to me: those I began to play with and was not dealt. None when it is not known."""
    if sight.view is None or sight.seat is None:
        return None
    held, dealt = sight.view.facts.start[sight.seat], sight.view.dealt[sight.seat]
    return None if held is None or dealt is None else held & ~dealt or None


def question_line(prompt: Prompt, sight: Sight) -> str:
    """A question that is put to me, in one sentence."""
    return turn_sentence(prompt, sight) if prompt.phase is Phase.PLAYING else asked(prompt, receiver(sight))


def turn_sentence(prompt: Prompt, sight: Sight) -> str:
    """My turn to play, with what I can do about it."""
    view, hand = sight.view, sight.hand
    if view is None or hand is None:
        return tr("Your turn.")
    follow = hand & (0x1FFF << (13 * view.led)) if view.led >= 0 else 0
    return your_turn(view.led, follow, hand, prompt.cards)


def receiver(sight: Sight) -> str:
    """Who gets the cards that I pass."""
    if sight.view is None or sight.seat is None:
        return "?"
    return sight.names.who(sight.view.game.receiver(sight.view.sheet, sight.n, sight.seat))
