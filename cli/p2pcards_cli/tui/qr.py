"""A QR code in characters, two modules to a cell of text."""

from __future__ import annotations

import io

from .widgets.overlay.model import Row


def qr_rows(text: str, *, ascii: bool = False) -> list[Row]:
    """The code as rows, dark on the terminal's own background inverted, so that phones read it on dark screens too."""
    import segno

    code = segno.make(text, error="l", micro=False)
    matrix = [[bool(cell) for cell in row] for row in code.matrix_iter(border=1)]
    if ascii:
        return [Row("".join("##" if not cell else "  " for cell in row), raw=True) for row in matrix]
    if len(matrix) % 2:
        matrix.append([False] * len(matrix[0]))
    out = io.StringIO()
    rows = []
    for upper, lower in zip(matrix[::2], matrix[1::2], strict=True):
        out.seek(0)
        out.truncate()
        for above, below in zip(upper, lower, strict=True):
            out.write({(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}[above, below])
        rows.append(Row(out.getvalue(), raw=True))
    return rows
