"""A seat at a table, without I/O."""

from .effect import Ask, Compute, Effect, Happened, Save, Submit, TellHost
from .player import Player

__all__ = ["Ask", "Compute", "Effect", "Happened", "Player", "Save", "Submit", "TellHost"]
