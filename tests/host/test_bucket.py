"""Token buckets: so many at once, then so many a second, and not one for every name that ever came."""

from __future__ import annotations

from p2pcards.host.bucket import MOST, Buckets


def test_so_many_at_once_and_then_so_many_a_second() -> None:
    buckets = Buckets(3, 0.5)
    assert [buckets.take(b"a", 10.0) for _ in range(4)] == [True, True, True, False]
    assert buckets.take(b"b", 10.0)
    assert [buckets.take(b"a", when) for when in (11.0, 12.0, 12.5, 14.0)] == [False, True, False, True]


def test_names_that_come_once_are_forgotten_and_an_empty_bucket_is_not() -> None:
    buckets = Buckets(2, 1.0)
    for number in range(10 * MOST):
        now = float(number)
        buckets.take(number.to_bytes(4), now)
        buckets.take(b"again", now)
    assert len(buckets) <= MOST + 1
    assert [buckets.take(b"again", float(10 * MOST)) for _ in range(3)] == [True, True, False]
