"""Where a mistake of ours is, for the log: places in the code, and no values, which may be cards or secrets."""

from __future__ import annotations

import traceback


def where(error: BaseException) -> str:
    """The innermost places first."""
    frames = traceback.extract_tb(error.__traceback__)
    return " < ".join(f"{frame.name}:{frame.lineno}" for frame in reversed(frames[-3:]))
