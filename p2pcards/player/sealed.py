"""A seat's own part in a sealed deal: everything it says follows from one seed, saved before its commitment is sent."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

from p2pcards_protocol.body import Body, Claim, Contest, Keys, LeaveBody, Pass1, Pass2, PassCommit, PassOpen, Seed
from p2pcards_protocol.deal.box import box_public, stand_in_box
from p2pcards_protocol.deal.context import commitment
from p2pcards_protocol.deal.seat import SealedSeat, open_leave_box
from p2pcards_protocol.errors import FairnessError, RemoteProtocolError
from p2pcards_protocol.hashing import sha256
from p2pcards_protocol.identity import Identity

from p2pcards.cards.card import CardSet, card_set, cards
from p2pcards.referee.due import HOST
from p2pcards.referee.sealed import SealedDealing

from .secrets import Secrets


class SealedPart:
    """What one seat says and learns by itself in one attempt.

    complaint: what this seat must contest, once something it was given does not open. handed: the `leave` of who had
    the seat before, if there was one: the seed may be in it. alone: no other seat is played in this process, so that
    there is time to prepare while others are at work.
    """

    def __init__(
        self,
        dealing: SealedDealing,
        seat: int,
        secrets: Secrets,
        rng: Callable[[int], bytes],
        identity: Identity,
        handed: Callable[[], LeaveBody | None] = lambda: None,
        alone: bool = True,
    ) -> None:
        self._dealing = dealing
        self._seat = seat
        self._secrets = secrets
        self._rng = rng
        self._identity = identity
        self._handed = handed
        self._alone = alone
        self._prepared = False
        self._secret: SealedSeat | None = None
        self._commitment = b""
        self._at: dict[int, int] = {}
        self._hand: CardSet | None = None
        self._received: dict[int, CardSet] = {}
        self.complaint: Contest | None = None

    # -- the seed -----------------------------------------------------------------------------------------------------

    @property
    def own(self) -> SealedSeat | None:
        """The seat's secrets; None while there are none, and where another program has committed for the seat and has
        not handed over its seed."""
        said = self._dealing.public.commits.get(self._seat)
        if self._secret is None or (said is not None and said.commit != self._commitment):
            self._secret = None
            for seed in (self._secrets.get("seed"), self._handed_seed() if said is not None else None):
                if seed is not None and (said is None or self._commit(seed) == said.commit):
                    self._use(self._secrets.keep("seed", lambda seed=seed: seed))  # type: ignore[misc]
                    break
        return self._secret

    @property
    def committed(self) -> frozenset[int]:
        """The seats that have committed in this attempt."""
        return frozenset(self._dealing.public.commits)

    def _commit(self, seed: bytes) -> bytes:
        ctx = self._dealing.ctx
        return commitment(ctx, self._seat, ctx.keys[self._seat], seed)

    def _use(self, seed: bytes) -> None:
        ctx = self._dealing.ctx
        self._secret = SealedSeat(ctx, self._seat, ctx.keys[self._seat], seed)
        self._commitment = self._commit(seed)

    def _handed_seed(self) -> bytes | None:
        """The seed that the player before this one boxed for it."""
        left, ctx = self._handed(), self._dealing.ctx
        if left is None or not left.box:
            return None
        private = stand_in_box(self._identity, ctx.table_id)
        if box_public(private) != left.box:
            return None
        found = open_leave_box(ctx, self._seat, private, left.ct)
        return None if found is None else found.seed

    def leave(self, box: bytes) -> LeaveBody:
        """Going: the seed, boxed for whoever plays on, once this seat has committed with it."""
        own = self.own
        if not box or own is None or self._seat not in self._dealing.public.commits:
            return LeaveBody()
        return LeaveBody(box=box, ct=own.leave_box(box))

    # -- what it says -------------------------------------------------------------------------------------------------

    def say(self, kind: str, targets: tuple[int, ...]) -> Body | None:
        """The body of an automatic message; None where there is nothing to say. Raises FairnessError when the host
        shows another history than the one that was answered before a restart."""
        public = self._dealing.public
        if kind == "commit" and self.own is None:
            self._use(self._secrets.keep("seed", lambda: self._rng(32)))
        own = self.own
        if own is None:
            return None
        if kind == "commit":
            return own.commit_body()
        if kind in ("p1", "p2"):
            self._answer_once(kind, public.current)
            return Pass1(points=own.pass1(public.current)) if kind == "p1" else Pass2(points=own.pass2(public.current))
        if kind == "keys":
            return Keys(keys=tuple((target, own.keys_for(target)) for target in targets if target != self._seat))
        if kind == "pass.open":
            positions = self._passed()
            if positions is None:
                return None
            ct = own.pass_box(public, self._dealing.receiver(self._seat), positions)
            return PassOpen(positions=positions, ct=ct)
        if kind == "seed":
            return Seed(seed=own.seed)
        return None

    def _answer_once(self, kind: str, points: tuple[bytes, ...]) -> None:
        """The same secrets never work on two different lists: from two answers the order of the cards could be read."""
        digest = sha256(b"".join(points))
        if self._secrets.keep(kind, lambda: digest) != digest:
            raise FairnessError(HOST, "other-history")

    def _key(self, position: int) -> bytes:
        own = self.own
        assert own is not None, "a card in hand was opened with the seat's secrets"
        return own.key(position)

    def play(self, card: int) -> dict[str, Any]:
        """The position of a card in my hand, and the key that opens it for all."""
        position = self._at[card]
        return {"position": position, "key": self._key(position)}

    def claim(self, held: CardSet) -> Claim:
        """The claim of all that is left, with the position and the key of every card in my hand."""
        shown = tuple(cards(held))
        places = tuple(self._at[card] for card in shown)
        keys = tuple(self._key(place) for place in places)
        return Claim(cards=shown, tricks=len(shown), positions=places, keys=keys)

    def passing(self, given: CardSet) -> tuple[Body, dict[str, Any] | None]:
        """The commitment to a pass; nobody is told anything else yet."""
        chosen = bytes(sorted(self._at[card] for card in cards(given)))
        positions = tuple(self._secrets.keep("pass", lambda: chosen))
        to, own = self._dealing.receiver(self._seat), self.own
        assert own is not None
        return PassCommit(hash=own.pass_commitment(self._dealing.public, to, positions)), None

    def _passed(self) -> tuple[int, ...] | None:
        """The positions that this seat passes, once that is decided; a bot that took the seat over finds them."""
        kept, public = self._secrets.get("pass"), self._dealing.public
        if kept is not None:
            return tuple(kept)
        if self._seat in public.passes:
            return public.passes[self._seat][1]
        own, said = self.own, public.pass_commits.get(self._seat)
        if own is None or said is None:
            return None
        to, mine = self._dealing.receiver(self._seat), self._dealing.ctx.positions(self._seat)
        tried = combinations(mine, self._dealing.count)
        found = next((some for some in tried if own.pass_commitment(public, to, some) == said), None)
        if found is not None:
            self._secrets.keep("pass", lambda: bytes(found))
        return found

    def given(self) -> CardSet | None:
        """What this seat has decided to pass, if it has and can see its cards."""
        if not self._at:
            return None
        passed = self._passed()
        if passed is None:
            return None
        where = {position: card for card, position in self._at.items()}
        return card_set(where[position] for position in passed if position in where)

    def learn(self) -> tuple[CardSet | None, dict[int, CardSet]]:
        """Own hand and received cards, as soon as the published keys open them."""
        public = self._dealing.public
        if self._alone and not self._prepared and self._seat in public.commits and self.own is not None:
            self._prepared = True
            self.own.prepare()  # while others commit and shuffle
        if public.final is None or self.complaint is not None:
            return None, {}
        own = self.own
        if own is None:
            return None, {}
        if self._hand is None and not public.keys_missing(self._seat):
            self._read_hand(own)
        if self._hand is not None and self._dealing.passes_closed:
            self._read_passes(own)
        self._look_for_doubles()
        return self._hand, dict(self._received)

    def _look_for_doubles(self) -> None:
        """Somebody has played a card that I hold."""
        for position, card in self._dealing.public.opened.items():
            mine = self._at.get(card, position)
            if mine != position and self._dealing.public.holder.get(mine) == self._seat:
                self.complaint = Contest(entry=0, reason="garbage", position=mine, key=self._key(mine))
                return

    def _read_hand(self, own: SealedSeat) -> None:
        try:
            found = own.own_cards(self._dealing.public)
        except FairnessError as error:
            if error.seat is None:
                self._complain(own)
            return
        self._at.update({card: position for position, card in found.items()})
        self._hand = card_set(found.values())

    def _complain(self, own: SealedSeat) -> None:
        """A card of mine does not open: show one that does not, with its key."""
        public = self._dealing.public
        seen: set[int] = set()
        for position in self._dealing.ctx.positions(self._seat):
            key = own.key(position)
            card = public.card_at(position, int.from_bytes(key, "big"))
            if card is None or card in seen:
                self.complaint = Contest(entry=0, reason="garbage", position=position, key=key)
                return
            seen.add(card)

    def _read_passes(self, own: SealedSeat) -> None:
        public = self._dealing.public
        for giver, (to, _, _) in public.passes.items():
            if to != self._seat or giver in self._received:
                continue
            try:
                found = own.open_pass(public, giver)
            except FairnessError:
                self.complaint = Contest(entry=public.where.get(("pass.open", giver)) or 0, reason="pass")
                return
            self._at.update({card: position for position, card in found.items()})
            self._received[giver] = card_set(found.values())

    def private(self, kind: str, body: dict[str, Any]) -> tuple[CardSet | None, dict[int, CardSet]]:
        """A sealed deal knows no private messages."""
        raise RemoteProtocolError("bad-message", "private in a sealed deal")
