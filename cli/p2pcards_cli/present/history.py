"""My matches: results and statistics, from the match files themselves (their last entry, not verified again here)."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from p2pcards_protocol.body import End, decode_body
from p2pcards_protocol.errors import P2PCardsError
from p2pcards_protocol.transcript import Message, read_file

from p2pcards.rules.presets import read_rules

from ..say.games import game_name
from ..say.i18n import listing, tr, trn
from ..text import clean_name


@dataclass(frozen=True, slots=True)
class Past:
    """One match. me: my seat, None when none of my keys sat there; sides: by seat numbers; won: by my side, None when
    it was not finished or not mine; shared: with others."""

    path: str
    date: datetime.date
    game: str
    names: tuple[str, ...]
    sides: tuple[tuple[int, ...], ...]
    me: int | None
    points: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str

    @property
    def finished(self) -> bool:
        """Whether it came to its end."""
        return bool(self.points)

    @property
    def side(self) -> int | None:
        """My side."""
        return next((number for number, seats in enumerate(self.sides) if self.me in seats), None)

    @property
    def won(self) -> bool | None:
        """Whether my side won (or shared the win)."""
        return None if self.side is None or not self.finished else self.side in self.winners


def read_past(path: str, date: datetime.date, data: bytes, mine: Collection[bytes]) -> Past | None:
    """What a file says of its match; None for a file that cannot be read."""
    try:
        header, entries = read_file(data)
        terms = header.parsed_terms
        rules = read_rules(terms.game, terms.options, terms.rules_version)
        end = End()
        if entries:
            message = Message.decode(entries[-1].blob)
            if message.kind == "end":
                body = decode_body("end", message.body)
                assert isinstance(body, End)
                end = body
        sides = rules.sides(len(terms.seats))
    except (P2PCardsError, KeyError, ValueError):
        return None
    me = next((seat for seat, each in enumerate(terms.seats) if each.key in mine), None)
    names = tuple(clean_name(seat.name) for seat in terms.seats)
    return Past(path, date, terms.game, names, sides, me, tuple(end.points), tuple(end.winners), end.reason)


def past_line(past: Past) -> str:
    """A match in a line."""
    sides = [" + ".join(past.names[seat] for seat in seats) for seats in past.sides]
    if not past.finished:
        told = tr("not finished")
        result = listing(sides)
    else:
        won = past.won
        told = tr("over") if won is None else (tr("won") if won else tr("lost"))
        result = listing(f"{name} {points}" for name, points in zip(sides, past.points, strict=False))
    return tr(
        "%(date)s  %(game)s, %(told)s: %(result)s",
        date=past.date.isoformat(),
        game=game_name(past.game),
        told=told,
        result=result,
    )


def statistics(matches: Sequence[Past]) -> list[str]:
    """Matches, wins by game and by partner."""
    counted = [past for past in matches if past.won is not None]
    if not counted:
        return [tr("No finished match of yours yet.")]
    lines = [tr("All games: %(won)d of %(n)d won.", won=sum(bool(past.won) for past in counted), n=len(counted))]
    games, partners = Counter[str](), Counter[str]()
    won_games, won_partners = Counter[str](), Counter[str]()
    for past in counted:
        games[past.game] += 1
        won_games[past.game] += bool(past.won)
        for seat in past.sides[past.side or 0]:
            if seat != past.me:
                partners[past.names[seat]] += 1
                won_partners[past.names[seat]] += bool(past.won)
    for game, n in games.most_common():
        lines.append(tr("%(game)s: %(won)d of %(n)d won.", game=game_name(game), won=won_games[game], n=n))
    for name, n in partners.most_common(10):
        lines.append(tr("With %(name)s: %(won)d of %(n)d won.", name=name, won=won_partners[name], n=n))
    unfinished = sum(not past.finished for past in matches)
    if unfinished:
        lines.append(trn("%(n)d match not finished.", "%(n)d matches not finished.", unfinished))
    return lines


def past_object(past: Past) -> dict[str, Any]:
    """A match as one object of `history --json`."""
    return {
        "file": past.path,
        "date": past.date.isoformat(),
        "game": past.game,
        "players": list(past.names),
        "sides": [list(seats) for seats in past.sides],
        "me": past.me,
        "finished": past.finished,
        "points": list(past.points),
        "winners": list(past.winners),
        "reason": past.reason,
        "won": past.won,
    }
