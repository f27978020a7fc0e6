"""The certificate carries the key and nothing that changes; whoever completes a handshake owns the key it showed."""

import ssl

import pytest
from net.support import ANNA, HOST

from p2pcards.net.tls import certificate, client_context, peer_key, server_context


def handshake(server: ssl.SSLContext, client: ssl.SSLContext) -> tuple[ssl.SSLObject, ssl.SSLObject]:
    """Both ends after a handshake in memory."""
    up, down = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = server.wrap_bio(up, down, server_side=True), client.wrap_bio(down, up)
    waiting = list(ends)
    for _ in range(10):
        for end in list(waiting):
            try:
                end.do_handshake()
            except ssl.SSLWantReadError:
                continue
            waiting.remove(end)
    assert not waiting
    return ends


def test_the_client_sees_the_hosts_key_over_tls_1_3_without_tickets() -> None:
    server, client = handshake(server_context(HOST), client_context())
    assert peer_key(client) == HOST.public
    assert peer_key(server) is None
    assert client.version() == "TLSv1.3"
    client.write(b"x")
    assert server.read() == b"x"
    server.write(b"y")
    assert client.read() == b"y"
    assert client.session is None or not client.session.has_ticket


def test_the_certificate_is_the_same_at_every_start() -> None:
    assert certificate(HOST.seed) == certificate(HOST.seed)
    assert certificate(HOST.seed) != certificate(ANNA.seed)


def test_older_tls_is_refused() -> None:
    client = client_context()
    client.minimum_version = ssl.TLSVersion.TLSv1_2
    client.maximum_version = ssl.TLSVersion.TLSv1_2
    with pytest.raises(ssl.SSLError, match=r"(?i)version|protocol"):
        handshake(server_context(HOST), client)


def test_another_kind_of_key_is_no_key() -> None:
    class Other:
        def getpeercert(self, binary_form: bool) -> bytes:
            return b"\x30\x03\x02\x01\x00"

    assert peer_key(Other()) is None  # type: ignore[arg-type]
