"""Every error as one clear sentence, with what to do about it where that is known.

Errors are told apart by the names of their classes, so that this file imports none of their rooms.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .i18n import N_, listing, tr
from .reasons import illegal, option_why, refused
from .trust import fault, reason

ADDRESS = {
    "empty": N_("Say which host: a name, an address, its six words or an invite."),
    "bad-port": N_("%(text)s: a port is a number from 1 to 65535."),
    "bad-address": N_("%(text)s is not an address. Examples: 10.0.0.5, 10.0.0.5:7787, [fd00::1]:7787, fe80::1%%eth0."),
    "bad-invite": N_("This invite is not whole: %(text)s. Copy all of it, from p2pcards: to the end."),
    "bad-words": N_("%(word)s is not one of the words."),
}
BAD_WORDS_NEAR = N_("%(word)s is not one of the words. Did you mean %(nearest)s?")

LISTEN = {
    "port-taken": N_("Port %(port)s is taken by another program. Choose another one with --port, or leave it out."),
    "port-forbidden": N_("The system does not allow port %(port)s. Choose one above 1023."),
    "no-such-address": N_("%(address)s is not an address of this machine."),
    "cannot-listen": N_("Cannot listen on %(address)s port %(port)s: %(text)s."),
}

NOT_REACHED = {
    "no-address": N_("The host has no address that can be tried. Is there a network?"),
    "refused": N_("Nobody answers there: the machine is there and no host is running on that port."),
    "unreachable": N_("That address cannot be reached from this network."),
    "timeout": N_("No answer. Is the host running, and in the same network? A firewall may be in between."),
    "name-unknown": N_("No host of that name is announced, and the name has no address."),
    "privacy": N_(
        "macOS does not let this program into the local network. Allow it in System Settings, Privacy & Security, "
        "Local Network."
    ),
    "not-p2pcards": N_("Something answers there, and it is not p2pcards."),
    "lost": N_("The connection broke before the greeting was over."),
    "not-announced": N_("No such host is announced in this network. Ask for its address."),
    "not-found": N_("No such host is announced in this network. Ask for its address."),
    "ambiguous": N_("Several hosts have that name. Add the four letters of its key, or use its words or address."),
    "gone": N_("The host has ended the connection."),
}
NOT_REACHED_SHORT = {
    "no-address": N_("no address"),
    "refused": N_("refused"),
    "unreachable": N_("unreachable"),
    "timeout": N_("no answer"),
    "name-unknown": N_("unknown name"),
    "privacy": N_("not allowed by macOS"),
    "not-p2pcards": N_("not p2pcards"),
    "wrong-key": N_("another key"),
    "lost": N_("broke off"),
}

#: The fixed error strings of the protocol that end a connection.
CLOSED = {
    "bad-frame": N_("The other side sent something that is not p2pcards."),
    "bad-message": N_("The other side sent a message of the wrong form."),
    "version": N_("The other side speaks another version of the protocol. Update the older of the two programs."),
    "auth": N_("The other side could not prove its key."),
    "state": N_("The other side sent something that was not due."),
    "rate": N_("Too many messages; the host ended the connection."),
    "slow": N_("The connection was too slow; the host ended it."),
    "timeout": N_("The other side did not answer in time."),
    "lost": N_("The connection is lost."),
    "": N_("The host has ended the connection."),
}

STORE = {
    "disk-full": N_("The disk is full: %(path)s."),
    "read-only": N_("This folder cannot be written: %(path)s."),
    "no-permission": N_("No permission: %(path)s."),
    "not-a-folder": N_("This is not a folder: %(path)s."),
    "no-home": N_("%(path)s: no home folder is known. Say where things are kept with --state-dir."),
    "busy": N_("Another program holds %(path)s. Try again in a moment."),
    "corrupt": N_("%(path)s is damaged. Move it away to start afresh; match files are not affected."),
    "too-new": N_("%(path)s was written by a newer version of p2pcards."),
    "key-unreadable": N_(
        "The key file %(path)s is damaged. It is never replaced by itself: restore a copy (id import), or make a new "
        "key (id new)."
    ),
    "no-free-slot": N_("Too many programs use %(path)s at once, or the one asked for is in use."),
    "name-taken": N_("%(path)s: the name is taken."),
    "gap": N_("%(path)s: an entry of the match is missing."),
    "unknown-table": N_("%(path)s: that match is not kept here."),
    "io": N_("%(path)s: %(text)s."),
}

CONFIG = {
    "unreadable": N_("The configuration %(path)s cannot be read: %(text)s."),
    "not-toml": N_("The configuration %(path)s is not valid TOML: %(text)s."),
    "unknown-key": N_("The configuration %(path)s has an unknown key: %(name)s."),
    "unknown-key-near": N_("The configuration %(path)s has an unknown key: %(name)s. Did you mean %(nearest)s?"),
    "bad-value": N_("The configuration %(path)s: %(name)s must be %(text)s."),
}


def _address(error: Any) -> str:
    data = error.data
    if error.key == "bad-words" and data.get("nearest"):
        return tr(BAD_WORDS_NEAR, word=data["word"], nearest=data["nearest"])
    return _filled(ADDRESS, error.key, data)


def _filled(table: Mapping[str, str], key: str, data: Mapping[str, object]) -> str:
    """The sentence of a key with its data; the key itself where there is none."""
    if key not in table:
        return tr("It did not work (%(key)s).", key=key)
    values = {name: data.get(name, "?") for name in ("text", "port", "address", "word", "path", "name", "nearest")}
    return tr(table[key], **values)


def config_sentence(key: str, data: Mapping[str, object]) -> str:
    """What is wrong with a configuration; "" for a key that is not about one."""
    return _filled(CONFIG, key, data) if key in CONFIG else ""


def not_reached(key: str, tried: object = ()) -> str:
    """Why a host was not reached, and what was tried."""
    sentence = tr(NOT_REACHED[key]) if key in NOT_REACHED else closed(key)
    if isinstance(tried, tuple) and tried:
        return tr("%(why)s Tried: %(tried)s.", why=sentence, tried=listing(_tried(each) for each in tried[:8]))
    return sentence


def _tried(one: tuple[str, str]) -> str:
    address, key = one
    short = tr(NOT_REACHED_SHORT[key]) if key in NOT_REACHED_SHORT else key
    return tr("%(address)s (%(why)s)", address=address, why=short)


def closed(code: str) -> str:
    """Why a connection ended for good."""
    return tr(CLOSED[code]) if code in CLOSED else tr("The connection ended (%(key)s).", key=code[:40])


def _wrong_key(error: Any) -> str:
    return tr(
        "A host answers there, and it is not the one that was meant: it shows another key. Nothing was sent to it."
    )


def _key_changed(error: Any) -> str:
    from p2pcards_protocol.identity import host_words

    return tr(
        "The key of host %(name)s has changed. Somebody may sit in between, or the host was set up anew. "
        "It was: %(known)s. It is now: %(seen)s. Ask its owner; if that is right, type: p2pcards id trust %(name)s",
        name=error.name or " ".join(host_words(error.known)),
        known=" ".join(host_words(error.known)),
        seen=" ".join(host_words(error.seen)),
    )


def _transcript(error: Any) -> str:
    return fault(error.layer, error.entry, error.reason)


def _fairness(error: Any) -> str:
    if error.seat is None:
        return tr("The deal is not fair: %(reason)s.", reason=reason(error.reason))
    if error.seat == 255:
        return tr("The deal is not fair. The host: %(reason)s.", reason=reason(error.reason))
    return tr("The deal is not fair. Seat %(seat)d: %(reason)s.", seat=error.seat + 1, reason=reason(error.reason))


def _store(error: Any) -> str:
    return _filled(STORE, error.key, {"path": error.path, "text": error.text})


#: By the name of the error's class, the nearest one first (its own, then its bases').
SENTENCES: dict[str, Callable[[Any], str]] = {
    "AddressError": _address,
    "ListenError": lambda e: _filled(LISTEN, e.key, e.data),
    "NotReached": lambda e: not_reached(e.key, e.data.get("tried", ())),
    "WrongKey": _wrong_key,
    "NetError": lambda e: tr("The network did not do it (%(key)s).", key=e.key),
    "KeyChanged": _key_changed,
    "StoreError": _store,
    "ConfigError": lambda e: _filled(CONFIG, e.key, e.data),
    "HostConfigError": lambda e: _filled(CONFIG, e.key, e.data),
    "IllegalAction": lambda e: tr("Not allowed: %(reason)s.", reason=illegal(e.why, e.data)),
    "OptionError": lambda e: tr("Not possible: %(reason)s.", reason=option_why(e.option, e.why, e.data)),
    "TranscriptError": _transcript,
    "FairnessError": _fairness,
    "RefusedByHost": lambda e: refused(e.code, e.data),
    "Refusal": lambda e: refused(e.code, e.data),
    "LocalProtocolError": lambda e: tr("This program made a mistake in the protocol: %(text)s", text=str(e)),
    "RemoteProtocolError": lambda e: closed(e.code),
    "ProtocolError": lambda e: tr("The two programs did not agree on what comes next."),
    "P2PCardsError": lambda e: tr("It did not work: %(text)s", text=str(e)),
}


#: What the system says about files, in the reader's language.
SYSTEM: dict[type[OSError], str] = {
    FileNotFoundError: N_("There is no file or folder %(path)s."),
    PermissionError: N_("%(path)s: not permitted. Choose another place, or change its permissions."),
    IsADirectoryError: N_("%(path)s is a folder, not a file."),
    NotADirectoryError: N_("%(path)s: a part of this path is a file, not a folder."),
    FileExistsError: N_("%(path)s is there already."),
}


def error_sentence(error: BaseException) -> str:
    """One sentence about an error of p2pcards or of the system."""
    for kind in type(error).__mro__:
        if kind.__name__ in SENTENCES:
            return SENTENCES[kind.__name__](error)
    if isinstance(error, OSError):
        where = error.filename if isinstance(error.filename, str) else ""
        for kind, told in SYSTEM.items():
            if where and isinstance(error, kind):
                return tr(told, path=where)
        text = error.strerror or str(error) or type(error).__name__
        return tr("%(path)s: %(text)s.", path=where, text=text) if where else tr("%(text)s.", text=text)
    return tr("It did not work: %(text)s", text=str(error) or type(error).__name__)
