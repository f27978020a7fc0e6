"""What both faces say to an event, said once."""

from __future__ import annotations

import pytest
from p2pcards_cli.present.ears import HEARD
from p2pcards_cli.tui.hear import take
from tui.scenes import playing

from p2pcards.net import client_events as come
from p2pcards.referee.event import Paused


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
