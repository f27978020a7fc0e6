"""The table: one deal, the judge, a match, and what a seat may see."""

from p2pcards.table.deal import Deal
from p2pcards.table.engine import Violation, apply, audit, check, legal, prompt, why_not
from p2pcards.table.facts import Setup, Trick
from p2pcards.table.match import Finished, Match
from p2pcards.table.view import seen_by

__all__ = [
    "Deal",
    "Finished",
    "Match",
    "Setup",
    "Trick",
    "Violation",
    "apply",
    "audit",
    "check",
    "legal",
    "prompt",
    "seen_by",
    "why_not",
]
