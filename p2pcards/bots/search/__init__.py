"""Level hard: worlds that fit what is known, played out by rules or solved, and the card that does best."""
