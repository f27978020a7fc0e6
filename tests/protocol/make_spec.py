"""Writes the tables of protocol/SPEC.md from the structs: `python tests/protocol/make_spec.py`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import msgspec.inspect as inspect
from p2pcards_protocol.body import BODIES
from p2pcards_protocol.kinds import KINDS
from p2pcards_protocol.message import MESSAGES, type_name

SPEC = Path(__file__).resolve().parents[2] / "protocol" / "SPEC.md"
RANGES = {(0, 255): "u8", (0, 65535): "u16", (0, 2**32 - 1): "u32", (0, 2**63 - 1): "u63", (-(2**31), 2**31 - 1): "i32"}


def shape(info: Any, parts: set[type[Any]]) -> str:
    """A type in words; structs inside of it are added to `parts`."""
    match info:
        case inspect.IntType():
            high = "u63" if info.le == 2**63 - 1 else info.le
            return RANGES.get((info.ge, info.le), f"{info.ge}..{high}")
        case inspect.BoolType():
            return "bool"
        case inspect.NoneType():
            return "nil"
        case inspect.BytesType():
            low = info.min_length or 0
            if low == info.max_length:
                return f"bin{low}"
            return "bin0/32" if (low, info.max_length) == (0, 32) else f"bin {low}..{info.max_length}"
        case inspect.StrType():
            return f"str {info.min_length or 0}..{info.max_length}"
        case inspect.LiteralType():
            return " / ".join(f'"{value}"' for value in info.values)
        case inspect.DictType():
            return "map"
        case inspect.VarTupleType():
            return f"list {info.min_length or 0}..{info.max_length} of {shape(info.item_type, parts)}"
        case inspect.TupleType():
            return "[" + ", ".join(shape(item, parts) for item in info.item_types) + "]"
        case inspect.UnionType():
            return " or ".join(shape(item, parts) for item in info.types)
        case inspect.StructType():
            parts.add(info.cls)
            return str(info.cls.__name__)
    raise AssertionError(info)


def default(field: Any) -> str:
    if field.required:
        return ""
    value = {} if field.default is msgspec.NODEFAULT else field.default
    words = {b"": "empty", "": '""', (): "[]", None: "nil", True: "true", False: "false"}
    if isinstance(value, dict):
        return " = {}"
    if isinstance(value, bool) or value in (b"", "", (), None):
        return f" = {words[value]}"
    return f' = "{value}"' if isinstance(value, str) else f" = {value}"


def fields(struct: type[Any], parts: set[type[Any]]) -> str:
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    return "; ".join(f"`{f.name}` {shape(f.type, parts)}{default(f)}" for f in info.fields) or "-"


def doc(struct: type[Any]) -> str:
    return " ".join((struct.__doc__ or "").split()).replace("|", "/")


def message_table() -> str:
    parts: set[type[Any]] = set()
    rows = ["| type | from | fields | meaning |", "|---|---|---|---|"]
    for row in MESSAGES:
        rows.append(f"| `{type_name(row.struct)}` | {row.sender} | {fields(row.struct, parts)} | {doc(row.struct)} |")
    inner: set[type[Any]] = set()
    for struct in sorted(parts, key=lambda part: part.__name__):
        rows.append(f"| {struct.__name__} | (part) | {fields(struct, inner)} | {doc(struct)} |")
    return "\n".join(rows)


def body_table() -> str:
    rows = ["| kind | who | phase | changes state | pins | fields | meaning |", "|---|---|---|---|---|---|---|"]
    for kind, struct in BODIES.items():
        known = KINDS[kind]
        flags = ["yes" if flag else "no" for flag in (known.changes, known.turn)]
        cells = (f"`{kind}`", known.who, known.phase or "-", *flags, fields(struct, set()), doc(struct))
        rows.append("| " + " | ".join(cells) + " |")
    return "\n".join(rows)


def with_tables(text: str) -> str:
    """The specification with its tables made again."""
    for name, table in (("messages", message_table()), ("bodies", body_table())):
        pattern = rf"<!-- {name} -->\n.*?<!-- end -->"
        text = re.sub(pattern, lambda _, t=table, n=name: f"<!-- {n} -->\n{t}\n<!-- end -->", text, flags=re.DOTALL)
    return text


if __name__ == "__main__":
    SPEC.write_text(with_tables(SPEC.read_text(encoding="utf-8")), encoding="utf-8")
