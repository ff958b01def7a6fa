"""What is found once, when it is first asked for. Knows nothing of what is found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, wraps
from importlib import import_module
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

Found = TypeVar("Found")


def once_for_each(find: Callable[..., Found]) -> Callable[..., Found]:
    """Have this found once for each first argument, beside the others; it is forgotten with the first."""
    known: WeakKeyDictionary[Any, dict[tuple[Any, ...], Found]] = WeakKeyDictionary()

    @wraps(find)
    def found(first: Any, *others: Any) -> Found:
        of_first = known.setdefault(first, {})
        if others not in of_first:
            of_first[others] = find(first, *others)
        return of_first[others]

    return found


def names_of_modules(package: str, names: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package that has these names, by module, when they are asked for."""
    modules = {name: module for module, those in names.items() for name in those.split()}

    def find(name: str) -> Any:
        if name not in modules:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{modules[name]}"), name)

    return find


class LazyRegex:
    """A pattern of long alternatives, such as every number as a word: it costs milliseconds to compile."""

    def __init__(self, pattern: str, flags: int = re.IGNORECASE) -> None:
        self.pattern, self._flags = pattern, flags

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The pattern, for text in any case where nothing else is said."""
        return re.compile(self.pattern, self._flags)

    @cached_property
    def search(self) -> Callable[..., re.Match[str] | None]:
        return self.compiled.search

    @cached_property
    def match(self) -> Callable[..., re.Match[str] | None]:
        return self.compiled.match

    @cached_property
    def fullmatch(self) -> Callable[..., re.Match[str] | None]:
        return self.compiled.fullmatch

    @cached_property
    def finditer(self) -> Callable[..., Iterator[re.Match[str]]]:
        return self.compiled.finditer

    @cached_property
    def sub(self) -> Callable[..., str]:
        return self.compiled.sub
