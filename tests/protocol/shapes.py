"""Hypothesis strategies from the wire structs themselves: every field in its whole range."""

from __future__ import annotations

import string
from typing import Any

import msgspec.inspect as inspect
from hypothesis import strategies as st

KEYS = st.text(string.ascii_lowercase, min_size=1, max_size=6)
LEAVES = st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.text(max_size=8) | st.binary(max_size=40)
#: Any value that the codec lets through.
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=12
)
#: Any value that msgpack can say, floats and odd keys too.
ANYTHING = st.recursive(
    LEAVES | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(LEAVES, inner, max_size=4),
    max_leaves=20,
)


def of_struct(kind: type[Any]) -> st.SearchStrategy[Any]:
    """Instances of a struct that pass its own checks."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    fields = {field.name: _of(field.type) for field in info.fields}

    def build(values: dict[str, Any]) -> Any:
        try:
            return kind(**values)
        except ValueError:
            return None

    return st.fixed_dictionaries(fields).map(build).filter(lambda made: made is not None)


def _length(info: Any, cap: int) -> dict[str, int]:
    low = info.min_length or 0
    high = cap if info.max_length is None else min(info.max_length, max(cap, low))
    return {"min_size": low, "max_size": high}


def _of(info: Any) -> st.SearchStrategy[Any]:
    match info:
        case inspect.IntType():
            return st.integers(info.ge, info.le)
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
        case inspect.BytesType():
            exact = st.binary(**_length(info, 40))
            whole = info.max_length == 32 and not info.min_length  # "32 bytes or none"
            return st.binary(min_size=32, max_size=32) | st.just(b"") if whole else exact
        case inspect.StrType():
            return st.text(st.characters(codec="utf-8"), **_length(info, 8))
        case inspect.LiteralType():
            return st.sampled_from(info.values)
        case inspect.DictType():
            return st.dictionaries(KEYS, VALUES, max_size=3)
        case inspect.VarTupleType():
            return st.lists(_of(info.item_type), **_length(info, 3)).map(tuple)
        case inspect.TupleType():
            return st.tuples(*(_of(item) for item in info.item_types))
        case inspect.UnionType():
            return st.one_of([_of(item) for item in info.types])
        case inspect.StructType():
            return of_struct(info.cls)
    raise AssertionError(info)
