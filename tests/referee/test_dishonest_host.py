"""What a host can try beside dealing: every honest peer refuses it at once, or the file shows it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, ClassVar

import pytest
from p2pcards_protocol import body as bodies
from p2pcards_protocol.body import Body, encode_body
from p2pcards_protocol.errors import FairnessError, TranscriptError
from p2pcards_protocol.identity import Identity
from p2pcards_protocol.transcript import Entry, Ledger, Message, key_change_signature
from referee.dishonest import drive, give_up, refuses, seat_says, speak
from referee.memory_table import MemoryTable, fold

from p2pcards.host.conductor import Conductor, PrivateTo
from p2pcards.referee import HOST
from p2pcards.verify import fold_report, verify_bytes


def in_play(game: str = "hearts", deal: str = "sealed", seed: int = 6) -> MemoryTable:
    table = MemoryTable(game, deal=deal, changes={"max_hands": 1}, seed=seed)
    table.run(until=lambda t: t.kinds().count("play") >= 4)
    return all_told(table)


def all_told(table: MemoryTable) -> MemoryTable:
    """Everybody has heard of every entry, and says nothing."""
    for at in table.seats:
        while at.inbox and isinstance(at.inbox[0], Entry):
            at.player.receive(at.inbox.popleft())
    return table


def between_deals() -> MemoryTable:
    """A deal is audited, and not everybody has acknowledged it."""
    table = MemoryTable("hearts", deal="dealer", changes={"max_hands": 2}, seed=6)
    table.run(until=lambda t: t.referee.due is not None and t.referee.due.phase == "ack")
    return all_told(table)


def host_entry(table: MemoryTable, kind: str, body: Body) -> Entry:
    """An entry that only a lying host would make: signed and chained, and never judged by itself."""
    ledger = Ledger(table.header)
    for entry in table.entries:
        ledger.append(entry)
    draft = ledger.author(table.host_identity, HOST, ledger.deal, kind, encode_body(body))
    return ledger.seal(table.host_identity, 0, draft.blob, draft.asig)


def everybody_refuses(table: MemoryTable, kind: str, body: Body, why: str) -> None:
    entry = host_entry(table, kind, body)
    assert refuses(table, entry) == dict.fromkeys(range(table.referee.n), why)
    report = fold_report(table.header, [*table.entries, entry])
    assert report.fault is not None
    assert (report.fault.entry, report.fault.reason) == (entry.seq, why)


# -- blame that nothing justifies -------------------------------------------------------------------------------------


@pytest.mark.parametrize("votes", [(), ((0, "yes"),), ((0, "yes"), (1, "yes"), (1, "no"))])
def test_a_kick_by_vote_needs_two_votes(votes: tuple[tuple[int, str], ...]) -> None:
    table = between_deals()
    for seat, choice in votes:
        seat_says(table, seat, "vote", bodies.Vote(question="kick", choice=choice, about=2))
        all_told(table)
    everybody_refuses(table, "kick", bodies.Kick(seat=2), "not-justified")
    assert refuses(table, host_entry(table, "kick", bodies.Kick(seat=2, reason="host"))) == {}


def test_a_kick_by_vote_stands_where_two_want_it() -> None:
    table = between_deals()
    for seat in (0, 3):
        seat_says(table, seat, "vote", bodies.Vote(question="kick", choice="yes", about=2))
        all_told(table)
    speak(table, "kick", bodies.Kick(seat=2))
    assert refuses(table, table.entries[-1]) == {}
    assert table.kinds()[-1] == "kick"


@pytest.mark.parametrize("reason", ["away", "left", "cheat", "must-follow"])
def test_a_forfeit_in_mid_deal_needs_votes_or_a_leave(reason: str) -> None:
    everybody_refuses(in_play(), "forfeit", bodies.About(seat=2, reason=reason), "not-justified")


def test_a_pause_alone_does_not_justify_a_forfeit_nor_do_too_few_votes() -> None:
    table = in_play()
    speak(table, "pause", bodies.Pause(reason="lost", about=2))
    table.run(until=lambda t: not any(at.inbox for at in t.seats))
    everybody_refuses(table, "forfeit", bodies.About(seat=2, reason="away"), "not-justified")
    table = in_play()
    speak(table, "pause", bodies.Pause(reason="lost", about=2))
    for choice, seat in (("end", 0), ("wait", 1)):
        table.run(until=lambda t: not any(at.inbox for at in t.seats))
        seat_says(table, seat, "vote", bodies.Vote(question="away", choice=choice, about=2))
    table.run(until=lambda t: not any(at.inbox for at in t.seats))
    everybody_refuses(table, "forfeit", bodies.About(seat=2, reason="away"), "not-justified")


def test_votes_for_one_seat_forfeit_no_other() -> None:
    table = in_play()
    speak(table, "pause", bodies.Pause(reason="lost", about=2))
    for seat in (0, 1, 3):
        table.run(until=lambda t: not any(at.inbox for at in t.seats))
        seat_says(table, seat, "vote", bodies.Vote(question="away", choice="end", about=2))
    table.run(until=lambda t: not any(at.inbox for at in t.seats))
    everybody_refuses(table, "forfeit", bodies.About(seat=1, reason="away"), "not-justified")


def test_with_votes_the_forfeit_stands_and_is_counted() -> None:
    table = in_play()
    table.seats[2].kill()
    give_up(table, 2)
    drive(table, lambda t: t.referee.ended)
    assert [(done.forfeiter, done.why) for done in table.referee.match.deals] == [(2, "away")]
    report = verify_bytes(table.file())
    assert report.fault is None
    assert report.counts["forfeits"] == report.counts["pauses"] == {2: 1}


def test_a_seat_that_left_without_its_seed_can_be_forfeited() -> None:
    table = in_play()
    table.carry_out(table.seats[1], table.seats[1].player.leave())
    table.run(until=lambda t: not any(at.inbox for at in t.seats))
    speak(table, "forfeit", bodies.About(seat=1, reason="left"))
    drive(table, lambda t: t.referee.ended)
    assert [(done.forfeiter, done.why) for done in table.referee.match.deals] == [(1, "left")]
    assert verify_bytes(table.file()).fault is None


def test_a_void_after_the_cards_are_out_is_refused() -> None:
    everybody_refuses(in_play(), "void", bodies.About(seat=HOST, reason="asked"), "hands-are-out")


def test_a_void_names_only_a_seat_that_owes_something() -> None:
    table = MemoryTable("hearts", changes={"max_hands": 1}, seed=6)
    table.run(until=lambda t: "p1" in t.kinds())
    for at in table.seats:
        while at.inbox:
            at.player.receive(at.inbox.popleft())  # type: ignore[arg-type]
    due = table.referee.due
    assert due is not None
    innocent = (due.seats[0] + 1) % 4
    everybody_refuses(table, "void", bodies.About(seat=innocent, reason="timeout"), "owes-nothing")


def test_a_host_that_deals_again_until_pleased_is_counted_by_its_own_name() -> None:
    table = MemoryTable("hearts", changes={"max_hands": 1}, seed=6)
    for count in range(1, 6):
        table.run(until=lambda t, count=count: t.kinds().count("p1") >= 2 * count)  # type: ignore[misc]
        speak(table, "void", bodies.About(seat=HOST, reason="asked"))
    table.run()
    report = verify_bytes(table.file())
    assert report.ok
    assert report.counts == {"voids": {HOST: 5}}


def test_time_is_called_once_and_only_on_a_seat_that_must_decide() -> None:
    table = in_play()
    due = table.referee.due
    assert due is not None
    (late,) = due.seats
    everybody_refuses(table, "timeout", bodies.About(seat=(late + 1) % 4, reason="turn"), "owes-nothing")
    table = in_play()
    speak(table, "timeout", bodies.About(seat=late, reason="turn"))
    table.seats[late].inbox.clear()
    for at in table.seats:
        if at.seat != late:
            at.player.receive(at.inbox.popleft())  # type: ignore[arg-type]
    again = host_entry(table, "timeout", bodies.About(seat=late, reason="turn"))
    others = {seat: why for seat, why in refuses(table, again).items() if seat != late}
    assert others == {seat: "timed-out-already" for seat in range(4) if seat != late}


def test_a_seat_is_not_taken_from_somebody_who_is_here() -> None:
    table = in_play()
    bot = Identity.from_seed(b"\x07" * 32)
    change = bodies.KeyChange(
        seat=2, key=bot.public, signature=key_change_signature(bot, "take", table.header.table_id, 1, 2)
    )
    everybody_refuses(table, "take", change, "not-justified")


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (bodies.Vote(question="away", choice="end", about=1), "not-away"),
        (bodies.Vote(question="away", choice="end", about=7), "no-such-seat"),
        (bodies.Vote(question="away", choice="bot", about=2), "no-such-choice"),
    ],
)
def test_votes_are_about_a_seat_that_is_away(body: Body, why: str) -> None:
    table = in_play()
    speak(table, "pause", bodies.Pause(reason="lost", about=2))
    table.run(until=lambda t: not any(at.inbox for at in t.seats))
    seat_says(table, 0, "vote", body)
    assert table.refused[-1][2] == why


def test_a_seat_neither_votes_about_itself_nor_pauses_another() -> None:
    table = in_play()
    seat_says(table, 0, "pause", bodies.Pause(reason="asked", about=2))
    assert table.refused[-1][2] == "not-your-seat"
    speak(table, "pause", bodies.Pause(reason="lost", about=2))
    table.run(until=lambda t: not any(at.inbox for at in t.seats))
    seat_says(table, 2, "vote", bodies.Vote(question="away", choice="wait", about=2))
    assert table.refused[-1][2] == "no-vote"
    seat_says(table, 0, "resume", bodies.Resume())
    assert table.refused[-1][2] == "not-your-seat"


def test_a_majority_that_waits_begins_the_vote_afresh_for_everybody() -> None:
    table = in_play()
    speak(table, "pause", bodies.Pause(reason="lost", about=2))
    for seat, choice in ((0, "wait"), (1, "wait"), (3, "end")):
        table.run(until=lambda t: not any(at.inbox for at in t.seats))
        seat_says(table, seat, "vote", bodies.Vote(question="away", choice=choice, about=2))
    table.run(until=lambda t: not any(at.inbox for at in t.seats))
    votes = {("away", 2): {3: "end"}}
    assert table.referee.interrupts.votes == votes
    assert all(at.player.referee.interrupts.votes == votes for at in table.seats)
    assert fold(table.header, table.entries).interrupts.votes == votes


# -- the chain --------------------------------------------------------------------------------------------------------


def test_altered_replayed_reordered_and_dropped_messages_are_refused() -> None:
    table = in_play()
    made, at = table.entries[-6:], table.seats[0]
    player = at.begin()
    for entry in table.entries[:-6]:
        player.receive(entry)
    ledger = player.referee.ledger
    forged = ledger.author(table.identities[1], 0, ledger.deal, "play", encode_body(bodies.Play(card=0)))
    old = table.entries[-9]
    tries: list[tuple[Entry, set[str]]] = [
        (replace(made[0], blob=made[0].blob[:-1] + bytes([made[0].blob[-1] ^ 1])), {"host-signature"}),
        (replace(made[0], t_ms=made[0].t_ms + 1), {"host-signature"}),
        (made[1], {"chain"}),
        (old, {"chain"}),
        (ledger.seal(table.host_identity, 0, old.blob, old.asig), {"counter"}),
        (ledger.seal(table.host_identity, 0, made[1].blob, made[1].asig), {"counter", "seen"}),
        (ledger.seal(table.host_identity, 0, forged.blob, forged.asig), {"author-signature"}),
    ]
    for entry, layers in tries:
        with pytest.raises(TranscriptError) as error:
            player.receive(entry)
        assert error.value.layer in layers
    for entry in made:
        player.receive(entry)
    assert player.referee.ledger.head == table.referee.ledger.head


def test_a_host_that_passes_on_a_cheats_message_is_left_by_every_honest_player() -> None:
    """An honest host refuses it, so whoever relays it is in league with the cheat."""
    table = MemoryTable("hearts", changes={"max_hands": 1}, seed=6)
    table.run(until=lambda t: t.referee.due is not None and t.referee.due.kinds[0] == "p1")
    for at in table.seats:
        while at.inbox:
            at.player.receive(at.inbox.popleft())  # type: ignore[arg-type]
    due = table.referee.due
    assert due is not None
    cheat = due.seats[0]
    ledger = table.referee.ledger
    body = bodies.Pass1(points=table.referee.flow.dealing.public.current)  # type: ignore[union-attr]
    draft = ledger.author(table.identities[cheat], cheat, ledger.deal, "p1", encode_body(body))
    entry = ledger.seal(table.host_identity, 0, draft.blob, draft.asig)
    found = refuses(table, entry)
    assert set(found.values()) == {"list-repeats"}
    report = fold_report(table.header, [*table.entries, entry])
    assert report.fault is not None
    assert (report.fault.layer, report.fault.seat, report.fault.entry) == ("deal", cheat, entry.seq)


def test_a_two_faced_host_is_found_by_the_next_message_across_the_fork() -> None:
    """Half of the table hears another t_ms; the first play that answers the other head uncovers it."""
    table = in_play()
    due = table.referee.due
    assert due is not None
    (mover,) = due.seats
    watcher = (mover + 1) % 4
    twin = host_entry(table, "pause", bodies.Pause(reason="asked"))
    ledger = Ledger(table.header)
    for entry in table.entries:
        ledger.append(entry)
    other = ledger.seal(table.host_identity, 1, twin.blob, twin.asig)
    table.seats[mover].player.receive(twin)
    table.seats[watcher].player.receive(other)
    player = table.seats[mover].player
    vote = encode_body(bodies.Vote(question="kick", choice="yes"))
    draft = player.referee.ledger.author(table.identities[mover], mover, 1, "vote", vote)
    theirs = table.seats[watcher].player.referee.ledger
    with pytest.raises(TranscriptError) as error:
        table.seats[watcher].player.receive(theirs.seal(table.host_identity, 0, draft.blob, draft.asig))
    assert (error.value.layer, error.value.reason) == ("seen", "other-history")


def test_a_restarted_client_never_answers_a_second_list_with_the_same_secrets() -> None:
    """A host that rolls a client back and shows it another list could read the client's order of the cards."""
    table = MemoryTable("spar", 3, changes={"max_hands": 1}, seed=6)
    table.run(until=lambda t: t.kinds().count("p1") == 3)
    victim = table.seats[0]
    victim.saved["p1/1/0"] = bytes(32)
    (own,) = (
        n
        for n, entry in enumerate(table.entries)
        if (Message.decode(entry.blob).kind, Message.decode(entry.blob).seat) == ("p1", 0)
    )
    victim.begin()
    for entry in table.entries[:own]:
        victim.player.receive(entry)
    with pytest.raises(FairnessError) as error:
        victim.player.caught_up()
    assert (error.value.seat, error.value.reason) == (HOST, "other-history")


# -- the dealer -------------------------------------------------------------------------------------------------------


class OtherHand(Conductor):
    """Sends seats 1 and 2 a card of each other, and publishes the hashes of what the deck gives."""

    def _all_privates(self) -> list[PrivateTo]:
        notes = super()._all_privates()
        mine, theirs = (next((n for n in notes if n.seat == seat and n.kind == "hand"), None) for seat in (1, 2))
        if mine is not None and theirs is not None:
            a, b = mine.body["cards"], theirs.body["cards"]
            a[0], b[0] = b[0], a[0]
        return notes


class OtherHandHashed(Conductor):
    """Deals seats 1 and 2 a card of each other, and publishes the hashes of that."""

    def _follow(self) -> None:
        super()._follow()
        deck = self._deck
        if deck is None or deck in self.twisted:
            return
        honest = deck.hand

        def hand(seat: int) -> tuple[tuple[int, ...], bytes]:
            cards, nonce = honest(seat)
            if seat not in (1, 2):
                return cards, nonce
            return ((honest(3 - seat)[0][0], *cards[1:]), nonce)

        deck.hand = hand  # type: ignore[method-assign]
        self.twisted.append(deck)

    twisted: ClassVar[list[Any]] = []


def test_a_hand_that_is_not_the_published_one_is_refused_before_a_card_is_played() -> None:
    table = MemoryTable("hearts", deal="dealer", changes={"max_hands": 1}, seed=6, host=OtherHand)
    table.run()
    assert {seat: (error.seat, error.reason) for seat, error in table.distrust.items()} == {  # type: ignore[attr-defined]
        1: (HOST, "hand-hash"),
        2: (HOST, "hand-hash"),
    }
    assert "play" not in table.kinds()


def test_a_hand_that_is_published_but_not_the_decks_is_named_by_the_audit_and_ends_the_match() -> None:
    table = MemoryTable("hearts", deal="dealer", changes={"max_hands": 3}, seed=6, host=OtherHandHashed)
    table.run()
    verdict = table.referee.verdicts[1]
    assert (verdict.outcome, verdict.seat) == ("cheat", HOST)
    assert table.distrust == {}
    result = table.referee.match.result
    assert result is not None
    assert (result.winners, result.reason) == ((), "host-cheat")
    assert table.referee.match.sheet.points == (0, 0, 0, 0), "a deal that the host broke counts for nobody"
    assert all(at.player.referee.match.result == result for at in table.seats)
    report = verify_bytes(table.file())
    assert (report.ok, report.fault, [v.seat for v in report.cheats]) == (False, None, [HOST])


class KeepsSeed(Conductor):
    """A dealer that never opens its seed."""

    def _waiting(self, due: Any) -> bool:
        return due.kinds[0] == "seed" or super()._waiting(due)


def test_a_dealer_that_keeps_its_seed_is_unverified_and_named() -> None:
    table = MemoryTable("hearts", deal="dealer", changes={"max_hands": 1}, seed=6, host=KeepsSeed).run()
    verdict = table.referee.verdicts[1]
    assert (verdict.outcome, verdict.seat) == ("unverified", HOST)
    report = verify_bytes(table.file())
    assert (report.ok, report.finished, report.counts) == (False, True, {"missing-seeds": {HOST: 1}})
