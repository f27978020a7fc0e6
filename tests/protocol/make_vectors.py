"""Makes protocol/vectors/*.json: `python tests/protocol/make_vectors.py`. Every byte follows from vectors/.

In the JSON, a string that begins with "hex:" is bytes. Each case has one "outcome": "ok", or what must be said of it.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "tests"))

from protocol.vectors.deals import dealer_deals, sealed_deals  # noqa: E402
from protocol.vectors.link import bodies, frames, messages, session  # noqa: E402
from protocol.vectors.records import headers, transcripts  # noqa: E402

VECTORS = ROOT / "protocol" / "vectors"

FILES = {
    "frames": frames,
    "messages": messages,
    "bodies": bodies,
    "session": session,
    "headers": headers,
    "transcripts": transcripts,
    "dealer_deals": dealer_deals,
    "sealed_deals": sealed_deals,
}


def text_of(name: str) -> str:
    return json.dumps(FILES[name](), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for file_name in FILES:
        (VECTORS / f"{file_name}.json").write_text(text_of(file_name), encoding="utf-8")
        sys.stdout.write(f"{file_name}: {(VECTORS / f'{file_name}.json').stat().st_size} bytes\n")
