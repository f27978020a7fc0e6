"""What a replay of the bots' decisions shows, in plain lines: the answer to `verify --bots`."""

from __future__ import annotations

from collections.abc import Sequence

from p2pcards.bots.replay import Difference, SeatReplay
from p2pcards.rules.action import Action

from ..say.i18n import N_, listing, tr, trn
from ..say.people import Names
from ..text import clean_name
from .hint import what

GAPS = {
    "not-committed": N_("%(name)s: deals without a commitment of the bot, not checked: %(n)d."),
    "not-opened": N_("%(name)s: deals whose record was promised and is missing: %(n)d."),
    "false-record": N_("%(name)s: deals whose record is not the promised one: %(n)d."),
    "stand-in": N_("%(name)s: deals checked only as far as the same player played: %(n)d."),
    "other-version": N_("%(name)s: deals of another version of the bots, not checked: %(n)d."),
    "unknown-bot": N_("%(name)s: deals of a bot that is not known here, not checked: %(n)d."),
    "not-audited": N_("%(name)s: deals whose cards are not all known, not checked: %(n)d."),
    "cheat": N_("%(name)s: deals in which this seat broke the rules, not checked: %(n)d."),
}


def replay_lines(seats: Sequence[SeatReplay], names: Names) -> list[str]:
    """Each bot with what was checked of it, then all in one line."""
    if not seats:
        return [tr("No bot has played a deal to its end in this match.")]
    lines = [line for one in seats for line in _seat(one, names.name(one.seat))]
    if not all(one.ok for one in seats):
        return [*lines, tr("BOTS NOT VERIFIED: not everything follows from what their seats knew.")]
    checked = sum(one.decisions for one in seats)
    if not checked:
        return [*lines, tr("No decision of a bot can be checked.")]
    return [
        *lines,
        trn(
            "BOTS VERIFIED: the %(n)d decision that was taken again follows from what its seat knew.",
            "BOTS VERIFIED: the %(n)d decisions that were taken again follow from what their seats knew.",
            checked,
        ),
    ]


def _seat(one: SeatReplay, name: str) -> list[str]:
    bots = listing(clean_name(label) for label in sorted(one.labels))
    lines = [
        trn(
            "%(name)s (%(bots)s): %(n)d decision taken again.",
            "%(name)s (%(bots)s): %(n)d decisions taken again.",
            one.decisions,
            name=name,
            bots=bots or tr("unknown"),
        )
    ]
    if one.differences:
        lines.append(_difference(one.differences[0], name))
    if len(one.differences) > 1:
        lines.append(tr("%(name)s: differences in all: %(n)d.", name=name, n=len(one.differences)))
    lines += [tr(GAPS[gap], name=name, n=count) for gap, count in sorted(one.gaps.items())]
    return lines


def _difference(found: Difference, name: str) -> str:
    return tr(
        "%(name)s, deal %(deal)d, entry %(entry)d: %(said)s. This bot decides otherwise: %(expected)s.",
        name=name,
        deal=found.deal,
        entry=found.entry,
        said=_said(found.said),
        expected=_said(found.expected),
    )


def _said(action: Action | bool | None) -> str:
    if isinstance(action, bool):
        return tr("yes") if action else tr("no")
    return tr("nothing") if action is None else what(action)
