"""What counts work sees what grows too fast, and stops what hangs."""

from __future__ import annotations

import time

import pytest
from counting_work import assert_linear, count_calls, no_hang


def look_at(thing: object) -> object:
    return thing


def test_calls_are_counted_and_are_the_same_each_time() -> None:
    assert count_calls(lambda: [look_at(n) for n in range(1000)]) == count_calls(
        lambda: [look_at(n) for n in range(1000)]
    )


def test_what_looks_at_each_once_is_linear() -> None:
    assert_linear(lambda size: [look_at(n) for n in range(size)], 1000)


def test_what_holds_each_against_each_is_not() -> None:
    with pytest.raises(AssertionError, match="calls for"):
        assert_linear(lambda size: [look_at(n) for n in range(size) for _ in range(size)], 100)


def test_what_hangs_is_stopped() -> None:
    with pytest.raises(AssertionError, match="still at work"), no_hang(1):
        time.sleep(20)
