"""The judge of a match."""

from .due import HOST, Due, Verdict, Work
from .referee import Referee

__all__ = ["HOST", "Due", "Referee", "Verdict", "Work"]
