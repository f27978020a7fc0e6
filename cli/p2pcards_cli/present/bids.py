"""Bids and tricks of all, teams, whose turn it is."""

from __future__ import annotations

from collections.abc import Iterable

from p2pcards.rules.phases import Phase
from p2pcards.table.deal import Deal

from ..say.events import bid_word
from ..say.i18n import N_, listing, tr, trn
from .requests import waiting_line
from .sheet import penalties
from .sight import Sight


def seat_standing(sight: Sight, view: Deal, seat: int) -> str:
    """One seat: "Anna: bid 4, taken 2."."""
    name, taken, bid = sight.names.who(seat), view.taken(seat), view.bids[seat]
    taken_points = penalties(view)
    if taken_points is not None:
        return trn(
            "%(name)s: %(n)d trick, penalty points %(points)d.",
            "%(name)s: %(n)d tricks, penalty points %(points)d.",
            taken,
            name=name,
            points=taken_points[seat],
        )
    if not view.game.has_bids:
        return trn("%(name)s: %(n)d trick.", "%(name)s: %(n)d tricks.", taken, name=name)
    if bid is None:
        return tr("%(name)s: no bid yet.", name=name)
    word = tr("blind nil") if view.blind[seat] else bid_word(bid)
    return tr("%(name)s: bid %(bid)s, taken %(taken)d.", name=name, bid=word, taken=taken)


def title(sight: Sight | None) -> str:
    """What the box with them is called: a game without bids has none."""
    view = None if sight is None else sight.last_deal
    return tr("Bids and tricks") if view is None or view.game.has_bids else tr("Tricks")


def bid_lines(sight: Sight) -> list[str]:
    """Bids and tricks of all, one line a seat, then each team's sum and the sum of all bids."""
    view = sight.last_deal
    if view is None:
        return [tr("No deal is under way.")]
    lines = [seat_standing(sight, view, seat) for seat in range(sight.n)]
    if not view.game.has_bids:
        return lines
    for members, name in zip(sight.sides, sight.side_names, strict=True):
        bids = [view.bids[seat] for seat in members]
        if len(members) > 1 and None not in bids:
            total, taken = sum(bid or 0 for bid in bids), sum(view.taken(seat) for seat in members)
            lines.append(tr("%(name)s: together bid %(bid)d, taken %(taken)d.", name=name, bid=total, taken=taken))
    if None not in view.bids:
        lines.append(
            tr(
                "All bids: %(bids)d of %(tricks)d tricks.",
                bids=sum(bid or 0 for bid in view.bids),
                tricks=view.facts.size,
            )
        )
    return lines


def team_lines(sight: Sight) -> list[str]:
    """Who plays with whom."""
    if all(len(members) == 1 for members in sight.sides):
        return [tr("Everybody plays alone: %(names)s.", names=listing(sight.side_names))]
    return [
        tr("Team %(number)d: %(name)s.", number=number, name=name) for number, name in enumerate(sight.side_names, 1)
    ]


def teams_told(sight: Sight) -> list[str]:
    """The teams, where there are any."""
    return team_lines(sight) if any(len(members) > 1 for members in sight.sides) else []


WAITS = {
    Phase.CHOOSING: N_("Choosing the game: %(names)s."),
    Phase.PASSING: N_("Passing cards: %(names)s."),
    Phase.LOOKING: N_("Deciding whether to bid blind: %(names)s."),
    Phase.BIDDING: N_("Bidding: %(names)s."),
    Phase.PLAYING: N_("To play: %(names)s."),
}


def waits_line(sight: Sight, away: Iterable[int]) -> str:
    """For whom a table waits that goes on only when they are back, or when it has voted."""
    return tr("The table waits for: %(names)s.", names=listing(sight.names.who(seat) for seat in away))


def turn_line(sight: Sight) -> str:
    """Whose turn it is and for what."""
    view = sight.view
    if view is None or view.phase is None:
        if sight.match is not None and sight.match.over:
            return tr("The match is over.")
        return tr("Nobody's turn: the deal is being made or checked.")
    if sight.paused:
        return waits_line(sight, sight.away)
    if sight.request is not None:
        return waiting_line(sight.request, sight)
    waits_for = view.to_act if sight.owing is None else sight.owing
    names = listing(sight.names.who(seat) for seat in waits_for)
    return tr(WAITS[view.phase], names=names)
