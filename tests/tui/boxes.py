"""Every box and every question there is, each on its page: what must be readable on the smallest screen."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from types import SimpleNamespace

from p2pcards_cli.tui import ends, forms, menus, panels, requests, votes
from p2pcards_cli.tui.hear import take
from tui.local import Local, table_info
from tui.scenes import away, bidding, choosing, home, passing, playing, room, scored

from p2pcards.cards.card import card_set, cards
from p2pcards.net import client_events as come
from p2pcards.referee.event import Claimed
from p2pcards.referee.requests import Request
from p2pcards.rules.presets import GAMES


def _clear(at: Local) -> Local:
    at.face.release()
    at.face.overlays.clear()
    at.face.note = ""
    return at


def _opened(at: Local, open_: Callable[[object], None]) -> Local:
    open_(_clear(at).face)
    assert at.face.overlays, open_
    return at


def at_home(open_: Callable[[object], None]) -> Local:
    at = home()
    lounge = at.face.lounge
    at.face.lounge = SimpleNamespace(**{name: getattr(lounge, name) for name in ("name", "looking", "found", "tables")})  # type: ignore[assignment]
    return _opened(at, open_)


def looking() -> Local:
    """Blind nil is open to me."""
    at = Local("spades", changes={"blind_nil": True, "blind_nil_min_deficit": 0}, dealer=3).start()
    assert at.face.prompt is not None
    assert at.face.prompt.may_blind
    return at


def claim_asked(kind: str = "claim") -> Local:
    """Dario claims with a whole hand, or wants a card back."""
    at = playing()
    assert at.at is not None
    held = at.at.view.hand(3)
    shown = held if kind == "claim" else card_set([next(cards(held))])
    at.at.request = Request(kind, 3, shown, (0, 1, 2), 7, {1: True})  # type: ignore[arg-type]
    if kind == "claim":
        take(at.face, come.Happened(Claimed(3, shown)))
    return _clear(at)


def exposed() -> Local:
    """Dario wants a card back that I have answered already."""
    at = claim_asked("takeback")
    assert at.at is not None
    at.at.player = SimpleNamespace(exposed=True)
    return at


def claim_menu() -> Local:
    at = claim_asked()
    requests.answer(at.face)
    return at


def claiming() -> Local:
    at = playing()
    assert at.face.prompt is not None
    return _opened(at, requests.claim)


def lost() -> Local:
    text = (
        "The host has sent what no honest host sends: the deck has other cards. The match ends here."  # as long as any
    )
    return _opened(playing(), lambda face: ends.lost_host(face, text, 5))  # type: ignore[arg-type]


def password_room() -> Local:
    at = room()
    assert at.at is not None
    at.at.info = table_info(at.rules, at.at.names, state="lobby", access="password", turn_s=30, spectators=2)
    return at


def onlooker() -> Local:
    at = playing()
    assert at.at is not None
    at.at.seat = None
    at.face.ask(None)
    return at.press("escape")


def known() -> Local:
    """I am to play, and all know two of my cards."""
    at = playing()
    assert at.at is not None
    assert at.at.match is not None
    assert at.at.match.deal is not None
    mine = card_set(list(cards(at.at.view.hand(0)))[:2])
    at.at.match = dataclasses.replace(at.at.match, deal=at.at.match.deal.with_shown(0, mine))
    return at


PROMPTS: dict[str, Callable[[], Local]] = {
    "bidding": bidding,
    "choosing": choosing,
    "passing": passing,
    "playing": playing,
    "looking": looking,
    "away": lambda: _clear(away()),
    "claim": claim_asked,
    "takeback": lambda: claim_asked("takeback"),
    "exposed": exposed,
    "known": known,
    "six": lambda: playing(n=6, seed=8),
    "two": lambda: Local("spar", n=2, seed=4).start(),
    "room": room,
    "home": home,
}

BOXES: dict[str, Callable[[], Local]] = {
    "menu": lambda: playing().press("escape"),
    "room_menu": lambda: room().press("escape"),
    "home_menu": lambda: home().press("escape"),
    "onlooker_menu": onlooker,
    "keys": lambda: playing().press("?"),
    "room_keys": lambda: room().press("?"),
    "home_keys": lambda: home().press("?"),
    "settings": lambda: playing().press("m"),
    "score": lambda: _clear(scored()).press("s"),
    "why": lambda: _clear(scored()).press("w"),
    "last": lambda: _clear(scored()).press("l"),
    "bids": lambda: playing().press("v"),
    "teams": lambda: playing().press("e"),
    "rules": lambda: playing().press("g"),
    "who": lambda: playing().press("p"),
    "verify": lambda: playing().press("y"),
    "history": lambda: playing().press("x"),
    "quit": lambda: playing().press("q"),
    "leave": lambda: playing().press("c-w"),
    "vote": away,
    "kick": lambda: _opened(playing(), votes.vote),  # type: ignore[arg-type]
    "seat_empty": lambda: room().press("down", "d"),
    "seat_bot": lambda: room().press("d"),
    "seat_mine": lambda: room().press("up", "d"),
    "invite": lambda: room().press("n"),
    "house_rules": lambda: room().press("o"),
    "new_table": lambda: at_home(forms.new_table),  # type: ignore[arg-type]
    "address": lambda: at_home(menus.join_address),  # type: ignore[arg-type]
    "name": lambda: at_home(menus.my_name),  # type: ignore[arg-type]
    "claiming": claiming,
    "claim_menu": claim_menu,
    "exposed_menu": lambda: exposed().press("j"),
    "lost": lost,
    "rules_bidding": lambda: bidding().press("g"),
    "reading": lambda: _opened(scored(), panels.who),  # type: ignore[arg-type]
}

EVERY_GAME = tuple(game.game for game in GAMES)
