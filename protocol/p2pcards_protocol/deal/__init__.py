"""The fair deal: N numbered cards to n seats, so that nobody chose them (dealer) and nobody sees them (sealed)."""

from .audit import audit_sealed, audit_seat, check_seed
from .context import Context, bot_commitment, commitment, cut, first_dealer
from .dealer import DealerDeal, DealerSecrets, Dealt
from .sealed import SealedDeal
from .seat import SealedSeat, open_leave_box

__all__ = [
    "Context",
    "DealerDeal",
    "DealerSecrets",
    "Dealt",
    "SealedDeal",
    "SealedSeat",
    "audit_sealed",
    "audit_seat",
    "bot_commitment",
    "check_seed",
    "commitment",
    "cut",
    "first_dealer",
    "open_leave_box",
]
