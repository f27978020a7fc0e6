"""The levels of bots, from weak to strong."""

from __future__ import annotations

from .i18n import N_

LEVELS = (("easy", N_("easy bot")), ("normal", N_("normal bot")), ("hard", N_("hard bot")))
