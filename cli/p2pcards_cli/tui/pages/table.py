"""Keys at a match: selecting, playing, bidding, passing, choosing, and looking around."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from p2pcards.cards.card import SUIT_MASK, Card
from p2pcards.errors import IllegalAction
from p2pcards.rules.action import Action, Bid, Blind, Choose, Look, Pass, Play
from p2pcards.rules.phases import Phase, Prompt

from ...plain.events import NUDGE, NUDGE_EVERY
from ...present.bids import turn_line
from ...present.cards import hand_line, led_line, legal_line, table_line
from ...present.sight import Sight
from ...present.told import receiver, turn_sentence
from ...say.cards import card as card_words
from ...say.cards import suit as suit_word
from ...say.games import game_name
from ...say.i18n import tr, trn
from ...say.prompts import asked, spans
from ...say.reasons import illegal
from ..widgets.hand.order import arrange

if TYPE_CHECKING:
    from ..face import Face

Act = Callable[["Face"], None]
SUIT_KEYS = {"1": 3, "2": 2, "3": 1, "4": 0}


def hand(face: Face) -> tuple[Card, ...]:
    """My cards from left to right."""
    sight = face.sight
    return arrange(sight.hand, face.prefs.order) if sight is not None and sight.hand else ()


# --- selecting -------------------------------------------------------------------------------------------------------


def select(face: Face, card: Card) -> None:
    """Mark a card. It stays marked while others come and go."""
    held = hand(face)
    if card in held:
        face.selected, face.place, face.sure = card, held.index(card), None


def move(face: Face, by: int) -> None:
    """One card to the left or right; the first step goes to a card that may be played."""
    held = hand(face)
    if not held:
        face.say(tr("You have no cards now."))
        return
    if face.selected not in held:
        prompt = face.prompt
        may = [card for card in held if prompt is not None and prompt.cards >> card & 1] or list(held)
        select(face, may[0] if by > 0 else may[-1])
        return
    select(face, held[(held.index(face.selected) + by) % len(held)])


def suit_step(face: Face, by: int) -> None:
    """The suit before or after."""
    held = hand(face)
    if face.selected not in held:
        move(face, 1)
        return
    suits = list(dict.fromkeys(card // 13 for card in held))
    now = suits.index(face.selected // 13)
    wanted = suits[(now + by) % len(suits)]
    select(face, next(card for card in held if card // 13 == wanted))


def to_suit(face: Face, suit: int) -> None:
    """The first card of a suit; again: the next one."""
    held = [card for card in hand(face) if card // 13 == suit]
    if not held:
        face.say(tr("%(suit)s: none.", suit=suit_word(suit)))
        return
    place = held.index(face.selected) + 1 if face.selected in held else 0
    select(face, held[place % len(held)])


def left(face: Face) -> None:
    """Left."""
    _arrow(face, -1, lambda: move(face, -1))


def right(face: Face) -> None:
    """Right."""
    _arrow(face, 1, lambda: move(face, 1))


def up(face: Face) -> None:
    """Up."""
    _arrow(face, 1, lambda: suit_step(face, -1))


def down(face: Face) -> None:
    """Down."""
    _arrow(face, -1, lambda: suit_step(face, 1))


def _arrow(face: Face, by: int, otherwise: Callable[[], None]) -> None:
    """Arrows change the bid or the choice while one is asked for."""
    prompt = face.prompt
    if prompt is not None and prompt.phase is Phase.BIDDING:
        step_bid(face, prompt, by)
    elif prompt is not None and prompt.phase in (Phase.CHOOSING, Phase.LOOKING):
        count = len(choices(prompt))
        face.choice = 0 if face.choice is None else (face.choice + by) % count
    else:
        otherwise()


def ends(face: Face, last: bool) -> None:
    """The first or the last card."""
    held = hand(face)
    if held:
        select(face, held[-1 if last else 0])


def click_card(face: Face, card: Card) -> None:
    """The first click selects, the second does what Enter (or Space, when passing) does."""
    prompt = face.prompt
    if prompt is not None and prompt.phase is Phase.PASSING:
        select(face, card)
        pick(face)
    elif face.selected == card:
        enter(face)
    else:
        select(face, card)


def click_choice(face: Face, number: int) -> None:
    """A click on a choice marks it; Enter takes it."""
    if face.choice == number:
        enter(face)
    else:
        face.choice = number


# --- deciding --------------------------------------------------------------------------------------------------------


def choices(prompt: Prompt) -> tuple[tuple[str, Action], ...]:
    """What can be chosen between, for the questions that are answered by a choice."""
    seat = prompt.seat
    if prompt.phase is Phase.LOOKING:
        found: list[tuple[str, Action]] = [(tr("look at my cards"), Look(seat))]
        if prompt.may_blind:
            found.append((tr("blind nil"), Blind(seat)))
        return tuple(found)
    if prompt.phase is Phase.CHOOSING:
        games: list[tuple[str, Action]] = [(game_name(game), Choose(seat, game)) for game in prompt.games]
        return (*games, (tr("none"), Choose(seat, None))) if prompt.may_decline else tuple(games)
    return ()


def act(face: Face, action: Action) -> bool:
    """Send a decision; or say why it is not allowed, and what is. Whether it was sent."""
    if face.client is None or face.question is None:
        return False
    number = face.question.number
    try:
        face.client.act(action, number)
    except IllegalAction as error:
        sight, prompt = face.sight, face.prompt
        more = ""
        if sight is not None and prompt is not None:
            more = legal_line(sight) if prompt.phase is Phase.PLAYING else ""
        face.say(tr("Not allowed: %(reason)s.", reason=illegal(error.why, error.data)) + (" " + more if more else ""))
        return False
    face.answered(number)
    return True


def enter(face: Face) -> None:
    """Carry out what is selected, picked or typed; never anything else."""
    prompt = face.prompt
    at = None if face.client is None else face.client.at
    if prompt is None:
        if at is not None and at.referee is not None and at.referee.ended:
            face.in_room = True
            return
        sight = face.sight
        face.say(tr("Not your turn.") if sight is None else tr("Not your turn. %(turn)s", turn=turn_line(sight)))
    elif prompt.phase is Phase.PLAYING:
        _play(face, prompt)
    elif prompt.phase is Phase.PASSING:
        _pass(face, prompt)
    elif prompt.phase is Phase.BIDDING:
        _bid(face, prompt)
    elif face.choice is None:
        face.say(tr("Choose with Left and Right or a number, then press Enter."))
    else:
        found = choices(prompt)
        if face.choice < len(found):
            act(face, found[face.choice][1])


def _play(face: Face, prompt: Prompt) -> None:
    if face.selected is None:
        face.say(tr("Select a card first, with Left and Right; then Enter."))
        return
    if face.prefs.guard and face.sure != face.selected and prompt.cards >> face.selected & 1:
        face.sure = face.selected
        face.say(tr("Play the %(card)s? Enter once more.", card=card_words(face.selected)))
        return
    act(face, Play(prompt.seat, face.selected))


def _pass(face: Face, prompt: Prompt) -> None:
    count = face.picked.bit_count()
    if count != prompt.count:
        face.say(
            trn(
                "Pick %(n)d card with Space; %(picked)d picked so far.",
                "Pick %(n)d cards with Space; %(picked)d picked so far.",
                prompt.count,
                picked=count,
            )
        )
        return
    if act(face, Pass(prompt.seat, face.picked)):
        face.selected = None


def pick(face: Face) -> None:
    """Pick the selected card to be passed, or put it back."""
    prompt = face.prompt
    if prompt is None or prompt.phase is not Phase.PASSING:
        face.say(tr("No cards are passed now."))
        return
    if face.selected is None:
        move(face, 1)
        return
    bit = 1 << face.selected
    if not face.picked & bit and face.picked.bit_count() >= prompt.count:
        face.say(tr("That is enough cards. Press Enter, or put one back with Space."))
        return
    face.picked ^= bit


def _bid(face: Face, prompt: Prompt) -> None:
    if not face.typed:
        face.say(tr("Type your bid or use Up and Down: %(bids)s. Then Enter.", bids=spans(prompt.bids)))
        return
    if not act(face, Bid(prompt.seat, int(face.typed))):
        face.typed = ""


def step_bid(face: Face, prompt: Prompt, by: int) -> None:
    """The next higher or lower bid that is allowed."""
    bids = prompt.bids
    if not bids:
        return
    if not face.typed:
        face.typed = str(next((bid for bid in bids if bid > 0), bids[0]))
        return
    now = int(face.typed)
    after = [bid for bid in bids if bid > now] if by > 0 else [bid for bid in reversed(bids) if bid < now]
    face.typed = str(after[0] if after else now)


def start_bid(face: Face) -> None:
    """B: begin the bid anew, or say what has been bid."""
    prompt = face.prompt
    if prompt is not None and prompt.phase is Phase.BIDDING:
        face.typed = ""
        face.say(asked(prompt))
    else:
        face.say(tr("It is not your turn to bid."))


def digit(face: Face, key: str) -> bool:
    """Digits bid, choose, or go to a suit; Backspace corrects a bid. Whether the key meant something."""
    prompt = face.prompt
    bidding = prompt is not None and prompt.phase is Phase.BIDDING
    if key == "backspace" and bidding:
        face.typed = (face.typed or "")[:-1]
        return True
    if len(key) != 1 or not key.isdecimal() or not key.isascii():
        return False
    if bidding:
        face.typed = ((face.typed or "") + key)[-2:]
    elif prompt is not None and prompt.phase in (Phase.CHOOSING, Phase.LOOKING):
        if 1 <= int(key) <= len(choices(prompt)):
            face.choice = int(key) - 1
    elif key in SUIT_KEYS:
        to_suit(face, SUIT_KEYS[key])
    else:
        return False
    return True


def ask_text(face: Face) -> tuple[str, bool]:
    """What is asked of me or waited for, and whether it is my turn."""
    sight, prompt = face.sight, face.prompt
    if sight is None:
        return "", False
    if prompt is None:
        if face.voting is not None and face.playing:
            return tr("%(name)s is away. Press Z to vote what to do.", name=sight.names.who(face.voting)), True
        at = None if face.client is None else face.client.at
        if at is not None and at.referee is not None and at.referee.ended:
            return tr("The match is over. Enter: back to the table."), False
        return turn_line(sight), False
    if prompt.phase is Phase.PLAYING:
        return turn_text(sight, prompt), True
    question = asked(prompt, receiver(sight))
    if prompt.phase is Phase.BIDDING:
        return question, True
    if prompt.phase is Phase.PASSING:
        return tr("%(question)s Space picks, Enter passes them.", question=question), True
    if prompt.phase is Phase.CHOOSING:
        return tr("You hold the seven of diamonds. Choose the game:"), True
    if prompt.may_blind:
        return tr("Bid nil blind, or look at your cards? Choose:"), True
    return question, True


def how_text(face: Face) -> str:
    """How a question is answered, for those with a field or choices."""
    prompt = face.prompt
    if prompt is None:
        return ""
    if prompt.phase is Phase.BIDDING:
        return tr("Digits or Up, Down; Enter. 0: nil.")
    return tr("Left and Right, then Enter.") if choices(prompt) else ""


def turn_text(sight: Sight, prompt: Prompt) -> str:
    """My turn to play. Where many cards are allowed the marks below them say which."""
    view, held = sight.view, sight.hand
    if view is None or held is None or prompt.cards.bit_count() <= 4:
        return turn_sentence(prompt, sight)
    if view.led < 0 and prompt.cards != held:
        return tr("Your turn. You lead, with one of the marked cards.")
    if view.led >= 0 and not held & SUIT_MASK[view.led] and prompt.cards != held:
        return tr("Your turn. Led %(suit)s. You have none; play a marked card.", suit=suit_word(view.led))
    return turn_sentence(prompt, sight)


# --- looking ---------------------------------------------------------------------------------------------------------


def _sentence(lines: Callable[..., str]) -> Act:
    def run(face: Face) -> None:
        sight = face.sight
        if sight is not None:
            face.say(lines(sight))

    return run


def nudge(face: Face) -> None:
    """Ring at the player whose turn it is."""
    at, now = (None if face.client is None else face.client.at), face.world.now()
    if face.client is None or at is None or not face.playing or at.question is not None:
        face.say(tr("There is nobody to wait for."))
    elif now - face.nudged < NUDGE_EVERY:
        face.say(tr("Just nudged. Wait a moment."))
    else:
        face.nudged = now
        face.client.chat(NUDGE)
        face.say(tr("Nudged."))


def hint(face: Face) -> None:
    """What a bot would do in my place, and why."""
    from ...present.hint import hint_line

    sight, prompt = face.sight, face.prompt
    face.say(
        hint_line(sight, prompt) if sight is not None and prompt is not None else tr("Nothing is asked of you now.")
    )


def _panel(name: str) -> Act:
    def run(face: Face) -> None:
        from .. import panels

        getattr(panels, name)(face)

    return run


DO: dict[str, Act] = {
    "enter": enter,
    "left": left,
    "right": right,
    "up": up,
    "down": down,
    "home": lambda face: ends(face, False),
    "end": lambda face: ends(face, True),
    "1": lambda face: _digit(face, "1"),
    "bid": start_bid,
    "pick": pick,
    "cards": _sentence(table_line),
    "led": _sentence(led_line),
    "turn": _sentence(turn_line),
    "hand": _sentence(hand_line),
    "bids": _panel("bids"),
    "score": _panel("score"),
    "why": _panel("why"),
    "last": _panel("last_trick"),
    "verify": _panel("verify"),
    "vote": _panel("vote"),
    "nudge": nudge,
    "hint": hint,
}


def _digit(face: Face, key: str) -> None:
    digit(face, key)
