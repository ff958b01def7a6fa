"""Patterns that are compiled when they are first asked for. Most texts need few of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property


class LazyRegex:
    """A pattern of long alternatives, such as every number as a word: it costs milliseconds to compile."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern

    @cached_property
    def compiled(self) -> re.Pattern[str]:
        """The pattern, for text in any case."""
        return re.compile(self.pattern, re.IGNORECASE)

    def search(self, text: str, *span: int) -> re.Match[str] | None:
        return self.compiled.search(text, *span)

    def match(self, text: str, *span: int) -> re.Match[str] | None:
        return self.compiled.match(text, *span)

    def fullmatch(self, text: str, *span: int) -> re.Match[str] | None:
        return self.compiled.fullmatch(text, *span)

    def sub(self, by: str, text: str) -> str:
        return self.compiled.sub(by, text)

    def finditer(self, text: str, *span: int) -> Iterator[re.Match[str]]:
        return self.compiled.finditer(text, *span)
