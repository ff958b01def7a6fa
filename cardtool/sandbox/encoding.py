"""Values as JSON and plain bytes, and back: how requests travel to a worker, and its answers.

A value is rebuilt field by field from the types it is declared with, and refused where it has another
shape; it is never unpickled. Knows dataclasses, named tuples, enumerations, paths and
Python's own collections.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from io import BytesIO
from pathlib import PurePath
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

Value = TypeVar("Value")
Decode = Callable[[Any, BytesIO], Any]
"""Rebuilds a value from its JSON; the bytes in it are read from the stream. Raises: ValueError, TypeError."""

_LENGTH = 8  # bytes of the number that says how long the JSON of a value is

_COLLECTIONS: dict[Any, Callable[[Iterable[Any]], Any]] = {
    tuple: tuple,
    list: list,
    frozenset: frozenset,
    Sequence: tuple,
}


def encode(value: object) -> tuple[Any, bytes]:
    """Return what stands for a value in JSON, and all bytes that it holds, one after the other."""
    blobs: list[bytes] = []
    return _encode(value, blobs), b"".join(blobs)


_AS_IT_IS = frozenset((str, int, float, bool, NoneType))


def _encode(value: Any, blobs: list[bytes]) -> Any:
    if type(value) in _AS_IT_IS:
        return value
    if isinstance(value, Enum | PurePath):
        return value.value if isinstance(value, Enum) else str(value)
    if isinstance(value, bytes):
        blobs.append(value)
        return len(value)
    if isinstance(value, Mapping) and all(type(key) is str for key in value):
        return {k: v if type(v) in _AS_IT_IS else _encode(v, blobs) for k, v in value.items()}
    if isinstance(value, Mapping):
        value = list(value.items())
    elif isinstance(value, Set):
        value = sorted(value)
    elif is_dataclass(value):
        value = [getattr(value, field.name) for field in fields(value)]
    elif not isinstance(value, list | tuple):
        if isinstance(value, str | int | float):  # of a kind of its own
            return value
        raise TypeError(f"{type(value).__name__} cannot be sent by a worker")
    return [_encode(each, blobs) for each in value]


def decode(kind: type[Value], head: Any, body: bytes = b"") -> Value:
    """Return the value of this type that was encoded. Raises: ValueError where this is none."""
    blobs = BytesIO(body)
    try:
        value: Value = _decoder(cast(Any, kind))(head, blobs)
    except TypeError as error:
        raise ValueError(str(error)) from None
    if blobs.read(1):
        raise ValueError("more bytes than the value holds")
    return value


def message_of(head: object, body: bytes) -> bytes:
    """Return a message of JSON and bytes, behind the lengths of both."""
    text = json.dumps(head).encode()
    return len(text).to_bytes(_LENGTH) + len(body).to_bytes(_LENGTH) + text + body


def to_bytes(value: object) -> bytes:
    """Return a value as bytes, for a file."""
    head, body = encode(value)
    text = json.dumps(head).encode()
    return len(text).to_bytes(_LENGTH) + text + body


def from_bytes(kind: type[Value], content: bytes) -> Value | None:
    """Return the value of this type that these bytes stand for; None where they stand for none."""
    end = _LENGTH + int.from_bytes(content[:_LENGTH])
    try:
        return decode(kind, json.loads(content[_LENGTH:end]), content[end:])
    except (ValueError, RecursionError):
        return None


@cache
def _decoder(kind: Any) -> Decode:
    """Return what rebuilds values of a type, put together once for each."""
    if kind in _SIMPLE:
        return _SIMPLE[kind]
    if get_origin(kind) is not None:
        return _generic(get_origin(kind), get_args(kind))
    if not is_dataclass(kind) and not hasattr(kind, "_fields"):
        return lambda data, blobs: kind(data)  # an enumeration
    hints = get_type_hints(kind)
    names = kind._fields if hasattr(kind, "_fields") else [field.name for field in fields(kind)]
    return _record(kind, [hints[name] for name in names])


def _generic(origin: Any, parts: Sequence[Any]) -> Decode:
    if origin in (Union, UnionType):
        return _optional(parts)
    if origin in (dict, Mapping):
        return _mapping(*map(_decoder, parts))
    if origin is tuple and parts[-1] is not Ellipsis:
        return _record(lambda *items: items, parts)
    return _collection(_COLLECTIONS[origin], _decoder(parts[0]))


def _plain(kind: type) -> Decode:
    """Return what takes a text, a truth or a number; a whole number will do for one that need not be."""
    allowed = (float, int) if kind is float else (kind,)

    def decode(data: Any, blobs: BytesIO) -> Any:
        if type(data) not in allowed or (kind is float and not math.isfinite(data)):
            raise ValueError(f"{data!r:.80} is no {kind.__name__}")
        return data

    return decode


def _read_bytes(data: Any, blobs: BytesIO) -> bytes:
    content = blobs.read(max(data, 0))
    if len(content) != data:
        raise ValueError(f"{data} bytes are not there")
    return content


def _optional(kinds: Sequence[Any]) -> Decode:
    """Return what rebuilds a value of one type, or takes nothing."""
    (some,) = (_decoder(kind) for kind in kinds if kind is not NoneType)
    return lambda data, blobs: None if data is None else some(data, blobs)


def _collection(make: Callable[[Iterable[Any]], Any], item: Decode) -> Decode:
    def decode(data: Any, blobs: BytesIO) -> Any:
        return make([item(each, blobs) for each in _items(data)])

    return decode


def _mapping(key: Decode, value: Decode) -> Decode:
    def decode(data: Any, blobs: BytesIO) -> Any:
        pairs = data.items() if isinstance(data, dict) else _items(data)
        return {key(name, blobs): value(each, blobs) for name, each in pairs}

    return decode


def _record(make: Callable[..., Any], parts: Sequence[Any]) -> Decode:
    """Return what rebuilds a value from its fields in order."""
    items = [_decoder(part) for part in parts]

    def decode(data: Any, blobs: BytesIO) -> Any:
        return make(*[item(each, blobs) for item, each in zip(items, _items(data), strict=True)])

    return decode


def _items(data: Any) -> list[Any]:
    if type(data) is not list:
        raise ValueError(f"{data!r:.80} is no list")
    return data


_SIMPLE: dict[Any, Decode] = {
    Any: lambda data, blobs: data,
    bytes: _read_bytes,
    **{kind: _plain(kind) for kind in (str, bool, int, float)},
}
