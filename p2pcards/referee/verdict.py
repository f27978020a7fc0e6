"""What the audit of a deal says: the opened cards and the rules with all hands known, together."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from p2pcards.cards.card import CardSet, card_set
from p2pcards.table.deal import Deal
from p2pcards.table.engine import Violation, audit

from .dealing import Opened
from .due import HOST, Forfeited, Frozen, Verdict

CERTAIN = frozenset({"revoke-proven"})
"""Why-keys of a proof that needs no seed: the seat itself has played both cards."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict, and what it was judged by where that is known: the hands as dealt, and the deal as it was played with
    every hand and every pass in it."""

    verdict: Verdict
    hands: tuple[CardSet, ...] | None = None
    deal: Deal | None = None


@dataclass(frozen=True, slots=True)
class Entries:
    """The seqs of the entries of a deal: of each action of its log, and of each showing of cards (`setup.shown`)."""

    log: Sequence[int]
    shown: Sequence[int]

    def of(self, found: Violation) -> int | None:
        """The entry in which a violation stands; None where it is not known."""
        where = self.shown if found.shown else self.log
        return where[found.log] if found.log < len(where) else None


def judge(
    number: int,
    deal: Deal,
    opened: Opened,
    ended: Forfeited | Frozen | None,
    entries: Entries,
    gone: Collection[int],
) -> Judgement:
    """The verdict on a deal. ended: what ended it early. gone: seats that are away or have left."""
    found = _judge(number, deal, opened, entries, gone)
    if isinstance(ended, Frozen) and found.verdict.outcome != "cheat":
        if ended.reason in CERTAIN:
            return replace(found, verdict=Verdict(number, "cheat", ended.seat, ended.reason, ended.entry))
        if found.verdict.ok:
            return replace(found, verdict=Verdict(number, "cheat", ended.seat, "false-contest", ended.entry))
    return found


def _judge(number: int, deal: Deal, opened: Opened, entries: Entries, gone: Collection[int]) -> Judgement:
    if opened.error is not None:
        error = opened.error
        return Judgement(Verdict(number, "cheat", error.seat, error.reason, error.entry))
    dealt = opened.dealt
    assert dealt is not None
    incomplete = _incomplete(number, dealt.missing, gone)
    if any(card is None for hand in dealt.hands for card in hand):
        return Judgement(incomplete or Verdict(number, "verified"))
    hands = tuple(card_set(card for card in hand if card is not None) for hand in dealt.hands)
    for seat, passed in (opened.passes or {}).items():
        if deal.passed[seat]:
            deal = deal.with_pass(seat, card_set(passed))
    known = Deal.fold(replace(deal.setup, dealt=hands), deal.log)
    violations = audit(deal, hands)
    if violations:
        first = min(violations, key=lambda found: entries.of(found) or 0)
        return Judgement(Verdict(number, "cheat", first.seat, first.why, entries.of(first)), hands, known)
    return Judgement(incomplete or Verdict(number, "verified"), hands, known)


def _incomplete(number: int, missing: tuple[int, ...], gone: Collection[int]) -> Verdict | None:
    """Somebody did not open its part: named is the host, else the first seat that is here, else the first."""
    if not missing:
        return None
    if HOST in missing:
        return Verdict(number, "unverified", HOST, "seed-missing")
    here = [seat for seat in missing if seat not in gone]
    return Verdict(number, "incomplete", (here or list(missing))[0], "seed-missing")
