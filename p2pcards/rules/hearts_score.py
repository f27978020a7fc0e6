"""What a Hearts deal is worth, the classic way (points are bad) and the Sparts way (a base less penalties)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from p2pcards.cards.card import HEARTS, JACK_OF_DIAMONDS, QUEEN_OF_SPADES, CardSet
from p2pcards.cards.seat import Seat
from p2pcards.rules.score import Score, ScoreLine, Sheet, line, total

if TYPE_CHECKING:
    from p2pcards.rules.hearts import Hearts
    from p2pcards.rules.sparts import SpartsHearts


@dataclass(frozen=True, slots=True)
class Haul:
    """What the seats took. tricks and hearts: counts per seat. queen, jack: who took the card, None if nobody."""

    tricks: tuple[int, ...]
    hearts: tuple[int, ...]
    queen: Seat | None
    jack: Seat | None = None

    @staticmethod
    def of(tricks: Sequence[int], captured: Sequence[CardSet]) -> Haul:
        """The haul of the cards in the tricks of each seat."""
        hearts = tuple((cards & HEARTS).bit_count() for cards in captured)
        return Haul(tuple(tricks), hearts, _who(captured, QUEEN_OF_SPADES), _who(captured, JACK_OF_DIAMONDS))

    @property
    def shooter(self) -> Seat | None:
        """Who took all thirteen hearts and the queen of spades."""
        if self.queen is not None and self.hearts[self.queen] == 13:
            return self.queen
        return None


def _who(captured: Sequence[CardSet], card: int) -> Seat | None:
    return next((seat for seat, cards in enumerate(captured) if cards >> card & 1), None)


def score_hearts(rules: Hearts, haul: Haul, sheet: Sheet) -> Score:
    """Hearts 1 each, the queen 13, with the options for moon, jack and no tricks. Every seat is its own side."""
    seats = len(haul.tricks)
    lines: list[ScoreLine] = []
    shooter = haul.shooter if rules.moon != "off" else None
    worth = 13 * rules.heart_points + rules.queen_points
    for seat in range(seats):
        if shooter is None:
            if haul.hearts[seat]:
                lines.append(_hearts_line(seat, haul.hearts[seat], rules.heart_points))
            if haul.queen == seat:
                lines.append(line(seat, seat, "queen", points=rules.queen_points))
            if rules.no_tricks_bonus and not haul.tricks[seat]:
                lines.append(line(seat, seat, "no-tricks", points=rules.no_tricks_bonus))
        elif seat == shooter:
            lines.append(line(seat, seat, "moon", points=-worth if rules.moon == "shooter_down" else 0))
        elif rules.moon == "others_up":
            lines.append(line(seat, seat, "moon-others", shooter=shooter, points=worth))
        if rules.jack_of_diamonds and haul.jack == seat:
            lines.append(line(seat, seat, "jack", points=rules.jack_of_diamonds))
    return close(lines, seats, sheet)


def score_sparts_hearts(rules: SpartsHearts, haul: Haul, sheet: Sheet) -> Score:
    """40 less 2 a heart and 26 for the queen; 50 for no trick; 50 and nothing for the others for all penalty cards
    (document 000 lines 223-237)."""
    seats = len(haul.tricks)
    lines: list[ScoreLine] = []
    shooter = haul.shooter
    for seat in range(seats):
        if seat == shooter:
            lines.append(line(seat, seat, "moon", points=rules.moon_shooter_points))
        elif shooter is not None:
            lines.append(line(seat, seat, "moon-others", shooter=shooter, points=rules.moon_others_points))
        elif not haul.tricks[seat]:
            lines.append(line(seat, seat, "no-tricks", points=rules.no_trick_points))
        else:
            lines.append(line(seat, seat, "base", points=rules.hearts_base_points))
            if haul.hearts[seat]:
                lines.append(_hearts_line(seat, haul.hearts[seat], -rules.heart_penalty))
            if haul.queen == seat:
                lines.append(line(seat, seat, "queen", points=-rules.queen_of_spades_penalty))
    return close(lines, seats, sheet)


def _hearts_line(seat: Seat, count: int, each: int) -> ScoreLine:
    return line(seat, seat, "hearts", count=count, each=each, points=count * each)


def forfeit_hearts(seats: int, culprit: Seat, base: int, penalty: int, sheet: Sheet, played: bool = True) -> Score:
    """The culprit takes all the penalty points, the others none. base: what every seat starts from (0: nothing).

    played: the deal counts as a Hearts deal for the direction of the next pass.
    """
    lines: list[ScoreLine] = []
    for seat in range(seats):
        if base:
            lines.append(line(seat, seat, "base", points=base))
        if seat == culprit:
            lines.append(line(seat, seat, "forfeit-cards", points=penalty))
    return close(lines, seats, sheet, played)


def close(lines: list[ScoreLine], seats: int, sheet: Sheet, played: bool = True) -> Score:
    """The score of these lines and the sheet after them."""
    points = total(lines, seats)
    after = tuple(old + new for old, new in zip(sheet.points, points, strict=True))
    new_sheet = replace(
        sheet, points=after, deals=sheet.deals + 1, hearts_deals=sheet.hearts_deals + (1 if played else 0)
    )
    return Score(points, tuple(lines), new_sheet)
