"""What was found in one game or document, to be reported."""

from __future__ import annotations

from typing import NamedTuple

from cardtool.finding import Finding

__all__ = ["Reported", "counted_waived"]


class Reported(NamedTuple):
    """The findings of one game, or of one document. `subject` is what to call it.

    `waived` is how many more there are that the game lets stand.
    """

    subject: str
    findings: tuple[Finding, ...]
    waived: int = 0


def counted_waived(count: int) -> str:
    """Return how many findings are waived, as a sentence has it."""
    return f"{count} {'finding is' if count == 1 else 'findings are'} waived in glossary.yaml"
