"""The score: where each side stands, deal by deal, and why."""

from __future__ import annotations

from p2pcards.rules.hearts import HeartsPlay
from p2pcards.rules.score import Score, ScoreLine
from p2pcards.table.deal import Deal
from p2pcards.table.match import Match

from ..say.events import scored
from ..say.i18n import tr
from .sight import BOT, Sight


def score_lines(sight: Sight) -> list[str]:
    """Each side's points and bags, and the target."""
    match = sight.match
    if match is None:
        return [tr("The match has not begun.")]
    lines = []
    for name, points, bags in zip(sight.side_names, match.sheet.points, match.sheet.bags, strict=True):
        if counts_bags(match):
            lines.append(tr("%(name)s: %(points)d, bags %(bags)d.", name=name, points=points, bags=bags))
        else:
            lines.append(tr("%(name)s: %(points)d.", name=name, points=points))
    played, target, most = len(match.deals), match.rules.target_score, match.rules.max_hands
    if most:
        lines.append(
            tr("Deals played: %(deals)d of %(most)d. Target: %(target)d.", deals=played, most=most, target=target)
        )
    else:
        lines.append(tr("Deals played: %(deals)d. Target: %(target)d.", deals=played, target=target))
    return lines


def counts_bags(match: Match) -> bool:
    """Whether bags add up in this match."""
    return bool(getattr(match.rules, "bag_limit", 0))


def about_line(match: Match) -> str:
    """What one has to know to read the points: what bags are and cost, or that points are bad; "" otherwise."""
    if match.rules.winner == "lowest":
        return tr("Points are bad here: the lowest score wins.")
    if not counts_bags(match):
        return ""
    limit, penalty = match.rules.to_options()["bag_limit"], match.rules.to_options()["bag_penalty"]
    return tr(
        "A bag is a trick above the bid of its side. Bags that cost a penalty: %(limit)d; the penalty: %(penalty)d.",
        limit=limit,
        penalty=penalty,
    )


PENALTIES = ("hearts", "queen", "jack")
"""The keys of score lines that count single cards of a Hearts deal."""


def penalties(view: Deal) -> tuple[int, ...] | None:
    """The penalty points that each seat has taken in this deal so far; None in a game without penalty cards."""
    if not isinstance(view.game, HeartsPlay):
        return None
    sign = 1 if view.game.winner == "lowest" else -1
    out = [0] * view.n
    for line in view.game.score(view).lines:
        if line.seat is not None and line.key in PENALTIES:
            out[line.seat] += sign * line.points
    return tuple(out)


def sheet_rows(sight: Sight, *, words: bool = True) -> list[list[str]]:
    """The sheet as a grid: a row of names, a row a deal ("+42, total 142"), cells as text; for tables on screens.

    words: in the cells; without them ("+42 142") what they are has to be said beside the table.
    """
    match = sight.match
    rows = [[tr("Deal"), *(name.replace(BOT, "") for name in sight.side_names)]]
    if match is None:
        return rows
    for number, done in enumerate(match.deals, 1):
        cells = []
        for side, points in enumerate(done.score.points):
            total = done.score.sheet.points[side]
            told = tr("%(points)+d, total %(total)d", points=points, total=total)
            cells.append(told if words else f"{points:+d} {total}")
        rows.append([str(number), *cells])
    return rows


def sheet_lines(sight: Sight) -> list[str]:
    """The sheet by deal, one line a deal."""
    match = sight.match
    if match is None or not match.deals:
        return [tr("No deal has been scored yet.")]
    return [totals_line(sight, number, done.score) for number, done in enumerate(match.deals, 1)]


def totals_line(sight: Sight, number: int, score: Score) -> str:
    """One deal of the sheet: each side's points and total."""
    cells = zip(sight.side_names, score.points, score.sheet.points, strict=True)
    sides = [
        tr("%(name)s: %(points)+d, total %(total)d.", name=name, points=points, total=total)
        for name, points, total in cells
    ]
    return tr("Deal %(number)d. %(sides)s", number=number, sides=" ".join(sides))


def why_lines(sight: Sight, number: int | None = None) -> list[str]:
    """Why the score: the reasons of one deal (None: the last), numbered from 1."""
    match = sight.match
    if match is None or not match.deals:
        return [tr("No deal has been scored yet.")]
    number = len(match.deals) if number is None else number
    if not 1 <= number <= len(match.deals):
        return [tr("Deals scored so far: 1 to %(last)d.", last=len(match.deals))]
    return told_score(sight, number, match.deals[number - 1].score)


def told_score(sight: Sight, number: int, score: Score) -> list[str]:
    """A score with its reasons."""
    lines = [(_owner(sight, line), line) for line in score.lines]
    totals = list(zip(sight.side_names, score.points, score.sheet.points, strict=True))
    return scored(number, lines, totals, sight.names)


def _owner(sight: Sight, line: ScoreLine) -> str:
    return sight.side_names[line.side] if line.seat is None else sight.names.who(line.seat)
