"""One hash of the rules: what `p2pcards rules GAME` prints is what lobby, announcement and terms carry."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner
from host.table_of import lab, run
from p2pcards_cli.main import cli
from p2pcards_cli.say.lobby import rules_name
from p2pcards_protocol.fields import DealKind
from p2pcards_protocol.terms import SeatTerms, Terms, short_hash

from p2pcards.rules.base import RULES_VERSION, Rules
from p2pcards.rules.presets import GAMES

CHANGES: tuple[dict[str, Any], ...] = ({}, {"max_hands": 3})
DEALS: tuple[DealKind, ...] = ("sealed", "dealer")


def rules_command(*args: str) -> str:
    result = CliRunner().invoke(cli, ["rules", *args], standalone_mode=False, env={"LANGUAGE": "en"})
    assert result.exception is None, result.output
    return result.output


@pytest.mark.parametrize("changes", CHANGES, ids=["plain", "changed"])
@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("preset", GAMES, ids=lambda rules: rules.game)
def test_the_command_the_lobby_and_the_announcement_agree(preset: Rules, deal: DealKind, changes: Any) -> None:
    async def test() -> None:
        async with lab(7) as table_lab:
            table_lab.host.create_table(preset.game, changes, deal=deal)
            watcher = await table_lab.client(wants="watch")
            [info] = watcher.tables
            house = [f"--set={name}={value}" for name, value in changes.items()]
            text = rules_command(preset.game, "--deal", deal, *house)
            told = json.loads(rules_command(preset.game, "--deal", deal, "--json", *house))
            assert table_lab.host._service().rules == (short_hash(info.rules_hash),)
            assert f"Rules: {info.ruleset}, {short_hash(info.rules_hash)}." in text
            assert (told["ruleset"], told["deal"], told["rules_hash"]) == (info.ruleset, deal, info.rules_hash.hex())
            assert (short_hash(info.rules_hash) in rules_name(info)) == bool(changes)
            seats = tuple(SeatTerms(bytes([seat]) * 32, f"p{seat}") for seat in range(preset.usual_seats))
            terms = Terms(preset.game, preset.change(changes).to_options(), RULES_VERSION, deal, seats)
            assert Terms.decode(terms.encode()).rules_hash == info.rules_hash

    run(test)


def test_games_options_and_deals_have_hashes_of_their_own() -> None:
    hashes = {rules.change(changes).rules_hash(deal) for rules in GAMES for changes in CHANGES for deal in DEALS}
    assert len(hashes) == len(GAMES) * len(CHANGES) * len(DEALS)
    listed = [json.loads(line) for line in rules_command("--json").splitlines()]
    assert [one["rules_hash"] for one in listed] == [rules.rules_hash("sealed").hex() for rules in GAMES]
