"""Line mode with keys: selecting and deciding. Arrows speak cards; Enter carries out what was selected, nothing else.

What was selected in another trick, or picked and typed for another question, is gone: each is kept together with the
trick or the number of the question for which it was meant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from p2pcards.cards.card import Card, CardSet
from p2pcards.rules.action import Bid, Pass, Play
from p2pcards.rules.phases import Phase, Prompt

from ..present import moves
from ..present.bids import turn_line
from ..say.cards import card as card_words
from ..say.cards import shown
from ..say.cards import suit as suit_word
from ..say.i18n import tr, trn
from ..say.prompts import asked, spans
from .verbs_play import act

if TYPE_CHECKING:
    from .face import Face


class KeyHand:
    """What is selected, picked and typed by one person in line mode."""

    def __init__(self, face: Face) -> None:
        self._face = face
        self._selected: Card | None = None
        self._trick: tuple[int, int] = (-1, -1)
        self._number = -1
        self._picked: CardSet = 0
        self._bid = ""
        self._choice: int | None = None

    def forget(self) -> None:
        """Drop what was meant for another trick or another question."""
        sight = self._face.sight
        trick = (-1, -1)
        if sight is not None and sight.view is not None and sight.match is not None:
            trick = (len(sight.match.deals), len(sight.view.tricks))
        if trick != self._trick:
            self._trick, self._selected = trick, None
        if self._number != self._face.number:
            self._number = self._face.number
            self._picked, self._bid, self._choice = 0, "", None

    @property
    def _prompt(self) -> Prompt | None:
        """The question that is open and has been told."""
        at = self._face.client.at
        open_ = None if at is None else at.question
        return open_.prompt if open_ is not None and open_.number == self._face.number else None

    def _hand(self) -> tuple[Card, ...]:
        sight = self._face.sight
        return shown(sight.hand) if sight is not None and sight.hand else ()

    def _select(self, card: Card | None) -> None:
        """Select a card, and say it."""
        if card is None:
            self._face.say(tr("You have no cards now."))
            return
        self._selected = card
        self._face.say(self._spoken(card))

    def _spoken(self, card: Card) -> str:
        prompt = self._prompt
        if self._picked >> card & 1:
            return tr("%(card)s, picked", card=card_words(card))
        if prompt is not None and prompt.phase is Phase.PLAYING and not prompt.cards >> card & 1:
            return tr("%(card)s, not allowed", card=card_words(card))
        return card_words(card)

    async def arrow(self, by: int, *, suits: bool) -> None:
        """Left and Right (by -1, 1) go from card to card, Up and Down from suit to suit; all change a bid or choice."""
        prompt, face = self._prompt, self._face
        if prompt is not None and prompt.phase is Phase.BIDDING:
            bid = moves.step_bid(prompt.bids, int(self._bid) if self._bid else None, -by if suits else by)
            self._bid = "" if bid is None else str(bid)
            face.say(self._bid_word())
        elif prompt is not None and (found := moves.choices(prompt)):
            self._choice = 0 if self._choice is None else (self._choice + by) % len(found)
            face.say(found[self._choice][0])
        else:
            go = moves.suit_step if suits else moves.step
            self._select(go(self._hand(), self._selected, by, 0 if prompt is None else prompt.cards))

    async def end(self, last: bool) -> None:
        """The first or the last card."""
        held = self._hand()
        self._select(held[-1 if last else 0] if held else None)

    async def digit(self, key: str) -> bool:
        """Digits bid, choose, or go to a suit. Whether this one meant something."""
        prompt, face = self._prompt, self._face
        if prompt is not None and prompt.phase is Phase.BIDDING:
            self._bid = (self._bid + key)[-2:]
            face.say(self._bid_word())
        elif prompt is not None and (found := moves.choices(prompt)):
            if not 1 <= int(key) <= len(found):
                return False
            self._choice = int(key) - 1
            face.say(found[self._choice][0])
        elif key in moves.SUIT_KEYS:
            suit = moves.SUIT_KEYS[key]
            card = moves.to_suit(self._hand(), self._selected, suit)
            if card is None:
                face.say(tr("%(suit)s: none.", suit=suit_word(suit)))
            else:
                self._select(card)
        else:
            return False
        return True

    def _bid_word(self) -> str:
        return tr("bid %(bid)s", bid=tr("nil") if self._bid == "0" else self._bid or "-")

    async def backspace(self) -> None:
        """The last digit of a bid away."""
        self._bid = self._bid[:-1]
        self._face.say(self._bid_word())

    async def bid(self) -> None:
        """B: begin the bid anew."""
        prompt = self._prompt
        self._bid = ""
        if prompt is not None and prompt.phase is Phase.BIDDING:
            self._face.say(asked(prompt))
        else:
            self._face.say(tr("It is not your turn to bid."))

    async def pick(self) -> None:
        """Space: pick the selected card to be passed, or put it back."""
        prompt, face = self._prompt, self._face
        if prompt is None or prompt.phase is not Phase.PASSING:
            face.say(tr("No cards are passed now."))
        elif self._selected is None:
            await self.arrow(1, suits=False)
        elif not self._picked >> self._selected & 1 and self._picked.bit_count() >= prompt.count:
            face.say(tr("That is enough cards. Press Enter, or put one back with Space."))
        else:
            self._picked ^= 1 << self._selected
            many = self._picked.bit_count()
            face.say(tr("%(card)s. %(n)d of %(all)d.", card=self._spoken(self._selected), n=many, all=prompt.count))

    async def enter(self) -> None:
        """Carry out what is selected, picked or typed."""
        face, prompt, sight = self._face, self._prompt, self._face.sight
        if prompt is None or sight is None:
            face.say(tr("Not your turn.") if sight is None else tr("Not your turn. %(turn)s", turn=turn_line(sight)))
        elif prompt.phase is Phase.PLAYING:
            if self._selected is None:
                face.say(tr("Select a card first, with Left and Right; then Enter."))
            else:
                act(face, Play(prompt.seat, self._selected))
        elif prompt.phase is Phase.BIDDING:
            if self._bid:
                act(face, Bid(prompt.seat, int(self._bid)))
                self._bid = ""
            else:
                face.say(tr("Type your bid or use Up and Down: %(bids)s. Then Enter.", bids=spans(prompt.bids)))
        elif prompt.phase is Phase.PASSING:
            self._pass(prompt)
        elif self._choice is not None:
            act(face, moves.choices(prompt)[self._choice][1])
        else:
            face.say(tr("Choose with Left and Right or a number, then press Enter."))

    def _pass(self, prompt: Prompt) -> None:
        picked = self._picked.bit_count()
        if picked == prompt.count:
            act(self._face, Pass(prompt.seat, self._picked))
            self._selected = None
            return
        self._face.say(
            trn(
                "Pick %(n)d card with Space; %(picked)d picked so far.",
                "Pick %(n)d cards with Space; %(picked)d picked so far.",
                prompt.count,
                picked=picked,
            )
        )
