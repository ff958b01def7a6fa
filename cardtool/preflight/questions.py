"""What is asked of the process that looks at PDFs, and how its answers are told. Looks at nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from cardtool.finding import Finding
from cardtool.preflight.portraits import Portrait
from cardtool.preflight.subject import Expected, Subject

__all__ = ["A_FACE", "FileQuestion", "InkQuestion", "Look", "LookQuestion", "Question", "told"]

A_FACE = "a drawn face"
"""What messages call a document of faces."""


class LookQuestion(NamedTuple):
    """What is to be said about these pages, counted from 0, of a document of faces?"""

    content: bytes
    subjects: Mapping[int, Subject]
    name: str = A_FACE


class InkQuestion(NamedTuple):
    """How much ink do these pages take, counted from 0?"""

    content: bytes
    pages: tuple[int, ...]
    name: str = A_FACE


class FileQuestion(NamedTuple):
    """What is wrong with this file? Text keeps `safe` mm from where pages are cut."""

    file: Path
    expected: Expected
    safe: float

    @property
    def name(self) -> str:
        """What messages call it."""
        return self.expected.name


Question = LookQuestion | InkQuestion | FileQuestion


class Look(NamedTuple):
    """What was found in a document of faces, and what those of its pages look like that are cut."""

    findings: tuple[Finding, ...]
    portraits: Mapping[int, Portrait]

    @classmethod
    def read(cls, told: Mapping[str, Any], findings: Iterable[Finding]) -> Look:
        """A look from what was told of it."""
        portraits = {
            page: Portrait(columns, tuple((red, green, blue) for red, green, blue in cells))
            for page, (columns, cells) in told["portraits"]
        }
        return cls(tuple(findings), portraits)

    def told(self) -> dict[str, Any]:
        """The look as plain data."""
        return {"findings": told(self.findings), "portraits": list(self.portraits.items())}


def told(findings: Iterable[Finding]) -> list[dict[str, Any]]:
    """Findings as plain data; the rule by its code."""
    return [
        {
            "rule": each.rule.code,
            "source": (each.source.file, each.source.line, each.source.column),
            "message": each.message,
            "fix": each.fix,
        }
        for each in findings
    ]
