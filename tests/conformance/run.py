"""Run case files and record files through the rules, by path:

    python tests/conformance/run.py FILE...

Prints a line for each case or recorded game that differs (id, expected, got) and ends with "N passed, N failed".
The exit code is 1 when something failed, 2 when a file is of no known format.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from conformance.full_hand import full_hand
from conformance.kinds import KINDS
from conformance.records import NOTES, check_record

Difference = tuple[str, Any, Any]
#: Keys whose lists are sets.
SETS = ("allowed", "legal", "removed_cards", "removed_extra", "winners_of_game")


def check_case(case: dict[str, Any]) -> list[Difference]:
    """Every key of a case's expectation that our rules see otherwise."""
    got = full_hand(case) if case["kind"] == "full_hand" else KINDS[case["kind"]](case)
    found: list[Difference] = []
    for key, expected in case["expected"].items():
        if not agrees(key, expected, got.get(key, "nothing said")):
            found.append((key, expected, got.get(key, "nothing said")))
    return found


def agrees(key: str, expected: Any, got: Any) -> bool:
    """Whether an answer is the expected one, by the format's rules for that key."""
    if key == "includes":
        return set(expected) <= set(got)
    if key == "excludes":
        return not set(expected) & set(got)
    if key == "eligible":
        return len(expected) == len(got) and all(e is None or e == g for e, g in zip(expected, got, strict=True))
    if key == "probes":
        return all(sorted(e["legal"]) == sorted(g["legal"]) for e, g in zip(expected, got, strict=True))
    if key in SETS and isinstance(expected, list) and isinstance(got, list):
        return sorted(expected) == sorted(got)
    return bool(expected == got)


def check_file(data: dict[str, Any]) -> Iterator[tuple[str, list[Difference]]]:
    """For each case or recorded game of a file its id and its differences. Raises ValueError for another format."""
    if "cases" in data:
        for case in data["cases"]:
            yield str(case.get("id")), _tried(check_case, case)
    elif "games" in data and data.get("game") in ("spades", "hearts"):
        for note in data.get("rule_notes", ()):
            if note not in NOTES:
                yield f"{data['game']} rule note", [("note", "one of NOTES in records.py", note)]
        for record in data["games"]:
            yield f"{data['game']} game {record.get('id')}", _tried(check_record, data["game"], record)
    else:
        raise ValueError("neither cases nor recorded games")


def _tried(check: Any, *args: Any) -> list[Difference]:
    """The differences; an error is one, so that the rest of the file still runs."""
    try:
        return list(check(*args))
    except Exception as error:
        return [("error", "no error", f"{type(error).__name__}: {error}")]


def main(paths: Sequence[str]) -> int:
    """Check the files; the exit code."""
    if not paths:
        print(__doc__)
        return 2
    passed = failed = 0
    for path in paths:
        try:
            data = json.loads(Path(path).read_text(encoding="utf-8"))
            results = list(check_file(data))
        except (OSError, ValueError) as error:
            print(f"{path}: {error}")
            return 2
        for name, differences in results:
            for key, expected, got in differences:
                print(f"{name} {key}: expected {expected}, got {got}")
            passed += not differences
            failed += bool(differences)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
