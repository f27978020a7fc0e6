"""The fair deal: N numbered cards to n seats, so that nobody chose them (dealer) and nobody sees them (sealed)."""

from .context import Context, cut, first_dealer
from .dealer import DealerDeal, DealerSecrets, Dealt

__all__ = ["Context", "DealerDeal", "DealerSecrets", "Dealt", "cut", "first_dealer"]
