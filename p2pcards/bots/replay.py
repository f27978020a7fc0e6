"""Decisions of bots taken again, from the file of a match: does each follow from what the seat knew?

A bot's seat commits before the deal to its program and seed and opens both after it. Here the same program gets the
same seed, the number of worlds it says it had time for, and the view that its seat had: if what it says now is what was
said then, nothing else has played a part. What cannot be taken again is told, with the reason.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from p2pcards_protocol.body import BotRecord

from p2pcards.bots.base import BOTS_VERSION, decision_rng
from p2pcards.bots.consenting import grants_claim
from p2pcards.bots.levels import make_bot
from p2pcards.cards.card import cards, text
from p2pcards.rules.action import Action, Bid, Blind, Choose, Look, Pass, Play
from p2pcards.rules.phases import Phase
from p2pcards.table import engine
from p2pcards.table.deal import Deal
from p2pcards.table.view import seen_by
from p2pcards.verify import BotDeal, Report
from p2pcards.verify.witness import Answer

GAPS = (
    "not-committed",  # the seat is a bot's and did not commit to anything
    "not-opened",  # it committed and did not open, although the same key played to the end
    "false-record",  # what it opened is not what it committed to
    "stand-in",  # from some decision on another key spoke for the seat
    "other-version",  # a version of the bots' code that is not the one here
    "unknown-bot",  # a program that is not known here
    "not-audited",  # not all hands are known
    "cheat",  # the audit names this very seat
)
"""Why decisions of a deal are not taken again."""

BROKEN = frozenset({"not-opened", "false-record"})
"""Gaps that are a promise broken."""


@dataclass(frozen=True, slots=True)
class Question:
    """One decision of a bot, as it stood. entry: where it was said (where all speak at once: the close). view: the deal
    as the seat knew it. said: what it did."""

    deal: int
    seat: int
    entry: int
    label: str
    seed: bytes
    worlds: int
    view: Deal
    said: Action


def answer(question: Question) -> Action | None:
    """What that bot decides there; None where it is not asked anything. Pure: it may run in another process."""
    prompt = engine.prompt(question.view, question.seat)
    if prompt is None or (prompt.phase is Phase.PLAYING and not prompt.cards):
        return None
    rng = decision_rng(question.seed, len(question.view.log))
    try:
        return make_bot(question.label).decide(question.view, prompt, rng, worlds=question.worlds).action
    except Exception:  # a position that no honest play leads to
        return None


@dataclass(frozen=True, slots=True)
class Difference:
    """A decision that does not follow. said, expected: an action, or a yes or no to a claim; expected is None where
    the bot decides nothing at all."""

    deal: int
    entry: int
    said: Action | bool
    expected: Action | bool | None


@dataclass(slots=True)
class SeatReplay:
    """One seat over the match. labels: the bots that played it. decisions: how many were taken again. gaps: deals with
    decisions that were not, by reason of GAPS."""

    seat: int
    labels: set[str] = field(default_factory=set)
    decisions: int = 0
    differences: list[Difference] = field(default_factory=list)
    gaps: Counter[str] = field(default_factory=Counter)

    @property
    def ok(self) -> bool:
        """Whether all that was taken again follows, and no promise is broken."""
        return not self.differences and not any(self.gaps[gap] for gap in BROKEN)


Run: TypeAlias = Callable[[Callable[[Question], Action | None], Iterable[Question]], Iterable[Action | None]]
"""How the answers are worked out: `map`, or that of a pool of processes."""


def replay(report: Report, run: Run = map, progress: Callable[[int], None] = lambda done: None) -> list[SeatReplay]:
    """Every seat that a bot played, in order. progress: called with the number of deals that are done."""
    seats: dict[int, SeatReplay] = {}
    culprits = {(verdict.deal, verdict.seat) for verdict in report.cheats}
    for done, deal in enumerate(report.bots, 1):
        questions: list[Question] = []
        for seat in deal.seats:
            told = seats.setdefault(seat, SeatReplay(seat))
            record = deal.seats[seat].record
            gap = _gap(deal, seat)
            if gap is None and (deal.number, seat) in culprits:
                gap = "cheat"
            if record is not None:
                told.labels.add(record.label)
            if gap is not None:
                told.gaps[gap] += 1
                continue
            assert record is not None
            questions += decisions(deal, seat, record)
            if seat in deal.changed:
                told.gaps["stand-in"] += 1
        for question, expected in zip(questions, run(answer, questions), strict=True):
            told = seats[question.seat]
            told.decisions += 1
            if expected != question.said:
                told.differences.append(Difference(question.deal, question.entry, question.said, expected))
        for seat in {question.seat for question in questions}:
            _check_claims(seats[seat], deal)
        progress(done)
    return [seats[seat] for seat in sorted(seats)]


def _gap(deal: BotDeal, seat: int) -> str | None:
    """Why the whole deal of a seat cannot be taken again."""
    bot = deal.seats[seat]
    if bot.record is None:
        if seat in deal.changed:
            return "stand-in"
        return "not-opened" if bot.committed else "not-committed"
    if not bot.opens:
        return "false-record"
    if bot.record.version != BOTS_VERSION:
        return "other-version"
    try:
        make_bot(bot.record.label)
    except KeyError:
        return "unknown-bot"
    return "not-audited" if deal.deal is None else None


def decisions(deal: BotDeal, seat: int, record: BotRecord) -> Iterator[Question]:
    """What a seat decided in a deal under the key that committed, in order. The deal must be known in full."""
    whole = deal.deal
    assert whole is not None
    last = deal.changed.get(seat, len(whole.log))
    own = 0
    for place, action in enumerate(whole.log[:last]):
        if action.seat != seat:
            continue
        worlds = record.worlds[own] if own < len(record.worlds) else 0
        own += 1
        if not isinstance(action, Choose | Pass | Look | Blind | Bid | Play):
            continue
        known = replace(whole.setup, shown=whole.setup.shown[: deal.shown[place]])
        view = seen_by(Deal.fold(known, whole.log[: _asked(whole, place)]), seat)
        prompt = engine.prompt(view, seat)
        if prompt is not None and prompt.phase is Phase.CHOOSING and not prompt.games:
            continue  # who does not hold the card declines without being asked
        yield Question(deal.number, seat, deal.entries[place], record.label, record.seed, worlds, view, action)


def _check_claims(told: SeatReplay, deal: BotDeal) -> None:
    """What a seat said to claims, and the claims that it made: a bot makes none."""
    assert deal.deal is not None
    for entry, claim in deal.claims:
        if claim.seat == told.seat:
            told.differences.append(Difference(deal.number, entry, claim, None))
    for said in deal.answers:
        if said.seat == told.seat:
            told.decisions += 1
            expected = grants_claim(_view(deal.deal, said), said.asked.seat, said.asked.cards)
            if expected != said.yes:
                told.differences.append(Difference(deal.number, said.entry, said.yes, expected))


def _view(whole: Deal, said: Answer) -> Deal:
    """The deal as a seat knew it when it answered. What has been taken back since was still there then."""
    log = tuple(
        whole.log[place] if isinstance(action, Pass) else action for place, action in enumerate(said.public.log)
    )
    return seen_by(Deal.fold(replace(whole.setup, shown=said.public.setup.shown), log), said.seat)


def _asked(deal: Deal, place: int) -> int:
    """How many actions there had been when the one at `place` was decided: where all speak at once, those before."""
    while place and isinstance(deal.log[place], Choose | Pass) and type(deal.log[place - 1]) is type(deal.log[place]):
        place -= 1
    return place


def searched(report: Report) -> bool:
    """Whether there are searches among the decisions, so that it takes a while."""
    return any(
        bot.record is not None and bool(bot.record.worlds) for deal in report.bots for bot in deal.seats.values()
    )


def plain(seats: Iterable[SeatReplay]) -> list[dict[str, Any]]:
    """The same as plain values, for --json."""
    return [
        {
            "seat": one.seat,
            "bots": sorted(one.labels),
            "ok": one.ok,
            "decisions": one.decisions,
            "differences": [
                {"deal": d.deal, "entry": d.entry, "said": _plain(d.said), "expected": _plain(d.expected)}
                for d in one.differences
            ],
            "gaps": dict(sorted(one.gaps.items())),
        }
        for one in seats
    ]


def _plain(action: Action | bool | None) -> str | None:
    """An action in a few letters: "play QS", "bid 3", "pass 2C KH", "look", "claim"; "yes" or "no" to a claim."""
    if isinstance(action, bool):
        return "yes" if action else "no"
    match action:
        case None:
            return None
        case Play():
            return f"play {text(action.card)}"
        case Bid():
            return f"bid {action.tricks}"
        case Pass():
            return " ".join(("pass", *map(text, cards(action.cards or 0))))
        case Choose():
            return f"choose {action.game or '-'}"
    return type(action).__name__.lower()
