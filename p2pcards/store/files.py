"""Files that survive a power cut, and the state folder they live in."""

import contextlib
import errno
import os
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path

import platformdirs

from p2pcards.store.errors import StoreError

ENVIRONMENT = "P2PCARDS_STATE_DIR"


def state_folder(given: str | Path | None = None) -> Path:
    """Where this person's state lives: `given`, else P2PCARDS_STATE_DIR, else what the platform says. Not created.
    Raises StoreError for a user without a home (a service, a container)."""
    chosen = given or os.environ.get(ENVIRONMENT)
    try:
        return Path(chosen).expanduser() if chosen else Path(platformdirs.user_state_dir("p2pcards", appauthor=False))
    except RuntimeError:
        raise StoreError("no-home", Path(chosen or "~")) from None


def make_folder(path: Path) -> None:
    """Create the folder, readable by its owner only. An existing one keeps its mode. Raises StoreError."""
    with trouble(path):
        path.mkdir(mode=0o700, parents=True, exist_ok=True)


def write_atomically(path: Path, data: bytes) -> None:
    """The file holds either what it held before or `data`, whatever happens; on disk (0600) when this returns."""
    with trouble(path):
        temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
        try:
            with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(data)
                file.flush()
                _sync(file.fileno())
            os.replace(temporary, path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        sync_folder(path.parent)


def sync_folder(path: Path) -> None:
    """Make a new name in this folder survive a power cut. Windows has nothing to do here."""
    if os.name == "nt":
        return
    descriptor = os.open(path, os.O_RDONLY)
    try:
        _sync(descriptor)
    except OSError as why:
        if why.errno not in (errno.EINVAL, errno.ENOTSUP):  # some network file systems cannot sync a folder
            raise
    finally:
        os.close(descriptor)


def _sync(descriptor: int) -> None:
    """To the medium. The fsync of macOS stops at the drive's own cache."""
    if sys.platform == "darwin":
        import fcntl

        with contextlib.suppress(OSError):  # a file system that cannot
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
            return
    os.fsync(descriptor)


@contextlib.contextmanager
def trouble(path: Path) -> Iterator[None]:
    """Turn the system's errors into StoreError with a key."""
    try:
        yield
    except OSError as why:
        raise StoreError(_KEYS.get(why.errno or 0, "io"), path, why.strerror or str(why)) from why


_KEYS = {
    errno.ENOSPC: "disk-full",
    errno.EDQUOT: "disk-full",
    errno.EROFS: "read-only",
    errno.EACCES: "no-permission",
    errno.EPERM: "no-permission",
    errno.ENOTDIR: "not-a-folder",
    errno.EEXIST: "not-a-folder",
}
