"""Finished PDF files from anybody: what can be refused unopened is, and the rest is examined apart."""

from __future__ import annotations

from pathlib import Path

from cardtool.errors import ProjectError
from cardtool.finding import Finding
from cardtool.preflight.examiner import Examiner
from cardtool.preflight.subject import Expected

__all__ = ["examine_apart"]

_LARGEST = 1_000_000_000  # bytes; what print shops take at most


def examine_apart(file: Path, expected: Expected, safe: float, **limits: float) -> tuple[Finding, ...]:
    """What is wrong with a PDF file, whoever made it. Text keeps `safe` mm from where pages are cut.

    `limits` are those of `Examiner`. Raises: ProjectError when it cannot be opened, or cannot be looked at
    within the limits.
    """
    if not file.is_file():
        raise ProjectError(f"{expected.name}: {'not a file' if file.exists() else 'there is no such file'}")
    if file.stat().st_size > _LARGEST:
        raise ProjectError(
            f"{expected.name}: more than {_LARGEST // 1_000_000_000} GB, which is too much to look at"
        )
    with Examiner(**limits) as examiner:
        return examiner.file(file, expected, safe)
