"""What a worker answers comes back as it was, or not at all."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtool.sandbox.encoding import decode, encode


class Sort(Enum):
    """A sort of beast."""

    GOAT = "goat"
    HEN = "hen"


class Spot(NamedTuple):
    """A place, and how sure it is."""

    x: float
    y: int


@dataclass(frozen=True)
class Herd:
    """Of everything something."""

    name: str | None
    sort: Sort
    spots: tuple[Spot, ...]
    pictures: dict[int, bytes]
    words: frozenset[str]
    anything: Any
    loud: bool = False


NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
HERDS = st.builds(
    Herd,
    name=st.none() | st.text(),
    sort=st.sampled_from(Sort),
    spots=st.lists(st.builds(Spot, x=NUMBERS, y=st.integers())).map(tuple),
    pictures=st.dictionaries(st.integers(), st.binary()),
    words=st.frozensets(st.text()),
    anything=st.recursive(st.none() | st.text(), lambda inner: st.dictionaries(st.text(), inner)),
    loud=st.booleans(),
)


def sent(value: object) -> tuple[Any, bytes]:
    head, body = encode(value)
    return json.loads(json.dumps(head)), body


@given(HERDS)
def test_a_value_comes_back_as_it_was(herd: Herd) -> None:
    assert decode(Herd, *sent(herd)) == herd


@pytest.mark.parametrize(
    ("kind", "head", "body"),
    [
        (Spot, [1.0], b""),
        (Spot, [1.0, 2, 3], b""),
        (Spot, [1.0, 2.5], b""),
        (Spot, [1.0, True], b""),
        (Spot, ["1", 2], b""),
        (Spot, [float("nan"), 2], b""),
        (Spot, None, b""),
        (Spot, {"x": 1.0, "y": 2}, b""),
        (Sort, "cow", b""),
        (list[str], "goat", b""),
        (dict[int, str], [["1", "goat"]], b""),
        (dict[int, str], [[1]], b""),
        (bytes, 3, b"go"),
        (bytes, -1, b""),
        (bytes, 2, b"goat"),
        (str, 3, b""),
        (frozenset[str], [["goat"]], b""),
    ],
)
def test_what_has_another_shape_is_refused(kind: type[Any], head: Any, body: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - any words will do
        decode(kind, head, body)


def test_what_is_no_plain_value_is_not_sent() -> None:
    with pytest.raises(TypeError, match="object cannot be sent"):
        encode(object())
