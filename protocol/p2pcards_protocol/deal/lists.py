"""The first half of a sealed deal, public side: the commitments, and the lists of the two passes. See sealed.py."""

from __future__ import annotations

from collections.abc import Sequence

from ..body import Commit
from ..errors import FairnessError
from .box import good_box
from .context import Context
from .curve import card_points, is_point


class SealedLists:
    """The lower half of `SealedDeal`."""

    def __init__(self, ctx: Context) -> None:
        if ctx.mode != "B":
            raise ValueError("the context is not that of a sealed deal")
        self.ctx = ctx
        self.at: int | None = None
        #: The entry of each step, by (kind, seat).
        self.where: dict[tuple[str, int], int | None] = {}
        self.commits: dict[int, Commit] = {}
        #: Every list as it came, by ("p1" | "p2", seat).
        self.lists: dict[tuple[str, int], tuple[bytes, ...]] = {}
        #: Keys by (seat, position), as published for other seats' positions.
        self.keys: dict[tuple[int, int], int] = {}
        #: Who holds a position now; passes move it, a play removes it.
        self.holder: dict[int, int] = {k: seat for seat in range(ctx.n) for k in ctx.positions(seat)}
        #: The card of every position that was opened for all.
        self.opened: dict[int, int] = {}
        self.pass_commits: dict[int, bytes] = {}
        #: Opened passes by giver: (to, positions, ct).
        self.passes: dict[int, tuple[int, tuple[int, ...], bytes]] = {}
        first = [(ctx.dealer + 1 + i) % ctx.n for i in range(ctx.n)]
        self._steps = [("p1", seat) for seat in first] + [("p2", seat) for seat in reversed(first)]
        self._done = 0
        self._committing = True
        self._deck = tuple(card_points()[card] for card in ctx.deck)
        self._used: set[bytes] = set(card_points())
        self._covers: dict[int, int] = {}

    def _refuse(self, seat: int | None, reason: str) -> FairnessError:
        return FairnessError(seat, reason, self.at)

    def _need_seat(self, seat: int) -> None:
        if not 0 <= seat < self.ctx.n:
            raise self._refuse(seat, "no-such-seat")

    # -- commit -------------------------------------------------------------------------------------------------------

    def commit(self, seat: int, body: Commit) -> None:
        """Commitment, bulk hashes, key hashes and box of a seat."""
        self._need_seat(seat)
        if not self._committing:
            raise self._refuse(seat, "not-now")
        if seat in self.commits:
            raise self._refuse(seat, "commit-twice")
        if len(body.bulks) != self.ctx.n - 1 or len(body.keys) != self.ctx.hand_size:
            raise self._refuse(seat, "commit-shape")
        if not good_box(body.box):
            raise self._refuse(seat, "box-low-order")
        for other in self.commits.values():
            if other.commit == body.commit or other.box == body.box:
                raise self._refuse(seat, "commit-copied")
        self.commits[seat] = body
        self.where["commit", seat] = self.at

    def commits_closed(self) -> None:
        """Everybody has committed; pass 1 may begin."""
        for seat in range(self.ctx.n):
            if seat not in self.commits:
                raise self._refuse(seat, "commit-missing")
        self._committing = False

    def bulk(self, seat: int, target: int) -> bytes:
        """bulk_{seat,target} as committed."""
        return self.commits[seat].bulks[target if target < seat else target - 1]

    def key_hash_at(self, position: int) -> bytes:
        """The key hash of a dealt position, from the seat that it was dealt to."""
        owner = self.ctx.owner(position)
        assert owner is not None
        return self.commits[owner].keys[self.ctx.positions(owner).index(position)]

    # -- lists --------------------------------------------------------------------------------------------------------

    @property
    def next_list(self) -> tuple[str, int] | None:
        """("p1" | "p2", seat) of the list that comes next; None before the commits closed and after the last list."""
        return None if self._committing or self._done == len(self._steps) else self._steps[self._done]

    @property
    def current(self) -> tuple[bytes, ...]:
        """The last list, what the next seat works on; the deck's points at first."""
        return self.lists[self._steps[self._done - 1]] if self._done else self._deck

    @property
    def final(self) -> tuple[bytes, ...] | None:
        """The last list of pass 2, None until it is there."""
        return self.current if self._done == len(self._steps) else None

    def input_of(self, kind: str, seat: int) -> tuple[bytes, ...]:
        """The list that a seat's list was made from."""
        index = self._steps.index((kind, seat))
        return self.lists[self._steps[index - 1]] if index else self._deck

    def pass_list(self, seat: int, kind: str, points: Sequence[bytes]) -> None:
        """A list of pass 1 ("p1") or pass 2 ("p2"): right length, valid points, none of them seen before."""
        self._need_seat(seat)
        if self.next_list != (kind, seat):
            raise self._refuse(seat, "not-your-list")
        if len(points) != len(self.ctx.deck):
            raise self._refuse(seat, "list-length")
        fresh = set(points)
        if len(fresh) != len(points):
            raise self._refuse(seat, "list-duplicate")
        if fresh & self._used:
            raise self._refuse(seat, "list-repeats")
        if not all(is_point(x) for x in points):
            raise self._refuse(seat, "list-not-points")
        self.lists[kind, seat] = tuple(points)
        self.where[kind, seat] = self.at
        self._used |= fresh
        self._done += 1
