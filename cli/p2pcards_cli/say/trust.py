"""Verdicts in plain words: what a file or a deal proves, and what does not hold where.

A broken file is described by its layer (protocol LAYERS) and a reason key; a deal by its outcome and, where somebody
broke something, by the seat and a reason key.
"""

from __future__ import annotations

from .i18n import N_, tr
from .reasons import ILLEGAL, illegal

#: The layers of a transcript: what they are about.
LAYER_WORDS = {
    "file": N_("the file itself"),
    "header": N_("the head of the file, the agreement of the players"),
    "frame": N_("the form of the entries"),
    "chain": N_("the order of the entries"),
    "host-signature": N_("the host's signature"),
    "author-signature": N_("the author's signature"),
    "counter": N_("the author's own counting"),
    "seen": N_("what the author had seen"),
    "phase": N_("whose turn it was to say what"),
    "body": N_("the content of an entry"),
    "deal": N_("the fair deal"),
    "rules": N_("the rules of the game"),
    "audit": N_("the audit of a deal"),
    "end": N_("the end of the match"),
}

#: Why something in a transcript does not hold, or why somebody is blamed for a deal.
REASON_WORDS = {
    # file, header, frame
    "empty": N_("it is empty"),
    "not-a-transcript": N_("it is not a p2pcards match"),
    "version": N_("it was written by another version"),
    "too-long": N_("it is too long"),
    "truncated": N_("it is cut off"),
    "length": N_("a length is wrong"),
    "header-shape": N_("it has not the right form"),
    "terms-shape": N_("the terms have not the right form"),
    "terms-key-twice": N_("one key has two seats"),
    "members-not-seats": N_("those who joined are not those who sit"),
    "host-key-in-seat": N_("the host's own key has a seat"),
    "member-name": N_("a name is not the agreed one"),
    "commit-twice": N_("a commitment was made twice"),
    "join-signature": N_("a player's signature under the terms is wrong"),
    "join-commitment": N_("a player's random number is not the committed one"),
    "unknown-game": N_("it names a game that is not known here"),
    "join-commits": N_("the players' commitments are not those that were made"),
    "other-commits": N_("it carries other commitments than the players made"),
    "other-host": N_("it names another host"),
    "entry-shape": N_("an entry has not the right form"),
    "message-shape": N_("a message has not the right form"),
    # chain, signatures, counters
    "sequence": N_("an entry is missing or out of order"),
    "bad-signature": N_("the signature does not fit"),
    "no-such-seat": N_("there is no such seat"),
    "not-your-seat": N_("it is signed for somebody else's seat"),
    "after-the-end": N_("it comes after the end"),
    "unknown-kind": N_("its kind is not known"),
    "shape": N_("it has not the right form"),
    "stale": N_("it answers an older state"),
    "repeated": N_("it is said a second time"),
    "used": N_("its number was used before"),
    "gap": N_("one of the author's numbers is missing"),
    "future": N_("it answers what had not happened yet"),
    "other-history": N_("it answers another history of the match"),
    "no-such-entries": N_("it promises entries that never come"),
    "backwards": N_("it goes back behind what its author had seen"),
    # phases
    "not-the-author-of-this-kind": N_("its author may not say such a thing"),
    "deal-number": N_("it belongs to another deal"),
    "phase-not-open": N_("nobody had asked for it"),
    "seat-not-listed": N_("that seat had not been asked"),
    "spoke-already": N_("that seat had already answered"),
    "pins-before-open": N_("it was signed before it was asked for"),
    "phase-open": N_("something else was still going on"),
    "seats-not-ascending": N_("the seats are out of order"),
    "targets": N_("it asks for the wrong seats"),
    "attempt": N_("it counts the attempts wrongly"),
    "no-phase-open": N_("there was nothing to close"),
    "close-too-early": N_("it was closed before everybody had answered"),
    "close-hashes": N_("it does not list what was answered"),
    "key-in-another-seat": N_("that key already has a seat"),
    "not-the-owner": N_("it is not the owner's key"),
    "new-key-signature": N_("the new key has not signed"),
    "nothing-due": N_("nothing was to be said"),
    "not-due": N_("something else was due"),
    "not-the-phase-due": N_("another step was due"),
    "paused": N_("the table was paused"),
    "not-paused": N_("the table was not paused"),
    "hands-are-out": N_("the cards were already dealt"),
    "no-deal-under-way": N_("no deal was under way"),
    "owes-nothing": N_("it blames a seat from which nothing was due"),
    "not-justified": N_("nothing in the match gives the host the right to it"),
    "timed-out-already": N_("the time for that decision had been called already"),
    "keys-stand": N_("no seat changes hands at that moment"),
    "not-away": N_("that seat is not away"),
    "no-vote": N_("that seat has no vote on it"),
    "no-such-choice": N_("there is no such choice"),
    "deal-under-way": N_("a deal was under way"),
    "no-such-entry": N_("there is no such entry"),
    "private": N_("a private message has not the right form"),
    "other-terms": N_("it agrees to other terms"),
    "other-result": N_("it names another result than the play gives"),
    "other-points": N_("it names other points than the play gives"),
    "frozen-without-a-culprit": N_("the deal was stopped and nobody was to blame"),
    "forfeit-of-another-seat": N_("it names another seat than the audit"),
    # the deal
    "not-now": N_("out of turn in the deal"),
    "commit-copied": N_("copied another seat's commitment"),
    "commit-missing": N_("did not commit"),
    "commit-shape": N_("gave a commitment of the wrong form"),
    "box-low-order": N_("gave an unsafe box key"),
    "reveal-twice": N_("revealed twice"),
    "reveal-missing": N_("did not reveal"),
    "seed-not-committed": N_("revealed another seed than the committed one"),
    "seed-missing": N_("did not open its part of the deal"),
    "hand-hashes-shape": N_("published hand hashes of the wrong form"),
    "hand-shape": N_("dealt a hand of the wrong size"),
    "hand-hash": N_("dealt another hand than the deck gives"),
    "pass-twice": N_("passed twice"),
    "pass-copied": N_("copied another seat's pass"),
    "pass-hash": N_("passed other cards than it had committed to"),
    "pass-opened-twice": N_("opened a pass twice"),
    "pass-shape": N_("passed in the wrong form"),
    "pass-not-held": N_("passed cards that it did not hold"),
    "pass-missing": N_("did not open its pass"),
    "pass-box": N_("passed a box that does not open"),
    "pass-not-opened": N_("did not open a pass"),
    "pass-nobody-made": N_("opened a pass that nobody had made"),
    "passed-what-it-had-not": N_("passed cards that it did not hold"),
    "not-your-list": N_("shuffled out of turn"),
    "list-length": N_("gave a list of the wrong length"),
    "list-duplicate": N_("gave a list with a card twice"),
    "list-repeats": N_("gave cards that were seen before"),
    "list-not-points": N_("gave a list of nonsense"),
    "keys-of-own-hand": N_("opened its own hand"),
    "keys-count": N_("gave the wrong number of keys"),
    "keys-twice": N_("gave its keys twice"),
    "keys-range": N_("gave a key out of range"),
    "keys-not-committed": N_("gave other keys than it had committed to"),
    "keys-missing": N_("did not give its keys"),
    "not-your-position": N_("opened a card that was not dealt to it"),
    "key-hash": N_("opened a card with another key than the committed one"),
    "key-range": N_("gave a key out of range"),
    "garbage": N_("a card does not open to a card of the deck"),
    "card-twice": N_("a card came up twice"),
    "another-card": N_("played a card and opened another"),
    "claim-positions": N_("claimed without showing the whole hand"),
    "claim-tricks": N_("claimed another number of tricks than it shows cards"),
    "cards-not-ascending": N_("the cards are not in their order"),
    "not-played": N_("took back a card that was not played"),
    "key-in-a-dealer-deal": N_("gave a key where the host deals"),
    "sealed-commit-in-a-dealer-deal": N_("committed to a sealed deal where the host deals"),
    "dealer-pass-in-a-sealed-deal": N_("passed as in a dealer deal where nobody deals"),
    "key-missing": N_("played a card without its key"),
    "keys-targets": N_("gave keys to the wrong seats"),
    "false-contest": N_("objected without reason"),
    "audit-bulk": N_("committed to other keys than its seed gives"),
    "audit-key-hash": N_("committed to other cards than its seed gives"),
    "audit-box": N_("gave another box key than its seed gives"),
    "audit-pass": N_("passed other cards than its seed gives"),
    "audit-p1": N_("did not shuffle as its seed says"),
    "audit-p2": N_("did not lock the cards as its seed says"),
}

#: Outcomes of an audit (`p2pcards.referee.due.Verdict`).
OUTCOMES = {
    "verified": N_("Deal %(deal)d: verified."),
    "cheat": N_("Deal %(deal)d: NOT FAIR. %(name)s: %(reason)s."),
    "incomplete": N_("Deal %(deal)d: incomplete. %(name)s: %(reason)s."),
    "unverified": N_("Deal %(deal)d: cannot be verified. %(name)s: %(reason)s."),
}


def reason(key: str) -> str:
    """Why something does not hold."""
    if key in REASON_WORDS:
        return tr(REASON_WORDS[key])
    if key in ILLEGAL:
        return tr("against the rules (%(rule)s)", rule=rule(key))
    if key.startswith("option-"):
        return tr("its options make no game (%(key)s)", key=key)
    return tr("reason %(key)s", key=key[:60])


#: Broken rules as a noun: the keys of `p2pcards.rules.action.WHY` that an audit can find.
RULES = {
    "over": N_("acted after the end of the deal"),
    "wrong-phase": N_("acted in the wrong phase"),
    "not-your-turn": N_("acted out of turn"),
    "already-spoken": N_("answered twice"),
    "unknown-game": N_("chose an unknown game"),
    "must-choose": N_("held the seven of diamonds and did not choose"),
    "not-holder": N_("acted without the card that gives the right"),
    "already-chosen": N_("chose the game without the right to"),
    "nobody-chose": N_("held the seven of diamonds and kept silent"),
    "cards-needed": N_("passed unknown cards"),
    "pass-count": N_("passed the wrong number of cards"),
    "not-held": N_("played a card that it did not hold"),
    "not-in-deck": N_("played a card that is not in the deck"),
    "already-played": N_("played a card twice"),
    "blind-not-allowed": N_("bid blind nil without the right to"),
    "bid-range": N_("bid a number that does not exist"),
    "bid-forbidden": N_("made a forbidden bid"),
    "no-hell": N_("broke the no hell rule"),
    "suicide": N_("broke the suicide rule"),
    "team-cap": N_("bid above the cap of its side"),
    "must-follow": N_("revoked: did not follow suit"),
    "must-trump": N_("did not trump"),
    "lead-unbroken": N_("led an unbroken suit"),
    "first-trick": N_("played a penalty card to the first trick"),
    "opening-card": N_("did not lead the opening card"),
    "revoke-proven": N_("showed an earlier revoke"),
    "impossible-hand": N_("played what no hand can play"),
    "no-claims": N_("claimed tricks in a game without claims"),
    "claim-count": N_("claimed tricks without showing the whole hand"),
    "claimed-already": N_("made a refused claim again"),
    "request-open": N_("asked while another request was open"),
    "no-request": N_("answered what nobody had asked"),
    "takebacks-off": N_("asked for a card back at a table without take-backs"),
    "nothing-to-take-back": N_("asked for a card back that cannot come back"),
}


def rule(key: str) -> str:
    """Which rule somebody broke."""
    return tr(RULES[key]) if key in RULES else illegal(key, {})


def layer(key: str) -> str:
    """What a layer of a file is about."""
    return tr(LAYER_WORDS[key]) if key in LAYER_WORDS else key[:40]


def fault(layer_key: str, entry: int | None, reason_key: str, name: str | None = None) -> str:
    """What does not hold in a file: the layer, the entry, the reason, and who it names."""
    where = layer(layer_key)
    why = rule(reason_key) if layer_key == "rules" else reason(reason_key)
    if entry is None:
        return tr("Does not hold: %(where)s (layer %(layer)s): %(why)s.", where=where, layer=layer_key, why=why)
    if name is not None:
        return tr(
            "Does not hold: entry %(entry)d, %(where)s (layer %(layer)s): %(name)s: %(why)s.",
            entry=entry,
            where=where,
            layer=layer_key,
            name=name,
            why=why,
        )
    return tr(
        "Does not hold: entry %(entry)d, %(where)s (layer %(layer)s): %(why)s.",
        entry=entry,
        where=where,
        layer=layer_key,
        why=why,
    )


def outcome(deal: int, key: str, name: str, reason_key: str) -> str:
    """The verdict on one deal. name: who is to blame, where somebody is."""
    if key not in OUTCOMES:
        return tr("Deal %(deal)d: %(key)s.", deal=deal, key=key)
    why = rule(reason_key) if reason_key in RULES else reason(reason_key)
    return tr(OUTCOMES[key], deal=deal, name=name, reason=why)
