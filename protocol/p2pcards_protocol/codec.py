"""msgpack, strictly: the one place where bytes become values and where the library's many errors become one.

Values are None, bool, integers of -2^63..2^64-1, str, bytes, lists and maps with str keys. Refused: floats, extension
types, duplicate keys, nesting deeper than MAX_DEPTH, lists and maps longer than MAX_ITEMS, trailing bytes. The limits
on lengths are given to the library, so that a forged header cannot make it allocate.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

import msgpack as _msgpack
import msgspec

from .errors import RemoteProtocolError
from .frame import MAX_FRAME

# The library ships no types of its own.
msgpack: Any = _msgpack

MAX_DEPTH = 12
MAX_ITEMS = 1024

#: False where msgpack runs its slow pure-Python fallback; a host refuses to run on that.
FAST: bool = "fallback" not in msgpack.Unpacker.__module__

T = TypeVar("T")


def pack(value: Any) -> bytes:
    """msgpack bytes in the shortest form; maps in the order given."""
    return bytes(msgpack.packb(value, use_bin_type=True))


def pack_sorted(value: Any) -> bytes:
    """As `pack`, with the keys of every map in ascending order: the one form of a value that is signed or hashed."""
    return pack(ordered(value))


def ordered(value: Any) -> Any:
    """The same value with the keys of every map in ascending order, tuples as lists."""
    kind = type(value)
    if kind is dict:
        return {key: ordered(value[key]) for key in sorted(value)}
    if kind is list or kind is tuple:
        return [ordered(item) for item in value]
    return value


def _pairs(pairs: Iterable[tuple[Any, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in pairs:
        if type(key) is not str:
            raise ValueError("a map key that is not a string")
        if key in result:
            raise ValueError("a map key twice")
        result[key] = value
    return result


def _refuse_extension(code: int, data: bytes) -> Any:
    raise ValueError(f"extension type {code}")


def _check(value: Any) -> None:
    level: list[Any] = [value]
    for _ in range(MAX_DEPTH):
        deeper: list[Any] = []
        for item in level:
            kind = type(item)
            if kind is list:
                deeper += item
            elif kind is dict:
                deeper += item.values()
            elif kind is not bytes and kind is not int and kind is not str and item is not None and kind is not bool:
                raise ValueError(f"a {kind.__name__}")
        if not deeper:
            return
        level = deeper
    raise ValueError("nested too deep")


def unpack(data: bytes) -> Any:
    """The value of `data`. Raises RemoteProtocolError("bad-frame") for anything that is not one allowed value."""
    try:
        if len(data) > MAX_FRAME:
            raise ValueError("too long")
        value = msgpack.unpackb(
            data,
            raw=False,
            strict_map_key=True,
            object_pairs_hook=_pairs,
            ext_hook=_refuse_extension,
            max_array_len=MAX_ITEMS,
            max_map_len=MAX_ITEMS,
            max_ext_len=0,
        )
        _check(value)
    except (ValueError, msgpack.UnpackException, RecursionError, TypeError, OverflowError) as error:
        raise RemoteProtocolError("bad-frame", f"msgpack: {error or type(error).__name__}") from None
    return value


def unpack_exact(data: bytes) -> Any:
    """As `unpack`, and refuses every form but the shortest: equal values then mean equal bytes."""
    value = unpack(data)
    if pack(value) != data:
        raise RemoteProtocolError("bad-frame", "msgpack: not the shortest form")
    return value


def to_plain(struct: msgspec.Struct) -> dict[str, Any]:
    """A struct as a map that `pack` takes."""
    plain: dict[str, Any] = msgspec.to_builtins(struct, builtin_types=(bytes,))
    return plain


def to_struct(value: Any, kind: type[T]) -> T:
    """A plain value as a struct, shapes and ranges checked. Raises ValueError."""
    try:
        return msgspec.convert(value, kind, builtin_types=(bytes,))
    except (msgspec.ValidationError, RecursionError) as error:
        raise ValueError(str(error)) from None
