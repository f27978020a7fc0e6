"""The table at one moment: who sits where, what lies on the table, who wins so far, where the score stands."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from p2pcards.cards.card import SUIT_MASK, Card
from p2pcards.rules.phases import Phase
from p2pcards.table.deal import Deal

from ....present.sheet import counts_bags, penalties
from ....present.sight import BOT, Sight
from ....say.cards import suit
from ....say.events import bid_word
from ....say.games import game_name
from ....say.i18n import tr, trp


@dataclass(frozen=True, slots=True)
class Plate:
    """One seat. place: steps clockwise from the bottom of the screen. bid, took, penalty (the penalty points taken so
    far in a Hearts deal): as text, "" where there is none.
    points: of this seat's side. side: its number. state: "", "away", "bot" in words."""

    seat: int
    place: int
    name: str
    me: bool
    partner: bool
    dealer: bool
    turn: bool
    bid: str
    took: str
    side: int
    state: str = ""
    card: Card | None = None
    leads: bool = False
    best: bool = False
    said: str = ""
    penalty: str = ""


@dataclass(frozen=True, slots=True)
class SideScore:
    """One side's total; bags "" where none are counted; deal: bid and tricks of this deal, "" where there are none."""

    name: str
    points: str
    bags: str
    deal: str
    mine: bool
    ahead: bool


@dataclass(frozen=True, slots=True)
class TableModel:
    """Everything around my cards. led, broken: in words, "" where they do not apply. held: a finished trick shows.
    game_now, trick_now: the game of this deal alone, the trick without how many there are; for where it is tight."""

    game: str
    deal: str
    trick: str
    target: str
    led: str
    led_suit: int
    broken: str
    plates: tuple[Plate, ...]
    sides: tuple[SideScore, ...]
    held: bool = False
    winner: str = ""
    info: str = ""
    game_now: str = ""
    trick_now: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """The trick on the screen, which may be behind the deal. cards: (seat, card) in order; winner: once it is taken."""

    cards: tuple[tuple[int, Card], ...] = ()
    winner: int | None = None
    number: int = 0


def present_table(
    sight: Sight, shown: Shown, away: Collection[int] = (), bots: Collection[int] = (), said: Sequence[str] = ()
) -> TableModel:
    """The table as `sight` has it, with the trick as it is shown."""
    view = sight.last_deal
    rules = view.game if view is not None else sight.rules
    live = sight.view
    held = shown.winner is not None
    best = _best(view, shown)
    led = shown.cards[0][1] // 13 if shown.cards else -1
    to_act = () if live is None or held else live.to_act
    home = sight.seat if sight.seat is not None else 0
    plates = tuple(
        _plate(sight, view, seat, (seat - home) % sight.n, shown, best, to_act, away, bots, said)
        for seat in range(sight.n)
    )
    match = sight.match
    number = 0 if match is None else (match.number if live is not None else max(1, len(match.deals)))
    size = 0 if view is None else view.facts.size
    trick = shown.number or (0 if view is None or live is None else min(size, len(view.tricks) + 1))
    playing = view is not None and (live is None or live.phase in (Phase.PLAYING, None) or held)
    return TableModel(
        game=game_name(rules.game) if rules.game == sight.rules.game else _chosen(sight, rules.game),
        deal=tr("deal %(n)d", n=number) if number else "",
        trick=tr("trick %(n)d of %(all)d", n=trick, all=size) if playing and trick and size else "",
        target=tr("to %(n)d", n=sight.rules.target_score),
        led=tr("led: %(suit)s", suit=suit(led)) if led >= 0 else "",
        led_suit=led,
        broken=_broken(view),
        plates=plates,
        sides=_sides(sight, view),
        held=held,
        winner=sight.names.who(shown.winner) if shown.winner is not None else "",
        info=_info(sight, shown, best, to_act),
        game_now=game_name(rules.game),
        trick_now=tr("trick %(n)d", n=trick) if playing and trick and size else "",
    )


def _chosen(sight: Sight, game: str) -> str:
    return tr("%(table)s: %(game)s", table=game_name(sight.rules.game), game=game_name(game))


def _best(view: Deal | None, shown: Shown) -> int | None:
    if shown.winner is not None:
        return shown.winner
    if view is None or not shown.cards:
        return None
    return shown.cards[view.facts.play.winner(tuple(card for _, card in shown.cards))][0]


def _broken(view: Deal | None) -> str:
    if view is None or not view.facts.play.lead_ban:
        return ""
    banned = view.facts.play.lead_ban
    which = suit(next(number for number in range(4) if banned & SUIT_MASK[number]))
    return tr("%(suit)s broken", suit=which) if view.broken else tr("%(suit)s not broken", suit=which)


def _info(sight: Sight, shown: Shown, best: int | None, to_act: Sequence[int]) -> str:
    if shown.winner is not None:
        return tr("%(name)s: takes the trick", name=_bare(sight, shown.winner))
    if shown.cards and best is not None:
        return tr("best so far: %(name)s", name=_bare(sight, best))
    if sight.view is not None and sight.view.phase is Phase.PLAYING and sight.view.leader >= 0:
        return tr("%(name)s: to lead", name=_bare(sight, sight.view.leader))
    return ""


def _bare(sight: Sight, seat: int) -> str:
    return sight.names.who(seat).removesuffix(BOT)


def _plate(
    sight: Sight,
    view: Deal | None,
    seat: int,
    place: int,
    shown: Shown,
    best: int | None,
    to_act: Sequence[int],
    away: Collection[int],
    bots: Collection[int],
    said: Sequence[str],
) -> Plate:
    bid = took = penalty = ""
    if view is not None:
        bad = penalties(view)
        tricks = view.taken(seat)
        took = str(tricks)
        if view.game.has_bids:
            number = view.bids[seat]
            bid = "-" if number is None else (tr("blind nil") if view.blind[seat] else bid_word(number))
        elif sight.view is not None and view.phase is Phase.PASSING and view.passed[seat]:
            took = tr("passed")
        penalty = "" if bad is None or not took.isdecimal() else str(bad[seat])
    laid = dict(shown.cards).get(seat)
    mine = sight.seat is not None and sight.seat != seat and sight.side_of(seat) == sight.side_of(sight.seat)
    name = sight.names.who(seat)
    bot = seat in bots and not name.endswith(BOT)
    state = tr("away") if seat in away else (trp("beside a name", "bot") if bot else "")
    return Plate(
        seat=seat,
        place=place,
        name=name,
        me=seat == sight.seat,
        partner=mine,
        dealer=view is not None and view.dealer == seat,
        turn=seat in to_act,
        bid=bid,
        took=took,
        side=sight.side_of(seat),
        state=state,
        card=laid,
        leads=bool(shown.cards) and shown.cards[0][0] == seat,
        best=best == seat and bool(shown.cards),
        said=said[seat] if seat < len(said) else "",
        penalty=penalty,
    )


def _sides(sight: Sight, view: Deal | None) -> tuple[SideScore, ...]:
    match = sight.match
    if match is None:
        return ()
    points = match.sheet.points
    counted = counts_bags(match) and (view is None or view.game.has_bids)
    best = min(points) if match.rules.winner == "lowest" else max(points)
    out = []
    for side, members in enumerate(sight.sides):
        deal = ""
        if view is not None and view.game.has_bids and len(members) > 1:
            bids = [view.bids[seat] or 0 for seat in members if view.bids[seat] is not None]
            if bids:
                deal = f"{sum(view.taken(seat) for seat in members)}/{sum(bids)}"
        out.append(
            SideScore(
                name=sight.side_names[side].replace(BOT, ""),
                points=str(points[side]),
                bags=str(match.sheet.bags[side]) if counted else "",
                deal=deal,
                mine=sight.seat in members,
                ahead=points[side] == best and len(set(points)) > 1,
            )
        )
    return tuple(out)
