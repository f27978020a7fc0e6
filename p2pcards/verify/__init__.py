"""Bytes in, verdicts out: what a finished match proves, from its file alone.

The verifier folds the entries with the same referee as host and players. It says which layer does not hold and at
which entry; it never raises for what is in a file. What it cannot prove is said in protocol/ATTACKS.md.
"""

from p2pcards.referee import HOST

from .comparison import Comparison, Divergence, compare
from .fold import fold_report, verify_bytes
from .report import Fault, Report, summary
from .witness import BotDeal

__all__ = [
    "HOST",
    "BotDeal",
    "Comparison",
    "Divergence",
    "Fault",
    "Report",
    "compare",
    "fold_report",
    "summary",
    "verify_bytes",
]
