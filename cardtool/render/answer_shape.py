"""The shape of what a worker answers about faces that it measured, for what was kept meanwhile."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

__all__ = ["is_answer"]

Check = Callable[[Any], bool]


def is_answer(kept: Any, faces: int) -> bool:
    """Return whether this is an answer about so many faces."""

    def is_face(value: Any) -> bool:
        return type(value) is int and 0 <= value < faces

    trouble = _fields(index=is_face, missing=_is_text, overflows=_list_of(_is_overflow))
    fitting = _fields(
        index=is_face,
        box=_is_text,
        group=_is_text,
        designed=_is_setting,
        needed=_is_number,
        used=_is_setting,
        room=_is_number,
    )
    return _fields(troubles=_list_of(trouble), fittings=_list_of(fitting), groups=_list_of(_is_text))(kept)


def _fields(**checks: Check) -> Check:
    """Return a check for a mapping with just these fields."""

    def check(value: Any) -> bool:
        return (
            isinstance(value, dict)
            and value.keys() == checks.keys()
            and all(checks[name](value[name]) for name in checks)
        )

    return check


def _list_of(check: Check) -> Check:
    return lambda value: isinstance(value, list) and all(map(check, value))


def _row_of(*checks: Check) -> Check:
    return lambda value: (
        isinstance(value, list)
        and len(value) == len(checks)
        and all(check(each) for check, each in zip(checks, value, strict=True))
    )


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value)


def _is_truth(value: Any) -> bool:
    return isinstance(value, bool)


_is_setting = _row_of(_is_number, _is_number)
_is_overflow = _row_of(_is_text, *[_is_number] * 4, _is_truth, _is_truth)
