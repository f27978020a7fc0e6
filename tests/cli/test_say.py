"""Every key that the floors below can say has a sentence here."""

import dataclasses
import re
import typing

import pytest
from cli.scan import ROOT, argument, keyword, returned, table_values
from p2pcards_cli.say import errors, games, lobby, options, reasons, trust
from p2pcards_cli.say.errors import error_sentence
from p2pcards_cli.say.events import happened
from p2pcards_cli.say.people import Names
from p2pcards_cli.say.score import RESULT_REASONS, score_line
from p2pcards_cli.say.waiting import PAUSE_WORDS, why_waiting
from p2pcards_protocol.errors import ANSWER_CODES, CLOSING_CODES, LAYERS, FairnessError, TranscriptError

from p2pcards.errors import IllegalAction, OptionError
from p2pcards.net.errors import AddressError, ListenError, NotReached
from p2pcards.referee import event as around
from p2pcards.referee.due import Verdict
from p2pcards.rules.action import WHY
from p2pcards.rules.option import OPTION_WHY
from p2pcards.rules.presets import GAMES
from p2pcards.rules.score import LINES, REASONS, Result, Score, ScoreLine, Sheet
from p2pcards.store import StoreError
from p2pcards.table import event as table

NAMES = Names.of(["Anna", "Bo", "Cleo", "Dan"], 0)
P2P = ROOT / "p2pcards"
UNKNOWN = re.compile(r"\([a-z]+(-[a-z0-9]+)*\)|reason [a-z]")
"""How a sentence looks that only repeats a key which it does not know."""


def sentence(text: str) -> str:
    assert text.strip()
    assert "%(" not in text, text
    return text


@pytest.mark.parametrize("key", LINES)
def test_every_score_line_has_a_sentence(key: str) -> None:
    numbers = {name: 3 + place for place, name in enumerate(LINES[key])}
    if "shooter" in numbers:
        numbers["shooter"] = 2
    told = sentence(score_line(ScoreLine(0, 1, key, numbers), NAMES.name))
    if key not in ("made", "quicksand"):
        assert str(numbers["points"]) in told


def test_score_lines_read_as_the_documents_say() -> None:
    def told(key: str, **numbers: int) -> str:
        return score_line(ScoreLine(0, None, key, numbers), NAMES.name)

    assert told("made", bid=4, took=6, bid_points=40, over=2, over_points=2, points=42) == "bid 4, took 6: 40 + 2"
    assert told("made", bid=4, took=4, bid_points=40, over=0, over_points=0, points=40) == "bid 4, took 4: 40"
    bags = {"before": 9, "added": 2, "limit": 10, "penalty": 100, "left": 1, "points": -100}
    assert told("bags", **bags) == "bags 9 + 2 = 11, limit 10: -100, 1 stays"
    assert told("bags", **{**bags, "left": 2}).endswith("2 stay")
    assert told("hearts", count=1, each=1, points=1) == "1 heart: 1"


def test_every_end_of_a_match_has_a_reason() -> None:
    assert set(RESULT_REASONS) == set(REASONS)


@pytest.mark.parametrize("why", WHY)
def test_every_illegal_action_has_a_sentence(why: str) -> None:
    data = {name: {"games": ("spades",), "to_act": (1,), "phase": "bidding"}.get(name, 7) for name in WHY[why]}
    assert why in reasons.ILLEGAL
    assert why in trust.RULES
    told = sentence(error_sentence(IllegalAction(0, None, why, data)))
    assert not UNKNOWN.search(told)
    sentence(reasons.illegal(why, {}))  # a host may send it without data


@pytest.mark.parametrize("why", OPTION_WHY)
def test_every_option_error_has_a_sentence(why: str) -> None:
    data = {name: (3, 4) if name in ("allowed", "choices") else 7 for name in OPTION_WHY[why]}
    told = sentence(error_sentence(OptionError("bag_limit", why, data)))
    assert not UNKNOWN.search(told)


def test_every_value_of_an_option_has_words() -> None:
    for game in GAMES:
        for option in game.options:
            words = [choice for choice in option.choices if isinstance(choice, str)]
            assert option.fixed or set(words) <= set(options.VALUE_WORDS), (game.game, option.name)
            sentence(options.option_line(option, option.default, True))


def test_every_game_has_a_name_and_a_line() -> None:
    assert {game.game for game in GAMES} == set(games.GAME_NAMES) == set(games.ABOUT)


def test_every_layer_and_reason_of_a_transcript_has_words() -> None:
    assert set(LAYERS) == set(trust.LAYER_WORDS)
    said = argument("TranscriptError", 2) | argument("FairnessError", 1) | argument("_refuse", 1)
    said |= argument("Verdict", 3) | {"audit-bulk", "audit-key-hash", "audit-box", "audit-p1", "audit-p2"}
    known = set(trust.REASON_WORDS) | set(trust.RULES)
    assert said - known == set()
    assert len(said) > 60
    for key in sorted(said):
        assert not UNKNOWN.search(sentence(error_sentence(FairnessError(1, key))))
        assert not UNKNOWN.search(trust.fault("chain", 3, key).replace("(layer chain)", ""))
        sentence(error_sentence(TranscriptError("chain", 3, key)))


def test_every_reason_to_wait_has_words() -> None:
    said = keyword("Pause", "reason") | keyword("About", "reason") | keyword("Kick", "reason")
    for key in said:
        assert key in PAUSE_WORDS, key
        sentence(why_waiting(key))


def test_every_store_error_has_a_sentence() -> None:
    store = P2P / "store"
    said = argument("StoreError", 0, store) | table_values(store / "files.py", "_KEYS")
    said |= table_values(store / "database.py", "_KEYS")
    assert said - set(errors.STORE) == set()
    for key in said:
        assert not UNKNOWN.search(sentence(error_sentence(StoreError(key, ROOT, "why"))))


def test_every_address_error_has_a_sentence() -> None:
    said = argument("AddressError", 0)
    assert len(said) >= 5
    for key in said:
        told = sentence(error_sentence(AddressError(key, text="10.0.0", word="abandn", nearest="abandon")))
        assert not UNKNOWN.search(told)


def test_every_listen_error_has_a_sentence() -> None:
    said = argument("ListenError", 0) | table_values(P2P / "net" / "serve.py", "_BIND_ERRORS")
    assert "port-taken" in said
    for key in said:
        assert not UNKNOWN.search(sentence(error_sentence(ListenError(key, address="::", port=7787, text="why"))))


def test_every_reason_not_to_reach_a_host_has_a_sentence() -> None:
    connect = P2P / "net" / "connect.py"
    said = argument("NotReached", 0) | returned(connect, "_reason") | returned(connect, "_summary")
    assert {"refused", "timeout", "privacy", "not-found", "ambiguous"} <= said
    for key in said | CLOSING_CODES:
        told = sentence(error_sentence(NotReached(key, tried=(("10.0.0.5", "refused"), ("fd00::1", "wrong-key")))))
        assert "10.0.0.5" in told
        assert not UNKNOWN.search(told.partition(" Tried:")[0])
    assert returned(connect, "_reason") <= set(errors.NOT_REACHED_SHORT)


def test_every_code_that_ends_a_connection_has_a_sentence() -> None:
    assert set(errors.CLOSED) >= CLOSING_CODES


def test_every_refusal_has_a_sentence() -> None:
    host = P2P / "host"
    assert set(reasons.REFUSED) >= ANSWER_CODES
    assert argument("Refusal", 0, host) <= ANSWER_CODES
    said = keyword("Refusal", "why", host) - {"option"}
    assert said - set(reasons.REFUSED_WHY) - set(reasons.ILLEGAL) - set(trust.REASON_WORDS) == set()
    for why in said:
        assert not UNKNOWN.search(sentence(reasons.refused("illegal", {"why": why})))
    for why, names in OPTION_WHY.items():
        data = {name: [3, 4] if name in ("allowed", "choices") else 7 for name in names}
        told = reasons.refused("illegal", {"why": "option", "option": "bag_limit", "reason": why, "data": data})
        assert told.startswith("Not possible: ")


def test_a_refusal_with_nonsense_in_it_is_still_told() -> None:
    for data in ({}, {"why": 3}, {"why": "option"}, {"why": "option", "option": 1, "reason": "range", "data": 7}):
        sentence(reasons.refused("illegal", data))
    sentence(reasons.refused("no-such-code", {}))


def test_every_notice_has_a_sentence() -> None:
    said = keyword("Notice", "code", P2P / "host") | argument("NoticeCame", 0) | argument("_about", 0, P2P / "host")
    said |= {"seat-left", "seat-closed", "seat-lost", "full-disk"}  # put together where they are sent
    assert said - set(lobby.NOTICES) == set()
    for code in said:
        sentence(lobby.notice(code, {"names": ["Anna"], "choices": ["wait"], "code": "gone", "why": "not-held"}))


def test_every_problem_of_the_network_has_a_sentence() -> None:
    lan = P2P / "net" / "lan.py"
    said = returned(lan, "_problem") | {"starting", "no-address", "loopback-only"}
    assert said == set(lobby.LAN_PROBLEMS)


VALUES = {int: 1, bool: False, str: "wait", bytes: bytes(32)}


def example(kind: type) -> object:
    """An event with plain values in its fields."""
    hints = typing.get_type_hints(kind)
    score = Score((1, 2), (), Sheet.blank(2))
    special = {"score": score, "result": Result((0,), "target"), "cut": (1, 2, 3, 4), "cards": 3, "choice": "wait"}
    special["verdict"] = Verdict(2, "cheat", 1, "must-follow", 40)
    fields = {
        field.name: special.get(field.name, VALUES.get(hints[field.name], 1)) for field in dataclasses.fields(kind)
    }
    return kind(**fields)


@pytest.mark.parametrize(
    "kind", typing.get_args(around.TableEvent) + typing.get_args(table.Event), ids=lambda k: k.__name__
)
def test_every_event_has_a_sentence(kind: type) -> None:
    if kind in (table.DealScored, around.Ended):  # told as a sheet; told by the result
        return
    sentence(happened(example(kind), NAMES))


@pytest.mark.parametrize("outcome", ["verified", "cheat", "incomplete", "unverified"])
def test_every_outcome_of_an_audit_has_a_sentence(outcome: str) -> None:
    assert "(" not in sentence(trust.outcome(3, outcome, "Anna", "seed-missing"))


def test_names_that_look_alike_are_told_apart() -> None:
    names = Names.of(["Anna", "ＡＮＮＡ", "Bo\u200d", "B\x1b[2Jo"], 3)
    assert names.names[0] == "Anna (seat 1)"
    assert names.name(1) != names.name(0)
    assert names.name(2) == "Bo"
    assert names.name(3) == "B[2Jo"
    assert names.who(3) == "You"
    assert names.side([1, 3]) == "You and ＡＮＮＡ (seat 2)"
