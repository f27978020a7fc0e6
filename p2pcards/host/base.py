"""What a table is: its seats, who is here, the match that runs, what the lobby shows of it.

The behaviour is in the files beside this one, each a layer on the one below: waiting.py (who is away), playing.py (the
match), starting.py (from a lobby to a match), seating.py (the lobby); table.py puts them together. Nothing here does
I/O: requests, links that are gone, timers and results come in, effects go out. `now` is a steady clock in seconds,
`t_ms` the wall clock in ms since 1970.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from p2pcards_protocol import message as wire
from p2pcards_protocol.identity import Identity
from p2pcards_protocol.transcript import Entry, Header

from p2pcards.bots.base import BOT_NAMES
from p2pcards.referee import Work

from .absence import Absence
from .bucket import ASIDE_BURST, ASIDE_RATE, CHAT_BURST, CHAT_RATE, Buckets
from .conductor import Conductor, Step
from .effect import Changed, Effect, Refusal, ToPeer, ToTable
from .joining import Joining
from .kicks import Kicks
from .lobby import Lobby, Slot
from .shelf import Kept
from .turns import TurnClock

HOST_OPERATOR = "host"
"""The operator, in the terms, of bots that the host runs."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What does not belong to the rules.

    grace: seconds that the table waits before it votes; turn: seconds a turn may take (0: no limit); step: seconds
    for what programs answer by themselves. secret: 16 bytes, what lets in at an invite-only table; password: what
    lets in at a table behind a password, as `net.password.password_key` makes it. maker: the key that asked for the
    table, b"" for the host itself.
    """

    name: str = ""
    access: Literal["open", "invite", "password"] = "open"
    spectators: bool = True
    level: str = "normal"
    grace: float = 60.0
    turn: int = 0
    step: float = 10.0
    secret: bytes = b""
    password: bytes = b""
    maker: bytes = b""


@dataclass(frozen=True, slots=True)
class Peer:
    """A connected program. host_bot: the host itself runs it, at this level. address: "" in this process."""

    id: int
    key: bytes
    host_bot: bool = False
    level: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class Joiner:
    """Who waits for the end of the deal to take a seat. signature: of the new key, for this deal. level: of a bot of
    the host, "" for a person."""

    peer: int
    key: bytes
    name: str
    deal: int
    signature: bytes
    level: str = ""


class TableBase:
    """See the module. ref: the host's local name of the table."""

    def __init__(
        self, ref: str, identity: Identity, rng: Callable[[int], bytes], lobby: Lobby, settings: Settings
    ) -> None:
        self.ref = ref
        self.lobby = lobby
        self.settings = settings
        self.conductor: Conductor | None = None
        self.asleep: Kept | None = None
        """The match that runs or ran here, until the host that was started again has it back."""
        self.header: Header | None = None
        self._identity = identity
        self._rng = rng
        self._joining: Joining | None = None
        self._starting = False
        self._start_by = 0.0
        """Until when the bots that a start waits for must have come."""
        self._here: dict[bytes, int] = {}
        self._watching: dict[int, str] = {}
        self.owners: dict[int, Slot] = {}
        self._computing: Work | None = None
        """What is being worked out for the match."""
        self.absence = Absence(settings.grace)
        self.clock = TurnClock()
        self._not_before = 0.0
        self._leavers: dict[int, tuple[Peer, wire.Leave]] = {}
        """Seats whose player has asked to leave, and waits for the bot that takes over."""
        self.kicks = Kicks()
        self.shut_out: dict[bytes, str] = {}
        """Who was put out and may not come in, with the name, oldest first."""
        self._joiners: dict[int, Joiner] = {}
        self._knocks: dict[int, bytes] = {}
        self._chats = Buckets(CHAT_BURST, CHAT_RATE)
        self._asides = Buckets(ASIDE_BURST, ASIDE_RATE)
        self._lost: dict[bytes, float] = {}

    # -- questions ----------------------------------------------------------------------------------------------------

    @property
    def state(self) -> Literal["lobby", "playing", "over"]:
        if self.asleep is not None:
            return self.asleep.state
        if self.conductor is None:
            return "lobby"
        return "over" if self.conductor.referee.ended else "playing"

    @property
    def entries(self) -> int:
        """How many entries the match has so far."""
        if self.asleep is not None:
            return self.asleep.count
        return 0 if self.conductor is None else len(self.conductor.entries)

    @property
    def played(self) -> list[Entry]:
        """The entries of the match that runs or ran last, of a table that is awake."""
        return [] if self.conductor is None else self.conductor.entries

    @property
    def peers(self) -> tuple[int, ...]:
        """Everybody at the table, spectators too."""
        return (*self._here.values(), *self._watching)

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people who are here."""
        return tuple(
            seat
            for seat, slot in enumerate(self.lobby.slots)
            if slot is not None and slot.kind == "person" and slot.key in self._here
        )

    @property
    def _match_id(self) -> bytes:
        """The id of the match that runs or ran last here; b"" in a lobby."""
        return b"" if self.header is None or self.conductor is None else self.header.table_id

    def info(self) -> wire.TableInfo:
        """What the lobby shows."""
        owner = None if self.lobby.owner is None else self.lobby.seat_of(self.lobby.owner)
        return wire.TableInfo(
            table=self.ref,
            name=self.settings.name or self.ref,
            game=self.lobby.rules.game,
            rules_hash=self.lobby.rules_hash(),
            deal=self.lobby.deal,
            state=self.state,
            seats=tuple(self._seat_info(seat) for seat in range(self.lobby.n)),
            ruleset=self.lobby.rules.ruleset,
            spectators=len(self._watching),
            access=self.settings.access,
            turn_s=self.settings.turn,
            owner=owner,
        )

    def _seat_info(self, seat: int) -> wire.SeatInfo:
        slot = self.lobby.slots[seat]
        if slot is None:
            return wire.SeatInfo(seat=seat, kind="empty")
        return wire.SeatInfo(
            seat=seat,
            kind=slot.kind,
            name=slot.name,
            key=slot.key,
            ready=slot.ready,
            here=slot.key in self._here,
            operator=slot.operator,
        )

    def _lobby_message(self) -> wire.Lobby:
        info = self.info()
        return wire.Lobby(
            table=info,
            options=self.lobby.rules.to_options(),
            rules=info.rules_hash,
            secret=self.settings.secret if self.settings.access == "invite" else b"",
            out=tuple(wire.PutOut(key=key, name=name) for key, name in self.shut_out.items()),
        )

    def _shown(self) -> list[Effect]:
        return [ToTable(self._lobby_message()), Changed()]

    # -- for the layers above -----------------------------------------------------------------------------------------

    def _did(self, step: Step, now: float, t_ms: int) -> list[Effect]:
        """What comes of a step of the match; see playing.py."""
        raise NotImplementedError

    def _ok(self, peer: Peer, message: Any, **data: Any) -> ToPeer:
        return ToPeer(peer.id, wire.Ok(re=message.id, data=data))

    def _need_lobby(self) -> None:
        if self.state != "lobby" or self._joining is not None or self._starting:
            raise Refusal("state", why="playing")

    def _need_owner(self, peer: Peer) -> None:
        if self.lobby.owner is not None and peer.key != self.lobby.owner:
            raise Refusal("illegal", why="not-owner")

    def _owned_seat(self, key: bytes) -> int | None:
        """The seat that a key plays, or may reclaim."""
        seat = self.lobby.seat_of(key)
        if seat is not None:
            return seat
        return next((seat for seat, slot in self.owners.items() if slot.key == key), None)

    def _attach(self, peer: Peer) -> list[Effect]:
        """The newest connection of a key is the one that counts."""
        effects: list[Effect] = []
        old = self._here.get(peer.key)
        if old is not None and old != peer.id:
            effects.append(ToPeer(old, wire.Notice(code="replaced", table=self.ref)))
        self._watching.pop(peer.id, None)
        self._lost.pop(peer.key, None)
        self._here[peer.key] = peer.id
        return effects

    def _bot_name(self) -> str:
        taken = {slot.name for slot in self.lobby.slots if slot is not None}
        return next((name for name in BOT_NAMES if name not in taken), BOT_NAMES[0])

    def _playing(self) -> Conductor:
        if self.conductor is None or self._joining is not None:
            raise Refusal("state", why="not-playing")
        return self.conductor
