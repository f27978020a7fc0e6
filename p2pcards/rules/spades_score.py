"""What a Spades deal is worth: pure functions of bids and tricks, in the order hand points, bags, penalty (rules of
document 001 lines 33-72, 003 lines 50-53, 000 lines 91-123, 004 lines 18-20)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from p2pcards.cards.seat import Seat, Side, side_of
from p2pcards.rules.score import Score, ScoreLine, Sheet, line, total

if TYPE_CHECKING:
    from p2pcards.rules.spades import Spades


def score_spades(
    rules: Spades, bids: Sequence[int], blind: Sequence[bool], takes: Sequence[int], sheet: Sheet
) -> Score:
    """The score of a deal that was played out. bids, blind and takes (tricks) are per seat."""
    seats = len(bids)
    lines: list[ScoreLine] = []
    bags: list[int] = []
    failed: list[bool] = []
    for side, members in enumerate(rules.sides(seats)):
        mine, added, missed = side_lines(rules, side, members, bids, blind, takes)
        lines += mine
        bags.append(added)
        failed.append(missed)
    return finish(rules, lines, bags, failed, sheet)


def side_lines(
    rules: Spades,
    side: Side,
    members: Sequence[Seat],
    bids: Sequence[int],
    blind: Sequence[bool],
    takes: Sequence[int],
) -> tuple[list[ScoreLine], int, bool]:
    """The lines of one side before its bags, the bags it earned, and whether its contract failed."""
    lines: list[ScoreLine] = []
    bags = 0
    helped = rules.failed_nil_tricks == "help_partner"
    for seat in members:
        if bids[seat] == 0:
            lines.append(nil_line(rules, side, seat, blind[seat], takes[seat]))
            if takes[seat] and rules.failed_nil_tricks in ("bags", "bags_and_points"):
                bags += takes[seat]
    bidders = [seat for seat in members if bids[seat] > 0]
    counted = members if helped else bidders
    failed = False
    if bidders or helped:
        alone = members[0] if len(members) == 1 else None
        bid, took = sum(bids[s] for s in bidders), sum(takes[s] for s in counted)
        if bid or took:
            lines.append(contract_line(rules, side, alone, bid, took))
        failed = took < bid
        bags += max(0, took - bid)
        lines += bonus_lines(rules, side, alone, bid, took, bidders, bids, takes)
    return lines, (0 if rules.quicksand else bags), failed


def nil_line(rules: Spades, side: Side, seat: Seat, blind: bool, took: int) -> ScoreLine:
    """The line of a nil bid: made with no trick, else failed."""
    value = rules.nil_points(blind)
    word = "blind" if blind else "nil"
    if took == 0:
        return line(side, seat, f"{word}-made", points=value)
    extra = took if rules.failed_nil_tricks == "bags_and_points" and not rules.quicksand else 0
    return line(side, seat, f"{word}-failed", took=took, points=-value + extra)


def contract_line(rules: Spades, side: Side, seat: Seat | None, bid: int, took: int) -> ScoreLine:
    """The line of the tricks bid and taken by a side, nils apart."""
    made, over = 10 * bid, took - bid
    if over < 0:
        return line(side, seat, "failed", bid=bid, took=took, points=failed_points(rules, bid, took))
    worth = -10 * over if rules.quicksand else rules.overtrick_points * over
    key = "quicksand" if rules.quicksand else "made"
    return line(side, seat, key, bid=bid, took=took, bid_points=made, over=over, over_points=worth, points=made + worth)


def failed_points(rules: Spades, bid: int, took: int) -> int:
    """What a missed bid costs (a number not above 0)."""
    if rules.set_score == "minus_missing":
        return -10 * (bid - took)
    return 0 if rules.set_score == "zero" else -10 * bid


def bonus_lines(
    rules: Spades,
    side: Side,
    seat: Seat | None,
    bid: int,
    took: int,
    bidders: Sequence[Seat],
    bids: Sequence[int],
    takes: Sequence[int],
) -> list[ScoreLine]:
    """The bonuses for exactly a low bid and for a high one (document 001 lines 54, 58)."""
    if rules.bonus_scope == "player":
        units: list[tuple[Seat | None, int, int]] = [(s, bids[s], takes[s]) for s in bidders]
    else:
        units = [(seat, bid, took)]
    lines = []
    seats = len(bids)
    for who, said, got in units:
        if rules.exact_low_bonus and seats in rules.exact_low_players and said in rules.exact_low_bids and got == said:
            lines.append(line(side, who, "exact-low", bid=said, points=rules.exact_low_bonus))
        threshold = rules.threshold(seats)
        if rules.high_bid_bonus and threshold and said >= threshold and got >= said:
            points = rules.high_bid_bonus * (got - threshold + 1)
            lines.append(line(side, who, "high-bid", bid=said, took=got, threshold=threshold, points=points))
    return lines


def finish(rules: Spades, lines: list[ScoreLine], bags: Sequence[int], failed: Sequence[bool], sheet: Sheet) -> Score:
    """Add the bags, take the penalties, make the new sheet."""
    kept = []
    for side, added in enumerate(bags):
        entry, left = bag_line(rules, side, added, failed[side], sheet.bags[side])
        if entry is not None:
            lines.append(entry)
        kept.append(left)
    points = total(lines, len(bags))
    after = tuple(old + new for old, new in zip(sheet.points, points, strict=True))
    new_sheet = replace(sheet, points=after, bags=tuple(kept), deals=sheet.deals + 1)
    return Score(points, tuple(sorted(lines, key=lambda entry: entry.side)), new_sheet)


def bag_line(rules: Spades, side: Side, added: int, failed: bool, carried: int) -> tuple[ScoreLine | None, int]:
    """The line of a side's bags (None when nothing is to say) and the bags it carries on."""
    limit = rules.bag_limit
    if rules.quicksand or not limit:
        return None, 0
    before = carried if rules.bag_scope == "game" else 0
    held = before + added
    sets = held // limit
    if failed and not rules.bag_penalty_when_failed:
        sets = 0
    if rules.bag_remainder == "reset":
        penalty, left = (rules.bag_penalty, 0) if sets else (0, held)
    else:
        penalty, left = sets * rules.bag_penalty, held - sets * limit
    if rules.bag_scope == "round":
        left = 0
    if not added and not penalty:
        return None, left
    entry = line(
        side, None, "bags", before=before, added=added, limit=limit, penalty=penalty, left=left, points=-penalty
    )
    return entry, left


def forfeit_spades(
    rules: Spades,
    bids: Sequence[int | None],
    blind: Sequence[bool],
    takes: Sequence[int],
    sheet: Sheet,
    culprit: Seat,
    finished: bool,
) -> Score:
    """The score when `culprit` forfeits.

    Its own bid counts as failed with no trick (a nil as failed); where it has not bid, an even share of the tricks
    counts as its bid. Its partners' bids stand each alone, made if they were made. The others score as played when
    the deal is finished; when it was cut short their bids count as made exactly, without bags or bonuses.
    """
    seats = len(bids)
    sides = rules.sides(seats)
    guilty = side_of(sides, culprit)
    lines: list[ScoreLine] = []
    bags = [0] * len(sides)
    failed = [False] * len(sides)
    said = [bid or 0 for bid in bids]
    for side, members in enumerate(sides):
        if side == guilty:
            lines.append(_guilty_line(rules, side, culprit, bids[culprit], blind[culprit], seats))
            failed[side] = True
            for seat in members:
                if seat != culprit and bids[seat] is not None:
                    # cut short, tricks above the bid count for nothing
                    took = takes[seat] if finished else min(takes[seat], said[seat] or 1)
                    more, added, _ = side_lines(rules, side, (seat,), said, blind, _put(takes, seat, took))
                    lines += [entry for entry in more if entry.key not in ("exact-low", "high-bid")]
                    bags[side] += added if finished else 0
        elif finished:
            more, bags[side], failed[side] = side_lines(rules, side, members, said, blind, takes)
            lines += more
        else:
            lines += _cut_short(rules, side, members, bids, blind)
    return finish(rules, lines, bags, failed, sheet)


def _put(values: Sequence[int], seat: Seat, value: int) -> list[int]:
    return [value if other == seat else old for other, old in enumerate(values)]


def _guilty_line(rules: Spades, side: Side, seat: Seat, bid: int | None, blind: bool, seats: int) -> ScoreLine:
    if bid is None:
        share = rules.hand_size(seats) // seats
        return line(side, seat, "forfeit-no-bid", share=share, points=failed_points(rules, share, 0))
    if bid == 0:
        return line(side, seat, "forfeit-nil", points=-rules.nil_points(blind))
    return line(side, seat, "forfeit-bid", bid=bid, points=failed_points(rules, bid, 0))


def _cut_short(
    rules: Spades, side: Side, members: Sequence[Seat], bids: Sequence[int | None], blind: Sequence[bool]
) -> list[ScoreLine]:
    lines = []
    for seat in members:
        bid = bids[seat]
        if bid == 0:
            lines.append(nil_line(rules, side, seat, blind[seat], 0))
        elif bid is not None:
            lines.append(line(side, seat, "forfeit-made", bid=bid, points=10 * bid))
    return lines
