"""The games by name, with one line about each."""

from __future__ import annotations

from .i18n import N_, NP_, tr, trp

GAME_NAMES = {
    "sparts": NP_("game", "Sparts"),
    "spades": NP_("game", "Spades"),
    "spar": NP_("game", "Spar"),
    "cutthroat": NP_("game", "Cutthroat Spades"),
    "royal": NP_("game", "Spades Royal"),
    "hearts": NP_("game", "Hearts"),
    "classic": NP_("game", "Classic Spades"),
}

ABOUT = {
    "sparts": N_("the holder of the seven of diamonds chooses Spades or Hearts for each deal"),
    "spades": N_("as in QuentinC's Playroom: 3 to 6 players, bonuses for low and high bids, a void hand must trump"),
    "spar": N_("five cards each, and only the last trick counts"),
    "cutthroat": N_("Spades without partners, usually for three"),
    "royal": N_("Spades without partners and without nil; a missed bid scores nothing"),
    "hearts": N_("pass three cards, avoid the hearts and the queen of spades"),
    "classic": N_("two sides of two, nil 100, ten bags cost 100"),
}


def game_name(key: str) -> str:
    """The name of a game."""
    return trp("game", GAME_NAMES[key]) if key in GAME_NAMES else key[:32]


def about_game(key: str) -> str:
    """One line about a game."""
    return tr(ABOUT[key]) if key in ABOUT else ""
