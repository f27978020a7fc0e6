"""What a seat is asked, as a sentence: p2pcards.rules.phases.Prompt."""

from __future__ import annotations

from collections.abc import Sequence

from p2pcards.rules.phases import Phase, Prompt

from .cards import card_list, ranks, suit
from .events import bid_word
from .games import game_name
from .i18n import N_, listing, tr, trn


def spans(numbers: Sequence[int]) -> str:
    """Ascending numbers with runs put together: "0, 2 to 13"."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    told = []
    for low, high in runs:
        if high - low > 1:
            told.append(tr("%(low)d to %(high)d", low=low, high=high))
        else:
            told += [str(number) for number in range(low, high + 1)]
    return listing(told)


def asked(prompt: Prompt, receiver: str = "") -> str:
    """The question of a prompt other than to play a card. receiver: who gets passed cards."""
    if prompt.phase is Phase.CHOOSING:
        if not prompt.games:
            return tr("You do not hold the seven of diamonds.")
        games = listing(game_name(game) for game in prompt.games)
        return tr("You hold the seven of diamonds. Choose the game: %(games)s.", games=games)
    if prompt.phase is Phase.PASSING:
        return trn(
            "Choose %(n)d card to pass to %(name)s.",
            "Choose %(n)d cards to pass to %(name)s.",
            prompt.count,
            name=receiver,
        )
    if prompt.phase is Phase.LOOKING:
        if prompt.may_blind:
            return tr("Your bid: blind nil, or look at your cards first?")
        return tr("Look at your cards.")
    if prompt.phase is Phase.BIDDING:
        return tr("Your bid: %(bids)s.", bids=spans(prompt.bids))
    return tr("Your turn.")


def your_turn(led: int, follow: int, hand: int, legal: int) -> str:
    """My turn to play. led: suit 0..3, -1 on lead; follow: held cards of that suit; hand: all held; legal: playable."""
    if led < 0:
        if legal.bit_count() == 1:
            return tr("Your turn. You lead. You can only play: %(card)s.", card=card_list(legal))
        if legal == hand:
            return tr("Your turn. You lead.")
        return tr("Your turn. You lead, with one of: %(cards)s.", cards=card_list(legal))
    if legal.bit_count() == 1:
        return tr("Your turn. Led %(suit)s. You can only play: %(card)s.", suit=suit(led), card=card_list(legal))
    if follow:
        return tr("Your turn. Led %(suit)s. Yours: %(cards)s.", suit=suit(led), cards=ranks(follow))
    if legal != hand:
        return tr(
            "Your turn. Led %(suit)s. You have none; play one of: %(cards)s.", suit=suit(led), cards=card_list(legal)
        )
    return tr("Your turn. Led %(suit)s. You have none; any card.", suit=suit(led))


KEY_HINTS = {
    Phase.CHOOSING: N_("Left and Right tell the choices, Enter takes the one told last."),
    Phase.PASSING: N_("Left and Right tell your cards, Space picks one, Enter passes them."),
    Phase.LOOKING: N_("Left and Right tell the choices, Enter takes the one told last."),
    Phase.BIDDING: N_("Type the digits or use Up and Down, then Enter. 0 is nil."),
    Phase.PLAYING: N_("Left and Right tell your cards, Enter plays the one told last."),
}


def key_hint(prompt: Prompt) -> str:
    """Which keys answer; for beginners, after the first question of each kind."""
    if prompt.phase is Phase.BIDDING and 0 not in prompt.bids:
        return tr("Type the digits or use Up and Down, then Enter.")
    return tr(KEY_HINTS[prompt.phase])


__all__ = ["asked", "bid_word", "key_hint", "spans", "your_turn"]
