"""A bot that decides otherwise than before has another version: else `verify --bots` would call old matches false.

The digests of what each level decides in a deal of each game stand in versions.json, by BOTS_VERSION. After a change
that is meant: raise BOTS_VERSION and run `python tests/bots/test_version.py`.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from random import Random

KEPT = Path(__file__).with_name("versions.json")
if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from bots.support_bots import random_sheet  # noqa: E402

from p2pcards.bots import BOTS_VERSION, LEVELS, STYLES, decision_rng, make_bot  # noqa: E402
from p2pcards.bots.arena.runner import new_deal  # noqa: E402
from p2pcards.rules.presets import GAMES  # noqa: E402
from p2pcards.table import engine  # noqa: E402
from p2pcards.table.view import seen_by  # noqa: E402

WORLDS = 32


def digest(game: str, level: str) -> str:
    """What a level decides in one deal of a game, all styles in turn."""
    rules = next(rules for rules in GAMES if rules.game == game)
    n, rng = rules.usual_seats, Random(f"version {game}")
    deal = new_deal(rules, n, rng.randrange(n), rng, random_sheet(rules, n, rng))
    said = hashlib.sha256()
    while not deal.over:
        seat = deal.to_act[0]
        view = seen_by(deal, seat)
        prompt = engine.prompt(view, seat)
        assert prompt is not None
        bot = make_bot(level, STYLES[seat % len(STYLES)])
        seed = hashlib.sha256(f"{game} {seat}".encode()).digest()
        action = bot.decide(view, prompt, decision_rng(seed, len(view.log)), worlds=WORLDS).action
        said.update(f"{action}\n".encode())
        deal, _ = engine.apply(deal, action)
    return said.hexdigest()[:16]


def now() -> dict[str, str]:
    return {f"{rules.game} {level}": digest(rules.game, level) for rules in GAMES for level in LEVELS}


def test_another_decision_needs_another_version() -> None:
    kept = json.loads(KEPT.read_text())
    assert kept["version"] == BOTS_VERSION, "run this file as a program"
    changed = {name: value for name, value in now().items() if kept["decisions"][name] != value}
    assert not changed, "bots decide otherwise than before: raise BOTS_VERSION, then run this file as a program"


if __name__ == "__main__":
    KEPT.write_text(json.dumps({"version": BOTS_VERSION, "decisions": now()}, indent=1) + "\n")
