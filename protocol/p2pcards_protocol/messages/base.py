"""What every link message is, and every request."""

from __future__ import annotations

import msgspec

from ..fields import U32

RequestId = U32


class Link(msgspec.Struct, frozen=True, kw_only=True, tag_field="t", omit_defaults=True):
    """What every link message is. `t` is the type."""


class Request(Link, frozen=True, kw_only=True):
    """A message that is answered. `id` is 0 until the session numbers it."""

    id: RequestId = 0
