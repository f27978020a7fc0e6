"""Hashing, identities, frames, codec and bodies: each said once."""

from __future__ import annotations

import hashlib

import pytest
from p2pcards_protocol import frame
from p2pcards_protocol.body import Play, decode_body, encode_body
from p2pcards_protocol.codec import pack, unpack, unpack_exact
from p2pcards_protocol.errors import LocalProtocolError, RemoteProtocolError
from p2pcards_protocol.hashing import expand, extract, tagged
from p2pcards_protocol.identity import Identity, fingerprint, host_words, table_words, verify, word_list


def test_a_tagged_hash_is_what_the_specification_says() -> None:
    assert tagged("commit", b"ab", b"c") == hashlib.sha256(b"P2PC1:commit\x00abc").digest()


def test_hkdf_reproduces_rfc_5869_case_1() -> None:
    prk = extract(bytes(range(13)), b"\x0b" * 22)
    assert prk.hex() == "077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5"
    okm = expand(prk, bytes(range(0xF0, 0xFA)), 42)
    assert okm.hex() == "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"


def test_a_signature_holds_for_its_key_tag_and_bytes_alone() -> None:
    me, other = Identity.from_seed(b"\x01" * 32), Identity.from_seed(b"\x02" * 32)
    signature = me.sign("msg", b"one", b"two")
    assert verify(me.public, signature, "msg", b"onetwo")
    assert not verify(other.public, signature, "msg", b"onetwo")
    assert not verify(me.public, signature, "auth", b"onetwo")
    assert not verify(me.public, signature, "msg", b"onetwo!")
    assert not verify(me.public, signature[:-1], "msg", b"onetwo")
    assert not verify(b"", b"", "msg")
    with pytest.raises(ValueError, match="32"):
        Identity.from_seed(b"short")


def test_words_come_from_the_list_and_say_the_first_bits() -> None:
    public = Identity.from_seed(b"\x01" * 32).public
    words = host_words(public)
    assert len(word_list()) == 2048
    digest = int.from_bytes(tagged("host-words", public), "big")
    number = 0
    for word in words:
        number = number << 11 | word_list().index(word)
    assert len(words) == 6
    assert number == digest >> (256 - 66)
    assert len(table_words(bytes(32))) == 3
    assert len(fingerprint(public)) == 16


def test_frames_come_back_whole_and_bad_lengths_are_refused() -> None:
    decoder = frame.FrameDecoder()
    assert decoder.feed(frame.encode(b"a") + frame.encode(b"bc") + b"\x00\x00") == [b"a", b"bc"]
    assert decoder.feed(b"\x00\x01x") == [b"x"]
    for length in (0, 65537, 2**32 - 1):
        with pytest.raises(RemoteProtocolError) as caught:
            frame.FrameDecoder().feed(length.to_bytes(4, "big"))
        assert caught.value.code == "bad-frame"
    for payload in (b"", bytes(65537)):
        with pytest.raises(LocalProtocolError):
            frame.encode(payload)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        b"\x01\x02",
        pack(1.5),
        b"\xd4\x01\x00",
        b"\xd6\xff\x00\x00\x00\x00",
        b"\x82\xa1a\x01\xa1a\x02",
        b"\x81\x01\x02",
        b"\x81\xc4\x01a\x02",
        b"\xa1\xff",
        b"\x91" * 20 + b"\xc0",
        b"\x91" * 5000,
        b"\xdd\xff\xff\xff\xff",
        b"\xdf\xff\xff\xff\xff",
        b"\xdc\x08\x00" + bytes(2048),
    ],
    ids=range(15),
)
def test_msgpack_that_is_not_allowed_is_a_bad_frame(data: bytes) -> None:
    with pytest.raises(RemoteProtocolError) as caught:
        unpack(data)
    assert caught.value.code == "bad-frame"


def test_the_exact_form_is_the_shortest() -> None:
    assert unpack(b"\xd1\x01\x00") == unpack(b"\xcd\x01\x00") == 256
    assert unpack_exact(b"\xcd\x01\x00") == 256
    with pytest.raises(RemoteProtocolError):
        unpack_exact(b"\xd1\x01\x00")


def test_a_body_has_one_form() -> None:
    body = decode_body("play", {"card": 3, "key": b"k" * 32, "position": 4})
    assert body == Play(card=3, position=4, key=b"k" * 32)
    assert encode_body(body) == {"card": 3, "key": b"k" * 32, "position": 4}
    for wrong in (
        {"card": 52},
        {"card": True},
        {"card": "3"},
        {"card": 3, "more": 1},
        {"card": 3, "key": b""},
        {"card": 3, "key": b"k" * 32},
        {"card": 3, "key": b"k" * 31, "position": 4},
        {"key": b"k" * 32, "card": 3, "position": 4},
        {},
        [],
    ):
        with pytest.raises(ValueError, match=r"."):
            decode_body("play", wrong)
    with pytest.raises(ValueError, match="kind"):
        decode_body("dance", {})
