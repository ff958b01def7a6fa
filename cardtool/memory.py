"""What is found once, when it is first asked for. Knows nothing of what is found."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property, wraps
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


class LazyRegex:
    """A pattern that costs milliseconds to compile, or nearly one, and that few texts need."""

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
    def findall(self) -> Callable[..., list[Any]]:
        return self.compiled.findall

    @cached_property
    def sub(self) -> Callable[..., str]:
        return self.compiled.sub
