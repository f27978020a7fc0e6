"""`id`: this person's key, and the hosts that are known."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .. import clicks
from ..clicks import option
from ..exits import Exit, Failure
from ..say.i18n import N_, tr
from ..settings import global_options, settings_of
from ..text import clean_name, fold

if TYPE_CHECKING:
    from p2pcards.store import KnownHost, Store

SLOT = option("--slot", type=click.IntRange(1, 256), default=1, help=N_("Which of the keys; 1 is the usual one."))


@click.group("id", cls=clicks.Group)
@global_options
def command() -> None:
    """Your key, and the hosts you know."""


@command.command("show", cls=clicks.Command)
@global_options
@SLOT
@click.pass_context
def show(context: click.Context, slot: int) -> int:
    """Your fingerprint, and the hosts you know with their words."""
    from p2pcards_protocol.identity import Identity, fingerprint, host_words

    from p2pcards.store import read_key

    from ..present.people import spaced

    folder = settings_of(context).folder()
    path = folder / "keys" / f"player-{slot}.key"
    if path.exists():
        identity = Identity(read_key(path))
        click.echo(tr("Your key: %(key)s", key=spaced(fingerprint(identity.public))))
        click.echo(tr("Kept in %(path)s", path=path))
    else:
        click.echo(tr("You have no key yet; it is made when you first play."))
    host = folder / "keys" / f"host-{slot}.key"
    if host.exists():
        words = " ".join(host_words(Identity(read_key(host)).public))
        click.echo(tr("The words of your own host: %(words)s", words=words))
    if not (folder / "p2pcards.sqlite3").exists():
        return 0
    with _store(folder) as store:
        for known in store.hosts.all():
            click.echo(
                tr(
                    "Host %(name)s, last met %(date)s: %(words)s",
                    name=clean_name(known.name or _place(known)),
                    date=time.strftime("%Y-%m-%d", time.localtime(known.last_seen)),
                    words=" ".join(host_words(known.key)),
                )
            )
    return 0


@command.command("new", cls=clicks.Command)
@global_options
@SLOT
@option("--yes", is_flag=True, help=N_("Do not ask."))
@click.pass_context
def new(context: click.Context, slot: int, yes: bool) -> int:
    """A new key. To the others you are a new player then."""
    import os

    from p2pcards_protocol.identity import Identity, fingerprint

    from p2pcards.store import claim, write_key

    from ..present.people import spaced

    folder = settings_of(context).folder()
    path = folder / "keys" / f"player-{slot}.key"
    if path.exists() and not yes:
        _confirm(tr("Replace your key? To the others you are a new player then. The old one is kept beside it."))
    if path.exists():
        with claim_slot(folder, slot):
            old = path.with_name(f"player-{slot}.old-{int(time.time())}.key")
            path.rename(old)
        click.echo(tr("The old key is in %(path)s", path=old))
    seed = os.urandom(32)
    with claim(folder, "player", slot=slot):
        write_key(path, seed)
    click.echo(tr("Your new key: %(key)s", key=spaced(fingerprint(Identity(seed).public))))
    return 0


@command.command("export", cls=clicks.Command)
@global_options
@SLOT
@option("--passphrase", envvar="P2PCARDS_PASSPHRASE", help=N_("Instead of being asked for it."))
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.pass_context
def export(context: click.Context, file: Path, slot: int, passphrase: str | None) -> int:
    """Write your key to FILE, locked with a passphrase (PKCS #8; openssl can read it)."""
    from p2pcards.store import read_key, write_atomically

    from ..keyfile import locked

    path = settings_of(context).folder() / "keys" / f"player-{slot}.key"
    if not path.exists():
        raise Failure(tr("You have no key yet; it is made when you first play."), Exit.FAILED)
    secret = passphrase or _passphrase(twice=True)
    if file.exists():
        raise Failure(tr("%(path)s is there already; it is not overwritten.", path=file))
    write_atomically(file, locked(read_key(path), secret))
    click.echo(tr("Your key is in %(path)s", path=file))
    return 0


@command.command("import", cls=clicks.Command)
@global_options
@SLOT
@option("--passphrase", envvar="P2PCARDS_PASSPHRASE", help=N_("Instead of being asked for it."))
@option("--yes", is_flag=True, help=N_("Do not ask."))
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.pass_context
def import_(context: click.Context, file: Path, slot: int, passphrase: str | None, yes: bool) -> int:
    """Take the key in FILE as yours."""
    from p2pcards_protocol.identity import Identity, fingerprint

    from p2pcards.store import read_key, write_key
    from p2pcards.store.files import make_folder

    from ..keyfile import unlocked
    from ..present.people import spaced

    with file.open("rb") as opened:
        data = opened.read(10_000)
    seed = unlocked(data, passphrase or _passphrase(twice=False))
    folder = settings_of(context).folder()
    path = folder / "keys" / f"player-{slot}.key"
    if path.exists() and read_key(path) != seed and not yes:
        _confirm(tr("Replace the key that is there? The old one is kept beside it."))
    make_folder(folder)
    make_folder(folder / "keys")
    with claim_slot(folder, slot):
        if path.exists() and read_key(path) != seed:
            path.rename(path.with_name(f"player-{slot}.old-{int(time.time())}.key"))
        write_key(path, seed)
    click.echo(tr("Your key: %(key)s", key=spaced(fingerprint(Identity(seed).public))))
    return 0


@command.command("trust", cls=clicks.Command)
@global_options
@option("--yes", is_flag=True, help=N_("Do not ask."))
@click.argument("host", nargs=-1, required=True)
@click.pass_context
def trust(context: click.Context, host: tuple[str, ...], yes: bool) -> int:
    """Accept the new key of a host that you know, after its owner has told you the new words."""
    from p2pcards_protocol.identity import host_words

    from ..reach import CHANGED_KEY, kept_changed

    name = " ".join(host)
    with _store(settings_of(context).folder()) as store:
        changed = kept_changed(store)
        known = None if changed is None else store.hosts.get(changed.known)
        if changed is None or known is None or not _called(known, name):
            raise Failure(tr("No host %(name)s has shown another key. Join it first.", name=name))
        click.echo(tr("Known words: %(words)s", words=" ".join(host_words(changed.known))))
        click.echo(tr("New words: %(words)s", words=" ".join(host_words(changed.seen))))
        if not yes:
            _confirm(tr("Has the owner of the host told you the new words?"))
        store.hosts.replace(changed.known, changed.seen, int(time.time()))
        store.put_setting(CHANGED_KEY, b"")
    click.echo(tr("The new key of %(name)s is accepted.", name=clean_name(changed.name or _place(known))))
    return 0


@command.command("forget", cls=clicks.Command)
@global_options
@click.argument("host", nargs=-1, required=True)
@click.pass_context
def forget(context: click.Context, host: tuple[str, ...]) -> int:
    """Forget a host: by its name, its address or its six words."""
    name = " ".join(host)
    with _store(settings_of(context).folder()) as store:
        found = [known for known in store.hosts.all() if _called(known, name)]
        if not found:
            raise Failure(tr("You know no host %(name)s.", name=name), Exit.FAILED)
        if len(found) > 1:
            raise Failure(tr("%(name)s could be several hosts; say its six words.", name=name), Exit.USAGE)
        store.hosts.forget(found[0].key)
    click.echo(tr("Forgotten: %(name)s.", name=clean_name(found[0].name or _place(found[0]))))
    return 0


def _called(known: KnownHost, name: str) -> bool:
    from p2pcards_protocol.identity import fingerprint, host_words

    words = " ".join(host_words(known.key))
    return fold(name) in (fold(known.name), words, fingerprint(known.key), *known.addresses, _place(known))


def _place(known: KnownHost) -> str:
    from p2pcards.net.address import show

    return show(known.addresses[0], known.port) if known.addresses else "?"


def claim_slot(folder: Path, slot: int):  # type: ignore[no-untyped-def]
    """Hold a key slot, so that no running program uses the key that is replaced. Raises StoreError no-free-slot."""
    from p2pcards.store import claim

    return claim(folder, "player", slot=slot)


class _store:
    """The store of a folder, closed at the end."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __enter__(self) -> Store:
        from p2pcards.store import Store

        self._open = Store(self._folder)
        return self._open

    def __exit__(self, *_: object) -> None:
        self._open.close()


def _confirm(question: str) -> None:
    """Ask; raises Failure when the answer is no."""
    try:
        sure = clicks.confirm(question, default=False, err=True)
    except click.Abort:
        if sys.stdin.isatty():
            raise
        raise Failure(
            "\n" + tr("Nobody answered, so nothing was changed. With --yes nobody is asked."), Exit.USAGE
        ) from None
    if not sure:
        raise Failure(tr("Nothing was changed."))


def _passphrase(*, twice: bool) -> str:
    if not sys.stdin.isatty():
        raise Failure(tr("Say the passphrase with --passphrase or P2PCARDS_PASSPHRASE."), Exit.USAGE)
    secret: str = click.prompt(tr("Passphrase"), hide_input=True, confirmation_prompt=twice, err=True)
    return secret
