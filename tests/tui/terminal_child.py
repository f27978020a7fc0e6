"""The program that the pty tests run: the real screen on the real terminal, at a table that plays itself. With the word
`broken` the key "x" finds a mistake in the program."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from p2pcards_cli.settings import Settings
from p2pcards_cli.tui.run import make_app
from tui.local import Local


async def main() -> int:
    at = Local(seed=5)
    app = make_app(Settings(), None)
    app.face.client, app.face.host = at, at.face.host  # type: ignore[assignment]
    at.face = app.face

    if "broken" in sys.argv:
        press = app.face.key

        def key(name: str) -> None:
            if name == "x":
                raise ZeroDivisionError("a mistake")
            press(name)

        app.face.key = key  # type: ignore[method-assign]

    async def beside() -> None:
        at.start()

    return await app.run(beside)


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
