"""What a person can ask for at a table before a match: make one, sit down or watch, bots, house rules, the start."""

from __future__ import annotations

import asyncio
from typing import Any

from p2pcards_protocol import message as wire

from p2pcards.net.at_table import AtTable
from p2pcards.net.client_link import RefusedByHost
from p2pcards.net.client_returning import ClientReturning
from p2pcards.net.password import password_key


class ClientLobby(ClientReturning):
    """See the module. Requests raise RefusedByHost."""

    async def create(
        self,
        game: str,
        options: dict[str, Any],
        seats: int,
        *,
        deal: str = "sealed",
        bots: tuple[str, ...] = (),
        name: str = "",
        turn: int = 0,
        invite_only: bool = False,
        password: str = "",
        spectators: bool = True,
    ) -> str:
        """Make a table; returns the host's name of it.

        password: what others must prove to come in. The host gets what stands for it (a slow hash), which is as good as
        the password for this table and does not tell it.
        """
        key = await asyncio.get_running_loop().run_in_executor(None, password_key, password) if password else b""
        wanted = wire.Create(
            game=game,
            options=options,
            seats=seats,
            deal=deal,  # type: ignore[arg-type]
            bots=bots,
            name=name,
            turn_s=turn,
            access="password" if password else "invite" if invite_only else "open",
            spectators=spectators,
            password=key,
        )
        return str((await self._request(wanted)).table)

    async def sit(self, ref: str, seat: int | None = None, *, bot: bool = False, secret: bytes = b"") -> int:
        """Take a seat (or come back to mine); returns which."""
        if self.at is None or self.at.ref != ref:
            self.at = self._arrive(ref)
        at = self.at
        at.secret, at.bot, at.sits = secret or at.secret, bot, True
        secret = at.secret or self._knocked.get(ref, b"")
        try:
            answer = await self._request(wire.Sit(table=ref, name=self.name, seat=seat, bot=bot, secret=secret))
        except RefusedByHost as error:
            at.sits = at.seat is not None or error.code == "lost"
            raise
        if self._seated(at, answer.data):
            self._ask_since()
        assert at.seat is not None
        return at.seat

    async def spectate(self, ref: str, *, secret: bytes = b"") -> None:
        """Watch a table: public facts only. secret: from an invite."""
        self.at = self._arrive(ref)
        self.at.secret = secret
        secret = secret or self._knocked.get(ref, b"")
        answer = await self._request(wire.Spectate(table=ref, name=self.name, secret=secret))
        if self._seated(self.at, answer.data):
            self._ask_since()

    async def stand_in(self, ref: str, seat: int, how: str = "take") -> None:
        """Play a seat on for somebody who is gone, or in the place of somebody who was put out ("join"): the host's
        bots only."""
        self.at = self._arrive(ref)
        if how == "take":
            self.at.seat = seat
        else:
            self.at.joining = seat
        await self._request(wire.Spectate(table=ref, name=self.name))
        self._ask_since()
        self.at.reclaim = True

    async def stand(self) -> None:
        """Leave the seat, stay in the lobby."""
        at = self._here()
        seat, at.seat, at.sits = at.seat, None, False
        try:
            await self._request(wire.Stand(table=at.ref))
        except RefusedByHost:
            at.seat, at.sits = seat, True
            raise

    async def ready(self, ready: bool = True) -> None:
        """Say that I am ready, or not. The match starts when all are."""
        await self._request(wire.Ready(table=self._here().ref, ready=ready))

    async def add_bot(self, seat: int, level: str) -> None:
        """Put a bot into an empty seat, or another one in a bot's place."""
        await self._request(wire.Bot(table=self._here().ref, seat=seat, level=level))

    async def remove_bot(self, seat: int) -> None:
        """Take a bot away."""
        await self._request(wire.Bot(table=self._here().ref, seat=seat))

    async def shuffle(self) -> None:
        """Random seats and teams."""
        await self._request(wire.Shuffle(table=self._here().ref))

    async def change(self, options: dict[str, Any], deal: str) -> None:
        """Change house rules and the kind of deal."""
        await self._request(wire.Change(table=self._here().ref, options=options, deal=deal))  # type: ignore[arg-type]

    async def admit(self, key: bytes) -> None:
        """Let somebody in again who was put out (`at.out`): the owner of the table only."""
        await self._request(wire.Admit(table=self._here().ref, key=key))

    async def start(self) -> None:
        """Start the match; empty seats get bots."""
        await self._request(wire.Start(table=self._here().ref))

    async def knock(self, ref: str, password: str) -> None:
        """Prove the password of a table; then sit down or watch. Raises RefusedByHost (password), BadPassword when it
        is the host that does not know it. Needs the extra `p2pcards[password]`."""
        key = await asyncio.get_running_loop().run_in_executor(None, password_key, password)
        await self._prove(ref, key)

    def has_proved(self, ref: str) -> bool:
        """Whether the password of a table has been proved over the link that stands."""
        return ref in self._knocked

    def _here(self) -> AtTable:
        if self.at is None:
            raise RefusedByHost("not-seated", {})
        return self.at

    def _arrive(self, ref: str) -> AtTable:
        self._sought = None
        info = next((info for info in self.tables if info.table == ref), None)
        if info is None:
            raise RefusedByHost("gone", {})
        return AtTable(ref, info, {})
