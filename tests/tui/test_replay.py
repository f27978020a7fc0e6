"""Replay and history, from the file of a match that bots have played in this process."""

from __future__ import annotations

import asyncio
import datetime
import json
from functools import cache
from pathlib import Path

import pytest
from cli.evening import evening
from click.testing import CliRunner
from p2pcards_cli.main import cli
from p2pcards_cli.present.history import Past, past_line, read_past, statistics
from p2pcards_cli.present.replay import step_object, steps
from p2pcards_cli.present.verdict import names_of
from p2pcards_cli.settings import Settings
from p2pcards_cli.tui.draw import draw
from p2pcards_cli.tui.ends import match_over
from p2pcards_cli.tui.replay import ReplayFace
from p2pcards_cli.tui.theme import Theme
from tui.local import StillWorld
from tui.scenes import home, playing, scored, seen

from p2pcards.bots.levels import make_bot
from p2pcards.net.bot import BotMind, play_bot
from p2pcards.net.client_events import Saved
from p2pcards.table.event import DealStarted, TrickTaken
from p2pcards.verify import Report, verify_bytes


@cache
def match(game: str) -> tuple[bytes, bytes]:
    """A file, and the key of the player in seat 0."""

    async def story() -> tuple[bytes, bytes]:
        async with evening(game, 11, options={"max_hands": 2}, bots=3) as at:
            anna = await at.person("Anna")
            anna.task.cancel()
            mind = BotMind(make_bot("easy"))
            task = asyncio.create_task(play_bot(anna.client, mind, "t1", 0))
            while anna.client.at is None or anna.client.at.referee is None or not anna.client.at.referee.ended:
                await asyncio.sleep(0.001)
            task.cancel()
            return anna.client.transcript(), anna.client.identity.public

    return asyncio.run(story())


@pytest.fixture(params=["spades", "hearts", "sparts"])
def report(request: pytest.FixtureRequest) -> Report:
    return verify_bytes(match(request.param)[0])


def test_every_deal_is_told_from_its_start_to_its_score(report: Report) -> None:
    found = steps(report)
    assert report.match is not None
    kinds = [type(step.event).__name__ for step in found]
    assert kinds.count("DealStarted") == kinds.count("DealScored") == len(report.match.deals)
    assert kinds[-1] == "MatchOver"
    tricks = sum(len(done.deal.tricks) for done in report.match.deals)
    assert kinds.count("TrickTaken") == tricks
    assert kinds.count("CardPlayed") == tricks * report.match.n


def test_hands_are_whole_at_every_step(report: Report) -> None:
    for step in steps(report):
        if step.view is not None and not step.view.over:
            held = [step.view.hand(seat) for seat in range(step.view.n)]
            assert None not in held
            together = 0
            for hand in held:
                assert hand is not None
                assert not together & hand
                together |= hand
            assert not together & step.view.played


def test_the_winner_of_a_trick_is_shown_with_all_its_cards(report: Report) -> None:
    for step in steps(report):
        if isinstance(step.event, TrickTaken):
            assert step.winner == step.event.seat
            assert dict(step.laid)[step.event.seat] == step.event.card
            assert len(step.laid) == 4


def test_json_is_one_object_a_step_with_known_keys(report: Report) -> None:
    names = names_of(report)
    for number, step in enumerate(steps(report)):
        line = json.dumps(step_object(number, step, names))
        data = json.loads(line)
        assert data["step"] == number
        assert data["event"] in {
            "deal-started",
            "game-chosen",
            "cards-passed",
            "cards-received",
            "looked",
            "bid-made",
            "card-played",
            "suit-broken",
            "trick-taken",
            "deal-scored",
            "match-over",
        }
        if isinstance(step.event, DealStarted):
            assert sorted(len(hand) for hand in data["hands"]) == [13] * 4


def test_the_screen_walks_to_and_fro_without_losing_a_step(report: Report) -> None:
    face = ReplayFace(StillWorld())
    face.begin(report, steps(report))
    seen = []
    for key in [
        *["right"] * 12,
        *["down"] * 4,
        "pagedown",
        "d",
        "h",
        "escape",
        "s",
        "escape",
        "w",
        "escape",
        "y",
        "escape",
        "end",
    ]:
        face.key(key)
        for w, h in ((60, 18), (80, 24), (120, 40)):
            draw(face.snapshot(), Theme(), w, h)
        seen.append(face.at)
    assert seen == sorted(seen)
    assert seen[-1] == len(face.steps) - 1
    for _ in face.steps:
        face.key("left")
    assert face.at == 0
    face.key("q")
    assert face.code == 0


def test_the_commands_replay_and_history(tmp_path) -> None:  # type: ignore[no-untyped-def]
    data, _ = match("spades")
    folder = tmp_path / "matches"
    folder.mkdir()
    file = folder / "2026-11-30-spades-00000000.p2pcards"
    file.write_bytes(data)
    runner = CliRunner()
    told = runner.invoke(cli, ["--lang", "en", "--state-dir", str(tmp_path), "replay", str(file)], obj=Settings())
    assert told.exit_code == 0, told.output
    assert "Deal 2. Dealer:" in told.output
    assert "VERIFIED" in told.output
    lines = runner.invoke(cli, ["--state-dir", str(tmp_path), "replay", str(file), "--json"], obj=Settings()).stdout
    assert all(json.loads(line) for line in lines.splitlines())
    listed = runner.invoke(cli, ["--lang", "en", "--state-dir", str(tmp_path), "history"], obj=Settings())
    assert "2026-11-30" in listed.output


def test_history_knows_my_side_and_counts_wins() -> None:
    data, key = match("spades")
    past = read_past("file", datetime.date(2026, 11, 30), data, {key})
    assert past is not None
    report = verify_bytes(data)
    assert report.match is not None
    assert report.result is not None
    assert past.me == 0
    assert past.points == report.match.sheet.points
    assert past.won == (0 in report.result.winners)
    assert ("won" in past_line(past)) == past.won
    told = statistics([past, past])
    assert told[0] == f"All games: {2 * past.won} of 2 won."
    assert any(line.startswith(f"With {past.names[2]}:") for line in told)


def test_history_leaves_out_what_is_no_match() -> None:
    assert read_past("file", datetime.date(2026, 1, 1), b"nonsense", ()) is None
    data, _ = match("spades")
    cut = read_past("file", datetime.date(2026, 1, 1), data[: len(data) // 2], ())
    assert cut is None or not cut.finished
    assert isinstance(read_past("file", datetime.date(2026, 1, 1), data, ()), Past)


# --- past matches, from the first page -------------------------------------------------------------------------------


def test_the_first_page_leads_to_past_matches_and_their_replay(tmp_path: Path) -> None:
    data, _ = match("spades")
    folder = tmp_path / "matches"
    folder.mkdir()
    (folder / "2026-11-30-spades-00000000.p2pcards").write_bytes(data)

    async def story() -> None:
        at = home()
        assert at.face.lounge is not None
        at.face.lounge.settings = Settings(state_dir=str(tmp_path))

        async def press(*keys: str) -> None:
            at.press(*keys)
            while any(not task.done() for task in at.world.tasks):
                await asyncio.sleep(0.001)

        at.face.home_cursor = ("do", "past")
        await press("enter")
        assert "2026-11-30 Spades" in seen(at, 80, 24)
        await press("enter")
        assert at.face.overlays[-1].model().text.endswith("2026-11-30-spades-00000000.p2pcards")
        await press("enter")
        assert at.face.over is not None, "the replay has the screen"
        assert "step 1 of" in seen(at, 60, 18)
        await press("right", "right", "?", "escape", "a")
        assert "step 3 of" in " ".join(seen(at, 60, 18).split())
        await press("q")
        assert at.face.over is None
        assert at.face.code is None, "the program goes on"
        await press("down", "enter")
        assert "Deals played: 2" in seen(at, 80, 24)
        await press("escape", "down", "enter")
        assert "VERIFIED" in " ".join(row.text for row in at.face.overlays[-1].model().rows)
        await press("escape", "escape", "down", "enter")
        assert "of 1 won" in seen(at, 80, 24) or "No finished match of yours yet." in seen(at, 80, 24)

    asyncio.run(story())


def test_without_a_match_the_first_page_says_where_one_would_be(tmp_path: Path) -> None:
    async def story() -> None:
        at = home()
        assert at.face.lounge is not None
        at.face.lounge.settings = Settings(state_dir=str(tmp_path))
        at.face.home_cursor = ("do", "past")
        at.press("enter")
        await asyncio.gather(*at.world.tasks)
        assert at.face.note == f"There is no match yet in {tmp_path / 'matches'}."

    asyncio.run(story())


def test_the_end_of_a_match_shows_the_whole_path_in_the_smallest_window(report: Report) -> None:
    at = playing()
    path = Path("/home/somebody/.local/share/p2pcards/matches/2026-11-30-spades-classic-0123abcd.p2pcards")
    match_over(at.face, Saved(path, report))
    text = "".join(line.strip("│ \n") for line in seen(at, 60, 18).splitlines())
    assert str(path) in text
    assert "VERIFIED" in text


def test_a_key_meant_for_the_last_card_does_not_close_the_end_of_the_match(report: Report) -> None:
    at = playing()
    match_over(at.face, Saved(Path("match.p2pcards"), report))
    at.press("right", "left", "space", "4", "s")
    assert at.face.overlays
    assert not at.press("enter").face.overlays


def test_after_a_match_its_sheet_can_be_seen_from_the_table() -> None:
    at = scored()
    at.face.release()
    at.face.overlays.clear()
    assert at.at is not None
    at.at.referee.ended = True
    at.face.in_room = True
    assert "Score sheet of the last match" in seen(at.press("escape"), 80, 24)
