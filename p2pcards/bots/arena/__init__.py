"""Bots against bots on the same deals."""

from p2pcards.bots.arena.duel import run
from p2pcards.bots.arena.plan import Pair, Plan, Report, from_json, report, to_json

__all__ = ["Pair", "Plan", "Report", "from_json", "report", "run", "to_json"]
