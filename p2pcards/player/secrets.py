"""The secrets of one attempt at one deal: looked up first, made once, saved before they are used."""

from __future__ import annotations

from collections.abc import Callable


class Secrets:
    """Named bytes of a seat. `fresh` collects those that must be on disk before anything else is sent."""

    def __init__(self, kept: dict[str, bytes], deal: int, attempt: int) -> None:
        self._kept = kept
        self._where = f"{deal}/{attempt}"
        self.fresh: list[tuple[str, bytes]] = []

    def _name(self, what: str) -> str:
        return f"{what}/{self._where}"

    def get(self, what: str) -> bytes | None:
        """The bytes under that name, if they were ever made."""
        return self._kept.get(self._name(what))

    def keep(self, what: str, make: Callable[[], bytes]) -> bytes:
        """The bytes under that name; made now if they never were."""
        name = self._name(what)
        if name not in self._kept:
            self._kept[name] = make()
            self.fresh.append((name, self._kept[name]))
        return self._kept[name]
