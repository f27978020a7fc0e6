"""Key files: one secret per file, mode 0600, made on first use, and never in two live processes at once.

`keys/player-1.key` is this person, `keys/host-1.key` what this machine hosts under. A process claims the first slot
that nobody holds, so two players started on one machine are two players without anybody choosing. The claim is an
advisory lock on the `.lock` file beside the key, which the system drops when the process ends, however it ends. The key
file itself stays unlocked: on Windows a locked file cannot be read.
"""

import os
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal

from p2pcards_protocol.identity import Identity

from p2pcards.store.errors import StoreError
from p2pcards.store.files import make_folder, trouble, write_atomically

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

Kind = Literal["player", "host"]
SLOTS = 256
"""As many live processes of one kind as a machine can have on one state folder."""

_HEADER = "p2pcards key 1"


@dataclass(slots=True)
class Claim:
    """An identity that this process holds alone until `release` or its end."""

    identity: Identity
    kind: Kind
    slot: int
    path: Path
    _lock: IO[bytes] | None

    def release(self) -> None:
        """Let another process take the slot. Safe to call twice."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def __enter__(self) -> "Claim":
        return self

    def __exit__(self, *_: object) -> None:
        self.release()


def claim(folder: Path, kind: Kind, *, slot: int | None = None, rng: Callable[[int], bytes] = os.urandom) -> Claim:
    """Take the first free slot (or exactly `slot`, from 1) of this kind under the state folder; make its key if new.

    Raises StoreError: no-free-slot, key-unreadable, and those of files.
    """
    keys = folder / "keys"
    make_folder(folder)
    make_folder(keys)
    for number in (slot,) if slot is not None else range(1, SLOTS + 1):
        lock = _lock(keys / f"{kind}-{number}.lock")
        if lock is None:
            continue
        try:
            path = keys / f"{kind}-{number}.key"
            if not path.exists():
                write_key(path, rng(32))
            return Claim(Identity(read_key(path)), kind, number, path, lock)
        except BaseException:
            lock.close()
            raise
    raise StoreError("no-free-slot", keys, kind)


def write_key(path: Path, seed: bytes) -> None:
    """Keep a 32-byte seed, replacing whatever key was there. On disk when this returns."""
    write_atomically(path, f"{_HEADER}\n{seed.hex()}\n".encode())


def read_key(path: Path) -> bytes:
    """The 32-byte seed in a key file. Raises StoreError("key-unreadable"): a damaged key is never replaced silently."""
    with trouble(path):
        text = path.read_bytes()[:200].decode("latin-1")
        if os.name != "nt" and path.stat().st_mode & 0o077:
            path.chmod(0o600)
    match = re.fullmatch(rf"{_HEADER}\r?\n([0-9a-f]{{64}})\r?\n?", text)
    if not match:
        raise StoreError("key-unreadable", path)
    return bytes.fromhex(match[1])


def _lock(path: Path) -> IO[bytes] | None:
    """An open, locked file; None while another process (or another claim of this one) holds it."""
    with trouble(path):
        file = open(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+b")  # noqa: SIM115 (kept open: that is the lock)
    try:
        if sys.platform == "win32":
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # held; Windows says "permission denied"
        file.close()
        return None
    except OSError as why:  # a file system without locks
        file.close()
        raise StoreError("io", path, why.strerror or str(why)) from why
    return file
