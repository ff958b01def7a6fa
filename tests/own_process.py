"""Calls a function where nothing else runs: what a thread of another test holds is not its memory."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from typing import ParamSpec, TypeVar

__all__ = ["in_own_process"]

Given = ParamSpec("Given")
Returned = TypeVar("Returned")


def in_own_process(
    function: Callable[Given, Returned], *args: Given.args, **kwargs: Given.kwargs
) -> Returned:
    """Return what a function of a module returns in a process that is begun for it, and ends with it."""
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        return pool.submit(function, *args, **kwargs).result()
