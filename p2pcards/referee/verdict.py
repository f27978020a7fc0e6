"""What the audit of a deal says: the opened cards and the rules with all hands known, together."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from p2pcards.cards.card import CardSet, card_set
from p2pcards.table.deal import Deal
from p2pcards.table.engine import audit

from .dealing import Opened
from .due import HOST, Forfeited, Frozen, Verdict

CERTAIN = frozenset({"revoke-proven"})
"""Why-keys of a proof that needs no seed: the seat itself has played both cards."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict and the hands as dealt that led to it, where they are known."""

    verdict: Verdict
    hands: tuple[CardSet, ...] | None = None


def judge(
    number: int,
    deal: Deal,
    opened: Opened,
    ended: Forfeited | Frozen | None,
    entries: Sequence[int],
    gone: Collection[int],
) -> Judgement:
    """The verdict on a deal.

    ended: what ended it early. entries: for each action of its log the seq of its entry. gone: seats that are away or
    have left.
    """
    found = _judge(number, deal, opened, entries, gone)
    if isinstance(ended, Frozen) and found.verdict.outcome != "cheat":
        if ended.reason in CERTAIN:
            return Judgement(Verdict(number, "cheat", ended.seat, ended.reason, ended.entry), found.hands)
        if found.verdict.ok:
            return Judgement(Verdict(number, "cheat", ended.seat, "false-contest", ended.entry), found.hands)
    return found


def _judge(number: int, deal: Deal, opened: Opened, entries: Sequence[int], gone: Collection[int]) -> Judgement:
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
    violations = audit(deal, hands)
    if violations:
        first = violations[0]
        entry = entries[first.log] if first.log < len(entries) else None
        return Judgement(Verdict(number, "cheat", first.seat, first.why, entry), hands)
    return Judgement(incomplete or Verdict(number, "verified"), hands)


def _incomplete(number: int, missing: tuple[int, ...], gone: Collection[int]) -> Verdict | None:
    """Somebody did not open its part: named is the host, else the first seat that is here, else the first."""
    if not missing:
        return None
    if HOST in missing:
        return Verdict(number, "unverified", HOST, "seed-missing")
    here = [seat for seat in missing if seat not in gone]
    return Verdict(number, "incomplete", (here or list(missing))[0], "seed-missing")
