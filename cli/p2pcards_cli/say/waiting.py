"""Why a table waits, or why a turn, a deal or a seat was lost: the reasons that the host gives."""

from __future__ import annotations

from .i18n import N_, tr
from .trust import RULES, reason, rule

#: Why a table waits (`pause` entries), and why a turn, a deal or a seat was lost.
PAUSE_WORDS = {
    "asked": N_("a break was asked for"),
    "away": N_("connection lost"),
    "lost": N_("connection lost"),
    "left": N_("has left"),
    "idle": N_("does not answer"),
    "turn": N_("the turn took too long"),
    "timeout": N_("no answer in time"),
    "slow": N_("the connection is too slow"),
    "restart": N_("the host was restarted"),
    "host-stopped": N_("the host was stopped"),
    "stop": N_("the host was stopped"),
    "disk-full": N_("the host's disk is full"),
    "vote": N_("the table has voted"),
    "host": N_("the host wants it"),
    "closed": N_("the program was closed"),
    "no-seed": N_("the secrets of this hand are on another machine, or lost"),
    "invalid": N_("what came was not valid"),
}


def why_waiting(key: str) -> str:
    """Why a table waits, or a deal was lost."""
    if key in PAUSE_WORDS:
        return tr(PAUSE_WORDS[key])
    return rule(key) if key in RULES else reason(key)
