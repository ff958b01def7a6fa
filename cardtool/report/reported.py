"""What was found in one game or document, to be reported."""

from __future__ import annotations

from typing import NamedTuple

from cardtool.finding import Finding

__all__ = ["Reported"]


class Reported(NamedTuple):
    """The findings of one game, or of one document. `subject` is what to call it."""

    subject: str
    findings: tuple[Finding, ...]
