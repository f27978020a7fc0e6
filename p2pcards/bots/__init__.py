"""Bots: seats that think, told nothing but what their seat may know."""

from p2pcards.bots.base import BOT_NAMES, BOTS_VERSION, LEVELS, STYLES, Bot, Clock, Decision, Style, decision_rng
from p2pcards.bots.levels import BOTS, make_bot

__all__ = [
    "BOTS",
    "BOTS_VERSION",
    "BOT_NAMES",
    "LEVELS",
    "STYLES",
    "Bot",
    "Clock",
    "Decision",
    "Style",
    "decision_rng",
    "make_bot",
]
