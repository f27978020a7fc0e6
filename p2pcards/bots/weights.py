"""Weights of the features of estimate.py, thousandths of a trick."""

from __future__ import annotations

from functools import cache

FEATURES: tuple[str, ...] = (
    "const",
    *(f"spades{length}" for length in range(11)),
    "SA",
    "SK1",
    "SK2",
    "SQ2",
    "SQ3",
    "SJ3",
    "SJ4",
    *(f"{honour}{length}" for honour in "AKQ" for length in range(1, 8)),
    "AK",
    "KQ",
    "AQ",
    *(f"short{length}s{spades}" for length in range(3) for spades in range(5)),
)

_GUESS: dict[str, int] = {
    **{f"spades{k}": v for k, v in enumerate((-100, 0, 150, 350, 900, 1700, 2600, 3500, 4500, 5500, 6500))},
    "SA": 950, "SK1": 400, "SK2": 800, "SQ2": 300, "SQ3": 550, "SJ3": 100, "SJ4": 300,
    **{f"A{k}": v for k, v in enumerate((950, 950, 950, 900, 850, 700, 500), 1)},
    **{f"K{k}": v for k, v in enumerate((250, 650, 700, 650, 550, 350, 200), 1)},
    **{f"Q{k}": v for k, v in enumerate((20, 120, 250, 250, 150, 50, 0), 1)},
    **{f"short0s{k}": v for k, v in enumerate((0, 600, 900, 1000, 900))},
    **{f"short1s{k}": v for k, v in enumerate((0, 350, 550, 600, 500))},
    **{f"short2s{k}": v for k, v in enumerate((0, 100, 200, 250, 200))},
}  # fmt: skip


@cache
def column(hand_size: int, seats: int, must_trump: bool) -> tuple[int, ...]:
    """The weights for hands of this size, in the order of FEATURES."""
    return tuple(_GUESS.get(name, 0) for name in FEATURES)
