"""What both faces say to an event, said once."""

from __future__ import annotations

import pytest
from p2pcards_cli.present.ears import HEARD
from p2pcards_cli.tui.hear import take
from tui.scenes import playing, scored

from p2pcards.net import client_events as come
from p2pcards.referee.event import Paused
from p2pcards.table.event import DealScored


def test_every_event_of_a_client_is_heard() -> None:
    assert set(HEARD) == set(come.ClientEvent.__args__)


@pytest.mark.parametrize("noticed", [True, False])
def test_why_somebody_is_away_is_said_once_and_with_the_name(noticed: bool) -> None:
    at = playing()
    before = len(at.face.log)
    if noticed:
        take(at.face, come.NoticeCame("seat-closed", {"seat": 3}))
    take(at.face, come.Happened(Paused(3, "closed")))
    told = [line.text for line in list(at.face.log)[before:]]
    assert sum("program was closed" in text for text in told) == 1
    assert told[0].startswith("Dario: " if noticed else "Paused. Dario: ")
    assert at.face.voting == 3


def test_of_a_missed_deal_the_totals_of_all_sides_are_told_in_one_line() -> None:
    at = scored()
    assert at.at is not None
    assert at.at.match is not None
    score = at.at.match.deals[0].score
    at.face.log.clear()
    at.face.ears.hear(come.Happened(DealScored(1, score), live=False))
    (line,) = [line.text for line in at.face.log]
    assert line.startswith("Deal 1. ")
    assert line.count("total ") == len(score.points) > 1
