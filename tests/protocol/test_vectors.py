"""protocol/vectors: the files are what the code makes, and each case leads to the one outcome that it names."""

from __future__ import annotations

import json
from typing import Any

import pytest
from p2pcards_protocol.body import decode_body
from p2pcards_protocol.codec import to_plain, unpack
from p2pcards_protocol.errors import RemoteProtocolError, TranscriptError
from p2pcards_protocol.frame import FrameDecoder
from p2pcards_protocol.hashing import sha256
from p2pcards_protocol.message import ROWS, Unknown, decode_message, encode_message
from p2pcards_protocol.transcript import Header, Message
from protocol.make_vectors import FILES, VECTORS, text_of
from protocol.transcripts import fold
from protocol.vectors.plain import plain


def load(name: str) -> Any:
    return json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))


def raw(text: str) -> bytes:
    assert text.startswith("hex:")
    return bytes.fromhex(text[4:])


@pytest.mark.parametrize("name", FILES)
def test_the_file_is_what_the_code_makes(name: str) -> None:
    made = text_of(name)
    assert (VECTORS / f"{name}.json").read_text(encoding="utf-8") == made, "run tests/protocol/make_vectors.py"


def test_every_file_has_outcomes_and_every_case_one() -> None:
    assert {path.stem for path in VECTORS.glob("*.json")} == set(FILES)
    for name in FILES:
        loaded = load(name)
        cases = loaded if isinstance(loaded, list) else loaded.get("cases", [loaded])
        assert cases
        assert all("outcome" in case for case in cases)
        names = [case.get("name") for case in cases]
        assert len(set(names)) == len(names)


def test_frames() -> None:
    for case in load("frames"):
        if not case["stream"].startswith("hex:"):
            continue
        decoder, outcome, payloads = FrameDecoder(), "ok", []
        decoder.push(raw(case["stream"]))
        try:
            while (payload := decoder.pop()) is not None:
                payloads.append(payload)
        except RemoteProtocolError as error:
            outcome = error.code
        assert (plain(payloads), outcome) == (case["payloads"], case["outcome"]), case["name"]


def test_messages() -> None:
    seen = set()
    for case in load("messages"):
        payload = raw(case["payload"])
        if case["outcome"] != "ok":
            with pytest.raises(RemoteProtocolError) as caught:
                decode_message(payload)
            assert caught.value.code == case["outcome"], case["name"]
            continue
        message = decode_message(payload)
        if "value" in case:
            assert not isinstance(message, Unknown)
            assert plain(to_plain(message)) == case["value"]
            assert encode_message(message) == payload
            seen.add(case["value"]["t"])
    assert seen == set(ROWS)


def test_bodies() -> None:
    for case in load("bodies")["cases"]:
        message = Message.decode(raw(case["blob"]))
        assert message.kind == case["kind"]
        assert plain(message.body) == case["body"]
        assert decode_body(message.kind, message.body) == message.parsed()


def test_headers() -> None:
    for case in load("headers"):
        header = Header.decode(raw(case["header"]))
        header.check()
        assert plain(header.table_id) == case["table_id"]
        assert sha256(raw(case["terms"])) == raw(case["terms_hash"])
        assert plain(unpack(raw(case["terms"]))) == case["terms_value"]


def test_transcripts() -> None:
    vectors = load("transcripts")
    base = raw(next(case["file"] for case in vectors["cases"] if case["name"] == "unfinished"))
    for case in vectors["cases"]:
        data = raw(case["file"]) if "file" in case else base[: case["keep"]] + raw(case["tail"])
        outcome: Any = "ok"
        ledger = None
        try:
            ledger = fold(data)
        except TranscriptError as error:
            outcome = {"layer": error.layer, "entry": error.entry, "reason": error.reason}
        assert outcome == case["outcome"], case["name"]
        if outcome == "ok":
            assert ledger is not None
            assert (plain(ledger.head), ledger.ended) == (case["head"], case["finished"])
