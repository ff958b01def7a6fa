"""Packages whose names are brought from the modules they live in only when somebody asks for them.

A package is the one door to its room; whoever needs one thing of it should not wait for all the rest.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

__all__ = ["brought"]


def brought(package: str, homes: Mapping[str, Sequence[str]]) -> Callable[[str], Any]:
    """A `__getattr__` for this package; `homes` are its modules, each with the names that live there."""
    home = {name: module for module, names in homes.items() for name in names}

    def bring(name: str) -> Any:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{home[name]}"), name)
        vars(sys.modules[package])[name] = value
        return value

    return bring
